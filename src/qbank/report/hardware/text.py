"""The hardware catalog for people: the list, the page of an entry, and entries side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qbank.catalog import Catalog, Entry, Found, Source, Value
from qbank.model.catalog_words import Confidence, Shelf
from qbank.report.hardware.rows import Row, rows
from qbank.report.terminal import Style, cells, column_widths, pad, sanitize, wrap
from qbank.units.format import format_significant

_ROLES = {Confidence.HIGH: "good", Confidence.MEDIUM: "warning", Confidence.LOW: "error"}
_CONFIDENCE = max(map(len, Confidence))
_HEADLINE = 4
_NARROWEST_NAME = 12
_NARROWEST_VALUES = 12
_FIRST = (
    "memory_capacity", "memory_bandwidth", "peak_bf16_tensor_dense", "peak_bf16_matrix_dense",
    "peak_bf16_dense", "peak_fp16_tensor_dense", "peak_fp16_dense", "peak_int8_dense", "peak_int8_sparse",
    "tdp", "clock", "parameters", "layers",
)  # fmt: skip
"""Values that tell most about an entry; the list shows those before others."""


def hardware_table(entries: Sequence[Entry], style: Style) -> Iterator[str]:
    """Yield a line an entry: id, kind, name, and the values that tell most; grouped by track."""
    gap = ""
    for shelf in Shelf:
        shown = [entry for entry in entries if entry.track is shelf]
        if shown:
            yield f"{gap}{style.paint(shelf.value, 'bold')} ({len(shown)})\n"
            yield from _shelf(shown, style)
            gap = "\n"


def _shelf(entries: Sequence[Entry], style: Style) -> Iterator[str]:
    ids = max(cells(sanitize(entry.id)) for entry in entries)
    kinds = max(cells(sanitize(entry.kind)) for entry in entries)
    room = style.width - ids - kinds - 6
    names = min(max(cells(sanitize(entry.name)) for entry in entries), max(room // 2, _NARROWEST_NAME))
    for entry in entries:
        start = f"  {pad(sanitize(entry.id), ids)}  {pad(sanitize(entry.kind), kinds)}"
        name = pad(style.cut(sanitize(entry.name), names), names)
        left = room - names - 2
        values = style.cut(headline(entry), left) if left >= _NARROWEST_VALUES else ""
        yield f"{start}  {name}  {style.paint(values, 'dim')}".rstrip() + "\n"


def hardware_page(found: Found, catalog: Catalog, style: Style) -> Iterator[str]:
    """Yield the page of an entry: why it is this one, its values with sources and conflicts, the sources."""
    entry = found.entry
    yield f"{style.paint(sanitize(entry.id), 'bold')}  {sanitize(entry.name)}\n"
    yield f"{_about(entry)}\n"
    if found.reason:
        yield from _paragraph(f"{found.reason}.", style)
    names = dict.fromkeys((*entry.default_for, *entry.aliases, *entry.ambiguous))
    if names:
        yield from _paragraph(f"Also called {', '.join(names)}.", style)
    variants = [one.id for one in catalog.variants(entry)]
    if variants:
        yield from _paragraph(f"Other {entry.family}: {', '.join(variants)}.", style)
    yield "\n"
    yield from _values(entry, style)
    yield from _remarks(entry, style)
    yield from _sources([catalog.sources[key] for key in entry.sources if key in catalog.sources], style)


def comparison(found: Sequence[Found], style: Style) -> Iterator[str]:
    """Yield entries side by side: a line a value, with ratios to the first, and why each is the one meant."""
    for one in found:
        if one.reason:
            yield from _paragraph(f"{one.reason}.", style)
    if any(one.reason for one in found):
        yield "\n"
    entries = [one.entry for one in found]
    listed = list(rows(entries))
    lines = [["", *(sanitize(entry.id) for entry in entries)], *(_compared(row, style) for row in listed)]
    widths = column_widths(lines)
    per_block = _columns_that_fit(widths, style.width)
    for start in range(1, len(widths), per_block):
        columns = range(start, min(start + per_block, len(widths)))
        if start > 1:
            yield "\n"
        for number, line in enumerate(lines):
            cut = [pad(line[column], widths[column]) for column in columns]
            text = f"{pad(line[0], widths[0])}  {'  '.join(cut)}".rstrip()
            yield f"{style.paint(text, 'bold') if number == 0 else text}\n"
    ratios = "×" if style.unicode else "x"
    yield f"\n{style.paint(f'{ratios} is the ratio to {sanitize(entries[0].id)}.', 'dim')}\n"
    for entry in entries:
        for name, reason in entry.omitted.items():
            if any(row.name == name for row in listed):
                yield from _paragraph(f"{entry.id} has no {name}: {reason}.", style)


def _columns_that_fit(widths: Sequence[int], room: int) -> int:
    """Return how many of the widest columns stand side by side; one always does."""
    widest = max(widths[1:], default=1) + 2
    return max((room - widths[0]) // widest, 1)


def _compared(row: Row, style: Style) -> list[str]:
    texts = [sanitize(row.name)]
    for number, (value, ratio) in enumerate(zip(row.values, row.ratios, strict=True)):
        if value is None:
            texts.append("-")
        elif number == 0 or ratio is None:
            texts.append(sanitize(value.text))
        else:
            sign = "×" if style.unicode else "x"
            texts.append(f"{sanitize(value.text)} ({sign}{format_significant(ratio, 3)})")
    return texts


def _about(entry: Entry) -> str:
    words = [entry.track.value, entry.kind]
    if entry.sku:
        words.append(entry.sku)
    if entry.provider:
        words += [f"{entry.provider}, {entry.region}", f"seen {entry.date}"]
    if entry.accelerator:
        words.append(f"{entry.accelerator_count or 1} × {entry.accelerator}")
    if entry.release:
        words.append(f"released {entry.release}")
    return sanitize("; ".join(words))


def _values(entry: Entry, style: Style) -> Iterator[str]:
    names = max(cells(name) for name in entry.values)
    texts = {name: sanitize(value.text) for name, value in entry.values.items()}
    # A long text, such as a list of options, does not push everything else to the right.
    width = max((cells(text) for text in texts.values() if cells(text) <= 24), default=0)
    for name, value in entry.values.items():
        shown = pad(texts[name], width)
        confidence = style.paint(f"{value.confidence:{_CONFIDENCE}}", _ROLES[value.confidence])
        sources = sanitize(", ".join(value.source))
        yield f"  {name:{names}}  {shown}  {confidence}  {style.paint(sources, 'dim')}\n"
        for remark in _behind(value):
            for line in wrap(sanitize(remark), max(style.width - names - 4, 30)):
                yield f"  {'':{names}}  {style.paint(line, 'dim')}\n"


def _behind(value: Value) -> Iterator[str]:
    """Say what else is known of a value."""
    label = value.label
    if label == "vendor":
        label = (
            f"the maker's {value.unit}: 10^9 or 2^30 bytes" if value.unit == "GB" else "as the maker prints"
        )
    derived = value.derived and f"derived: {value.derived}"
    conflict = value.conflict and f"conflict: {value.conflict}"
    yield from filter(None, (label, value.condition, derived, value.note, conflict))


def _remarks(entry: Entry, style: Style) -> Iterator[str]:
    remarks = [f"Conflict: {text}." for text in entry.conflicts]
    remarks += [f"No {name}: {reason}." for name, reason in entry.omitted.items()]
    if entry.has:
        remarks.append(f"Has {', '.join(entry.has)}.")
    if entry.lacks:
        remarks.append(f"Lacks {', '.join(entry.lacks)}.")
    if entry.note:
        remarks.append(f"Note: {entry.note}.")
    if remarks:
        yield "\n"
    for remark in remarks:
        yield from _paragraph(remark, style)


def _sources(sources: Sequence[Source], style: Style) -> Iterator[str]:
    if not sources:
        return
    yield f"\n{style.paint('Sources', 'bold')}\n"
    width = max(cells(sanitize(source.key)) for source in sources)
    for source in sources:
        date = f" ({source.date})" if source.date else ""
        opened = "; not opened, known from what others quote" if source.opened is False else ""
        text = sanitize(f"{source.title}{date}: {source.where}{opened}")
        key, blanks = f"  {pad(sanitize(source.key), width)}  ", " " * (width + 4)
        for line in wrap(text, max(style.width, width + 34), key, blanks):
            yield f"{line}\n"


def headline(entry: Entry) -> str:
    """Return the values that tell most; of an entry without any of these, the first ones."""
    known = [name for name in _FIRST if name in entry.values]
    chosen = [*known, *(name for name in entry.values if name not in known)][:_HEADLINE]
    return sanitize(", ".join(_named(entry.values[name]) for name in chosen))


def _named(value: Value) -> str:
    """Name a value where its unit does not say what it is."""
    if value.name in {"memory_capacity", "memory_bandwidth", "tdp"}:
        return value.text
    if value.peak is not None:
        words = (value.text, value.peak.format, "sparse" if value.peak.sparse else "", value.peak.scope or "")
        return " ".join(word for word in words if word).replace("_", " ")
    return f"{value.name.replace('_', ' ')} {value.text}"


def _paragraph(text: str, style: Style) -> Iterator[str]:
    for line in wrap(sanitize(text), min(style.width, 100)):
        yield f"{line}\n"
