"""How much a value changes: `from 200 ms to 150 ms, a 25% reduction`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from qbank.napkin.context import VerificationContext
from qbank.napkin.forms.base import Example, TextForm
from qbank.napkin.forms.sides import is_factor, is_share
from qbank.napkin.judging.relation import Judgement
from qbank.napkin.lexing import tokens as t
from qbank.napkin.lexing.spellings import MONEYS, PERCENT
from qbank.napkin.lexing.words import APPROXIMATIONS, ARTICLES, RESULT_VERBS, word_set
from qbank.napkin.parsing.spans import QuantitySpan
from qbank.napkin.tree import Negation, Node, Number, Reading, operate, plain_number
from qbank.napkin.verdicts import Verdict
from qbank.units.dimension import physical

_OF_FIRST = word_set("""
    reduction reduces reduced reducing decrease decreases decreased drop drops dropped fall falls fell less
    lower cut cuts shrinks saving savings saves saved increase increases increased increasing rise rises rose
    growth grows grew more higher larger loses lose losing lost
""")
"""Words of a change that is measured against the first of two values."""
_OF_EITHER = word_set("""
    smaller bigger win shorter longer cheaper faster slower improvement improves improved speedup speed-up
    gain gains better worse change
""")
_AGAINST = frozenset(("vs", "versus", "against"))
_BESIDE = frozenset((t.WORD, t.OPEN, t.CLOSE, t.COMMA))
_SAYS_FACTOR = frozenset(":=→≈")
_SAYS_CHANGE = word_set(
    "= ( , : → . that is so which i e ie a an the change difference delta drop gain loss of by"
)
_SAYS_CHANGE |= word_set("rise fall top-1 top-5 accuracy absolute relative about roughly ~ for or just only")
"""What may stand between two values and their change."""
_AGAINST_IT = word_set("but while whereas although though yet however")
_STATES = (RESULT_VERBS - {"to", "every"}) | word_set("""
    goes go went grows grow grew rises rise rose falls fall fell drops drop dropped increases increase
    increased decreases decrease decreased moves move moved brings bring brought lowers lower lowered raises
    raise raised climbs climb climbed shrinks shrink shrank lifts lift lifted would will should could may
    might has have had makes make made
