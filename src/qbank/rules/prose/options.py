"""QB56x: whether options can be guessed by how they are written, and bear another order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from qbank import lazy_re
from qbank.bank.editing.editor import reorder_items
from qbank.bank.editing.edits import Edit
from qbank.facts.segmentation.quantities import mentions
from qbank.problems import quote
from qbank.quoting import printable
from qbank.rules.bank.questions import by_id
from qbank.rules.core.base import BankRule, Example, QuestionRule
from qbank.rules.core.finding import Applicability, Finding, Fix, Severity
from qbank.rules.core.fixing import replace_all
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.core.summary import BankView, Summary
from qbank.sets.answers.option_order import letter
from qbank.sets.answers.option_references import letters_are_names, named_by_letter, refer_to_positions
from qbank.sets.variants.drawing import shuffled
from qbank.units import physical
from qbank.yamlio.document import FieldPath

_OPTIONS: Final = ("details", "options")
_KEY: Final = ("details", "correct_index")
_MOST: Final = 20
"""Options that are looked at; nobody writes as many."""
_BEGINNING: Final = 40


class _Choice(Struct, frozen=True):
    """The options of a question and the place of the right one."""

    options: tuple[str, ...]
    key: int


def _choice(question: QuestionFile) -> _Choice | None:
    """Return the options of a question; None if it has none, or none that can be graded."""
    options, key = question.items(_OPTIONS), question.value(_KEY)
    texts = tuple(option for option in options if isinstance(option, str))
    if not 2 <= len(options) <= _MOST or len(texts) < len(options):
        return None
    is_place = isinstance(key, int) and not isinstance(key, bool) and 0 <= key < len(options)
    return _Choice(texts, key) if is_place else None


class _ChoiceRule(QuestionRule):
    """A rule about questions with options that can be graded."""

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look at the options, if there are such."""
        choice = question.cached_view(_choice)
        if choice is not None:
            yield from self.look(question, choice)

    def look(self, question: QuestionFile, choice: _Choice) -> Iterator[Finding]:
        """Yield what is wrong with the options, or with what is said of them."""
        raise NotImplementedError


_EXPLAINING: Final = ("realistic_solution", "common_mistake", "napkin_math")


def _explanations(question: QuestionFile) -> Iterator[tuple[FieldPath, str]]:
    """Yield the texts that are read beside the options."""
    hints, mistakes = question.items(("hints",))[:_MOST], question.items(("mistakes",))[:_MOST]
    paths: tuple[FieldPath, ...] = (
        *(("details", name) for name in _EXPLAINING),
        *(("hints", place) for place in range(len(hints))),
        *(("mistakes", place, "text") for place in range(len(mistakes))),
    )
    yield from ((path, text) for path in paths if (text := question.text(path)))


def _asking(question: QuestionFile) -> list[str]:
    return [text for path in (("scenario",), ("question",)) if (text := question.text(path))]


def _texts_beside(question: QuestionFile) -> list[str]:
    return [*_asking(question), *(text for _, text in _explanations(question))]


_TOLD: Final = frozenset({"option", "expression"})
"""What says which option a mistake leads to, or makes one."""

_CHOICE: Final = """\
details:
  options:
    - The weights
    - 'The activations'
    - The cache
    - The code
  correct_index: 2
"""
_OTHERS: Final = {
    f"questions/cloud/memory/cloud-000{number}.yaml": f"scenario: What fills up first in service {number}?\n"
    "details:\n  options: [The disk, The bus, The cache, The log]\n  correct_index: 2\n"
    for number in range(2, 6)
}


