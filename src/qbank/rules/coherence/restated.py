"""QB901 and QB902: figures of solution and conclusion that the question has otherwise, or nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isclose, log10
from typing import Final

from qbank.facts.derivation import PLAIN, UNMEASURED, agree, follows, has_digits_exchanged, numeral
from qbank.facts.fact import Fact
from qbank.facts.headline import Headline, headlines_of, is_light, is_supported, is_told, supports
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import CONCLUDING, SURE, Kind, Modality, Origin, Role
from qbank.rules.coherence.nearness import are_near, digits, times_apart
from qbank.rules.coherence.operands.sources import numbers_of_devices
from qbank.rules.core.base import Example
from qbank.rules.core.default_variant import shown_text
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation, ledger_of
from qbank.rules.core.question_file import QuestionFile

_SECOND: Final = "second"
_ASSERTED: Final = frozenset((Modality.CONCLUDED, Modality.COMPUTED, Modality.GIVEN))
_OTHER_CASES: Final = frozenset(("supposed", "former", "nominal", "limit"))
_COMPARATIVES: Final = frozenset(("faster", "slower", "cheaper", "dearer"))
_FUNCTION_WORDS: Final = frozenset(("copula", "filler", "article", "of", "pronoun", "heading", "stop"))
_FAR: Final = 1.06
_POWERS: Final = frozenset((-6, -3, -1, 1, 3, 6))
"""Powers of ten that a slip of a point or of a prefix is."""
_MOST: Final = 40
"""Figures that are looked at; few texts have more that nothing else has."""


def unmatched(ledger: Ledger) -> list[tuple[Fact, list[Fact]]]:
    """Return what solution and conclusion assert and nothing else has, each with the facts of its kind."""
    found: list[tuple[Fact, list[Fact]]] = []
    for fact in ledger.facts:
        if fact.origin not in CONCLUDING or fact.is_calculated or not _is_asserted(ledger, fact):
            continue
        same = [other for other in ledger.by_kind[fact.kind] if other is not fact]
        known = [other for other in same if other.origin is not Origin.SOLUTION]
        if known and not any(
            other is not fact and _elsewhere(fact, other) and (agree(fact, other) or _is_bare(fact, other))
            for kind in (PLAIN if fact.kind in PLAIN else (fact.kind, Kind.COUNT))
            for other in ledger.by_kind[kind]
        ):
            found.append((fact, known))
            if len(found) == _MOST:
                break
    return found


def _is_asserted(ledger: Ledger, fact: Fact) -> bool:
    """Whether a figure is told of the case in hand, as an amount, and as no name of something."""
    if not fact.is_topic or not fact.value or fact.modality not in _ASSERTED or fact.role is Role.LIMIT:
        return False
    if fact.per == _SECOND or not fact.cues.isdisjoint(_OTHER_CASES):
        return False  # `covers 25 m each second` is the speed of the calculations
    if _is_difference(ledger, fact) or _is_rating(ledger, fact):
        return False
    is_of_device = fact.number in ledger.view(numbers_of_devices)  # `an Orin NX 16GB`
    return not (is_of_device or _is_told_per(ledger, fact))


def _is_of_device(ledger: Ledger, fact: Fact) -> bool:
    """Whether a sentence names hardware, which a figure in it may be a property of."""
    return any((fact.path, fact.sentence) == (one.path, one.sentence) for one in ledger.devices)


def _is_told_per(ledger: Ledger, fact: Fact) -> bool:
    """Whether a figure is told elsewhere of each of something: `0.07 kWh per million tokens`."""
    return any(other.text.startswith(f"{fact.text} per") for other in ledger.facts)


def _is_difference(ledger: Ledger, fact: Fact) -> bool:
    """Whether a value says by how much something is more or less: `some $16,000 cheaper`."""
    behind = ledger.pieces[fact.path][fact.at + 1 : fact.at + 2]
    return any(not one.meaning.relations.isdisjoint(_COMPARATIVES) for one in behind)


def _is_rating(ledger: Ledger, fact: Fact) -> bool:
    """Whether a value names a thing that there may be: `a 120 W panel`, `an 8 TB drive`."""
    pieces = ledger.pieces[fact.path]
    behind = pieces[fact.at + 1 : fact.at + 2]
    is_one = fact.at > 0 and pieces[fact.at - 1].text in {"a", "an", "another"}
    return is_one and any(one.is_word and not one.meaning.part for one in behind)


def _elsewhere(fact: Fact, other: Fact) -> bool:
    """Whether another fact stands apart from one; what is only told again in the same text is no support."""
    apart = other.path != fact.path or other.origin is not fact.origin
    return apart or (other.sentence != fact.sentence and other.is_calculated)


def _is_bare(fact: Fact, other: Fact) -> bool:
    """Whether another fact is the same number without its unit, as a line of napkin math may leave it."""
    return (
        other.kind is Kind.COUNT and abs(other.value * fact.mention.scale - fact.value) <= 1e-9 * fact.value
    )


class ContradictingFigure(LedgerRule):
    """The solution or the conclusion states another figure than the part it repeats.

    The figure stands nowhere else, and follows from nothing that does in one step. What is computed or given
    has the same digits in another unit or another power of ten, or all digits but one, or another value for
    what is called the same; or it is told as the result of calculations, as `Result: 37 h`, as the first
    figure that the solution has or in its bold first lines, and they come to no such value. Correct the one
    that is wrong, or say what the difference is: `peak`, `per GPU`, `after quantization`.

    Figures count as the same if they are rounded, converted, or read with prefixes of 1024 for 1000.
    Sentences that speak of other cases (`if`, `instead`, `last year`) are left alone.
    """

    code = "QB901"
    name = "contradicting-figure"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The transfer time is 900 ms, so the reload dominates.\n"
                "  napkin_math: |\n"
                "    - Weights = 7B * 2 bytes = 14 GB\n"
                "    - Transfer time = 14 GB / 20 GB/s = 700 ms\n"
            ),
            underlines="900 ms",
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The cameras consume 32.4 MWh a day, and nobody noticed so far.\n"
                "  napkin_math: |\n"
                "    - Fleet = 300 * 4.5 W = 1.35 kW\n"
                "    - Per day = 1.35 kW * 24 h = 32.4 kWh\n"
            ),
            underlines="32.4 MWh",
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The export lasts 2.67 h and ends before the office opens.\n"
                "  napkin_math: |\n"
                "    - Export: 9.68 TB / 400 MB/s = 24,200 s\n"
                "    - In hours: 24,200 / 3,600 = 6.72 h\n"
            ),
            underlines="2.67 h",
        ),
        Example(
            yaml=(
                "details:\n"
                "  napkin_math: |\n"
                "    - Kiln: 3 * 14 h = 42 h\n"
                "    - **Result: about 37 h for the order.**\n"
            ),
            underlines="about 37 h",
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The kiln is busy for **38%** of the week, so a second one can wait.\n"
                "  napkin_math: |\n"
                "    - Busy: 4 * 18 h = 72 h\n"
                "    - Share: 72 h / 160 h = 45%\n"
            ),
            underlines="38%",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: '**7 loads.** A load of 12 kg leaves 4 kg for the next one.'\n"
                "  napkin_math: |\n"
                "    - Loads: 88 kg / 12 kg = 7.33\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The transfer time is 0.7 s, so the reload dominates.\n"
                "  napkin_math: |\n"
                "    - Weights = 7B * 2 bytes = 14 GB\n"
                "    - Transfer time = 14 GB / 20 GB/s = 700 ms\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: Twice the speed saves 0.15 W of the 1.2 W.\n"
                "  napkin_math: |\n"
                "    - Power today: 0.9 W + 1.2 W * 0.25 = 1.2 W\n"
                "    - Power then: 0.9 W + 1.2 W * 0.125 = 1.05 W\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: Take the first offer, which is some $15,000 cheaper.\n"
                "  napkin_math: |\n"
                "    - First bill: 250 * 60 * $2.20 = $33,000\n"
                "    - Second bill: 500 * 80 * $1.20 = $48,000\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: At least 103 W of panel. A 120 W panel would bring a surplus.\n"
                "  napkin_math: |\n"
                "    - Panel: 144 / (2.0 * 0.7) = 102.9 W\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: If nothing else used the link, the transfer time would be 560 ms.\n"
                "  napkin_math: |\n"
                "    - Transfer time = 14 GB / 20 GB/s = 700 ms\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what is concluded with what it is concluded from."""
        for fact, known in ledger.view(unmatched):
            if fact.is_bare:
                continue  # bare numbers are equal and unequal by chance
            meant = _meant(fact, known, ledger)
            if meant is not None:
                follows_so = follows(fact, ledger.facts, closely=_other_unit(fact, meant))
                if not follows_so and not _is_multiplied(fact, meant, ledger):
                    yield _otherwise(fact, meant)
            elif _is_result(fact, ledger):
                computed = [other for other in known if other.result_of is not None]
                is_far = computed and all(times_apart(fact.value, one.value) > _FAR for one in computed)
                if is_far and not follows(fact, ledger.facts, closely=True):
                    what = f"{fact.text} is told as the result, and no calculation comes to it"
                    yield Violation(fact, what, (computed[-1],))
        for fact, meant in _with_digits_exchanged(ledger):
            yield _otherwise(fact, meant)

    def violations_in(self, question: QuestionFile) -> Iterator[Violation]:
        """Compare what is concluded, and what solutions open with, which their texts tell by their bold."""
        yield from self.violations(ledger_of(question))
        for fact, meant in question.cached_view(_answered_otherwise):
            text = fact.text.replace("**", "")
            what = f"{text} is told as the answer, and {meant.text} in the {meant.origin}"
            yield Violation(fact, what, (meant,))


