"""A question of a bank ready to be shown: valid, its numbers drawn, and looked over with these numbers."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ValidationError

from qbank.model.validation.cross_fields import question_conflicts
from qbank.model.validation.validate import question_problems
from qbank.problems import Path, format_path, quote
from qbank.sets.bank_questions import BankQuestion
from qbank.sets.files import SetError, fault_at, file_error, refuse_invalid
from qbank.sets.variants.checking import check
from qbank.sets.variants.make import make_variant
from qbank.sets.variants.parameters import VariantError, has_parameters
from qbank.sets.variants.variant import Variant


def checked_variant(question: BankQuestion, seed: str | None = None) -> Variant:
    """Return a question ready to be shown, its numbers drawn by `seed`.

    What has been drawn is checked: nobody has seen it with these numbers.

    Raises:
        SetError: the question is not valid, or is wrong with these numbers.
    """
    try:
        # Without parameters, making the question is the validation; only what fails is looked at again.
        if has_parameters(question.data) or next(question_conflicts(question.data), None) is not None:
            refuse_invalid(question.path, question_problems(question.data))
        variant = make_variant(question.data, question.path, seed)
    except ValidationError:
        refuse_invalid(question.path, question_problems(question.data))
        raise
    except VariantError as error:
        raise _unusable(question, seed, [(error.path, str(error))]) from None
    if variant.seed is not None:  # the default instance is what authors see and audit
        grave = [(fault.path, fault.message) for fault in check(variant).faults if fault.grave]
        if grave:
            raise _unusable(question, seed, grave)
    return variant


def _unusable(question: BankQuestion, seed: str | None, faults: Sequence[tuple[Path, str]]) -> SetError:
    drawn = "" if seed is None else f" (seed {quote(seed)})"
    lines = [fault_at(path, f"{format_path(path)}: {message}{drawn}") for path, message in faults]
    return file_error(question.path, lines)
