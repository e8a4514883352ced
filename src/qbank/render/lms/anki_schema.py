"""The form of an Anki collection: its tables, and what they hold besides notes and cards.

This is version 11, which every version of Anki since 2.0 reads; see `rslib/src/storage/schema11.sql` there.
The tables and the objects that Anki keeps in them as JSON are files beside the templates of cards:
`render/anki/collection.sql` and `render/anki/collection.json`.
"""

from __future__ import annotations

import json
from typing import Any, Final

from qbank.resources import template_path

MODEL_ID: Final = 1_590_847_316_027
"""The note type of all our notes. It must never change, or Anki takes old notes for other ones."""

MODEL_CHANGED: Final = 1_767_225_600
"""When the note type was changed, in seconds; has to be raised whenever its templates change."""

FIELDS: Final = ("Id", "Title", "Question", "Hints", "Answer")

_VERSION: Final = 11
_CREATED: Final = 1_577_836_800
_DEFAULT_DECK: Final = 1


def schema() -> str:
    """Return the statements that make the tables."""
    return template_path("render/anki/collection.sql").read_text(encoding="utf-8")


def model_of(front: str, back: str, style: str) -> dict[str, Any]:
    """Return the note type, with its one template and its style."""
    form = _form()
    model: dict[str, Any] = form["model"] | {"id": MODEL_ID, "mod": MODEL_CHANGED, "css": style}
    model["tmpls"][0] |= {"qfmt": front, "afmt": back}
    model["flds"] = [form["field"] | {"name": name, "ord": place} for place, name in enumerate(FIELDS)]
    return model


def deck_of(identifier: int, name: str, description: str) -> dict[str, Any]:
    """Return a deck; its description is HTML."""
    deck: dict[str, Any] = _form()["deck"]
    return deck | {"id": identifier, "name": name, "desc": description, "mod": _CREATED}


def collection(model: dict[str, Any], deck: dict[str, Any]) -> tuple[Any, ...]:
    """Return the one row of `col`: settings, and the note type and decks as JSON."""
    form = _form()
    decks = {str(one["id"]): one for one in (deck_of(_DEFAULT_DECK, "Default", ""), deck)}
    values: tuple[Any, ...] = (form["settings"], {str(model["id"]): model}, decks, {"1": form["limits"]}, {})
    return 1, _CREATED, _CREATED * 1000, _CREATED * 1000, _VERSION, 0, 0, 0, *map(json.dumps, values)


def _form() -> dict[str, Any]:
    form: dict[str, Any] = json.loads(
        template_path("render/anki/collection.json").read_text(encoding="utf-8")
    )
    return form
