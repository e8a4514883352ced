"""What was found in a file, kept for as long as neither the file nor anything that judges it changes.

A file's entry is known by its place in the bank and its content, never by times. All entries of a cache were
made by one engine (the code of qbank and the data it carries) with one plan (rules, severities, tolerances
and so on); another engine or plan has a cache of its own.

The cache lies in the bank, and banks are sent around. So it is signed with a secret of the user: a cache that
comes with a pull request is not used, nor is one that was damaged.
"""

from __future__ import annotations

import hmac
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import fields
from hashlib import blake2b, sha256
from pathlib import Path

from qbank import __version__, resources
from qbank.audit.plan import Plan
from qbank.audit.record import FORMAT
from qbank.bank.cache_folder import FOLDER, make_cache_folder, user_secret, write_new

_ROOMS = ("units", "model", "bank", "catalog", "formulas", "napkin", "sets", "labs", "rules", "audit")
_ADDITIONS = (".yaml", ".yml", ".json")
_KEPT = 6
"""How many caches of other plans and engines stay; the oldest go."""
_MAX_BYTES = 1 << 30
_KEY_LENGTH = 32
_HEAD = b"qbank cache "


class CacheError(Exception):
    """There can be no cache here; the message says why."""


class Cache:
    """The entries of one bank under one plan: a line of JSON for each content at its place.

    Lines are ASCII, and are not looked into here.
    """

    def __init__(self, file: Path, secret: bytes) -> None:
        self._file = file
        self._secret = secret
        self._old = dict(self._read())
        self._new: dict[bytes, str] = {}
        self._used: set[bytes] = set()

    @classmethod
    def of(cls, root: Path, plan: Plan) -> Cache:
        """Open the cache of a bank; one that is damaged or was not written by this user is empty.

        Raises:
            CacheError: if none can be kept.
        """
        try:
            return cls(make_cache_folder(root) / f"audit-{plan_key(plan)}", user_secret())
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise CacheError(f"{error.filename or root / FOLDER}: {reason}") from error

    def __len__(self) -> int:
        return len(self._old)

    def get(self, key: bytes) -> str | None:
        """Return the entry of a content at its place, if there is one."""
        line = self._old.get(key)
        if line is not None:
            self._used.add(key)
        return line

    def put(self, key: bytes, line: str) -> None:
        """Keep an entry."""
        self._new[key] = line

    def save(self, *, whole: bool) -> None:
        """Write what there is; after an audit of the whole bank, without what nobody asked for.

        Another run at the same time may write its own; whoever comes last wins, and both are right.

        Raises:
            CacheError: if it cannot be written.
        """
        stale = whole and len(self._used) < len(self._old)
        if not self._new and not stale:
            return
        kept = {key: line for key, line in self._old.items() if not whole or key in self._used} | self._new
        body = b"".join(key + b" " + line.encode("ascii") + b"\n" for key, line in kept.items())
        if len(body) > _MAX_BYTES:
            return
        try:
            write_new(self._file, _HEAD + self._seal(body) + b"\n" + body)
            self._forget_others()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise CacheError(f"{error.filename or self._file}: {reason}") from error

    def _read(self) -> Iterator[tuple[bytes, str]]:
        try:
            if self._file.stat().st_size > _MAX_BYTES + 1024:
                return
            data = self._file.read_bytes()
        except OSError:
            return
        head, _, body = data.partition(b"\n")
        if not hmac.compare_digest(head, _HEAD + self._seal(body)):
            return
        for entry in body.split(b"\n"):
            if entry:
                yield entry[:_KEY_LENGTH], entry[_KEY_LENGTH + 1 :].decode("ascii")

    def _seal(self, body: bytes) -> bytes:
        return blake2b(body, key=self._secret, digest_size=32).hexdigest().encode()

    def _forget_others(self) -> None:
        caches = sorted(
            self._file.parent.glob("audit-*"), key=lambda file: file.stat().st_mtime, reverse=True
        )
        for file in caches[_KEPT:]:
            # Another run may have been faster.
            with suppress(OSError):
                file.unlink()


def plan_key(plan: Plan) -> str:
    """Return what an engine and a plan are known by."""
    digest = blake2b(digest_size=12)
    for part in (*_engine(), *_judges(plan)):
        digest.update(part.encode("utf-8", "surrogateescape"))
        digest.update(b"\0")
    return digest.hexdigest()


def _engine() -> Iterator[str]:
    import yaml  # noqa: PLC0415 - imported by whoever reads a file

    yield f"{FORMAT} {__version__} {sys.version_info[:3]} {unicodedata.unidata_version}"
    yield str(yaml.__version__)
    # The code itself: who changes a rule must not get yesterday's findings.
    package = Path(resources.__file__).parent
    yield from _digests(package.glob("*.py"))
    yield from _digests(file for room in _ROOMS for file in (package / room).rglob("*.py"))
    yield from _digests(file for file in resources.schema_folder().rglob("*") if file.is_file())


def _digests(files: Iterable[Path]) -> Iterator[str]:
    for file in sorted(files):
        yield f"{file.name} {sha256(file.read_bytes()).hexdigest()}"


def _judges(plan: Plan) -> Iterator[str]:
    """Yield everything a plan says about files, but for where the bank lies."""
    root = plan.settings.root
    if root is not None:
        # A bank may add to the catalog and to the formulas.
        yield from _digests(additions(root))
    # Rules about places see the names of the folders around.
    yield "/".join(Path(plan.base).parts[-2:])
    for rule in plan.rules:
        kind = type(rule)
        yield f"{kind.__module__}.{kind.__qualname__} {rule.code} {plan.severities.get(rule.code)}"
    yield repr(sorted(plan.settings.per_path_ignores.items()))
    yield repr(
        [
            (field.name, getattr(plan.for_rules, field.name))
            for field in fields(plan.for_rules)
            if field.name != "root"
        ]
    )


def additions(root: Path) -> list[Path]:
    """Return the files by which a bank adds to what questions are judged by."""
    return [file for file in (root / "schema").rglob("*") if file.suffix in _ADDITIONS and file.is_file()]
