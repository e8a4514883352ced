"""QB860: figures that no such thing has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import dropwhile, islice, pairwise
from math import inf
from typing import Final

from msgspec.structs import replace

from qbank.catalog.units import unit_of
from qbank.facts.counted import singular
from qbank.facts.fact import Fact
from qbank.facts.hardware.classes import classes_of
from qbank.facts.labels import POSSESSIVES
from qbank.facts.ledger import Ledger
from qbank.facts.lexicon.magnitudes import Magnitude, Measure
from qbank.facts.pieces import Piece, of_sentence
from qbank.facts.reading.subjects import UNNAMED
from qbank.facts.segmentation.quantities import DECIBEL
from qbank.facts.vocabulary import Kind, Modality, Origin, Role, Standing, Why, unit_of_time
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.several import STATES, is_per_card, is_predicate, named_things, several
from qbank.rules.physics.sizes import for_all
from qbank.rules.physics.stated import behind
from qbank.units.dimension import exponents, physical

_UNREAL: Final = frozenset((Modality.ASKED, Modality.SUPPOSED, Modality.DENIED, Modality.COMPUTED))
_UNSURE: Final = frozenset((Why.SAME, Why.ONLY))
_OF_ROLES: Final = frozenset((Kind.BYTES, Kind.COUNT, Kind.OPERATIONS))
"""Kinds of which the role says what is measured, room or data, and not their unit."""
_QUIET: Final = frozenset(("failure", "denied", "claimed"))
_ANY: Final = frozenset(("any",))
_OF_DATA: Final = frozenset((Role.DEMAND, Role.TRAFFIC, Role.ELEMENT_SIZE))
"""What data take: only that of which they are told counts, and not where these lie."""
_SORTS: Final = frozenset(("link", "place"))
_ETHERNET: Final = "bE"
"""The end of a unit that names a sort of port, `10 GbE`, and no rate of what is sent."""
_OF_SOME_LINK: Final = frozenset(("link", "data", "property", "part", ""))
"""What a rate may be of that goes over the link of the sentence before."""
_HARDWARE_SORTS: Final = frozenset(("device", "place", "link", "part", "store", "source"))
"""Sorts of what a question may have several of that do the same: a read is from the disk or from DRAM."""
_ABSTRACT: Final = frozenset(("", "property", "limit", "sum", "rest", "place", "store", "link", "unit"))
_HELD: Final = frozenset(("phone", "tablet", "watch", "earbud", "wearable"))
_OF_WHOLES: Final = frozenset((Kind.POWER, Kind.CHARGE))
"""What of a whole may be told beside its parts."""
_PARTS: Final = frozenset(
    ("camera", "cpu", "gpu", "radio", "microphone", "mic", "display", "modem", "sensor")
)
_EACH_OF: Final = {
    "per-card": frozenset(("gpu", "card", "accelerator")),
    "per-node": frozenset(("node", "server", "machine", "host")),
}
"""Classes of what is told of each, and what it is told per."""
_PER_CARD: Final = frozenset(("per-card",))
_CARDS: Final = frozenset(("gpu",))
"""What a quantity per GPU is of, whatever its sentence names besides: `a node at $2 per GPU-hour`."""
_RELATIVE: Final = frozenset(("which", "that", "where"))
_PRONOUNS: Final = frozenset(("it", "they")) | POSSESSIVES
_RELATIVE_REACH: Final = 3
_WHOLES: Final = frozenset(("device", "unit", "gadget", "product"))
"""What any hardware may be called that was named before: `the whole device settles at 4 W`."""
_PLACES: Final = frozenset(
    (
        *("europe", "east-us", "west-us", "south-america", "east-asia", "south-east-asia", "south-asia"),
        *("australia", "africa"),
    )
)
_CELLS: Final = frozenset(("coin-cell", "small-cell", "named-cell"))
_ABSENT: Final = frozenset(("without", "no"))
_OF_A_NOUN: Final = frozenset(("", "article", "determiner"))
_JOINING: Final = frozenset(("and", "while"))
_BOTH: Final = frozenset(("two", "both", "them"))
_LEADS: Final = frozenset(("from", "to"))
_OWN_RATES: Final = frozenset(("frame", "token"))
"""What has rates of its own, apart from those of other things that are counted."""
_RATES: Final = {
    Kind.COUNT: (Role.EVENT_RATE, Kind.EVENT_RATE),
    Kind.OPERATIONS: (Role.ACHIEVED_RATE, Kind.OPERATION_RATE),
}
"""What so many in a time are: `40 billion MACs a second`."""
_TOLD_PER: Final = frozenset((Kind.BYTES, Kind.OPERATIONS))
_ANY_LINK: Final = frozenset(("network", "modem"))
"""Classes of words that may mean any link: `the uplink`, `the modem`."""
_SECOND: Final = unit_of("s")
_OF_A_MODEL: Final = frozenset(("model", "step", "frame"))
"""What operations may be of that are those of the one model of a question: `a pass takes 8 GFLOP`."""
_OF_EACH: Final = frozenset((Kind.TIME, Kind.ENERGY))
"""What is the same where it is told for each of something."""
_OF_TWO: Final = 2
_OF_AN_ITEM: Final = frozenset(("average", "every-one"))
"""What an amount of data is told of each: `640 × 480 JPEGs, 40 KB each`."""
_FILES: Final = frozenset(("file", "download"))
_MOST_BEYOND: Final = 1e7
_NOUN_REACH: Final = 3
_BY_HAND: Final = frozenset(("by hand", "by", "hand", "manually"))
_LISTED: Final = frozenset((",", "and", "or", "of"))
_PREPOSITIONS: Final = frozenset(
    ("to", "in", "on", "at", "by", "with", "for", "from", "beside", "near", "next to", "per", "than", "into")
)
_ONE: Final = frozenset(("one", "a", "1"))
_ONE_FOR: Final = 3
_EVERY: Final = frozenset(("per", "a", "an", "each", "every"))
_LISTS: Final = frozenset(("price-source",))
"""What tells a price, and is no thing that has one: `The price list says`."""
_RATIOS: Final = frozenset(("noise-ratio",))
"""What is a level of its own in decibels, and no loss or gain."""
_LEAST_PARAMETERS: Final = 100
_HERE: Final = frozenset((Why.BESIDE, Why.VERB, Why.BRACKET))


class NoSuchMagnitude(LedgerRule):
    """A figure is of a size that no such thing has.

    A phone draws watts and not hundreds of them, a microcontroller has kilobytes of memory, electricity
    costs cents for a kilowatt-hour. A figure that is far outside of all that is known of its kind is mostly
    a slip of a unit or a prefix: mW and W, Gbit and GB, minute and second. The message names the bounds and
    where they are from. Correct the unit, or say what makes the thing so special.

    Looked at are figures that a question gives, not those that it computes, and only where every thing that
    their sentence names lies outside, or that the one before names where a pronoun or the same noun means it.
    Several things together may have as many times the bound.
    """

    code = "QB860"
    name = "no-such-magnitude"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="scenario: While it films, the smartphone draws 450 W, and its battery lasts for hours.\n",
            underlines="450 W",
        ),
        Example(
            yaml="scenario: A microcontroller with 64 GB of SRAM wakes every minute for a sound.\n",
            underlines="64 GB",
        ),
        Example(
            yaml="scenario: The job takes 900 kWh, and electricity costs $14 per kWh in that region.\n",
            underlines="$14 per kWh",
        ),
        Example(
            yaml="scenario: Twelve cameras, each of which sends an H.265 stream of 3 Gbit/s, film.\n",
            underlines="3 Gbit/s",
        ),
        Example(
            yaml="scenario: Reading one word from the external DRAM costs 0.4 pJ for every read.\n",
            underlines="0.4 pJ",
        ),
        Example(
            yaml=(
                "scenario: The model is hosted in Paris and used from Perth. The round trip between the two"
                " takes 9 ms.\n"
            ),
            underlines="9 ms",
        ),
        Example(
            yaml="scenario: The phone runs MobileNetV2. The network costs 300 GMAC per frame.\n",
            underlines="300 GMAC per frame",
        ),
        Example(
            yaml="scenario: The picture goes out over NB-IoT. The uplink sustains 25 Mbit/s in the field.\n",
            underlines="25 Mbit/s",
        ),
        Example(
            yaml="scenario: The shelf has 36 hard disks, each good for 2,000 random reads/s.\n",
            underlines="2,000 random reads/s",
        ),
        Example(
            yaml="scenario: A strain sensor has a microcontroller which draws 12 W while it filters.\n",
            underlines="12 W",
        ),
        Example(
            yaml="scenario: The log lies in flash that endures 20 million erase cycles per sector.\n",
            underlines="20 million erase cycles per sector",
        ),
        Example(
            yaml="scenario: A buoy has an nRF52840. While it computes, it draws 3.2 A.\n",
            underlines="3.2 A",
        ),
        Example(
            yaml="scenario: A ResNet-50 has 25 billion parameters and is served on one GPU.\n",
            underlines="25 billion",
        ),
    )
    good = (
        Example(yaml="scenario: While it films, the smartphone draws 4.5 W from a battery of 15 Wh.\n"),
        Example(yaml="scenario: The shelf has 36 hard disks, together good for 5,000 random reads/s.\n"),
        Example(yaml="scenario: The LoRA run took 6 hours. Its checkpoints go to a share with 2 GB/s.\n"),
        Example(yaml="scenario: Seven A100 nodes stand in a rack, each drawing 6.5 kW on average.\n"),
        Example(yaml="scenario: A drone of 1.2 kg flies. Hovering takes 160 W, the camera 4 W.\n"),
        Example(yaml="scenario: A solar panel of 12 cm × 10 cm has a peak output of 2 W.\n"),
        Example(yaml="scenario: The phone streams 32 kbit/s Opus or sends the file at 20 Mbit/s.\n"),
        Example(yaml="scenario: The air handlers of the CPU hall, an old one, remove 300 kW of heat.\n"),
        Example(yaml="scenario: A ResNet-50 with 25 million parameters runs beside a 7B language model.\n"),
        Example(yaml="scenario: Each of the Ethernet switches draws about 500 W without optics.\n"),
        Example(yaml="scenario: The shards go to a free NVMe scratch of 30 TB and are read at 45 GB/s.\n"),
        Example(yaml="scenario: The phone sends each picture to a server that draws 450 W on average.\n"),
        Example(
            yaml="scenario: The job takes 900 kWh, and electricity costs $0.14 per kWh in that region.\n"
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Yield figures outside of the bounds of classes."""
        named = _ANY | _named(named_things(ledger))
        there: dict[Measure, list[Magnitude]] = {}
        relative: set[Measure] = set()
        for told in ledger.facts:
            fact = _as_rate(told, ledger)
            for measure in (measures := _measures(fact)) - there.keys():
                of_kind = ledger.lexicon.magnitudes(measure)
                there[measure] = [
                    one
                    for one in of_kind
                    if not one.things.isdisjoint(named) and (not one.beside or one.beside in named)
                ]
                if any(one.over for one in there[measure]):
                    relative.add(measure)
            known = [one for measure in measures for one in there[measure]]
            if not relative.isdisjoint(measures):
                of_role = (one for one in known if not one.over or fact.role in one.roles)
                whole = (for_all(one, fact, ledger) if one.over else one for one in of_role)
                known = [one for one in whole if one is not None]
            if all(one.least <= fact.value <= one.most for one in known) or not _is_told(fact, ledger):
                continue
            if fact.mention.unit.name.endswith(_ETHERNET) or _is_repeated(ledger, fact):
                continue
            fitting = [one for one in known if _has_role(one, fact) and _is_of_its_unit(one, fact, ledger)]
            if all(one.least <= fact.value <= one.most or _is_far(one, fact, ledger) for one in fitting):
                continue
            broken = _outside(fact, fitting, ledger)
            if broken is not None:
                what = f"{fact.text} is no size of {broken.what}: {broken.bounds} ({broken.source})"
                yield Violation(fact, what)


