"""Whether a drawn variant can be used: its math, its answer and its options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from qbank import lazy_re
from qbank.napkin.verdicts import Verdict
from qbank.napkin.verifier import verify
from qbank.problems import Path, quote
from qbank.sets.answers.amounts import AmountError, read_amount
from qbank.sets.answers.numeric_key import NumericKey, number_in
from qbank.sets.fault import Fault
from qbank.sets.variants.variant import Variant
from qbank.units import physical

_DIGIT = lazy_re.compile("[0-9]")


class Checked(Struct, frozen=True):
    """The claims of a variant that are ok and that could not be checked, and its faults."""

    ok: int
    unchecked: int
    faults: tuple[Fault, ...]


def check(variant: Variant) -> Checked:
    """Verify the napkin math of a variant, and look whether it can be graded."""
    ok, unchecked, wrong = _claims(variant)
    return Checked(ok, unchecked, (*wrong, *_answers(variant), *_options(variant)))


def clashes(options: Sequence[str], right: object, key: NumericKey | None) -> Iterator[tuple[int, str]]:
    """Yield the options that say the same as one above, or count as right and are not the right one.

    Texts are compared without case and blanks, amounts by their value.

    Args:
        options: the options.
        right: the index of the right one.
        key: the key of the answer, if it has a numeric one.
    """
    first: dict[object, int] = {}
    meanings = [_meaning(option) for option in options]
    right_meaning = meanings[right] if isinstance(right, int) and 0 <= right < len(meanings) else None
    for index, (option, meaning) in enumerate(zip(options, meanings, strict=True)):
        earlier = first.setdefault(meaning, index)
        if earlier != index:
            yield index, f"says the same as options[{earlier}]"
        elif key is not None and meaning != right_meaning:
            number = number_in(option, key)
            if number is not None and key.holds(number):
                interval = f"{key.low_text} to {key.high_text} {key.unit}".rstrip()
                yield index, f"counts as right: the answer is from {interval}"


def _meaning(text: str) -> object:
    """Return what an option says: an amount by its value, any other text without case and blanks."""
    try:
        amount = read_amount(text) if _DIGIT.search(text) else None
    except AmountError:
        amount = None
    if amount is None:
        return " ".join(text.split()).casefold()
    measured = physical(amount.unit.dimension)
    return measured, amount.quantity.value, "" if measured else amount.label.casefold()


def _claims(variant: Variant) -> tuple[int, int, list[Fault]]:
    """Verify the napkin math and the solution; a wrong value in another text may be meant."""
    question = variant.question
    asked = (question.scenario, question.question or "")
    around = (*asked, question.details.napkin_math or "")
    texts: list[tuple[Path, str | None, tuple[str, ...]]] = [
        (("details", "napkin_math"), question.details.napkin_math, asked),
        (("details", "realistic_solution"), question.details.realistic_solution, around),
    ]
    texts += [
        (("parts", index, "napkin_math"), part.napkin_math, around)
        for index, part in enumerate(question.parts or ())
    ]
    ok = unchecked = 0
    faults = []
    for path, text, context in texts:
        for claim in verify(text, context=context, derived=False) if text else ():
            if claim.verdict is Verdict.OK:
                ok += 1
            elif claim.verdict is Verdict.UNCHECKED:
                unchecked += 1
            else:
                message = f"{quote(' '.join(claim.text.split()))} is {claim.verdict.value}"
                faults.append(Fault(path, message, grave=claim.verdict is Verdict.WRONG))
    return ok, unchecked, faults


def _answers(variant: Variant) -> Iterator[Fault]:
    """Look whether what the answers show counts as right."""
    question = variant.question
    answers: list[tuple[Path, object, NumericKey | None]] = []
    if question.answer is not None:
        answers.append((("answer", "value"), question.answer.value, variant.key))
    for index, (part, key) in enumerate(zip(question.parts or (), variant.part_keys, strict=True)):
        if part.answer is not None and not isinstance(part.answer, str):
            answers.append((("parts", index, "answer", "value"), part.answer.value, key))
    for path, value, key in answers:
        number = None if key is None else number_in(value, key)
        if key is not None and number is not None and not key.holds(number):
            yield Fault(path, f"is shown as {quote(value)} and does not count as right; show more digits")


def _options(variant: Variant) -> Iterator[Fault]:
    options = [option.text for option in variant.options]
    right = next((index for index, option in enumerate(variant.options) if option.correct), None)
    for index, message in clashes(options, right, variant.key):
        yield Fault(("details", "options", index), f"{quote(options[index])} {message}")
