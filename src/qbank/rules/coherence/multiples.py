"""QB912: what holds for one of several things, compared with what all of them share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from qbank.facts.counted import Counted, counted, number_of, singular
from qbank.facts.derivation import agree, is_conversion
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import ARTICLES, Piece
from qbank.facts.vocabulary import ASKED, ASKING, Kind, Role
from qbank.rules.coherence.copies import one_of_those_at_once
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.answers import nouns_of, verdict
from qbank.rules.physics.balances import balances
from qbank.rules.physics.needs import HARDWARE, HOLDERS

_ONE: Final = frozenset(("each", "every-one", "per"))
_SINGLE: Final = frozenset(("article", "determiner", "per"))
_MORE: Final = 1.02
_BITS: Final = 8
_PARTS_OF_STATE: Final = frozenset(("weights", "gradients", "optimizer state", "activations"))
_NUMBERS: Final = frozenset((Kind.COUNT, Kind.RATIO, Kind.OTHER))


class OneOfSeveral(LedgerRule):
    """What one of several things needs is compared with what is there for all of them.

    The scenario counts things that share a memory, a plan or a budget: cameras on a disk, slots in a flash,
    runs on a grant. The calculations have the need of one of them, hold it against the whole, and the number
    of things enters nothing; with it the need is beyond the whole. Multiply by the number, or say what each
    of them has for itself.

    Also reported: what every device has a whole copy of, divided among them or held against the memory of
    all; and what is there several times at once and was counted once: the two slots of an update, the two
    buffers of a capture, the copies of a store, and the next of a row that is written before the oldest one
    goes.
    """

    code = "QB912"
    name = "one-of-several"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: A hut has 6 cameras on one recorder, and the recorder has 100 GB of storage.\n"
                "details:\n"
                "  realistic_solution: The storage is enough for the weekend.\n"
                "  napkin_math: |\n"
                "    - Weekend per camera: 60 h * 0.5 GB/h = 30 GB\n"
                "    - Left: 100 GB - 30 GB = 70 GB\n"
            ),
            underlines="30 GB",
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  The trainer keeps the newest three snapshots on a disk of 400 GB; the oldest goes only\n"
                "  when the next one has been written.\n"
                "details:\n"
                "  realistic_solution: The disk is large enough.\n"
                "  napkin_math: |\n"
                "    - One snapshot: 60e9 * 2 bytes = 120 GB\n"
                "    - Kept: 3 * 120 GB = 360 GB\n"
                "    - Left: 400 GB - 360 GB = 40 GB\n"
            ),
            underlines="360 GB",
        ),
        Example(
            yaml=(
                "scenario: Every clip is stored on two different hosts. There are 8 hosts with 30 TB each.\n"
                "details:\n"
                "  realistic_solution: The archive fits on the hosts.\n"
                "  napkin_math: |\n"
                "    - Clips: 3e6 * 50 MB = 150 TB\n"
                "    - Hosts: 8 * 30 TB = 240 TB\n"
                "    - Left: 240 TB - 150 TB = 90 TB\n"
            ),
            underlines="150 TB",
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  A reader of 256 KB of SRAM grabs frames of 320 x 240 pixels, double-buffered, into SRAM.\n"
                "  The arena takes 120 KB.\n"
                "details:\n"
                "  realistic_solution: It fits.\n"
                "  napkin_math: |\n"
                "    - Frame: 320 * 240 / 1000 = 76.8 KB\n"
                "    - Sum: 120 KB + 76.8 KB = 196.8 KB\n"
                "    - Left: 256 KB - 196.8 KB = 59.2 KB\n"
            ),
            underlines="196.8 KB",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: A hut has 3 cameras on one recorder, and the recorder has 100 GB of storage.\n"
                "details:\n"
                "  realistic_solution: The storage is enough for the weekend.\n"
                "  napkin_math: |\n"
                "    - Weekend per camera: 60 h * 0.5 GB/h = 30 GB\n"
                "    - All cameras: 3 * 30 GB = 90 GB\n"
                "    - Left: 100 GB - 90 GB = 10 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  The trainer keeps the newest three snapshots on a disk of 400 GB; the oldest is deleted\n"
                "  before the next one is written.\n"
                "details:\n"
                "  realistic_solution: The disk is large enough.\n"
                "  napkin_math: |\n"
                "    - One snapshot: 60e9 * 2 bytes = 120 GB\n"
                "    - Kept: 3 * 120 GB = 360 GB\n"
                "    - Left: 400 GB - 360 GB = 40 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: Every clip is stored on two different hosts, 240 TB are usable with that.\n"
                "details:\n"
                "  realistic_solution: The archive fits on the hosts.\n"
                "  napkin_math: |\n"
                "    - Clips: 3e6 * 50 MB = 150 TB\n"
                "    - Left: 240 TB - 150 TB = 90 TB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: Each core handles 512 tokens a step. Activations take 6 GB of the 40 GB.\n"
                "details:\n"
                "  realistic_solution: The training fits.\n"
                "  napkin_math: |\n"
                "    - States and activations: 24 GB + 6 GB = 30 GB of 40 GB\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Look for the numbers that enter nothing, where a need is compared with a whole."""
        yield from one_of_those_at_once(ledger)
        pairs = [
            (one.need, one.room.fact)
            for one in ledger.view(balances)
            if one.room.fact is not None and one.is_of_sum and one.need.kind is not Kind.POWER
        ]
        several = list(_unused(ledger)) if pairs else []
        if not several or ledger.says("no-room") or ledger.view(verdict) is False:
            return
        for need, whole in pairs:
            found = [(one, part) for one in several if (part := _part(ledger, need, whole, one)) is not None]
            if len({one.number for one, _ in found}) == 1:
                one, part = found[0]
                total = need.value * (1 + (one.number - 1) * _share_of(ledger, need, part))
                if total > whole.value * _MORE >= need.value:
                    what = (
                        f"{part.text} is of one of {one.text}; with all of them it is more than {whole.text}"
                    )
                    yield Violation(part, what, (whole,))
                    return


