"""What the server answers: each request of an editor, and the module that knows the answer."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from qbank.errors import InputError
from qbank.lsp.actions import FIX_ALL, fix_all, quick_fixes
from qbank.lsp.commands import CLAIM, PREVIEW, claim_of, preview
from qbank.lsp.completion import completions, resolve
from qbank.lsp.fields import used_at
from qbank.lsp.formatting import FormattingError, format_edits
from qbank.lsp.hints import hints
from qbank.lsp.hover import hover
from qbank.lsp.named import Named, Sort
from qbank.lsp.navigation import definition, references
from qbank.lsp.renaming import rename
from qbank.lsp.session import Server
from qbank.lsp.symbols import bank_symbols, document_symbols

_REFUSED = types.LSPErrorCodes.RequestFailed.value


def make_server() -> Server:
    """Return a server that knows how to answer."""
    server = Server()
    _keep_documents(server)
    _say_more(server)
    _offer_changes(server)
    _navigate(server)
    _rename(server)
    _run_commands(server)
    return server


def serve() -> None:
    """Serve on standard input and output until the editor is done."""
    # What goes wrong in a session belongs to the editor's log, and standard error is that.
    logging.basicConfig(level=logging.WARNING, format="qbank lsp: %(message)s")
    for handler in logging.getLogger().handlers:
        handler.addFilter(goes_wrong)
    with suppress(KeyboardInterrupt):
        make_server().start_io()


def goes_wrong(record: logging.LogRecord) -> bool:
    """Whether a record tells of what went wrong; that we refused a request, the editor is told."""
    error = record.exc_info[1] if record.exc_info else None
    return not (isinstance(error, JsonRpcException) and error.code == _REFUSED)


def _keep_documents(server: Server) -> None:
    @server.feature(types.INITIALIZED)
    def initialized(ls: Server, _: types.InitializedParams) -> None:
        ls.warm_up()

    async def changed(ls: Server, params: Any) -> None:
        ls.changed(params.text_document.uri)

    for event in (types.TEXT_DOCUMENT_DID_OPEN, types.TEXT_DOCUMENT_DID_CHANGE, types.TEXT_DOCUMENT_DID_SAVE):
        server.feature(event)(changed)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
        ls.closed(params.text_document.uri)


def _say_more(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hovered(ls: Server, params: types.HoverParams) -> types.Hover | None:
        uri, place = params.text_document.uri, params.position
        return await ls.ask(uri, lambda reading: hover(reading, reading.text.index(place), ls.names(uri)))

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def hinted(ls: Server, params: types.InlayHintParams) -> list[types.InlayHint]:
        return await ls.ask(params.text_document.uri, lambda reading: hints(reading, params.range)) or []

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def outlined(ls: Server, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return await ls.ask(params.text_document.uri, document_symbols) or []

    @server.feature(types.WORKSPACE_SYMBOL)
    async def searched(ls: Server, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        found: list[types.WorkspaceSymbol] = []
        for root in ls.roots():
            try:
                found += await ls.slow_work(lambda root=root: bank_symbols(root, params.query))  # type: ignore[misc]
            except InputError as error:
                ls.show_once(str(error))
        return found


def _offer_changes(server: Server) -> None:
    options = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL])

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    async def code_actions(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
        uri, only = params.text_document.uri, params.context.only
        actions: list[types.CodeAction] = []
        if _is_wanted(types.CodeActionKind.QuickFix.value, only):
            actions += await ls.ask(uri, lambda reading: quick_fixes(reading, uri, params.range)) or []
        if only and _is_wanted(FIX_ALL, only):
            everything = await ls.ask(uri, lambda reading: fix_all(reading, uri))
            actions += [everything] if everything is not None else []
        return actions

    trigger = types.CompletionOptions(trigger_characters=[" ", "-", "[", ",", "{"], resolve_provider=True)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, trigger)
    async def complete(ls: Server, params: types.CompletionParams) -> types.CompletionList | None:
        uri = params.text_document.uri
        open_text = ls.kind(uri)
        if open_text is None:
            return None
        text, kind = open_text
        index = text.index(params.position)
        return await ls.work(lambda: completions(text, kind, index, ls.names(uri), uri))

    @server.feature(types.COMPLETION_ITEM_RESOLVE)
    async def resolved(ls: Server, item: types.CompletionItem) -> types.CompletionItem:
        uri = item.data if isinstance(item.data, str) else ""
        return await ls.work(lambda: resolve(item, ls.names(uri).questions))

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def formatting(ls: Server, params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        try:
            return await ls.ask(params.text_document.uri, format_edits)
        except FormattingError as error:
            ls.show(str(error))
            return None


def _navigate(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def defined(ls: Server, params: types.DefinitionParams) -> types.Location | None:
        uri, place = params.text_document.uri, params.position
        open_text = ls.kind(uri)
        if open_text is not None:
            text, _ = open_text
            used = used_at(text, text.index(place))
            if used is not None:
                return types.Location(uri, text.range(used.start, used.end))
        return await ls.ask(
            uri, lambda reading: definition(reading, reading.text.index(place), ls.names(uri), ls.texts())
        )

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def referred(ls: Server, params: types.ReferenceParams) -> list[types.Location]:
        uri = params.text_document.uri
        named = _named(ls, uri, params.position)
        return (
            [] if named is None else await ls.slow_work(lambda: references(named, ls.names(uri), ls.texts()))
        )


def _rename(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepared(
        ls: Server, params: types.PrepareRenameParams
    ) -> types.PrepareRenamePlaceholder | None:
        uri = params.text_document.uri
        named = _named(ls, uri, params.position)
        open_text = ls.kind(uri)
        if named is None or open_text is None or named.sort is not Sort.QUESTION:
            return None
        return types.PrepareRenamePlaceholder(open_text[0].range(named.start, named.end), named.id)

    options = types.RenameOptions(prepare_provider=True)

    @server.feature(types.TEXT_DOCUMENT_RENAME, options)
    async def renamed(ls: Server, params: types.RenameParams) -> types.WorkspaceEdit | None:
        uri = params.text_document.uri
        named = _named(ls, uri, params.position)
        names = ls.names(uri)
        if named is None or named.sort is not Sort.QUESTION or names.root is None:
            raise JsonRpcException("only the id of a question can be renamed", code=_REFUSED)
        if not _can_rename_files(ls.client_capabilities):
            raise JsonRpcException(
                "this editor cannot rename files with an edit; run `qbank move OLD NEW`", code=_REFUSED
            )
        root, file = names.root, names.questions[named.id]
        texts = ls.texts()
        try:
            return await ls.slow_work(lambda: rename(root, file, params.new_name, texts.texts, ls.encoding))
        except InputError as error:
            raise JsonRpcException(str(error), code=_REFUSED) from error


def _run_commands(server: Server) -> None:
    @server.command(PREVIEW)
    async def previewed(ls: Server, uri: str) -> str | None:
        return await ls.ask(uri, preview)

    @server.command(CLAIM)
    async def computed(ls: Server, expression: str) -> str | None:
        return await ls.work(lambda: claim_of(expression))


def _named(ls: Server, uri: str, position: types.Position) -> Named | None:
    """Return what is named at a place of a document."""
    open_text = ls.kind(uri)
    if open_text is None:
        return None
    text, _ = open_text
    return ls.names(uri).at(text, text.index(position))


def _can_rename_files(client: types.ClientCapabilities) -> bool:
    # That it takes edits of several documents goes without saying for Neovim.
    edits = None if client.workspace is None else client.workspace.workspace_edit
    return edits is not None and types.ResourceOperationKind.Rename in (edits.resource_operations or ())


def _is_wanted(kind: str, only: Sequence[types.CodeActionKind | str] | None) -> bool:
    """Whether an editor wants this kind of action, by its name or by that of a group it belongs to."""
    groups = [str(getattr(group, "value", group)) for group in only or [kind]]
    return any(kind == group or kind.startswith(f"{group}.") or not group for group in groups)
