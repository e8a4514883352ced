"""`35 ms misses the 33 ms deadline`: comparisons in words."""

from __future__ import annotations

from typing import ClassVar

from qbank.napkin.context import VerificationContext
from qbank.napkin.forms.base import Example, TextForm
from qbank.napkin.lexing import tokens as t
from qbank.napkin.lexing.words import APPROXIMATIONS
from qbank.napkin.parsing.quantity_spans import SENTENCE_ENDS, QuantitySpan, quantities
from qbank.napkin.reasons import Verdict
from qbank.napkin.tree import Node, Number

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
_OF_LIMITS = frozenset(("misses", "miss", "missing", "meets", "meeting", "satisfies"))
_LIMITS = frozenset(
    """
    deadline deadlines target budget limit limits sla slo threshold window constraint requirement bound cap
    """.split()  # noqa: SIM905
)
_NOT = frozenset(("not", "cannot", "can't", "doesn't", "don't", "never", "n't"))
_FIT_INTO = frozenset(("in", "within", "into", "inside", "on", "under", "the"))
_RELATIONS = {word: relation for relation, words in _VERBS.items() for word in words.split()}
_COMPARATIVES = {word: relation for relation, words in _THAN.items() for word in words.split()}
_CUES = frozenset(
    spelling
    for word in (*_RELATIONS, *_COMPARATIVES, *_FITS, *_BEYOND, *(words[0] for words in _HINTS))
    for spelling in (word, word.capitalize(), word.upper())
)
_HEDGES = frozenset(
    ("when", "if", "once", "with", "after", "together", "combined", "plus", "unless", "without")
)
_BORDERS = frozenset((t.STOP, t.RELATION, t.CLOSE, t.OPEN, t.COMMA))
_VALUE_STARTS = frozenset((t.NUMBER, t.MONEY, t.APPROX))
_OPPOSITE = {">": "≤", "<": "≥", "≤": ">", "≥": "<"}
_REACH = 8  # tokens between the words and the value behind them
_MOST_MARKS = 8  # between where a value begins and its digits
_CLOSE = 4  # tokens between a result and the words that compare it


class WordedComparison(TextForm):
    """Two values and words that compare them: exceeds, is below, fits in, misses, is less than, within.

    The value before the words may stand in the sentence before. It is wrong only where a result is compared
    at once, as in `= 99 GB, exceeding the 80 GB of memory`.
    """

    name = "worded comparison"
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
        Example("Its peak is 10 KB + 6 KB = 16 KB, which exceeds 20 KB once the stack is in", None),
        Example("It ran 2 h over 1 h of grace", None),
        Example("It fails 2 s past the hour, 9 h before the end", None),
    )

    def read(self, context: VerificationContext) -> None:
        """Add the comparisons of a text."""
        texts = context.parser.texts
        if _CUES.isdisjoint(texts):
            return
        cues = [at for at, text in enumerate(texts) if text in _CUES]
        for at in cues:
            relation, after = _relation(context, at)
            hint = not relation
            if hint:
                relation, after = _hint(context, at)
            if not relation or not _reaches_number(context, after):
                continue
            values = [m for m in _values_around(context, at, after) if not _is_adjective(context, m)]
            limit = next((mention for mention in values if mention.first >= after), None)
            if limit is None or limit.first - after > _REACH or _parted(context, after, limit.first):
                continue
            if texts[at].lower() in _OF_LIMITS and not _is_limit(context, limit):
                continue
            if _negated(context, at):
                relation = _OPPOSITE[relation]
            before = [m for m in values if m.after <= at and m.sentence >= limit.sentence - 1]
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
        for mention in reversed(before):
            judgement = context.judge(mention.node, limit.node, relation)
            if judgement.verdict is Verdict.UNCHECKED:
                continue
            near = mention.sentence == limit.sentence and at - mention.after <= _CLOSE
            accuses = (
                near and not hint and _is_result(context, mention.node) and not _is_hedged(context, limit)
            )
            if judgement.verdict is Verdict.OK or accuses:
                context.add(
                    self.name,
                    mention.node,
                    limit.node,
                    relation,
                    judgement,
                    span=_span(context, mention, limit),
                )
            return


def _values_around(context: VerificationContext, at: int, after: int) -> list[QuantitySpan]:
    """Return the values in the sentence of token `at` and in the one before it, up to those in reach."""
    kinds, texts = context.parser.kinds, context.parser.texts
    start, sentences = at, 0
    while start:
        if kinds[start - 1] == t.STOP and texts[start - 1] in SENTENCE_ENDS:
            sentences += 1
            if sentences == 2:
                break
        start -= 1
    return quantities(context.parser, start, min(len(kinds), after + _REACH + _MOST_MARKS))


def _is_adjective(context: VerificationContext, mention: QuantitySpan) -> bool:
    """Tell whether a value only describes what follows: `a 4-bit code`."""
    return isinstance(mention.node, Number) and "-" in context.parser.texts[mention.first : mention.after]


def _is_limit(context: VerificationContext, mention: QuantitySpan) -> bool:
    """Tell whether a value is called a limit: `the 33 ms deadline`."""
    behind = context.parser.texts[mention.after : mention.after + 3]
    return any(text.lower() in _LIMITS for text in behind)


def _relation(context: VerificationContext, at: int) -> tuple[str, int]:
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


def _hint(context: VerificationContext, at: int) -> tuple[str, int]:
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


def _reaches_number(context: VerificationContext, after: int) -> bool:
    """Tell whether any number begins within reach of the words; behind most of them stands none."""
    tokens = context.parser.tokens
    for at in range(after, min(after + _REACH + 1, len(tokens))):
        kind = tokens.kinds[at]
        if kind in _BORDERS and kind != t.OPEN:
            break
        if kind in _VALUE_STARTS or tokens.texts[at] in APPROXIMATIONS:
            return True
    return False


def _parted(context: VerificationContext, start: int, end: int) -> bool:
    """Tell whether a sentence, a bracket or a relation ends between two tokens; `load (9 ms)` is a value."""
    if end > start and context.parser.kinds[end - 1] == t.OPEN:
        end -= 1
    return not _BORDERS.isdisjoint(context.parser.kinds[start:end])


def _span(context: VerificationContext, mention: QuantitySpan, limit: QuantitySpan) -> tuple[int, int]:
    """Return where a comparison stands, with the brackets that its values stand in."""
    tokens = context.parser.tokens
    start, end = mention.node.start, limit.node.end
    if mention.first and tokens.texts[mention.first - 1] == "(" and tokens.texts[mention.after] == ")":
        start = tokens.starts[mention.first - 1]
    if tokens.texts[limit.first - 1] == "(" and tokens.texts[limit.after : limit.after + 1] == [")"]:
        end = tokens.ends[limit.after]
    return start, end


def _negated(context: VerificationContext, at: int) -> bool:
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
    """Tell whether a value is the result of a claim that was found right."""
    return any(claim.stated_start == node.start and claim.verdict is Verdict.OK for claim in context.claims)