def _is_far(one: Magnitude, fact: Fact, ledger: Ledger) -> bool:
    """Whether neither the sentence of a fact nor the one before names what has a magnitude.

    Work may be that of the one model of the question.
    """
    if fact.kind is Kind.OPERATIONS or not one.things.isdisjoint(_ANY):
        return False
    pieces = ledger.pieces[fact.path]
    around = (pieces[of_sentence(pieces, fact.sentence - 1)], ledger.sentence_of(fact), ledger.label_of(fact))
    return all(one.things.isdisjoint(classes_of(piece)) for part in around for piece in part)


def _is_repeated(ledger: Ledger, fact: Fact) -> bool:
    """Whether a fact tells a result again, or repeats as operand a given, judged where it is told.

    What one of something is, `1 MAC = 2 ops`, is no value of anything.
    """
    if fact.kind is Kind.OPERATIONS and fact.number <= _OF_TWO:
        return True
    if fact.path[0] != "scenario" and any(one.result_of is not None for one in fact.same):
        return True
    return fact.operand_of is not None and any(
        one.path[0] == "scenario" and one.number == fact.number and _is_of_kind(one, fact)
        for one in ledger.facts
    )


def _is_of_kind(one: Fact, operand: Fact) -> bool:
    """Tell whether an operand repeats a fact, with its unit or bare: `20 °C` is no `20 mW/cm²`."""
    return operand.kind is Kind.COUNT or one.mention.unit.dimension == operand.mention.unit.dimension


