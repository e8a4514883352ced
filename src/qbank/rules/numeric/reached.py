"""QB223: whether the calculations and the solution of a question come to the answer that it is graded by."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from msgspec import Struct

from qbank.facts.pieces import Mention, Piece
from qbank.problems import format_path
from qbank.rules.core.base import Example, QuestionRule
from qbank.rules.core.default_variant import answer_keys, filled_text
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.ledger import ledger_of, related_to
from qbank.rules.core.question_file import QuestionFile
from qbank.sets.answers.amounts import AmountError
from qbank.sets.answers.numeric_key import NumericKey, key_of
from qbank.units import physical
from qbank.units.unit import as_float
from qbank.yamlio.document import FieldPath

_WORKED: Final[tuple[FieldPath, ...]] = (("details", "napkin_math"), ("details", "realistic_solution"))
_OF_PARTS: Final = ("napkin_math", "answer")
_OPTIONS: Final[FieldPath] = ("details", "options")
_CORRECT: Final[FieldPath] = ("details", "correct_index")
_UNWRITTEN: Final = "TODO"
_ROUNDED: Final = 1e-9


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
    the calculations, as it is or within its interval, in whatever unit. Where it stands in neither, everybody
    who reckons rightly is told to be wrong. Questions without a calculation are left alone, texts that are
    still to be written too, and right options if no other one is what the calculations come to.
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
                part = path[:-1]
                fields = (*_WORKED, *((*part, name) for name in _OF_PARTS)) if part else _WORKED
                yield from self._missed(question, (*path, "value"), _Interval(key), fields)
        options = question.items(_OPTIONS)
        right = question.value(_CORRECT)
        if right.__class__ is int and 0 <= right < len(options):
            wrong = [_amount(question, index) for index in range(len(options))]
            amount = wrong.pop(right)
            if amount is not None:
                yield from self._missed(question, (*_OPTIONS, right), amount, _WORKED, wrong)

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
        last = next((fact for fact in reversed(results) if right.measures(fact.mention)), None)
        come = "measure something else" if last is None else f"come to {last.text}"
        detail = f"{right.key.answer_text} stands nowhere in the solution and the calculations, which {come}"
        related = () if last is None else (related_to(question, last),)
        yield self.finding(question, f"{format_path(path)}: {detail}", path, related=related)


def _amount(question: QuestionFile, index: int) -> _Interval | None:
    """Return the interval of an option that is an amount."""
    shown = filled_text(question, (*_OPTIONS, index))
    try:
        return _Interval(key_of(shown.text)) if shown is not None else None
    except AmountError:
        return None