def _answered_otherwise(question: QuestionFile) -> list[tuple[Fact, Fact]]:
    """Return the answers that solutions open with and nothing else has, each with what it should be."""
    ledger = ledger_of(question)
    found: list[tuple[Fact, Fact]] = []
    for path in ledger.solution:
        others = supports(ledger, path)
        headlines = headlines_of(ledger, path, shown_text(question, path))
        for headline in headlines:
            meant = _come_to(ledger, headline)
            if meant is not None and not is_supported(ledger, headline, others):
                found.append((headline.fact, meant))
        if headlines and not found:
            found += _concluded_otherwise(ledger, headlines[0])
    return found


def _come_to(ledger: Ledger, headline: Headline) -> Fact | None:
    """Return the result of the kind of an answer that is nearest to it; None if nothing of it is computed."""
    fact = headline.fact
    kinds = PLAIN if fact.kind in PLAIN else {fact.kind}
    if _is_times(ledger, fact) and not (headline.opens or headline.bold):
        kinds = {Kind.RATIO}
    results = [one for _, one in ledger.worked_out() if one.kind in kinds and one.path != fact.path]
    meant = min(results, key=lambda one: times_apart(one.value, fact.value), default=None)
    if meant is None or headline.bold:
        return meant
    if not headline.opens and (not _is_asserted(ledger, fact) or _is_of_device(ledger, fact)):
        return None
    if "each" in cues_in(ledger.pieces[fact.path][max(0, fact.at - 1) : fact.at]):
        return None  # `is checked every 5 s`
    if not headline.opens and _is_told_in(ledger, fact, meant):
        return None  # `a reservation of 120 hours`, where the run is told to take 105.3 hours
    return meant if are_near(meant.value, fact.value) else None


