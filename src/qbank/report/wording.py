"""Small pieces of wording that reports share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from qbank.bank.editing.edits import Edit
from qbank.rules.core.finding import Applicability, Finding, Severity
from qbank.units.format import counted

if TYPE_CHECKING:
    from qbank.audit.result import AuditResult, PuzzleCounts
    from qbank.napkin.verdicts import ClaimCounts


def summary_line(result: AuditResult, after: str = "") -> str:
    """Say in a sentence what an audit looked at and what came out, after what if anything."""
    subject = _subject(result)
    counts = [(result.count(severity), severity.value) for severity in Severity]
    outcomes = [counted(number, noun) for number, noun in counts if number] or ["no findings"]
    if result.suppressed:
        outcomes.append(f"{len(result.suppressed):,} suppressed")
    if result.baselined:
        outcomes.append(f"{result.baselined:,} in the baseline")
    claims = f"; {claims_line(result.claims)}" if result.claims_checked else ""
    puzzles = f"; {puzzles_line(result.puzzles)}" if result.puzzles else ""
    when = f"{after}, " if after else ""
    return f"Audited {subject}: {when}{', '.join(outcomes)}{claims}{puzzles}."


def _subject(result: AuditResult) -> str:
    """Say what was audited: `236 questions, 11 sets and 3 labs`, and files where some hold none of these."""
    kinds = [(result.questions, "question"), (result.sets, "set"), (result.labs, "lab")]
    parts = [counted(number, noun) for number, noun in kinds if number]
    known = " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
    if result.questions + result.sets + result.labs == result.files:
        return known or counted(0, "file")
    return f"{counted(result.files, 'file')} with {known or counted(0, 'question')}"


def puzzles_line(puzzles: PuzzleCounts) -> str:
    """Say how puzzles of labs came out: `21 puzzles: 20 solvable, 1 not`."""
    parts = [f"{puzzles.solvable:,} solvable"] if puzzles.solvable else []
    parts += [f"{puzzles.other:,} not"] if puzzles.other else []
    return f"{counted(puzzles.solvable + puzzles.other, 'puzzle')}: {', '.join(parts)}"


def claims_line(claims: ClaimCounts, where: str = "") -> str:
    """Say how claims came out: `143 claims: 140 ok, 1 wrong, 2 unchecked`."""
    verdicts = ("ok", "imprecise", "wrong", "unchecked")
    parts = [f"{number:,} {verdict}" for verdict in verdicts if (number := getattr(claims, verdict))]
    return f"{counted(claims.total, 'claim')}{where}{': ' if parts else ''}{', '.join(parts)}"


def defect_line(what: str, error: str, place: str = "") -> str:
    """Say that qbank itself is at fault: in what, and where if that is known."""
    where = f", {place}" if place else ""
    return f"internal error: {what}: {error}{where} (a defect of qbank, please report it)"


def edit_text(edit: Edit, text: str, shown: Callable[[str], str]) -> str:
    """Say in a few words what an edit does to a text; `shown` prints the parts of it."""
    old = text[edit.start : edit.end]
    if not old:
        return f"insert {shown(edit.replacement)}"
    if not edit.replacement:
        return f"delete {shown(old)}"
    return f"replace {shown(old)} with {shown(edit.replacement)}"


def failures(result: AuditResult) -> list[tuple[str, str]]:
    """Return the path of every file that could not be audited, with the reason."""
    crashes = [(crash.path, f"internal error: {crash.what}: {crash.error}") for crash in result.crashes]
    unreadable = (
        (file.path, f"line {file.line}: {file.message}" if file.line else file.message)
        for file in result.unreadable
    )
    return [*unreadable, *crashes]


def fixable_line(findings: tuple[Finding, ...]) -> str | None:
    """Say how many findings can be fixed, if any can."""
    fixes = [finding.fix.applicability for finding in findings if finding.fix is not None]
    safe, unsafe = fixes.count(Applicability.SAFE), fixes.count(Applicability.UNSAFE)
    if safe and unsafe:
        return f"{safe:,} can be fixed with --fix, {unsafe:,} more with --fix --unsafe-fixes."
    if safe:
        return f"{safe:,} can be fixed with --fix."
    return f"{unsafe:,} can be fixed with --fix --unsafe-fixes." if unsafe else None
