"""Another id for a question: its file, and everything that refers to it, as one edit of the editor."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lsprotocol import types

from qbank.authoring.adding import check_id
from qbank.authoring.moving import Destination, Move, move_question
from qbank.bank.transaction import Change
from qbank.errors import InputError
from qbank.lsp.actions import difference, text_edits
from qbank.lsp.text import EditorText
from qbank.quoting import printable


class RenameError(InputError):
    """A name that cannot be changed; the message says why and what to do."""


def rename(
    root: Path, file: Path, new_id: str, open_texts: Mapping[Path, str], encoding: str
) -> types.WorkspaceEdit:
    """Work out what `qbank move` would do, for the editor to do it.

    Raises:
        InputError: the id is none or is taken, a reference cannot be changed exactly, or a file that would
            change is not saved.
    """
    check_id(new_id)
    move = move_question(root, str(file), Destination(id=new_id), write=False)
    changes: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile] = []
    for change in _edited(move):
        before = (change.before or b"").decode("utf-8", "surrogatepass")
        if open_texts.get(change.path, before) != before:
            raise RenameError(f"{printable(change.path.name)}: is not saved; save it, and rename then")
        changes.append(_text_edit(change, before, encoding))
    for old, new in _renamed(move):
        changes.append(types.RenameFile(old.as_uri(), new.as_uri()))
    return types.WorkspaceEdit(document_changes=changes)


def _edited(move: Move) -> list[Change]:
    """Return the files whose text changes; that of the question is changed before it is renamed."""
    at_target = next((change.after for change in move.changes if change.path == move.target), None)
    source = move.source.read_bytes()
    edited = [Change(move.source, source, at_target)] if at_target is not None else []
    edited += [
        change
        for change in move.changes
        if change.before is not None and change.after is not None and change.path != move.source
    ]
    return [change for change in edited if change.before != change.after]


def _renamed(move: Move) -> list[tuple[Path, Path]]:
    pairs = [(move.source, move.target)] if move.source != move.target else []
    return pairs + ([move.drawing] if move.drawing is not None else [])


def _text_edit(change: Change, before: str, encoding: str) -> types.TextDocumentEdit:
    text = EditorText(before, encoding)
    after = (change.after or b"").decode("utf-8", "surrogatepass").removeprefix("\ufeff")
    # Of any version: what is on disk is what is in the editor.
    document = types.OptionalVersionedTextDocumentIdentifier(change.path.as_uri(), None)
    return types.TextDocumentEdit(document, list(text_edits(text, (difference(text.text, after),))))
