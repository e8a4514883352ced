"""Auditing many files, in several processes where that pays."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from qbank.audit.file_audit import Task, audit_file
from qbank.audit.plan import Plan
from qbank.audit.result import FileOutcome

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext

MIN_PARALLEL_FILES = 400
"""Below this, starting processes costs more than they save."""

CHUNK = 128

_plan: Plan | None = None


def available_jobs() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def outcomes(
    tasks: Sequence[Task], plan: Plan, jobs: int, remark: Callable[[str], None]
) -> Iterator[FileOutcome]:
    """Yield the outcome of every file in the order of the tasks, whatever the number of processes."""
    if jobs > 1 and len(tasks) >= MIN_PARALLEL_FILES:
        yield from _parallel(tasks, plan, jobs, remark)
    else:
        for task in tasks:
            yield audit_file(task, plan)


def _parallel(
    tasks: Sequence[Task], plan: Plan, jobs: int, remark: Callable[[str], None]
) -> Iterator[FileOutcome]:
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - its import costs as much as ten files
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    chunks = [tasks[start : start + CHUNK] for start in range(0, len(tasks), CHUNK)]
    pool = ProcessPoolExecutor(
        min(jobs, len(chunks)), mp_context=_context(), initializer=_start_worker, initargs=(plan,)
    )
    broken = False
    try:
        for chunk, future in [(chunk, pool.submit(_audit_chunk, chunk)) for chunk in chunks]:
            try:
                done = future.result()
            except BrokenProcessPool:
                if not broken:
                    broken = True
                    remark("a worker process ended unexpectedly; its files are audited again in one process")
                done = [audit_file(task, plan) for task in chunk]
            yield from done
    finally:
        pool.shutdown(wait=not sys.exc_info()[0], cancel_futures=True)


def _context() -> BaseContext:
    import multiprocessing  # noqa: PLC0415

    # A forked process has everything imported already; elsewhere forking is unsafe or impossible.
    return multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


def _start_worker(plan: Plan) -> None:
    global _plan  # noqa: PLW0603 - the one way to hand something to a worker before its first task
    _plan = plan
    # Ctrl-C reaches the whole process group; the parent decides, and the workers say nothing.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _audit_chunk(tasks: Sequence[Task]) -> list[FileOutcome]:
    if _plan is None:
        raise RuntimeError("the worker was not started with a plan")
    return [audit_file(task, _plan) for task in tasks]
