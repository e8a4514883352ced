"""The fragments of all questions: from the cache of the bank, else made, in several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from typing import Final

import msgspec

from qbank import resources
from qbank.audit.cache import CacheError, SealedFile
from qbank.audit.files import Task
from qbank.audit.keys import key_of, plan_key
from qbank.audit.plan import Plan
from qbank.audit.pool import MIN_PARALLEL_FILES, available_jobs, in_processes
from qbank.rules.core.question_file import SourceFile
from qbank.site.fragment import Fragment, Recipe, make

FORMAT: Final = 2
"""Changes whenever what is kept of a fragment does."""

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
                self._file = SealedFile.of(root, f"site-{_key(plan, recipe)}")
                self._known = msgspec.msgpack.decode(self._file.read() or b"\x80", type=dict[bytes, bytes])
            except CacheError as error:
                self.remark = f"nothing is kept for the next build: {error}"
            except msgspec.MsgspecError:
                self._known = {}

    def of(
        self, tasks: Sequence[Task], progress: Progress | None = None, jobs: int | None = None
    ) -> list[tuple[Task, Fragment]]:
        """Return the fragments of question files, in order; files that hold no question are left out."""
        keys = [key_of(task.path, self._plan.paths) for task in tasks]
        found: dict[bytes, Fragment] = {}
        kept: dict[bytes, bytes] = {}
        waiting: dict[bytes, Task] = {}
        for task, key in zip(tasks, keys, strict=True):
            record = self._known.get(key)
            fragment = None if record is None else _read(record)
            if record is not None and fragment is not None and fragment.holds():
                found[key], kept[key] = fragment, record
            elif key:
                waiting[key] = task
        done = len(found)
        made = self._made(list(waiting.values()), jobs)
        for key, record in zip(waiting, made, strict=True):
            done += 1
            if progress is not None:
                progress(done, len(tasks))
            if record:
                found[key], kept[key] = _decoder.decode(record), record
        if waiting or len(kept) != len(self._known):
            self._keep(kept)
        return [(task, found[key]) for task, key in zip(tasks, keys, strict=True) if key in found]

    def _made(self, waiting: Sequence[Task], jobs: int | None) -> Iterator[bytes]:
        jobs = available_jobs() if jobs is None else jobs
        if jobs < 2 or len(waiting) < MIN_PARALLEL_FILES:
            return (_made_of(task, self._recipe) for task in waiting)
        return (made for _, made in in_processes(_make_chunk, self._recipe, waiting, jobs, remark=self._note))

    def _note(self, remark: str) -> None:
        self.remark = remark

    def _keep(self, kept: dict[bytes, bytes]) -> None:
        if self._file is None:
            return
        try:
            self._file.write(msgspec.msgpack.encode(kept))
        except CacheError as error:
            self.remark = f"nothing is kept for the next build: {error}"


def _make_chunk(recipe: Recipe, tasks: Sequence[Task], stop: Callable[[], bool]) -> list[bytes]:
    return [] if stop() else [_made_of(task, recipe) for task in tasks]


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
                digest.update(file.relative_to(folder).as_posix().encode() + b"\0")
                digest.update(blake2b(file.read_bytes()).digest())
    return digest.hexdigest()