class KeyPosition(BankRule):
    """The right option stands at one place more often than chance would have it.

    Who knows that C is right more often than not need not read the question. Writers, and language models
    more so, like the places in the middle. Every listed set is looked at, and the bank as a whole, both only
    when the whole bank is audited; questions with two options are left out. A place is reported if it is
    right at least ten percentage points more often than chance, and chance would do that less than once in a
    hundred times.

    The fix puts the options into an order that depends on their texts and the question's id alone, so that
    it is always the same one, and adapts `correct_index` and the `option` of mistakes. It leaves alone
    options in the order of their sizes, and questions whose texts or comments name options by their places;
    move those by hand, or change a wrong option.
    """

    code = "QB561"
    name = "key-position"
    severity = Severity.INFO
    fixable = Applicability.SAFE
    bad = (
        Example(
            yaml=_CHOICE,
            others=_OTHERS,
            underlines=("2", "2", "2", "2", "2"),
            fixed="details:\n  options:\n    - 'The activations'\n    - The code\n    - The weights\n"
            "    - The cache\n  correct_index: 3\n",
        ),
    )
    good = (
        Example(yaml=_CHOICE, others=dict(list(_OTHERS.items())[:2])),
        Example(yaml=_CHOICE.replace("index: 2", "index: 0"), others=_OTHERS),
    )

    LEAST_GAIN = 0.1
    MOST_CHANCE = 0.01
    MOST_REPORTED = 200

    def check(self, bank: BankView) -> Iterator[Finding]:
        """Count the places of right options, in every set and in the bank."""
        if not bank.complete:
            return
        reported: set[str] = set()
        for where, group in _groups(bank):
            for place in self._favoured(group):
                # No count: each new question would make it another finding.
                detail = f"{letter(place)}, as it is more often than chance would have it in {where}"
                message = f"details.correct_index: the right option is {detail}"
                for summary in group:
                    if summary.choice is None or summary.choice[1] != place or summary.path in reported:
                        continue
                    question = bank.question(summary)
                    choice = None if question is None else _choice(question)
                    if question is None or choice is None or _by_hash(question, choice) is None:
                        continue
                    if len(reported) == self.MOST_REPORTED:
                        return  # each file is read again; --fix looks again after these
                    reported.add(summary.path)
                    yield self.finding(bank, summary, message, _KEY, fix=_in_order(question, choice))

    def _favoured(self, group: Sequence[Summary]) -> Iterator[int]:
        """Yield the places that are right too often."""
        choices = [summary.choice for summary in group if summary.choice is not None]
        places = max((count for count, _ in choices), default=0)
        for place in range(places):
            right = sum(key == place for _, key in choices)
            expected = sum(1 / count for count, _ in choices if place < count)
            fair = expected / len(choices)
            often = right >= expected + self.LEAST_GAIN * len(choices)
            if often and places * _chance(len(choices), right, fair) < self.MOST_CHANCE:
                yield place


def _groups(bank: BankView) -> Iterator[tuple[str, list[Summary]]]:
    """Yield the multiple-choice questions of every set that lists its questions, then those of the bank."""

    def chosen(summaries: Iterable[Summary]) -> list[Summary]:
        return [
            summary
            for summary in summaries
            if summary.live and summary.choice is not None and 2 < summary.choice[0] <= _MOST
        ]

    known = bank.cached_view(by_id)
    for found in bank.sets:
        ids = dict.fromkeys(reference.partition("@")[0] for _, reference in found.listed)
        yield printable(found.path), chosen(known[id_] for id_ in ids if id_ in known)
    yield "the bank", chosen(bank.summaries)


def _chance(count: int, right: int, fair: float) -> float:
    """Return the chance that a place is right so often or more often, if each time it is with chance `fair`.

    Where the numbers of options differ and `fair` is their mean, the chance is smaller still (W. Hoeffding,
    On the distribution of the number of successes in independent trials, 1956).
    """
    odds = math.log(fair), math.log1p(-fair)
    every = math.lgamma(count + 1)
    return math.fsum(
        math.exp(
            every - math.lgamma(n + 1) - math.lgamma(count - n + 1) + n * odds[0] + (count - n) * odds[1]
        )
        for n in range(right, count + 1)
    )


