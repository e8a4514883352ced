"""QB3xx: the arithmetic in a question's texts, recomputed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar, Final

from qbank.napkin.claim import Claim, amount_text, failed_comparison
from qbank.napkin.diagnosis import digits_agree
from qbank.napkin.forms.beyond import BEYOND
from qbank.napkin.judging.certainty import IN_SENTENCE, LACKS_UNIT, PREFIX_LEFT_OUT, UNITS_LEFT_OUT
from qbank.napkin.lexing.words import CLAUSE_WORDS
from qbank.napkin.restate import restated_digits
from qbank.napkin.tree import Node, Number, Operation, leaves, signed_number
from qbank.napkin.verdicts import Verdict
from qbank.quoting import in_one_line
from qbank.rules.core.base import Example
from qbank.rules.core.claims import FieldClaim, claims_of
from qbank.rules.core.finding import Applicability, Finding, Fix, Severity
from qbank.rules.core.fixing import replace_text
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.core.text_rule import TextRule
from qbank.units import NO_UNIT, physical, readings
from qbank.units.dimension import NONE, Dimension, dimension

_NEARLY: Final = Fraction(1, 100)
_CONVERSIONS: Final = tuple(Fraction(size) ** power for size in (8, 60, 3600) for power in (1, -1))
"""Bits of a byte, seconds of a minute or an hour, joules of a watt-hour: one is taken for the other."""
_SECOND: Final = dimension(second=1)
_PAIR: Final = 2
_COUNTS = 100
"""Above it a whole number is less often a count than something whose unit is left out."""


class _ClaimRule(TextRule):
    """A rule about claims with one verdict."""

    verdict: ClassVar[Verdict]

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Report the claims of this rule's verdict."""
        for field_claim in claims_of(question):
            if field_claim.deliberate:
                continue
            if field_claim.claim.verdict is self.verdict and self.covers(field_claim.claim):
                yield self.report(question, field_claim)

    def covers(self, claim: Claim) -> bool:
        """Whether a claim of the rule's verdict is this rule's matter."""
        return not claim.is_comparison

    def report(self, question: QuestionFile, field_claim: FieldClaim) -> Finding:
        """Make the finding, at the stated value."""
        claim = field_claim.claim
        text = field_claim.source.text
        digits = restated_digits(claim, text)
        stated = _clean(text[claim.stated_start : claim.stated_end])
        place = claim.stated_start, claim.stated_end
        if claim.computed is None:
            return self.at(
                question, field_claim.path, place, f"{stated} is the value of nothing: {claim.detail}"
            )
        should = self._in_place(claim, text, digits)
        detail = f"{stated} should be {should}: {_working(claim)}"
        if _is_plain_ratio(claim):
            detail = f"{stated} has a unit that its operands do not tell: {_working(claim)}"
        elif claim.measures_nothing_named:
            detail = (
                f"{stated} is no value of {_clean(claim.expression)}, which measures {claim.computed.unit}"
            )
        unit_fix = self._unit_fix(question, field_claim)
        if claim.diagnosis is not None:
            detail = f"{detail}; {claim.diagnosis.text}"
        fix = unit_fix or self._fix(question, field_claim, digits)
        return self.at(question, field_claim.path, place, detail, fix=fix)

    def _unit_fix(self, question: QuestionFile, field_claim: FieldClaim) -> Fix | None:
        """Return what puts the right unit behind digits that are right."""
        claim, text = field_claim.claim, field_claim.source.text
        if claim.diagnosis is None or claim.stated is None or self.fixable is None:
            return None
        behind = text[claim.digits_end : claim.stated_end]
        written, wanted = claim.stated.unit, claim.diagnosis.unit
        if not wanted or behind.strip() != written or "$" in wanted + written:
            return None
        start = claim.stated_end - len(written)
        if not field_claim.source.is_literal(start, claim.stated_end):
            return None
        part = field_claim.part(start, claim.stated_end)
        return replace_text(question, field_claim.path, *part, wanted, applicability=self.fixable)

    @staticmethod
    def _in_place(claim: Claim, text: str, digits: str | None) -> str:
        """Return what should stand there: the author's value with other digits, else the computed amount."""
        if digits is None:
            return amount_text(claim.computed)
        before = text[claim.stated_start : claim.digits_start]
        return _clean(before + digits + text[claim.digits_end : claim.stated_end])

    def _fix(self, question: QuestionFile, field_claim: FieldClaim, digits: str | None) -> Fix | None:
        claim = field_claim.claim
        place = claim.digits_start, claim.digits_end
        if digits is None or self.fixable is None or not field_claim.source.is_literal(*place):
            return None
        applicability = Applicability.SAFE if _is_rounded_wrongly(claim) else Applicability.UNSAFE
        part = field_claim.part(*place)
        return replace_text(question, field_claim.path, *part, digits, applicability=applicability)


