"""What was found in a file, kept for as long as neither the file nor anything that judges it changes.

A file's entry is known by its place in the bank and its content, never by times. All entries of a cache were
made by one engine (the code of qbank and the data it carries) with one plan (rules, severities, tolerances
and so on); another engine or plan has a cache of its own.

The cache lies in the bank, and banks are sent around. So it is signed with a secret of the user: a cache that
comes with a pull request is not used, nor is one that was damaged.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from qbank.audit.keys import plan_key
from qbank.audit.paths import BankPaths
from qbank.audit.result import AuditResult
from qbank.bank.cache_folder import FOLDER, make_cache_folder, user_secret, write_new
from qbank.errors import InputError
from qbank.quoting import named, reason

if TYPE_CHECKING:
    from qbank.audit.file_audit import FileOutcome
    from qbank.audit.files import Task
    from qbank.audit.plan import Plan

_KEPT = 6
"""How many caches of other plans and engines stay; the oldest go."""
_MAX_BYTES = 1 << 30
_HEAD = b"qbank cache "


class CacheError(InputError):
    """There can be no cache here; the message says why."""


class SealedFile:
    """A file in the cache folder of a bank that only its user can have written."""

    def __init__(self, file: Path, secret: bytes) -> None:
        self._file = file
        self._secret = secret

    @classmethod
    def of(cls, root: Path, name: str) -> SealedFile:
        """Return a file in the cache folder of a bank; what stands before the first `-` is its sort.

        Raises:
            CacheError: if none can be kept.
        """
        try:
            return cls(make_cache_folder(root) / name, user_secret())
        except OSError as error:
            raise _cache_error(error, root / FOLDER) from error

    def read(self) -> bytes:
        """Return the content; empty if there is none, it is damaged, or was not written by this user."""
        try:
            if self._file.stat().st_size > _MAX_BYTES + 1024:
                return b""
            data = self._file.read_bytes()
        except OSError:
            return b""
        head, _, body = data.partition(b"\n")
        return body if hmac.compare_digest(head, _HEAD + self._seal(body)) else b""

    def write(self, body: bytes) -> None:
        """Put a content in place of the old one, and forget the oldest files of the same sort.

        Raises:
            CacheError: if it cannot be written.
        """
        if len(body) > _MAX_BYTES:
            return
        try:
            write_new(self._file, _HEAD + self._seal(body) + b"\n" + body)
            self._forget_others()
        except OSError as error:
            raise _cache_error(error, self._file) from error

    def _seal(self, body: bytes) -> bytes:
        return blake2b(body, key=self._secret, digest_size=32).hexdigest().encode()

    def _forget_others(self) -> None:
        sort = self._file.name.partition("-")[0]
        files = sorted(
            self._file.parent.glob(f"{sort}-*"), key=lambda file: file.stat().st_mtime, reverse=True
        )
        for file in files[_KEPT:]:
            # Another run may have been faster.
            with suppress(OSError):
                file.unlink()


def _cache_error(error: OSError, place: Path) -> CacheError:
    return CacheError(f"{named(Path(error.filename or place))}: {reason(error)}")


class _Result(msgspec.Struct, array_like=True):
    """The result of an audit, and what it holds for: the key of all that was audited, files there or not."""

    key: bytes
    looked_for: tuple[tuple[str, bool], ...]
    result: msgspec.Raw


class Cache:
    """What was found in one bank under one plan: the outcomes of its files, and the last result.

    An outcome is known by the key of its file.
    """

    def __init__(self, outcomes: SealedFile, result: SealedFile) -> None:
        self._outcomes = outcomes
        self._result = result
        self._new: dict[bytes, bytes] = {}
        self._used: set[bytes] = set()

    @classmethod
    def of(cls, root: Path, plan: Plan) -> Cache:
        """Open the cache of a bank; one that is damaged or was not written by this user is empty.

        Raises:
            CacheError: if none can be kept.
        """
        key = plan_key(plan)
        return cls(*(SealedFile.of(root, f"{sort}-{key}") for sort in ("audit", "result")))

    @cached_property
    def _old(self) -> dict[bytes, bytes]:
        try:
            return msgspec.msgpack.decode(self._outcomes.read(), type=dict[bytes, bytes])
        except msgspec.MsgspecError:
            return {}

    def get(self, key: bytes, task: Task) -> FileOutcome | None:
        """Return what is known of a content at its place."""
        from qbank.audit.record import RecordError, decode  # noqa: PLC0415 - it knows rules

        record = self._old.get(key)
        if record is None:
            return None
        try:
            outcome = decode(record, task)
        except RecordError:
            return None
        self._used.add(key)
        return outcome

    def put(self, outcome: FileOutcome) -> None:
        """Keep an outcome."""
        from qbank.audit.record import encode  # noqa: PLC0415 - it knows rules

        record = encode(outcome)
        if record is not None:
            self._new[outcome.key] = record

    def save(self, *, whole: bool) -> None:
        """Write what there is; after an audit of the whole bank, without what nobody asked for.

        Another run at the same time may write its own; whoever comes last wins, and both are right.

        Raises:
            CacheError: if it cannot be written.
        """
        stale = whole and len(self._used) < len(self._old)
        if self._new or stale:
            kept = {key: record for key, record in self._old.items() if not whole or key in self._used}
            self._outcomes.write(msgspec.msgpack.encode(kept | self._new))

    def result(self, key: Callable[[], bytes], paths: BankPaths) -> AuditResult | None:
        """Return the last result if that was of the same content; `key` is asked for if there is a result."""
        data = self._result.read()
        try:
            last = msgspec.msgpack.decode(data, type=_Result) if data else None
            if last is None or last.key != key() or not paths.still_hold(last.looked_for):
                return None
            return msgspec.msgpack.decode(last.result, type=AuditResult)
        except msgspec.MsgspecError:
            return None

    def keep_result(self, key: bytes, looked_for: Iterable[tuple[str, bool]], result: AuditResult) -> None:
        """Keep the result of an audit, for as long as the files that were looked for stay as they were.

        Raises:
            CacheError: if it cannot be written.
        """
        with suppress(UnicodeEncodeError, OverflowError, TypeError):
            encoded = msgspec.Raw(msgspec.msgpack.encode(result))
            self._result.write(msgspec.msgpack.encode(_Result(key, tuple(set(looked_for)), encoded)))
