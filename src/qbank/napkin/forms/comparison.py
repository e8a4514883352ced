"""Which of two values is larger, in signs and in words."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from qbank.napkin.context import VerificationContext
from qbank.napkin.forms.base import ClauseForm, Example, Statement, TextForm
from qbank.napkin.forms.sides import Side, is_factor, is_share, names
from qbank.napkin.lexing import tokens as t
from qbank.napkin.lexing.words import word_set
from qbank.napkin.parsing.spans import QuantitySpan
from qbank.napkin.tree import Name, Node, Number, is_arithmetic, leaves
from qbank.napkin.verdicts import Verdict
from qbank.units.dimension import NONE

COMPARISONS = frozenset("<≤>≥")


class Comparison(ClauseForm):
    """Two values and which is larger: `8 MB + 12 MB = 20 MB > 16 MB`, with `<`, `≤`, `>` or `≥`.

    Of a name alone nothing is known: `P99 < 10 ms` is a target.
    """

    name = "comparison"
    relations = COMPARISONS
    examples: ClassVar = (
        Example("12 MB < 16 MB"),
        Example("8 MB + 12 MB > 16 MB", expression="8 MB + 12 MB"),
        Example("Intensity (200) < Ridge point (683)"),
        Example("8 MB + 12 MB = 20 MB < 16 MB", Verdict.WRONG),
        Example("P99 < 10 ms", None),
    )

    def add(self, context: VerificationContext, statement: Statement) -> None:
        """Add the claim that one side is larger."""
        left, right, relation = statement.left, statement.right, statement.relation
        if left is None:
            return
        if isinstance(left.node, Name):
            if isinstance(right, Number):
                context.bounds[left.node.text] = right
            return
        symbolic = bool(names(left.node) or names(right))
        if not (symbolic or left.labelled):  # `133.3 < 295 FLOPs/byte`
            left = replace(left, node=_in_unit_of(left.node, right))
            right = _in_unit_of(right, left.node)
        judgement = context.judge(left.node, right, relation)
        if symbolic and judgement.verdict is not Verdict.OK:
            context.open_equations.append((left.node, right, relation))
            return
        if judgement.verdict not in {Verdict.OK, Verdict.WRONG} or judgement.measures[0] is None:
            return
        measured = judgement.measures[0] != NONE or isinstance(left.node, Number)
        says = left.at > 0 and context.parser.texts[left.at - 1] in {"is", "are"}
        measured = measured and (says or not left.labelled)
        if is_arithmetic(left.node) or measured or _is_named_value(context, left, statement.at):
            context.add(self.name, left.node, right, relation, judgement)


def _in_unit_of(node: Node, other: Node) -> Node:
    """Return a bare number in the unit of what it is compared with, else the node."""
    if not (isinstance(node, Number) and node.bare and isinstance(other, Number)):
        return node
    if other.bare or len(other.unit.name) < 2:  # `4d <= 2` is in a symbol
        return node
    return replace(node, readings=other.readings)


def _is_named_value(context: VerificationContext, left: Side, end: int) -> bool:
    """Tell whether the side is a name with its value in brackets: `Intensity (200)`."""
    tokens = context.parser.tokens
    return tokens.kinds[left.at] == t.WORD and tokens.texts[end - 1] == ")" and len(leaves(left.node)) == 1


_VERBS = {
    ">": "exceeds exceed exceeding breaches breach breaching misses miss missing overshoots overshooting "
    "above violates violating violate",
    "<": "below under beats beating",
    "≤": "within meets meeting satisfies",
}
_THAN = {
    ">": "greater larger more higher longer bigger above faster",
    "<": "less lower smaller fewer shorter cheaper",
}
_BEYOND = frozenset(("over", "past"))
_HINTS = {
    ("dominates",): ">",
    ("short", "of"): "<",
    ("nowhere", "near"): "<",
    ("enough", "for"): "≥",
    ("ok", "for"): "≤",
    ("ok", "on"): "≤",
}  # words that often say something else, so that they only confirm
_SAYING = frozenset(("is", "are", "be", "still", "well", "already", "just", "far", "goes", "runs", "comes"))
"""Words before `over` and `past` that make it a comparison; `2 h over 3 days` is none."""
_FITS = frozenset(("fit", "fits", "fitting", "Fits"))
_OF_DIFFERENCES = frozenset(("with", "by"))
"""Words before a comparison that is of what lies between two values: `met, with under 5 s to spare`."""
_OF_LIMITS = frozenset(("misses", "miss", "missing", "meets", "meeting", "satisfies"))
_LIMITS = word_set("""
    deadline deadlines target budget limit limits sla slo threshold window constraint requirement bound cap