def _is_times(ledger: Ledger, fact: Fact) -> bool:
    return "times" in cues_in(ledger.pieces[fact.path][fact.at + 1 : fact.at + 2])


def _concluded_otherwise(ledger: Ledger, headline: Headline) -> Iterator[tuple[Fact, Fact]]:
    """Yield an answer that is an intermediate value, where the conclusion opens with another one."""
    fact = headline.fact
    concluded = [one for one in ledger.by_kind[fact.kind] if one.origin is Origin.CONCLUSION and one.is_topic]
    is_computed = any(is_told(fact, one) for _, one in ledger.worked_out() if one.path != fact.path)
    if fact.kind in UNMEASURED or not concluded or not is_computed or not (headline.opens or headline.bold):
        return
    first = concluded[0]
    before = ledger.pieces[first.path][: first.at]
    opens = all(is_light(piece) for piece in before if piece.line == first.line)
    if opens and not any(is_told(fact, one) for one in concluded) and not _is_told_in(ledger, fact, first):
        yield fact, first


def _is_told_in(ledger: Ledger, fact: Fact, other: Fact) -> bool:
    """Whether the text that tells one figure tells another one as well."""
    return any(one.path == fact.path and agree(one, other) for one in ledger.by_kind[fact.kind])


def _otherwise(fact: Fact, meant: Fact) -> Violation:
    what = f"{fact.text}, but {meant.text} in the {meant.origin} for what seems to be the same"
    return Violation(fact, what, (meant,))


def _meant(fact: Fact, known: Sequence[Fact], ledger: Ledger) -> Fact | None:
    """Return the one figure that a fact seems to repeat wrongly; None if there is none, or several."""
    before = (one for one in ledger.clause_of(fact) if one.end <= fact.start)
    words = _named(before)
    called = [one for one in known if one.result_of is not None and words == _named(ledger.label_of(one))]
    for found in (
        [other for other in known if _other_unit(fact, other)],
        [other for other in called if words and times_apart(fact.value, other.value) > _FAR],
        [other for other in known if _one_digit(fact, other)],
    ):
        if found and all(agree(found[0], other) for other in found):
            return found[0]
    return None


def _named(pieces: Iterable[Piece]) -> frozenset[str]:
    """Return the words that name something: those of a label, or of a sentence before its figure."""
    return frozenset(
        word
        for piece in pieces
        if piece.is_word and piece.meaning.part not in _FUNCTION_WORDS
        for word in piece.text.split()
    )


def _other_unit(fact: Fact, other: Fact) -> bool:
    """Whether two figures have the same digits, and another power of ten between them."""
    if min(len(digits(fact)), len(digits(other))) < 2 or min(fact.value, other.value) <= 0:
        return False
    if Role.ELEMENT_SIZE in {fact.role, other.role} and fact.role is not other.role:
        return False  # 16 GB of a chip are not the 16 bytes of each parameter
    power = round(log10(fact.value / other.value))
    if power == 0 or (numeral(fact) != numeral(other) and (other.result_of is None or power not in _POWERS)):
        return False
    return abs(other.value * 10.0**power - fact.value) <= max(0.51 * fact.mention.step, 0.001 * fact.value)