def _time_of(fact: Fact, ledger: Ledger) -> str:
    """Return the word of the time in which things are counted: `40 letters by hand per day`."""
    if fact.per or fact.role is Role.PARAMETERS:
        return fact.per
    pieces = ledger.pieces[fact.path][fact.at + 1 :]
    words = [piece.text for piece in pieces if piece.clause == fact.clause]
    led = list(dropwhile(lambda word: word in _BY_HAND, words[1:]))
    return led[1] if 1 < len(led) < len(words) - 1 and led[0] in _EVERY else ""


def _as_rate(fact: Fact, ledger: Ledger) -> Fact:
    """Return a count of things in a time as their rate: `1.2 million points a second`.

    What is told per token or frame behind its noun has that in its unit: `4 bytes of text per token`.
    """
    per = (
        (fact.per if fact.per in _OWN_RATES else _told_for_one(fact, ledger))
        if fact.kind in _TOLD_PER
        else ""
    )
    if per:
        each, mention, unit = copy(fact), fact.mention, unit_of(per)
        if _OWN_RATES.isdisjoint(exponents(mention.unit.dimension)):
            each.measure(replace(mention, unit=mention.unit / unit))
        return each
    time = unit_of_time(_time_of(fact, ledger)) if fact.kind in _RATES else None
    if time is None:
        return fact
    rate, mention = copy(fact), fact.mention
    unit = mention.unit / _SECOND
    rate.role, kind = _RATES[fact.kind]
    rate.measure(replace(mention, high=mention.high / float(time.scale), kind=kind, unit=unit))
    return rate


