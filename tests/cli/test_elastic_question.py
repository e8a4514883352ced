"""The question that qbank was built around: a run that goes on with fewer GPUs at the same global batch."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Run

QUESTION = Path(__file__).resolve().parents[2] / "questions" / "cloud" / "parallelism" / "cloud-0001.yaml"
LINE = "128 GPUs * 4 (Micro-Batch) * 4 (Accumulation) = 2048"


def test_every_equation_is_verified(run: Run) -> None:
    done = run("verify", str(QUESTION), "--format", "json")
    claims = json.loads(done.stdout)["questions"][0]["claims"]
    assert {claim["verdict"] for claim in claims} == {"ok"}
    assert LINE in {claim["text"] for claim in claims}
    products = [claim["expression"] for claim in claims if claim["stated"] == {"value": 2048, "unit": ""}]
    assert products == ["512 × 4 × 1", "128 × 1 × 16", "128 × 2 × 8", "128 × 4 × 4", "128 × 8 × 2"]


def test_a_swapped_digit_fails_the_audit_at_its_place(run: Run, tmp_path: Path) -> None:
    copy = tmp_path / "questions" / "cloud" / "parallelism" / QUESTION.name
    copy.parent.mkdir(parents=True)
    shutil.copyfile(QUESTION, copy)
    assert run("audit", str(copy)).returncode == 0

    text = copy.read_text(encoding="utf-8")
    copy.write_text(text.replace(LINE, LINE.replace("2048", "2084")), encoding="utf-8")
    done = run("audit", str(copy))
    assert done.returncode == 1
    number = next(n for n, line in enumerate(text.splitlines(), 1) if LINE in line)
    line = text.splitlines()[number - 1].replace("2048", "2084")
    column = line.index("2084") + 1
    place, source, marks = (done.stdout.splitlines()[at] for at in (0, 2, 3))
    assert place.startswith(f"{copy.as_posix()}:{number}:{column}: error[QB301] ")
    assert "2084 should be 2048: 128 × 4 × 4 = 2,048" in place
    assert source.endswith(line)
    assert marks.index("^^^^") == source.index("2084")
