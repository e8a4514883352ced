"""QB861: what the solution says of a total and its limit, beside the numbers of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from typing import Final

from qbank.facts.counted import counted, singular
from qbank.facts.derivation import agree, is_conversion
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, Modality, Origin, Role, Standing
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.labels import label_of
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.answers import Answer, answers, nouns_of, places_answered, verdict
from qbank.rules.physics.spoken import beyond, spoken_of

_KINDS: Final = frozenset(
    (
        *(Kind.BYTES, Kind.BYTE_RATE, Kind.TIME, Kind.POWER, Kind.ENERGY, Kind.CHARGE, Kind.CURRENT),
        *(Kind.MONEY, Kind.EVENT_RATE, Kind.MASS),
    )
)
_DONE_OR_ASKED: Final = frozenset((Kind.EVENT_RATE, Kind.MONEY))
"""What is a need as often as it is what can be done, so that only a limit named so is one."""
_USED_UP: Final = frozenset((Kind.BYTES, Kind.ENERGY, Kind.CHARGE, Kind.MONEY, Kind.POWER))
_ENDS: Final = frozenset((Origin.SOLUTION, Origin.CONCLUSION))
_GIVEN: Final = frozenset((Origin.SCENARIO, Origin.QUESTION))
_REACH: Final = 4
_BEHIND: Final = 6
_NEAR: Final = 3.0
"""A total and the limit that it is compared with are of one order of magnitude."""
_MOST_RESULTS: Final = 6
"""With more of them cases are compared, and nobody knows which one the solution speaks of."""
_MORE: Final = 1.02
_SAME: Final = 1.025
"""Sizes of one memory with prefixes of 1000 and of 1024 are one limit."""
_GROWS: Final = frozenset("+*")
_COMPARES: Final = frozenset("-/")
_UNREAL: Final = frozenset((Modality.SUPPOSED, Modality.ASKED, Modality.CONCLUDED))
_LIMITS: Final = frozenset((Role.LIMIT, Role.CAPACITY))
_SLIGHT: Final = 1e-6
_SLIGHTLY: Final = 1.005
_HALF_DIGIT: Final = 0.51
_FIRST_WORDS: Final = 2
_UNSAID: Final = frozenset(("denied", "supposed", "former", "claimed", "alternative"))
_NEEDS: Final = frozenset((Role.DEMAND, Role.TRAFFIC, Role.EVENT_RATE))
_SERVING: Final = frozenset(("worker", "card", "node", "device"))
_COUNTED: Final = frozenset((Kind.COUNT, Kind.EVENT_RATE))
_ANSWERS: Final = {"yes": True, "no": False}
_VERDICTS: Final = (("suffices", True), ("falls-short", False))
_ASKING: Final = frozenset((("scenario",), ("question",)))
_OF_ONE: Final = frozenset(("each", "every-one", "per"))
_SUPPLIES: Final = frozenset(("source", "link"))
_LIMITING: Final = frozenset(("limit", "nominal"))


class WrongVerdict(LedgerRule):
    """The solution says that something suffices or fits, or that it does not, and the numbers say otherwise.

    The calculations add or multiply up one total, and the question tells what it has to stay below: a limit,
    a capacity, a window of time, a value on a line of its own. The solution draws the opposite: all is well,
    and the total is more than that; or it is too much, and the total is less. Correct the conclusion, or the
    figure that is wrong.

    Left alone: solutions that say both, or compare several cases in a table or in parts, totals of which
    others are made, and limits of which there are several of the total's order of magnitude.
    """

    code = "QB861"
    name = "wrong-verdict"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: The feed of the cabinet may be loaded up to 12 kW.\n"
                "details:\n"
                "  realistic_solution: The feed carries all four machines.\n"
                "  napkin_math: |\n    - Four machines: 4 * 3.6 kW = 14.4 kW\n"
            ),
            underlines="14.4 kW",
        ),
        Example(
            yaml=(
                "scenario: The gesture has to be answered within 80 ms.\n"
                "details:\n"
                "  realistic_solution: The chain is too slow, so a smaller network is needed.\n"
                "  napkin_math: |\n    - Chain: 22 ms + 31 ms = 53 ms\n"
            ),
            underlines="53 ms",
        ),
        Example(
            yaml=(
                "scenario: A beacon has two cells of 9 Wh each, which are changed every 30 days.\n"
                "details:\n"
                "  realistic_solution: The cells carry the beacon through the 30 days between two visits.\n"
                "  napkin_math: |\n"
                "    - Cells: 2 * 9 Wh = 18 Wh\n"
                "    - Lifetime: 18 Wh / 0.72 Wh/day = 25 days\n"
            ),
            underlines="30 days",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: The feed of the cabinet may be loaded up to 12 kW.\n"
                "details:\n"
                "  realistic_solution: The feed carries three machines.\n"
                "  napkin_math: |\n    - Three machines: 3 * 3.6 kW = 10.8 kW\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: The feed of the cabinet may be loaded up to 12 kW.\n"
                "details:\n"
                "  realistic_solution: Four machines would overload the feed, so the fourth is left out.\n"
                "  napkin_math: |\n    - Four machines: 4 * 3.6 kW = 14.4 kW\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  A buoy lives on a solar panel of 8 W, which has 4 hours of sun a day; its logger takes\n"
                "  0.75 W around the clock, and its radio another 4 Wh a day. Is the panel of 8 W enough?\n"
                "details:\n"
                "  realistic_solution: The 8 W panel covers the daily load of 22 Wh.\n"
                "  napkin_math: |\n"
                "    - Yield per day: 8 W * 4 h = 32 Wh\n"
                "    - Base load: 0.75 W * 24 h = 18 Wh\n"
                "    - With the radio: 18 Wh + 4 Wh = 22 Wh\n"
                "    - Share of the radio: 4 Wh / 22 Wh = 18.2%\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare each total with what it has to stay below."""
        yield from _more_than_is_done(ledger)
        cases = [*_cases(ledger), *_too_few(ledger), *_too_late(ledger)] or list(_spoken(ledger))
        yield from cases
        if cases:
            return
        totals = ledger.view(totals_of)
        grown = Counter(
            claim.result.kind
            for claim in ledger.claims
            if claim.result is not None and claim.operator in _GROWS
        )
        totals = [one for one in totals if grown[one.kind] <= _MOST_RESULTS]
        pairs = [
            (total, limit)
            for total in totals
            if (limit := limit_of(ledger, total)) is not None and not _lasts(ledger, total, limit)
        ]
        yield from _answered(ledger, pairs, alone=len(totals) == 1)
        yield from _partly_answered(ledger)


