"""QB223: whether the calculations and the solution of a question come to the answer that it is graded by."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from qbank import lazy_re
from qbank.facts.fact import Fact
from qbank.facts.headline import Headline, headlines_of, is_supported, opening, supports
from qbank.facts.pieces import Mention, Piece
from qbank.problems import format_path, quote
from qbank.rules.core.base import Example, QuestionRule
from qbank.rules.core.default_variant import answer_keys, filled_text, shown_text
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.ledger import ledger_of, related_to
from qbank.rules.core.question_file import QuestionFile
from qbank.sets.answers.amounts import AmountError
from qbank.sets.answers.numeric_key import NumericKey, key_of
from qbank.units import physical
from qbank.units.unit import as_float
from qbank.yamlio.document import FieldPath

_SOLUTION: Final[FieldPath] = ("details", "realistic_solution")
_WORKED: Final[tuple[FieldPath, ...]] = (("details", "napkin_math"), _SOLUTION)
_OF_PARTS: Final = ("napkin_math", "answer")
_OPTIONS: Final[FieldPath] = ("details", "options")
_CORRECT: Final[FieldPath] = ("details", "correct_index")
_UNWRITTEN: Final = "TODO"
_ROUNDED: Final = 1e-9
_COARSE: Final = 0.1
_STEM: Final = 4
_MOST_UNSHARED: Final = 0.6
_BOLD: Final = lazy_re.compile(r"(?:[Tt]he |[Aa]n? )?\*\*([^*\n]+)\*\*")
_BEHIND_HEAD: Final = lazy_re.compile(r"[:;.,](?![0-9])|\n")
_WORD: Final = lazy_re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")
_EMPTY: Final = frozenset(
    ("the", "a", "an", "of", "in", "by", "on", "with", "is", "are", "and", "or", "it", "about")
)


class _Interval(Struct, frozen=True):
    """What counts as right, by size: in base units, and as numbers of the unit that is asked for."""

    key: NumericKey

    def is_reached(self, piece: Piece) -> bool:
        """Whether a number of a text is right, with its unit or without."""
        low, high = sorted((abs(as_float(self.key.low)), abs(as_float(self.key.high))))
        mention = piece.mention
        if mention is None:
            told = piece.meaning.number or piece.meaning.share
            return told is not None and low <= told <= high
        step = mention.step / 2
        scale = as_float(self.key.measure.scale)
        if self.measures(mention):
            is_in = mention.low - step <= high * scale * (1 + _ROUNDED)
            if is_in and mention.high + step >= low * scale * (1 - _ROUNDED):
                return True
        is_number = mention.is_bare or not self.key.unit  # of `45.3%`, where 45.3 is asked for
        step /= mention.scale
        return is_number and low - step <= mention.number <= high + step

    def measures(self, mention: Mention) -> bool:
        """Whether a value measures what is asked for."""
        return physical(mention.unit.dimension) == physical(self.key.measure.dimension)


class AnswerNotReached(QuestionRule):
    """The answer that is graded by is not what the calculations and the solution come to.

    The value of a numeric answer, or the right option if it is an amount, has to stand in the solution or in
    the calculations, as it is or within its interval, in whatever unit, and where the solution opens with an
    answer, or has it in bold, that has to be the same. Otherwise everybody who reckons rightly is told to be
    wrong. An option is also held against the words in bold that the solution opens with. Questions without a
    calculation are left alone, texts that are still to be written too, and right options if no other one is
    what the calculations come to, or what the solution opens with.
    """

    code = "QB223"
    name = "answer-not-reached"
    severity = Severity.WARNING
    takes_long = True
    bad = (
        Example(
            yaml=(
                "answer:\n  value: 28 GB\ndetails:\n"
                "  realistic_solution: The weights of the model take 14 GB, as each has two bytes.\n"
                "  napkin_math: |\n    - Weights: 7e9 params * 2 bytes = 14 GB\n"
            ),
            underlines="28 GB",
        ),
        Example(
            yaml=(
                "details:\n  options: [7 GB, 14 GB, 28 GB]\n  correct_index: 2\n"
                "  realistic_solution: The weights of the model take as much, as each has two bytes.\n"
                "  napkin_math: |\n    - Weights: 7e9 params * 2 bytes = 14 GB\n"
            ),
            underlines="28 GB",
        ),
        Example(
            yaml=(
                "parts:\n  - prompt: How long does it take?\n    answer: {value: 4.9 W}\n"
                "    napkin_math: |\n      - Time: 12 GB / 3 GB/s = 4 s\n"
            ),
            underlines="4.9 W",
        ),
        Example(
            yaml=(
                "answer:\n  value: 0.5 s\ndetails:\n"
                "  realistic_solution: About **1.7 s**, since the copy of 0.5 s is not hidden.\n"
                "  napkin_math: |\n    - Copy: 8 GB / 16 GB/s = 0.5 s\n    - Step: 1.2 s + 0.5 s = 1.7 s\n"
            ),
            underlines="0.5 s",
        ),
        Example(
            yaml=(
                "details:\n  options: [Owning, Renting, Both are equal]\n  correct_index: 1\n"
                "  realistic_solution: '**Owning, by about $26,000 a year.** The rent is $90,000.'\n"
                "  napkin_math: |\n    - Saved: $90,000 - $64,000 = $26,000\n"
            ),
            underlines="Renting",
        ),
    )
    good = (
        Example(
            yaml=(
                "answer:\n  value: 14000 MB\ndetails:\n"
                "  napkin_math: |\n    - Weights: 7e9 params * 2 bytes = 14 GB\n"
            ),
        ),
        Example(
            yaml=(
                "answer:\n  value: 3\ndetails:\n"
                "  realistic_solution: The fleet needs three servers, since two are not enough for it.\n"
                "  napkin_math: |\n    - Servers: 240 / 100 = 2.4\n"
            ),
        ),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look for the answers among the numbers of solution and calculations."""
        for path, key in question.cached_view(answer_keys):
            if isinstance(key, NumericKey):
                part, at = path[:-1], (*path, "value")
                fields = (*_WORKED, *((*part, name) for name in _OF_PARTS)) if part else _WORKED
                missed = [*self._missed(question, at, _Interval(key), fields)]
                yield from missed if missed or part else self._told_otherwise(question, at, _Interval(key))
        options = question.items(_OPTIONS)
        right = question.value(_CORRECT)
        if right.__class__ is int and 0 <= right < len(options):
            wrong = [_amount(question, index) for index in range(len(options))]
            amount = wrong.pop(right)
            at = (*_OPTIONS, right)
            missed = [] if amount is None else [*self._missed(question, at, amount, _WORKED, wrong)]
            yield from missed or self._other_chosen(question, right, len(options))

    def _told_otherwise(self, question: QuestionFile, path: FieldPath, right: _Interval) -> Iterator[Finding]:
        """Report a numeric answer if the solution opens with another one."""
        headline, told = question.cached_view(_opening)
        if headline is None or not (headline.opens or headline.bold):
            return
        if any(right.is_reached(piece) for piece in _as_fine(told, headline.fact)):
            return
        detail = f"{right.key.answer_text}, but the solution opens with {headline.fact.text}"
        related = (related_to(question, headline.fact),)
        yield self.finding(question, f"{format_path(path)}: {detail}", path, related=related)

    def _other_chosen(self, question: QuestionFile, right: int, count: int) -> Iterator[Finding]:
        """Report the right option if the solution opens with what one of the others says."""
        path = (*_OPTIONS, right)
        headline, told = question.cached_view(_opening)
        heads = [_head(question, index) for index in range(count)]
        amounts = [_interval(head) for head in heads]
        amount = amounts[right]
        if amount is None:
            meant = _named(heads, right, _bold_words(shown_text(question, _SOLUTION)))
        elif headline is None or any(amount.is_reached(piece) for piece in told):
            return
        else:
            piece = ledger_of(question).pieces[_SOLUTION][headline.fact.at]
            meant = next((at for at, one in enumerate(amounts) if one and one.is_reached(piece)), None)
        if meant is not None:
            detail = f"the solution opens with what options[{meant}] says, {quote(heads[meant])}"
            yield self.finding(question, f"{format_path(path)}: {detail}", path)

    def _missed(
        self,
        question: QuestionFile,
        path: FieldPath,
        right: _Interval,
        fields: Collection[FieldPath],
        wrong: Sequence[_Interval | None] | None = None,
    ) -> Iterator[Finding]:
        """Report an answer that no text of some fields has; one of options if a wrong one is computed."""
        if any(_UNWRITTEN in (question.text(field) or "") for field in fields):
            return
        ledger = ledger_of(question)
        results = [fact for _, fact in ledger.worked_out() if fact.path in fields]
        if wrong is not None:
            amounts = [one for one in wrong if one is not None]
            results = [
                fact
                for fact in results
                if any(one.is_reached(ledger.pieces[fact.path][fact.at]) for one in amounts)
            ]
        told = [piece for field in fields for _, piece in ledger.numbered.get(field, ())]
        if not results or any(right.is_reached(piece) for piece in told):
            return
        measured = [fact for fact in results if right.measures(fact.mention)]
        computed = [
            fact for fact in measured if fact.path != _SOLUTION
        ]  # `380 s, a little more than 6 minutes`
        last = next(reversed(computed or measured), None)
        come = "measure something else" if last is None else f"come to {last.text}"
        detail = f"{right.key.answer_text} stands nowhere in the solution and the calculations, which {come}"
        related = () if last is None else (related_to(question, last),)
        yield self.finding(question, f"{format_path(path)}: {detail}", path, related=related)


