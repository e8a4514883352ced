"""Going to what a name means, and to all places that name the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from lsprotocol import types

from qbank import resources
from qbank.bank.discovery import QUESTIONS_FOLDER, TargetError, find_question_files, find_registries
from qbank.lsp.named import Named, Names, Sort
from qbank.lsp.reading import Reading
from qbank.lsp.text import EditorText
from qbank.rules.formulas.formula_context import FormulaContext
from qbank.rules.formulas.verified import verified_claim
from qbank.yamlio.content import read_content
from qbank.yamlio.read_problems import ReadError

MOST: Final = 1_000
"""Places of one answer."""


class OpenTexts:
    """Files as the editor has them, and as they lie on disk where it has them not open."""

    def __init__(self, texts: Mapping[Path, str], encoding: str) -> None:
        self.texts: Final = texts
        self._encoding = encoding

    def of(self, file: Path) -> EditorText | None:
        """Return the text of a file; None if it cannot be read."""
        return next((text for _, text in self.holding((file,), ("",))), None)

    def holding(self, files: Iterable[Path], spellings: Iterable[str]) -> Iterator[tuple[Path, EditorText]]:
        """Yield the files in which one of some spellings occurs."""
        wanted = tuple(spellings)
        for file in files:
            text = self.texts.get(file)
            if text is None:
                try:
                    text = read_content(file).decode("utf-8", "replace")
                except ReadError:
                    continue
            if any(spelling in text for spelling in wanted):
                yield file, EditorText(text, self._encoding)


def definition(reading: Reading, index: int, names: Names, texts: OpenTexts) -> types.Location | None:
    """Return where what is named at an index is defined: the file of a question, the entry of a catalog.

    In a claim that instantiates a formula of the library it is that formula.
    """
    named = names.at(reading.text, index) or _formula_of(reading, index)
    file = None if named is None else _file_of(named, names)
    if named is None or file is None:
        return None
    text = texts.of(file)
    if text is None:
        return None
    start, end = _place_of(named, text.text)
    return types.Location(file.as_uri(), text.range(start, end))


def references(named: Named, names: Names, texts: OpenTexts) -> list[types.Location]:
    """Return the places in questions, sets and labs of the bank that name the same; at most `MOST`."""
    spellings = {named.id}
    if named.sort is Sort.ENTRY:
        spellings = _spellings(named.id, names)
    found: list[types.Location] = []
    for file, text in texts.holding(files_of(names.root), spellings):
        for place in names.of(text, named):
            found.append(types.Location(file.as_uri(), text.range(place.start, place.end)))
            if len(found) == MOST:
                return found
    return found


def files_of(root: Path | None) -> list[Path]:
    """Return the files of a bank that can name something."""
    if root is None:
        return []
    try:
        found = find_question_files((root / QUESTIONS_FOLDER,))
    except TargetError:
        return []
    return sorted({*found.files, *found.sets, *found.labs, *find_registries(root)})


def _formula_of(reading: Reading, index: int) -> Named | None:
    if reading.question is None:
        return None
    for start, end, claim in reading.claims:
        if start <= index <= end:
            placed = verified_claim(claim, FormulaContext(reading.question))
            if placed.formula is not None:
                return Named(Sort.FORMULA, placed.formula.id, start, end)
    return None


def _file_of(named: Named, names: Names) -> Path | None:
    match named.sort:
        case Sort.QUESTION:
            return names.questions.get(named.id)
        case Sort.TOPIC:
            return resources.schema_path("question.schema.json")
        case Sort.FORMULA:
            return names.formulas.find(named.id).path
        case Sort.ENTRY:
            entry = names.devices.catalog.get(named.id)
            return None if entry is None else _catalog_file(entry.file, names.root)


def _catalog_file(name: str, root: Path | None) -> Path | None:
    """Return the file of an entry: of what the bank adds to the catalog, or of the catalog itself."""
    folders = [resources.schema_folder() / "catalog"]
    if root is not None:
        folders.insert(0, root / "schema" / "catalog")
    return next((folder / name for folder in folders if (folder / name).is_file()), None)


def _place_of(named: Named, text: str) -> tuple[int, int]:
    """Return where a file defines a name; its beginning if it does not show."""
    id_ = re.escape(named.id)
    line = rf'"{id_}"' if named.sort is Sort.TOPIC else rf"^[ \t-]*id:[ \t]*['\"]?(?P<id>{id_})(?![\w-])"
    found = re.search(line, text, re.MULTILINE)
    if found is None:
        return 0, 0
    return found.span("id" if named.sort is not Sort.TOPIC else 0)


def _spellings(id_: str, names: Names) -> set[str]:
    """Return words of which one stands wherever an entry of the catalog is named."""
    entry = names.devices.catalog.get(id_)
    if entry is None:
        return {id_}
    return {id_, entry.name, *entry.aliases, *entry.default_for}
