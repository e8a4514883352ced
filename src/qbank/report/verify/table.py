"""A verification as a table for people: a line for each claim, and what is behind its verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qbank.napkin.claim import Claim, Operand, Origin, amount_text, failed_comparison
from qbank.napkin.verdicts import EXPLANATIONS, Verdict
from qbank.napkin.verified_text import PlacedClaim, VerifiedText, count, worked_out
from qbank.report.terminal import Style, one_line, sanitize, wrap
from qbank.report.wording import claims_line
from qbank.units.format import counted

_ROLES = {Verdict.OK: "good", Verdict.IMPRECISE: "warning", Verdict.WRONG: "error", Verdict.UNCHECKED: "dim"}
_VERDICT = max(map(len, Verdict))


def verify_table(texts: Sequence[VerifiedText], style: Style, show: str | None = None) -> Iterator[str]:
    """Yield the table: for every question its claims, of one verdict or (None) all."""
    for text in texts:
        shown = text.only(show)
        if not shown.claims:
            continue
        if shown.path is not None:
            identifier = f" ({sanitize(shown.id)})" if shown.id else ""
            yield f"{style.paint(sanitize(shown.path), 'bold')}{identifier}\n"
        width = max(len(_place(placed)) for placed in shown.claims)
        for placed in shown.claims:
            yield from _claim(placed, width, style)
        yield "\n"


def summary_line(texts: Sequence[VerifiedText]) -> str:
    """Say in a sentence how the claims came out."""
    files = [text for text in texts if text.path is not None]
    where = f" in {counted(len(files), 'question')}" if files else ""
    others = worked_out(texts)
    beside = f"; {counted(others, 'value')} worked out" if others else ""
    return f"Verified {claims_line(count(texts), where)}{beside}."


def _claim(placed: PlacedClaim, width: int, style: Style) -> Iterator[str]:
    claim = placed.claim
    verdict = style.paint(f"{claim.verdict:{_VERDICT}}", _ROLES[claim.verdict])
    margin = 2 + width + 2 + _VERDICT + 2
    room = max(style.width - margin, 20)
    yield f"  {_place(placed):>{width}}  {verdict}  {style.cut(one_line(claim.text), room)}\n"
    for line in behind(placed):
        for part in wrap(line, room):
            yield f"{' ' * margin}{style.paint(style.cut(part, room), 'dim')}\n"


def behind(placed: PlacedClaim) -> Iterator[str]:
    """Say what the claim was understood as, what its operands are and what led to the verdict."""
    claim = placed.claim
    if claim.computed is not None and _bare(reading := understood(claim)) not in {"", _bare(claim.text)}:
        yield one_line(reading)
    yield from circumstances(placed)


def circumstances(placed: PlacedClaim) -> Iterator[str]:
    """Say what was taken for the operands of a claim, what led to its verdict, and its formula."""
    claim = placed.claim
    operands = zip(claim.operands, placed.operands, strict=True)
    assumed = [text for operand, (line, _) in operands if (text := _assumed(operand, line))]
    if assumed:
        yield one_line(f"with {'; '.join(assumed)}")
    if claim.verdict is Verdict.WRONG and claim.computed is None:
        yield one_line(claim.detail)
    if claim.reason is not None:
        detail = f" ({one_line(claim.detail)})" if claim.detail else ""
        yield f"{EXPLANATIONS[claim.reason]}{detail}"
    if claim.diagnosis is not None:
        yield one_line(claim.diagnosis.text)
    if claim.note:
        yield one_line(claim.note)
    if claim.doubt and claim.doubt != claim.note:
        yield one_line(f"likely: {claim.doubt}")
    if placed.formula is not None:
        yield f"{placed.formula.id}: {placed.formula.equation}"


def understood(claim: Claim) -> str:
    """Say what a claim was understood as and what it comes to."""
    if claim.is_comparison:
        if claim.verdict is Verdict.WRONG:
            return failed_comparison(claim)
        return f"{amount_text(claim.computed)} {claim.relation} {amount_text(claim.stated)}"
    result = f"{claim.expression} = {amount_text(claim.computed)}"
    wrong = claim.verdict in {Verdict.IMPRECISE, Verdict.WRONG} and claim.stated is not None
    return f"{result}, stated as {amount_text(claim.stated)}" if wrong else result


def _bare(text: str) -> str:
    """Return what a line says, however it is written."""
    return "".join(text.replace("*", "×").replace("-", "−").replace("≈", "=").split())


def _assumed(operand: Operand, line: int) -> str:
    """Say what was taken for an operand that does not show it itself."""
    text, amount = operand.text, amount_text(operand.amount)
    match operand.origin:
        case Origin.NAMED:
            return f"{text} = {amount}"
        case Origin.UNROUNDED:
            return f"{text} unrounded, {amount}"
        case Origin.DATA_TYPE:
            return f"{text} as {amount}"
        case Origin.ELSEWHERE:
            return f"{text} of line {line}"
        case Origin.WRITTEN | Origin.UNIT_ELSEWHERE:  # the note says what unit was assumed
            return ""


def _place(placed: PlacedClaim) -> str:
    return f"{placed.line}:{placed.column}"
