"""Anki packages: a deck of cards, each with a question in front and its answer behind.

Anki knows a note again by its guid, which is made from the id of the question: importing a package once more
adds nothing, and a note is brought up to date if the package has a later time of change for it. That time is
when the question was changed, never when the package was made.

The collection within a package is an SQLite database in the form that every version of Anki reads. It is
written here, and not by a library, so that the same document gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Any, Final

from qbank.render import templates
from qbank.render.assemble import drawings_of
from qbank.render.lms.anki_schema import collection, deck_of, model_of, schema
from qbank.render.lms.items import document_title, item_tags, make_fragments
from qbank.render.registry import Settings
from qbank.render.text import wording
from qbank.render.text.document import Document, Item
from qbank.render.text.html import PLATFORM
from qbank.render.zip import zipped

_SPECIAL: Final = re.compile(r"\[(?=/?(?:latex|\$|sound:|anki:))|(?<=\{)\{(?=c[0-9])", re.IGNORECASE)
"""What Anki would take for a sound, for LaTeX to run, or for a gap to fill in."""

_BLANKS: Final = re.compile(r'[\s"]+')
_SEPARATOR: Final = "\x1f"
_FIRST_MOMENT: Final = 1_000_000_000_000
_MOMENTS: Final = 500_000_000_000
_UNCHANGED: Final = 1_577_836_800
"""The time of change of questions that have none, in seconds: the beginning of 2020."""

_SQLITE_VERSION: Final = slice(96, 100)
"""Where a database says which version of SQLite wrote it last; nothing reads that."""


def render(document: Document, settings: Settings) -> bytes:
    """Print a document as a package."""
    figures = drawings_of(document, "")
    media = {str(place): name for place, name in enumerate(sorted(figures))}
    files = {place: figures[name] for place, name in media.items()}
    files["media"] = json.dumps({place: _media_name(name) for place, name in media.items()}).encode()
    files["collection.anki2"] = _database(document, settings)
    return zipped(files, first=("collection.anki2",))


def _database(document: Document, settings: Settings) -> bytes:
    environment = templates.environment(settings, None, {})
    front, back, style = (
        templates.source(environment, f"render/anki/{name}")
        for name in ("front.html", "back.html", "style.css")
    )
    model = model_of(front, back, style)
    deck = deck_of(_number("deck", document.stem), _deck_name(document), str(PLATFORM.blocks(document.intro)))
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(schema())
        _insert(database, "col", [collection(model, deck)])
        _insert(database, "notes", _notes(document, settings, model["id"]))
        _insert(database, "cards", _cards(document, deck["id"]))
        database.commit()
        content = bytearray(database.serialize())
    content[_SQLITE_VERSION] = bytes(4)
    return bytes(content)


def _insert(database: sqlite3.Connection, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
    for row in rows:
        database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def _notes(document: Document, settings: Settings, model: int) -> Iterator[tuple[Any, ...]]:
    fragments = make_fragments(settings, document, PLATFORM, lambda figure: _media_name(figure.name))
    for item, number in zip(document.items, _numbers("note", document), strict=True):
        fields = (
            item.id,
            str(PLATFORM.text(wording.heading(item, document.words))),
            fragments.question(item, options=True),
            "".join(map(fragments.blocks, item.hints)),
            fragments.answer(item, options=True),
        )
        safe = [_SPECIAL.sub(lambda sign: f"&#{ord(sign[0])};", field) for field in fields]
        yield (
            number,
            item.guid,
            model,
            _changed(item),
            -1,
            _tags(item),
            _SEPARATOR.join(safe),
            item.id,
            int(hashlib.sha1(item.id.encode(), usedforsecurity=False).hexdigest()[:8], 16),
            0,
            "",
        )


def _cards(document: Document, deck: int) -> Iterator[tuple[Any, ...]]:
    ids = zip(_numbers("card", document), _numbers("note", document), strict=True)
    for item, (card, note) in zip(document.items, ids, strict=True):
        yield card, note, deck, 0, _changed(item), -1, 0, 0, item.number, *[0] * 8, ""


def _changed(item: Item) -> int:
    return _UNCHANGED if item.changed is None else item.changed


def _numbers(kind: str, document: Document) -> list[int]:
    """Return an id for each item, all of them different."""
    numbers: dict[int, None] = {}
    for item in document.items:
        number = _number(kind, item.id)
        while number in numbers:
            number += 1
        numbers[number] = None
    return list(numbers)


def _number(kind: str, name: str) -> int:
    """Return an id: Anki takes it for a time of creation in milliseconds, so it has to be of the past."""
    digest = hashlib.blake2b(f"qbank {kind} {name}".encode(), digest_size=8).digest()
    return _FIRST_MOMENT + int.from_bytes(digest) % _MOMENTS


def _deck_name(document: Document) -> str:
    # Two colons would begin a deck within the deck.
    return f"qbank::{re.sub(':{2,}', ':', document_title(document)).strip(':')}"


def _tags(item: Item) -> str:
    return f" {' '.join(_BLANKS.sub('_', tag) for tag in item_tags(item))} "


def _media_name(name: str) -> str:
    # All decks of a reader share one folder.
    return f"qbank-{name}"
