"""What an editor offers while a word is typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from lsprotocol import types

from qbank.bank.discovery import FileKind
from qbank.lsp.fields import parameters_of, place_at, typed_at
from qbank.lsp.markdown import block
from qbank.lsp.named import Names
from qbank.lsp.text import EditorText
from qbank.lsp.words import Word, title_of, words_at

MOST: Final = 200
"""Words of one answer; behind these the editor asks again when more has been typed."""


def completions(text: EditorText, kind: FileKind, index: int, names: Names, uri: str) -> types.CompletionList:
    """Return the words that fit at an index of the document at `uri`, which each item keeps for `resolve`."""
    at = typed_at(text, index) if kind is FileKind.QUESTION else None
    known = () if at is None else parameters_of(text.text).values()
    if at is not None and known:
        start, typed = at
        words = [Word(parameter.name, parameter.says) for parameter in known]
        return _list(words, typed, text.range(start, index), uri)
    place = place_at(text, index)
    if place is None:
        return types.CompletionList(is_incomplete=False, items=[])
    if place.fields == ("checks", "formula"):
        words = [Word(formula.id, formula.name) for formula in names.formulas]
    else:
        words = words_at(kind, place, text.text, names.questions)
    return _list(words, place.typed, text.range(place.start, place.end), uri)


def _list(words: Sequence[Word], typed: str, where: types.Range, uri: str) -> types.CompletionList:
    fitting = [word for word in words if typed.casefold() in word.text.casefold()]
    items = [_item(word, number, where, uri) for number, word in enumerate(fitting[:MOST])]
    return types.CompletionList(is_incomplete=len(fitting) > MOST, items=items)


def resolve(item: types.CompletionItem, questions: Mapping[str, Path]) -> types.CompletionItem:
    """Add what a question is about, which takes reading its file, to the item that is looked at."""
    file = questions.get(item.label) if item.kind == types.CompletionItemKind.Reference else None
    if file is not None and (title := title_of(file)):
        item.documentation = types.MarkupContent(types.MarkupKind.Markdown, block(title))
    return item


def _item(word: Word, number: int, where: types.Range, uri: str) -> types.CompletionItem:
    sort = types.CompletionItemKind.EnumMember if word.file is None else types.CompletionItemKind.Reference
    return types.CompletionItem(
        label=word.text,
        kind=sort,
        documentation=word.meaning or None,
        # Editors sort by letters; the order here is one of meaning.
        sort_text=f"{number:05}",
        text_edit=types.TextEdit(where, word.text),
        data=uri,
    )