def _unused(ledger: Ledger) -> Iterator[Counted]:
    """Yield the numbers of things in scenario and question that no calculation has.

    Bits of a byte are no number of things, nor are terms of a sum that leave out its unit.
    """
    not_counts = {
        (one.path, one.start)
        for claim in ledger.claims
        if is_conversion(claim)
        for one in claim.operands
        if one.kind is Kind.COUNT and one.value == _BITS
    }
    not_counts |= {(one.path, one.start) for one in ledger.facts if one.kind not in _NUMBERS}
    used = {
        size
        for path, pieces in ledger.pieces.items()
        if path[-1] == "napkin_math"
        for piece in pieces
        if (size := number_of(piece)) is not None and (path, piece.start) not in not_counts
    }
    used |= {  # `800e3 * 8` of 800,000 notes
        one.value for one in ledger.operands if one.kind is Kind.COUNT and one.value != one.number
    }
    several = [one for one in ledger.view(counted) if one.number > 1 and one.path[0] in ASKED]
    worked = [one for one in ledger.by_kind[Kind.COUNT] if one.result_of is not None]
    named = {noun for one in worked for noun in nouns_of(ledger.label_of(one))}
    told = {one.number for one in ledger.facts if one.origin in ASKING or one.result_of is not None}
    sizes = {one.number for one in ledger.facts if one.origin in ASKING and one.kind is not Kind.COUNT}
    untold = {one.number for one in ledger.operands} - told
    written = {f"{number:.3g}" for number in untold}
    for one in several:
        alone = all(
            other.number == one.number for other in several if other.noun == one.noun and other.is_topic
        )
        plain = one.is_topic and one.nouns[-1].endswith("s") and not one.text.startswith("both")
        meaning = ledger.meaning_of(one.nouns[-1])
        if meaning.sort == "unit" or meaning.thing in _PARTS_OF_STATE:
            continue  # pixels, or bytes of each parameter: `2 weights, 2 gradients, 8 moments`
        worked_out = any(f"{one.number * size:.3g}" in written for size in sizes)
        unused = one.number not in used and one.noun not in named and not worked_out
        if plain and alone and unused and not _is_chosen_from(ledger, one):
            yield one


def _is_chosen_from(ledger: Ledger, several: Counted) -> bool:
    """Whether a text speaks of one of some things: `to one of three sites`."""
    before = [piece for piece in ledger.pieces[several.path] if piece.start < several.start]
    return bool(before) and before[-1].meaning.part == "of" and before[-2:][0].meaning.number == 1


def _words_of(pieces: Iterable[Piece]) -> set[str]:
    """Return the words that name something, the ends of quantities among them: `80,000 road images`.

    A letter is the name of one of several, which are chosen from.
    """
    return {
        singular(word)
        for piece in pieces
        if piece.mention is not None or (piece.is_word and not piece.meaning.part)
        for word in piece.text.split()[piece.mention is not None :]
        if len(word) > 1
    }


