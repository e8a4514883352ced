"""Values said without their calculation, worked out from what the text gives."""

from __future__ import annotations

from typing import ClassVar

from qbank.napkin.claim import Claim
from qbank.napkin.context import VerificationContext
from qbank.napkin.forms.base import Example, TextForm
from qbank.napkin.forms.comparison import COMPARISONS
from qbank.napkin.forms.derivations import (
    Known,
    ResultKind,
    candidates,
    known_values,
    multiples,
    result_kind,
    said_before,
)
from qbank.napkin.limits import MAX_DERIVATIONS
from qbank.napkin.tree import Interval, Node, Number, leaves
from qbank.napkin.verdicts import Reason, Verdict

_ONLY_NEW = frozenset((ResultKind.GIVEN, ResultKind.BARE, ResultKind.TOTAL))
"""Kinds of results that a value is hardly where the text has said it before."""


class Derived(TextForm):
    """A value whose calculation is left to the reader, where the text gives its operands.

    A factor (`4x faster`) or a change in percent compares two values of one kind; a total adds up the values
    before it; what is left, saved or missing is a difference; a value that follows another may be the same in
    another unit; and any value may come from one of its own sentence and one before it. Which operands were
    meant is a guess, so this form confirms and never accuses.
    """

    name = "derived"
    examples: ClassVar = (
        Example("Before: 600 ms. After: 150 ms. That is 4x faster.", expression="600 ms / 150 ms"),
        Example("Power was 250 mW. Now it is 200 mW, a 20% reduction."),
        Example("Weights: 14 GB. Cache: 6 GB. Total: 20 GB", expression="14 GB + 6 GB"),
        Example("Of 24 GB the model takes 14 GB, leaving 10 GB", expression="24 GB − 14 GB"),
        Example("Load 140 GB of weights. At 3.35 TB/s: 42 ms per token", expression="140 GB / 3.35 TB/s"),
        Example("It costs 5 mJ an inference. At 20 inferences/s it draws 100 mW"),
        Example("Load 61.4 MB/s, day and night: 5.3 TB/day", expression="61.4 MB/s"),
        Example("976 KB for two slots, 488 KB each", expression="976 KB / 2"),
        Example("Before 14.9 h, now 21.2 h: it lasts 6.3 h longer.", expression="21.2 h − 14.9 h"),
        Example("52 min on one GPU. On 4 GPUs 13 min.", expression="52 min / 4"),
        Example("It draws 25 W. Throttling takes it down by 18% to 20.5 W", expression="25 W × (1 − 18%)"),
        Example("Send 120 GB at $0.02/MB, in all for 100 nodes and 3 sites: 120 GB → $2,400"),
        Example("That is 7x faster.", None),
        Example("The link runs at 25 GB/s", None),
    )

    def read(self, context: VerificationContext) -> None:
        """Add the derived values among the quantities of a text that no other form has decided on."""
        decided = [_decided(claim) for claim in context.claims if claim.reason is not Reason.MISSING_OPERAND]
        kinds = {
            span.first: kind
            for span in context.quantities
            if not any(start <= span.node.start < end for start, end in decided)
            and (kind := result_kind(context, span)) is not None
        }
        if not kinds:
            return
        known = [value for span in context.spans for value in known_values(span)]
        tried = 0
        for place, value in enumerate(known):
            kind = kinds.get(value.span.first)
            if value.span.quantity is None or kind is None or tried == MAX_DERIVATIONS:
                continue
            if kind in _ONLY_NEW and said_before(value, known[:place]):
                continue
            tried += 1
            self._derive(context, known, place, kind)

    def _derive(self, context: VerificationContext, known: list[Known], place: int, kind: ResultKind) -> None:
        stated = known[place].span.node
        is_rounded = isinstance(stated, Interval) or (isinstance(stated, Number) and stated.approximate)
        relation = "≈" if is_rounded else "="
        factors = multiples(context, known[place].span)
        for left in candidates(known, place, kind, factors):
            if isinstance(stated, Interval) and not any(isinstance(leaf, Interval) for leaf in leaves(left)):
                continue  # one value does not make a range
            judgement = context.judge(left, stated, relation)
            by_chance = kind in _ONLY_NEW and judgement.error and _is_digit(stated)
            if judgement.verdict is Verdict.OK and not judgement.note and not by_chance:
                judgement = judgement.noted("worked out from values of the text")
                context.add(self.name, left, stated, relation, judgement, span=(stated.start, stated.end))
                return


def _decided(claim: Claim) -> tuple[int, int]:
    """Return the stretch whose values a claim has decided on; a lone left value is taken as given."""
    given = claim.relation in COMPARISONS or (claim.form == "equation" and isinstance(claim.left, Number))
    return (claim.stated_start if given else claim.start, claim.end)


def _is_digit(stated: Node) -> bool:
    """Tell whether a value is a single digit that nobody says to be rounded: anything is near one."""
    return isinstance(stated, Number) and stated.value < 10 and not (stated.decimals or stated.approximate)
