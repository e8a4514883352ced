"""`qbank hardware`: the catalog of devices, links, memories, batteries, prices and models, with sources."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qbank.cli.errors import CommandError, note
from qbank.cli.options import Output, choice
from qbank.model.catalog_words import Shelf

if TYPE_CHECKING:
    from qbank.catalog import Catalog, Entry, Found

MOST_COMPARED = 12

app = typer.Typer(
    name="hardware",
    help="""Look up devices, links, memories, batteries, prices and models, with sources.

    A bank adds entries in its own schema/catalog/*.yaml; the bank around the working directory counts.

    \b
    Examples:
      qbank hardware list --track edge
      qbank hardware show a100
      qbank hardware compare h100 a100
    """,
    rich_markup_mode=None,
)


class Format(StrEnum):
    """How entries are written."""

    TABLE = "table"
    JSON = "json"


FormatOption = Annotated[Format, choice(Format, "--format", "-f", help="table: to read; json: as data.")]


@app.command("list", short_help="List the entries, all or some.")
def list_entries(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="TEXT",
            help="Only entries with these texts in a name, id or alias.",
            show_default=False,
        ),
    ] = None,
    track: Annotated[
        Shelf | None, choice(Shelf, "--track", "-t", help="Only this part of the catalog.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option("--kind", "-k", metavar="KIND", help="Only this kind, such as gpu or mcu.")
    ] = None,
    output_format: FormatOption = Format.TABLE,
    output: Output = None,
) -> int:
    """List the entries of the catalog.

    \b
    Examples:
      qbank hardware list
      qbank hardware list --track tinyml --kind mcu
      qbank hardware list jetson orin
      qbank hardware list --format json
    """
    from qbank.cli.output import emit

    catalog = _catalog()
    if kind is not None:
        kind = _kind(kind, catalog)
    chosen = [
        entry
        for entry in catalog
        if track in (None, entry.track) and kind in (None, entry.kind) and _holds(entry, words or [])
    ]
    if output_format is Format.JSON:
        from qbank.report.hardware.json import list_json

        emit(list_json(chosen), output)
        return 0
    from qbank.report.hardware.text import hardware_table
    from qbank.report.terminal import style_for

    emit(hardware_table(chosen, style_for(None if output is not None else sys.stdout)), output)
    if not chosen:
        note(f"No entry fits; the catalog has {len(catalog)}.")
    return 0


@app.command("show", short_help="Show one entry with its sources.")
def show(
    name: Annotated[
        list[str],
        typer.Argument(metavar="NAME", help="An id, a name, an alias, or a bare name such as a100."),
    ],
    output_format: FormatOption = Format.TABLE,
    output: Output = None,
) -> int:
    """Show an entry: which variant a name means and why, its values, sources and conflicts.

    Case and separators do not count, and a name of several words needs no quotes.

    \b
    Examples:
      qbank hardware show a100
      qbank hardware show NVIDIA A100-SXM4-80GB
      qbank hardware show "PCIe 4.0 x16" --format json
    """
    from qbank.cli.output import emit

    catalog = _catalog()
    found = _find(catalog, " ".join(name))
    if output_format is Format.JSON:
        from qbank.report.hardware.json import show_json

        emit(show_json(found, catalog), output)
        return 0
    from qbank.report.hardware.text import hardware_page
    from qbank.report.terminal import style_for

    emit(hardware_page(found, catalog, style_for(None if output is not None else sys.stdout)), output)
    return 0


@app.command("compare", short_help="Show entries side by side.")
def compare(
    names: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="Two or more names; quote those of several words.")
    ],
    output_format: FormatOption = Format.TABLE,
    output: Output = None,
) -> int:
    """Show entries side by side, with the ratios of their values to those of the first.

    \b
    Examples:
      qbank hardware compare a100 h100
      qbank hardware compare "Orin Nano Super" "AGX Orin"
      qbank hardware compare nvlink4 pcie4-x16 --format json
    """
    from qbank.cli.output import emit

    if len(names) < 2:
        raise CommandError("compare takes two or more names, such as `qbank hardware compare a100 h100`")
    if len(names) > MOST_COMPARED:
        raise CommandError(f"compare takes at most {MOST_COMPARED} names, not {len(names)}")
    catalog = _catalog()
    found = [_find(catalog, name) for name in names]
    if output_format is Format.JSON:
        from qbank.report.hardware.json import compare_json

        emit(compare_json(found), output)
        return 0
    from qbank.report.hardware.text import comparison
    from qbank.report.terminal import style_for

    emit(comparison(found, style_for(None if output is not None else sys.stdout)), output)
    return 0


def _catalog() -> Catalog:
    """Return the catalog of the bank around the working directory, or that of qbank alone."""
    from qbank.bank.discovery import find_root
    from qbank.catalog import CatalogError, load

    try:
        return load(find_root(Path.cwd()))
    except CatalogError as error:
        raise CommandError(str(error)) from error
    except FileNotFoundError as error:
        raise CommandError(str(error)) from error


def _find(catalog: Catalog, name: str) -> Found:
    from qbank.catalog import NameLookupError

    try:
        return catalog.find(name)
    except NameLookupError as error:
        listed = "".join(f"\n  {entry.id}  {entry.name}" for entry in error.candidates[:12])
        raise CommandError(f"{error}{listed if len(error.candidates) > 1 else ''}") from error


def _kind(given: str, catalog: Catalog) -> str:
    """Return the kind that is meant, whatever its case.

    Raises:
        CommandError: no entry is of such a kind.
    """
    kinds = sorted({entry.kind for entry in catalog})
    if given.casefold() in kinds:
        return given.casefold()
    from qbank.nearest import nearest

    near = nearest(given, kinds)
    hint = f"did you mean '{near}'?" if near else f"there are {', '.join(kinds)}"
    raise CommandError(f"--kind: '{given}' is no kind of the catalog; {hint}")


def _holds(entry: Entry, texts: list[str]) -> bool:
    """Whether each text is found in what the entry is called."""
    from qbank.catalog.lookup import spellings
    from qbank.catalog.names import key

    wanted = [key(text) for text in texts]
    known = [key(name) for _, name in spellings(entry)]
    return all(any(word in name for name in known) for word in wanted)