def _by_hash(question: QuestionFile, choice: _Choice) -> list[int] | None:
    """Return which option comes to which place; None if all are there already."""
    places = range(len(choice.options))
    order = shuffled(places, "order of options", question.id, names=choice.options)
    return None if order == list(places) else order


def _in_order(question: QuestionFile, choice: _Choice) -> Fix | None:
    """Make the fix that orders the options by hash; None if their order means something."""
    order = _by_hash(question, choice)
    texts = _texts_beside(question)
    if (
        order is None
        or refer_to_positions(texts, choice.options)
        or _letters(choice.options)
        or _by_size(choice.options)
    ):
        return None
    edits = reorder_items(question.document, _OPTIONS, order)
    moved = [_moved(question, path, order) for path in (_KEY, *_pointers(question))]
    pointers = [edit for edit in dict.fromkeys(moved) if edit is not None]
    return Fix(Applicability.SAFE, (*edits, *pointers)) if edits and None not in moved else None


def _pointers(question: QuestionFile) -> Iterator[FieldPath]:
    """Yield where mistakes say which option they lead to."""
    for place, mistake in enumerate(question.items(("mistakes",))):
        if isinstance(mistake, dict) and mistake.get("option") is not None:
            yield "mistakes", place, "option"


def _moved(question: QuestionFile, path: FieldPath, order: Sequence[int]) -> Edit | None:
    """Make the edit after which an index points at the same option as before; None if that is not sure."""
    document, index = question.document, question.value(path)
    span = document.span(path)
    start = document.lines.index(span.line, span.column)
    written = str(index)
    remarked = any(comment.line == span.line for comment in document.comments())
    if (
        remarked
        or isinstance(index, bool)
        or index not in order
        or document.text[start : start + len(written)] != written
    ):
        return None
    return Edit(start, start + len(written), str(order.index(index)))


def _by_size(options: Sequence[str]) -> bool:
    """Whether options begin with quantities of one kind, each larger than the one before, or each smaller."""
    first = [mention for text in options for mention in mentions(text[:_BEGINNING])[:1]]
    if len(first) < len(options) or any(mention.start > len("about $") for mention in first):
        return False
    if len({(mention.kind, physical(mention.unit.dimension)) for mention in first}) > 1:
        return False
    pairs = list(pairwise([mention.high for mention in first]))
    return all(one < other for one, other in pairs) or all(one > other for one, other in pairs)


class LongestIsRight(_ChoiceRule):
    """The right option is much longer than all others.

    Right options grow, for they must be exact, and test-takers know it: the longest option is the best guess.
    Reported is a right option that is half as long again as the longest wrong one, and by 40 characters or
    more. Move reasons into the solution, or give the wrong options reasons too.
    """

    code = "QB562"
    name = "longest-is-right"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="details:\n  options:\n    - The weights\n"
            "    - The cache, which grows by 128 KiB with every token of every conversation\n"
            "    - The activations\n  correct_index: 1\n",
            underlines="The cache, which grows by 128 KiB with every token of every conversation",
        ),
    )
    good = (
        Example(
            yaml="details:\n  options: [Compute-bound, It is bound by memory, Both]\n  correct_index: 1\n"
        ),
        Example(
            yaml="details:\n  options:\n    - The weights, which take 140 GB in FP16\n    - The cache, which "
            "grows by 128 KiB with every token\n    - The activations\n  correct_index: 1\n"
        ),
    )

    FACTOR = 1.5
    LEAST = 40

    def look(self, question: QuestionFile, choice: _Choice) -> Iterator[Finding]:
        """Compare the lengths."""
        wrong = [len(" ".join(option.split())) for option in choice.options]
        right = wrong.pop(choice.key)
        longest = max(wrong)
        if right >= max(self.FACTOR * longest, longest + self.LEAST):
            lengths = f"{right} characters and the longest wrong one {longest}"
            detail = f"the right option has {lengths}; readers guess the longest"
            yield self.at_field(question, (*_OPTIONS, choice.key), detail)


