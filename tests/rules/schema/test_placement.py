from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from each import each
from qbank.rules.core.question_file import SourceFile
from qbank.rules.registry import find
from rules.rule_examples import laid_over

CODES = ["QB601", "QB602", "QB603", "QB604"]


@each(
    "path, codes",
    [
        ("questions/cloud/memory/cloud-0001.yaml", []),
        ("questions/cloud/cloud-0001.yaml", []),
        ("areas/cloud/memory/cloud-0001.yaml", []),
        ("flat/cloud/cloud-0001.yaml", []),
        ("cloud-0001.yaml", []),
        ("data/cloud-0001.yaml", []),
        ("data/memory/cloud-0001.yml", []),
        ("questions/cloud/wave-2/cloud-0001.yaml", []),
        ("questions/edge/memory/cloud-0001.yaml", ["QB602"]),
        ("flat/edge/cloud-0001.yaml", ["QB602"]),
        ("questions/cloud/latency/cloud-0001.yaml", ["QB603"]),
        ("questions/edge/latency/cloud-0001.yaml", ["QB602", "QB603"]),
        ("questions/cluod/memory/cloud-0001.yaml", ["QB602"]),
        ("questions/Cloud/memory/cloud-0001.yaml", ["QB602"]),
        ("questions/cloud/Memory/cloud-0001.yaml", ["QB603"]),
        ("questions/cloud/memory/more/cloud-0001.yaml", []),
        # Only what stands where the folder of a track does is meant to be one.
        ("Cloud/questions/cloud-0001.yaml", []),
        ("questions/old/Cloud/cloud-0001.yaml", []),
    ],
)
def test_places(audit: Any, path: str, codes: list[str]) -> None:
    audited = audit({path: laid_over("", path)}, rules=CODES)
    assert [finding.code for finding in audited.findings] == codes


def test_a_wrong_track_is_not_blamed_on_the_folder(audit: Any) -> None:
    path = "questions/edge/memory/edge-0001.yaml"
    assert audit({path: laid_over("track: egde\n", path)}, rules=CODES).findings == []


def test_the_id_is_compared_with_the_name_of_the_file_alone(audit: Any) -> None:
    path = "cloud-0001.draft.yaml"
    audited = audit({path: laid_over("id: cloud-0001\n", path)}, rules=CODES)
    assert [finding.code for finding in audited.findings] == ["QB601"]


@pytest.mark.parametrize(
    ("here", "path"),
    [
        ("questions/edge/memory", "cloud-0001.yaml"),
        ("questions/edge/latency", "../memory/cloud-0001.yaml"),
        ("questions/edge/latency/deep", "../../memory/cloud-0001.yaml"),
        ("questions/cloud", "../edge/memory/cloud-0001.yaml"),
    ],
)
def test_a_path_relative_to_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: str, path: str
) -> None:
    folder = tmp_path / "questions" / "edge" / "memory"
    folder.mkdir(parents=True)
    (folder / "cloud-0001.yaml").write_text(laid_over("", "cloud-0001.yaml"))
    (tmp_path / here).mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(tmp_path / here)
    question = SourceFile.read(Path(path)).question()
    assert question is not None
    assert len(list(find("QB602").check(question))) == 1  # type: ignore[attr-defined]


def test_text_from_standard_input_lies_nowhere() -> None:
    question = SourceFile.from_bytes(laid_over("id: cloud-0009\n", "x.yaml").encode(), "<stdin>").question()
    assert question is not None
    for code in CODES:
        assert list(find(code).check(question)) == []  # type: ignore[attr-defined]


def test_names_that_look_the_same_are_told_apart(audit: Any) -> None:
    path = "questions/cloud/memory/сloud-0001.yaml"
    (finding,) = audit({path: laid_over("id: cloud-0001\n", path)}, rules=["QB601"]).findings
    assert finding.message == (
        "id: 'cloud-0001' is not the name of the file, which is 'сloud-0001' "
        "(character 1 is U+0441, CYRILLIC SMALL LETTER ES)"
    )
    path = "questions/cloud/memory/cloud-0001.yaml"
    snippet = laid_over("id: cloud-0001\n", path).replace("\nlevel:", "\nlеvel:")
    (finding,) = audit({path: snippet}, rules=["QB201"]).findings
    assert "'lеvel' (character 2 is U+0435, CYRILLIC SMALL LETTER IE) here" in finding.message
