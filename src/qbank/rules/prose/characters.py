"""QB52x: characters that should be others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, islice
from typing import ClassVar, Final

from qbank import lazy_re
from qbank.rules.core.base import Example, QuestionRule
from qbank.rules.core.default_variant import visible_texts
from qbank.rules.core.finding import Applicability, Finding, Severity
from qbank.rules.core.fixing import replace_all
from qbank.rules.core.question_file import QuestionFile

# A text full of faults needs another way of repair; every edit is tried before it is offered.
_MOST: Final = 30


class _CharacterRule(QuestionRule):
    """A rule about characters, each of which another one should stand for."""

    severity = Severity.WARNING
    fixable = Applicability.SAFE
    pattern: ClassVar[re.Pattern[str]]
    detail: ClassVar[str]

    def right(self, match: re.Match[str]) -> str:
        """Return what should stand there; nothing if it is right as it is."""
        raise NotImplementedError

    def is_looked_at(self, text: str) -> bool:  # noqa: ARG002
        """Whether the rule is about a text at all."""
        return True

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look at every text that readers see; a finding names every line it is about."""
        for path, text in question.cached_view(visible_texts):
            if not self.is_looked_at(text):
                continue
            wrong = [
                (question.document.text_span(path, *match.span()).line, match, right)
                for match in islice(self.pattern.finditer(text), _MOST)
                if (right := self.right(match))
            ]
            for line in (list(group) for _, group in groupby(wrong, lambda one: one[0])):
                _, first, right = line[0]
                more = f" (and {len(line) - 1} more like it)" if len(line) > 1 else ""
                detail = self.detail.format(written=first[0], right=right) + more
                fix = replace_all(question, [(path, match.span(), instead) for _, match, instead in line])
                yield self.at_field(question, path, detail, part=first.span(), fix=fix)


class UndecodedEscape(_CharacterRule):
    r"""A text holds the code of a character in place of the character.

    In plain and single-quoted YAML text `\u00d7` is six characters, and readers see them. It comes from JSON
    pasted into YAML. The fix puts in the character, such as `×`.
    """

    code = "QB521"
    name = "undecoded-escape"
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

    pattern = lazy_re.compile(r"\\u(?P<code>[0-9A-Fa-f]{4})")
    detail = "'{written}' is shown as it stands, write '{right}'"

    def right(self, match: re.Match[str]) -> str:
        """Decode the escape, if it can be seen."""
        char = chr(int(match["code"], 16))
        return char if char.isprintable() else ""


class CurlyQuotes(_CharacterRule):
    """A text holds curly quotes.

    They come in with text copied from word processors. Readers who search for `don't` or `"cold start"` do
    not find them, and what they enclose may be a name or a command to be typed. The fix puts straight ones in
    their place. Primes (`5′`) and the quotes of other languages (`„“`, `«»`) are left alone.
    """

    code = "QB524"
    name = "curly-quotes"
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

    pattern = lazy_re.compile("[‘’“”]")
    detail = "the curly quote {written} is written {right}"

    def right(self, match: re.Match[str]) -> str:
        """Return the straight quote."""
        return "'" if match[0] in "‘’" else '"'

    def is_looked_at(self, text: str) -> bool:
        """Leave texts alone where a low quote shows that the high one closes it in another language."""
        return "„" not in text and "‚" not in text