""")
_NOT = frozenset(("not", "cannot", "can't", "doesn't", "don't", "never", "n't"))
_FIT_INTO = frozenset(("in", "within", "into", "inside", "on", "under", "the"))
_RELATIONS = {word: relation for relation, words in _VERBS.items() for word in words.split()}
_COMPARATIVES = {word: relation for relation, words in _THAN.items() for word in words.split()}
_CUES = frozenset(
    spelling
    for word in (*_RELATIONS, *_COMPARATIVES, *_FITS, *_BEYOND, *(words[0] for words in _HINTS))
    for spelling in (word, word.capitalize(), word.upper())
)
_HEDGES = word_set("when if once with after together combined plus unless without")
_OPPOSITE = {">": "≤", "<": "≥", "≤": ">", "≥": "<"}
_REACH = 8  # tokens between the words and the value behind them
_CLOSE = 4  # tokens between a result and the words that compare it


class WordedComparison(TextForm):
    """Two values and words that compare them: exceeds, is below, fits in, misses, is less than, within.

    The value before the words may stand in the sentence before. It is wrong only where a result is compared
    at once, as in `= 99 GB, exceeding the 80 GB of memory`.
    """

    name = "worded comparison"
    cues = _CUES
    examples: ClassVar = (
        Example("A step takes 20 ms, which is below the 50 ms target."),
        Example("Weights and cache: 30 GB. This fits in 40 GB of memory."),
        Example("6 GB + 93 GB = 99 GB, exceeding the 80 GB of memory"),
        Example("5 ms + 30 ms = 35 ms (misses the 33 ms target)"),
        Example("A tile of 128 KB does not fit in 32 KB"),
        Example("Weights and cache: 93 GB. Still over the 80 GB of the card."),
        Example("Copying (171 ms) dominates the compute (90 ms)"),
        Example("12 GB + 30 GB = 42 GB, which fits in 40 GB", Verdict.WRONG),
        Example("Keep it below 50 ms", None),
        Example("5 ms + 30 ms = 35 ms → met, with under 4 ms to spare", None),
        Example("Its peak is 10 KB + 6 KB = 16 KB, which exceeds 20 KB once the stack is in", None),
        Example("It ran 2 h over 1 h of grace", None),
        Example("195 * $700 = $136,500, 48% less than now ($126,000)", None),
        Example("With 30% in parsing the gain cannot exceed 1/0.7 times", None),
        Example("It fails 2 s past the hour, 9 h before the end", None),
    )

    def read(self, context: VerificationContext) -> None:
        """Add the comparisons of a text."""
        texts = context.parser.texts
        for at in [at for at, text in enumerate(texts) if text in _CUES]:
            relation, after = _stated_relation(context, at)
            hint = not relation
            if hint:
                relation, after = _hinted_relation(context, at)
            if not relation or texts[max(0, at - 1)].lower() in _OF_DIFFERENCES:
                continue
            if texts[after : after + 1] == ["by"]:
                continue  # `under by 1.4 MW`: of what lies between the two
            # `$136,500, 48% less than now ($126,000)`: what it is less than may be told by another value.
            sign = at - (texts[at - 1] == "*")  # `2.15 × faster than`
            said = [one for one in context.quantities if one.after == sign]
            hint = hint or any(is_share(one.node) or is_factor(context, one) for one in said)
            values = [value for value in context.quantities if not _is_adjective(context, value)]
            limit = next((value for value in values if value.first >= after), None)
            if limit is None or limit.first - after > _REACH or _are_parted(context, after, limit.first):
                continue
            if context.parser.number_power(limit.after, len(texts)) is not None:
                continue  # `below 2^17 = 131,072`
            kinds = context.parser.kinds[limit.after : limit.after + 2]
            if kinds[:1] == [t.OPERATOR] and kinds[-1] in t.BEGINS_QUANTITY:
                continue  # `below the 1 / 0.15 s that it sustains`
            if texts[at].lower() in _OF_LIMITS and not _is_limit(context, limit):
                continue
            if _is_negated(context, at):
                relation = _OPPOSITE[relation]
            before = [value for value in values if value.after <= at and value.sentence >= limit.sentence - 1]
            self._compare(context, before, limit, relation, at, hint=hint)

    def _compare(
        self,
        context: VerificationContext,
        before: list[QuantitySpan],
        limit: QuantitySpan,
        relation: str,
        at: int,
        *,
        hint: bool,
    ) -> None:
        for value in reversed(before):
            judgement = context.judge(value.node, limit.node, relation)
            if judgement.verdict is Verdict.UNCHECKED:
                continue
            near = value.sentence == limit.sentence and at - value.after <= _CLOSE
            accuses = near and not hint and _is_result(context, value.node) and not _is_hedged(context, limit)
            if judgement.verdict is Verdict.OK or accuses:
                context.add(
                    self.name,
                    value.node,
                    limit.node,
                    relation,
                    judgement,
                    span=_claim_span(context, value, limit),
                )
            return


def _is_adjective(context: VerificationContext, value: QuantitySpan) -> bool:
    """Tell whether a value only describes what follows: `a 4-bit code`."""
    return isinstance(value.node, Number) and "-" in context.parser.texts[value.first : value.after]


def _is_limit(context: VerificationContext, value: QuantitySpan) -> bool:
    """Tell whether a value is called a limit: `the 33 ms deadline`."""
    behind = context.parser.texts[value.after : value.after + 3]
    return any(text.lower() in _LIMITS for text in behind)


def _stated_relation(context: VerificationContext, at: int) -> tuple[str, int]:
    """Return what the words at token `at` say, and where they end; an empty string if nothing."""
    kinds, texts = context.parser.kinds, context.parser.texts
    word = texts[at].lower()
    if word in _COMPARATIVES and texts[at + 1 : at + 2] == ["than"]:
        return _COMPARATIVES[word], at + 2
    if word == "within" and not _FITS.isdisjoint(texts[max(0, at - 3) : at]):
        return "", at
    if word in _FITS:
        place = at + 1
        while place < min(at + 5, len(texts)) and kinds[place] == t.WORD:
            if texts[place] in _FIT_INTO:
                return "≤", place + 1
            place += 1
        return "", at
    return _RELATIONS.get(word, ""), at + 1


def _hinted_relation(context: VerificationContext, at: int) -> tuple[str, int]:
    """Return what the words at token `at` may say, and where they end; an empty string if nothing."""
    kinds, texts = context.parser.kinds, context.parser.texts
    if texts[at].lower() in _BEYOND:
        says = at == 0 or kinds[at - 1] != t.WORD or texts[at - 1].lower() in _SAYING
        return (">", at + 1) if says else ("", at)
    for words, relation in _HINTS.items():
        after = at + len(words)
        if tuple(text.lower() for text in texts[at:after]) == words:
            return relation, after
    return "", at


def _are_parted(context: VerificationContext, start: int, end: int) -> bool:
    """Tell whether a sentence, a bracket or a relation ends between two tokens; `load (9 ms)` is a value."""
    if end > start and context.parser.kinds[end - 1] == t.OPEN:
        end -= 1
    return not t.BORDERS.isdisjoint(context.parser.kinds[start:end])


def _claim_span(context: VerificationContext, value: QuantitySpan, limit: QuantitySpan) -> tuple[int, int]:
    """Return where a comparison stands, with the brackets that its values stand in."""
    tokens = context.parser.tokens
    start, end = value.node.start, limit.node.end
    if value.first and tokens.texts[value.first - 1] == "(" and tokens.texts[value.after] == ")":
        start = tokens.starts[value.first - 1]
    if tokens.texts[limit.first - 1] == "(" and tokens.texts[limit.after : limit.after + 1] == [")"]:
        end = tokens.ends[limit.after]
    return start, end


def _is_negated(context: VerificationContext, at: int) -> bool:
    return any(text.lower() in _NOT for text in context.parser.texts[max(0, at - 2) : at])


def _is_hedged(context: VerificationContext, limit: QuantitySpan) -> bool:
    """Tell whether the rest of the sentence adds to what is compared: `exceeds 40 GB with its cache`."""
    tokens = context.parser.tokens
    for at in range(limit.after, len(tokens)):
        if tokens.kinds[at] == t.STOP:
            break
        if tokens.texts[at].lower() in _HEDGES:
            return True
    return False


def _is_result(context: VerificationContext, node: Node) -> bool:
    """Tell whether a value is the result of a calculation that was found right, and no limit of another."""
    return any(
        claim.stated_start == node.start and claim.verdict is Verdict.OK and not claim.is_comparison
        for claim in context.claims
    )
