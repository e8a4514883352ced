"""What is said to be too much though there is room for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.comparisons import is_same
from qbank.facts.derivation import PLAIN, agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.rules.capacity.answers import Answer, answers, nouns_about, nouns_of, verdict
from qbank.rules.capacity.givens import unused_givens
from qbank.rules.capacity.limits import limits_of
from qbank.rules.capacity.needs import amounts_of, goes_on

_NEAR: Final = 3.0
_TOO_MUCH: Final = frozenset(("too-much", "no-room"))
_FIRST: Final = 1
"""The sentence of a solution, counted from 0, up to which it answers, and does not explain."""


def refused_in_vain(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield the last total and the one limit for it, where that is more and the solution says no.

    Nothing else can be why: no given is unused, no other amount is more than the limit, and nothing takes
    the total from the limit or divides that.
    """
    said = ledger.view(answers)
    says_no = any(one.sentence <= _FIRST for one in said) and not any(one.suffices for one in said)
    totals = [one for one in ledger.view(amounts_of) if not goes_on(ledger, one)]
    if not says_no or ledger.view(verdict) is not False or not totals:
        return
    total = totals[-1]
    limit = ledger.view(limits_of)[id(total)]
    if limit is None or not total.value <= limit.value <= total.value * _NEAR:
        return
    within, leading = ledger.parts(limit), ledger.parts(limit) | ledger.parts(total)
    told = [one for answer in said for one in ledger.beside(answer) if one.kind not in PLAIN]
    sentences = [piece for answer in said for piece in ledger.sentence_of(answer)]
    about = nouns_about(ledger, total, limit) | nouns_of(ledger.sentence_of(limit))
    is_about = not about.isdisjoint(nouns_of(sentences)) or any(
        one.device is not None or one.meaning.sort == "limit" for one in sentences
    )
    others = [one for one in ledger.view(unused_givens) if not agree(one, limit)]
    alike = ledger.by_kind[total.kind]
    if (
        is_about
        and (not told or any(one.kind is total.kind for one in told))
        and any(_is_of_amount(ledger, one) for one in said)
        and all(result in leading and not claim.negative for claim, result in ledger.worked_out())
        and not any(one.value > limit.value and one not in within for one in alike if one.is_calculated)
        and not any(is_same(one, limit) for one in ledger.operands)
        and not any(one.kind in {*PLAIN, total.kind} for one in others)
    ):
        yield total, limit


def _is_of_amount(ledger: Ledger, answer: Answer) -> bool:
    """Tell whether an answer says that something is too much, and not that it is too slow or forbidden."""
    word = ledger.pieces[answer.path][answer.at]
    is_limit = "limit" in word.text or any(one.meaning.sort == "limit" for one in ledger.clause_of(answer))
    return is_limit or not _TOO_MUCH.isdisjoint(word.meaning.cues)
