"""QB52x: characters that should be others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from typing import Final, NamedTuple

from qbank import lazy_re
from qbank.bank.editing.editor import Edit
from qbank.problems import format_path
from qbank.rules.core.base import Example, QuestionRule
from qbank.rules.core.finding import Applicability, Finding, Fix, Severity
from qbank.rules.core.fixing import replace_text
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.core.visible_texts import texts
from qbank.yamlio.document import FieldPath

# A text full of faults needs another way of repair; every edit is tried before it is offered.
_MOST: Final = 30


class _Wrong(NamedTuple):
    """What is wrong in a text, and what should stand there."""

    match: re.Match[str]
    right: str


class UndecodedEscape(QuestionRule):
    r"""A text holds the code of a character in place of the character.

    In plain and single-quoted YAML text `\u00d7` is six characters, and readers see them. It comes from JSON
    pasted into YAML. The fix puts in the character, such as `×`.
    """

    code = "QB521"
    name = "undecoded-escape"
    severity = Severity.WARNING
    fixable = Applicability.SAFE
    bad = (
        Example(
            yaml="question: Is 2 \\u00d7 3 GB \\u2248 4 GB?\n",
            underlines="\\u00d7",
            fixed="question: Is 2 × 3 GB ≈ 4 GB?\n",
        ),
        Example(
            yaml="details:\n  options: ['5 \\u03bcs', \"6 \\u03bcs\"]\n  correct_index: 0\n",
            underlines="\\u03bc",
            fixed="details:\n  options: ['5 μs', \"6 \\u03bcs\"]\n  correct_index: 0\n",
        ),
    )
    good = (Example(yaml='question: "Is 2 \\u00d7 3 GB too much, with $\\\\upsilon$ known?"\n'),)

    _ESCAPE = lazy_re.compile(r"\\u(?P<code>[0-9A-Fa-f]{4})")

    def check(self, question: QuestionFile) -> Iterable[Finding]:
        """Look for escapes in every text that readers see."""
        if "\\u" not in question.document.text:
            return ()
        return self._found(question)

    def _found(self, question: QuestionFile) -> Iterator[Finding]:
        for path, text in texts(question.data):
            found = [
                _Wrong(match, char)
                for match in islice(self._ESCAPE.finditer(text), _MOST)
                if (char := chr(int(match["code"], 16))).isprintable()
            ]
            for line in _by_line(question, path, found):
                first = line[0]
                said = f"'{first.match[0]}' is shown as it stands, write '{first.right}'"
                yield _finding(self, question, path, line, said)


class CurlyQuotes(QuestionRule):
    """A text holds curly quotes.

    They come in with text copied from word processors. Readers who search for `don't` or `"cold start"` do
    not find them, and what they enclose may be a name or a command to be typed. The fix puts straight ones in
    their place. Primes (`5′`) and the quotes of other languages (`„“`, `«»`) are left alone.
    """

    code = "QB524"
    name = "curly-quotes"
    severity = Severity.WARNING
    fixable = Applicability.SAFE
    bad = (
        Example(
            yaml="title: The “Warm” Start That Wasn’t\n",
            underlines="“",
            fixed='title: The "Warm" Start That Wasn\'t\n',
        ),
        Example(
            yaml="details:\n  options: ['It ‘fits’', 'It does not']\n  correct_index: 0\n",
            underlines="‘",
            fixed="details:\n  options: ['It ''fits''', 'It does not']\n  correct_index: 0\n",
        ),
    )
    good = (
        Example(yaml='title: The "Warm" Start That Wasn\'t\n'),
        Example(yaml="title: The „Warm“ Start at 5′\n"),
    )

    _STRAIGHT: Final = {"‘": "'", "’": "'", "“": '"', "”": '"'}
    _CURLY = lazy_re.compile("[‘’“”]")

    def check(self, question: QuestionFile) -> Iterable[Finding]:
        """Look for curly quotes in every text that readers see."""
        source = question.document.text
        if source.isascii() or not any(quote in source for quote in self._STRAIGHT):
            return ()
        return self._found(question)

    def _found(self, question: QuestionFile) -> Iterator[Finding]:
        for path, text in texts(question.data):
            if "„" in text or "‚" in text:
                continue  # after a low quote, the high one closes it in another language
            found = [
                _Wrong(match, self._STRAIGHT[match[0]]) for match in islice(self._CURLY.finditer(text), _MOST)
            ]
            for line in _by_line(question, path, found):
                first = line[0]
                said = f"the curly quote {first.match[0]} is written {first.right}"
                yield _finding(self, question, path, line, said)


def _by_line(question: QuestionFile, path: FieldPath, found: list[_Wrong]) -> Iterator[list[_Wrong]]:
    """Yield what stands on one line of the file together, so that a finding names every line it is about."""
    for _, line in groupby(found, lambda wrong: question.document.text_span(path, *wrong.match.span()).line):
        yield list(line)


def _finding(
    rule: QuestionRule, question: QuestionFile, path: FieldPath, line: list[_Wrong], said: str
) -> Finding:
    more = f" (and {len(line) - 1} more like it)" if len(line) > 1 else ""
    message = f"{format_path(path)}: {said}{more}"
    fix = _replaced(question, path, line)
    return rule.finding(question, message, path, part=line[0].match.span(), fix=fix)


def _replaced(question: QuestionFile, path: FieldPath, found: list[_Wrong]) -> Fix | None:
    """Make a fix that replaces several parts of a text."""
    edits: list[Edit] = []
    for wrong in found:
        fix = replace_text(question, path, *wrong.match.span(), wrong.right)
        if fix is None:
            return None
        edits.extend(fix.edits)
    return Fix(Applicability.SAFE, tuple(edits))