class WrongValue(_ClaimRule):
    """A stated value is not what its expression comes to.

    The expression was recomputed exactly, with units, and again by a second evaluator. The stated value is
    more than 5 % off, or has the wrong unit or magnitude; or nothing can have been rounded, for whole numbers
    give another whole number, or two of five digits or more change places. Correct the value, or the operand
    that is wrong. The fix can only know the value, so look at it before you take it.

    Nothing had to be assumed for it: the units stand there, the claim is a whole clause, and no word in it
    was passed over. What is wrong under an assumption is QB304's matter.

    A value may be rounded or truncated at the digits it shows; one marked `≈`, `~` or "about" may be 5 % off.
    KB, MB and GB may be powers of 1000 or of 1024, whichever makes the line true.
    """

    code = "QB301"
    name = "napkin-wrong-value"
    severity = Severity.ERROR
    fixable = Applicability.UNSAFE
    verdict = Verdict.WRONG
    bad = (
        Example(
            yaml="details:\n  napkin_math: |\n    Batch = 64 GPUs * 8 (micro) * 4 (accumulation) = 2,408\n",
            underlines="2,408",
            fixed="details:\n  napkin_math: |\n    Batch = 64 GPUs * 8 (micro) * 4 (accumulation) = 2,048\n",
        ),
        Example(
            yaml="details:\n  napkin_math: >-\n    Loading the weights: 14 GB / 28 GB/s =\n    5 s.\n",
            underlines="5 s",
            fixed="details:\n  napkin_math: >-\n    Loading the weights: 14 GB / 28 GB/s =\n    0.5 s.\n",
        ),
        Example(
            yaml="details:\n  napkin_math: Batch = 32 GPUs * 8 * 8 = 2,084\n",
            underlines="2,084",
            fixed="details:\n  napkin_math: Batch = 32 GPUs * 8 * 8 = 2,048\n",
        ),
        Example(
            yaml="details:\n  napkin_math: Loading the weights = 14 GB / 28 GB/s = 0.5 GB\n",
            underlines="0.5 GB",
            fixed="details:\n  napkin_math: Loading the weights = 14 GB / 28 GB/s = 0.5 s\n",
        ),
    )
    good = (
        Example(yaml="details:\n  napkin_math: '14 GB / 900 GB/s = 15.6 ms; 2 * 7/8 * 14 GB ≈ 25 GB'\n"),
        Example(yaml="details:\n  napkin_math: Peak = N * 2 = 80\n"),
    )

    def covers(self, claim: Claim) -> bool:
        """Take what is certain."""
        return super().covers(claim) and not claim.doubt and not only_lacks_units(claim)


