"""What an editor offers to do about findings and claims: fixes, other ways out, letting findings pass."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lsprotocol import types

from qbank.audit.files import Task
from qbank.audit.fixes import fix_source
from qbank.audit.suppressions import line_to_ignore
from qbank.bank.editing.editor import replace_in_scalar
from qbank.bank.editing.edits import Edit, apply_edits
from qbank.lsp.diagnostics import SOURCE, diagnostic
from qbank.lsp.reading import PlacedFinding, Reading
from qbank.lsp.text import EditorText
from qbank.napkin.verdicts import Verdict
from qbank.report.terminal import Style, sanitize
from qbank.report.wording import edit_text
from qbank.rules.core.claims import FieldClaim
from qbank.rules.core.finding import Applicability, Finding, Fix
from qbank.units.display_unit import prefixed_units
from qbank.yamlio.equality import same
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_bytes

FIX_ALL: Final = f"{types.CodeActionKind.SourceFixAll.value}.{SOURCE}"
"""The action that applies all safe fixes; editors can do it whenever a file is saved."""

_NAME: Final = re.compile(r" *(?P<name>[A-Za-z_]\w*)[ \t]*:")
_UNSURE: Final = "(look at the result)"
_LONGEST: Final = 40
_NEAR: Final = 0.005
"""How far digits may be off what was computed to be those of another unit."""
_OF_CLAIMS: Final = frozenset(("QB301", "QB302", "QB304"))


def quick_fixes(reading: Reading, uri: str, wanted: types.Range) -> list[types.CodeAction]:
    """Return what can be done about the findings that a range touches; the first safe fix is preferred."""
    first, last = reading.text.index(wanted.start), reading.text.index(wanted.end)
    touched = [placed for placed in reading.findings if placed[0] <= last and first <= placed[1]]
    ways = [(placed, way) for placed in touched for way in _ways_out(reading, placed[2])]
    preferred = next((way for _, way in ways if way.is_safe), None)
    ways += [(placed, way) for placed in touched for way in _let_pass(reading, placed[2])]
    return [_action(reading, uri, placed, way, is_preferred=way is preferred) for placed, way in ways]


def fix_all(reading: Reading, uri: str) -> types.CodeAction | None:
    """Return the action that applies all safe fixes, and those that they make room for; None if none does."""
    source = reading.source
    task = Task(Path(source.path), source.path, reading.kind)
    fixed, _ = fix_source(source, task, reading.plan)
    if fixed is None:
        return None
    edit = difference(fixed.before, fixed.after)
    return types.CodeAction(
        title="Apply all safe fixes", kind=FIX_ALL, edit=workspace_edit(reading.text, uri, (edit,))
    )


def difference(before: str, after: str) -> Edit:
    """Return one edit between two texts that leaves alone what they have in common at both ends."""
    shorter = min(len(before), len(after))
    start = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    end = next((at for at in range(shorter - start) if before[-1 - at] != after[-1 - at]), shorter - start)
    return Edit(start, len(before) - end, after[start : len(after) - end])


def text_edits(text: EditorText, edits: Iterable[Edit]) -> list[types.TextEdit]:
    """Return edits as an editor makes them."""
    return [types.TextEdit(text.range(edit.start, edit.end), edit.replacement) for edit in sorted(set(edits))]


def workspace_edit(text: EditorText, uri: str, edits: Iterable[Edit]) -> types.WorkspaceEdit:
    """Return the edits of one document as an editor makes them."""
    return types.WorkspaceEdit(changes={uri: text_edits(text, edits)})


@dataclass(frozen=True, slots=True)
class _Way:
    """Something to do about a finding: what it does, in a few words, and how; safe if the meaning stays."""

    title: str
    edits: Sequence[Edit]
    is_safe: bool = False


def _ways_out(reading: Reading, finding: Finding) -> Iterator[_Way]:
    """Yield what would mend a finding."""
    if finding.fix is not None:
        yield _fix(finding, finding.fix, reading.text.text)
    claim = _claim_of(reading, finding) if finding.code in _OF_CLAIMS else None
    if claim is not None:
        yield from _other_unit(reading, claim)
        if claim.claim.verdict is Verdict.IMPRECISE:
            yield from _approximate(reading, claim)


def _fix(finding: Finding, fix: Fix, text: str) -> _Way:
    is_safe = fix.applicability is Applicability.SAFE
    if len(fix.edits) == 1:
        done = edit_text(fix.edits[0], text, _shown)
        title = f"{done[:1].upper()}{done[1:]}"
    else:
        title = f"Make {len(fix.edits)} changes for {finding.code} {finding.name}"
    return _Way(title if is_safe else f"{title} {_UNSURE}", fix.edits, is_safe)


def _shown(part: str) -> str:
    text = " ".join(part.split()) or sanitize(part)
    return Style().cut(sanitize(text), _LONGEST)


def _claim_of(reading: Reading, finding: Finding) -> FieldClaim | None:
    """Return the claim that a finding is about: the one whose stated value it underlines."""
    start, end = reading.extent(finding)
    for first, last, claim in reading.claims:
        if first <= start and end <= last:
            return claim
    return None


def _other_unit(reading: Reading, found: FieldClaim) -> Iterator[_Way]:
    """Offer another prefix of the stated unit, where the digits are right with that."""
    claim = found.claim
    computed, stated = claim.judgement.computed, claim.stated
    if claim.digits_end <= claim.digits_start:
        return
    written = claim.source[claim.digits_end : claim.stated_end]
    unit = written.strip()
    if computed is None or stated is None or not stated.value or unit != stated.unit:
        return
    for other in prefixed_units(unit):
        if other.name != unit and abs(computed.value / (stated.value * other.size) - 1) <= _NEAR:
            start = claim.digits_end + written.index(unit)
            edits = _in_field(reading, found, start, start + len(unit), other.name)
            if edits:
                yield _Way(f"Change the unit to {other.name} {_UNSURE}", edits)


def _approximate(reading: Reading, found: FieldClaim) -> Iterator[_Way]:
    """Offer to say that a value is rounded."""
    claim = found.claim
    start = claim.source.rfind("=", claim.left.start, claim.stated_start)
    edits = _in_field(reading, found, start, start + 1, "≈") if start >= 0 else None
    if edits:
        yield _Way("Write ≈ for =", edits)


def _in_field(
    reading: Reading, found: FieldClaim, start: int, end: int, replacement: str
) -> Sequence[Edit] | None:
    if reading.question is None or not found.source.is_literal(start, end):
        return None
    return replace_in_scalar(reading.question.document, found.path, *found.part(start, end), replacement)


def _let_pass(reading: Reading, finding: Finding) -> Iterator[_Way]:
    """Yield comments that let a finding pass: above its field, for all that this holds, and for the file."""
    document = reading.source.document
    if document is None:
        return
    line = line_to_ignore(document, finding.line)
    if line is not None:
        text = document.lines.line_text(line)
        margin = text[: len(text) - len(text.lstrip(" "))]
        yield from _checked(
            reading,
            f"Ignore {finding.code} in {_held(text)}",
            line,
            f"{margin}# qbank: ignore {finding.code}",
        )
    yield from _checked(
        reading, f"Ignore {finding.code} in this file", 1, f"# qbank: ignore-file {finding.code}"
    )


def _held(line: str) -> str:
    """Say what a comment above a line holds for."""
    field = _NAME.match(line)
    return "this entry" if field is None else field["name"]


def _checked(reading: Reading, title: str, line: int, comment: str) -> Iterator[_Way]:
    """Yield a comment to put in above a line, if the file says the same with it."""
    document = reading.source.document
    assert document is not None, "somebody looked into it"
    start, end = document.lines.line_range(line)
    line_end = "\r\n" if document.text.startswith("\r\n", end) else "\n"
    edit = Edit(start, start, f"{comment}{line_end}")
    try:
        after = read_bytes(apply_edits(document.text, [edit]).encode("utf-8", "surrogatepass"))
    except ReadError:
        return
    if same(after.data, document.data):
        yield _Way(title, (edit,))


def _action(
    reading: Reading, uri: str, placed: PlacedFinding, way: _Way, *, is_preferred: bool
) -> types.CodeAction:
    # The finding goes with the action, so that editors list it beside what it removes.
    return types.CodeAction(
        title=way.title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic(reading, uri, placed)],
        edit=workspace_edit(reading.text, uri, way.edits),
        is_preferred=is_preferred or None,
    )