def _answered(ledger: Ledger, pairs: list[tuple[Fact, Fact]], *, alone: bool) -> Iterator[Violation]:
    """Compare each total with its limit, as what the solution says of it, or of everything, has it."""
    spoken = {id(total): _said_of(ledger, total) for total, _ in pairs}
    named = [(total, limit) for total, limit in pairs if spoken[id(total)]]
    overall = ledger.view(verdict) if pairs else None
    # Several totals beside one limit are cases that are compared, or steps: the last one counts.
    for total, limit in named or {limit.value: (total, limit) for total, limit in pairs}.values():
        said: set[bool | None] = {one.suffices for one in spoken[id(total)]} or {overall}
        if said == {True}:
            if total.mention.low > limit.value * beyond(total):
                yield _violation(total, "more", limit)
        elif said == {False} and (named or alone) and total.value * beyond(total) < limit.mention.low:
            if _is_last(ledger, total, limit, is_named=bool(named)) and not _is_beyond_another(
                ledger, total, limit
            ):
                yield _violation(total, "less", limit)


def _partly_answered(ledger: Ledger) -> Iterator[Violation]:
    """Yield totals that the solution calls covered where a line has them with more, and that is too much."""
    said = ledger.view(answers)
    if not all(answer.suffices for answer in said):
        return
    for answer in said:
        told = [
            fact
            for fact in ledger.facts
            if fact.kind in _USED_UP and (fact.path, fact.sentence) == (answer.path, answer.sentence)
        ]
        for part, whole in _wholes_of(ledger, told):
            limit = limit_of(ledger, whole)
            if (
                limit is not None
                and part.value <= limit.value
                and whole.mention.low > limit.value * beyond(whole)
            ):
                message = f"{part.text} is held against {limit.text}, but {whole.label} it is {whole.text}"
                yield Violation(
                    whole, message, ((part, part.label or part.text), (limit, limit.label or limit.text))
                )
                return


