"""QB52x: characters that should be others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from qbank.bank.document import FieldPath
from qbank.bank.editing import Edit
from qbank.model.problems import format_path
from qbank.rules.base import Example, QuestionRule, Rule
from qbank.rules.finding import Applicability, Finding, Fix, Severity
from qbank.rules.fixing import replace_text
from qbank.rules.seen import texts
from qbank.rules.source import QuestionFile

# A text full of faults needs another way of repair; every edit is tried before it is offered.
_MOST: Final = 30


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

    _ESCAPE = re.compile(r"\\u(?P<code>[0-9A-Fa-f]{4})")

    def check(self, question: QuestionFile) -> Iterable[Finding]:
        """Look for escapes in every text that readers see."""
        if "\\u" not in question.document.text:
            return ()
        return self._found(question)

    def _found(self, question: QuestionFile) -> Iterator[Finding]:
        for path, text in texts(question.data):
            found = [
                (match, char)
                for match in islice(self._ESCAPE.finditer(text), _MOST)
                if (char := chr(int(match["code"], 16))).isprintable()
            ]
            if not found:
                continue
            match, char = found[0]
            more = f" (and {len(found) - 1} more like it)" if len(found) > 1 else ""
            message = f"{format_path(path)}: '{match[0]}' is shown as it stands, write '{char}'{more}"
            fix = _replaced(question, path, found)
            yield self.finding(question, message, path, part=match.span(), fix=fix)


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
    _CURLY = re.compile("[‘’“”]")

    def check(self, question: QuestionFile) -> Iterable[Finding]:
        """Look for curly quotes in every text that readers see."""
        source = question.document.text
        return () if source.isascii() or not self._CURLY.search(source) else self._found(question)

    def _found(self, question: QuestionFile) -> Iterator[Finding]:
        for path, text in texts(question.data):
            # After a low quote the others are the closing ones of another language.
            found = [] if "„" in text or "‚" in text else list(islice(self._CURLY.finditer(text), _MOST))
            if not found:
                continue
            more = f" (and {len(found) - 1} more like it)" if len(found) > 1 else ""
            straight = self._STRAIGHT[found[0][0]]
            message = f"{format_path(path)}: the curly quote {found[0][0]} is written {straight}{more}"
            fix = _replaced(question, path, [(match, self._STRAIGHT[match[0]]) for match in found])
            yield self.finding(question, message, path, part=found[0].span(), fix=fix)


def _replaced(question: QuestionFile, path: FieldPath, found: list[tuple[re.Match[str], str]]) -> Fix | None:
    """Make a fix that replaces several parts of a text."""
    edits: list[Edit] = []
    for match, replacement in found:
        fix = replace_text(question, path, *match.span(), replacement)
        if fix is None:
            return None
        edits.extend(fix.edits)
    return Fix(Applicability.SAFE, tuple(edits))


RULES: tuple[type[Rule], ...] = (UndecodedEscape, CurlyQuotes)
