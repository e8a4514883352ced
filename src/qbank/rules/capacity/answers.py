"""What a solution answers: that there is enough of something, or too little."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from qbank.facts.counted import is_plural, number_of, singular
from qbank.facts.derivation import PLAIN, agree
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import ASKED, Origin

_REACH: Final = 4
_NEAR: Final = 2
_FAR: Final = 8
"""How far a denial reaches to what is well: `does not get through the week on one charge`."""
_BEHIND: Final = 6
_ANSWERS: Final = {"yes": True, "no": False}
_VERDICTS: Final = (("suffices", True), ("falls-short", False))
_WISHES: Final = (("possible", True), ("necessary", False))
_BEFORE_NO_VERDICT: Final = frozenset(("to", "and", "or", "then", "so", ",", "."))
_GOES_ON: Final = frozenset(("and", "but"))
_INFINITIVES: Final = frozenset(
    (
        *("hold", "keep", "carry", "cover", "meet", "fit", "manage", "handle", "sustain", "support", "allow"),
        *("permit", "respect", "satisfy", "survive", "absorb", "house", "accommodate", "miss", "exceed"),
    )
)
_LASTING: Final = frozenset(("lasts", "last"))
_OPENING: Final = 4
_MARKS: Final = frozenset(".,:;!—–-")
_ONLY_AHEAD: Final = frozenset(("without", "no", "nor", "neither", "none"))
"""What denies only what stands behind it: `it fits without offloading`."""
_ASKING: Final = frozenset((("scenario",), ("question",)))
_APART: Final = frozenset(("denied", "former", "claimed", "modal", "alternative", "distractor"))
_THROUGH: Final = frozenset(
    ("through", "survives", "survive", "during", "despite", "after", "at", "between", "per")
)
"""What leads to a failure that does no harm, or that is only named: `through a mains failure`."""
_LOST: Final = frozenset(("lost",))
"""A participle that does not end as others do."""
_FAILING: Final = frozenset(("no-room", "failure"))
_DENIALS: Final = frozenset(("no", "not"))
_NAMING: Final = frozenset(("a", "each", "every"))
"""What makes a noun of a word: `a miss would cost a second`."""
_UNMISTAKABLE: Final = frozenset(("no-room", "too-much"))
_HOLDING: Final = frozenset(("device", "place", "store", "link", "source"))
_ENDS: Final = frozenset(".,;")
_BEGINNING: Final = 2
_ELSEWHERE: Final = frozenset(("former", "claimed", "modal"))
"""What is said of another time, by others, or of another case: `a smaller one would fit`."""


class Answer(Struct, frozen=True):
    """A clause of the solution that says of something that there is enough of it, or not.

    Attributes:
        suffices: which of the two it says, a denial reckoned in.
        path, at: where the word stands that says so; the place of its piece among all of the field.
        sentence, clause: their numbers in the field.
    """

    suffices: bool
    path: FieldPath
    at: int
    sentence: int
    clause: int


def answers(ledger: Ledger) -> list[Answer]:
    """Return the answers of a solution in the order of its text."""
    return [answer for path, pieces in ledger.solution.items() for answer in _answers(ledger, path, pieces)]


def _answers(ledger: Ledger, path: FieldPath, pieces: Sequence[Piece]) -> Iterator[Answer]:
    cued = ledger.cued[path]
    apart = _clauses_apart(cued)
    for at, piece in cued:
        cues = piece.meaning.cues
        if piece.clause in apart or not {"suffices", "falls-short"} & cues:
            continue
        if at and pieces[at - 1].text in _BEFORE_NO_VERDICT and piece.text in _INFINITIVES:
            continue  # what something is for, or what to do: `with 20 GB to hold`, `or hold it elsewhere`
        if at and (number_of(pieces[at - 1]) or 0) > 1 and is_plural(piece.text):
            continue  # what is counted: `four trips will do`
        if piece.text in _LASTING and pieces[at + 1 : at + 2] and pieces[at + 1].mention is not None:
            continue  # how long something takes, or how long it runs: `a symbol lasts 8.2 ms`
        if at and "necessary" in pieces[at - 1].meaning.cues:
            continue  # `one feed has to hold the rack`
        if at and pieces[at - 1].text == "no":
            continue  # `visitors need no spare pair`
        before = [one for one in pieces[max(0, at - _BEHIND) : at] if one.clause == piece.clause]
        if any(one.text == "than" or "on-condition" in one.meaning.cues for one in before):
            continue  # `2 kW more than a feed may carry`, `goes on when a card fails`
        good = "falls-short" not in cues
        if good and [one.text for one in pieces[at + 1 : at + 2]] == ["more"]:
            continue  # `no broker carries more than its sixth`
        if not good and _is_attributive(pieces, at):
            continue  # `a failed download`
        following = pieces[at + 1 : at + _BEHIND] if good else ()
        behind = (one for one in following if one.text not in _ONLY_AHEAD)
        ahead = pieces[max(0, at - (_FAR if good else _REACH)) : at]
        ahead = ahead[max((number for number, one in enumerate(ahead, 1) if one.text == ":"), default=0) :]
        if piece.meaning.part == "preposition":
            ahead = ahead[-_NEAR:]  # `does not confirm itself within a minute`
        if at and pieces[at - 1].text in _GOES_ON:
            ahead = ()  # `that is not weeks and within the rule`
        near = (*ahead, *behind)
        denied = any("denied" in one.meaning.cues and one.clause == piece.clause for one in near)
        yield Answer(good is not denied, path, at, piece.sentence, piece.clause)


def _is_attributive(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether a word only says of which kind a thing is: `a failed download`, `power-fail-safe`."""
    behind = pieces[at + 1 : at + 2]
    if at and behind and pieces[at - 1].text == behind[0].text == "-":
        return True
    text = pieces[at].text
    if " " in text or not (text.endswith("ed") or text in _LOST) or not behind or not behind[0].is_word:
        return False
    opens = not at or pieces[at - 1].sentence != pieces[at].sentence  # `Missed clear scenes are ...`
    is_led = opens or pieces[at - 1].meaning.part == "article"
    return is_led or not behind[0].meaning.part or behind[0].text == "one"


