"""`qbank hardware`: the catalog of devices, links, memories, batteries, prices and models, with sources."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from qbank.catalog import Catalog, Entry, Found, NameLookupError, load
from qbank.catalog.lookup import spellings
from qbank.catalog.names import key
from qbank.cli import completion
from qbank.cli.banks import of_bank
from qbank.cli.errors import CommandError, unknown_word
from qbank.cli.options import Output, TableOrJson, argument, choice, text
from qbank.cli.output import echo_note, emit_as
from qbank.model.catalog_words import Shelf
from qbank.report.hardware.json import compare_json, entry_data, show_json
from qbank.report.hardware.text import comparison, hardware_page, hardware_table
from qbank.report.json_document import array

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


@app.command("list", short_help="List the entries, all or some.")
def list_entries(
    words: Annotated[
        list[str] | None, argument("TEXT", "Only entries with these texts in a name, id or alias.")
    ] = None,
    track: Annotated[
        Shelf | None, choice(Shelf, "--track", "-t", help="Only this part of the catalog.")
    ] = None,
    kind: Annotated[
        str | None, text("--kind", "-k", metavar="KIND", help="Only this kind, such as gpu or mcu.")
    ] = None,
    output_format: TableOrJson = "table",
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
    catalog = of_bank(load)
    wanted = None if kind is None else kind.casefold()
    kinds = sorted({entry.kind for entry in catalog})
    if kind is not None and wanted not in kinds:
        raise unknown_word("--kind", kind, kinds)
    entries = [
        entry
        for entry in catalog
        if track in (None, entry.track) and wanted in (None, entry.kind) and _holds(entry, words or [])
    ]
    emit_as(output_format, output, partial(hardware_table, entries), lambda: array(map(entry_data, entries)))
    if not entries and output_format == "table":
        echo_note(f"No entry fits; the catalog has {len(catalog)}.")
    return 0


@app.command("show", short_help="Show one entry with its sources.")
def show(
    name: Annotated[
        list[str],
        argument("NAME", "An id, a name, an alias, or a bare name such as a100.", completion.devices),
    ],
    output_format: TableOrJson = "table",
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
    catalog = of_bank(load)
    found = _find(catalog, " ".join(name))
    emit_as(output_format, output, partial(hardware_page, found, catalog), partial(show_json, found, catalog))
    return 0


@app.command("compare", short_help="Show entries side by side.")
def compare(
    names: Annotated[
        list[str], argument("NAME...", "Two or more names; quote those of several words.", completion.devices)
    ],
    output_format: TableOrJson = "table",
    output: Output = None,
) -> int:
    """Show entries side by side, with the ratios of their values to those of the first.

    \b
    Examples:
      qbank hardware compare a100 h100
      qbank hardware compare "Orin Nano Super" "AGX Orin"
      qbank hardware compare nvlink4 pcie4-x16 --format json
    """
    if len(names) < 2:
        raise CommandError("compare takes two or more names, such as `qbank hardware compare a100 h100`")
    if len(names) > MOST_COMPARED:
        raise CommandError(f"compare takes at most {MOST_COMPARED} names, not {len(names)}")
    catalog = of_bank(load)
    found = [_find(catalog, name) for name in names]
    emit_as(output_format, output, partial(comparison, found), partial(compare_json, found))
    return 0


def _find(catalog: Catalog, name: str) -> Found:
    try:
        return catalog.find(name)
    except NameLookupError as error:
        raise CommandError(str(error)) from error


def _holds(entry: Entry, texts: list[str]) -> bool:
    """Whether each text is found in what the entry is called."""
    wanted = [key(text) for text in texts]
    known = [key(name) for _, name in spellings(entry)]
    return all(any(word in name for name in known) for word in wanted)