class LikelyWrongValue(_ClaimRule):
    """A stated value is likely not what its expression comes to.

    As QB301, but something had to be assumed, and the message says what: a unit that stands elsewhere, a
    number that may lack its unit, a symbol's value, a word that was passed over, a claim in the midst of a
    sentence, two values that may not be meant to be the same. If the line is right, write out what it leaves
    to the reader, most often a unit; else correct it.
    """

    code = "QB304"
    name = "napkin-likely-wrong-value"
    severity = Severity.WARNING
    fixable = Applicability.UNSAFE
    verdict = Verdict.WRONG
    bad = (
        Example(
            yaml="details:\n  napkin_math: '8 GPUs × 700 W × 24 = 13.44 kWh'\n",
            underlines="13.44 kWh",
        ),
        Example(
            yaml="details:\n  napkin_math: N = 16 GPUs; N * 4 = 67\n",
            underlines="67",
            fixed="details:\n  napkin_math: N = 16 GPUs; N * 4 = 64\n",
        ),
        Example(
            yaml="details:\n  napkin_math: 2 * 14 GB = 28 GB/s\n",
            underlines="28 GB/s",
            fixed="details:\n  napkin_math: 2 * 14 GB = 28 GB\n",
        ),
        Example(
            yaml="details:\n  napkin_math: The buffer takes 512 KB (5.12 MB)\n",
            underlines="5.12 MB",
            fixed="details:\n  napkin_math: The buffer takes 512 KB (0.512 MB)\n",
        ),
        Example(
            yaml=(
                "scenario: A model of 26 GB comes over a link of 100 Gb/s.\n"
                "details:\n  napkin_math: 'Load: 26 / 100 = 0.26 s'\n"
            ),
            underlines="0.26 s",
            fixed=(
                "scenario: A model of 26 GB comes over a link of 100 Gb/s.\n"
                "details:\n  napkin_math: 'Load: 26 / 100 = 2.08 s'\n"
            ),
        ),
    )
    good = (
        Example(yaml="details:\n  napkin_math: '8 GPUs × 700 W × 24 = 134.4 kWh'\n"),
        Example(yaml="details:\n  napkin_math: N = 16 GPUs; N * 4 = 64\n"),
        Example(yaml="details:\n  napkin_math: 'At 320x320 = 17 ms, at 480x480 = 28 ms'\n"),
    )

    def covers(self, claim: Claim) -> bool:
        """Take what QB301 leaves because it is not certain, and where the digits are not right."""
        return super().covers(claim) and bool(claim.doubt) and not only_lacks_units(claim)


class UnitLeftOut(_ClaimRule):
    """The digits of a value are right, and its unit is that of no operand, or none that is known.

    `144,904 × 0.25 = 36,226 kg` is meant as so many kilograms for each of something, but a reader, and this
    tool, cannot tell that it is: with a unit at every number the line would be checked. Write out the units,
    or what a rate is per.

    Lines whose written units contradict the result are left to QB301 and QB304.
    """

    code = "QB305"
    name = "napkin-unit-left-out"
    severity = Severity.INFO
    verdict = Verdict.WRONG
    bad = (
        Example(
            yaml="details:\n  napkin_math: 'Emitted: 1,200 kWh × 0.35 = 420 kg'\n",
            underlines="420 kg",
        ),
    )
    good = (Example(yaml="details:\n  napkin_math: 'Emitted: 1,200 kWh × 0.35 kg/kWh = 420 kg'\n"),)

    def covers(self, claim: Claim) -> bool:
        """Take what has the right digits and lacks a unit."""
        return super().covers(claim) and only_lacks_units(claim)


def only_lacks_units(claim: Claim) -> bool:
    """Whether the digits of a value are right, and a unit that is left out may account for all the rest."""
    if _is_for_each_of_a_unit(claim) or _may_be_in_unknown_unit(claim):
        return True
    if claim.doubt == PREFIX_LEFT_OUT:
        return True  # its digits were compared where the unit stands, at the end of its chain
    if not (
        digits_agree(claim.calculation, claim.right) or _is_in_base_units(claim) or _is_plain_ratio(claim)
    ):
        return False
    if claim.stated is not None and not claim.stated.unit:
        return True  # whatever it is of, the result does not say
    if claim.computed is None:
        return True  # `$30,000 + 26,280 h × $0.40`: of every hour
    computed = claim.judgement.computed
    if claim.doubt and computed is not None and physical(computed.dimension) == NONE:
        return True  # a ratio is of whatever is counted by it: `100 mW / 25 mW = 4 inferences/s`
    if claim.doubt not in UNITS_LEFT_OUT:  # what the numbers are of was taken from elsewhere
        written = (leaf for leaf in leaves(claim.left) if isinstance(leaf, Number))
        are_bare = all(one.digits == (one.start, one.end) for one in written)
        return bool(claim.doubt) and are_bare and _only_units_differ(claim)
    numbers = [leaf for leaf in leaves(claim.calculation) if isinstance(leaf, Number)]
    plain = [number for number in numbers if number.readings[0].unit is NO_UNIT]  # `5K`, too
    if _is_for_each_second(claim) and any(number.value > _PAIR for number in plain):
        return True  # `5 × 266 mJ = 1.33 W`: five a second
    if any(number.readings[0].unit.name.startswith("1/") for number in numbers):
        return True  # `64 per node × 4 B`: of how many nodes is not said
    return (
        claim.doubt not in {LACKS_UNIT, IN_SENTENCE}
        or any(number.bare and (number.value.denominator > 1 or number.value > _COUNTS) for number in numbers)
        or all(number.bare for number in numbers)
        or _divides_bare_numbers(claim.calculation)
    )


