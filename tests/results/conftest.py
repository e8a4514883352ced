from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from qbank.cli import main
from qbank.results.paper_key import PaperKey, read_key

ROOT = Path(__file__).resolve().parents[2]
SET = str(ROOT / "questions" / "sets" / "edge-quiz.yaml")
Keys = Callable[..., list[PaperKey]]


@pytest.fixture(scope="session")
def keys_in(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int, bool], Path]:
    """Renders papers in some versions, and returns the folder in which their key files lie."""
    made: dict[tuple[int, bool], Path] = {}

    def render(versions: int, shuffle: bool = False) -> Path:
        if (versions, shuffle) not in made:
            folder = tmp_path_factory.mktemp("papers")
            arguments = ["--variants", str(versions)] if versions else []
            arguments += ["--shuffle"] if shuffle else []
            output = ["--format", "gift", "--quiet", "-o", f"{folder}/"]
            assert main(["render", SET, "--seed", "3", *arguments, *output]) == 0
            made[versions, shuffle] = folder
        return made[versions, shuffle]

    return render


@pytest.fixture
def keys(keys_in: Callable[[int, bool], Path]) -> Keys:
    """Returns the key files of papers in some versions; 0 makes one without a name."""

    def read(versions: int = 0, *, shuffle: bool = False) -> list[PaperKey]:
        return [read_key(path) for path in sorted(keys_in(versions, shuffle).glob("*.key.json"))]

    return read