def places_answered(ledger: Ledger) -> frozenset[str]:
    """Return where there is enough room, or too little, as the clauses of the answers name it."""
    return frozenset(
        piece.meaning.place
        for answer in ledger.view(answers)
        for piece in ledger.clause_of(answer)
        if piece.meaning.place
    )


def verdict(ledger: Ledger) -> bool | None:
    """Return what the solution says: True if all is well, False if not; None if nothing, or of several.

    `Yes` or `No` in front decides, else what is said first: what follows are its reasons and other cases.
    """
    if any(path[0] == "parts" for path in ledger.pieces):
        return None  # every part has a verdict of its own
    first: bool | None = None
    for pieces in ledger.solution.values():
        if (answer := _answer(ledger, pieces)) is not None:
            return answer
        if any(piece.text == "|" for piece in pieces):
            return None  # a table compares several
    said = ledger.view(answers)
    if first is None and said:
        plain = [one for one in said if ledger.pieces[one.path][one.at].meaning.part != "preposition"]
        first = (plain or said)[0].suffices
    if first is None and ledger.view(is_refused):
        return False
    return first


def is_refused(ledger: Ledger) -> bool:
    """Whether the solution says of anything that it cannot be, and not of another case."""
    return bool(ledger.view(_refusals))


def _refusals(ledger: Ledger) -> list[tuple[FieldPath, int]]:
    return [
        (path, at)
        for path in ledger.solution
        for at, piece in ledger.cued[path]
        if "refused" in piece.meaning.cues and piece.clause not in _clauses_apart(ledger.cued[path])
    ]


def is_admitted(ledger: Ledger, total: Fact | None = None, limit: Fact | None = None) -> bool:
    """Whether anything says that something cannot be, or the solution that there is too little of it.

    Args:
        ledger: of the question.
        total, limit: what it would be said of. What a sentence says of other things (`a buffer that the
            kernel cannot page out`) is then left aside, if it names neither these nor a device, a place or
            an amount, and has no word that says it of room.
    """
    bad = [(one.path, one.at) for one in ledger.view(answers) if not one.suffices]
    bad += [*ledger.view(_refusals), *ledger.view(_failures)]
    bad = [(path, at) for path, at in bad if not _is_warned_of(ledger.pieces[path], at)]
    says_no = any(_opening(pieces) == "no" for pieces in ledger.solution.values())
    if ledger.view(verdict) is False and (says_no or not bad):
        return True
    if total is None or limit is None:
        if bad:
            return True
    else:
        about = nouns_about(ledger, total, limit)
        said = (one for one in bad if _is_about(ledger, *one, about))
        if any(_may_admit(ledger, *one, total) for one in said):
            return True
    for path, pieces in ledger.solution.items():
        modal = {
            piece.clause
            for at, piece in ledger.cued[path]
            if "modal" in piece.meaning.cues and [one.text for one in pieces[at + 1 : at + 2]] != ["have"]
        }
        short = {
            piece.clause
            for at, piece in ledger.cued[path]
            if "falls-short" in piece.meaning.cues and not (at and pieces[at - 1].text in _NAMING)
        }
        ends = any(  # `That is not.`, but no `whether it moves or not.`
            one.text in _DENIALS and sign.text in _ENDS and before.text != "or"
            for before, one, sign in zip(pieces, pieces[1:], pieces[2:], strict=False)
        )
        if ends or modal & short or any(piece.text == "not" for piece in pieces[:_BEGINNING]):
            return True
    return False


