from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest

from qbank.audit.engine import Audit
from qbank.audit.fixes import MAX_ROUNDS, FixReport, fix, unified_diff
from qbank.audit.plan import Plan
from qbank.audit.settings import Settings
from qbank.bank.editing.edits import Edit
from qbank.rules.core.base import FileRule
from qbank.rules.core.finding import Applicability, Finding, Fix, Severity
from qbank.rules.core.question_file import SourceFile
from qbank.rules.registry import RuleSet
from qbank.yamlio.reader import read_bytes

if TYPE_CHECKING:
    from tests.conftest import Bank

Edits = Callable[[str], tuple[Edit, ...]]


class Editing(FileRule):
    """Proposes edits of the file's text, as a test wants them."""

    code, name, severity = "QB900", "editing", Severity.WARNING
    applicability: ClassVar[Applicability] = Applicability.SAFE

    def __init__(self, *proposals: Edits, applicability: Applicability = Applicability.SAFE) -> None:
        self.proposals = proposals
        self.wanted = applicability

    def check(self, file: SourceFile) -> Iterator[Finding]:
        assert file.document is not None
        text = file.document.text
        for proposal in self.proposals:
            edits = proposal(text)
            if edits:
                span = file.document.lines.span(edits[0].start, edits[0].end)
                yield self.finding(file, "edit me", span, fix=Fix(self.wanted, edits))


def replacing(old: str, new: str) -> Edits:
    def edits(text: str) -> tuple[Edit, ...]:
        at = text.find(old)
        return (Edit(at, at + len(old), new),) if at >= 0 else ()

    return edits


def fixed(
    bank: Bank, *proposals: Edits, write: bool = True, unsafe: bool = False, **options: Applicability
) -> FixReport:
    plan = Plan(Settings(root=bank.root), RuleSet([Editing(*proposals, **options)]))
    work = Audit.of([], plan=plan)
    work.run(jobs=1)
    return fix(work, write=write, unsafe=unsafe)


def test_real_fixes_are_applied_and_then_there_is_nothing_left(bank: Bank) -> None:
    path = bank.add("cloud-0001", "title: Growth of the Cache.  # a comment\n")
    before = path.read_text()
    work = Audit.of([], Settings(select=("QB501",)))
    assert len(work.run().findings) == 1
    report = fix(work)
    assert (report.fixed, len(report.files), report.failures, report.crashes) == (1, 1, (), ())
    assert path.read_text() == before.replace("Cache.  #", "Cache  #")
    assert work.result().findings == ()
    again = Audit.of([], Settings(select=("QB501",)))
    again.run()
    assert fix(again) == FixReport((), (), ())


def test_nothing_is_written_without_write(bank: Bank) -> None:
    path = bank.write("questions/a.yaml", "title: one\n")
    report = fixed(bank, replacing("one", "two"), write=False)
    assert path.read_text() == "title: one\n"
    assert "".join(unified_diff(report.files[0])) == (
        "--- a/questions/a.yaml\n+++ b/questions/a.yaml\n@@ -1 +1 @@\n-title: one\n+title: two\n"
    )


def test_edits_that_overlap_take_turns(bank: Bank) -> None:
    path = bank.write("questions/a.yaml", "title: abc\n")
    report = fixed(bank, replacing("ab", "xy"), replacing("bc", "yz"), replacing("yc", "yz"))
    assert path.read_text() == "title: xyz\n"
    assert report.fixed == 2


def test_equal_edits_are_made_once(bank: Bank) -> None:
    path = bank.write("questions/a.yaml", "title: abc\n")
    report = fixed(bank, replacing("abc", "bcd"), replacing("abc", "bcd"))
    assert path.read_text() == "title: bcd\n"
    assert report.fixed == 1  # the same said of the same words is one finding


def test_one_fix_makes_room_for_the_next(bank: Bank) -> None:
    path = bank.write("questions/a.yaml", "title: a\n")
    fixed(bank, replacing(": a\n", ": b\n"), replacing(": b\n", ": c\n"))
    assert path.read_text() == "title: c\n"


def test_fixes_that_never_rest_are_told_and_stop(bank: Bank) -> None:
    path = bank.write("questions/a.yaml", "title: a\n")
    report = fixed(bank, replacing("a\n", "aa\n"))
    assert path.read_text() == "title: a\n"
    [crash] = report.crashes
    assert (crash.path, crash.what) == ("questions/a.yaml", "the fix of QB900")
    assert crash.error == f"did not come to rest in {MAX_ROUNDS} rounds"


def test_a_fix_that_would_break_the_file_is_not_applied(bank: Bank) -> None:
    path = bank.write("questions/a.yaml", "title: a\n")
    report = fixed(bank, replacing("title: a", "title: [a"))
    assert path.read_text() == "title: a\n"
    assert report.files == ()
    [crash] = report.crashes
    assert crash.error == "would have made the file unreadable"