def _part(ledger: Ledger, need: Fact, whole: Fact, several: Counted) -> Fact | None:
    """Return what a need has of one of several things; None if it is of others, or each has its own whole."""
    counted = {singular(word) for word in several.nouns}
    if whole.scope == "one" or singular(whole.subject.told) in counted:
        return None
    if any("own" in one.cues and _is_named(ledger, one, counted) for one in (whole, *whole.same)):
        return None  # `a tag takes 2 Wh from its own pack of 40 Wh`
    of_device = whole.role is Role.CAPACITY and (whole.place or whole.subject.sort in HOLDERS)
    if of_device and (_is_hardware(ledger, several) or "every-one" in need.cues):
        return None
    pieces = ledger.pieces
    parts = sorted(
        (
            one
            for one in ledger.parts(need)
            if one.kind is need.kind and one.result_of is not None and one.label
        ),
        key=lambda one: one.line,
    )
    for part in parts:
        words = {singular(word) for word in part.label.split()}
        one = not _ONE.isdisjoint(part.cues) or (part.result_of != need.result_of and len(words) == 1)
        if one and words & counted and not _is_multiplied(ledger, part):
            return part
    made = parts[-1] if parts else None
    if made is None or not agree(made, need):
        return None
    line = [piece for piece in pieces[made.path] if piece.line == made.line and piece.end < made.start]
    words = _words_of(line)
    said = [piece for piece in pieces[several.path] if piece.sentence == several.sentence]
    sentence = _words_of(said)
    told_of = {singular(word) for word in several.nouns[:-1]}  # `two image slots`, and what an image takes
    beside = any((one.path, one.sentence) == (several.path, several.sentence) for one in ledger.parts(need))
    if (of_one := _told_of_one(ledger, need, several)) is not None:
        return of_one
    if words & told_of or (_is_of_each(ledger, said, several, need) and (beside or words & sentence)):
        return made
    first = next((piece for piece in line if piece.is_word or number_of(piece)), None)
    if first is None or (number_of(first) != 1 and not (first.text in ARTICLES and words & counted)):
        return None
    return made  # `One run: $1,320`, `A full session: 8,192 * 0.3 MB`


def _is_of_each(ledger: Ledger, said: Sequence[Piece], several: Counted, need: Fact) -> bool:
    """Whether a sentence tells of each of some things: `each camera`, `per camera`, `3 cameras of 2 GB each`.

    Or of each of what a need was multiplied with: `every image gets labels from three annotators`. `Each GPU
    handles 2,048 tokens` is of each GPU.
    """
    parts = {one.number for one in ledger.parts(need)}
    counted_in = [one.nouns for one in ledger.view(counted) if one.number > 1 and one.number in parts]
    names = {singular(word) for nouns in (several.nouns, *counted_in) for word in nouns}
    return any(
        not _ONE.isdisjoint(piece.meaning.cues)
        and (behind is None or not behind.is_word or behind.meaning.part or singular(behind.text) in names)
        for piece, behind in zip_longest(said, said[1:])
    )


def _is_named(ledger: Ledger, fact: Fact, nouns: set[str]) -> bool:
    """Whether the sentence of a value names one of some things before it: `each tag`."""
    before = [one for one in ledger.pieces[fact.path][: fact.at] if one.sentence == fact.sentence]
    return any(word in nouns for one in before for word in one.text.split())


def _told_of_one(ledger: Ledger, need: Fact, several: Counted) -> Fact | None:
    """Return what the question tells of one of the things, and a need is made of: `a play takes 12 h`."""
    for part in sorted(ledger.parts(need), key=lambda one: one.start):
        if part.origin not in ASKING:
            continue
        said = ledger.sentence_of(part)
        for at, noun in enumerate(said):
            if singular(noun.text) != several.noun or noun.mention is not None:
                continue
            before = next((one for one in reversed(said[:at]) if one.text not in several.nouns), None)
            value = next((one for one in said[at:] if one.mention is not None), None)
            of_one = before is not None and (before.meaning.part in _SINGLE or before.meaning.number == 1)
            if of_one and (value is None or value.start == part.start):
                return part
    return None


def _share_of(ledger: Ledger, need: Fact, part: Fact) -> float:
    """Return the share of a need that grows with a part: of a sum, what its term is of it."""
    if part.kind is need.kind and part.result_of is not None:
        return part.value / need.value if need.value else 1.0
    sums = [
        result.value
        for claim, result in ledger.worked_out("+")
        if result in ledger.parts(need)
        and any(one.kind is part.kind and agree(one, part) for one in claim.operands)
    ]
    return part.value / min(sums) if all(sums) and sums else 1.0


def _is_multiplied(ledger: Ledger, part: Fact) -> bool:
    """Tell whether a value is multiplied with a number later on."""
    return any(
        result.kind is part.kind
        for claim, result in ledger.worked_out("*")
        if result is not part and any(one.kind is part.kind and agree(one, part) for one in claim.operands)
    )


def _is_hardware(ledger: Ledger, several: Counted) -> bool:
    return ledger.meaning_of(several.nouns[-1]).thing in HARDWARE
