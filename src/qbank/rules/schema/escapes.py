"""Texts in which an escape of YAML may stand for a character that nobody sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from qbank import lazy_re
from qbank.rules.core.question_file import SourceFile
from qbank.yamlio.document import FieldPath

_ESCAPE = lazy_re.compile(r"\\[xuU0abefvNLP]")


def escaped_texts(file: SourceFile, finds: Callable[[str], object]) -> Iterator[tuple[FieldPath, str]]:
    """Yield the texts of a file, with their places, in which something is found; none of one without escapes.

    A text of a mapping's key is left to whoever knows the names of fields.
    """
    document = file.document
    if document is None or not _ESCAPE.search(document.text):
        return
    waiting: list[tuple[FieldPath, object]] = [((), document.data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, str):
            if finds(value):
                yield path, value
        elif isinstance(value, dict):
            waiting += (((*path, name), inner) for name, inner in reversed(value.items()))
        elif isinstance(value, list):
            numbered = reversed(list(enumerate(value)))
            waiting += (((*path, number), inner) for number, inner in numbered)