def _wholes_of(ledger: Ledger, told: Iterable[Fact]) -> Iterator[tuple[Fact, Fact]]:
    """Yield the results among some values, each with those that have all its parts and more, and are not told."""
    for fact in told:
        alike = ledger.by_kind[fact.kind]
        calculated = (one for one in alike if one.origin is Origin.CALCULATIONS and one.result_of is not None)
        part = next((one for one in calculated if agree(one, fact)), None)
        if part is None:
            continue
        terms = [one for one in ledger.parts(part) if one.operand_of is not None and not agree(one, part)]
        for claim in ledger.claims if terms else ():
            whole = claim.result
            if (
                whole is not None
                and whole.kind is part.kind
                and claim.operator in _GROWS
                and whole.value > part.value * _MORE
                and whole.line > part.line
                and whole.standing is Standing.TOPIC
                and not any(agree(one, whole) for one in alike if one.origin in _ENDS)
            ):
                of_whole = ledger.parts(whole)
                if all(any(one.kind is term.kind and agree(one, term) for one in of_whole) for term in terms):
                    yield part, whole


def _said_of(ledger: Ledger, total: Fact) -> list[Answer]:
    """Return the answers whose clause names a total, by its value or by what its line alone is called."""
    others = {
        noun
        for claim in ledger.claims
        if claim.result is not None and claim.result.label and claim.result.line != total.line
        for noun in nouns_of(label_of(ledger, claim.result))
    }
    nouns = nouns_of(label_of(ledger, total)) - others
    found = []
    for answer in ledger.view(answers):
        clause = [piece for piece in ledger.pieces[answer.path] if piece.clause == answer.clause]
        subject = [piece for piece in clause if piece.start < ledger.pieces[answer.path][answer.at].start]
        sentence = [
            fact
            for fact in ledger.by_kind[total.kind]
            if (fact.path, fact.sentence) == (answer.path, answer.sentence)
            and fact.clause <= answer.clause
            and "supposed" not in fact.cues
        ]
        told = [fact for fact in sentence if fact.clause == answer.clause] or sentence
        if any(agree(fact, total) for fact in told) or nouns & nouns_of(subject):
            found.append(answer)
    return found


