"""Comments that speak to the audit: `# qbank: ignore QB201, QB5 -- why`.

What such a comment says is read here; what it does to findings is the audit's matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from qbank import lazy_re
from qbank.yamlio.document import Comment, Document
from qbank.yamlio.positions import Span

MAX_DIRECTIVES = 100
"""How many comments of a file are obeyed; more would be work for nothing but a file made to cause it."""
MAX_SELECTORS = 10
"""How many rules one comment may name."""


class DirectiveKind(StrEnum):
    """What a comment asks for."""

    IGNORE = "ignore"
    IGNORE_FILE = "ignore-file"


class Word(Struct, frozen=True):
    """A word of a comment and the columns it stands in."""

    text: str
    column: int
    end_column: int


class Directive(Struct, frozen=True):
    """A comment addressed to qbank. `kind` is None if its verb is none that qbank knows, or lacks its colon.

    `selectors` are codes, prefixes or names of rules as written; none means all rules. `beyond` is the first
    word that is one too many, and `last` says that comments after this one are one too many. `reason` is what
    stands behind `--`.
    """

    comment: Comment
    verb: Word
    kind: DirectiveKind | None
    selectors: tuple[Word, ...]
    beyond: Word | None = None
    last: bool = False
    reason: str = ""


_MARK = lazy_re.compile(r"#[ \t]*qbank(?P<colon>[ \t]*:)?(?(colon)[ \t]*|[ \t]+(?=ignore\b))")
_IGNORING = lazy_re.compile(r"#[ \t]*qbank[ \t]*:[ \t]*ignore(?:-file)?\b")
_WORD = lazy_re.compile(r"[^\s,]+")
_REASON = lazy_re.compile(r"(?:^|\s)(?:--|—|#)")
_KINDS = {kind.value: kind for kind in DirectiveKind}


def directives(document: Document) -> Iterator[Directive]:
    """Yield what the comments of a document ask for, in their order; a `#` inside a scalar is no comment."""
    # Looking for comments costs a scan of the file, and hardly any file addresses qbank.
    if not _MARK.search(document.text):
        return
    found = (directive for comment in document.comments() if (directive := parse(comment)) is not None)
    for directive in islice(found, MAX_DIRECTIVES - 1):
        yield directive
    final = next(found, None)
    if final is not None:
        yield final if next(found, None) is None else replace(final, last=True)


def parse(comment: Comment) -> Directive | None:
    """Read one comment; None if it is not addressed to qbank. A reason may follow after `--`."""
    mark = _MARK.search(comment.text)
    if mark is None:
        return None
    reason = _REASON.search(comment.text, mark.end())
    words = [
        Word(match[0], comment.column + match.start(), comment.column + match.end())
        for match in islice(
            _WORD.finditer(comment.text, mark.end(), reason.start() if reason else len(comment.text)),
            MAX_SELECTORS + 2,
        )
    ]
    if not words:
        end = comment.column + len(comment.text)
        return Directive(comment, Word("", comment.column + mark.start(), end), None, ())
    verb, *selectors = words
    beyond = selectors[MAX_SELECTORS] if len(selectors) > MAX_SELECTORS else None
    kind = _KINDS.get(verb.text) if mark["colon"] else None
    why = comment.text[reason.end() :].strip() if reason else ""
    return Directive(comment, verb, kind, tuple(selectors[:MAX_SELECTORS]), beyond, reason=why)


def in_texts(document: Document) -> Iterator[Span]:
    """Yield where the text of a scalar reads like a comment addressed to qbank, which it is none."""
    found = list(islice(_IGNORING.finditer(document.text), MAX_DIRECTIVES))
    if not found:
        return
    comments = {comment.line: comment.column for comment in document.comments()}
    for match in found:
        span = document.lines.span(*match.span())
        if span.column < comments.get(span.line, span.column + 1):
            yield span
