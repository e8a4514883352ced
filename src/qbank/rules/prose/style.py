"""QB5xx: whether the texts are written the way readers and renderers expect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import ClassVar, Final

from qbank import lazy_re
from qbank.model.taxonomy import Track
from qbank.problems import quote
from qbank.rules.core.base import Example, QuestionRule
from qbank.rules.core.finding import Applicability, Finding, Severity
from qbank.rules.core.fixing import replace_text
from qbank.rules.core.question_file import QuestionFile

_TITLE: Final = ("title",)
# Longer ones are an error of their own; searching them could take long.
_LONGEST_TITLE: Final = 500
_QUESTION: Final = ("question",)


def _title(question: QuestionFile) -> str:
    """Return the title; nothing if there is none that is worth a look."""
    title = question.data.get("title")
    return title if isinstance(title, str) and len(title) <= _LONGEST_TITLE else ""


class _TitleRule(QuestionRule):
    """A rule about pieces of titles that do not belong there."""

    severity = Severity.WARNING
    pattern: ClassVar[re.Pattern[str]]
    detail: ClassVar[str]

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look for such pieces."""
        for match in self.pattern.finditer(self.searched(_title(question))):
            instead = self.instead(match)
            fix = None if instead is None else replace_text(question, _TITLE, *match.span(), instead)
            yield self.at_field(question, _TITLE, self.detail, part=match.span(), fix=fix)

    def searched(self, title: str) -> str:
        """Return the title, with all that is another rule's matter masked."""
        return title

    def instead(self, match: re.Match[str]) -> str | None:  # noqa: ARG002
        """Return what the fix puts in place of a piece; None if there is no fix."""
        return None


class TitlePeriod(_TitleRule):
    """A title ends with a period.

    Titles are headings; lists and tables of contents look ragged when some of them end with a period. An
    ellipsis, and the period of an initialism such as `U.S.`, stay.
    """

    code = "QB501"
    name = "title-period"
    fixable = Applicability.SAFE
    bad = (
        Example(yaml="title: The Cache That Grew.\n", underlines=".", fixed="title: The Cache That Grew\n"),
        Example(
            yaml="title: 'It''s Full.'  # always\n", underlines=".", fixed="title: 'It''s Full'  # always\n"
        ),
    )
    good = (
        Example(yaml="title: And Then It Grew...\n"),
        Example(yaml="title: Serving Data Under the Law of the U.S.\n"),
    )

    pattern = lazy_re.compile(r"(?<![.\s])(?<!\b[A-Z]\.[A-Z])\.(?=\s*\Z)")
    detail = "ends with a period"

    def instead(self, match: re.Match[str]) -> str:  # noqa: ARG002
        """Leave it out."""
        return ""


class TitleLatex(_TitleRule):
    r"""A title holds LaTeX.

    Titles are plain text: they become headings, file names and entries of lists, most of which show
    `$O(n^2)$` as it is written. Write `O(n²)`, `×`, `µ` or the word. A dollar sign that means money is fine.
    """

    code = "QB502"
    name = "title-latex"
    bad = (
        Example(yaml="title: Attention in $O(n^2)$ Memory\n", underlines="$O(n^2)$"),
        Example(yaml="title: Cutting the Footprint \\times 4\n", underlines="\\times"),
    )
    good = (
        Example(yaml="title: Attention in O(n²) Memory\n"),
        Example(yaml="title: From $18M to $2M a Year\n"),
    )

    pattern = lazy_re.compile(
        r"\$(?=[^$]*[\\^_{}=])[^$]+\$|\$[A-Za-z](?:\w|\([^()$]*\))*\$|\\[A-Za-z]+|\\[()\[\]]|[\^_]\{[^{}]*\}"
    )
    detail = "holds LaTeX, and titles are plain text; write it with ordinary characters"


class TitleMarkdown(_TitleRule):
    """A title holds markdown.

    Titles are plain text: most places show the asterisks and backticks as they are. The fix removes the marks
    of emphasis and code and keeps the words.
    """

    code = "QB503"
    name = "title-markdown"
    fixable = Applicability.SAFE
    bad = (
        Example(
            yaml="title: The **Silent** Overflow\n",
            underlines="**Silent**",
            fixed="title: The Silent Overflow\n",
        ),
        Example(
            yaml='title: "Tuning `pin memory` by Hand"\n',
            underlines="`pin memory`",
            fixed='title: "Tuning pin memory by Hand"\n',
        ),
        Example(
            yaml="title: Reading [the Paper](https://example.org)\n",
            underlines="[the Paper](https://example.org)",
        ),
        Example(yaml="title: '# A Heading'\n", underlines="# ", fixed="title: 'A Heading'\n"),
    )
    good = (
        Example(yaml="title: A* Search and 2 * 3 Heads [draft]\n"),
        Example(yaml="title: 'C# on the Edge'\n"),
    )

    pattern = lazy_re.compile(
        r"(?P<mark>\*\*|`+)(?P<marked>[^*`]+)(?P=mark)|(?<![\w*])\*(?P<emphasis>[^\s*](?:[^*]*[^\s*])?)\*(?![\w*])"
        r"|!?\[[^\]]+\]\([^)]*\)|\A#{1,6}[ ]"
    )

    detail = "holds markdown, and titles are plain text"

    def instead(self, match: re.Match[str]) -> str | None:
        """Keep the words; a link has more to it."""
        return match["marked"] or match["emphasis"] or ("" if match[0].startswith("#") else None)


