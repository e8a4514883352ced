"""What is beyond a bound and not read: an unchecked claim says so, for a wrong value may stand there."""

from __future__ import annotations

from qbank import lazy_re
from qbank.napkin.context import VerificationContext
from qbank.napkin.judging.relation import Judgement
from qbank.napkin.limits import MAX_TEXT
from qbank.napkin.parsing.spans import Beyond
from qbank.napkin.tree import Name, Node
from qbank.napkin.verdicts import Reason, Verdict

BEYOND = "beyond"
"""The form of such a claim."""
_SHOWN = 8  # tokens of it, before its relation and behind
_STATES = lazy_re.compile(r"[^\n=≈<>≤≥]{1,40}[=≈<>≤≥][ \t]*[^\s=≈<>≤≥]+")
_CUT_OFF = f"what stands behind the first {MAX_TEXT:,} characters of a text"


def add_beyond(context: VerificationContext, clause: Beyond) -> None:
    """Add the claim that a clause makes, at the last of its relations that has something on both sides."""
    parser = context.parser
    for at in reversed(clause.relations):
        if parser.texts[at] == "→" or at == clause.start or at + 1 == clause.end:
            continue
        start, end = max(clause.start, at - _SHOWN), min(clause.end, at + 1 + _SHOWN)
        value = parser.quantity(at + 1, end)
        left: Node = Name("…", parser.starts[start], parser.ends[at - 1])
        right = Name("…", parser.starts[at + 1], parser.ends[end - 1]) if value is None else value[0]
        context.add(BEYOND, left, right, parser.texts[at], _judged(clause.bound))
        return


def add_cut_off(context: VerificationContext) -> None:
    """Add the first claim that stands where a text is cut."""
    stated = _STATES.search(context.text, MAX_TEXT)
    if stated is not None:
        sign = next(at for at in range(*stated.span()) if context.text[at] in "=≈<>≤≥")
        left, right = Name("…", stated.start(), sign), Name("…", sign + 1, stated.end())
        context.add(BEYOND, left, right, context.text[sign], _judged(_CUT_OFF))


def _judged(bound: str) -> Judgement:
    return Judgement(Verdict.UNCHECKED, Reason.TOO_LARGE, bound)
