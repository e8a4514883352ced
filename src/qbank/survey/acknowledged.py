"""Pairs of questions that look alike and are meant to be, in a file of the bank.

pairs:
- ids: [cloud-0001, cloud-0017]
  reason: The same server; one asks for memory, the other for time.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from qbank.bank.writing import WriteError, write_atomic
from qbank.errors import InputError
from qbank.quoting import printable, quoted
from qbank.yamlio.document import Document, FieldPath
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_bytes, read_file

FILE: Final = "known-duplicates.yaml"

_HEAD: Final = "# Pairs of questions that look alike and are meant to be, each with the reason.\npairs:\n"
_ITEM: Final = re.compile(r"^( *)- ", re.MULTILINE)


class AcknowledgedError(InputError):
    """The file cannot be used; the message says where, why and what to do."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The pairs of the file with their reasons."""

    path: Path
    reasons: dict[frozenset[str], str] = field(default_factory=dict)

    @classmethod
    def of(cls, root: Path) -> Acknowledged:
        """Read the file of a bank; where there is none, no pair is acknowledged.

        Raises:
            AcknowledgedError: it cannot be read, or says something else.
        """
        path = root / FILE
        if not path.exists():
            return cls(path)
        try:
            document = read_file(path)
        except ReadError as error:
            raise AcknowledgedError(f"{printable(path)}:{error.problem}") from error
        return cls(path, _reasons(document, path))

    def add(self, ids: tuple[str, str], reason: str) -> None:
        """Write one more pair to the end of the file; the rest of it stays as it is.

        Raises:
            AcknowledgedError: it cannot be written there.
        """
        before = self._text()
        indents = _ITEM.findall(before)
        indent = indents[-1] if indents else ""
        # JSON's texts are YAML's, whatever is in them.
        names = ", ".join(json.dumps(id_, ensure_ascii=False) for id_ in ids)
        said = json.dumps(reason, ensure_ascii=False)
        text = f"{before}{indent}- ids: [{names}]\n{indent}  reason: {said}\n"
        by_hand = f"{printable(self.path)}: the pair cannot be put to the end of the file; add it by hand"
        wanted = {**self.reasons, frozenset(ids): reason}
        try:
            if _reasons(read_bytes(text.encode(), self.path), self.path) != wanted:
                raise AcknowledgedError(by_hand)
            write_atomic(self.path, text)
        except (ReadError, UnicodeEncodeError) as error:
            raise AcknowledgedError(by_hand) from error
        except WriteError as error:
            raise AcknowledgedError(str(error)) from error

    def _text(self) -> str:
        if not self.path.exists():
            return _HEAD
        text = read_file(self.path).text
        if not self.reasons and not _ITEM.search(text):
            text = re.sub(r"^pairs: *(\[ *\])?", "pairs:", text, flags=re.MULTILINE)
        return text if text.endswith("\n") or not text else f"{text}\n"


def _reasons(document: Document, path: Path) -> dict[frozenset[str], str]:
    pairs = document.data.get("pairs")
    unknown = next((name for name in document.data if name != "pairs"), None)
    if unknown is not None:
        message = f"{quoted(unknown)} is not known; the file holds `pairs`"
        raise _wrong(document, path, (unknown,), message, key=True)
    if pairs is not None and not isinstance(pairs, list):
        raise _wrong(document, path, ("pairs",), "pairs: this is a list of pairs")
    reasons = {}
    for place, pair in enumerate(pairs or ()):
        where = ("pairs", place)
        if not isinstance(pair, dict) or set(pair) != {"ids", "reason"}:
            raise _wrong(document, path, where, "a pair has `ids` and a `reason`, and nothing else")
        ids, reason = pair["ids"], pair["reason"]
        are_texts = isinstance(ids, list) and all(isinstance(id_, str) for id_ in ids)
        if not are_texts or not len(ids) == len(set(ids)) == 2:
            raise _wrong(document, path, (*where, "ids"), "ids: a pair takes two different ids")
        if not isinstance(reason, str) or not reason.strip():
            raise _wrong(document, path, (*where, "reason"), "reason: say why both questions are wanted")
        reasons[frozenset(ids)] = reason
    return reasons


def _wrong(
    document: Document, path: Path, where: FieldPath, message: str, *, key: bool = False
) -> AcknowledgedError:
    span = document.span(where, key=key)
    return AcknowledgedError(f"{printable(path)}:{span.line}:{span.column}: {message}")
