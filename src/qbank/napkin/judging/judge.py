"""Deciding on one claim: two sides, a relation, a verdict.

A claim is ok if some reading of its ambiguous spellings makes it true at its displayed precision. If none
does, the closest reading is the one reported. `senses` says which readings to try, `glance` and `weigh` judge
the claim under one of them, roughly and exactly.
"""

from __future__ import annotations

from qbank.napkin.evaluate import PLAIN
from qbank.napkin.judging.exact_verdict import weigh
from qbank.napkin.judging.glance import Glance, glance
from qbank.napkin.judging.interpretations import Senses, senses_to_try
from qbank.napkin.judging.judgement import USUAL, Judgement, Tolerances
from qbank.napkin.judging.relation import Case
from qbank.napkin.judging.rough import surely_holds
from qbank.napkin.reasons import Reason, Verdict
from qbank.napkin.symbols import Memory
from qbank.napkin.tree import Node, Number, names
from qbank.units import physical


def judge(
    left: Node,
    right: Node,
    relation: str,
    *,
    memory: Memory | None = None,
    tolerances: Tolerances = USUAL,
) -> Judgement:
    """Decide whether `left` stands in `relation` to `right`.

    Args:
        left, right: the two sides.
        relation: `=`, `≈`, `<`, `≤`, `>` or `≥`.
        memory: what the text has said before.
        tolerances: how far off the stated value may be.
    """
    seen = judge_at_sight(left, right, relation, tolerances)
    return judge_closely(left, right, relation, memory or Memory(), tolerances) if seen is None else seen


def judge_at_sight(left: Node, right: Node, relation: str, tolerances: Tolerances) -> Judgement | None:
    """Return the judgement of a claim that surely holds as it stands; None if that takes a closer look."""
    seen = surely_holds(left, right, relation, tolerances.rough[0])
    if seen is None:
        return None
    return Judgement.at_sight(
        lambda: weigh(Case(left, right, relation, {}, tolerances), PLAIN, PLAIN), (seen, seen)
    )


def judge_closely(
    left: Node, right: Node, relation: str, memory: Memory, tolerances: Tolerances
) -> Judgement:
    """Return the judgement of a claim that does not hold at sight."""
    known = memory.names if names(left) or names(right) else {}
    case = Case(left, right, relation, known, tolerances)
    if _never_alike(left, right, memory):
        return Judgement.at_sight(lambda: weigh(case, PLAIN, PLAIN), None, Verdict.UNCHECKED, Reason.UNITS)
    return _best(case, memory)


def _never_alike(left: Node, right: Node, memory: Memory) -> bool:
    """Tell whether two lone numbers measure different things however they are read, a period's rate too."""
    if not isinstance(left, Number) or not isinstance(right, Number):
        return False
    one = {physical(reading.unit.dimension) for reading in left.readings}
    two = {physical(reading.unit.dimension) for reading in right.readings}
    return one.isdisjoint(two) and one.isdisjoint(-d for d in two) and not memory.may_repeat(left)


def _best(case: Case, memory: Memory) -> Judgement:
    """Return the first judgement that a claim is ok, else the most plausible of all its readings.

    Only where floating point leaves it open is a reading weighed before somebody asks for values.
    """
    tried: list[Senses] = []
    found: list[Glance | Judgement] = []
    for senses in senses_to_try(case, memory):
        tried.append(senses)
        seen = glance(case, *senses)
        if seen is not None:
            if seen.verdict is Verdict.OK:
                return Judgement.at_sight(lambda: _first_ok(case, tried), seen.measures, note=seen.note)
            found.append(seen)
            continue
        judgement = weigh(case, *senses)
        if judgement.verdict is Verdict.OK:
            return judgement
        if not found and judgement.reason is Reason.MISSING_OPERAND:  # no reading gives a name a value
            return judgement
        found.append(judgement)
    return _most_plausible(case, tried, found)


def _first_ok(case: Case, tried: list[Senses]) -> Judgement:
    """Return the judgement of the last of the readings, unless an earlier one is ok as well."""
    for senses in tried[:-1]:
        judgement = weigh(case, *senses)
        if judgement.verdict is Verdict.OK:
            return judgement
    return weigh(case, *tried[-1])


def _most_plausible(case: Case, tried: list[Senses], found: list[Glance | Judgement]) -> Judgement:
    """Return the best of judgements none of which is ok."""

    def exactly() -> Judgement:
        judgements = (
            weigh(case, *senses) if isinstance(one, Glance) else one
            for senses, one in zip(tried, found, strict=True)
        )
        return min(judgements, key=Judgement.implausibility)

    glances = [one for one in found if isinstance(one, Glance) and one.verdict]
    if len(glances) < len(found):
        return exactly()
    wrong = {(one.measures, one.note) for one in glances if one.verdict is Verdict.WRONG}
    if not wrong:
        return Judgement.at_sight(exactly, glances[0].measures, Verdict.UNCHECKED, Reason.UNITS)
    measures, note = wrong.pop() if len(wrong) == 1 else (None, None)
    return Judgement.at_sight(exactly, measures, Verdict.WRONG, note=note)
