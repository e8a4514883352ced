"""The whole way of a claim from its text to its verdict, so that who disagrees sees where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qbank import __version__
from qbank.napkin.claim import Claim, amount_text
from qbank.napkin.judging.second_opinion import DisagreementError, confirm
from qbank.napkin.lexing.tokens import Tokens, tokenize
from qbank.napkin.tree import Interval, Name, Number, Reading, leaves
from qbank.napkin.verdicts import EXPLANATIONS, Tolerances, Verdict
from qbank.napkin.verified_text import PlacedClaim, VerifiedText
from qbank.napkin.verifier import verify
from qbank.report.terminal import Style, sanitize, wrap
from qbank.report.verify.table import circumstances, understood
from qbank.units import NO_UNIT, Quantity, physical
from qbank.units.dimension import describe
from qbank.units.format import format_quantity, format_significant

_LABEL = 12
_MOST_TOKENS = 60


def explanation(verified: VerifiedText, source: str, style: Style, tolerances: Tolerances) -> Iterator[str]:
    """Yield how each claim of a text came to its verdict, a block a claim."""
    if not verified.claims:
        yield "No claim: nothing says that an expression has a value, or that one value exceeds another.\n"
        yield from _field("tokens", _tokens(tokenize(source), 0, len(source)), style)
        return
    tokens = tokenize(source)
    for number, placed in enumerate(verified.claims):
        if number:
            yield "\n"
        yield from _claim(placed, tokens, style, tolerances)


def false_alarm(source: str, verified: VerifiedText, tolerances: Tolerances) -> Iterator[str]:
    """Yield a report of what is disagreed with, for people to paste: the fewest lines that still show it."""
    worst = [placed.claim for placed in verified.claims if placed.claim.verdict is not Verdict.OK]
    yield "A claim that qbank judges wrongly:\n\n"
    for claim in worst or [placed.claim for placed in verified.claims]:
        yield from _indented(smallest(source, claim, tolerances))
        yield f"\n- verdict: {claim.verdict}, form: {claim.form}\n"
        for line in _why(claim):
            yield f"- {line}\n"
        yield "- what it should be, and why: ...\n\n"
    yield f"qbank {__version__}\n"


def smallest(source: str, claim: Claim, tolerances: Tolerances) -> str:
    """Return the fewest lines of a text in which a claim is still judged as it is."""
    lines = source.splitlines() or [source]
    wanted = claim.text, claim.verdict
    for number in range(len(lines) - 1, -1, -1):
        fewer = lines[:number] + lines[number + 1 :]
        found = ((one.text, one.verdict) for one in verify("\n".join(fewer), tolerances=tolerances))
        if wanted in found:
            lines = fewer
    return "\n".join(lines)


def _claim(placed: PlacedClaim, tokens: Tokens, style: Style, tolerances: Tolerances) -> Iterator[str]:
    claim = placed.claim
    yield f"{style.paint(sanitize(' '.join(claim.text.split())), 'bold')}\n"
    yield from _field("place", [f"line {placed.line}, column {placed.column}"], style)
    yield from _field("form", [f"{claim.form}: its sides stand in the relation {claim.relation}"], style)
    yield from _field("tokens", _tokens(tokens, claim.start, claim.end), style)
    yield from _field("readings", list(_readings(claim)), style)
    if claim.computed is not None:
        yield from _field("understood", [understood(claim)], style)
    yield from _field("units", list(_units(claim)), style)
    yield from _field("evaluators", list(_evaluators(claim)), style)
    yield from _field("compared", list(_compared(claim, tolerances)), style)
    yield from _field("besides", list(circumstances(placed)), style)
    verdict = f"{claim.verdict}: {EXPLANATIONS[claim.reason]}" if claim.reason else str(claim.verdict)
    yield from _field("verdict", [verdict], style)


def _field(label: str, texts: Sequence[str], style: Style) -> Iterator[str]:
    for number, text in enumerate(texts):
        margin = f"  {style.paint(f'{label:{_LABEL}}', 'dim') if number == 0 else ' ' * _LABEL}"
        for part, line in enumerate(wrap(sanitize(text), max(style.width - _LABEL - 2, 30))):
            yield f"{margin if part == 0 else ' ' * (_LABEL + 2)}{line}\n"


def _tokens(tokens: Tokens, start: int, end: int) -> list[str]:
    places = (at for at in range(len(tokens)) if tokens.starts[at] >= start and tokens.ends[at] <= end)
    found = [tokens.texts[at] for at in places]
    more = " ..." if len(found) > _MOST_TOKENS else ""
    return [" | ".join(found[:_MOST_TOKENS]) + more]


def _readings(claim: Claim) -> Iterator[str]:
    """Say how each value was read, and how it might have been."""
    for side, interpretation in (
        (claim.left, claim.judgement.interpretation),
        (claim.right, claim.judgement.right_interpretation),
    ):
        for leaf in leaves(side):
            if isinstance(leaf, Number) and leaf.start >= 0:
                chosen = interpretation.reading_of(leaf)
                refused = [_reading(leaf, one) for one in leaf.readings if one != chosen]
                text = claim.source[leaf.start : leaf.end]
                other = f"; not as {' or as '.join(refused)}" if refused else ""
                yield f"{text}: {_reading(leaf, chosen)}{other}"
            elif isinstance(leaf, Name):
                value = claim.names.get(leaf.text)
                yield f"{leaf.text}: {'nothing is known of it' if value is None else _quantity(value)}"
            elif isinstance(leaf, Interval):
                yield f"{claim.source[leaf.start : leaf.end]}: a range"


def _reading(number: Number, reading: Reading) -> str:
    value = format_significant(number.value * reading.multiplier, 6)
    return format_quantity(value, "" if reading.unit is NO_UNIT else reading.unit.name)


def _units(claim: Claim) -> Iterator[str]:
    for what, measure in zip(("computed", "stated"), claim.judgement.measures, strict=True):
        if measure is not None:
            yield f"{what}: {describe(measure) or 'a plain number'}"


def _evaluators(claim: Claim) -> Iterator[str]:
    """Say what exact fractions give, and whether sympy agrees."""
    sides = claim.judgement.sides
    if sides is None:
        return
    yield f"exact fractions: {_quantity(sides.computed)}"
    try:
        confirm(claim.left, sides.computed, sides.interpretation, claim.names)
    except DisagreementError as error:
        yield f"sympy differs: {error}"
    except (ArithmeticError, TypeError, ValueError) as error:
        yield f"sympy cannot compute it: {type(error).__name__}"
    else:
        yield "sympy: the same"


def _compared(claim: Claim, tolerances: Tolerances) -> Iterator[str]:
    judgement = claim.judgement
    if judgement.sides is None or claim.is_comparison:
        return
    share = format_significant(judgement.error * 100, 3)
    yield (
        f"{amount_text(claim.computed)} against {amount_text(claim.stated)}: {share} % apart; right at the "
        f"digits shown, imprecise up to {format_significant(tolerances.imprecise * 100, 3)} %"
    )
    if claim.verdict is Verdict.WRONG and judgement.error <= tolerances.imprecise and not claim.decimals:
        yield "whole numbers give another whole number, where nothing can have been rounded"


def _why(claim: Claim) -> Iterator[str]:
    if claim.computed is not None:
        yield f"understood: {sanitize(understood(claim))}"
    yield from (f"read: {sanitize(text)}" for text in _readings(claim))
    if claim.reason is not None:
        yield f"reason: {EXPLANATIONS[claim.reason]}"


def _quantity(quantity: Quantity) -> str:
    number = format_significant(quantity.value, 6)
    measure = describe(physical(quantity.dimension))
    return f"{number} {measure}".rstrip()


def _indented(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield f"    {sanitize(line)}\n"
