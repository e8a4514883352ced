"""A client as an editor has one, talking to `qbank lsp` in a process of its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

PATIENCE = 30.0
SETTLED = "qbank/settled"
SERVER = ("-m", "qbank", "lsp")
IMPATIENT = (
    "-c",
    "import sys; from qbank.cli import main; from qbank.lsp import session;"
    " session.PAUSE = 0.05; sys.exit(main(['lsp']))",
)
"""A server that waits less for the next key, for sessions that would mostly wait for it."""


class Client(LanguageClient):
    """Keeps what the server says, and has a document's diagnostics waited for by its version."""

    def __init__(self) -> None:
        super().__init__("editor", "1")
        self.said: list[str] = []
        self.status: int | None = None
        self._published: dict[str, types.PublishDiagnosticsParams] = {}
        self._news = asyncio.Event()
        self._versions: dict[str, int] = {}
        self._settled: dict[str, int] = {}

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: types.PublishDiagnosticsParams) -> None:
            self._published[params.uri] = params
            self._news.set()

        @self.feature(SETTLED)
        def settled(params: Any) -> None:
            self._settled[params.uri] = params.version
            self._news.set()

        @self.feature(types.WINDOW_SHOW_MESSAGE)
        def shown(params: types.ShowMessageParams) -> None:
            self.said.append(params.message)

    async def server_exit(self, server: asyncio.subprocess.Process) -> None:
        self.status = server.returncode

    def open(self, uri: str, text: str) -> None:
        self._versions[uri] = 1
        item = types.TextDocumentItem(uri, "yaml", 1, text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, uri: str, text: str) -> None:
        self._versions[uri] += 1
        document = types.VersionedTextDocumentIdentifier(self._versions[uri], uri)
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    def close(self, uri: str) -> None:
        document = types.TextDocumentIdentifier(uri)
        del self._versions[uri]
        self.text_document_did_close(types.DidCloseTextDocumentParams(document))

    async def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        """Wait for what is said of the version sent last; a closed document has none."""
        async with asyncio.timeout(PATIENCE):
            while True:
                published = self._published.get(uri)
                version = self._versions.get(uri)
                is_settled = version is None or self._settled.get(uri) == version
                if published is not None and published.version == version and is_settled:
                    return list(published.diagnostics)
                self._news.clear()
                await self._news.wait()

    async def first(self, uri: str) -> list[types.Diagnostic]:
        """Wait for what is said first of the version sent last."""
        async with asyncio.timeout(PATIENCE):
            while True:
                published = self._published.get(uri)
                if published is not None and published.version == self._versions.get(uri):
                    return list(published.diagnostics)
                self._news.clear()
                await self._news.wait()

    async def hints(self, uri: str) -> list[tuple[int, str]]:
        """Return the lines of the hints of a document, and what they say."""
        whole = types.Range(types.Position(0, 0), types.Position(99_999, 0))
        params = types.InlayHintParams(types.TextDocumentIdentifier(uri), whole)
        found = await self.text_document_inlay_hint_async(params) or []
        return [(hint.position.line, str(hint.label)) for hint in found]

    async def command(self, name: str, *arguments: object) -> object:
        params = types.ExecuteCommandParams(name, list(arguments))
        return await self.workspace_execute_command_async(params)

    async def symbols(self, uri: str) -> list[types.DocumentSymbol]:
        params = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
        found = await self.text_document_document_symbol_async(params) or []
        return [symbol for symbol in found if isinstance(symbol, types.DocumentSymbol)]

    async def bank_symbols(self, query: str) -> list[types.WorkspaceSymbol]:
        found = await self.workspace_symbol_async(types.WorkspaceSymbolParams(query)) or []
        return [symbol for symbol in found if isinstance(symbol, types.WorkspaceSymbol)]

    async def formatted(self, uri: str) -> list[types.TextEdit]:
        options = types.FormattingOptions(tab_size=2, insert_spaces=True)
        params = types.DocumentFormattingParams(types.TextDocumentIdentifier(uri), options)
        return list(await self.text_document_formatting_async(params) or [])

    async def definition(self, uri: str, line: int, character: int) -> types.Location | None:
        params = types.DefinitionParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        found = await self.text_document_definition_async(params)
        return found if isinstance(found, types.Location) else None

    async def references(self, uri: str, line: int, character: int) -> list[types.Location]:
        place = types.TextDocumentIdentifier(uri), types.Position(line, character)
        params = types.ReferenceParams(types.ReferenceContext(True), *place)
        return list(await self.text_document_references_async(params) or [])

    async def rename(self, uri: str, place: types.Position, name: str) -> types.WorkspaceEdit | None:
        params = types.RenameParams(types.TextDocumentIdentifier(uri), place, name)
        return await self.text_document_rename_async(params)

    async def hover(self, uri: str, line: int, character: int) -> str | None:
        params = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        found = await self.text_document_hover_async(params)
        return found.contents.value if found is not None else None

    async def actions(
        self, uri: str, wanted: types.Range, only: list[str] | None = None
    ) -> list[types.CodeAction]:
        context = types.CodeActionContext([], only=only)
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), wanted, context)
        return list(await self.text_document_code_action_async(params) or [])

    async def completions(self, uri: str, line: int, character: int) -> list[types.CompletionItem]:
        params = types.CompletionParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        found = await self.text_document_completion_async(params)
        return [] if found is None else list(found.items)


@asynccontextmanager
async def session(
    root: Path, encodings: list[str] | None = None, server: tuple[str, ...] = SERVER
) -> AsyncIterator[Client]:
    """Start the server as editors do, and end it as they should."""
    client = Client()
    await client.start_io(sys.executable, *server, cwd=root)
    general = types.GeneralClientCapabilities(position_encodings=encodings)
    edits = types.WorkspaceEditClientCapabilities(
        document_changes=True, resource_operations=[types.ResourceOperationKind.Rename]
    )
    workspace = types.WorkspaceClientCapabilities(workspace_edit=edits)
    capabilities = types.ClientCapabilities(general=general, workspace=workspace)
    try:
        async with asyncio.timeout(PATIENCE):
            await client.initialize_async(types.InitializeParams(capabilities, root_uri=root.as_uri()))
            client.initialized(types.InitializedParams())
        yield client
    finally:
        async with asyncio.timeout(PATIENCE):
            await client.shutdown_async(None)
            client.exit(None)
            await client.stop()


def in_session(root: Path, do: Callable[[Client], Awaitable[Any]], **settings: Any) -> Client:
    """Run something in a session of its own, and return the client as the session left it."""

    async def run() -> Client:
        async with session(root, **settings) as client:
            await do(client)
        return client

    return asyncio.run(run())


def applied(text: str, edits: list[types.TextEdit]) -> str:
    """The text with edits made, as an editor makes them; columns are in UTF-16."""
    lines = text.split("\n")

    def index(position: types.Position) -> int:
        before = sum(len(line) + 1 for line in lines[: position.line])
        units = lines[position.line].encode("utf-16-le", "surrogatepass")[: 2 * position.character]
        return before + len(units.decode("utf-16-le", "surrogatepass"))

    for edit in sorted(edits, key=lambda edit: index(edit.range.start), reverse=True):
        text = text[: index(edit.range.start)] + edit.new_text + text[index(edit.range.end) :]
    return text
