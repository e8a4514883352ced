"""Anki: packages of notes (.apkg, .colpkg), and notes exported as text.

The database of a package is opened in memory, its templates are never rendered. Newer packages are packed
with Zstandard, which needs the extra `anki`.
"""

from __future__ import annotations

import html
import importlib
import io
import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from typing import Final
from urllib.parse import unquote

from qbank.grouping import grouped
from qbank.importing.archive import LARGEST_FILE, Archive
from qbank.importing.builder import DraftBuilder
from qbank.importing.draft import Draft
from qbank.importing.exercise.gaps import FULL, Gap, label_gaps
from qbank.importing.exercise.labels import named_options
from qbank.importing.markup.html_blocks import read_html
from qbank.importing.markup.inlines import Picture
from qbank.importing.markup.lines import decoded, read_rows
from qbank.importing.markup.source_text import source_text
from qbank.importing.pictures import Load
from qbank.importing.place import Content, Place
from qbank.render.text.document import Paragraph

_SEPARATOR: Final = "\x1f"
_ZSTANDARD: Final = b"\x28\xb5\x2f\xfd"
"""What a file begins with that is packed with Zstandard."""

_LINES_LOOKED_AT: Final = 50
_FEWEST_NOTES: Final = 3
_MOST_NOTES: Final = 200_000
_TAG: Final = re.compile(r"<[^<>]{0,1000}>")
_PLACEHOLDER: Final = "Please update to the latest Anki version"
_SOUND: Final = re.compile(r"\[sound:([^\]]{1,300})\]")
_LATEX: Final = re.compile(r"\[latex\](.*?)\[/latex\]|\[\$\$?\](.*?)\[/\$\$?\]", re.S)
_CLOZE: Final = re.compile(
    r"\{\{c(\d{1,3})::((?:(?!\}\}|\{\{).){1,2000}?)(?:::((?:(?!\}\}|::).){1,300}))?\}\}", re.S
)
_HEADER: Final = re.compile(r"#([a-z ]+):(.*)")
_QUESTION: Final = re.compile(
    r"^(?:front|question|q|stem|vorderseite|frage|text|recto|pregunta|prompt)$", re.I
)
_ANSWER: Final = re.compile(r"^(?:back|answer|a|solution|rückseite|antwort|verso|respuesta)$", re.I)
_OPTION: Final = re.compile(r"^(?:q|option|choice|answer|possible answer)[ _]?([1-9]|[a-h])$", re.I)
_KEY: Final = re.compile(r"^(?:answers?|correct(?: answers?| options?)?|key)$", re.I)
_SEPARATORS: Final = {"tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "colon": ":", "space": " "}


@dataclass(frozen=True, slots=True)
class _Note:
    """A note: its fields by name, in order, and where it is filed."""

    fields: Mapping[str, str]
    tags: Sequence[str]
    deck: str = ""


def is_anki_text(text: str) -> bool:
    """Whether a text begins with the headers of an export of Anki."""
    return (
        re.match(r"\ufeff?#(?:separator|html|tags|columns|notetype|deck|guid column|notetype column):", text)
        is not None
    )


def are_notes(text: str) -> bool:
    """Whether the lines of a text have the same number of tabs each, as an export without headers."""
    counts = [line.count("\t") for line in text.split("\n")[:_LINES_LOOKED_AT] if line.strip()]
    return len(counts) >= _FEWEST_NOTES and min(counts) > 0 and len(set(counts)) == 1


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read a package or a text.

    Raises:
        SourceError: it cannot be read, or is packed in a way that needs another export.
    """
    archive = Archive(data, place) if data.startswith(b"PK") else None
    notes = _packaged(archive, place) if archive else _lines(decoded(data, place), place)
    media = _media(archive, place) if archive else {}
    for at, note in notes:
        if (draft := _draft(note, at, partial(_picture, archive, media))) is not None:
            yield draft


# -- packages ------------------------------------------------------------------------------------------------


def _packaged(archive: Archive, place: Place) -> Iterator[tuple[Place, _Note]]:
    names = ("collection.anki21b", "collection.anki21", "collection.anki2")
    database = archive.read(next((name for name in names if name in archive.names), names[-1]))
    if names[0] in archive.names:
        database = _unpacked(database, place)
    try:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(database)
            connection.create_collation(
                "unicase", lambda a, b: (a.lower() > b.lower()) - (a.lower() < b.lower())
            )
            notes = list(_notes(connection))
    except (sqlite3.Error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise place.error(f"its collection cannot be read: {error}") from None
    if len(notes) == 1 and any(_PLACEHOLDER in field for field in notes[0].fields.values()):
        raise place.error(
            "holds a note that asks for a newer Anki, and no other; export it with 'Support older versions'"
        )
    for number, note in enumerate(notes, 1):
        yield place.item(number), note


def _unpacked(data: bytes, place: Place) -> bytes:
    """Unpack Zstandard, up to the bound of any file of a package."""
    try:
        zstandard = importlib.import_module("zstandard")
    except ModuleNotFoundError:
        raise place.error(
            "is packed with Zstandard: install qbank[anki], or export it with 'Support older Anki versions'"
        ) from None
    try:
        with zstandard.ZstdDecompressor(max_window_size=2**27).stream_reader(io.BytesIO(data)) as stream:
            content: bytes = stream.read(LARGEST_FILE + 1)
    except zstandard.ZstdError as error:
        raise place.error(f"cannot be unpacked: {error}") from None
    if len(content) > LARGEST_FILE:
        raise place.error(f"unpacks to more than {LARGEST_FILE // 2**20} MiB")
    return content


def _notes(connection: sqlite3.Connection) -> Iterator[_Note]:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    names: dict[int, list[str]] = {}
    decks: dict[int, str] = {}
    if "notetypes" in tables:
        rows = sorted(connection.execute("SELECT ntid, ord, name FROM fields"))
        names = grouped((kind, name) for kind, _, name in rows)
        stored = connection.execute("SELECT id, name FROM decks")
        decks = {number: name.replace(_SEPARATOR, "::") for number, name in stored}
    else:
        [(models, named)] = connection.execute("SELECT models, decks FROM col LIMIT 1")
        for number, model in json.loads(models).items():
            fields = sorted(model["flds"], key=lambda field: field["ord"])
            names[int(number)] = [str(field["name"]) for field in fields]
        decks = {int(number): str(deck["name"]) for number, deck in json.loads(named or "{}").items()}
    cards = connection.execute("SELECT nid, MIN(did) FROM cards GROUP BY nid")
    filed = {note: decks.get(deck, "") for note, deck in cards}
    notes = connection.execute("SELECT id, mid, tags, flds FROM notes ORDER BY id LIMIT ?", (_MOST_NOTES,))
    for number, kind, tags, fields in notes:
        texts = str(fields).split(_SEPARATOR)
        known = names.get(kind, [])
        titles = [*known, *(f"Field {at}" for at in range(len(known) + 1, len(texts) + 1))]
        yield _Note(dict(zip(titles, texts, strict=False)), str(tags).split(), filed.get(number, ""))


def _media(archive: Archive, place: Place) -> dict[str, str]:
    """Return the files of a package by the names that notes have for them."""
    if "media" not in archive.names:
        return {}
    data = archive.read("media")
    with suppress(ValueError, AttributeError):
        return {str(name): str(number) for number, name in json.loads(data).items()}
    packed = _unpacked(data, place) if data.startswith(_ZSTANDARD) else data
    # A list of entries, each of which begins with its name.
    files: dict[str, str] = {}
    at = number = 0
    while packed[at : at + 1] == b"\x0a":
        size, at = _varint(packed, at + 1)
        if packed[at : at + 1] == b"\x0a":
            length, start = _varint(packed, at + 1)
            files[packed[start : start + length].decode("utf-8", "replace")] = str(number)
        at += size
        number += 1
    return files


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(data) and shift < 35:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            break
    return value, at


# -- text ----------------------------------------------------------------------------------------------------


def _lines(text: str, place: Place) -> Iterator[tuple[Place, _Note]]:
    lines = text.lstrip("\ufeff").split("\n")
    headers: dict[str, str] = {}
    skipped = 0
    while skipped < len(lines) and (header := _HEADER.fullmatch(lines[skipped].strip())):
        headers[header[1]] = header[2].strip()
        skipped += 1
    said = headers.get("separator", "tab")
    separator = _SEPARATORS.get(said.lower(), said[:1] or "\t")
    is_html = headers.get("html", "true").lower() == "true"
    titles = headers.get("columns", "").split(separator) if "columns" in headers else []
    special = {
        int(number) - 1: name
        for name, number in headers.items()
        if name.endswith(" column") and number.isdigit()
    }
    lines[:skipped] = [""] * skipped
    for line, row in read_rows("\n".join(lines), separator, place, strict=False):
        if not any(cell.strip() for cell in row) or row[0].startswith("#"):
            continue
        about = {special[column]: cell for column, cell in enumerate(row) if column in special}
        cells = [(column, cell) for column, cell in enumerate(row) if column not in special]
        fields = {}
        for index, (column, cell) in enumerate(cells):
            name = titles[column] if column < len(titles) else ""
            name = name or (("Front", "Back")[index] if index < 2 else f"Field {index + 1}")
            fields[name] = cell if is_html else html.escape(cell).replace("\n", "<br>")
        tags = [*headers.get("tags", "").split(), *about.get("tags column", "").split()]
        deck = about.get("deck column", headers.get("deck", ""))
        yield place.at(line), _Note(fields, tags, deck)


# -- notes ---------------------------------------------------------------------------------------------------


def _draft(note: _Note, place: Place, load: Load) -> Draft | None:
    fields = {name: _plain(text, place) for name, text in note.fields.items()}
    if set(fields) == {"Id", "Title", "Question", "Hints", "Answer"}:
        title = " ".join(html.unescape(_TAG.sub(" ", fields["Title"])).split())
        shown, answer = read_html(fields["Question"], place), read_html(fields["Answer"], place)
        question = DraftBuilder(place, title, shown, answer)
        hints = read_html(fields["Hints"], place)
        question.hints = [(block,) for block in hints if isinstance(block, Paragraph)] or [hints]
        draft = question.draft(source_text(read_html(fields["Id"])), load=load)
    else:
        with_gaps = [name for name, text in fields.items() if _CLOZE.search(text)]
        named = [name for name in fields if _QUESTION.match(name.strip())]
        asked, *_ = [*with_gaps, *named, *fields, ""]
        if not fields.get(asked, "").strip():
            asked = next((name for name, text in fields.items() if text.strip()), "")
        if not asked:
            place.lose("a note without text", Content.QUESTION)
            return None
        question = _asked(asked, fields, place)
        draft = question.draft("", load=load)
    draft.take_tags(note.tags)
    draft.categories = tuple(part for part in note.deck.split("::") if part)
    return draft


def _asked(asked: str, fields: dict[str, str], place: Place) -> DraftBuilder:
    """Return the question of a note of a type that people made."""
    options = {name: text for name, text in fields.items() if _OPTION.match(name.strip()) and text.strip()}
    key = next((name for name in fields if _KEY.match(name.strip()) and name not in options), "")
    used = {asked}
    if "{{c" in fields[asked]:
        text, gaps = _gaps(fields[asked], place)
        before = list(fields)[: list(fields).index(asked)]
        used.update(before)
        # What stands before says what to do; a number there is no more than a count of notes.
        texts = [*(fields[name] for name in before if not fields[name].strip().isdigit()), text]
        shown = tuple(block for text in texts for block in read_html(text, place))
        question = DraftBuilder(place, "", shown, ())
        question.take_gaps(gaps)
    else:
        question = DraftBuilder(place, "", read_html(fields[asked], place), ())
        if len(options) > 1:
            choices = [read_html(text, place) for text in options.values()]
            said = source_text(read_html(fields.get(key, "")))
            question.take_choice(choices, _right(said, list(map(source_text, choices)), place))
            used |= {key, *options, "QType (0=kprim,1=mc,2=sc)"}
    backs = [name for name in fields if name not in used and fields[name].strip()]
    first = next((name for name in backs if _ANSWER.match(name.strip())), backs[0] if backs else "")
    for name in dict.fromkeys(filter(None, [first, *backs])):
        blocks = read_html(fields[name], place)
        if name == first:
            question.key.add(blocks)
        elif blocks:
            question.key.add_below(f"{name}:", blocks)
    return question


def _right(said: str, options: list[str], place: Place) -> list[int]:
    """Return the right options: a row of 0 and 1, letters, numbers or texts."""
    bits = said.split()
    if len(bits) == len(options) and set(bits) <= {"0", "1"}:
        return [at for at, bit in enumerate(bits) if bit == "1"]
    right = named_options(said, options) or named_options(",".join(bits), options)
    if right is None:
        place.lose(f"the key '{said}', which names no option", Content.KEY)
    return right or []


def _gaps(text: str, place: Place) -> tuple[str, list[Gap]]:

    def read(match: re.Match[str], label: str) -> Gap:
        hint = f" [{match[3]}]" if match[3] else ""
        return Gap(label, words=[(source_text(read_html(match[2])), FULL)], behind=hint)

    shown, gaps = label_gaps(text, _CLOZE, read)
    if "{{c" in shown:
        place.lose("a gap within a gap", Content.KEY)
    return shown, gaps


def _plain(text: str, place: Place) -> str:
    """Return a field with LaTeX as MathJax knows it, without sounds."""
    for sound in _SOUND.findall(text):
        place.lose(f"the sound '{sound}'", Content.FILE)
    return _LATEX.sub(
        lambda match: f"\\({(match[1] or match[2] or '').strip().strip('$')}\\)", _SOUND.sub("", text)
    )


def _picture(archive: Archive | None, media: Mapping[str, str], picture: Picture) -> bytes | None:
    if archive is None:
        return None
    number = media.get(unquote(picture.source), media.get(picture.source, ""))
    data = archive.find(number)
    return _unpacked(data, archive.place(number)) if data and data.startswith(_ZSTANDARD) else data
