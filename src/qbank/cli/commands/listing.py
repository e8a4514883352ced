"""`qbank list`: the questions that fit filters and words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from qbank.cli.banks import bank_index, from_here, report_unreadable
from qbank.cli.filters import FIELDS, Filters, read_ranges, takes_filters
from qbank.cli.options import BankFolder, Output, Quiet, argument, choice, number, text
from qbank.cli.output import echo_note, emit, style_of
from qbank.report.questions.listing import listing, listing_json, summary_line
from qbank.report.terminal import Style, sanitize
from qbank.results.measured import Measured, measured_questions
from qbank.sets.measured import faulty_results
from qbank.survey.index import Index
from qbank.survey.search import Hits, Wanted, count, search
from qbank.survey.words import read_words

FOUND_SHOWN = 25


_FORMATS = ("table", "id", "path", "json")
_SORTS = ("difficulty", "discrimination")
"""By what measured questions can be sorted."""


@takes_filters(*FIELDS)
def list_questions(  # noqa: PLR0917 - each option is a parameter
    words: Annotated[
        list[str] | None,
        argument("WORDS", 'Words to search for, all of which occur: "two words", quant*, -not, title:cache.'),
    ] = None,
    filters: Filters = {},  # noqa: B006 - never changed
    points: Annotated[
        str | None, text("--points", metavar="RANGE", help="Only what is worth this much, such as 3 or 2-5.")
    ] = None,
    minutes: Annotated[
        str | None, text("--minutes", metavar="RANGE", help="Only what takes so long, such as 4-10 or -15.")
    ] = None,
    limit: Annotated[
        int | None,
        number("--limit", "-n", least=0, metavar="N", help="At most N; 0: all. Of a search, the best 25."),
    ] = None,
    sort: Annotated[
        str | None,
        choice(
            _SORTS,
            "--sort",
            help="Only what was measured in exams: the hardest, or what discriminates least, first.",
        ),
    ] = None,
    output_format: Annotated[
        str, choice(_FORMATS, "--format", "-f", help="table: to read; id, path: a line each; json: as data.")
    ] = "table",
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
      qbank list --kind open --minutes -15
      qbank list --kind choice --format id --output ids.txt
      qbank list --sort difficulty
    """
    searched = read_words(" ".join(words or ()))
    if limit is None and searched.match:
        limit = FOUND_SHOWN
    with bank_index(bank, quiet=quiet) as index:
        wanted = Wanted(filters, searched, read_ranges({"points": points, "minutes": minutes}))
        if sort is None:
            hits, measured = search(index, wanted, limit or None), None
        else:
            measured = measured_questions(index.root)
            hits = _sorted(search(index, wanted), sort, measured, limit or None)
        emit(_lines(index, hits, output_format, style_of(output), measured), output)
        unreadable = report_unreadable(index, () if sort is None else faulty_results(index.root))
        if not quiet and output_format == "table":
            echo_note(summary_line(hits, count(index)))
            if measured is not None:
                kept = "" if measured else ", and the bank keeps no results; `qbank results add` keeps some"
                echo_note(f"note: --sort lists only what was measured in exams{kept}")
    return 2 if unreadable else 0


def _sorted(hits: Hits, sort: str, measured: Mapping[str, Measured], limit: int | None) -> Hits:
    """Return the questions that were measured, the lowest value first."""
    values = {id_: getattr(one, sort) for id_, one in measured.items()}
    known = [hit for hit in hits.shown if values.get(hit.record.id) is not None]
    known.sort(key=lambda hit: (values[hit.record.id], hit.record.id))
    return Hits(tuple(known[:limit]), len(known))


def _lines(
    index: Index,
    hits: Hits,
    output_format: str,
    style: Style,
    measured: Mapping[str, Measured] | None,
) -> Iterable[str]:
    match output_format:
        case "table":
            return listing(hits.shown, style, measured)
        case "id":
            return (f"{sanitize(hit.record.id)}\n" for hit in hits.shown)
        case "path":
            return (f"{from_here(index.root, hit.path)}\n" for hit in hits.shown)
        case _:
            paths = {hit.path: from_here(index.root, hit.path) for hit in hits.shown}
            return listing_json(hits, paths, count(index), measured)