""")
"""Verbs with which another statement begins behind an `and`."""
_OF_NOUNS = frozenset(("more", "less", "fewer", "higher", "lower"))
"""Words of a change that tell behind them of what."""
_DETERMINERS = ARTICLES | word_set("its their his her our your this that each every")
_COVERED = word_set("interval intervals confidence credible ci cis coverage")
"""What a share is of that says how sure a value is."""
_CHANGE_SIGNS = frozenset("+-")
_POINTS = ("pp", "p . p", "pts", "points", "percentage points", "percent points", "- points")
_FACTOR_SIGNS = frozenset("*xX")
_BEFORE_SECOND = frozenset(("from", "From", "→", "vs", "versus"))
_COMPARATIVES = frozenset(("smaller", "larger", "faster", "slower", "cheaper", "bigger", "less", "more"))
_PARTS = frozenset((t.STOP, t.COMMA))
_APPOSED = [",", "from"]
"""What stands between a change and the values that it is of: `rises by 9.6%, from 3.95 to 4.33`."""
_JOINS = _AGAINST_IT | {"and"}
"""What parts a change from values that it is not of."""
_REACH = 10  # tokens between two values and their change
_NEAR = 3  # tokens between a change and the word that says so

_Pair: TypeAlias = tuple[QuantitySpan, QuantitySpan]


class Change(TextForm):
    """Two values, from one to the other, and what share of the first the change is, or what factor.

    A reduction and an increase are shares of the first value; what is faster may be either. Other values may
    be meant, so what differs is only likely to be wrong.
    """

    name = "change"
    cues = _BEFORE_SECOND | _COMPARATIVES | {"instead"}
    examples: ClassVar = (
        Example("Latency drops from 200 ms to 150 ms, a 25% reduction", expression="1 − 150 ms / 200 ms"),
        Example("It rises from 40 to 50 req/s, a 25% increase"),
        Example("From 600 ms to 150 ms is 4x faster", expression="600 ms / 150 ms"),
        Example("From 200 ms to 150 ms: 33% faster"),
        Example("INT8 is 4× smaller: 102.4 MB → 25.6 MB", expression="102.4 MB / 25.6 MB"),
        Example("Calls go from 480 to 120 per second, i.e. a reduction of 75%"),
        Example("INT8 is 4× smaller: 102.4 MB → 12.8 MB", Verdict.WRONG),
        Example("Latency drops from 200 ms to 150 ms, a 33% reduction", Verdict.WRONG),
        Example("From 600 ms to 150 ms is 5x faster", Verdict.WRONG),
        Example("From 200 ms to 150 ms, at 33% load", None),
        Example("Up 1.25 GB → 6.81 GB per round → 1.36 TB in all (36% less)", None),
        Example("Arena 96 KiB → 64 KiB, for about 2.5% more latency", None),
        Example("It is 4x smaller, 1.6x faster, from 132 s to 82.5 s", expression="132 s / 82.5 s"),
        Example("From 7 W to 5 W, leaving 3 W spare, for 2% more area", None),
        Example("It is faster, and its 90% interval runs from 31 ms to 35 ms", None),
        Example("It is faster with a confidence of 90%, from 31 ms to 35 ms", None),
    )

    def read(self, context: VerificationContext) -> None:
        """Add the changes that a text speaks of."""
        if not _speaks_of_change(context):
            return
        texts, spans = context.parser.texts, context.quantities
        told = _told(context, [pair for pair in pairwise(spans) if _is_changed(context, *pair)])
        for first, second in pairwise(spans):
            between = texts[first.after : second.first]
            if between == ["instead", "of"] and (turned := _pair(second, first)) is not None:
                self._signed(context, turned, second)
            if _is_compared(context, first, second):
                factor = _factor_behind(context, second)
                pair = _pair(first, second)
                if factor is not None and pair is not None and not context.is_decided(factor.node):
                    self._decide(context, *pair, factor)
            if first.first not in told:
                continue
            pair = _pair(first, second)
            if pair is not None and self._signed(context, pair, second):
                continue
            for change in _changes(context, first, second, told[first.first]) if pair is not None else ():
                if pair is not None and not context.is_decided(change.node):
                    self._decide(context, *pair, change)

    def _signed(
        self, context: VerificationContext, pair: tuple[Number, Number], second: QuantitySpan
    ) -> bool:
        """Add the claim of a change with its sign right behind two values: `(−40 %)`, `= +2.5 pp`."""
        texts, at = context.parser.texts, _sign_behind(context, second.after)
        if at < 0:
            return False
        value = context.parser.quantity(at + 1, len(texts))
        if value is None or not isinstance(value[0], Number) or context.is_decided(value[0]):
            return False
        stated, after = value[0], value[1]
        before, behind = pair
        shares = all(number.unit.name == "%" for number in pair)
        if (shares or all(number.bare for number in pair)) and _in_points(texts, after):
            of_one = not shares and max(before.value, behind.value) <= 1  # `0.92 → 0.95 (+3 points)`
            percent = (Reading(unit=PERCENT),)
            stated = replace(stated, readings=percent if of_one else before.readings)
            node: Node = operate("-", behind, before)
        elif stated.unit.name == "%" and not shares:
            node = operate("-", operate("/", behind, before), plain_number(Fraction(1)))
        else:
            return False
        start = context.parser.starts[at]
        right = Negation(stated, start, stated.end) if texts[at] == "-" else stated
        judgement = context.judge(node, right, "=", alone=True)
        if judgement.verdict is Verdict.IMPRECISE:
            return False  # the two values are as rounded as they are shown
        if judgement.verdict is Verdict.WRONG:
            if not _SAYS_CHANGE.issuperset(text.lower() for text in texts[second.after : at]):
                return False  # `96 GB → 24 GB, at the price of +33% compute`
            if not shares and _is_against_earlier(context, before, behind, right):
                return False  # `80 ms of it → 210 ms (−48.8%)`, where it took 410 ms
            judgement = replace(judgement, doubt="if it is the change between the two")
        context.add(self.name, node, right, "=", judgement, span=(before.start, stated.end))
        return True

    def _decide(
        self, context: VerificationContext, first: Number, second: Number, change: QuantitySpan
    ) -> None:
        stated = change.node
        judgements: list[tuple[Node, Judgement]] = []
        for node in _readings(context, first, second, change):
            judgements.append((node, context.judge(node, stated, "=", alone=True)))
            if judgements[-1][1].verdict is Verdict.OK:
                break
        if not judgements:
            return
        node, judgement = judgements[-1] if judgements[-1][1].verdict is Verdict.OK else judgements[0]
        if judgement.verdict is Verdict.WRONG:
            if judgement.unlike or _is_parted(context, first, second, change):
                return
            judgement = replace(judgement, doubt="if it is the change between the two")
        if judgement.verdict in {Verdict.OK, Verdict.WRONG}:
            context.add(self.name, node, stated, "=", judgement, span=(stated.start, stated.end))


def _is_against_earlier(context: VerificationContext, before: Number, behind: Number, change: Node) -> bool:
    """Tell whether a change is that of a second value against another one before it, in its unit."""
    return any(
        context.judge(
            operate("-", operate("/", behind, one), plain_number(Fraction(1))), change, "=", alone=True
        ).verdict
        is Verdict.OK
        for span in context.quantities
        if span.node.end <= before.start and isinstance(one := span.node, Number) and one.unit == behind.unit
    )


def _is_parted(context: VerificationContext, first: Number, second: Number, change: QuantitySpan) -> bool:
    """Tell whether another statement begins between two values and a change beside them.

    Another value says so, a word against it, or an `and` with a verb: `5.4% less and brings 14 minutes, from
    4.15 to 4.39 hours`, `to 10.5%, but the batch grows from 4M to 8M`. A verb right behind the `and` goes
    on with what stands before it: `from 80 ms to 60 ms and saves 25%`.
    """
    parser = context.parser
    start, end = min(first.start, second.start), max(first.end, second.end)
    is_behind = change.node.start > start
    place = (end, change.node.start) if is_behind else (change.node.end, start)
    for span in context.quantities:
        within = place[0] <= span.node.start < place[1] and span is not change
        if within and not (is_behind and (is_share(span.node) or is_factor(context, span))):
            return True
    if _is_of_another(context, change):
        return True
    between = slice(*(parser.token_at(one) for one in place))
    words = [text.lower() for text in parser.texts[between]]
    behind = words[words.index("and") + 1 + is_behind :] if "and" in words else []
    return not (_AGAINST_IT.isdisjoint(words) and _STATES.isdisjoint(behind))


def _is_of_another(context: VerificationContext, change: QuantitySpan) -> bool:
    """Tell whether a noun says what there is more of, and nothing before does: `for 2.5% more latency`."""
    parser = context.parser
    at = change.after
    while at < len(parser.texts) and parser.texts[at] in _FACTOR_SIGNS:
        at += 1
    if at + 1 >= len(parser.texts) or parser.texts[at].lower() not in _OF_NOUNS:
        return False
    noun = parser.texts[at + 1].lower()
    before = (text.lower() for text in parser.texts[max(0, change.first - _REACH * 2) : change.first])
    return parser.is_noun(at + 1) and noun not in before


def _sign_behind(context: VerificationContext, after: int) -> int:
    """Return the sign of the first number behind token `after` in its clause; -1 if it has none."""
    parser = context.parser
    for at in range(after, min(after + _REACH, len(parser.texts) - 1)):
        if parser.kinds[at] == t.NUMBER or (parser.kinds[at] == t.STOP and parser.texts[at] != ":"):
            return -1
        if parser.texts[at] in _CHANGE_SIGNS and parser.kinds[at + 1] == t.NUMBER:
            return at if at > after and parser.glued[at + 1] else -1
    return -1


def _in_points(texts: list[str], at: int) -> bool:
    """Tell whether a difference of shares is said to be in points: `+2.5 pp`, `+2.5 percentage points`."""
    behind = " ".join(texts[at : at + 3]).lower()
    return behind.startswith(_POINTS)


def _speaks_of_change(context: VerificationContext) -> bool:
    """Tell whether a word stands between two values, or a factor before what says more of it."""
    kinds, texts = context.parser.kinds, context.parser.texts
    return "instead" in texts or any(
        (word in _BEFORE_SECOND and kinds[at : at + 1] and kinds[at] in t.BEGINS_QUANTITY)
        or (word in _COMPARATIVES and texts[at - 2] in _FACTOR_SIGNS)
        for at, word in enumerate(texts, 1)
    )


def _is_compared(context: VerificationContext, first: QuantitySpan, second: QuantitySpan) -> bool:
    """Tell whether two values stand side by side: `900 GB/s vs PCIe 64 GB/s`, `12.8 MB (FP32), 3.2 MB`."""
    between = [text.lower() for text in context.parser.texts[first.after : second.first]]
    if not between or len(between) > _REACH or not isinstance(first.node, Number) or first.node.bare:
        return False
    if between[0] in _AGAINST:
        return all(kind == t.WORD for kind in context.parser.kinds[first.after : second.first])
    return between[-1] == "," and _BESIDE.issuperset(context.parser.kinds[first.after : second.first])


def _factor_behind(context: VerificationContext, second: QuantitySpan) -> QuantitySpan | None:
    """Return the factor that two values are said to differ by at once: `64 GB/s: roughly 14× faster`."""
    parser, at = context.parser, second.after
    while at < len(parser.texts) and parser.texts[at] not in _SAYS_FACTOR:
        if parser.kinds[at] not in _BESIDE:
            return None
        at += 1
    factor = next((span for span in context.quantities if span.first > at), None)
    if factor is None or factor.first - at > _NEAR or not is_factor(context, factor):
        return None
    words = all(text in APPROXIMATIONS or text in "≈~" for text in parser.texts[at + 1 : factor.first])
    return factor if words else None


def _pair(first: QuantitySpan, second: QuantitySpan) -> tuple[Number, Number] | None:
    """Return the two values in one unit: `from 40 to 50 req/s`; None if they are not of one kind."""
    before, after = first.quantity, second.quantity
    if not isinstance(before, Number) or not isinstance(after, Number) or not before.value or not after.value:
        return None
    if before.bare and after.unit.name in MONEYS:
        return None  # `with the copy 2 → $420`
    if before.bare:
        before = replace(before, readings=after.readings)
    one, two = (number.unit for number in (before, after))
    if one.name.partition("/")[2] != two.name.partition("/")[2]:
        return None  # `6.81 GB per round → 1.36 TB in all`
    return (before, after) if physical(one.dimension) == physical(two.dimension) else None


def _is_changed(context: VerificationContext, first: QuantitySpan, second: QuantitySpan) -> bool:
    """Tell whether two values are said to be what changes: `from 40 to 50`, `40 → 50`."""
    texts = context.parser.texts
    between = texts[first.after : second.first]
    told = first.first and texts[first.first - 1] in {"from", "From"}
    return between == ["→"] or (bool(told) and between in (["to"], ["down", "to"], ["up", "to"]))


def _told(context: VerificationContext, pairs: Sequence[_Pair]) -> dict[int, list[QuantitySpan]]:
    """Return the shares and factors in the sentence of each pair of values, by the token that it begins with.

    Of several pairs each has its own, those of its clause, then the nearest ones: `From 80 W to 60 W saves
    25%; back from 60 W to 80 W costs 33% more`.
    """
    told: dict[int, list[QuantitySpan]] = {first.first: [] for first, _ in pairs}
    for span in context.quantities if pairs else ():
        if isinstance(span.quantity, Number) and (is_share(span.node) or is_factor(context, span)):
            near = [pair for pair in pairs if pair[0].sentence == span.sentence]
            own = min(near, key=partial(_apart, context, span)) if near else None
            for pair in near:  # bare numbers beside several are not told apart
                if pair is own or (isinstance(pair[0].node, Number) and pair[0].node.bare):
                    told[pair[0].first].append(span)
    return told


def _apart(context: VerificationContext, change: QuantitySpan, pair: _Pair) -> tuple[int, int]:
    """Return how many ends of clauses, and how many tokens, part a change from two values."""
    first, second = pair
    behind = change.first >= second.after
    place = slice(second.after, change.first) if behind else slice(change.after, first.first)
    kinds, texts = context.parser.kinds[place], context.parser.texts[place]
    if not behind and texts == _APPOSED:
        return 0, len(texts)
    ends = sum(kind in _PARTS or text.lower() in _JOINS for kind, text in zip(kinds, texts, strict=True))
    return ends, len(texts)


def _changes(
    context: VerificationContext, first: QuantitySpan, second: QuantitySpan, told: list[QuantitySpan]
) -> list[QuantitySpan]:
    """Return the shares and factors beside two values, if all that are `told` of them stand there."""
    behind = context.parser.kinds[second.after : second.after + 1]
    if behind in ([t.POWER], [t.OPERATOR]) or (
        len(told) > 1 and isinstance(first.node, Number) and first.node.bare
    ):
        return []  # `0.8 → 0.8³ = 0.512`
    near: list[QuantitySpan] = []
    after = second.after
    for span in told:
        apart = span.first - after if span.first >= after else first.first - span.after
        if not 0 <= apart <= _REACH or any(after <= one.first < span.first for one in context.quantities):
            return []  # it is of another: `from 7 W to 5 W, leaving 3 W spare, for 2% more area`
        near.append(span)
        after = max(after, span.after)
    return near


def _readings(
    context: VerificationContext, first: Number, second: Number, change: QuantitySpan
) -> Iterator[Node]:
    """Yield what the change may be, the likelier first."""
    words = {text.lower() for text in context.parser.texts[change.after : change.after + _NEAR]}
    words |= {text.lower() for text in context.parser.texts[max(0, change.first - _NEAR) : change.first]}
    of_first = not words.isdisjoint(_OF_FIRST)
    grows = second.value * second.readings[0].size > first.value * first.readings[0].size
    larger, smaller = (second, first) if grows else (first, second)
    if (not of_first and words.isdisjoint(_OF_EITHER)) or _is_of_noun(context, change):
        return
    if is_factor(context, change):
        yield operate("/", larger, smaller)
        return
    one = plain_number(Fraction(1))
    if grows or not of_first:
        yield operate("-", operate("/", larger, smaller), one)
    if not (grows and of_first):
        yield operate("-", one, operate("/", smaller, larger))


def _is_of_noun(context: VerificationContext, change: QuantitySpan) -> bool:
    """Tell whether a share belongs to a noun that is no change: `its 95% interval`, `95% confidence`."""
    parser = context.parser
    at = change.after
    nouns: list[str] = []
    while at < min(change.after + _NEAR, len(parser.texts)) and parser.is_noun(at):
        nouns.append(parser.texts[at].lower())
        at += 1
    if not nouns or nouns[0] in _COVERED:
        return bool(nouns)
    before = parser.texts[change.first - 1].lower() if change.first else ""
    return before in _DETERMINERS and (_OF_FIRST | _OF_EITHER).isdisjoint(nouns)


class Share(TextForm):
    """A share of something that the text names, and what it comes to: `30% of peak, or 16.3 GB/s`.

    The value is that of the only line whose label holds the word. It may be another one that is meant, so
    what differs is only likely to be wrong.
    """

    name = "share"
    cues = frozenset(("or",))
    examples: ClassVar = (
        Example("Peak bandwidth: 50 GB/s.\nRefresh takes 8% of peak, or 4 GB/s", expression="8% × 50 GB/s"),
        Example("Peak bandwidth: 50 GB/s.\nRefresh takes 8% of peak, or ~6 GB/s", Verdict.WRONG),
        Example("Refresh takes 8% of peak, or 4 GB/s", None),
    )

    def read(self, context: VerificationContext) -> None:
        """Add the shares that a text speaks of."""
        texts, spans = context.parser.texts, context.quantities
        for share, value in pairwise(spans):
            between = texts[share.after : value.first]
            if not is_share(share.node) or between[:1] != ["of"] or between[-1:] != ["or"]:
                continue
            words = [word.lower() for word in between[1:-1] if word.isalpha() and word != "the"]
            whole = _called(context, words[0], value) if len(words) == 1 else None
            if whole is None or context.is_decided(value.node):
                continue
            node = operate("*", share.node, whole.node)
            judgement = context.judge(node, value.node, "=")
            if judgement.verdict is Verdict.WRONG:
                judgement = replace(judgement, doubt=f"if '{words[0]}' is {context.text[_place(whole)]}")
            if judgement.verdict in {Verdict.OK, Verdict.WRONG}:
                place = share.node.start, value.node.end
                context.add(self.name, node, value.node, "=", judgement, span=place)


def _place(span: QuantitySpan) -> slice:
    return slice(span.node.start, span.node.end)


def _called(context: VerificationContext, word: str, value: QuantitySpan) -> QuantitySpan | None:
    """Return the only value of the kind of another one before it whose line is called by a word."""
    if not isinstance(value.node, Number):
        return None
    dimension = value.node.measures
    found: list[QuantitySpan] = []
    for span in context.quantities:
        if span.first >= value.first:
            break
        alike = isinstance(span.node, Number) and span.node.measures == dimension
        if alike and word in _label(context, span):
            found.append(span)
    return found[0] if len(found) == 1 else None


def _label(context: VerificationContext, span: QuantitySpan) -> set[str]:
    """Return the words between the begin of a line and the value in it, if they are its label."""
    kinds, texts = context.parser.kinds, context.parser.texts
    at = span.first - 1
    if at < 0 or texts[at] not in {":", "=", "is", "of"}:
        return set()
    words: set[str] = set()
    while at > 0 and kinds[at - 1] == t.WORD:
        at -= 1
        words.add(texts[at].lower())
    return words