def _is_beyond_another(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Whether a total is more than another capacity of the question, of which the solution may speak."""
    return any(
        one.role is Role.CAPACITY
        and one.origin in _GIVEN
        and one.standing is Standing.TOPIC
        and (one.place == limit.place or not (one.place and limit.place))
        and total.value / _NEAR <= one.value < total.value
        for one in ledger.by_kind[total.kind]
    )


def _lasts(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Whether the text computes for how long there is enough: `61 Wh / 66 Wh a day = 0.93 days`."""
    return any(
        claim.operator == "/"
        and claim.result is not None
        and claim.result.kind is Kind.TIME
        and [one.number for one in claim.operands] == [limit.number, total.number]
        for claim in ledger.claims
    )


def _cases(ledger: Ledger) -> Iterator[Violation]:
    """Yield the totals of as many things as the solution takes, or refuses, beyond their limit or within it.

    Lines of the calculations have the totals of several numbers of a thing; the solution names one of them.
    """
    lines = list(_last_of_lines(ledger))
    told = ledger.view(counted) if lines else []
    totals = {
        (one.number, one.noun): total
        for total in lines
        for one in told
        if one.path == total.path and one.start < total.start and one.sentence == total.sentence
        if one.number > 1 and one.start in _label_starts(ledger, total)
    }
    for said in told if totals else ():
        total = totals.get((said.number, said.noun))
        if total is None or said.path[-1] != "realistic_solution":
            continue
        sentence = [piece for piece in ledger.pieces[said.path] if piece.sentence == said.sentence]
        cues = frozenset().union(*(piece.meaning.cues for piece in sentence))
        limit = limit_of(ledger, total, exact=True)
        if limit is None or not _UNSAID.isdisjoint(cues) or any(_tells(piece, total) for piece in sentence):
            continue
        if "falls-short" in cues:
            if total.value * _MORE < limit.mention.low:
                yield _violation(total, "less", limit)
        elif total.mention.low > limit.value * beyond(total) and not ledger.says("no-room", "failure"):
            yield _violation(total, "more", limit)


def _spoken(ledger: Ledger) -> Iterator[Violation]:
    for need, have in spoken_of(ledger):
        if need.mention.low > have.value * beyond(need):
            yield _violation(need, "more", have)


def _too_few(ledger: Ledger) -> Iterator[Violation]:
    """Yield the quotient of a need and what one thing does, where the solution takes fewer things."""
    for claim in ledger.claims:
        number = claim.result
        if number is None or claim.operator != "/" or len(claim.operands) != 2:
            continue
        if number.kind is not Kind.COUNT or number.mention.unit.name or not number.value % 1:
            continue
        of = claim.operands[1]
        serves = [
            fact
            for fact in ledger.facts
            if fact.origin in _GIVEN
            and fact.kind in {Kind.EVENT_RATE, Kind.BYTE_RATE}
            and fact.subject.thing in _SERVING
            and fact.standing is Standing.TOPIC
            and _have_one_number(fact, of)
        ]
        nouns = {singular(fact.subject.name) for fact in serves}
        taken = [
            one
            for one in ledger.view(counted)
            if one.path[-1] == "realistic_solution" and one.noun in nouns and one.is_topic
        ]
        if (
            serves
            and {one.number for one in taken} == {int(number.value)}
            and ledger.view(verdict) is not False
        ):
            message = f"{number.text} of them are needed, and the solution takes {taken[0].text}"
            yield Violation(number, message, ((serves[0], serves[0].text),))


def _too_late(ledger: Ledger) -> Iterator[Violation]:
    """Yield what is left of a time where the solution says that it is missing: `12 ms too late`."""
    for said in ledger.by_kind.get(Kind.TIME, ()):
        if said.path[-1] != "realistic_solution" or not _UNSAID.isdisjoint(said.cues):
            continue
        pieces = ledger.pieces[said.path]
        behind = pieces[said.at + 1] if said.at + 1 < len(pieces) else None
        if behind is None or not {"late", "in-hand"} & behind.meaning.cues:
            continue
        for claim in ledger.claims:
            left = claim.result
            if left is None or claim.operator != "-" or len(claim.operands) != 2 or not agree(left, said):
                continue
            late = "late" in behind.meaning.cues
            sums = [_is_a_sum(ledger, one) for one in claim.operands]
            if not claim.negative and sums == [not late, late]:
                whole, part = claim.operands
                message = f"{said.text} {behind.text}, but {whole.text} is more than {part.text}"
                yield Violation(said, message, ((whole, whole.label or whole.text),))


def _is_a_sum(ledger: Ledger, fact: Fact) -> bool:
    return any(
        one.result_of is not None and ledger.claims[one.result_of].operator == "+"
        for one in (fact, *fact.same)
    )


def _last_of_lines(ledger: Ledger) -> Iterator[Fact]:
    """Yield what lines of the calculations multiply or add up, whatever is done with it then."""
    for claim in ledger.claims:
        total = claim.result
        if total is None or total.kind not in _KINDS or claim.operator not in _GROWS or claim.negative:
            continue
        if total.label and total.role not in _LIMITS and total.origin is Origin.CALCULATIONS:
            yield total


def _label_starts(ledger: Ledger, total: Fact) -> set[int]:
    """Return where the first words of the label of a total's line stand: `With four racks`."""
    words = [piece for piece in ledger.pieces[total.path] if piece.line == total.line]
    words = [piece for piece in words if piece.is_word or piece.mention is not None]
    return {piece.start for piece in words[:_FIRST_WORDS] if piece.start < total.start}


def _tells(piece: Piece, total: Fact) -> bool:
    return piece.mention is not None and piece.mention.kind is total.kind


def _violation(total: Fact, relation: str, limit: Fact) -> Violation:
    said = "all is well" if relation == "more" else "it is too much"
    label = f" ({total.label})" if total.label else ""
    message = f"{total.text}{label} is {relation} than {limit.text}, but the solution says that {said}"
    return Violation(total, message, ((limit, limit.label or limit.text),))


def _more_than_is_done(ledger: Ledger) -> Iterator[Violation]:
    """Yield the one need that is given, where the text itself computes that less than that can be done.

    A link moves so much in a time, or so many workers do so many requests a second.
    """
    for claim in ledger.claims:
        done = claim.result
        if done is None or claim.operator != "*" or not _is_supply(claim, done):
            continue
        needs = {
            fact.value: fact
            for fact in ledger.by_kind[done.kind]
            if fact.role in _NEEDS
            and fact.mention.unit.dimension == done.mention.unit.dimension
            and fact.subject.thing not in _SERVING
            and fact.standing is Standing.TOPIC
            and not fact.per
            and not any(_have_one_number(fact, one) for one in claim.operands)
            and (_is_given_need(ledger, fact) or _is_sum_of_needs(ledger, fact))
        }
        if len(needs) == 1 and min(needs) > done.value * _MORE and ledger.view(verdict):
            yield _violation(needs[min(needs)], "more", done)


def _have_one_number(fact: Fact, other: Fact) -> bool:
    """Tell whether two values are written with one number, whatever their units are."""
    one, two = fact.number, other.number
    return abs(one - two) <= _SLIGHT * abs(one)


def _is_given_need(ledger: Ledger, fact: Fact) -> bool:
    unused = all(one.result_of is None and not _adds_to(ledger, one) for one in (fact, *fact.same))
    return fact.modality is Modality.GIVEN and fact.origin in _GIVEN and unused


def _adds_to(ledger: Ledger, fact: Fact) -> bool:
    return fact.operand_of is not None and ledger.claims[fact.operand_of].operator in _GROWS


def _is_sum_of_needs(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether what arrives was added up and nothing is computed of it: `All uploads: 900/s`."""
    adds = fact.result_of is not None and ledger.claims[fact.result_of].operator == "+"
    return adds and all(one.operand_of is None for one in (fact, *fact.same))


def _is_supply(claim: ClaimFacts, done: Fact) -> bool:
    """Tell whether a product is what a link moves in a time, or what all workers do together."""
    kinds = {one.kind for one in claim.operands}
    moves = done.kind is Kind.BYTES and kinds == {Kind.BYTE_RATE, Kind.TIME}
    serve = done.kind is Kind.EVENT_RATE and done.subject.thing in _SERVING and kinds <= _COUNTED
    of_one = not done.cues.isdisjoint(_OF_ONE)  # what one of them does
    return (moves or (serve and not of_one)) and all(one.operand_of is None for one in (done, *done.same))


def totals_of(ledger: Ledger) -> list[Fact]:
    """Return what the calculations add or multiply up and use in no further sum or product of its kind."""
    found: list[Fact] = []
    for claim in ledger.claims:
        total = claim.result
        if total is None or total.kind not in _KINDS or claim.operator not in _GROWS or claim.negative:
            continue
        if (
            total.standing is Standing.TOPIC
            and total.origin is Origin.CALCULATIONS
            and total.role not in _LIMITS
            and total.subject.sort != "source"  # what a panel yields is no need
            and not any(_is_limit(one, total.kind) for one in (*total.same, *claim.operands))
            and not _only_converts(claim)
            and not _is_slowed(claim, total)
            and not _goes_on(ledger, total)
        ):
            found.append(total)
    return found


def _is_slowed(claim: ClaimFacts, total: Fact) -> bool:
    """Tell whether a rate is what can be done of another one, and no need: `60 * 0.7 = 42 tokens/s`."""
    return total.kind is Kind.EVENT_RATE and any(one.value < 1 for one in claim.operands)


def _is_limit(fact: Fact, kind: Kind) -> bool:
    told = fact.origin not in _ENDS and fact.standing is Standing.TOPIC
    return fact.kind is kind and fact.role in _LIMITS and told


def _only_converts(claim: ClaimFacts) -> bool:
    """Tell whether a claim only states a value in another unit, or one that the question gives."""
    result = claim.result
    if result is None or (claim.operator and claim.operator != "*"):
        return False
    return is_conversion(claim) or any(one.result_of is None and one.origin in _GIVEN for one in result.same)


def _goes_on(ledger: Ledger, total: Fact) -> bool:
    """Tell whether a result enters another sum or product of its kind, or is divided up."""
    for claim in ledger.claims:
        result = claim.result
        if result is None or result is total or result.kind is not total.kind or claim.operator in {"", "-"}:
            continue
        if any(one.kind is total.kind and agree(one, total) for one in claim.operands):
            return True
    return False


def _is_last(ledger: Ledger, total: Fact, limit: Fact, *, is_named: bool) -> bool:
    """Tell whether nothing is computed behind a total; if it is named, its limit and other things may be."""
    return not any(
        claim.path == total.path
        and claim.result is not None
        and claim.result.line > total.line
        and not (
            is_named
            and (claim.operator == "-" or claim.result.kind is not total.kind or agree(claim.result, limit))
        )
        for claim in ledger.claims
    )


def limit_of(ledger: Ledger, total: Fact, *, exact: bool = False) -> Fact | None:
    """Return the one value that a total has to stay below; None if it is none, or may be several.

    If it is `exact`, a value in the unit of the total is not it, with prefixes of 1024.
    """
    alike = is_one if exact else agree
    parts = ledger.parts(total) - {total}
    # What something covers is a need, and what it yields has no limit there.
    needs = [fact for one in ledger.relations if one.name == "covers" for fact in one.behind]
    found = []
    for fact in ledger.by_kind[total.kind]:
        if (
            fact.standing is Standing.TOPIC
            and fact.modality not in _UNREAL
            and fact.origin not in _ENDS
            and fact.scope != "one"
            and not _is_rest_of(ledger, fact, parts)
            and total.value / _NEAR <= fact.value <= total.value * _NEAR
            and not any(one.kind is fact.kind and alike(one, fact) for one in parts)
            and not _is_repeated(total, fact)
            and not _is_subtotal(ledger, fact, parts)
            and not (fact.role is Role.CAPACITY and "moved" in total.cues)
            and _is_told(ledger, fact)
            and not any(agree(fact, covered) for covered in needs)
        ):
            found.append(fact)
    compared = _compared(ledger, total)
    same = [fact for fact in found if any(agree(fact, other) for other in compared)]
    if same or _is_taken_from(ledger, total):
        found = same
    strong = [fact for fact in found if _limits(fact)]
    if not strong and total.kind not in _DONE_OR_ASKED:
        strong = [fact for fact in found if _has_own_line(ledger, fact)]
    if not strong:
        return None
    made_of = {id(part) for fact in strong for part in ledger.parts(fact) if not agree(part, fact)}
    strong = [fact for fact in strong if id(fact) not in made_of]
    places = {total.place} if total.place else ledger.view(places_answered)
    strong = [fact for fact in strong if fact.place in places] or strong
    most = max(strong, key=lambda one: one.value)
    return most if all(most.value <= one.value * _SAME for one in strong) else None


def _is_rest_of(ledger: Ledger, fact: Fact, parts: Set[Fact]) -> bool:
    """Tell whether a value is what is left when a total is there, or is kept free of it."""
    if "rest" not in fact.cues | fact.traits and not any(
        "rest" in one.cues | one.traits for one in fact.same if one.result_of is not None
    ):
        return False
    made = None if fact.result_of is None else ledger.claims[fact.result_of]
    if made is None or made.operator != "-" or made.negative:
        return True
    return any(agree(one, part) for one in made.operands for part in parts if part.kind is one.kind)


def _is_subtotal(ledger: Ledger, fact: Fact, parts: Set[Fact]) -> bool:
    """Tell whether a value was computed of nothing but what a total contains."""
    made = [ledger.claims[one.result_of] for one in (fact, *fact.same) if one.result_of is not None]
    return any(
        claim.operands and all(any(agree(one, part) for part in parts) for one in claim.operands)
        for claim in made
        if claim.operator in _GROWS
    )


def _is_repeated(total: Fact, fact: Fact) -> bool:
    """Tell whether a value is a total once more, and not only near it: `15 kW` is not `15.3 kW`."""
    digits = max(total.mention.step, _SLIGHT * total.value) * _HALF_DIGIT
    return total.mention.low - digits <= fact.value <= total.value + digits


def is_one(one: Fact, other: Fact) -> bool:
    """Tell whether two values are one; in the same unit they are not 1000 and 1024 of the same prefix."""
    near = max(one.value, other.value) <= _SAME * min(one.value, other.value)
    return agree(one, other) and (near or one.mention.unit.name != other.mention.unit.name)


def _limits(fact: Fact) -> bool:
    """Tell whether a value is a limit by its role, its words, or as what a socket or a supply gives."""
    gives = fact.kind is Kind.POWER and fact.subject.sort in _SUPPLIES
    left = fact.kind in _USED_UP and fact.result_of is not None and "rest" in fact.cues | fact.traits
    return gives or left or fact.role in _LIMITS or not fact.cues.isdisjoint(_LIMITING)


def _compared(ledger: Ledger, total: Fact) -> list[Fact]:
    """Return what the text itself compares a total with: `60 - 42 = 18 W`, `42 / 60 = 70 %`."""
    found: list[Fact] = []
    for claim in ledger.claims:
        if claim.operator in _COMPARES:
            alike = [one for one in claim.operands if one.kind is total.kind]
            others = [one for one in alike if not agree(one, total)]
            if len(others) < len(alike):  # of `24 - 14 - 6` the first alone is what there is
                found += [one for one in others if claim.operator == "/" or one is claim.operands[0]]
    return found


def _is_taken_from(ledger: Ledger, total: Fact) -> bool:
    """Tell whether the text takes a total from what is left of something: that alone is its limit."""
    return any(
        claim.operator == "-"
        and any(one.kind is total.kind and agree(one, total) for one in claim.operands[1:])
        and any(
            one.result_of is not None and ledger.claims[one.result_of].operator == "-"
            for one in claim.operands[0].same
        )
        for claim in ledger.claims
    )


def _is_told(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a value is given, converted or what can be used of a limit, and enters no total."""
    for one in (fact, *fact.same):
        made = None if one.result_of is None else ledger.claims[one.result_of]
        used = None if one.operand_of is None else ledger.claims[one.operand_of]
        is_whole = fact.role in _LIMITS or "rest" in one.cues | one.traits
        if made is not None and not is_whole and not _only_converts(made):
            return False
        if used is not None and used.operator in _GROWS and not _only_converts(used):
            return False
    return True


def _has_own_line(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a line of the calculations states a value and no other, with a label."""
    return any(
        one.label
        and one.origin is Origin.CALCULATIONS
        and all(
            agree(one, other) or other.kind is Kind.COUNT
            for other in ledger.facts
            if (other.path, other.line) == (one.path, one.line)
        )
        for one in (fact, *fact.same)
    )