class TitleUnderscore(_TitleRule):
    """A title holds an underscore.

    Names of variables and functions do not belong into a heading, and some renderers take underscores for
    emphasis. Write the thing in words: "all-reduce", not `all_reduce`.
    """

    code = "QB504"
    name = "title-underscore"
    bad = (Example(yaml="title: Why all_reduce Waits\n", underlines="all_reduce"),)
    good = (Example(yaml="title: Why All-Reduce Waits\n"), Example(yaml="title: Finding $x_1$ in Time\n"))

    pattern = lazy_re.compile(r"\w*_\w*")
    detail = "holds an underscore; write the thing in words"

    def searched(self, title: str) -> str:
        """Leave out formulas, which are reported as such."""
        return TitleLatex.pattern.sub(lambda match: "$" * len(match[0]), title)


class GenericTitle(QuestionRule):
    """A title says nothing about its question.

    "Global New 0012", "KV Cache Q1" or "Question 3" were made by a script or as a placeholder. Readers find a
    question by its title; two such titles cannot be told apart. Name what is surprising, scarce or asked for.
    """

    code = "QB505"
    name = "generic-title"
    severity = Severity.WARNING
    bad = (
        Example(yaml="title: Global New 0012\n", underlines="Global New 0012"),
        Example(yaml="title: KV Cache Q1\n", underlines="KV Cache Q1"),
        Example(yaml="title: Question 3\n", underlines="Question 3"),
        Example(yaml="title: Cloud Gpu Sharing L5 0\n", underlines="Cloud Gpu Sharing L5 0"),
        Example(yaml="title: Untitled\n", underlines="Untitled"),
        Example(yaml="title: cloud-0001\n", underlines="cloud-0001"),
    )
    good = (
        Example(yaml="title: The Cache That Ate the GPU\n"),
        Example(yaml="title: Weights in Q4\n"),
        Example(yaml="title: KV Cache Management\n"),
        Example(yaml="title: Serving on Snapdragon 8 Gen 3\n"),
        Example(yaml="title: Cloud TPU v5\n"),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Take away the counter and every word that the other fields say already; something should be
        left."""
        problem = _generic(_title(question), question)
        if problem:
            yield self.at_field(question, _TITLE, problem)


_PLACEHOLDER = lazy_re.compile(
    r"\W*(?:(?:a|the|my|your|new|old|test|sample|example|draft|untitled|unnamed|question|problem|exercise|quiz|"
    r"item|title|todo|tbd|fixme|placeholder|here)(?:\W+|\Z))+",
    re.IGNORECASE,
)
_COUNTED = lazy_re.compile(r"(?P<words>.*?)[\s#(\[_.:-]*(?P<counter>\d+)\W*", re.DOTALL)
_LEVEL_COUNTED = lazy_re.compile(r".*\bL[1-6]\+?[\s_-]+\d{1,2}\W*", re.DOTALL)
_SPLIT = lazy_re.compile(r"[^a-z0-9]+")
_GENERIC_WORD = lazy_re.compile(
    "a|an|the|of|on|in|for|and|new|old|test|sample|example|draft|questions?|problem|exercise|quiz|item|task|title|"
    "no|nr|number|q|p|ex|part|cell|fill|gap|exp|visual|" + "|".join(map(str, Track))
)


def _generic(title: str, question: QuestionFile) -> str:
    if _PLACEHOLDER.fullmatch(title):
        return f"{quote(title)} is a placeholder; name what the question is about"
    if title and title.strip().lower() == question.id:
        return "repeats the id; name what the question is about"
    if _LEVEL_COUNTED.fullmatch(title):
        return "ends with a level and a counter; name what sets the question apart"
    counted = _COUNTED.fullmatch(title)
    if counted is None:
        return ""
    elsewhere = _said_elsewhere(question)
    words = [word for word in _SPLIT.split(counted["words"].lower()) if word]
    if all(word in elsewhere or _GENERIC_WORD.fullmatch(word) for word in words):
        return "says no more than the other fields, and a counter; name what sets the question apart"
    # `Q4` may be a quantization, so the letter alone shows nothing about the words before it.
    if words[-1] == "q" and not 2 <= int(counted["counter"][:3]) <= 8:
        return "ends with the number of a question; name what sets the question apart"
    return ""


def _said_elsewhere(question: QuestionFile) -> set[str]:
    fields = (question.text((name,)) or "" for name in ("topic", "competency_area", "zone", "level"))
    return {word for text in fields for word in _SPLIT.split(text.lower())}


class QuestionMark(QuestionRule):
    """A question does not end with a question mark.

    A text that begins with how, why, what, which or the like is a question and ends with "?". Imperatives
    such as "Calculate the latency." are fine without. The fix puts the mark where the text is a single
    sentence.
    """

    code = "QB511"
    name = "question-mark"
    severity = Severity.WARNING
    fixable = Applicability.SAFE
    bad = (
        Example(
            yaml="question: How much memory is needed.\n",
            underlines="needed.",
            fixed="question: How much memory is needed?\n",
        ),
        Example(
            yaml='question: "Which of the two is faster"  # and why\n',
            underlines="faster",
            fixed='question: "Which of the two is faster?"  # and why\n',
        ),
        Example(yaml="question: What is the bottleneck. Name the number that shows it.\n", underlines="it."),
    )
    good = (
        Example(yaml="question: Calculate how much memory is needed.\n"),
        Example(yaml="question: What is the bottleneck? Name the number that shows it.\n"),
        Example(yaml="question: When the batch doubles, compute the new latency.\n"),
        Example(yaml="question: What is faster, and by how much?)\n"),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look at the first words and at the end."""
        asked = question.text(_QUESTION)
        if asked is None or "?" in asked or not _ASKS.match(asked):
            return
        text = asked.rstrip()
        last = text.rfind(" ") + 1
        end = len(text.rstrip(".!,;:"))
        fix = None
        if not _SENTENCE_END.search(text, 0, end):
            fix = replace_text(question, _QUESTION, end, len(text), "?")
        detail = "begins like a question and does not end with '?'"
        yield self.at_field(question, _QUESTION, detail, part=(last, len(text)), fix=fix)


# "When", "should" and the like also begin subordinate clauses; then a comma follows.
_ASKS = lazy_re.compile(
    r"\W*(?:(?:how|why|what|which|who|whom|whose)\b(?!-)"
    r"|(?:when|where)\s+(?:is|are|was|were|do|does|did|can|could|will|would|should|must|might|has|have)\b"
    r"|(?:is|are|does|did|can|could|will|would|should|must|may|might|has)\s+(?:it|this|that|the|a|an|these|those|there|you|we|they|your|our|each|every)\b(?!.*,))",
    re.IGNORECASE | re.DOTALL,
)
_SENTENCE_END = lazy_re.compile(r"[.!:]\s")


class NoQuestion(QuestionRule):
    """A published question asks nothing.

    It has no `question` field, and its scenario neither holds a question mark nor tells the reader to do
    something. Old files ask at the end of the scenario, which is fine. Put what is asked into `question`: it
    is shown on its own in quizzes and search results.
    """

    code = "QB512"
    name = "no-question"
    severity = Severity.INFO
    bad = (
        Example(
            yaml="scenario: A service answers requests on one GPU all day long.\n",
            without=("question",),
            underlines="scenario",
        ),
    )
    good = (
        Example(
            yaml="scenario: A service runs on one GPU all day. How many requests does it answer?\n",
            without=("question",),
        ),
        Example(
            yaml="scenario: A service runs on one GPU. Calculate its throughput.\n", without=("question",)
        ),
    )

    _IMPERATIVE = lazy_re.compile(
        r"(?:\A|[.:;,!\n]\s{1,4}|\band )(?:please |you must )?"
        r"(?:assess|analy[sz]e|argue|calculate|choose|compare|compute|consider|"
        r"create|critique|debug|decide|define|derive|describe|design|determine|diagnose|discuss|draft|estimate|"
        r"evaluate|explain|find|give|identify|implement|justify|list|name|optimi[sz]e|outline|plan|propose|prove|"
        r"quantify|rank|recommend|select|show|sketch|specify|state|suggest|walk)\b",
        re.IGNORECASE,
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look for something that is asked."""
        data, scenario = question.data, question.text(("scenario",))
        if data.get("question") is not None or data.get("status") != "published" or data.get("parts"):
            return
        if scenario is not None and "?" not in scenario and not self._IMPERATIVE.search(scenario):
            detail = "missing, and the scenario asks nothing; write down what the reader shall answer"
            yield self.finding(question, f"question: {detail}", ("scenario",), key=True)


class RepeatedOption(QuestionRule):
    """Two options of a multiple-choice question are the same.

    Then either both are right or both are wrong, and learning platforms grade one of them against the other.
    Differences of spacing and a final period do not count; upper and lower case do (`MB` and `Mb`).
    """

    code = "QB523"
    name = "repeated-option"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="details:\n  options: [1 GiB, 2 GiB, 1 GiB.]\n  correct_index: 1\n", underlines="1 GiB."
        ),
    )
    good = (Example(yaml="details:\n  options: [1 GiB, 2 GiB, 10 GiB]\n  correct_index: 1\n"),)

    _MOST = 10

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Compare the options with each other."""
        return islice(self._repeated(question), self._MOST)

    def _repeated(self, question: QuestionFile) -> Iterator[Finding]:
        first: dict[str, int] = {}
        for index, option in enumerate(question.items(("details", "options"))):
            if isinstance(option, str) and option.strip():
                same = first.setdefault(" ".join(option.split()).removesuffix("."), index)
                if same != index:
                    detail = f"is the same as option {same}, counted from 0"
                    yield self.at_field(question, ("details", "options", index), detail)