class AllOfTheAbove(QuestionRule):
    """An option speaks of the other options, such as "all of the above".

    Who finds two options right needs no third to choose "all of the above", and who finds one wrong can rule
    it out; "none of the above" does not show that anybody knows what is right. And where a platform mixes the
    options, nothing is above. Write an option that says something itself.
    """

    code = "QB563"
    name = "all-of-the-above"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="details:\n  options: [1 GiB, 2 GiB, None of the above]\n  correct_index: 1\n",
            underlines="None of the above",
        ),
        Example(
            yaml="details:\n  options: [The weights, The cache, Both A and B.]\n  correct_index: 2\n",
            underlines="Both A and B.",
        ),
    )
    good = (
        Example(
            yaml="details:\n  options: [All of the weights, None of them, Both caches]\n  correct_index: 0\n"
        ),
    )

    _LETTERS = r"\(?[A-H]\)?(?:(?:, | ?& ?|,? and |,? or |,? nor )\(?[A-H]\)?)+"
    _OTHERS = lazy_re.compile(
        r"\s*(?:(?i:all|none|both|any|neither|either) of (?:the |these |those )?"
        r"(?:above|other (?:options|answers|choices)|others|options|answers|choices)\b"
        r"|(?i:all|none|both|neither) of (?:these|those)\W*\Z"
        rf"|(?i:both |neither |either |only |options? |answers? )?{_LETTERS}(?: only)?"
        r"(?: are (?:right|correct|true))?\W*\Z)"
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look at the beginning of every option."""
        for place, option in enumerate(question.items(_OPTIONS)[:_MOST]):
            if isinstance(option, str) and self._OTHERS.match(option):
                detail = "speaks of the other options; say what is meant itself"
                yield self.at_field(question, (*_OPTIONS, place), detail)


class OptionNamedByLetter(_ChoiceRule):
    """An explanation names an option by its letter.

    Platforms mix options, versions of a paper have them in other orders, and in the file they have no
    letters at all. After that "option B is wrong" explains the wrong option. Say what the option says. Where
    the question itself calls something by a letter, as Option A or plan B, that is meant, and nothing is
    reported.
    """

    code = "QB564"
    name = "option-named-by-letter"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="details:\n  options: [1 GiB, 2 GiB]\n  correct_index: 0\n"
            "  realistic_solution: Keys and values take 1 GiB; option B counts them twice.\n",
            underlines="option B",
        ),
        Example(
            yaml="details:\n  options: [1 GiB, 2 GiB]\n  correct_index: 0\n"
            "  realistic_solution: The answer is A. Keys and values are counted once.\n",
            underlines="answer is A",
        ),
    )
    good = (
        Example(
            yaml="question: Is Option A or Option B cheaper?\ndetails:\n  options: [The first, The second]\n"
            "  correct_index: 0\n  realistic_solution: Option A, for it needs half the memory.\n"
        ),
        Example(yaml="details:\n  realistic_solution: Option B needs half the memory.\n"),
        Example(
            yaml="details:\n  options: [1 GiB, 2 GiB]\n  correct_index: 0\n"
            "  realistic_solution: A cache takes 1 GiB, so plan B is wrong.\n"
        ),
    )

    def look(self, question: QuestionFile, choice: _Choice) -> Iterator[Finding]:
        """Look for letters in the texts that explain."""
        if letters_are_names((*_asking(question), *choice.options)):
            return
        for path, text in _explanations(question):
            match = named_by_letter(text)
            if match is not None:
                elsewhere = "which is another one where options are mixed; say what it says"
                detail = f"{quote(match[0])} names an option by its place, {elsewhere}"
                yield self.at_field(question, path, detail, part=match.span())


_LETTER: Final = lazy_re.compile(
    r"\s*(?:\((?P<inner>[A-Ta-t]|1?\d|20)\)|(?P<outer>[A-Ta-t]|1?\d|20)[.):])\s+(?=\S)"
)


def _letters(options: Sequence[str]) -> list[int] | None:
    """Return where each option begins behind a letter or number of its own; None if they have none."""
    ends = []
    for place, option in enumerate(options):
        match = _LETTER.match(option)
        mark = "" if match is None else (match["inner"] or match["outer"]).upper()
        if match is None or mark not in {letter(place), str(place + 1)}:
            return None
        ends.append(match.end())
    return ends


class LetteredOptions(_ChoiceRule):
    """The options carry letters of their own.

    Every format puts letters or boxes before options, so that readers see `B. B) 2 GiB`, and where options
    are mixed `C. B) 2 GiB`. The fix takes the letters out. It is unsafe where a text names options by their
    letters.
    """

    code = "QB565"
    name = "lettered-options"
    severity = Severity.WARNING
    fixable = Applicability.UNSAFE
    bad = (
        Example(
            yaml="details:\n  options:\n    - A) 1 GiB\n    - 'B) 2 GiB'  # twice\n  correct_index: 0\n",
            underlines="A) ",
            fixed="details:\n  options:\n    - 1 GiB\n    - '2 GiB'  # twice\n  correct_index: 0\n",
        ),
        Example(
            yaml="details:\n  options: ['1. The cache', '2. The weights']\n  correct_index: 0\n"
            "  realistic_solution: Option B counts the weights.\n",
            underlines="1. ",
            fixed="details:\n  options: ['The cache', 'The weights']\n  correct_index: 0\n"
            "  realistic_solution: Option B counts the weights.\n",
        ),
    )
    good = (Example(yaml="details:\n  options: [A100, B200, 1.5 GiB]\n  correct_index: 0\n"),)

    def look(self, question: QuestionFile, choice: _Choice) -> Iterator[Finding]:
        """Look whether every option begins with the letter of its place."""
        ends = _letters(choice.options)
        if ends is not None:
            message = "details.options: the options carry their own letters, and every format adds some"
            unsafe = refer_to_positions(_texts_beside(question), choice.options)
            fix = replace_all(
                question,
                [((*_OPTIONS, place), (0, end), "") for place, end in enumerate(ends)],
                Applicability.UNSAFE if unsafe else Applicability.SAFE,
            )
            yield self.finding(question, message, (*_OPTIONS, 0), part=(0, ends[0]), fix=fix)


class MistakeWithoutOption(_ChoiceRule):
    """The mistakes of a multiple-choice question do not say which options they lead to.

    There are as many of them as wrong options, so that each seems to belong to one. With `option` its text is
    shown to whoever chose that option, on every platform; without it nobody sees it. There is no fix, as an
    order of the list is no promise: read each mistake and add the place of its option, counted from 0.
    """

    code = "QB566"
    name = "mistake-without-option"
    severity = Severity.INFO
    bad = (
        Example(
            yaml="details:\n  options: [7 GB, 14 GB, 28 GB]\n  correct_index: 1\n"
            "mistakes:\n- text: Counts one byte per value.\n- text: Counts four bytes per value.\n",
            underlines="mistakes",
        ),
    )
    good = (
        Example(
            yaml="details:\n  options: [7 GB, 14 GB, 28 GB]\n  correct_index: 1\n"
            "mistakes:\n- {text: Counts one byte per value., option: 0}\n"
            "- {text: Counts four bytes per value., option: 2}\n"
        ),
        Example(
            yaml="details:\n  options: [7 GB, 14 GB, 28 GB]\n  correct_index: 1\n"
            "mistakes:\n- text: Counts bits for bytes.\n"
        ),
    )

    def look(self, question: QuestionFile, choice: _Choice) -> Iterator[Finding]:
        """Count mistakes and wrong options."""
        mistakes = question.items(("mistakes",))
        if len(mistakes) != len(choice.options) - 1:
            return
        if not all(isinstance(mistake, dict) and _TOLD.isdisjoint(mistake) for mistake in mistakes):
            return
        detail = "none says which option it leads to; add 'option', counted from 0, to each"
        yield self.at_field(question, ("mistakes",), detail, key=True)
