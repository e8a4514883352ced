"""The words that fields take, with their meanings: what to complete, and what to say of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from qbank.bank.discovery import FileKind
from qbank.lsp.fields import Place, field_value
from qbank.model.meanings import meaning_of, meaning_of_topic
from qbank.model.taxonomy import (
    TOPICS,
    ZONE_LEVELS,
    Answers,
    Area,
    Balance,
    Bloom,
    FieldWord,
    Grading,
    Level,
    Phase,
    Provenance,
    QuestionKind,
    ReviewStatus,
    SetKind,
    Status,
    Track,
    VisualKind,
    Zone,
)
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_file


class Names(StrEnum):
    """Words that are no closed list of the taxonomy."""

    TOPIC = "topic"
    AREA = "area"
    BALANCE = "balance"
    QUESTION = "question"


_Sort = type[FieldWord] | Names

_OF_QUESTION: Final[Mapping[tuple[str, ...], tuple[_Sort, ...]]] = {
    ("track",): (Track,),
    ("level",): (Level,),
    ("zone",): (Zone,),
    ("topic",): (Names.TOPIC,),
    ("competency_area",): (Names.AREA,),
    ("bloom_level",): (Bloom,),
    ("phase",): (Phase,),
    ("status",): (Status,),
    ("provenance",): (Provenance,),
    ("kind",): (QuestionKind,),
    ("visual", "kind"): (VisualKind,),
    ("human_reviewed", "status"): (ReviewStatus,),
    ("related",): (Names.QUESTION, Names.TOPIC),
}
_OF_SET: Final[Mapping[tuple[str, ...], tuple[_Sort, ...]]] = {
    ("kind",): (SetKind,),
    ("answers",): (Answers,),
    ("grading",): (Grading,),
    ("questions",): (Names.QUESTION,),
    ("sections", "questions"): (Names.QUESTION,),
    ("select", "track"): (Track,),
    ("select", "level"): (Level,),
    ("select", "zone"): (Zone,),
    ("select", "topic"): (Names.TOPIC,),
    ("select", "bloom"): (Bloom,),
    ("select", "balance"): (Names.BALANCE,),
}
_OF_LAB: Final[Mapping[tuple[str, ...], tuple[_Sort, ...]]] = {
    **{
        (name,): _OF_QUESTION[name,]
        for name in ("level", "zone", "topic", "competency_area", "bloom_level", "status", "provenance")
    },
    ("parts", "tracks"): (Track,),
}
_FIELDS: Final = {FileKind.QUESTION: _OF_QUESTION, FileKind.SET: _OF_SET, FileKind.LAB: _OF_LAB}


@dataclass(frozen=True, slots=True)
class Word:
    """A word to choose: what it means, and whether it goes with what the file says already.

    `file` is where a question is, whose title says what it means.
    """

    text: str
    meaning: str
    near: bool = False
    file: Path | None = None


def words_at(kind: FileKind, place: Place, text: str, questions: Mapping[str, Path]) -> list[Word]:
    """Return the words that fit at a place of a document with this text, those that go with it first."""
    words = [
        word
        for sort in _FIELDS[kind].get(place.fields, ())
        for word in _words(sort, "" if kind is FileKind.SET else text, questions)
    ]
    return sorted(words, key=lambda word: not word.near)


def meaning_at(kind: FileKind, place: Place, questions: Mapping[str, Path]) -> Word | None:
    """Return the word at a place, if it is one that its field takes."""
    wanted = place.word.partition("@")[0]
    for sort in _FIELDS[kind].get(place.fields, ()):
        if sort is Names.QUESTION:
            if wanted in questions:
                return Word(wanted, "", file=questions[wanted])
            continue
        for word in _words(sort, "", {}):
            if word.text == wanted:
                return word
    return None


def title_of(file: Path) -> str:
    """Return what a question is about, in a line; nothing if the file does not say."""
    try:
        return titled(read_file(file).data)
    except ReadError:
        return ""


def titled(data: Any) -> str:
    """Return what the data of a question say that it is about, in a line."""
    values = [data.get(name) for name in ("title", "level", "zone")]
    title, *rest = (value if isinstance(value, str) else "" for value in values)
    about = ", ".join(value for value in rest if value)
    return f"{title} ({about})" if title and about else title


def _words(sort: _Sort, text: str, questions: Mapping[str, Path]) -> Iterator[Word]:
    match sort:
        case Names.TOPIC:
            area = field_value(text, "competency_area")
            for topic, home in TOPICS.items():
                yield Word(topic, meaning_of_topic(topic), near=area is not None and home == area)
        case Names.AREA:
            home = TOPICS.get(field_value(text, "topic") or "")
            yield from _listed(Area, () if home is None else (home,))
        case Names.BALANCE:
            yield from _listed(Balance)
        case Names.QUESTION:
            for id_, file in questions.items():
                yield Word(id_, "", file=file)
        case _:
            yield from _listed(sort, _near(sort, text))


def _listed(words: type[FieldWord], near: Sequence[str] = ()) -> Iterator[Word]:
    for word in words:
        yield Word(word.value, meaning_of(word), near=word in near)


def _near(words: type[FieldWord], text: str) -> tuple[str, ...]:
    if words is Level:
        zone = field_value(text, "zone")
        return ZONE_LEVELS[Zone(zone)] if zone in set(Zone) else ()
    return ()
