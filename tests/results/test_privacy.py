"""Nothing of a person gets into what is kept or written, and no export into version control."""

from __future__ import annotations

import subprocess
import unicodedata
from pathlib import Path

import pytest

from cli.conftest import Run, run  # noqa: F401 - a fixture
from qbank.results.privacy import refuse_in_repository
from qbank.results.sheet import ResultsError
from results.conftest import Keys
from results.exports import WRITERS
from results.made_exam import NAMES, Sitting, sit


def traces(sittings: list[Sitting]) -> set[str]:
    """Return what tells of a person: names, addresses and numbers, in the forms that a writer may make of
    them."""
    found = {trace for name in NAMES for trace in name}
    found |= {trace for sitting in sittings for trace in (sitting.number, sitting.mail, sitting.last)}
    for trace in list(found):
        found |= {unicodedata.normalize(form, trace) for form in ("NFC", "NFD", "NFKC")}
        found |= {
            trace.casefold(),
            trace.encode("unicode_escape").decode(),
            trace.encode("ascii", "xmlcharrefreplace").decode(),
        }
    return {trace for trace in found if len(trace) > 1}


@pytest.mark.parametrize("name", WRITERS)
def test_no_trace_of_a_person_is_written(
    name: str,
    keys: Keys,
    keys_in: object,
    tmp_path: Path,
    run: Run,  # noqa: F811
) -> None:
    sittings = sit(keys(), 36)
    export = WRITERS[name](tmp_path / "export.csv", sittings)
    key = next(keys_in(0, False).glob("*.key.json"))  # type: ignore[operator]
    for output_format in ("text", "json", "csv", "html") if name == "canvas" else ("json", "html"):
        done = run("results", "show", export, "--key", key, "--format", output_format)
        assert done.returncode == 0, done.stderr
        written = done.stdout + done.stderr
        assert [trace for trace in traces(sittings) if trace in written] == []


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / "results").mkdir()
    (tmp_path / ".gitignore").write_text("*.private.csv\n")
    return tmp_path


def test_an_export_that_git_would_take_is_refused(repository: Path, run: Run) -> None:  # noqa: F811
    export = repository / "results" / "quiz.csv"
    export.write_text("student,cloud-0001\na,1\n")
    done = run("results", "show", export)
    assert done.returncode == 2
    assert "holds answers of persons" in done.stderr
    assert "/results/quiz.csv" in done.stderr
    (repository / ".gitignore").write_text("/results/quiz.csv\n")
    refuse_in_repository(export)


def test_what_holds_no_answers_of_persons_is_not_accused_of_it(repository: Path, run: Run) -> None:  # noqa: F811
    for name, content, told in (
        ("drawing.yaml", b"\x89PNG\r\n\x1a\n\0\0", "no text"),
        ("cloud-0001.yaml", b"title: A Question\nscenario: words\n", "not recognised by its header"),
    ):
        (repository / name).write_bytes(content)
        done = run("results", "show", repository / name)
        assert done.returncode == 2
        assert told in done.stderr
        assert "persons" not in done.stderr


def test_what_is_tracked_is_not_ignored_whatever_patterns_say(repository: Path) -> None:
    export = repository / "grades.private.csv"
    export.write_text("student,cloud-0001\na,1\n")
    refuse_in_repository(export)
    subprocess.run(["git", "-C", str(repository), "add", "-f", export.name], check=True)
    with pytest.raises(ResultsError, match="does not ignore it"):
        refuse_in_repository(export)


def test_a_link_leads_to_where_the_file_lies(
    repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    export = repository / "grades.csv"
    export.write_text("student,cloud-0001\na,1\n")
    link = tmp_path_factory.mktemp("elsewhere") / "grades.csv"
    link.symlink_to(export)
    with pytest.raises(ResultsError, match="does not ignore it"):
        refuse_in_repository(link)


def test_outside_of_git_nothing_is_refused(tmp_path: Path) -> None:
    refuse_in_repository(tmp_path / "grades.csv")