def _told_for_one(fact: Fact, ledger: Ledger) -> str:
    """Return of what there is one for a quantity: `one token per 4 bytes of text`."""
    ahead = [piece.text for piece in ledger.pieces[fact.path][max(0, fact.at - _ONE_FOR) : fact.at]]
    if len(ahead) < _ONE_FOR or ahead[1] not in _OWN_RATES:
        return ""
    return ahead[1] if ahead[0] in _ONE and ahead[2] in _EVERY else ""


def _measures(fact: Fact) -> set[Measure]:
    """Return what a fact measures; a count of cycles is one of anything as well, `6 ns per query` a time."""
    dimension = fact.mention.unit.dimension
    plain = physical(dimension)
    kind = Kind.COUNT if fact.kind is Kind.OTHER and not plain else fact.kind  # `erase cycles per sector`
    as_plain = kind in _OF_EACH or (kind is Kind.COUNT and _OWN_RATES.isdisjoint(exponents(dimension)))
    return {(fact.kind, dimension), (kind, plain) if as_plain else (fact.kind, dimension)}


def _is_told(fact: Fact, ledger: Ledger) -> bool:
    """Tell whether a figure is given as it is: not computed, supposed or denied, and no loss or gain.

    Decibels that enter a sum may be either. What a list of prices says is nobody's opinion.
    """
    if fact.modality in _UNREAL or fact.result_of is not None or not fact.value:
        return False
    if _is_unsure(fact) and (fact.kind in _OF_ROLES or fact.origin is Origin.SOLUTION):
        return False
    unit = fact.mention.unit
    is_difference = unit.dimension == DECIBEL and (unit.name != "dBm" or fact.operand_of is not None)
    if is_difference and _RATIOS.isdisjoint(_named(ledger.clause_of(fact))):
        return False
    quiet = fact.cues & _QUIET
    is_interval = fact.role is Role.INTERVAL and quiet == {"failure"}  # `one fails every 50,000 hours`
    if fact.standing is not Standing.CLAIMED and (is_interval or not quiet):
        return True
    return quiet == {"claimed"} and not _LISTS.isdisjoint(_named(ledger.clause_of(fact)))


def _is_unsure(fact: Fact) -> bool:
    """Tell whether no words say what a fact is; what repeats one of the scenario is judged there."""
    return fact.role_why in _UNSURE and (fact.role_why is Why.ONLY or fact.path[0] != "scenario")


def _has_role(one: Magnitude, fact: Fact) -> bool:
    sort = fact.subject.sort
    return (not one.roles or fact.role in one.roles) and (
        sort == one.sort or not one.sort or (sort not in _SORTS and fact.kind is not Kind.OPERATION_RATE)
    )


def _outside(fact: Fact, known: Sequence[Magnitude], ledger: Ledger) -> Magnitude | None:
    """Return what a fact would be the magnitude of, if all that it may be of has other bounds."""
    label = ledger.label_of(fact)
    sentence = _present(ledger.sentence_of(fact))
    if fact.operand_of is not None:  # the label is of the result
        sentence = [piece for piece in sentence if not any(piece is word for word in label)]
        label = []
    clause = _without_next(fact, [piece for piece in sentence if piece.clause == fact.clause])
    if is_per_card(fact):
        known = [one for one in known if not (one.things | one.between).isdisjoint(_CARDS)]
    if own := _own_noun(fact, clause, known):
        _, broken = _judged(fact, known, own, sentence, ledger)
        if broken is not None:
            return broken
    for scope, around, of_scope in _parts_of(fact, known, [*clause, *label], sentence, ledger):
        is_known, broken = _judged(fact, of_scope, list(scope), around, ledger)
        if is_known:
            return broken
    return None


def _judged(
    fact: Fact, known: Sequence[Magnitude], pieces: Sequence[Piece], around: Sequence[Piece], ledger: Ledger
) -> tuple[bool, Magnitude | None]:
    """Tell whether a part of the question says what a fact is of, and which bound of all that it breaks."""
    about = _bounds(fact, known, pieces, around, ledger)
    if not about:
        return False, None
    largest = max(about, key=lambda one: one.most)
    is_one = fact.kind is Kind.ENERGY and all(name.startswith("one-") for name in largest.things)
    many = 1 if is_one else several(fact, around, [largest], ledger)
    if largest.over and many == inf and "total" not in fact.cues:
        many = 1  # `panels of 1 m² with 200 W`
    broken = [one for one in about if not one.least <= fact.value <= one.most * many]
    inside = any(_fits(classes, about, broken) for classes in (_ANY, *map(classes_of, pieces)))
    if inside and all(one.things == _ANY for one in about):
        return False, None
    beyond = fact.value > largest.most * _MOST_BEYOND  # five years are no slip of milliseconds
    return True, None if inside or beyond else max(broken, key=lambda one: one.most)


