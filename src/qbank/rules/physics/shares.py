"""QB852: shares of a whole that exceed it, alone or together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, takewhile
from math import isclose
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import CONCLUDING, Kind, Modality, Origin, Role
from qbank.grouping import grouped
from qbank.napkin.tree import Number, Operation, walk
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.stated import behind, is_measured, is_stated, quotients

_SHARES: Final = frozenset((Role.SHARE, Role.PROBABILITY, Role.RATIO))
_PART: Final = frozenset(("part", "maximum"))
_OF_ONE: Final = (["of", "one"], ["of", "a"], ["of", "an"])
_LEAST_RATIO: Final = 5.0
"""A quotient that is no part of a whole, but how many times as large something is."""
_WHOLE: Final = 1.0005
_SUM: Final = 1.0151
"""What parts come to at most that were rounded one by one."""
_MOST_SUM: Final = 1.5
"""Above that shares are hardly of one whole."""
_FEWEST_PARTS: Final = 3
_LISTED: Final = -1
_SENTENCES: Final = 3
"""In which something is said to be in parts: maybe two sentences before their shares."""
_FEWEST_SAMPLES: Final = 16
_PER_SECOND: Final = frozenset((Kind.FREQUENCY, Kind.EVENT_RATE))
_DIGITS: Final = 0.01
_NO_PARTS: Final = frozenset(("of-quality", "total", "wanted", "change"))
_TOLD: Final = frozenset((Modality.GIVEN, Modality.ASSUMED, Modality.DENIED))
"""How parts are told; what is denied is something else: `communication that is not hidden 22%`."""
_POINTING: Final = frozenset(("which", "these", "those", "that", "this", "it", "them"))
_NEAR: Final = 2
_WOULD_BE: Final = frozenset(("modal", "supposed", "falls-short", "refused"))


class OverWhole(LedgerRule):
    """A share of a whole is above 100 %.

    Utilization, MFU, occupancy, hit rate, accuracy, a probability and the like compare a part with its whole.
    A value above 100 % means that the peak is that of
    another format, that one of several devices was counted, that probabilities were added, or a slip. What
    compares a whole with its part, as the PUE of a building does, is not below 1. Parts that something is
    split into come to no more than it; and of a window of real samples a spectrum has half as many bins.

    Left alone: CPUs, which count every core; what changes by more than 100 %; and questions which say that
    something is overloaded or too slow.
    """

    code = "QB852"
    name = "over-whole"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="details:\n  realistic_solution: The training run reaches an MFU of 128%.\n",
            underlines="128%",
        ),
        Example(yaml="scenario: The job runs at 140% GPU utilization.\n", underlines="140%"),
        Example(
            yaml=("details:\n  napkin_math: |\n    - Efficiency: 63 Wh / 60 Wh = 1.05\n"),
            underlines="1.05",
        ),
        Example(
            yaml="details:\n  realistic_solution: The meters give a PUE of 0.88 for the month.\n",
            underlines="0.88",
        ),
        Example(
            yaml=(
                "scenario: A step was cut into four disjoint parts. Kernels take 61%, communication not"
                " hidden 27%, input 12% and the rest 9%.\n"
            ),
            underlines="9%",
        ),
        Example(
            yaml=(
                "scenario: After a crash a node reads its part through one port of 50 GB/s.\n"
                "details:\n"
                "  napkin_math: |\n    - Rate: 684 GB / 12 s = 57 GB/s\n    - Utilization: 57 / 50 = 114%\n"
            ),
            underlines="114%",
        ),
    )
    good = (
        Example(yaml="details:\n  realistic_solution: The training run reaches an MFU of 48%.\n"),
        Example(yaml="scenario: The preprocessing takes four cores at 380% CPU utilization.\n"),
        Example(yaml="details:\n  realistic_solution: This gives a 140% efficiency gain.\n"),
        Example(yaml="scenario: A demand for 140% GPU utilization means that the queue is unstable.\n"),
        Example(
            yaml="details:\n  realistic_solution: The load is 109% of one board, so it takes a second one.\n"
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Look at shares above the whole, at wholes below their part, and at parts together."""
        if ledger.says("split-up", "serial"):
            yield from _too_many_parts(ledger)
        yield from _beyond_spectrum(ledger)
        for fact in ledger.of_role(*_SHARES):
            above = fact.value > _WHOLE and _is_more_than_whole(ledger, fact)
            below = 0 < fact.value < 1 and "whole-to-part" in fact.traits and fact.kind is not Kind.SHARE
            if (above or below) and _is_as_told(ledger, fact):
                what = "is more than the whole" if above else "would make the whole less than its part"
                yield Violation(fact, f"{fact.text} {what}")


def _is_as_told(ledger: Ledger, fact: Fact) -> bool:
    """Whether a share is none of a change, and nothing says that it cannot be: `ten would need 125%`."""
    told = (fact, *fact.same)
    return (
        is_measured(fact)
        and "change" not in fact.cues
        and not any(one.path[-1] == "realistic_solution" and _WOULD_BE & one.cues for one in fact.same)
        and not any("failure" in ledger.cues_of(one.path, one.sentence) for one in told)
    )


