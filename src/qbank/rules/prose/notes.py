"""QB52x: texts that are not finished."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import ClassVar, Final

from qbank import lazy_re
from qbank.model.taxonomy import Status
from qbank.rules.core.base import Example, QuestionRule
from qbank.rules.core.default_variant import visible_texts
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile
from qbank.sets.fillable_texts import NOTE
from qbank.yamlio.positions import Span

# A text has a handful of notes; a hostile one could hold a hundred thousand.
_MOST: Final = 10


class _Notes(QuestionRule):
    """A text holds a note to its author, or a comment behind a value does."""

    in_drafts: ClassVar[bool]
    advice: ClassVar[str]

    _COMMENT = lazy_re.compile(r"#[ \t]*(?P<note>TODO|TBD|FIXME)\b")

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look for notes in every text that readers see."""
        if (question.data.get("status") == Status.DRAFT) is not self.in_drafts:
            return
        for path, text in question.cached_view(visible_texts):
            for match in islice(NOTE.finditer(text), _MOST):
                yield self.at_field(question, path, f"'{match[0]}' {self.advice}", part=match.span())
        yield from islice(self._in_comments(question), _MOST)

    def _in_comments(self, question: QuestionFile) -> Iterator[Finding]:
        """Report the values that are only there until somebody writes the right one: `1 GB  # TODO`."""
        document = question.document
        # Looking for comments costs a scan of the file, and hardly any file has such notes.
        for comment in document.comments() if self._COMMENT.search(document.text) else ():
            match = self._COMMENT.match(comment.text)
            if match and not comment.own_line:
                line, column = comment.line, comment.column
                span = Span(line, column + match.start("note"), line, column + match.end())
                message = f"'{match['note']}' behind a value {self.advice}"
                yield self._finding(question.path, message, span, question_id=question.id)


class PlaceholderText(_Notes):
    """A published text still holds a note to its author.

    `TODO`, `TBD` and `FIXME` are reminders, also in a comment behind a value. Finish the text, or set the
    status back to `draft`.
    """

    code = "QB522"
    name = "placeholder-text"
    severity = Severity.WARNING
    in_drafts = False
    advice = "is a note to the author; finish what it stands for"
    bad = (
        Example(
            yaml="details:\n  realistic_solution: 'The cache. TODO: add the numbers.'\n", underlines="TODO"
        ),
        Example(yaml="question: TBD\n", underlines="TBD"),
        Example(yaml="hints: [FIXME]\n", underlines="FIXME"),
        Example(yaml="answer:\n  value: 14 GB  # TODO: with the cache\n", underlines="TODO"),
    )
    good = (
        Example(yaml="status: draft\nquestion: TBD\n"),
        Example(yaml="# TODO: have it reviewed\nquestion: How long does a TODOMVC page take?\n"),
    )


class UnfinishedDraft(_Notes):
    """A draft has texts or values that are still to be written.

    `qbank new` makes a draft whose texts begin with `TODO`, and whose other values have such a comment; what
    is left of these is listed here. When nothing is, set the status to `published`.
    """

    code = "QB525"
    name = "unfinished-draft"
    severity = Severity.INFO
    in_drafts = True
    advice = "stands for what is still to be written"
    bad = (
        Example(yaml="status: draft\nquestion: 'TODO: what is asked'\n", underlines="TODO"),
        Example(yaml="status: draft\nanswer:\n  value: 1 GB  # TODO: the value\n", underlines="TODO"),
    )
    good = (Example(yaml="status: draft\nquestion: How much memory does the cache take?\n"),)