def _own_noun(fact: Fact, clause: Sequence[Piece], known: Iterable[Magnitude]) -> list[Piece]:
    """Return the noun beside a figure or before its verb, which has it whatever its clause names besides.

    Not one of several, nor one that says which or where another is: `CPUs, NVMe and fans add 4.6 kW`,
    `a rack of GPUs`. Nor one with another such thing behind it: `an MCU switches a pump of 2 kW`.
    """
    subject = fact.subject
    if fact.kind in _OF_ROLES or subject.why not in _HERE or subject.sort in _ABSTRACT:
        return []
    at = next((at for at, piece in enumerate(clause) if piece.text == subject.name), 0)
    ahead = clause[:at][::-1]
    lead = next((one.text for one in ahead if not one.is_word or one.meaning.part not in _OF_A_NOUN), "")
    if not at or lead in _LISTED:
        return []
    is_head = clause[at + 1 : at + 2] and clause[at + 1].text in _RELATIVE
    if lead in _PREPOSITIONS and not is_head:
        return []
    things = frozenset().union(*[one.things for one in known])
    behind = [piece for piece in clause[at + 1 :] if piece.start < fact.start]
    return [clause[at]] if all(things.isdisjoint(classes_of(piece)) for piece in behind) else []


def _parts_of(
    fact: Fact,
    known: Sequence[Magnitude],
    here: Sequence[Piece],
    sentence: Sequence[Piece],
    ledger: Ledger,
) -> Iterator[tuple[Iterable[Piece], Sequence[Piece], Sequence[Magnitude]]]:
    """Yield what may say what a fact is of, the nearest first, with its sentence and the bounds of it."""
    does_it = any(one.text in _PRONOUNS and verb.meaning.part == "verb" for one, verb in pairwise(here))
    if does_it:
        yield from ((scope, around, known) for scope, around in _meant_before(fact, sentence, ledger))
    for scope in _scopes(fact, here, sentence, ledger):
        yield scope, sentence, known
    if not does_it:
        yield from ((scope, around, known) for scope, around in _meant_before(fact, sentence, ledger))
    of_item = not fact.cues.isdisjoint(_OF_AN_ITEM) or fact.subject.name in _FILES or fact.per in _FILES
    if fact.kind is Kind.BYTES and of_item:
        yield sentence, sentence, [one for one in known if one.over]


def _fits(classes: frozenset[str], about: Iterable[Magnitude], broken: Sequence[Magnitude]) -> bool:
    """Tell whether a figure keeps the bounds of all classes of a name; those of the same are a choice."""
    of_name = [one for one in about if not one.things.isdisjoint(classes)]
    kept = {one.things for one in of_name if one not in broken}
    return bool(of_name) and all(one.things in kept for one in of_name)


def _present(sentence: Iterable[Piece]) -> list[Piece]:
    """Return the pieces of a sentence but for the nouns of what is not there: `600 W without optics`."""
    found: list[Piece] = []
    is_absent = False
    for piece in sentence:
        is_absent = piece.text in _ABSENT or (is_absent and piece.meaning.part in _OF_A_NOUN)
        if not (is_absent and classes_of(piece)):
            found.append(piece)
    return found


def _meant_before(
    fact: Fact, sentence: Sequence[Piece], ledger: Ledger
) -> Iterator[tuple[Sequence[Piece], Sequence[Piece]]]:
    """Yield what the sentence before names that the subject of a fact's clause means: `it`, `the chip`."""
    before = _sentence_before(fact, ledger)
    clause = [piece for piece in sentence if piece.clause == fact.clause and piece.end <= fact.start]
    does = (one for one, verb in pairwise(clause) if one.text in _PRONOUNS and verb.meaning.part == "verb")
    subject = next(does, None) or next((piece for piece in clause if _may_be_subject(piece)), None)
    if subject is None or not before or fact.operand_of is not None or fact.kind is Kind.COUNT:
        return
    name, thing = singular(subject.text.rpartition(" ")[2]), subject.meaning.thing
    named = next((piece.clause for piece in before if singular(piece.text.rpartition(" ")[2]) == name), None)
    first = next((piece for piece in sentence if _may_be_subject(piece)), subject)
    if subject.text in _PRONOUNS:
        leads = first.text in _PRONOUNS or sentence[0].text == "with"  # `With its display it draws 4 W`
        meant = before if leads else []  # `The pump stops, as it takes 60 kW`
    elif fact.kind is Kind.PRICE and not _LISTS.isdisjoint(classes_of(subject)):
        meant = before  # `It lies in object storage. The price list says $0.02 per GB and month`
    elif named is not None:
        meant = [piece for piece in before if piece.clause >= named]
    elif name in _WHOLES:
        meant = [piece for piece in before if piece.meaning.sort == "device"]
    elif thing in UNNAMED:
        meant = [piece for piece in before if _is_hardware(piece)]
    else:
        meant = [piece for piece in before if thing and piece.meaning.thing == thing]
    if present := _present(meant):
        yield present, [*before, *sentence]


def _may_be_subject(piece: Piece) -> bool:
    return piece.text in _PRONOUNS or (piece.is_word and not piece.meaning.part) or piece.device is not None


def _is_hardware(piece: Piece) -> bool:
    """Tell whether a piece names what `the chip` may mean."""
    return piece.meaning.thing in UNNAMED if piece.device is None else not piece.device.is_link