def _one_digit(fact: Fact, other: Fact) -> bool:
    """Whether one of three digits or more differs between a figure and a result in its unit."""
    one, two = numeral(fact), numeral(other)
    if other.result_of is None or fact.mention.unit.scale != other.mention.unit.scale:
        return False
    alike = len(one) == len(two) and one.find(".") == two.find(".") and len(one.replace(".", "")) > 2
    return alike and sum(digit != other_digit for digit, other_digit in zip(one, two, strict=True)) == 1


def _is_multiplied(fact: Fact, meant: Fact, ledger: Ledger) -> bool:
    """Whether a word of its sentence says how many times a figure is another: `a thousand files take`."""
    numbers = {piece.meaning.number for piece in ledger.sentence_of(fact)}
    return any(number and isclose(fact.value, number * meant.value, rel_tol=0.01) for number in numbers)


def _is_result(fact: Fact, ledger: Ledger) -> bool:
    """Whether a measured value is the first that is concluded: `Result: 4 h, not 3 h`."""
    if fact.kind in UNMEASURED or fact.origin is Origin.SOLUTION:
        return False
    label = [piece for piece in ledger.label_of(fact) if piece.is_word]
    if not label or any(piece.meaning.part != "heading" for piece in label):
        return False
    if not any(map(str.isdigit, fact.text)) or "/" in fact.mention.unit.name:
        return False  # `a day's files`; what was computed as an amount is told as one a day
    return not any(piece.mention for piece in ledger.pieces[fact.path][fact.label_span[1] : fact.at])


def _with_digits_exchanged(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield figures with the digits of a result in another order, which the solution tells nowhere.

    Whatever else such a figure may follow from, it stands where the result would, unless it tells how far
    the result is off another value: `saves 0.15 W of the 1.2 W` beside `1.05 W`.
    """
    told = [one for one in ledger.facts if one.origin in CONCLUDING and one.kind not in UNMEASURED]
    for fact in told:
        if fact.is_calculated or not fact.is_topic or not fact.cues.isdisjoint(("supposed", "former")):
            continue
        same = [one for one in ledger.by_kind[fact.kind] if one is not fact]
        if any(agree(one, fact) for one in same) or _is_told_per(ledger, fact):
            continue
        for other in same:
            is_result = other.result_of is not None and other.mention.unit.scale == fact.mention.unit.scale
            if is_result and has_digits_exchanged(fact, other) and not any(agree(one, other) for one in told):
                if not any(isclose(abs(one.value - other.value), fact.value) for one in same):
                    yield fact, other
                break


class UnsupportedFigure(LedgerRule):
    """The solution or the conclusion states a figure that nothing else in the question supports.

    It is neither given nor computed, and it is no sum, difference, product or quotient of two values that
    are. Show its calculation in the napkin math, or give it in the scenario. If another figure was meant,
    correct it.

    Only values with a unit of measure are looked at (bytes, seconds, watts, dollars, ...), in questions whose
    napkin math has values that measure the same. Sentences that speak of other cases are left alone.
    """

    code = "QB902"
    name = "unsupported-figure"
    severity = Severity.INFO
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The job needs 84 GB of memory and takes two nodes.\n"
                "  napkin_math: |\n"
                "    - Weights = 7B * 2 bytes = 14 GB\n"
            ),
            underlines="84 GB",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The job needs 42 GB of memory for weights and optimizer.\n"
                "  napkin_math: |\n"
                "    - Weights = 7B * 2 bytes = 14 GB\n"
                "    - Optimizer = 7B * 4 bytes = 28 GB\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: If the context were longer, it would need 84 GB of memory.\n"
                "  napkin_math: |\n"
                "    - Weights = 7B * 2 bytes = 14 GB\n"
            ),
        ),
    )

    def violations_in(self, question: QuestionFile) -> Iterator[Violation]:
        """Look for results that came from nowhere."""
        ledger = ledger_of(question)
        answers = {(fact.path, fact.start) for fact, _ in question.cached_view(_answered_otherwise)}
        for fact, known in ledger.view(unmatched):
            if fact.kind in UNMEASURED or fact.role_why not in SURE or len(digits(fact)) < 2:
                continue
            if _is_of_device(ledger, fact) or (fact.path, fact.start) in answers:
                continue
            if not any(other.origin is Origin.CALCULATIONS for other in known):
                continue
            if _meant(fact, known, ledger) is None and not follows(fact, ledger.facts):
                yield Violation(fact, f"{fact.text} is neither given nor computed anywhere")
