"""The session of an editor: it keeps what is open read, and says what was found.

Work on texts happens in one thread beside the one that listens, so that a keystroke is never kept waiting and
no two readings run at once. Of several changes that came in meanwhile only the last is read. What takes long,
as relating all the facts of a question, making a lab ready or going through a bank, has a thread of its own
and waits until nobody types; until then, what it found last stays where its words are.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from lsprotocol import types
from msgspec.structs import replace
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from qbank import __version__
from qbank.bank.discovery import FileKind, find_root
from qbank.lsp.actions import difference
from qbank.lsp.banks import Banks
from qbank.lsp.diagnostics import diagnostics
from qbank.lsp.hover import hover
from qbank.lsp.named import Names
from qbank.lsp.navigation import OpenTexts
from qbank.lsp.reading import UNNAMED, PlacedFinding, Reading, kind_of
from qbank.lsp.text import EditorText
from qbank.report.terminal import sanitize
from qbank.report.wording import defect_line

T = TypeVar("T")

MOST_CHARACTERS: Final = 1 << 15
"""The longest text that is read at every key; questions have a few thousand characters."""
PAUSE: Final = 0.3
"""Seconds without a key after which what takes long is begun."""
SETTLED: Final = "qbank/settled"
"""A notification of ours: everything is said of this version of a document."""

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


@dataclass(frozen=True, slots=True)
class _Slow:
    """What the rules that take long found in a text."""

    text: str
    findings: tuple[PlacedFinding, ...]


_NOTHING: Final = _Slow("", ())


class Server(LanguageServer):
    """A language server for questions, sets and labs."""

    def __init__(self) -> None:
        super().__init__("qbank", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.banks: Final = Banks()
        self._worker = ThreadPoolExecutor(1, "qbank")
        self._slow_worker = ThreadPoolExecutor(1, "qbank-slow")
        self._readings: dict[str, tuple[_Version, asyncio.Future[_Outcome]]] = {}
        self._slow: dict[str, _Slow] = {}
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._slow_waiting: dict[str, asyncio.Task[None]] = {}
        self._shown: set[str] = set()

    def warm_up(self) -> None:
        """Import what the first reading and the first hover would wait for."""
        self._worker.submit(_warm_up, self.banks)

    def changed(self, uri: str) -> None:
        """Read a document again, as soon as what is being read is done."""
        waiting = self._waiting.get(uri)
        if waiting is None or waiting.done():
            self._waiting[uri] = asyncio.create_task(self._publish(uri))

    def closed(self, uri: str) -> None:
        """Forget a document, and take back what was said of it."""
        for tasks in (self._waiting, self._slow_waiting):
            waiting = tasks.pop(uri, None)
            if waiting is not None:
                waiting.cancel()
        self._readings.pop(uri, None)
        self._slow.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    async def reading(self, uri: str) -> Reading | None:
        """Return a document as it stands now, read; None if it is not open or none of ours."""
        version = self._version(uri)
        if version is None:
            return None
        known = self._readings.get(uri)
        if known is None or known[0] != version:
            slow = self._slow.get(uri, _NOTHING)
            known = self._readings[uri] = version, self._start(_read, version, self.banks, slow)
        # Whoever asked may be called off; others wait for the same reading.
        outcome = await asyncio.shield(known[1])
        for remark in outcome.remarks:
            self.show_once(remark)
        return outcome.reading

    async def ask(self, uri: str, step: Callable[[Reading], T]) -> T | None:
        """Return what a step makes of a document as it stands now; None if it is none of ours."""
        reading = await self.reading(uri)
        return None if reading is None else await self.work(lambda: step(reading))

    async def work(self, step: Callable[[], T]) -> T:
        """Run a step where readings are made."""
        return await self._start(step)

    async def slow_work(self, step: Callable[[], T]) -> T:
        """Run a step that takes long, such as going through a bank, where it keeps nobody waiting."""
        return await asyncio.get_running_loop().run_in_executor(self._slow_worker, step)

    def kind(self, uri: str) -> tuple[EditorText, FileKind] | None:
        """Return a document's text and what it holds, without reading it; None if it is none of ours."""
        version = self._version(uri)
        kind = None if version is None else kind_of(version.path, version.text)
        return None if version is None or kind is None else (EditorText(version.text, version.encoding), kind)

    def names(self, uri: str) -> Names:
        """Return what can be named in the bank that a document lies in."""
        path = path_of(uri)
        return Names(self.banks.root(path), self.banks.questions(path))

    def texts(self) -> OpenTexts:
        """Return all files, those that are open as they stand in the editor."""
        documents = dict(self.workspace.text_documents)
        open_texts = {path: document.source for uri, document in documents.items() if (path := path_of(uri))}
        return OpenTexts(open_texts, self.encoding)

    def roots(self) -> list[Path]:
        """Return the banks of the folders that the editor has open."""
        folders = [path for uri in dict(self.workspace.folders) if (path := path_of(uri)) is not None]
        root = self.workspace.root_path
        folders += [Path(root)] if root and not folders else []
        return list(dict.fromkeys(found for folder in folders if (found := find_root(folder)) is not None))

    @property
    def encoding(self) -> str:
        """How the editor counts columns."""
        encoding = self.workspace.position_encoding or types.PositionEncodingKind.Utf16
        return str(getattr(encoding, "value", encoding))

    def show_once(self, message: str) -> None:
        """Show a remark to the author, once."""
        if message not in self._shown:
            self._shown.add(message)
            self.show(message)

    def show(self, message: str) -> None:
        """Show a remark to the author."""
        params = types.ShowMessageParams(types.MessageType.Warning, f"qbank: {sanitize(message)}")
        self.window_show_message(params)

    def shutdown(self) -> None:
        """Stop, without waiting for readings that nobody will see."""
        for worker in (self._worker, self._slow_worker):
            worker.shutdown(wait=False, cancel_futures=True)
        super().shutdown()  # type: ignore[no-untyped-call]

    async def _publish(self, uri: str) -> None:
        while (version := self._version(uri)) is not None:
            reading = await self.reading(uri)
            now = self._version(uri)
            if now is None:
                return
            if now != version:
                continue
            shown = [] if reading is None else diagnostics(reading, uri)
            self._say(version, shown)
            if reading is not None and self._slow.get(uri, _NOTHING).text != version.text:
                waiting = self._slow_waiting.get(uri)
                if waiting is None or waiting.done():
                    self._slow_waiting[uri] = asyncio.create_task(self._look_closely(uri))
            else:
                self._settle(version)
            return

    async def _look_closely(self, uri: str) -> None:
        """Run the rules that take long, as soon as nobody types."""
        while (version := self._version(uri)) is not None:
            if uri in self._slow:  # what was just opened need not wait
                await asyncio.sleep(PAUSE)
                if self._version(uri) != version:
                    continue
            slow = await self.slow_work(lambda version=version: _read_slowly(version, self.banks))  # type: ignore[misc]
            self._slow[uri] = slow
            if self._version(uri) == version:
                # Read with what was known before; from now on this is known.
                self._readings.pop(uri, None)
                reading = await self.reading(uri)
                if reading is not None and self._version(uri) == version:
                    self._say(version, diagnostics(reading, uri))
                    self._settle(version)
                    return

    def _say(self, version: _Version, found: list[types.Diagnostic]) -> None:
        params = types.PublishDiagnosticsParams(version.uri, found, version=version.number)
        self.text_document_publish_diagnostics(params)

    def _settle(self, version: _Version) -> None:
        self.protocol.notify(SETTLED, {"uri": version.uri, "version": version.number})

    def _version(self, uri: str) -> _Version | None:
        document = self.workspace.text_documents.get(uri)
        if document is None:
            return None
        return _Version(uri, document.version, document.source, path_of(uri), self.encoding)

    def _start(self, step: Callable[..., T], *given: object) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._worker, step, *given)


