"""Auditing many files, in several processes where that pays."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from qbank.audit.file_audit import FileOutcome, audit_files
from qbank.audit.files import Task
from qbank.audit.keys import key_of
from qbank.audit.plan import Plan
from qbank.bank.discovery import FileKind

if TYPE_CHECKING:
    from ctypes import c_bool
    from multiprocessing.context import BaseContext

Given = TypeVar("Given")
Item = TypeVar("Item")
Made = TypeVar("Made")

MIN_PARALLEL_FILES = 400
"""Below this, starting processes costs more than they save."""

CHUNK = 128
_FIRST_CHUNK = 16
"""The first chunks are small, so that something can be told soon."""


class Store(Protocol):
    """Where outcomes are known from and kept, by the keys of files."""

    def get(self, key: bytes, task: Task) -> FileOutcome | None:
        """Return the outcome of a file, if it is known."""

    def put(self, outcome: FileOutcome) -> None:
        """Keep an outcome."""


class _Worker:
    """What a worker process was started with, and memory in which the parent calls it off.

    The memory has no lock, which a worker that dies could keep for ever.
    """

    given: Any = None
    stopped: c_bool | None = None


def available_jobs() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def outcomes(
    tasks: Sequence[Task],
    plan: Plan,
    jobs: int | None,
    remark: Callable[[str], None],
    *,
    cache: Store | None = None,
    keys: Mapping[str, bytes] = MappingProxyType({}),
    begun: Callable[[], None] = lambda: None,
) -> Generator[FileOutcome, None, None]:
    """Yield the outcome of every file: first of those the cache knows, then of the others.

    Each part is in the order of the tasks, whatever the number of processes (`jobs`, by default that of the
    processors). `keys` are those that are known of files, by the paths shown. `begun` is called once the
    files are being audited, and no process will be started any more.
    """
    waiting = tasks
    if cache is not None:
        waiting = []
        for task in tasks:
            known = _known(task, plan, cache, keys.get(task.shown))
            if known is None:
                waiting.append(task)
            else:
                yield known
    jobs = available_jobs() if jobs is None else jobs
    if jobs > 1 and len(waiting) >= MIN_PARALLEL_FILES:
        audited = _parallel(waiting, plan, jobs, remark, begun)
    else:
        begun()
        audited = audit_files(waiting, plan)
    for outcome in audited:
        if cache is not None and outcome.lasting:
            cache.put(outcome)
        yield outcome


def _known(task: Task, plan: Plan, cache: Store, key: bytes | None) -> FileOutcome | None:
    # There are few sets, and what rules know of them is theirs: they are audited each time.
    if task.kind is FileKind.SET:
        return None
    outcome = cache.get(key_of(task.path, plan.paths) if key is None else key, task)
    return outcome if outcome is not None and plan.paths.still_hold(outcome.looked_for) else None


def _parallel(
    tasks: Sequence[Task], plan: Plan, jobs: int, remark: Callable[[str], None], begun: Callable[[], None]
) -> Iterator[FileOutcome]:
    from qbank.audit.record import decode  # noqa: PLC0415 - its imports cost as much as twenty files

    for task, sent in in_processes(_audit_chunk, plan, tasks, jobs, remark=remark, begun=begun):
        yield sent if isinstance(sent, FileOutcome) else decode(sent, task)


def in_processes(
    work: Callable[[Given, Sequence[Item], Callable[[], bool]], list[Made]],
    given: Given,
    items: Sequence[Item],
    jobs: int,
    *,
    remark: Callable[[str], None],
    begun: Callable[[], None] = lambda: None,
) -> Iterator[tuple[Item, Made]]:
    """Yield items in order, each with what several processes make of it.

    `work` makes something of each of some items, with what it is `given`, as long as its last argument does
    not say to stop. `begun` is called once no process will be started any more.
    """
    # Their imports cost as much as twenty files.
    from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor  # noqa: PLC0415
    from ctypes import c_bool  # noqa: PLC0415

    chunks = list(_chunks(items))
    context = _process_context()
    stopped = context.RawValue(c_bool, False)
    pool = ProcessPoolExecutor(
        min(jobs, len(chunks)), mp_context=context, initializer=_start_worker, initargs=(given, stopped)
    )
    broken = False
    try:
        with _ctrl_c_held_back():
            futures = [pool.submit(_do, work, chunk) for chunk in chunks]
        begun()
        for chunk, future in zip(chunks, futures, strict=True):
            try:
                made = future.result()
            except BrokenProcessPool:
                if not broken:
                    broken = True
                    remark("a worker process ended unexpectedly; its files are audited again in one process")
                made = work(given, chunk, bool)
            yield from zip(chunk, made, strict=True)
    finally:
        # Nobody waits for what is left, if there is something left: a worker only ends the file it is at.
        stopped.value = True
        pool.shutdown(cancel_futures=True)


def _chunks(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    start, size = 0, min(_FIRST_CHUNK, CHUNK)
    while start < len(items):
        yield items[start : start + size]
        start, size = start + size, min(2 * size, CHUNK)


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Let Ctrl-C wait while processes are started: in the middle of a fork it would be lost.

    The processes begin their lives with it held back as well, and so never show a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _process_context() -> BaseContext:
    """Return how processes are started here."""
    import multiprocessing  # noqa: PLC0415

    # A forked process has everything imported already; elsewhere forking is unsafe or impossible.
    return multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


def _start_worker(given: object, stopped: c_bool) -> None:
    _Worker.given, _Worker.stopped = given, stopped
    # Ctrl-C reaches the whole process group; the parent decides, and the workers say nothing.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _do(
    work: Callable[[Any, Sequence[Item], Callable[[], bool]], list[Made]], items: Sequence[Item]
) -> list[Made]:
    stopped = _Worker.stopped
    assert stopped is not None, "a worker is started with it"
    return work(_Worker.given, items, lambda: stopped.value)


def _audit_chunk(plan: Plan, tasks: Sequence[Task], stop: Callable[[], bool]) -> list[bytes | FileOutcome]:
    """Return records of outcomes, which is less work than pickling; what can be none goes as it is."""
    from qbank.audit.record import encode  # noqa: PLC0415 - as above

    return [encode(outcome) or outcome for outcome in audit_files(tasks, plan, stop)]
