"""What files, plans and whole audits are known by: whatever an outcome depends on is in one of these keys."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from hashlib import blake2b, sha256
from importlib.util import find_spec
from pathlib import Path

from qbank import __version__, resources
from qbank.audit.paths import BankPaths
from qbank.audit.plan import Plan
from qbank.yamlio.content import read_content
from qbank.yamlio.read_problems import ReadError

FORMAT = 6
"""Changes whenever what is written of an outcome or a result does, so that older records are not read."""

_ADDITIONS = (".yaml", ".yml", ".json")
_MOST_READ = 64 << 20
"""Bytes of a file that its digest is made of, far more than is read of a file of data."""
_ABOUT_NO_OUTCOME = frozenset({"fail_on", "exclude", "rules_url", "site", "root", "file", "remarks"})
"""Settings that change nothing about what is found in a file."""


def file_key(path: str, content: bytes) -> bytes:
    """Return what a file is known by: its path in the bank, and its content; 32 ASCII characters."""
    digest = sha256(os.fsencode(path))
    digest.update(b"\0")
    digest.update(content)
    return digest.hexdigest()[:32].encode()


def key_of(file: Path, paths: BankPaths) -> bytes:
    """Return the key of a file that is still to be read; nothing if it cannot be."""
    try:
        return file_key(paths.relative(file), read_content(file))
    except ReadError:
        return b""


def plan_key(plan: Plan) -> str:
    """Return what all that judges files is known by: qbank itself, what the bank adds, and the settings."""
    digest = blake2b(digest_size=12)
    for part in (*engine(), *_judges(plan)):
        digest.update(part.encode("utf-8", "surrogateescape"))
        digest.update(b"\0")
    return digest.hexdigest()


def engine() -> Iterator[str]:
    """Yield what qbank itself is known by: its versions, all of its code, and the data it carries."""
    yield f"{FORMAT} {__version__} {sys.version_info[:3]} {unicodedata.unidata_version}"
    # Who changes a rule must not get yesterday's findings.
    package = Path(resources.__file__).parent
    yield from _digests(package, package.rglob("*.py"))
    schema = resources.schema_folder()
    yield from _digests(schema, (file for file in schema.rglob("*") if file.is_file()))
    # The module that holds the version of PyYAML; importing it would cost more than all of the above.
    parser = find_spec("yaml")
    if parser is not None and parser.origin is not None:
        yield from _digests(Path(parser.origin).parent, (Path(parser.origin),))


def _judges(plan: Plan) -> Iterator[str]:
    """Yield everything a plan says about files, but for where the bank lies."""
    settings = plan.settings
    if settings.root is not None:
        # A bank may add to the catalog and to the formulas.
        additions = (settings.root / "schema").rglob("*")
        files = (file for file in additions if file.suffix in _ADDITIONS)
        yield from _digests(settings.root, files)
    # Rules about places see the names of the folders around.
    yield "/".join(Path(plan.paths.base).parts[-2:])
    for name in settings.__struct_fields__:
        if name not in _ABOUT_NO_OUTCOME:
            yield f"{name} {getattr(settings, name)!r}"
    for rule in plan.own_rules or ():
        yield f"{type(rule).__module__}.{type(rule).__qualname__}"


def _digests(folder: Path, files: Iterable[Path]) -> Iterator[str]:
    for file in sorted(files):
        try:
            content = read_content(file, _MOST_READ)
        except ReadError as error:  # whoever needs it says so; what was kept before does not hold for it
            content = error.problem.message.encode()
        yield f"{file.relative_to(folder).as_posix()} {sha256(content).hexdigest()}"
