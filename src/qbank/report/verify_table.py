"""A verification as a table for people: a line for each claim, and what is behind its verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qbank.napkin.claim import Claim
from qbank.napkin.reasons import EXPLANATIONS, Verdict
from qbank.report.terminal import Style, cells, sanitize
from qbank.report.verification import PlacedClaim, VerifiedText, count
from qbank.report.wording import claims_line, counted
from qbank.rules.claims import amount_text, failed_comparison, is_comparison

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
    return f"Verified {claims_line(count(texts), where)}."


def _claim(placed: PlacedClaim, width: int, style: Style) -> Iterator[str]:
    claim = placed.claim
    verdict = style.paint(f"{claim.verdict:{_VERDICT}}", _ROLES[claim.verdict])
    margin = 2 + width + 2 + _VERDICT + 2
    room = max(style.width - margin, 20)
    yield f"  {_place(placed):>{width}}  {verdict}  {style.cut(_one_line(claim.text), room)}\n"
    for line in _behind(claim):
        for part in _wrapped(line, room):
            yield f"{' ' * margin}{style.paint(style.cut(part, room), 'dim')}\n"


def _behind(claim: Claim) -> Iterator[str]:
    """Say what led to a verdict, where that is more than the claim itself says."""
    if claim.verdict in {Verdict.IMPRECISE, Verdict.WRONG} and claim.computed is not None:
        if is_comparison(claim):
            yield _one_line(failed_comparison(claim))
        else:
            stated = f", stated as {amount_text(claim.stated)}" if claim.stated is not None else ""
            yield _one_line(f"{claim.expression} is {amount_text(claim.computed)}{stated}")
    if claim.reason is not None:
        detail = f" ({_one_line(claim.detail)})" if claim.detail else ""
        yield f"{EXPLANATIONS[claim.reason]}{detail}"
    if claim.note:
        yield _one_line(claim.note)


def _place(placed: PlacedClaim) -> str:
    return f"{placed.line}:{placed.column}"


def _one_line(text: str) -> str:
    return sanitize(" ".join(text.split()))


def _wrapped(text: str, width: int) -> Iterator[str]:
    line = ""
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if line and cells(joined) > width:
            yield line
            line = word
        else:
            line = joined
    yield line
