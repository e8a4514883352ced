"""What was imported earlier: a comment of each draft says where it comes from, and what it was then."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from qbank import source_words
from qbank.bank.discovery import QUESTIONS_FOLDER, find_question_files
from qbank.importing.draft import Draft
from qbank.quoting import printable

_COMMENT: Final = re.compile(
    r"^# Imported from [^\n]{1,200} \((?P<key>[0-9a-f]{16}), as it came: (?P<digest>[0-9a-f]{16})\)\n",
    re.M,
)
_HEAD: Final = 1000
"""Characters of a file in which the comment stands."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """A question that was imported earlier; `is_untouched` where nobody has edited it since."""

    id: str
    path: Path
    text: str
    is_untouched: bool


def with_comment(head: str, body: str, draft: Draft, key: str) -> str:
    """Return the text of a draft with the comment that says where it comes from."""
    name, digest = printable(draft.place.file), _digest(head + body)
    return f"{head}# Imported from {name} ({key}, as it came: {digest})\n{body}"


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def keys_of(drafts: Sequence[Draft]) -> list[str]:
    """Return what drafts are known again by: their file, and their id there, else their title or text."""
    counts: Counter[tuple[str, str]] = Counter()
    keys = []
    for draft in drafts:
        source, fields = draft.place.file, draft.fields
        text = f"{fields.get('scenario')}\n{fields.get('question')}"
        said = draft.id or str(fields.get("title") or text)
        counts[source, said] += 1
        keys.append(_digest(f"{source}\n{said}\n{counts[source, said]}"))
    return keys


def earlier_imports(root: Path) -> Mapping[str, Earlier]:
    """Return the questions of a bank that were imported, by what they are known again by."""
    folder = root / QUESTIONS_FOLDER
    found: dict[str, Earlier] = {}
    for path in find_question_files([folder]).files if folder.is_dir() else ():
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        comment = _COMMENT.search(text[:_HEAD])
        if comment is not None:
            rest = text[: comment.start()] + text[comment.end() :]
            found[comment["key"]] = Earlier(path.stem, path, text, _digest(rest) == comment["digest"])
    return found


def guessed_topic(texts: Iterable[Any], topics: Iterable[str]) -> str:
    """Return the topic whose own words a text holds, if it is one alone; else nothing."""
    words = {word[:_STEM] for text in texts for word in re.findall(r"[a-z0-9]+", str(text).lower())}
    by_count: dict[int, list[str]] = {}
    for topic in topics:
        own = [word[:_STEM] for word in topic.split("-") if word not in _SAY_LITTLE]
        if own and words.issuperset(own):
            by_count.setdefault(len(own), []).append(topic)
    best = by_count[max(by_count)] if by_count else []
    return best[0] if len(best) == 1 else ""


_STEM: Final = 6
_SAY_LITTLE: Final = source_words.listed("weak_topic_words")
