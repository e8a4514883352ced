from __future__ import annotations

from pathlib import Path

import pytest

from qbank.sets.files import SetError
from qbank.sets.papers import FILE, Paper, record, recorded, used_since


def paper(day: str, *questions: str, version: str = "A") -> Paper:
    return Paper(day, "midterm", version, 7, questions)


def test_papers_are_recorded_once(tmp_path: Path) -> None:
    assert record(tmp_path, [paper("2026-01-10", "cloud-0001@7", "edge-0001")]) == 1
    assert (
        record(tmp_path, [paper("2026-02-01", "cloud-0001@7", "edge-0001"), paper("2026-02-01", "x-1")]) == 1
    )
    assert [each.date for each in recorded(tmp_path)] == ["2026-01-10", "2026-02-01"]
    assert used_since(tmp_path, "2026-01-10") == {"cloud-0001", "edge-0001", "x-1"}
    assert used_since(tmp_path, "2026-01-11") == {"x-1"}
    assert used_since(tmp_path / "elsewhere", "2026-01-11") == set()


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"date": "yesterday"}', '{"date": "2026-01-01", "questions": 3}']
)
def test_what_is_no_record_is_told_with_its_line(tmp_path: Path, line: str) -> None:
    record(tmp_path, [paper("2026-01-10", "cloud-0001")])
    with (tmp_path / FILE).open("a") as file:
        file.write(line)
    with pytest.raises(SetError, match=rf"{FILE}:2:1: is no record"):
        used_since(tmp_path, "2026-01-01")
