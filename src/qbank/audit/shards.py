"""Audits of parts of a bank put together: what each found is taken as known, and the whole audited with it.

So the result does not depend on the reports being complete, or about the same files: what none of them knows
is audited here. A report may come from the run of a stranger's change; its lines are checked, and hold no
paths.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qbank import lazy_re
from qbank.audit.file_audit import FileOutcome
from qbank.audit.files import Task
from qbank.audit.keys import plan_key
from qbank.audit.plan import Plan
from qbank.audit.record import RecordError, from_data, located, to_json
from qbank.errors import InputError
from qbank.quoting import reason

_MAX_BYTES = 1 << 30
_KEY = lazy_re.compile(r"[0-9a-f]{32}")
MAX_SHARDS = 10_000


class ShardError(InputError):
    """Reports that cannot be put together; the message names the file and says what to do."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One part of several, and what it was audited with."""

    number: int
    count: int
    plan: str
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    @classmethod
    def of(cls, number: int, count: int, plan: Plan) -> Shard:
        """Describe a part that is audited with a plan."""
        return cls(number, count, plan_key(plan), plan.settings.select, plan.settings.ignore)

    def data(self, outcomes: Iterable[FileOutcome]) -> Iterator[str]:
        """Yield the text of the part of a report that `read` reads, a file's entry a line."""
        head = {"number": self.number, "count": self.count, "plan": self.plan}
        head |= {"select": list(self.select), "ignore": list(self.ignore)}
        yield f'{json.dumps(head)[:-1]}, "entries": {{'
        separator = "\n  "
        for outcome in outcomes:
            line = to_json(outcome)
            if line is not None:
                yield f'{separator}"{outcome.key.decode("ascii")}": {line}'
                separator = ",\n  "
        yield "}}"


class Entries:
    """What the reports know of files, in place of a cache."""

    def __init__(self, outcomes: dict[bytes, FileOutcome]) -> None:
        self._outcomes = outcomes
        self.missed = 0

    def __len__(self) -> int:
        return len(self._outcomes)

    def get(self, key: bytes, task: Task) -> FileOutcome | None:
        """Return what is known of a content at its place."""
        outcome = self._outcomes.get(key)
        return None if outcome is None else located(outcome, task)

    def put(self, outcome: FileOutcome, record: bytes | None = None) -> None:  # noqa: ARG002 - as a cache does
        """Count what no report knew."""
        self.missed += 1


def read(files: Sequence[Path]) -> tuple[Shard, Entries]:
    """Read the reports of all parts; the shard is any of them.

    Raises:
        ShardError: if one cannot be read, is no such report, or if they do not belong together.
    """
    outcomes: dict[bytes, FileOutcome] = {}
    seen: dict[int, Path] = {}
    first: Shard | None = None
    for file in files:
        shard, entries = _report(file)
        if first is None:
            first = shard
        if (shard.count, shard.plan, shard.select, shard.ignore) != (
            first.count,
            first.plan,
            first.select,
            first.ignore,
        ):
            raise ShardError(
                f"{file}: was made with other settings, another version of qbank, or another number of "
                f"shards than {files[0]}"
            )
        if shard.number in seen:
            raise ShardError(f"{file}: is shard {shard.number} as {seen[shard.number]} is; name each once")
        seen[shard.number] = file
        outcomes.update(entries)
    if first is None:
        raise ShardError("there is no report to merge")
    missing = [str(number) for number in range(1, first.count + 1) if number not in seen]
    if missing:
        few = ", ".join(missing[:10]) + (" and more" if len(missing) > 10 else "")
        raise ShardError(f"of {first.count} shards these are missing: {few}")
    return first, Entries(outcomes)


def _report(file: Path) -> tuple[Shard, dict[bytes, FileOutcome]]:
    try:
        with file.open("rb") as stream:
            content = stream.read(_MAX_BYTES + 1)
    except OSError as error:
        raise ShardError(f"{file}: cannot be read: {reason(error)}") from error
    if len(content) > _MAX_BYTES:
        raise ShardError(f"{file}: is larger than {_MAX_BYTES >> 20} MiB")
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ShardError(f"{file}: is not valid JSON") from error
    part = data.get("shard") if isinstance(data, dict) else None
    if not isinstance(part, dict):
        raise ShardError(f"{file}: is no report of `qbank audit --shard I/N --format json`")
    try:
        return _shard(part), dict(_entries(part.get("entries")))
    except (RecordError, TypeError) as error:
        raise ShardError(f"{file}: is damaged, or from another version of qbank: {error}") from error


def _shard(part: dict[str, Any]) -> Shard:
    number, count, plan = part.get("number"), part.get("count"), part.get("plan")
    texts = [part.get("select"), part.get("ignore")]
    if not isinstance(number, int) or not isinstance(count, int) or not isinstance(plan, str):
        raise TypeError("it does not say which shard it is")
    if not 1 <= number <= count <= MAX_SHARDS:
        raise TypeError(f"there is no shard {str(number)[:20]} of {str(count)[:20]}")
    selectors = [tuple(text) for text in texts if isinstance(text, list)]
    if len(selectors) != 2 or not all(isinstance(word, str) for words in selectors for word in words):
        raise TypeError("it does not say which rules were chosen")
    return Shard(number, count, plan, *selectors)


def _entries(entries: Any) -> Iterator[tuple[bytes, FileOutcome]]:
    if not isinstance(entries, dict):
        raise TypeError("it has no entries")
    for key, entry in entries.items():
        if not _KEY.fullmatch(key):
            raise TypeError("an entry is not known by a digest")
        outcome = from_data(entry)
        if outcome.key != key.encode("ascii"):
            raise TypeError("an entry has the key of another")
        yield outcome.key, outcome
