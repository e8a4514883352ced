"""Questions that were found: as a list for people, as data, and as bare names for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from qbank.picking import pick
from qbank.report.json_document import document
from qbank.report.results.numbers import share, signed
from qbank.report.results.stored import fared_data
from qbank.report.terminal import Style, cells, column_widths, pad, sanitize
from qbank.results.measured import Measured
from qbank.survey.record import PLACES, Record
from qbank.survey.search import MARK_END, MARK_START, Hit, Hits
from qbank.units.format import counted

_COLUMNS = ("id", "level", "kind", "topic")
_NARROWEST_TITLE = 20


def listing(
    hits: Sequence[Hit], style: Style, measured: Mapping[str, Measured] | None = None
) -> Iterator[str]:
    """Yield a line a question, and where words were searched for, a line with those around them.

    With `measured`, it says how each fared: the mean share of the points, and the item-rest correlation.
    """
    rows = [
        [
            *(sanitize(getattr(hit.record, name)) for name in _COLUMNS),
            *_worth(hit.record),
            *(_fared(measured.get(hit.record.id)) if measured is not None else ()),
        ]
        for hit in hits
    ]
    widths = column_widths(rows)
    room = max(style.width - sum(widths) - 2 * len(widths), _NARROWEST_TITLE)
    for hit, row in zip(hits, rows, strict=True):
        padded = list(map(pad, row, widths))
        padded[0] = style.paint(padded[0], "bold")
        status = f"[{sanitize(hit.record.status)}] " if hit.record.status not in {"published", ""} else ""
        title = style.cut(status + sanitize(hit.record.title), room)
        yield f"{'  '.join([*padded, title])}".rstrip() + "\n"
        # Of a title that was found, there is no more to show.
        if hit.excerpt and _one_line(hit) != hit.record.title:
            yield f"    {_excerpt(hit.excerpt, style)}\n"


def _fared(measured: Measured | None) -> tuple[str, str]:
    if measured is None:
        return "", ""
    return share(measured.difficulty), f"r {signed(measured.discrimination)}"


def summary_line(hits: Hits, questions: int) -> str:
    """Say how many questions there are, and how many of them are shown."""
    if len(hits.shown) < hits.fitting:
        return f"{len(hits.shown)} of {counted(hits.fitting, 'question')} that fit; `--limit 0` shows all."
    return f"{hits.fitting:,} of {counted(questions, 'question')}."


def listing_json(
    hits: Hits, paths: Mapping[str, str], questions: int, measured: Mapping[str, Measured] | None = None
) -> Iterator[str]:
    """Yield the text of the JSON document, one question a line; `paths` are those to show.

    With `measured`, each says how it fared.
    """
    listed = (
        {
            "path": paths[hit.path],
            **record_data(hit.record),
            "excerpt": _one_line(hit),
            **({} if measured is None else {"measured": _measured_data(measured.get(hit.record.id))}),
        }
        for hit in hits.shown
    )
    summary = {"questions": questions, "fitting": hits.fitting, "shown": len(hits.shown)}
    return document("questions", listed, summary)


def _measured_data(measured: Measured | None) -> dict[str, Any] | None:
    return None if measured is None else fared_data(measured)


def record_data(record: Record) -> dict[str, Any]:
    """Return what is kept of a question as data; what its file does not say is null."""
    return {
        **pick(record, "id", "title"),
        **{field: getattr(record, name) or None for name, field in PLACES.items()},
        **pick(record, "kind", "minutes", "points", "tags"),
    }


def _worth(record: Record) -> tuple[str, str]:
    """Return what a question is worth and how long it takes, short: `3 p`, `6 min`."""
    points = "" if record.points is None else f"{record.points:g} p"
    return points, "" if record.minutes is None else f"{record.minutes} min"


def _one_line(hit: Hit) -> str | None:
    return " ".join(hit.excerpt.replace(MARK_START, "").replace(MARK_END, "").split()) or None


def _excerpt(text: str, style: Style) -> str:
    """Print an excerpt on one line, the words that were searched for bold."""
    pieces = []
    room = style.width - 4
    for number, piece in enumerate(" ".join(text.split()).split(MARK_START)):
        found, end, rest = piece.partition(MARK_END) if number else ("", "", piece)
        for part, role in ((found, "bold"), (rest if end or not number else piece, "dim")):
            shown = style.cut(sanitize(part), room) if room > 0 else ""
            room -= cells(shown)
            pieces.append(style.paint(shown, role))
    return "".join(pieces)