def _bounds(
    fact: Fact,
    known: Sequence[Magnitude],
    scope: Iterable[Piece],
    sentence: Sequence[Piece],
    ledger: Ledger,
) -> list[Magnitude]:
    """Return the bounds of what a part of the question names that a fact may be of."""
    parts = _without_parts(fact, scope) if fact.kind in _OF_WHOLES else scope
    things = frozenset().union(_ANY, *map(classes_of, parts))
    if not any(not one.things.isdisjoint(things) for one in known):
        return []
    around = _without_next(fact, sentence)
    clause = [piece for piece in around if piece.clause == fact.clause]
    per = _told_per(fact, ledger)
    near, named = _named(clause) | per, _named(around) | per
    others = named
    if any(one.things == _ANY for one in known):  # `$450 per kWh` is of batteries where that is told first
        others = named.union(*(_named(ledger.sentence_of(one)) for one in fact.same))
    about = [
        one
        for one in known
        if not one.things.isdisjoint(things)
        and one.unless.isdisjoint(near if one.between and {*one.things, *one.between} <= near else others)
        and _goes_between(one, fact, named, around, ledger)
        and _is_meant(one, fact, ledger)
        and (not one.things <= STATES or _is_in_state(one, fact, sentence))
        and (not one.over or _is_nearest(one, fact, sentence))
    ]
    about = _closest(about, ledger.pieces[fact.path]) or about
    if fact.kind is Kind.CHARGE and fact.modality is Modality.GIVEN:  # `a sensor on two AA cells, 3 Ah each`
        about = [one for one in about if not one.things.isdisjoint(_CELLS)] or about
    return about


def _is_nearest(one: Magnitude, fact: Fact, sentence: Sequence[Piece]) -> bool:
    """Tell whether what has a bound for its size is nearest to a fact, or not named at all in its sentence.

    It is none of a value that stands directly before it, `180 W to hover, 15 W for its camera`.
    """
    named = [at for at, piece in enumerate(sentence) if classes_of(piece) & (one.between or one.things)]
    of_kind = [
        at
        for at, piece in enumerate(sentence)
        if piece.mention and piece.mention.kind is fact.kind and not piece.text.endswith("-bit")
    ]
    own = next((at for at in of_kind if sentence[at].start == fact.start), -1)
    others = [at for at in of_kind if at != own]
    starts = (at for at in range(own - 1, max((at for at in others if at < own), default=0), -1))
    begin = next((at for at in starts if _begins_noun(at, own, sentence)), 0)
    free = [at for at in named if at >= begin and not any(0 < at - other <= _OF_TWO for other in others)]
    return not named or any(not any(min(at, own) < it < max(at, own) for it in others) for at in free)


def _closest(about: Sequence[Magnitude], pieces: Iterable[Piece]) -> list[Magnitude]:
    """Return the bounds of two things and those of other ones, but none of anything.

    An idle drive that reads has closer bounds than one that reads, and none for `a DRAM access`.
    """
    closer = [one for one in about if one.between or one.things <= STATES]
    finer = frozenset().union(*[{*one.things, *one.between, one.beside} for one in closer])
    covered = _ANY.union(*[of for of in map(classes_of, pieces) if not finer.isdisjoint(of)])
    return [one for one in about if one in closer or one.things.isdisjoint(finer | covered)]


def _without_next(fact: Fact, pieces: Sequence[Piece]) -> list[Piece]:
    """Return pieces up to the next value of its kind, without what the one before is of.

    `24 kbit/s Opus to the cloud or the file at 10 Mbit/s`. Where the same word stands behind two values, it
    leads to what they are of: `5 pJ for SRAM and 640 pJ for DRAM`. A value that begins its clause is of what
    stands before it: `erases a sector, 45 ms, and writes a page, 1 ms`.
    """
    of_kind = [at for at, one in enumerate(pieces) if one.mention and one.mention.kind is fact.kind]
    before = max((at for at in of_kind if pieces[at].start < fact.start), default=-1)
    after = min((at for at in of_kind if pieces[at].start > fact.start), default=len(pieces))
    own = next((at for at in of_kind if pieces[at].start == fact.start), before)
    leads = {one.text for one in pieces[before + 1 : before + 2]}
    is_led = not leads.isdisjoint(one.text for one in pieces[own + 1 : own + 2])
    of_other = range(before + 1, own if is_led else _noun_end(before, pieces)) if before >= 0 else ()
    if after < len(pieces):
        after = next((at for at in range(own + 1, after) if _begins_statement(at, after, pieces)), after)
    begins = after < len(pieces) and pieces[after - 1].clause != pieces[after].clause
    last = fact.clause if begins else inf
    return [one for at, one in enumerate(pieces[:after]) if one.clause <= last and at not in of_other]


def _noun_end(at: int, pieces: Sequence[Piece]) -> int:
    """Return where what a value is of ends behind it: at once, or with the noun of `a 0.12 W chip`."""
    end = at + 2
    if at and pieces[at - 1].meaning.part == "article":
        while end < len(pieces) and _may_stand_in_noun(pieces[end]):
            end += 1
    return end


def _may_stand_in_noun(piece: Piece) -> bool:
    return piece.is_noun or piece.text == "-" or piece.meaning.part == "adjective"


