"""QB0xx: what concerns the audit itself rather than the questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from qbank.nearest import meant
from qbank.rules.core.base import Example, FileRule, Rule
from qbank.rules.core.directives import (
    MAX_DIRECTIVES,
    MAX_SELECTORS,
    Directive,
    DirectiveKind,
    Word,
    directives,
    in_texts,
)
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import SourceFile
from qbank.yamlio.positions import Span

_LONGEST = 60


class UnknownSuppression(FileRule):
    """A `# qbank:` comment asks for something qbank does not know.

    A comment such as `# qbank: ignore QB301` keeps findings of a rule from being reported. If its verb or its
    code is misspelt, it does nothing while it looks as if it did.

    The verbs are `ignore` (the field on this line, or the next field if the comment has a line of its own)
    and `ignore-file`. After it stand codes (`QB301`), prefixes (`QB3`) or names of rules, or nothing, which
    means all of them. Write a reason after `--`. `qbank rule` lists the rules.

    Inside of a text, such as the lines of a block, it is no comment but text that readers see. It holds for a
    text where it stands behind the key: `napkin_math: |  # qbank: ignore QB301`.
    """

    code = "QB002"
    name = "unknown-suppression"
    severity = Severity.WARNING
    bad = (
        Example(yaml="title: Memory of a KV cache  # qbank: ignore QB999\n", underlines="QB999"),
        Example(yaml="title: Memory of a KV cache  # qbank: ignroe QB501\n", underlines="ignroe"),
        Example(yaml="title: Memory of a KV cache  # qbank ignore QB501\n", underlines="ignore"),
        Example(
            yaml="title: Memory of a KV cache.  # qbank: ignore QB501 as the course names it\n",
            underlines="as the course names it",
        ),
        Example(
            yaml="question: |\n  How large is it?\n  # qbank: ignore QB301\n", underlines="# qbank: ignore"
        ),
    )
    good = (Example(yaml="title: Memory of a KV cache.  # qbank: ignore QB501 -- as the course names it\n"),)

    def __init__(self, problem_with: Callable[[str], str]) -> None:
        """Make the rule; `problem_with` says what is wrong with a selector of rules, if anything."""
        self._problem_with = problem_with

    def check(self, file: SourceFile) -> Iterator[Finding]:
        """Report verbs and selectors that mean nothing."""
        if file.document is None:
            return
        for directive in directives(file.document):
            if directive.kind is None:
                yield self._at(file, directive, directive.verb, _unknown_verb(directive.verb.text))
                continue
            unknown = [
                (selector, problem)
                for selector in directive.selectors
                if (problem := self._problem_with(_shortened(selector.text)))
            ]
            if reason := _unmarked_reason(directive, [selector for selector, _ in unknown]):
                yield self._at(file, directive, reason, "no names of rules; a reason stands behind '--'")
                continue
            for selector, problem in unknown:
                yield self._at(file, directive, selector, f"this suppresses nothing: {problem}")
            if directive.beyond is not None:
                message = f"a comment names at most {MAX_SELECTORS} rules; from here on it is not read"
                yield self._at(file, directive, directive.beyond, message)
            if directive.last:
                message = f"a file has at most {MAX_DIRECTIVES} such comments; those after this are not read"
                yield self._at(file, directive, directive.verb, message)
        for span in in_texts(file.document):
            message = "this is text that readers see, and no comment; put it behind the key of the field"
            yield self.finding(file, message, span)

    def _at(self, file: SourceFile, directive: Directive, word: Word, message: str) -> Finding:
        line = directive.comment.line
        return self.finding(file, message, Span(line, word.column, line, word.end_column))


def _shortened(selector: str) -> str:
    return selector if len(selector) <= _LONGEST else f"{selector[:_LONGEST]}…"


def _unmarked_reason(directive: Directive, unknown: Sequence[Word]) -> Word | None:
    """Return the words behind those that name rules, if they are a sentence: two that are like no rule's."""
    words = [word for word in unknown if "-" not in word.text and word.text[:2].upper() != "QB"]
    if len(words) < 2:
        return None
    last = directive.beyond or directive.selectors[-1]
    return Word("", words[0].column, last.end_column)


def _unknown_verb(verb: str) -> str:
    verbs = [kind.value for kind in DirectiveKind]
    if verb in verbs:
        return "this comment asks for nothing without a colon behind 'qbank'"
    if not verb:
        return "this comment asks for nothing; write 'ignore' or 'ignore-file' after 'qbank:'"
    hint = meant(verb, verbs) or "; write 'ignore' or 'ignore-file'"
    return f"{verb[:_LONGEST]!r} is nothing qbank can be asked for in a comment{hint}"


class UnusedSuppression(Rule):
    """A `# qbank:` comment suppresses nothing.

    What it was for has been repaired, or stands on another line. Left where it is, it would hide the next
    finding of that kind, which nobody has looked at. Delete the code, or the whole comment.

    A comment is reported only when every rule that it names was run; rules about the bank as a whole run only
    when the whole bank is audited.
    """

    code = "QB003"
    name = "unused-suppression"
    severity = Severity.WARNING
    bad = (
        Example(yaml="title: Memory of a KV cache  # qbank: ignore QB501\n", underlines="QB501"),
        Example(
            yaml="title: Memory of a KV cache.  # qbank: ignore QB501, QB502 -- as the course names it\n",
            underlines="QB502",
        ),
        Example(yaml="# qbank: ignore-file\ntitle: Memory of a KV cache\n", underlines="ignore-file"),
    )
    good = (Example(yaml="title: Memory of a KV cache.  # qbank: ignore QB501 -- as the course names it\n"),)

    def report(self, path: str, question_id: str | None, selector: str, written: Span) -> Finding:
        """Report a suppression that suppressed nothing; the audit knows when all rules have spoken."""
        what = f"{selector[:_LONGEST]!r}" if selector else "this comment"
        message = f"{what} suppresses nothing here; delete it"
        return self._finding(path, message, written, question_id=question_id)


class RefusedSuppression(Rule):
    """A `# qbank:` comment means to suppress what the settings do not let it.

    A bank may ask in its settings that comments name their rules, that they give a reason behind `--`, or
    that they let pass nothing but infos, or warnings at most (`[suppressions]`). A comment that does
    otherwise suppresses nothing, and is reported; without such settings this rule has nothing to say.
    """

    code = "QB004"
    name = "refused-suppression"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="title: Memory of a KV cache.  # qbank: ignore QB501\n",
            others={"qbank.toml": "[suppressions]\ngive-reason = true\n"},
            underlines="QB501",
        ),
        Example(
            yaml="title: Memory of a KV cache.  # qbank: ignore\n",
            others={"qbank.toml": "[suppressions]\nname-rules = true\n"},
            underlines="ignore",
        ),
        Example(
            yaml="title: Memory of a KV cache.  # qbank: ignore QB501 -- as the course names it\n",
            others={"qbank.toml": '[suppressions]\nup-to = "info"\n'},
            underlines="QB501",
        ),
    )
    good = (
        Example(
            yaml="title: Memory of a KV cache.  # qbank: ignore QB501 -- as the course names it\n",
            others={"qbank.toml": "[suppressions]\nname-rules = true\ngive-reason = true\n"},
        ),
    )

    def report(self, path: str, question_id: str | None, objection: str, written: Span) -> Finding:
        """Report a comment to which the settings object; the audit knows of both."""
        message = f"the settings let this suppress nothing: {objection}"
        return self._finding(path, message, written, question_id=question_id)