def path_of(uri: str) -> Path | None:
    """Return the path of a document; None if it is no file."""
    path = to_fs_path(uri)
    return None if not path or "\0" in path else Path(path)


def _warm_up(banks: Banks) -> None:
    version = _Version("", None, _WARM_UP, None, "")
    reading = _read(version, banks, _NOTHING).reading
    _read_slowly(version, banks)
    if reading is not None:
        hover(reading, _WARM_UP.index("14 GB"), Names(None, {}))
    # What is imported stays: to look through it for garbage again and again would show between two keys.
    gc.collect()
    gc.freeze()


def _read(version: _Version, banks: Banks, slow: _Slow) -> _Outcome:
    try:
        return _reading(version, banks, slow)
    except Exception as error:  # a defect must not end the session
        logging.getLogger(__name__).exception("reading %s failed", version.uri)
        return _Outcome(None, (defect_line("reading", f"{type(error).__name__}: {error}"),))


def _reading(version: _Version, banks: Banks, slow: _Slow) -> _Outcome:
    kind = kind_of(version.path, version.text)
    if kind is None:
        return _Outcome(None)
    if len(version.text) > MOST_CHARACTERS:
        name = version.path.name if version.path is not None else UNNAMED
        return _Outcome(None, (f"{name} is too long to be read at every key; `qbank audit` reads it",))
    planned = banks.planned(version.path)
    remarks = () if planned.remark is None else (planned.remark,)
    if version.path is not None and planned.plan.excludes(str(version.path)):
        return _Outcome(None, remarks)
    text = EditorText(version.text, version.encoding)
    carried = list(_moved(slow, version.text))
    reading = Reading(text, version.path, kind, planned.plan, quick=planned.quick, carried=carried)
    return _Outcome(reading, (*remarks, *(defect_line(c.what, c.error) for c in reading.outcome.crashes)))


def _read_slowly(version: _Version, banks: Banks) -> _Slow:
    """Return what the rules that take long find; a defect in them is the audit's to tell."""
    planned = banks.planned(version.path)
    kind = kind_of(version.path, version.text)
    if kind is None:
        return _Slow(version.text, ())
    reading = Reading(EditorText(version.text, version.encoding), version.path, kind, planned.plan)
    found = (placed for placed in reading.findings if placed[2].code not in planned.quick.rules.codes)
    return _Slow(version.text, tuple(found))


def _moved(slow: _Slow, text: str) -> Sequence[PlacedFinding]:
    """Return what was found in a text where it stands in a later one, but for what the change touches.

    That is also what it comes next to: words grow at their ends.
    """
    if slow.text == text or not slow.findings:
        return slow.findings
    edit = difference(slow.text, text)
    shift = len(text) - len(slow.text)
    # Their fixes and the other places that they name were found in the text as it was.
    bare = [(start, end, replace(finding, fix=None, related=())) for start, end, finding in slow.findings]
    before = [placed for placed in bare if placed[1] < edit.start]
    behind = [placed for placed in bare if placed[0] > edit.end]
    return [*before, *((start + shift, end + shift, finding) for start, end, finding in behind)]
