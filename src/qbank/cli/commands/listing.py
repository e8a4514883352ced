"""`qbank list`: the questions that fit filters and words."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qbank.cli.errors import CommandError, note
from qbank.cli.filters import (
    AreaFilter,
    BloomFilter,
    KindFilter,
    LevelFilter,
    StatusFilter,
    TagFilter,
    TopicFilter,
    TrackFilter,
    ZoneFilter,
    read_filters,
)
from qbank.cli.options import BankFolder, Output, Quiet, choice, number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from qbank.survey.index import Index
    from qbank.survey.search import Hits

FOUND_SHOWN = 25


class Format(StrEnum):
    """How questions are listed."""

    TABLE = "table"
    ID = "id"
    PATH = "path"
    JSON = "json"


def list_questions(  # noqa: PLR0917 - each option is a parameter
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WORDS",
            help='Words to search for, all of which occur: "two words", quant*, -not, title:cache.',
            show_default=False,
        ),
    ] = None,
    track: TrackFilter = None,
    level: LevelFilter = None,
    zone: ZoneFilter = None,
    topic: TopicFilter = None,
    area: AreaFilter = None,
    bloom: BloomFilter = None,
    tag: TagFilter = None,
    status: StatusFilter = None,
    kind: KindFilter = None,
    limit: Annotated[
        int | None,
        number("--limit", "-n", least=0, metavar="N", help="At most N; 0: all. Of a search, the best 25."),
    ] = None,
    output_format: Annotated[
        Format, choice(Format, "--format", "-f", help="table: to read; id, path: a line each; json: as data.")
    ] = Format.TABLE,
    output: Output = None,
    bank: BankFolder = None,
    quiet: Quiet = False,
) -> int:
    """List the questions of a bank that fit all filters and hold all words; a search lists the best first.

    A filter takes several words with commas between them, and may be repeated. Words are searched for in the
    whole question or, with title:, scenario:, question:, answer:, math:, mistake:, tags: or id:, in that part
    of it. Give words that begin with - behind --, or all of them in quotes.

    Exit status: 0; 2 if a file could not be read.

    \b
    Examples:
      qbank list
      qbank list kv cache
      qbank list --track cloud,edge --level L3-L5 --status published
      qbank list 'title:cache "data center" quant* -training'
      qbank list --kind choice --format id --output ids.txt
    """
    from qbank.cli.banks import bank_index, tell_unreadable
    from qbank.survey.search import Wanted, count, search
    from qbank.survey.words import SearchError, read_words

    filters = read_filters(
        {
            "track": track,
            "level": level,
            "zone": zone,
            "topic": topic,
            "area": area,
            "bloom": bloom,
            "tag": tag,
            "status": status,
            "kind": kind,
        }
    )
    try:
        searched = read_words(" ".join(words or ()))
    except SearchError as error:
        raise CommandError(str(error)) from error
    most = limit or None
    if limit is None and searched.match:
        most = FOUND_SHOWN
    with bank_index(bank, quiet=quiet) as index:
        hits = search(index, Wanted(filters, searched), most)
        _emit(index, hits, output_format, output)
        broken = tell_unreadable(index)
        if not quiet and output_format is Format.TABLE:
            from qbank.report.questions.listing import summary_line

            note(summary_line(hits, count(index)))
    return 2 if broken else 0


def _emit(index: Index, hits: Hits, output_format: Format, output: Path | None) -> None:
    from qbank.cli.banks import from_here
    from qbank.cli.output import emit
    from qbank.report.questions.listing import listing, listing_json
    from qbank.report.terminal import sanitize, style_for
    from qbank.survey.search import count

    written: Iterable[str]
    match output_format:
        case Format.TABLE:
            written = listing(hits.shown, style_for(None if output is not None else sys.stdout))
        case Format.ID:
            written = (f"{sanitize(hit.record.id)}\n" for hit in hits.shown)
        case Format.PATH:
            written = (f"{from_here(index.root, hit.path)}\n" for hit in hits.shown)
        case Format.JSON:
            paths = {hit.path: from_here(index.root, hit.path) for hit in hits.shown}
            written = listing_json(hits, paths, count(index))
    emit(written, output)