def nouns_about(ledger: Ledger, *facts: Fact) -> frozenset[str]:
    """Return the nouns of the labels of some facts, and of what they are of."""
    labels = nouns_of(piece for fact in facts for piece in ledger.label_of(fact))
    told = (one.subject.told for fact in facts for one in (fact, *fact.same))
    return labels | {singular(noun) for noun in told if noun}


def _is_about(ledger: Ledger, path: FieldPath, at: int, about: frozenset[str]) -> bool:
    """Tell whether a word that says that something cannot be stands in a sentence about some nouns."""
    pieces = ledger.pieces[path]
    if not _UNMISTAKABLE.isdisjoint(pieces[at].meaning.cues):
        return True
    sentence = [one for one in pieces if one.sentence == pieces[at].sentence]
    clause = [one for one in sentence if one.clause == pieces[at].clause]
    return (
        not nouns_of(clause)
        or not about.isdisjoint(nouns_of(sentence))
        or any(one.device is not None or one.meaning.sort in _HOLDING for one in clause)
        or any(one.mention is not None and one.mention.kind not in PLAIN for one in clause)
    )


def is_concluded(total: Fact) -> bool:
    """Tell whether a result line tells a total."""
    return any(one.origin is Origin.CONCLUSION for one in total.same)


def _may_admit(ledger: Ledger, path: FieldPath, at: int, total: Fact) -> bool:
    """Tell whether a sentence may say of a total that it is too much.

    What a result line tells as well is judged by the other lines, and by sentences with that value or its
    limit: `a single copy is not enough` in the prose is of another thing.
    """
    if path[-1] == "napkin_math" or not is_concluded(total):
        return True
    sentence = ledger.pieces[path][at].sentence
    here = [one for one in ledger.by_kind[total.kind] if (one.path, one.sentence) == (path, sentence)]
    return any(agree(one, total) for one in here)


def _failures(ledger: Ledger) -> list[tuple[FieldPath, int]]:
    """Return the words that say that there is no room, or what fails where a question is answered."""
    found = []
    for path, cued in ledger.cued.items():
        failing = {"no-room"} if path[0] in ASKED else _FAILING
        pieces = ledger.pieces[path]
        apart = {piece.clause for _, piece in cued if not _APART.isdisjoint(piece.meaning.cues)}
        found += [
            (path, at)
            for at, piece in cued
            if piece.clause not in apart
            and not failing.isdisjoint(piece.meaning.cues)
            and not _is_attributive(pieces, at)
            and not ("failure" in piece.meaning.cues and _is_supposed(pieces, at))
            # what happens beyond a limit: `an app above 5 GB is killed`
            and not (path[0] in ASKED and "sanction" in piece.meaning.cues)
        ]
    return found


def _is_warned_of(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether something is said to come before a failure: `an alarm warns before writes are refused`."""
    return any(
        one.text == "before" and one.sentence == pieces[at].sentence for one in pieces[max(0, at - _FAR) : at]
    )


def _is_supposed(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether a failure is one that may come: `if the other feed fails`, `rides through a failure`."""
    clause = [one for one in pieces[max(0, at - _FAR) : at] if one.clause == pieces[at].clause]
    ahead = [one.text for one in clause if one.meaning.part != "article"]
    return any("on-condition" in one.meaning.cues for one in clause) or any(
        text in _THROUGH for text in ahead[-2:]
    )


def _clauses_apart(cued: Sequence[tuple[int, Piece]]) -> set[int]:
    return {piece.clause for _, piece in cued if piece.meaning.cues & _ELSEWHERE}


def _answer(ledger: Ledger, solution: list[Piece]) -> bool | None:
    """Return what a solution that begins with yes or no says of the one thing that the question asks.

    `Is it enough?` and `Must we buy another one?` ask for the opposite.
    """
    word = _opening(solution)
    if word not in _ANSWERS:
        return None
    cues: set[str] = set()
    for path, pieces in ledger.pieces.items():
        if path in _ASKING:
            questions = {piece.sentence for piece in pieces if piece.text == "?"}
            cues.update(*(piece.meaning.cues for piece in pieces if piece.sentence in questions))
    asked = {good for cue, good in _VERDICTS if cue in cues} or {good for cue, good in _WISHES if cue in cues}
    return _ANSWERS[word] is asked.pop() if len(asked) == 1 else None


def _opening(solution: list[Piece]) -> str:
    """Return the word that a solution opens with, if a mark ends it: `No.`, `Yes, ...`."""
    words = solution[:_OPENING]
    at = next((at for at, piece in enumerate(words) if piece.is_word), None)
    behind = None if at is None else solution[at + 1 : at + 2]
    return solution[at].text if at is not None and behind and behind[0].text in _MARKS else ""


def nouns_of(pieces: Iterable[Piece]) -> frozenset[str]:
    """Return the nouns of some pieces, in the singular."""
    return frozenset(
        singular(word)
        for piece in pieces
        if piece.is_word and not piece.meaning.part
        for word in piece.text.split()
    )