def _begins_noun(at: int, end: int, pieces: Sequence[Piece]) -> bool:
    """Tell whether another thing has a value without a verb: `Hovering takes 420 W and the camera 4 W`."""
    noun = pieces[at + 1 : end]
    is_noun = bool(noun[1:]) and noun[0].meaning.part == "article" and all(map(_may_stand_in_noun, noun[1:]))
    return pieces[at].text in _JOINING and is_noun


def _begins_statement(at: int, end: int, pieces: Sequence[Piece]) -> bool:
    """Tell whether another thing and what it does stand before a value: `1 mA, and the MCU takes 4 mA`."""
    parts = [piece.meaning.part for piece in pieces[at + 1 : end]]
    return pieces[at].text in _JOINING and parts[:1] == ["article"] and "verb" in parts


def _is_in_state(one: Magnitude, fact: Fact, sentence: Sequence[Piece]) -> bool:
    """Tell whether the nearest word that says what something does says so: `it sleeps at 2 µA`.

    Of those behind, only one of the same clause.
    """
    for way in (
        [piece for piece in reversed(sentence) if piece.start < fact.start],
        [piece for piece in sentence if piece.start > fact.start and piece.clause == fact.clause],
    ):
        for piece in way:
            if states := classes_of(piece) & STATES:
                return not states.isdisjoint(one.things)
    return False


def _without_parts(fact: Fact, scope: Iterable[Piece]) -> Iterator[Piece]:
    """Yield pieces without the parts of what a hand holds: a phone that draws 4 W `for camera and CPU`."""
    held = False
    for piece in scope:
        classes = classes_of(piece)
        behind = piece.start > fact.start
        held = held or (not behind and not classes.isdisjoint(_HELD))
        if not (held and behind and not classes.isdisjoint(_PARTS)):
            yield piece


def _scopes(
    fact: Fact, here: Sequence[Piece], sentence: Sequence[Piece], ledger: Ledger
) -> Iterator[Iterable[Piece]]:
    """Yield the parts of a question that may say what a fact is of, the nearest first."""
    subject, unit = fact.subject, fact.mention.unit
    near, its_noun = subject.why in _HERE, [piece for piece in here if piece.text == subject.name]
    nouns = behind(ledger, fact, _NOUN_REACH)
    if fact.role is Role.PARAMETERS:
        # of a model that has no name, `a 7B language model`, or none at all, `Llama 3`
        is_of_another = any(one.meaning.thing == "model" and not one.meaning.classes for one in nouns)
        if is_of_another or fact.value < _LEAST_PARAMETERS:
            return
    elif fact.kind is Kind.COUNT and not unit.name:
        of_label = subject.why is Why.LABEL and fact.mention.scaled
        # `the GPUs have 208 billion transistors`, `Dropout: 512 per-rank streams`
        is_compound = [one.text for one in nouns[1:2]] == ["-"]
        begins_noun = any(one.is_word and (is_compound or not one.meaning.part) for one in nouns[:1])
        counts_another = begins_noun and all(one.text != subject.name for one in nouns)
        named_so = (near or of_label) and fact.operand_of is None and not counts_another
        here = its_noun if named_so else []
    if fact.kind is Kind.BYTES and fact.role in _OF_DATA and _OWN_RATES.isdisjoint(exponents(unit.dimension)):
        is_place = subject.sort == "place"
        yield [piece for piece in its_noun if near and (is_place or piece.end <= fact.start)]
        return
    named = near and subject.sort not in _ABSTRACT and subject.thing not in UNNAMED
    is_stored = "object-storage" in ledger.meaning_of(subject.name).classes  # `from S3 at 8 GB/s`
    of_a_link = (
        fact.kind is Kind.BYTE_RATE and subject.sort in _OF_SOME_LINK and not (fact.place or is_stored)
    )
    if of_a_link and not any(map(_is_certain_link, sentence)):
        of_any = subject.sort == "link"  # `over NB-IoT. The uplink sustains ...`
        links = filter(_is_certain_link, _sentence_before(fact, ledger))
        yield [piece for piece in links if of_any or piece.device is None]
    yield here
    if fact.kind is Kind.OPERATIONS and subject.thing in _OF_A_MODEL:
        models = [piece for piece in named_things(ledger) if piece.meaning.thing == "model"]
        if subject.thing == "model" or len(set(map(classes_of, models))) == 1:
            yield models
    apposed = any(piece.start == fact.start for piece in here[:1])
    of_each = _says_of_each(here)
    relative = of_each or any(piece.text in _RELATIVE for piece in here[:_RELATIVE_REACH])  # `each of which`
    if here and (relative or (apposed and not named)):
        ahead = (one for one in reversed(sentence) if one.end <= here[0].start and one.opener < 0)
        yield islice((piece for piece in ahead if classes_of(piece)), 1)
    if (not named or of_each or of_a_link) and fact.kind is not Kind.COUNT:
        yield from _clauses_before(fact, sentence)


def _says_of_each(clause: Sequence[Piece]) -> bool:
    """Tell whether a clause says what each of those named before does: `three switches, each adding 1 µs`."""
    return len(clause) > 1 and "every-one" in clause[0].meaning.cues and is_predicate(clause[1])


