"""The server: it keeps what is open read, and answers the editor.

All work on texts happens in one thread beside the one that listens, so that a keystroke is never kept
waiting and no two readings run at once. Of several changes that came in meanwhile only the last is read.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from qbank import __version__
from qbank.bank.discovery import FileKind
from qbank.lsp.banks import Banks
from qbank.lsp.completion import completions, resolve
from qbank.lsp.diagnostics import FIX_ALL, diagnostics, fix_all, quick_fixes
from qbank.lsp.hover import hover
from qbank.lsp.reading import UNNAMED, Reading, kind_of
from qbank.lsp.text import EditorText
from qbank.report.terminal import sanitize
from qbank.report.wording import defect_line

T = TypeVar("T")

MOST_CHARACTERS: Final = 1 << 15
"""The longest text that is read at every key; questions have a few thousand characters."""

_WARM_UP: Final = """\
schema_version: "1.0"
details:
  napkin_math: "Loading: 14 GB / 28 GB/s = 5 s"
"""


@dataclass(frozen=True, slots=True)
class _Version:
    """A document as the editor has it."""

    uri: str
    number: int | None
    text: str
    path: Path | None
    encoding: str


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What reading a document gave: None if it is none of ours, and what the author should know."""

    reading: Reading | None
    remarks: tuple[str, ...] = ()


class Server(LanguageServer):
    """A language server for questions and sets."""

    def __init__(self) -> None:
        super().__init__("qbank", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self._banks = Banks()
        self._worker = ThreadPoolExecutor(1, "qbank")
        self._readings: dict[str, tuple[_Version, asyncio.Future[_Outcome]]] = {}
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._remarks_shown: set[str] = set()

    def warm_up(self) -> None:
        """Import what the first reading and the first hover would wait for."""
        self._worker.submit(_warm_up, self._banks)

    def changed(self, uri: str) -> None:
        """Read a document again, as soon as what is being read is done."""
        waiting = self._waiting.get(uri)
        if waiting is None or waiting.done():
            self._waiting[uri] = asyncio.create_task(self._publish(uri))

    def closed(self, uri: str) -> None:
        """Forget a document, and take back what was said of it."""
        waiting = self._waiting.pop(uri, None)
        if waiting is not None:
            waiting.cancel()
        self._readings.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    async def reading(self, uri: str) -> Reading | None:
        """Return a document as it stands now, read; None if it is not open or none of ours."""
        version = self._version(uri)
        if version is None:
            return None
        known = self._readings.get(uri)
        if known is None or known[0] != version:
            known = self._readings[uri] = version, self._start(_read, version, self._banks)
        # Whoever asked may be called off; others wait for the same reading.
        outcome = await asyncio.shield(known[1])
        for remark in outcome.remarks:
            self._show_once(remark)
        return outcome.reading

    async def work(self, step: Callable[..., T], *given: object) -> T:
        """Run a step where readings are made."""
        return await self._start(step, *given)

    def kind(self, uri: str) -> tuple[EditorText, FileKind] | None:
        """Return a document's text and what it holds, without reading it; None if it is none of ours."""
        version = self._version(uri)
        kind = None if version is None else kind_of(version.path, version.text)
        return None if version is None or kind is None else (EditorText(version.text, version.encoding), kind)

    def questions(self, uri: str) -> dict[str, Path]:
        """Return the questions of the bank that a document lies in: ids and files."""
        return self._banks.questions(_path(uri))

    def shutdown(self) -> None:
        """Stop, without waiting for readings that nobody will see."""
        self._worker.shutdown(wait=False, cancel_futures=True)
        super().shutdown()  # type: ignore[no-untyped-call]

    async def _publish(self, uri: str) -> None:
        while (version := self._version(uri)) is not None:
            reading = await self.reading(uri)
            now = self._version(uri)
            if now is None:
                return
            if now == version:
                shown = [] if reading is None else diagnostics(reading, uri)
                params = types.PublishDiagnosticsParams(uri, shown, version=version.number)
                self.text_document_publish_diagnostics(params)
                return

    def _version(self, uri: str) -> _Version | None:
        document = self.workspace.text_documents.get(uri)
        if document is None:
            return None
        encoding = self.workspace.position_encoding or types.PositionEncodingKind.Utf16
        return _Version(uri, document.version, document.source, _path(uri), str(encoding))

    def _start(self, step: Callable[..., T], *given: object) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._worker, step, *given)

    def _show_once(self, message: str) -> None:
        """Show a remark to the author, once."""
        if message not in self._remarks_shown:
            self._remarks_shown.add(message)
            params = types.ShowMessageParams(types.MessageType.Warning, f"qbank: {sanitize(message)}")
            self.window_show_message(params)