def _is_plain_ratio(claim: Claim) -> bool:
    """Whether a ratio of measured values has the digits of the result: `4 TB / 240 GB = 16.7 days`."""
    computed, right = claim.judgement.computed, claim.right
    if not claim.doubt or computed is None or not isinstance(right, Number) or physical(computed.dimension):
        return False
    shown = right.value * right.readings[0].multiplier
    return shown != 0 and abs(computed.value / shown - 1) <= _NEARLY


def _may_be_in_unknown_unit(claim: Claim) -> bool:
    """Whether the word behind a result may be a unit that nobody knows: `31 kWh × 2 L/kWh = 16.4 gal`."""
    if not claim.judgement.unlike or claim.stated is None or claim.stated.unit:
        return False
    words = claim.source[claim.stated_end :].partition("\n")[0].split(maxsplit=1)
    return bool(words) and words[0][0].isalpha() and words[0].lower() not in CLAUSE_WORDS


def _is_for_each_of_a_unit(claim: Claim) -> bool:
    """Whether a value is right but for the unit of one operand: `80 kWh × 1.8 L = 0.144 m³`, for each kWh."""
    computed, stated = claim.judgement.computed, claim.judgement.stated
    if not claim.measures_nothing_named or computed is None or stated is None or not stated.value:
        return False
    apart = computed.value / stated.value
    units = (one.readings[0].unit for one in leaves(claim.left) if isinstance(one, Number))
    return any(unit.name and abs(apart / unit.scale - 1) <= _NEARLY for unit in units)


def _is_for_each_second(claim: Claim) -> bool:
    """Whether a value is a rate of what its expression comes to."""
    computed, stated = claim.judgement.computed, claim.judgement.stated
    if computed is None or stated is None:
        return False
    return physical(Dimension(computed.dimension - stated.dimension)) == _SECOND


def _divides_bare_numbers(node: Node) -> bool:
    """Whether one side of a division is a bare number, of whatever: `$10 / 14`, `9 × 12 / 8 B × 30`."""
    if not isinstance(node, Operation):
        return False
    if node.operator == "/" and any(isinstance(one, Number) and one.bare for one in _around_division(node)):
        return True
    return _divides_bare_numbers(node.left) or _divides_bare_numbers(node.right)


def _around_division(node: Operation) -> tuple[Node, Node]:
    """Return what stands on either side of the sign of a division."""
    left = node.left
    while isinstance(left, Operation):
        left = left.right
    return left, node.right


def _only_units_differ(claim: Claim) -> bool:
    """Whether a unit that is left out may account for a value: for no sign, and for no conversion."""
    computed, stated = claim.judgement.computed, claim.judgement.stated
    if computed is None or stated is None or computed.value * stated.value <= 0:
        return False
    apart = computed.value / stated.value
    return all(abs(apart / factor - 1) > _NEARLY for factor in _CONVERSIONS)


def _is_in_base_units(claim: Claim) -> bool:
    """Whether operands come to the size of the result in base units: `185 / 400,000 = 462.5 µs`.

    What a rate is for each of may be left out: `600 × 3600 = 2.16 MB/h`.
    """
    computed, number = claim.judgement.computed, signed_number(claim.right)
    if computed is None or number is None:
        return False
    reading = number.readings[0]
    units = (reading.unit, *readings(reading.unit.name.partition("/")[0])[:1])
    sizes = [number.value * reading.multiplier * unit.scale for unit in units]
    return any(abs(computed.value - size) <= abs(size) * _NEARLY for size in sizes)


class ImpreciseValue(_ClaimRule):
    """A stated value is near what its expression comes to, but not at the digits it shows.

    It is up to 5 % off and not marked approximate. Correct the last digits, or write `≈` for `=`. The fix
    writes the recomputed value as the author wrote the stated one: its unit, digits, separators and emphasis
    stay. It is safe where the value is less than one of its last digit off, as if it had been rounded the
    wrong way; what no rounding explains may have its fault in an operand, so look at it.
    """

    code = "QB302"
    name = "napkin-imprecise-value"
    severity = Severity.WARNING
    fixable = Applicability.UNSAFE
    verdict = Verdict.IMPRECISE
    bad = (
        Example(
            yaml="details:\n  napkin_math: Each = 10 GB / 3 = 3.34 GB\n",
            underlines="3.34 GB",
            fixed="details:\n  napkin_math: Each = 10 GB / 3 = 3.33 GB\n",
        ),
        Example(
            yaml="details:\n  napkin_math: Traffic = 730 bytes * 40 Hz = 28.9 KB/s\n",
            underlines="28.9 KB/s",
            fixed="details:\n  napkin_math: Traffic = 730 bytes * 40 Hz = 29.2 KB/s\n",
        ),
    )
    good = (
        Example(yaml="details:\n  napkin_math: Traffic = 730 bytes * 40 Hz ≈ 28.9 KB/s\n"),
        Example(yaml="details:\n  napkin_math: Traffic = 730 bytes * 40 Hz = 29.2 KB/s\n"),
    )