def test_a_fix_with_impossible_edits_is_told(bank: Bank) -> None:
    path = bank.write("questions/a.yaml", "title: a\n")
    report = fixed(bank, lambda text: (Edit(0, 5, "x"), Edit(3, 7, "y")))
    assert path.read_text() == "title: a\n"
    assert "has edits that cannot be made" in report.crashes[0].error


def test_unsafe_fixes_only_when_wanted(bank: Bank) -> None:
    path = bank.write("questions/a.yaml", "title: one\n")
    assert fixed(bank, replacing("one", "two"), applicability=Applicability.UNSAFE).files == ()
    assert path.read_text() == "title: one\n"
    assert fixed(bank, replacing("one", "two"), applicability=Applicability.UNSAFE, unsafe=True).fixed == 1
    assert path.read_text() == "title: two\n"


def test_suppressed_findings_are_not_fixed(bank: Bank) -> None:
    path = bank.add("cloud-0001", "title: Growth of the Cache.  # qbank: ignore QB501\n")
    before = path.read_bytes()
    work = Audit.of([], Settings(select=("QB501",)))
    work.run()
    assert fix(work).files == ()
    assert path.read_bytes() == before


def test_byte_order_mark_line_ends_and_a_missing_last_one_stay(bank: Bank) -> None:
    path = bank.write("questions/a.yaml", b"\xef\xbb\xbftitle: one\r\nlevel: L1")
    fixed(bank, replacing("one", "two"), replacing("L1", "L2"))
    assert path.read_bytes() == b"\xef\xbb\xbftitle: two\r\nlevel: L2"


def test_a_diff_of_windows_line_ends_and_a_missing_last_one(bank: Bank) -> None:
    bank.write("questions/a.yaml", b"title: one\r\nlevel: L1")
    report = fixed(bank, replacing("L1", "L2"), write=False)
    assert "".join(unified_diff(report.files[0])).splitlines(keepends=True)[3:] == [
        " title: one\r\n",
        "-level: L1\n",
        "\\ No newline at end of file\n",
        "+level: L2\n",
        "\\ No newline at end of file\n",
    ]


def test_a_file_that_cannot_be_written_is_told_and_the_others_fixed(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    from qbank.audit import fixes
    from qbank.bank.writing import WriteError, write_atomic

    def refusing(path: Path, content: str) -> None:
        if path.name == "a.yaml":
            raise WriteError(f"{path}: cannot be written: no space left on device; nothing was changed")
        write_atomic(path, content)

    monkeypatch.setattr(fixes, "write_atomic", refusing)
    for name in "ab":
        bank.write(f"questions/{name}.yaml", "title: one\n")
    report = fixed(bank, replacing("one", "two"))
    assert [file.task.shown for file in report.files] == ["questions/b.yaml"]
    assert report.failures == (
        "questions/a.yaml: cannot be written: no space left on device; nothing was changed",
    )


def test_a_file_that_changed_meanwhile_is_read_again(bank: Bank) -> None:
    path = bank.write("questions/a.yaml", "title: one\n")
    work = Audit.of([], plan=Plan(Settings(root=bank.root), RuleSet([Editing(replacing("one", "two"))])))
    work.run()
    path.write_text("level: L1\ntitle: one\n")
    fix(work)
    assert path.read_text() == "level: L1\ntitle: two\n"


def _guessable(bank: Bank, number: int, extra: str = "") -> Path:
    return bank.add(
        f"cloud-000{number}",
        f"scenario: What fills up first in service number {number}?\ntitle: Service {number}{extra}\n"
        "details:\n  options: [The disk, The bus, The cache, The log]\n  correct_index: 2\n",
    )


@pytest.mark.parametrize("write", [True, False])
def test_fixes_of_the_bank_as_a_whole(bank: Bank, write: bool) -> None:
    """One file has a fix of its own besides; what a diff shows is what is written."""
    paths = [_guessable(bank, number, "." if number == 2 else "") for number in range(1, 7)]
    before = [path.read_text() for path in paths]
    settings = Settings(root=bank.root, select=("QB501", "QB561"))
    work = Audit.of([], settings)
    assert sum(finding.code == "QB561" for finding in work.run().findings) == 6
    report = fix(work, write=write)
    assert (report.failures, report.crashes) == ((), ())
    assert work.result().findings == ()
    assert [file.before for file in report.files] == [before[1], before[0], *before[2:]]
    for file in report.files:
        assert (file.task.path.read_text() == file.after) is write
        data = read_bytes(file.after.encode()).data["details"]
        assert data["options"][data["correct_index"]] == "The cache"
    assert report.fixed == 7
    if write:
        again = Audit.of([], settings)
        again.run()
        assert fix(again) == FixReport((), (), ())


def test_suppressed_findings_of_the_bank_are_not_fixed(bank: Bank) -> None:
    kept = _guessable(bank, 1)
    for number in range(2, 7):
        _guessable(bank, number)
    kept.write_text(f"# qbank: ignore-file QB561\n{kept.read_text()}")
    before = kept.read_text()
    work = Audit.of([], Settings(root=bank.root, select=("QB561",)))
    work.run()
    assert len(fix(work).files) == 5
    assert kept.read_text() == before
