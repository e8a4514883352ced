"""The form of an Anki collection: its tables, and what they hold besides notes and cards.

This is version 11, which every version of Anki since 2.0 reads; see `rslib/src/storage/schema11.sql` there.
"""

from __future__ import annotations

import json
from typing import Any, Final

MODEL_ID: Final = 1_590_847_316_027
"""The note type of all our notes. It must never change, or Anki takes old notes for other ones."""

MODEL_CHANGED: Final = 1_767_225_600
"""When the note type was changed, in seconds; has to be raised whenever its templates change."""

FIELDS: Final = ("Id", "Title", "Question", "Hints", "Answer")

SCHEMA: Final = """
CREATE TABLE col (
  id integer PRIMARY KEY, crt integer NOT NULL, mod integer NOT NULL, scm integer NOT NULL,
  ver integer NOT NULL, dty integer NOT NULL, usn integer NOT NULL, ls integer NOT NULL, conf text NOT NULL,
  models text NOT NULL, decks text NOT NULL, dconf text NOT NULL, tags text NOT NULL
);
CREATE TABLE notes (
  id integer PRIMARY KEY, guid text NOT NULL, mid integer NOT NULL, mod integer NOT NULL,
  usn integer NOT NULL, tags text NOT NULL, flds text NOT NULL, sfld integer NOT NULL, csum integer NOT NULL,
  flags integer NOT NULL, data text NOT NULL
);
CREATE TABLE cards (
  id integer PRIMARY KEY, nid integer NOT NULL, did integer NOT NULL, ord integer NOT NULL,
  mod integer NOT NULL, usn integer NOT NULL, type integer NOT NULL, queue integer NOT NULL,
  due integer NOT NULL, ivl integer NOT NULL, factor integer NOT NULL, reps integer NOT NULL,
  lapses integer NOT NULL, left integer NOT NULL, odue integer NOT NULL, odid integer NOT NULL,
  flags integer NOT NULL, data text NOT NULL
);
CREATE TABLE revlog (
  id integer PRIMARY KEY, cid integer NOT NULL, usn integer NOT NULL, ease integer NOT NULL,
  ivl integer NOT NULL, lastIvl integer NOT NULL, factor integer NOT NULL, time integer NOT NULL,
  type integer NOT NULL
);
CREATE TABLE graves (usn integer NOT NULL, oid integer NOT NULL, type integer NOT NULL);
CREATE INDEX ix_notes_usn ON notes (usn);
CREATE INDEX ix_cards_usn ON cards (usn);
CREATE INDEX ix_revlog_usn ON revlog (usn);
CREATE INDEX ix_cards_nid ON cards (nid);
CREATE INDEX ix_cards_sched ON cards (did, queue, due);
CREATE INDEX ix_revlog_cid ON revlog (cid);
CREATE INDEX ix_notes_csum ON notes (csum);
"""

COLUMNS_OF_COLLECTION: Final = ", ".join("?" * 13)

_CREATED: Final = 1_577_836_800
_DEFAULT_DECK: Final = 1


def model_of(front: str, back: str, style: str) -> dict[str, Any]:
    """Return the note type, with its one template and its style."""
    return {
        "id": MODEL_ID,
        "name": "qbank question",
        "type": 0,
        "mod": MODEL_CHANGED,
        "usn": -1,
        "sortf": 0,
        "did": _DEFAULT_DECK,
        "tmpls": [
            {
                "name": "Question",
                "ord": 0,
                "qfmt": front,
                "afmt": back,
                "bqfmt": "",
                "bafmt": "",
                "did": None,
            }
        ],
        "flds": [
            {
                "name": name,
                "ord": place,
                "sticky": False,
                "rtl": False,
                "font": "Arial",
                "size": 20,
                "media": [],
            }
            for place, name in enumerate(FIELDS)
        ],
        "css": style,
        "latexPre": "",
        "latexPost": "",
        "req": [[0, "any", [FIELDS.index("Title"), FIELDS.index("Question")]]],
        "tags": [],
        "vers": [],
    }


def deck_of(identifier: int, name: str, description: str) -> dict[str, Any]:
    """Return a deck; its description is HTML."""
    return {
        "id": identifier,
        "name": name,
        "desc": description,
        "mod": _CREATED,
        "usn": -1,
        "conf": 1,
        "dyn": 0,
        "collapsed": False,
        "browserCollapsed": False,
        "extendNew": 10,
        "extendRev": 50,
        **{f"{queue}Today": [0, 0] for queue in ("new", "rev", "lrn", "time")},
    }


def collection(model: dict[str, Any], deck: dict[str, Any]) -> tuple[Any, ...]:
    """Return the one row of `col`: settings, and the note type and decks as JSON."""
    decks = {str(one["id"]): one for one in (deck_of(_DEFAULT_DECK, "Default", ""), deck)}
    settings = {"nextPos": 1, "curDeck": _DEFAULT_DECK, "activeDecks": [_DEFAULT_DECK], "sortType": "noteFld"}
    return (
        1,
        _CREATED,
        _CREATED * 1000,
        _CREATED * 1000,
        11,
        0,
        0,
        0,
        json.dumps(settings),
        json.dumps({str(model["id"]): model}),
        json.dumps(decks),
        json.dumps({"1": _LIMITS}),
        "{}",
    )


_LIMITS: Final[dict[str, Any]] = {
    "id": 1,
    "name": "Default",
    "mod": 0,
    "usn": 0,
    "maxTaken": 60,
    "autoplay": True,
    "timer": 0,
    "replayq": True,
    "dyn": False,
    "new": {
        "bury": False,
        "delays": [1.0, 10.0],
        "initialFactor": 2500,
        "ints": [1, 4, 0],
        "order": 1,
        "perDay": 20,
    },
    "rev": {
        "bury": False,
        "ease4": 1.3,
        "ivlFct": 1.0,
        "maxIvl": 36500,
        "perDay": 200,
        "hardFactor": 1.2,
    },
    "lapse": {"delays": [10.0], "leechAction": 1, "leechFails": 8, "minInt": 1, "mult": 0.0},
}
"""The limits of study that Anki sets for new decks; importing leaves those of the reader alone."""
