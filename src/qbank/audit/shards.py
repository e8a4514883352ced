"""Audits of parts of a bank put together: what each found is taken as known, and the whole audited with it.

So the result does not depend on the reports being complete, or about the same files: what none of them knows
is audited here. A report may come from the run of a stranger's change; its lines are checked, and hold no
paths.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from qbank import lazy_re
from qbank.audit.file_audit import FileOutcome
from qbank.audit.keys import plan_key
from qbank.audit.plan import Plan
from qbank.audit.record import Memory, RecordError, check, to_json
from qbank.bank.given_files import read_bounded, shown_json_fault
from qbank.errors import InputError

_MAX_BYTES = 1 << 30
_KEY = lazy_re.compile(r"[0-9a-f]{32}")
MAX_SHARDS = 10_000


class ShardError(InputError):
    """Reports that cannot be put together; the message names the file and says what to do."""


class Shard(msgspec.Struct, frozen=True):
    """One part of several, and what it was audited with."""

    number: int
    count: int
    plan: str
    select: tuple[str, ...]
    ignore: tuple[str, ...]

    @property
    def common(self) -> tuple[object, ...]:
        """What all shards of an audit have in common."""
        return self.count, self.plan, self.select, self.ignore

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


class _Part(Shard, frozen=True, kw_only=True):
    """A part with what was found, by the keys of files."""

    entries: dict[str, FileOutcome]


class _Report(msgspec.Struct):
    shard: _Part


def read(files: Sequence[Path]) -> tuple[Shard, Memory]:
    """Read the reports of all parts; the shard is any of them.

    Raises:
        ShardError: if one cannot be read, is no such report, or if they do not belong together.
    """
    outcomes: list[FileOutcome] = []
    seen: dict[int, Path] = {}
    first: Shard | None = None
    for file in files:
        shard = _part(file)
        first = first or shard
        if shard.common != first.common:
            raise ShardError(
                f"{file}: was made with other settings, another version of qbank, or another number of "
                f"shards than {files[0]}"
            )
        if shard.number in seen:
            raise ShardError(f"{file}: is shard {shard.number} as {seen[shard.number]} is; name each once")
        seen[shard.number] = file
        outcomes += shard.entries.values()
    if first is None:
        raise ShardError("there is no report to merge")
    missing = [str(number) for number in range(1, first.count + 1) if number not in seen]
    if missing:
        few = ", ".join(missing[:10]) + (" and more" if len(missing) > 10 else "")
        raise ShardError(f"of {first.count} shards these are missing: {few}")
    return first, Memory(outcomes)


def _part(file: Path) -> _Part:
    content = read_bounded(file, _MAX_BYTES, ShardError)
    try:
        part = msgspec.json.decode(content, type=_Report).shard
        if not 1 <= part.number <= part.count <= MAX_SHARDS:
            raise RecordError(f"there is no shard {str(part.number)[:20]} of {str(part.count)[:20]}")
        for key, outcome in part.entries.items():
            if not _KEY.fullmatch(key) or outcome.key != key.encode():
                raise RecordError("an entry is not known by its digest")
            check(outcome)
    except (msgspec.ValidationError, RecordError) as error:
        if not _is_json(content):  # a torn file is said to be torn, however it begins
            raise ShardError(f"{shown_json_fault(file, content)}: is not valid JSON") from error
        what = "is no report of `qbank audit --shard I/N --format json`, or from another version of qbank"
        raise ShardError(f"{file}: {what}: {error}") from error
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise ShardError(f"{shown_json_fault(file, content)}: is not valid JSON") from error
    return part


def _is_json(content: bytes) -> bool:
    try:
        msgspec.json.decode(content, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True