class BeyondBounds(_ClaimRule):
    """A claim is beyond what is read, so nobody checks it.

    A text is read up to 200,000 characters, a clause up to 400 words and signs, and brackets 40 deep. What is
    beyond may be wrong, or hide what is. Shorten it, or part the line in two.
    """

    code = "QB306"
    name = "napkin-beyond-bounds"
    severity = Severity.WARNING
    verdict = Verdict.UNCHECKED
    bad = (Example(yaml=f"details:\n  napkin_math: Codes = {'(' * 41}2^30{')' * 41} = 5\n", underlines="5"),)
    good = (
        Example(yaml="details:\n  napkin_math: Codes = (2^30) * 3 B = 3.2 GB\n"),
        Example(yaml="details:\n  napkin_math: Codes = N * 3 B = 40 GB\n"),
    )

    def covers(self, claim: Claim) -> bool:
        """Take what is not read; large numbers are read, and only not computed."""
        return claim.form == BEYOND

    def report(self, question: QuestionFile, field_claim: FieldClaim) -> Finding:
        """Make the finding, at the stated value."""
        claim = field_claim.claim
        stated = _clean(field_claim.source.text[claim.stated_start : claim.stated_end])
        detail = f"{stated} is not checked: it is beyond what is read ({claim.detail})"
        return self.at(question, field_claim.path, (claim.stated_start, claim.stated_end), detail)


class FalseComparison(_ClaimRule):
    """A comparison of two values does not hold.

    Both sides were computed, and `<`, `≤`, `>` or `≥` stands the wrong way round, or a value is wrong.
    Targets such as `P99 < 10 ms` compare no values and are not looked at.
    """

    code = "QB303"
    name = "napkin-false-comparison"
    severity = Severity.ERROR
    verdict = Verdict.WRONG
    bad = (
        Example(
            yaml="details:\n  napkin_math: Cache = 8 MB + 12 MB = 20 MB < 16 MB\n", underlines="20 MB < 16 MB"
        ),
    )
    good = (
        Example(yaml="details:\n  napkin_math: Cache = 8 MB + 12 MB = 20 MB > 16 MB\n"),
        Example(yaml="details:\n  napkin_math: The target is P99 < 10 ms\n"),
        Example(
            yaml="details:\n  napkin_math: 12 KB + 4 KB = 16 KB < 20 KB, so it fits in SRAM with 4 KB left\n"
        ),
    )

    def covers(self, claim: Claim) -> bool:
        """Take the comparisons that the other rules leave."""
        return claim.is_comparison

    def report(self, question: QuestionFile, field_claim: FieldClaim) -> Finding:
        """Make the finding, at both sides."""
        claim = field_claim.claim
        detail = f"{_clean(claim.text)} {failed_comparison(claim)}"
        return self.at(question, field_claim.path, (claim.start, claim.end), detail)


def _is_rounded_wrongly(claim: Claim) -> bool:
    """Whether a value is less than one of its last digit off, so that no operand need be at fault."""
    if claim.verdict is not Verdict.IMPRECISE or claim.computed is None or claim.stated is None:
        return False
    size = claim.multiplier / Fraction(10) ** claim.decimals
    while claim.stated.value and claim.stated.value % (10 * size) == 0:
        size *= 10
    return bool(abs(claim.computed.value - claim.stated.value) < size)


def _working(claim: Claim) -> str:
    remark = claim.doubt or claim.note
    note = f" ({remark})" if remark else ""
    return f"{_clean(claim.expression)} = {amount_text(claim.computed)}{note}"


def _clean(text: str) -> str:
    return in_one_line(text.replace("*", " ") if "**" in text else text)