def _amount(question: QuestionFile, index: int) -> _Interval | None:
    """Return the interval of an option that is an amount."""
    shown = filled_text(question, (*_OPTIONS, index))
    return None if shown is None else _interval(shown.text)


def _interval(text: str) -> _Interval | None:
    try:
        return _Interval(key_of(text))
    except AmountError:
        return None


def _opening(question: QuestionFile) -> tuple[Headline | None, list[Piece]]:
    """Return the answer that the solution opens with, and all numbers of its first sentence or in bold.

    An answer that the calculations do not come to is none: of that, another rule speaks.
    """
    ledger, text = ledger_of(question), shown_text(question, _SOLUTION)
    for headline in headlines_of(ledger, _SOLUTION, text)[:1]:
        if is_supported(ledger, headline, supports(ledger, _SOLUTION)):
            return headline, opening(ledger, _SOLUTION, text)
    return None, []


def _as_fine(told: Iterable[Piece], headline: Fact) -> Iterator[Piece]:
    """Yield numbers, of those that measure what the headline does only such as are told as finely.

    `380 s, a little more than 6 minutes`: the minutes are no answer that anything counts by.
    """
    for piece in told:
        mention = piece.mention
        is_other = mention is None or mention.kind is not headline.kind or piece.start == headline.start
        if mention is None or is_other or mention.step <= _COARSE * mention.high:
            yield piece


