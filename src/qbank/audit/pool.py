"""Auditing many files, in several processes where that pays."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from qbank.audit.file_audit import FileOutcome, audit_file, audit_files
from qbank.audit.files import Task
from qbank.audit.keys import key_of
from qbank.audit.plan import Plan
from qbank.bank.discovery import FileKind

if TYPE_CHECKING:
    from ctypes import c_bool
    from multiprocessing.context import BaseContext


MIN_PARALLEL_FILES = 400
"""Below this, starting processes costs more than they save."""

CHUNK = 128
_FIRST_CHUNK = 16
"""The first chunks are small, so that something can be told soon."""


class Store(Protocol):
    """Where outcomes are known from and kept, by the keys of files."""

    def __len__(self) -> int: ...

    def get(self, key: bytes, task: Task) -> FileOutcome | None:
        """Return the outcome of a file, if it is known."""

    def put(self, outcome: FileOutcome, record: bytes | None = None) -> None:
        """Keep an outcome; `record` if it is encoded already."""


class Memory:
    """Outcomes by the keys of files, for as long as the same plan judges them."""

    def __init__(self) -> None:
        self._outcomes: dict[bytes, FileOutcome] = {}

    def __len__(self) -> int:
        return len(self._outcomes)

    def get(self, key: bytes, task: Task) -> FileOutcome | None:
        """Return the outcome of a file, if it is known."""
        outcome = self._outcomes.get(key)
        return outcome if outcome is not None and outcome.path == task.shown else None

    def put(self, outcome: FileOutcome, record: bytes | None = None) -> None:
        """Keep an outcome."""
        del record
        self._outcomes[outcome.key] = outcome


class _Worker:
    """What a worker process was started with: the plan, and memory in which the parent calls it off.

    The memory has no lock, which a worker that dies could keep for ever.
    """

    plan: Plan | None = None
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
    if cache is not None and len(cache):
        waiting = []
        for task in tasks:
            known = _known(task, plan, cache, keys.get(task.shown))
            if known is None:
                waiting.append(task)
            else:
                yield known
    jobs = available_jobs() if jobs is None else jobs
    if jobs > 1 and len(waiting) >= MIN_PARALLEL_FILES:
        yield from _parallel(waiting, plan, jobs, remark, cache, begun=begun)
        return
    begun()
    for outcome in audit_files(waiting, plan):
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
    tasks: Sequence[Task],
    plan: Plan,
    jobs: int,
    remark: Callable[[str], None],
    cache: Store | None,
    *,
    begun: Callable[[], None],
) -> Iterator[FileOutcome]:
    # Their imports cost as much as twenty files.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415
    from ctypes import c_bool  # noqa: PLC0415

    from qbank.audit.record import decode  # noqa: PLC0415

    chunks = list(_chunks(tasks))
    context = process_context()
    stopped = context.RawValue(c_bool, False)
    pool = ProcessPoolExecutor(
        min(jobs, len(chunks)), mp_context=context, initializer=_start_worker, initargs=(plan, stopped)
    )
    broken = False
    try:
        with ctrl_c_held_back():
            futures = [pool.submit(_audit_chunk, chunk) for chunk in chunks]
        begun()
        for chunk, future in zip(chunks, futures, strict=True):
            try:
                done = future.result()
            except BrokenProcessPool:
                if not broken:
                    broken = True
                    remark("a worker process ended unexpectedly; its files are audited again in one process")
                done = [_sendable(audit_file(task, plan)) for task in chunk]
            for task, sent in zip(chunk, done, strict=True):
                record = None if isinstance(sent, FileOutcome) else sent
                outcome = sent if isinstance(sent, FileOutcome) else decode(sent, task)
                if cache is not None and outcome.lasting:
                    cache.put(outcome, record)
                yield outcome
    finally:
        # Nobody waits for what is left, if there is something left: a worker only ends the file it is at.
        stopped.value = True
        pool.shutdown(cancel_futures=True)


def _chunks(tasks: Sequence[Task]) -> Iterator[Sequence[Task]]:
    start, size = 0, min(_FIRST_CHUNK, CHUNK)
    while start < len(tasks):
        yield tasks[start : start + size]
        start, size = start + size, min(2 * size, CHUNK)


@contextmanager
def ctrl_c_held_back() -> Iterator[None]:
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


def process_context() -> BaseContext:
    """Return how processes are started here."""
    import multiprocessing  # noqa: PLC0415

    # A forked process has everything imported already; elsewhere forking is unsafe or impossible.
    return multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


def _start_worker(plan: Plan, stopped: c_bool) -> None:
    _Worker.plan, _Worker.stopped = plan, stopped
    # Ctrl-C reaches the whole process group; the parent decides, and the workers say nothing.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


_Sendable = bytes | FileOutcome
"""The record of an outcome, which is less work than pickling; what can be none goes as it is."""


def _sendable(outcome: FileOutcome) -> _Sendable:
    from qbank.audit.record import encode  # noqa: PLC0415 - as above

    return encode(outcome) or outcome


def _audit_chunk(tasks: Sequence[Task]) -> list[_Sendable]:
    plan, stopped = _Worker.plan, _Worker.stopped
    if plan is None or stopped is None:
        raise RuntimeError("the worker was not started with a plan")
    return [_sendable(outcome) for outcome in audit_files(tasks, plan, lambda: stopped.value)]
