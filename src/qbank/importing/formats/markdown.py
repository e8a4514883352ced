"""Markdown that `qbank render` printed, with its answers in the page or in the key beside it.

Other Markdown is a chapter or a quiz, which `chapter` reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Final

from qbank.importing.builder import DraftBuilder
from qbank.importing.draft import Draft
from qbank.importing.exercise.labels import POINTS
from qbank.importing.formats.chapter import read_chapter
from qbank.importing.markup.inlines import words, words_of
from qbank.importing.markup.lines import LARGEST_TEXT, Line, read_lines, text_of
from qbank.importing.markup.markdown import read_github, read_github_line
from qbank.importing.pictures import beside
from qbank.importing.place import Place
from qbank.model.taxonomy import TOPICS, Level
from qbank.render.text.document import Blocks
from qbank.render.text.wording import TRACKS, topic_in_words

_ITEM: Final = re.compile(r"### ([0-9]{1,6})\. (.+)")
_SECTION: Final = re.compile(r"#{1,2} ")
_ABOUT: Final = re.compile(r"\*([^*].*)\*")
_SUMMARY: Final = re.compile(r"<summary>(?:<strong>)?(Answer|Hint(?: [0-9]+)?)(?:</strong>)?</summary>$")
_KEY: Final = re.compile(r"# .*: answer key$")
_ID: Final = re.compile(r"\*\*Question:\*\* (\S+)$")
_POINTS: Final = re.compile(POINTS)
_MINUTES: Final = re.compile(r"([0-9]{1,6}) minutes?")
_TRACKS: Final = {name: track for track, name in TRACKS.items()}
_TOPICS: Final = {topic_in_words(topic): topic for topic in TOPICS}


@dataclass(slots=True)
class _Item:
    """The lines of one question, parted."""

    place: Place
    number: int
    title: str
    about: list[str] = field(default_factory=list)
    stem: list[Line] = field(default_factory=list)
    hints: list[list[Line]] = field(default_factory=list)
    answer: list[Line] = field(default_factory=list)
    id: str = ""


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read a page, and the key beside it.

    Raises:
        SourceError: it is no text in UTF-8, or an answer key alone.
    """
    lines = read_lines(data, place)
    if not _is_ours(lines):
        yield from read_chapter(lines, place, beside(place))
        return
    if lines[0].match(_KEY):
        raise place.at(1).error("is an answer key; import the paper, which is read with its key")
    items = list(_items(lines, place))
    answers = _key(place) if not any(item.answer for item in items) else {}
    for item in items:
        if not item.answer and item.number in answers:
            key = answers[item.number]
            item.answer, item.id = key.stem, key.id
        yield _draft(item)


def _is_ours(lines: list[Line]) -> bool:
    """Whether a page has items with the line about each below it, or is a key with the id of each."""
    for at, line in enumerate(lines):
        below = next((one.text for one in lines[at + 1 : at + 4] if one.text.strip()), "")
        about = _ABOUT.fullmatch(below) if line.match(_ITEM) else None
        if about and about[1].split(" · ")[0] in _TRACKS:
            return True
    return bool(lines[0].match(_KEY)) and any(line.match(_ID) for line in lines)


def _key(page: Place) -> dict[int, _Item]:
    """Read the answers of the key beside a page, each where a page asks; none if there is no key."""
    path = Path(page.source)
    path = path.with_name(f"{path.stem}-key{path.suffix}")
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        lines = read_lines(file.read(LARGEST_TEXT + 1), page.elsewhere(path))
    return {item.number: item for item in _items(lines, page.elsewhere(path))}


def _items(lines: list[Line], page: Place) -> Iterator[_Item]:
    heads = [(at, head) for at, line in enumerate(lines) if (head := line.match(_ITEM))]
    introduction = [line for line in lines[: heads[0][0]] if not line.match(_SECTION)] if heads else []
    if text := text_of(introduction).partition("\n")[2].strip():
        page.at(introduction[0].number).lose(f"the introduction: {text}")
    bounds = pairwise([*(at for at, _ in heads), len(lines)])
    for (_, head), (start, end) in zip(heads, bounds, strict=True):
        item = _Item(page.at(lines[start].number), int(head[1]), words(read_github_line(head[2])))
        _part(item, [line for line in lines[start + 1 : end] if not line.match(_SECTION)])
        yield item


def _part(item: _Item, body: list[Line]) -> None:
    """Part the lines of a question into what it asks, its hints and its answer."""
    into = item.stem
    opened = False
    for line in body:
        mark = "" if line.code else line.text
        if not opened and not item.about and not item.stem and (about := _ABOUT.match(mark)):
            item.about = words(read_github_line(about[1])).split(" · ")
        elif mark == "#### Answer":
            into = item.answer
        elif mark == "<details>":
            opened = True
        elif opened and (summary := _SUMMARY.match(mark)):
            into = item.answer
            if summary[1] != "Answer":
                item.hints.append(into := [])
        elif opened and mark == "</details>":
            opened, into = False, item.stem
        elif line.text.strip() or into:
            into.append(line)
    _take_id(item)


def _take_id(item: _Item) -> None:
    for lines in (item.answer, item.stem):
        while lines and not lines[-1].text.strip():
            lines.pop()
        if lines and (identifier := lines[-1].match(_ID)):
            item.id = words(read_github_line(identifier[1]))
            lines.pop()


def _draft(item: _Item) -> Draft:
    builder = DraftBuilder(item.place, item.title, _blocks(item.stem), _blocks(item.answer))
    builder.hints = list(map(_blocks, item.hints))
    draft = builder.draft(item.id, load=beside(item.place))
    for fact in item.about:
        if not _take_fact(draft, fact):
            item.place.lose(f"'{fact}' under the title")
    if not item.answer:
        item.place.note(f"the page has no answer to '{words_of(builder.stem.question) or item.title}'")
    return draft


def _blocks(lines: list[Line]) -> Blocks:
    return read_github(text_of(lines))


def _take_fact(draft: Draft, fact: str) -> bool:
    """Take what stands under the title: track, level, topic, form, stars, points or minutes."""
    fields = draft.fields
    if fact in _TRACKS:
        fields["track"] = _TRACKS[fact]
    elif fact in set(Level):
        fields["level"] = fact
    elif fact in _TOPICS:
        fields["topic"] = _TOPICS[fact]
    elif fact and not fact.strip("★☆"):
        fields["difficulty"] = fact.count("★")
    elif points := _POINTS.fullmatch(fact):
        draft.take_points(float(points[1]))
    elif minutes := _MINUTES.fullmatch(fact):
        fields["expected_time_minutes"] = int(minutes[1])
    else:
        return draft.take_kind(fact)
    return True