def _head(question: QuestionFile, index: int) -> str:
    """Return what an option says first: `12.5%` of `12.5%, since a ninth wave begins`."""
    text = shown_text(question, (*_OPTIONS, index))
    return _BEHIND_HEAD.split(text, maxsplit=1)[0].removeprefix("~").strip()


def _bold_words(text: str) -> frozenset[str]:
    """Return the words of the bold beginning of a text, up to its first comma or stop."""
    bold = _BOLD.match(text)
    return frozenset() if bold is None else _words(_BEHIND_HEAD.split(bold[1], maxsplit=1)[0])


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower())) - _EMPTY


def _named(heads: Sequence[str], right: int, words: frozenset[str]) -> int | None:
    """Return the option that words name, if the right one has none of those that tell the two apart."""
    options = [_words(head) for head in heads]
    telling = [word for word in words if not _has(options[right], word)]
    if not telling:
        return None
    for at, option in enumerate(options):
        own = [word for word in options[right] if not _has(option, word)]
        shared = sum(_has(option, word) for word in telling)
        if shared > _MOST_UNSHARED * len(telling) and not any(_has(words, word) for word in own):
            return at
    return None


def _has(words: Iterable[str], word: str) -> bool:
    """Whether words have one, or one that begins alike, as `shrinking` and `shrink` do."""
    if any(map(str.isdigit, word)):
        return word in words
    return any(one[:_STEM] == word[:_STEM] and not any(map(str.isdigit, one)) for one in words)
