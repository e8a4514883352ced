"""What was found in files, kept for the next audit in the same process."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qbank.audit.file_audit import FileOutcome
    from qbank.audit.files import Task


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