def make_server() -> Server:
    """Return a server that knows how to answer."""
    server = Server()

    @server.feature(types.INITIALIZED)
    def initialized(ls: Server, _: types.InitializedParams) -> None:
        ls.warm_up()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
        ls.changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
        ls.changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
        ls.changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
        ls.closed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hovered(ls: Server, params: types.HoverParams) -> types.Hover | None:
        uri = params.text_document.uri
        reading = await ls.reading(uri)
        if reading is None:
            return None
        index = reading.text.index(params.position)
        return await ls.work(lambda: hover(reading, index, ls.questions(uri)))

    options = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL])

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    async def code_actions(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
        uri, only = params.text_document.uri, params.context.only
        reading = await ls.reading(uri)
        if reading is None:
            return []
        actions: list[types.CodeAction] = []
        if _is_wanted(types.CodeActionKind.QuickFix.value, only):
            actions += quick_fixes(reading, uri, params.range)
        if only and _is_wanted(FIX_ALL, only):
            everything = await ls.work(fix_all, reading, uri)
            actions += [everything] if everything is not None else []
        return actions

    trigger = types.CompletionOptions(trigger_characters=[" ", "-", "[", ","], resolve_provider=True)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, trigger)
    async def complete(ls: Server, params: types.CompletionParams) -> types.CompletionList | None:
        uri = params.text_document.uri
        open_text = ls.kind(uri)
        if open_text is None:
            return None
        text, kind = open_text
        index = text.index(params.position)
        return await ls.work(lambda: completions(text, kind, index, ls.questions(uri), uri))

    @server.feature(types.COMPLETION_ITEM_RESOLVE)
    async def resolved(ls: Server, item: types.CompletionItem) -> types.CompletionItem:
        uri = item.data if isinstance(item.data, str) else ""
        return await ls.work(lambda: resolve(item, ls.questions(uri)))

    return server


def serve() -> None:
    """Serve on standard input and output until the editor is done."""
    # What goes wrong in a session belongs to the editor's log, and standard error is that.
    logging.basicConfig(level=logging.WARNING, format="qbank lsp: %(message)s")
    with suppress(KeyboardInterrupt):
        make_server().start_io()


def _warm_up(banks: Banks) -> None:
    reading = _read(_Version("", None, _WARM_UP, None, ""), banks).reading
    if reading is not None:
        hover(reading, _WARM_UP.index("14 GB"), {})


def _read(version: _Version, banks: Banks) -> _Outcome:
    try:
        return _reading(version, banks)
    except Exception as error:  # a defect must not end the session
        logging.getLogger(__name__).exception("reading %s failed", version.uri)
        return _Outcome(None, (defect_line("reading", f"{type(error).__name__}: {error}"),))


def _reading(version: _Version, banks: Banks) -> _Outcome:
    kind = kind_of(version.path, version.text)
    if kind is None:
        return _Outcome(None)
    if len(version.text) > MOST_CHARACTERS:
        name = version.path.name if version.path is not None else UNNAMED
        return _Outcome(None, (f"{name} is too long to be read at every key; `qbank audit` reads it",))
    plan, remark = banks.plan(version.path)
    remarks = () if remark is None else (remark,)
    if version.path is not None and plan.excludes(str(version.path)):
        return _Outcome(None, remarks)
    reading = Reading(EditorText(version.text, version.encoding), version.path, kind, plan)
    return _Outcome(reading, (*remarks, *(defect_line(c.what, c.error) for c in reading.outcome.crashes)))


def _path(uri: str) -> Path | None:
    path = to_fs_path(uri)
    return None if not path or "\0" in path else Path(path)


def _is_wanted(kind: str, only: Sequence[types.CodeActionKind | str] | None) -> bool:
    """Whether an editor wants this kind of action, by its name or by that of a group it belongs to."""
    groups = [str(getattr(group, "value", group)) for group in only or [kind]]
    return any(kind == group or kind.startswith(f"{group}.") or not group for group in groups)
