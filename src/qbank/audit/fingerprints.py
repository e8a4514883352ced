"""What makes a finding the same one after its file was moved or lines were put in above it.

A fingerprint is made of the question's id, the rule, the field, and the text that the finding marks; never of
a path with folders, a line or a column. A finding about a question's place in the bank has no text of its
own; there the message stands in, without the places it names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from msgspec.structs import replace

from qbank import lazy_re
from qbank.rules.core.finding import Finding

if TYPE_CHECKING:
    from qbank.yamlio.document import Document

_INDEX = lazy_re.compile(r"\[\d+\]")
_LINE = lazy_re.compile(r"(?<=line )\d+")


def of_file(findings: Iterable[Finding], document: Document | None) -> list[Finding]:
    """Return the findings in a file with their fingerprints."""
    return [
        replace(finding, fingerprint=_digest(finding, _marked(finding, document))) for finding in findings
    ]


def fingerprint(finding: Finding) -> str:
    """Return a finding's fingerprint; one about the bank as a whole gets it here, when somebody asks."""
    return finding.fingerprint or _digest(finding, _placeless(finding.message))


def subject(finding: Finding) -> str:
    """Return what a finding is about: the id of its question, or the name of its file if it has none."""
    return finding.question_id or PurePosixPath(finding.path).name


def numbered(findings: Iterable[Finding]) -> Iterator[tuple[Finding, str]]:
    """Yield findings with a name that no other of them has: the fingerprint and, of equal ones, the which."""
    seen: Counter[str] = Counter()
    for finding in findings:
        name = fingerprint(finding)
        seen[name] += 1
        yield finding, f"{name}:{seen[name]}"


def _digest(finding: Finding, text: str) -> str:
    parts = (subject(finding), finding.code, _INDEX.sub("[]", finding.field or ""), text)
    return blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _marked(finding: Finding, document: Document | None) -> str:
    if document is None:
        # Nobody could read the file, so that what was met first is all there is to say.
        return _placeless(finding.message)
    lines = document.lines
    try:
        start = lines.index(finding.line, finding.column)
        end = lines.index(finding.end_line, finding.end_column)
    except IndexError:
        return ""
    # Folding a text anew changes nothing about what is wrong with it.
    return " ".join(document.text[start:end].split())


def _placeless(message: str) -> str:
    words = (word for word in message.split() if ".yaml" not in word and ".yml" not in word)
    return _LINE.sub("", _INDEX.sub("[]", " ".join(words)))
