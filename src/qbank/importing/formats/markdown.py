"""Markdown that `qbank render` printed, with its answers in the page or in the key beside it.

Other Markdown is a chapter or a quiz, which `chapter` reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from qbank.importing.draft import Draft, Place, SourceError, Taken
from qbank.importing.exercise.answer_key import read_answered
from qbank.importing.exercise.stem import read_asked
from qbank.importing.formats.chapter import read_chapter
from qbank.importing.markup.github import read_github, read_github_line
from qbank.importing.markup.inlines import words, words_of
from qbank.importing.markup.lines import Line, read_lines, text_of
from qbank.importing.markup.pictures import LARGEST, take_picture, tell_pictures
from qbank.importing.markup.source_text import source_text
from qbank.importing.question import draft_of, kind_in_words, take_id, take_points
from qbank.model.taxonomy import TOPICS, Level
from qbank.render.assemble import FIGURES
from qbank.render.text.wording import TRACKS, topic_in_words
from qbank.sets.kinds import kind_of

_ITEM: Final = re.compile(r"### ([0-9]{1,6})\. (.+)")
_SECTION: Final = re.compile(r"#{1,2} ")
_ABOUT: Final = re.compile(r"\*([^*].*)\*")
_ANSWER: Final = re.compile(r"#### Answer$")
_DETAILS: Final = re.compile(r"<details>$")
_DETAILS_END: Final = re.compile(r"</details>$")
_SUMMARY: Final = re.compile(r"<summary>(?:<strong>)?(Answer|Hint(?: [0-9]+)?)(?:</strong>)?</summary>$")
_KEY: Final = re.compile(r"# .*: answer key$")
_ID: Final = re.compile(r"\*\*Question:\*\* (\S+)$")
_POINTS: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?) points?")
_MINUTES: Final = re.compile(r"([0-9]{1,6}) minutes?")
_FIGURE: Final = re.compile(re.escape(FIGURES) + r"([A-Za-z0-9_-][A-Za-z0-9._-]*\.svg)")
_TRACKS: Final = {name: track for track, name in TRACKS.items()}
_TOPICS: Final = {topic_in_words(topic): topic for topic in TOPICS}


@dataclass(slots=True)
class _Item:
    """The lines of one question, parted."""

    place: Place
    number: int
    title: str
    about: list[str] = field(default_factory=list)
    asked: list[Line] = field(default_factory=list)
    hints: list[list[Line]] = field(default_factory=list)
    answer: list[Line] = field(default_factory=list)
    id: str = ""


def read(data: bytes, source: str) -> Taken:
    """Read a page, and the key beside it.

    Raises:
        SourceError: it is no text in UTF-8, or an answer key alone.
    """
    lines = read_lines(data, source)
    if not _is_ours(lines):
        return read_chapter(lines, source)
    if lines[0].match(_KEY):
        raise SourceError(
            f"{Place(source, 1)}: is an answer key; import the paper, which is read with its key"
        )
    taken = Taken()
    items = list(_items(lines, source, taken))
    answers = _key(source, taken) if not any(item.answer for item in items) else {}
    for item in items:
        if not item.answer and item.number in answers:
            key = answers[item.number]
            item.answer, item.id = key.answer, key.id
        taken.drafts.append(_draft(item, source, taken))
    return taken


def _is_ours(lines: list[Line]) -> bool:
    """Whether a page has items with the line about each below it, or is a key with the id of each."""
    return any(
        line.match(_ITEM)
        and ((below := _next_text(lines, at + 1)) is not None)
        and (found := _ABOUT.fullmatch(below))
        and found[1].split(" · ")[0] in _TRACKS
        for at, line in enumerate(lines)
    ) or (bool(lines[0].match(_KEY)) and any(line.match(_ID) for line in lines))


def _next_text(lines: list[Line], at: int) -> str | None:
    return next((line.text for line in lines[at : at + 3] if line.text.strip()), None)


def _key(source: str, taken: Taken) -> dict[int, _Item]:
    """Read the answers of the key beside a page; none if there is no key."""
    path = Path(source)
    key = path.with_name(f"{path.stem}-key{path.suffix}")
    if not key.is_file() or key.stat().st_size > LARGEST * 64:
        return {}
    answers = {}
    for item in _items(read_lines(key.read_bytes(), str(key)), str(key), taken):
        item.answer, item.asked = item.asked, []
        _take_id(item)
        answers[item.number] = item
    return answers


def _items(lines: list[Line], source: str, taken: Taken) -> Iterator[_Item]:
    starts = [at for at, line in enumerate(lines) if line.match(_ITEM)]
    introduction = [line for line in lines[: starts[0]] if not line.match(_SECTION)] if starts else []
    said = text_of(introduction).partition("\n")[2].strip()
    if said:
        taken.lose(Place(source, introduction[0].number), f"the introduction: {said}")
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        found = lines[start].match(_ITEM)
        if found is None:
            continue
        item = _Item(Place(source, lines[start].number), int(found[1]), words(read_github_line(found[2])))
        body = [line for line in lines[start + 1 : end] if not line.match(_SECTION)]
        _part(item, body)
        yield item


def _part(item: _Item, body: list[Line]) -> None:
    """Part the lines of a question into what it asks, its hints and its answer."""
    into = item.asked
    opened = False
    for line in body:
        if not opened and not item.about and not item.asked and (about := line.match(_ABOUT)):
            item.about = words(read_github_line(about[1])).split(" · ")
        elif line.match(_ANSWER):
            into = item.answer
        elif line.match(_DETAILS):
            opened = True
        elif opened and (summary := line.match(_SUMMARY)):
            if summary[1] == "Answer":
                into = item.answer
            else:
                item.hints.append([])
                into = item.hints[-1]
        elif opened and line.match(_DETAILS_END):
            opened, into = False, item.asked
        elif line.text.strip() or into:
            into.append(line)
    _take_id(item)


def _take_id(item: _Item) -> None:
    for lines in (item.answer, item.asked):
        while lines and not lines[-1].text.strip():
            lines.pop()
        if lines and (found := lines[-1].match(_ID)):
            item.id = words(read_github_line(found[1]))
            lines.pop()


def _draft(item: _Item, source: str, taken: Taken) -> Draft:
    asked = read_asked(read_github(text_of(item.asked)))
    answered = read_answered(read_github(text_of(item.answer)), asked)
    draft = draft_of(item.place, item.title, asked, answered)
    if item.id and (note := take_id(draft, item.id)):
        taken.note(item.place, note)
    tell_pictures(draft, asked.scenario, taken)
    take_picture(draft, asked, _drawing(asked.picture.source if asked.picture else "", source), taken)
    hints = [source_text(read_github(text_of(hint))) for hint in item.hints]
    if hints:
        draft.fields["hints"] = hints
    _take_about(draft, item, taken)
    if not item.answer:
        taken.note(item.place, f"the page has no answer to '{words_of((*asked.question,)) or item.title}'")
    return draft


def _take_about(draft: Draft, item: _Item, taken: Taken) -> None:
    """Take what stands under the title: track, level, topic, form, stars, points, minutes."""
    fields: dict[str, Any] = draft.fields
    for fact in item.about:
        if fact in _TRACKS:
            fields["track"] = _TRACKS[fact]
        elif fact in set(Level):
            fields["level"] = fact
        elif fact in _TOPICS:
            fields["topic"] = _TOPICS[fact]
        elif kind := kind_in_words(fact):
            if kind_of(fields) is not kind:
                fields["kind"] = kind.value
        elif fact.strip("★☆") == "" and fact:
            fields["difficulty"] = fact.count("★")
        elif points := _POINTS.fullmatch(fact):
            take_points(draft, float(points[1]), usual=None)
        elif minutes := _MINUTES.fullmatch(fact):
            fields["expected_time_minutes"] = int(minutes[1])
        else:
            taken.lose(item.place, f"'{fact}' under the title")


def _drawing(address: str, source: str) -> bytes | None:
    """Return the drawing beside a page; its name leads nowhere else."""
    found = _FIGURE.fullmatch(address)
    if found is None:
        return None
    folder = Path(source).parent / FIGURES
    path = folder / found[1]
    try:
        if not path.resolve().is_relative_to(folder.resolve()) or path.stat().st_size > LARGEST:
            return None
        return path.read_bytes()
    except OSError:
        return None
