"""The fragments of all questions: from the cache of the bank, else made, in several processes."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec

from qbank import resources
from qbank.audit.cache import CacheError, SealedFile
from qbank.audit.files import Task
from qbank.audit.keys import file_key, plan_key
from qbank.audit.plan import Plan
from qbank.audit.pool import MIN_PARALLEL_FILES, available_jobs, ctrl_c_held_back, process_context
from qbank.bank.cache_folder import make_cache_folder, user_secret
from qbank.quoting import reason
from qbank.rules.core.question_file import SourceFile
from qbank.site.fragment import Fragment, Recipe, make
from qbank.yamlio.content import read_content
from qbank.yamlio.read_problems import ReadError

FORMAT: Final = 1
"""Changes whenever what is kept of a fragment does."""

_CHUNK: Final = 64
_TEMPLATES: Final = ("render/html/*.j2", "site/invalid.html.j2")
"""The templates that fragments are made with."""
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Fragment)

Progress = Callable[[int, int], None]


class Fragments:
    """The fragments of a bank's questions, kept for as long as nothing changes that makes them."""

    def __init__(self, plan: Plan, recipe: Recipe) -> None:
        self._plan, self._recipe = plan, recipe
        self._file: SealedFile | None = None
        self._known: dict[bytes, bytes] = {}
        self.remark = ""
        root = plan.settings.root
        if root is not None:
            try:
                folder, secret = make_cache_folder(root), user_secret()
                self._file = SealedFile(folder / f"site-{_key(plan, recipe)}", secret)
                self._known = msgspec.msgpack.decode(self._file.read() or b"\x80", type=dict[bytes, bytes])
            except OSError as error:
                self.remark = f"nothing is kept for the next build: {error.filename or root}: {reason(error)}"
            except msgspec.MsgspecError:
                self._known = {}

    def of(
        self, tasks: Sequence[Task], progress: Progress | None = None, jobs: int | None = None
    ) -> list[tuple[Task, Fragment]]:
        """Return the fragments of question files, in order; files that hold no question are left out."""
        keys = [self._file_key(task) for task in tasks]
        found: dict[bytes, Fragment] = {}
        kept: dict[bytes, bytes] = {}
        waiting = []
        for task, key in zip(tasks, keys, strict=True):
            record = self._known.get(key)
            fragment = None if record is None else _read(record)
            if record is not None and fragment is not None and fragment.holds():
                found[key], kept[key] = fragment, record
            elif key:
                waiting.append((task, key))
        done = len(found)
        for (_, key), record in self._made(waiting, jobs):
            done += 1
            if progress is not None:
                progress(done, len(tasks))
            if record:
                found[key], kept[key] = _decoder.decode(record), record
        if waiting or len(kept) != len(self._known):
            self._keep(kept)
        return [(task, found[key]) for task, key in zip(tasks, keys, strict=True) if key in found]

    def _file_key(self, task: Task) -> bytes:
        try:
            return file_key(self._plan.paths.relative(task.path), read_content(task.path))
        except ReadError:
            return b""

    def _made(
        self, waiting: Sequence[tuple[Task, bytes]], jobs: int | None
    ) -> Iterator[tuple[tuple[Task, bytes], bytes]]:
        jobs = available_jobs() if jobs is None else jobs
        if jobs < 2 or len(waiting) < MIN_PARALLEL_FILES:
            yield from ((one, _made_of(one[0], self._recipe)) for one in waiting)
            return
        chunks = [waiting[start : start + _CHUNK] for start in range(0, len(waiting), _CHUNK)]
        pool = ProcessPoolExecutor(
            jobs, mp_context=process_context(), initializer=_start_worker, initargs=(self._recipe,)
        )
        try:
            with ctrl_c_held_back():
                futures = [pool.submit(_make_chunk, [task for task, _ in chunk]) for chunk in chunks]
            for chunk, future in zip(chunks, futures, strict=True):
                yield from zip(chunk, future.result(), strict=True)
        finally:
            pool.shutdown(cancel_futures=True)

    def _keep(self, kept: dict[bytes, bytes]) -> None:
        if self._file is None:
            return
        try:
            self._file.write(msgspec.msgpack.encode(kept))
        except CacheError as error:
            self.remark = f"nothing is kept for the next build: {error}"


class _Worker:
    """What a worker process was started with."""

    recipe: Recipe | None = None


def _start_worker(recipe: Recipe) -> None:
    _Worker.recipe = recipe
    # Ctrl-C reaches the whole process group; the parent decides, and the workers say nothing.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _make_chunk(tasks: Sequence[Task]) -> list[bytes]:
    if _Worker.recipe is None:
        raise RuntimeError("the worker was not started with a recipe")
    return [_made_of(task, _Worker.recipe) for task in tasks]


def _made_of(task: Task, recipe: Recipe) -> bytes:
    question = SourceFile.read(task.path, task.shown).question(recipe.rules)
    if question is None or question.id is None:
        return b""
    try:
        return _encoder.encode(make(question, recipe))
    finally:
        question.clear_views()


def _read(record: bytes) -> Fragment | None:
    try:
        return _decoder.decode(record)
    except msgspec.MsgspecError:
        return None


def _key(plan: Plan, recipe: Recipe) -> str:
    """Return what all that makes fragments is known by."""
    digest = blake2b(f"{FORMAT} {plan_key(plan)} {recipe.answers} {recipe.authors}".encode(), digest_size=12)
    for folder in (resources.template_folder(), *recipe.templates):
        for pattern in _TEMPLATES:
            for file in sorted(folder.glob(pattern)):
                digest.update(_stated(file, folder))
    return digest.hexdigest()


def _stated(file: Path, folder: Path) -> bytes:
    return file.relative_to(folder).as_posix().encode() + b"\0" + blake2b(file.read_bytes()).digest()
