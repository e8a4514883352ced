"""What an editor shows behind a claim while it is written: whether it holds, and what it comes to."""

from __future__ import annotations

from typing import Final

from lsprotocol import types

from qbank.lsp.markdown import block
from qbank.lsp.reading import Reading
from qbank.napkin.claim import Claim, amount_text
from qbank.napkin.verdicts import EXPLANATIONS, Verdict
from qbank.report.terminal import sanitize
from qbank.report.verify.table import understood

_SIGNS: Final = {Verdict.OK: "✓", Verdict.IMPRECISE: "≈", Verdict.WRONG: "✗", Verdict.UNCHECKED: "?"}


def hints(reading: Reading, wanted: types.Range) -> list[types.InlayHint]:
    """Return a hint behind every claim in a range; what a field says on purpose to be wrong gets none."""
    first, last = reading.text.index(wanted.start), reading.text.index(wanted.end)
    return [
        types.InlayHint(
            position=reading.text.position(end),
            label=_label(found.claim),
            padding_left=True,
            tooltip=types.MarkupContent(types.MarkupKind.Markdown, _why(found.claim)),
        )
        for start, end, found in reading.claims
        if first <= end and start <= last and not found.deliberate
    ]


def _label(claim: Claim) -> str:
    sign = _SIGNS[claim.verdict]
    if claim.verdict in {Verdict.OK, Verdict.UNCHECKED} or claim.is_comparison:
        return sign
    return f"{sign} {sanitize(amount_text(claim.computed))}"


def _why(claim: Claim) -> str:
    if claim.computed is not None:
        return block(understood(claim))
    detail = f": {claim.detail}" if claim.detail else ""
    return block(f"{EXPLANATIONS[claim.reason] if claim.reason is not None else claim.verdict}{detail}")
