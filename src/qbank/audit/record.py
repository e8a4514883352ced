"""The outcome of a file's audit as bytes: for the cache and between processes; and as JSON, for shards.

msgspec writes and reads the structs that an outcome consists of, and checks every type.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from qbank.audit.file_audit import FileOutcome
from qbank.audit.files import Task
from qbank.rules.registry import all_rules

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(FileOutcome)


class RecordError(ValueError):
    """Bytes that are no outcome of a file."""


def encode(outcome: FileOutcome) -> bytes | None:
    """Write an outcome; None if it holds what cannot be written, such as half of a surrogate pair."""
    try:
        return _encoder.encode(outcome)
    except (UnicodeEncodeError, OverflowError, TypeError):
        return None


def decode(record: bytes, task: Task) -> FileOutcome:
    """Read the outcome that `encode` wrote; paths become those by which the task's file is shown now.

    Raises:
        RecordError: the bytes are none of these.
    """
    try:
        return located(_decoder.decode(record), task)
    except (msgspec.MsgspecError, ValueError) as error:
        raise RecordError(f"no outcome of a file: {error}") from error


def to_json(outcome: FileOutcome) -> str | None:
    """Write an outcome as one line of JSON; None if it holds what cannot be written."""
    try:
        text = msgspec.json.encode(outcome).decode()
    except (UnicodeEncodeError, OverflowError, TypeError):
        return None
    return text if text.isprintable() else "".join(map(_printable, text))


def _printable(character: str) -> str:
    """Escape what JSON may hold as it is, and no terminal should."""
    if character.isprintable():
        return character
    units = character.encode("utf-16-be")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def check(outcome: FileOutcome) -> None:
    """Look over an outcome that anybody may have written; that its numbers can be is seen when it is read.

    Raises:
        RecordError: it speaks of rules as no audit would.
    """
    names = {rule.code: rule.name for rule in all_rules()}
    if any(names.get(finding.code) != finding.name for finding in outcome.findings):
        raise RecordError("no outcome of a file: it names a rule that there is not")


class Memory:
    """Outcomes by the keys of files, in place of a cache; `missed` counts those that were not known."""

    def __init__(self, outcomes: Iterable[FileOutcome] = ()) -> None:
        self._outcomes = {outcome.key: outcome for outcome in outcomes}
        self.missed = 0

    def __len__(self) -> int:
        return len(self._outcomes)

    def get(self, key: bytes, task: Task) -> FileOutcome | None:
        """Return what is known of a content at its place."""
        outcome = self._outcomes.get(key)
        return None if outcome is None else located(outcome, task)

    def put(self, outcome: FileOutcome) -> None:
        """Keep what was not known."""
        self.missed += 1
        self._outcomes[outcome.key] = outcome


def located(outcome: FileOutcome, task: Task) -> FileOutcome:
    """Return an outcome as that of the file of a task, wherever it was audited."""
    if outcome.path == task.shown:
        return outcome
    summary = outcome.summary
    return replace(
        outcome,
        path=task.shown,
        findings=tuple(replace(finding, path=task.shown) for finding in outcome.findings),
        suppressed=tuple(
            replace(one, finding=replace(one.finding, path=task.shown)) for one in outcome.suppressed
        ),
        summary=None if summary is None else replace(summary, path=task.shown, file=str(task.path)),
    )