def _clauses_before(fact: Fact, sentence: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Yield the clauses before that of a fact, the nearest first, as far as none has a value of its kind."""
    ahead = [one for one in sentence if one.clause <= fact.clause and one.start < fact.start]
    while ahead:
        clause = [piece for piece in ahead if piece.clause == ahead[-1].clause]
        if any(piece.mention is not None and piece.mention.kind is fact.kind for piece in clause):
            return  # also in its own: `parsing takes 2 ms and the model 8 ms`
        if clause[0].clause != fact.clause:
            yield clause
        del ahead[-len(clause) :]


def _sentence_before(fact: Fact, ledger: Ledger) -> list[Piece]:
    pieces = ledger.pieces[fact.path]
    return pieces[of_sentence(pieces, fact.sentence - 1)]


def _is_certain_link(piece: Piece) -> bool:
    """Tell whether a piece names a link of a sort, and not just any: `LTE-M` and no `uplink`."""
    is_link = piece.meaning.sort == "link" if piece.device is None else piece.device.is_link
    return is_link and not classes_of(piece) <= _ANY_LINK


def _goes_between(
    one: Magnitude, fact: Fact, named: frozenset[str], around: Sequence[Piece], ledger: Ledger
) -> bool:
    """Tell whether all that a bound is about is named; of ways between places, both in one clause.

    One of two may be where the story is, if no other place is named, or the sentence before names both.
    """
    if not one.between or not one.between <= _PLACES:
        return one.between <= named
    told_again = (piece for it in fact.same for piece in ledger.clause_of(it))  # `10 ms within the city`
    if not fact.is_topic or any("local" in piece.meaning.cues for piece in (*around, *told_again)):
        return False
    clause = [piece for piece in around if piece.clause == fact.clause]
    near, led = _named(clause), _named(piece for one, piece in pairwise(clause) if one.text in _LEADS)
    if one.between <= near or (one.between <= named and not one.between.isdisjoint(led)):
        return True
    ends = one.between & named
    places = [piece for piece in named_things(ledger) if not _PLACES.isdisjoint(classes_of(piece))]
    sole = len({piece.text for piece in places if not ends.isdisjoint(classes_of(piece))}) == len(ends) == 1
    # `A calls B; the ping between the two is 90 ms`
    apart = not one.things.isdisjoint(near) and _PLACES.isdisjoint(near) and one.between <= named
    of_before = _PLACES.isdisjoint(named) and one.between <= (
        _named(_pieces_before(fact, ledger) if _is_between_all(clause) else _sentence_before(fact, ledger))
    )
    return (sole or apart or of_before) and _PLACES & _named(places) == one.between


def _is_between_all(clause: Sequence[Piece]) -> bool:
    """Tell whether a clause is about all places: `between the two regions`, `the network round trip`."""
    leads = any(one.text in ("between", "the") and two.text in _BOTH for one, two in pairwise(clause))
    return leads or any(piece.text.startswith("network round") for piece in clause)


def _pieces_before(fact: Fact, ledger: Ledger) -> list[Piece]:
    return ledger.pieces[fact.path][: fact.at]


def _told_per(fact: Fact, ledger: Ledger) -> frozenset[str]:
    """Return the class of each of what a figure is told per: `200 h per GPU`, `MTBF per node: 3,000 h`."""
    behind = fact.text.lower().rpartition(" per ")[2]
    label = [piece.text for piece in ledger.label_of(fact)]
    told = {behind, fact.per, *(text.removeprefix("per ") for text in label if text.startswith("per "))}
    cards = _PER_CARD if is_per_card(fact) else frozenset()
    return cards | {name for name, words in _EACH_OF.items() if not words.isdisjoint(told)}


def _is_meant(one: Magnitude, fact: Fact, ledger: Ledger) -> bool:
    """Tell whether a word for several things means that of a bound: of those named before, the last one.

    Where its field names none before, no other may be named at all.
    """
    if not one.beside:
        return True
    before = (piece for piece in reversed(ledger.pieces[fact.path][: fact.at]) if classes_of(piece))
    others = one.unless - one.things
    named = [(piece, found) for piece in before if (found := classes_of(piece) & {one.beside, *others})]
    is_hardware = any(one.beside in found and _is_thing_or_place(piece) for piece, found in named)
    # Of hardware another piece of hardware is meant instead, and no `epoch` that was named last.
    last = next(
        (
            found
            for piece, found in named
            if one.beside in found or not is_hardware or _is_thing_or_place(piece)
        ),
        None,
    )
    return one.beside in last if last is not None else others.isdisjoint(_named(named_things(ledger)))


def _is_thing_or_place(piece: Piece) -> bool:
    return piece.device is not None or piece.meaning.sort in _HARDWARE_SORTS


def _is_of_its_unit(one: Magnitude, fact: Fact, ledger: Ledger) -> bool:
    """Tell whether how many there are of something bounds a count: `90 million images` are no satellites."""
    unit = fact.mention.unit.name
    how_many = fact.kind is Kind.COUNT and Role.COUNT in one.roles and not one.unit.dimension
    return not (how_many and unit) or not one.things.isdisjoint(ledger.meaning_of(unit).classes)


def _named(pieces: Iterable[Piece]) -> frozenset[str]:
    return frozenset().union(*map(classes_of, pieces))