def _is_more_than_whole(ledger: Ledger, fact: Fact) -> bool:
    """Whether a value above 1 is a part of a whole, by its words or by what it was computed from."""
    if fact.kind is not Kind.SHARE:
        return fact.value < _LEAST_RATIO and "part" in fact.traits and _is_quotient(ledger, fact)
    if _PART.isdisjoint(fact.traits):
        return fact.value < _MOST_SUM and ledger.says("split-up") and bool(ledger.made_by(fact, "/"))
    # `109% of one board`
    of_another = [piece.text for piece in behind(ledger, fact, _NEAR)] in _OF_ONE
    return not (of_another or fact.subject.thing == "board" or _goes_on_with_excess(ledger, fact))


def _too_many_parts(ledger: Ledger) -> Iterator[Violation]:
    """Yield the last of the parts that a sentence, or the lines of the calculations, part something into."""
    told = (
        fact
        for fact in ledger.by_kind[Kind.SHARE]
        if 0 < fact.value < 1 and not fact.is_calculated and fact.said.isdisjoint(_NO_PARTS)
        if fact.is_topic and fact.modality in _TOLD and fact.origin not in CONCLUDING
        if not _is_of_part(ledger, fact)
    )
    groups = grouped(((fact.path, _LISTED if _is_listed(fact) else fact.sentence), fact) for fact in told)
    for (path, sentence), parts in groups.items():
        total = sum(fact.value for fact in parts)
        if len(parts) < _FEWEST_PARTS or not _SUM < total < _MOST_SUM:
            continue
        if sentence == _LISTED:  # `52% of the step` each
            parted = len({_of_what(ledger, fact) for fact in parts} | {()}) == 2 and ledger.says("split-up")
        else:
            near = {cue for back in range(_SENTENCES) for cue in ledger.cues_of(path, sentence - back)}
            timed = any(
                one.path == path and 0 <= sentence - one.sentence < _SENTENCES
                for one in ledger.by_kind[Kind.TIME]
            )
            parted = "split-up" in near or ("serial" in near and timed)
        if parted:
            *others, last = parts
            yield Violation(last, f"the parts of the whole come to {total:.4g}, more than 1", tuple(others))


def _is_listed(share: Fact) -> bool:
    return share.origin is Origin.CALCULATIONS and bool(share.label)


def _of_what(ledger: Ledger, share: Fact) -> tuple[str, ...]:
    """Return the words behind a share on its line; none if there are none."""
    pieces = ledger.pieces[share.path][share.at + 1 :]
    return tuple(one.text for one in takewhile(lambda one: one.line == share.line, pieces))


def _is_of_part(ledger: Ledger, share: Fact) -> bool:
    """Tell whether the clause of a share tells it to be of another part: `of which 40% is hidden`."""
    clause = [piece for piece in ledger.clause_of(share) if piece.start < share.start]
    return any(one.meaning.part == "of" and two.text in _POINTING for one, two in pairwise(clause))


def _beyond_spectrum(ledger: Ledger) -> Iterator[Violation]:
    """Yield the bins that lines work out above half of the samples, where a real spectrum ends.

    The width of a bin is a rate divided by the samples of a window, a power of two.
    """
    for _, samples, width in quotients(ledger):
        is_window = samples.number.is_integer() and int(samples.number).bit_count() == 1
        if width.kind not in _PER_SECOND or not is_window or samples.number < _FEWEST_SAMPLES:
            continue
        for _, by, found in quotients(ledger):
            in_bins = isclose(by.number, width.number, rel_tol=_DIGITS) and found.kind is Kind.COUNT
            if in_bins and is_stated(found) and 1 < 2 * found.number / samples.number < 2:
                ends = f"the {samples.number / 2:,g} bins of {samples.text} real samples"
                yield Violation(found, f"bin {found.text} is above {ends}", (width,))


def _goes_on_with_excess(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a text reckons with how much a load is too much: `60 / 45`, then `(60 - 45) * 20`."""
    differences = [
        {float(node.left.value), float(node.right.value)}
        for claim in ledger.claims
        for node in walk(claim.claim.calculation)
        if isinstance(node, Operation) and node.operator == "-"
        if isinstance(node.left, Number) and isinstance(node.right, Number)
    ]
    made = (claim.operands for claim in ledger.made_by(fact, "/"))
    return any({one.number for one in operands} in differences for operands in made)


def _is_quotient(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a bare number was computed as a part of a whole: `Efficiency: 52 / 48 = 1.08`.

    What is divided by the rest of 1 is no part of that: `0.8 / 0.2 = 4`, of a queue.
    """
    made = [claim.operands for claim in ledger.made_by(fact, "/") if len(claim.operands) == 2]
    return fact.kind is Kind.COUNT and any(not isclose(one.number + two.number, 1) for one, two in made)
