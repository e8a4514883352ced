"""The claims of a question, field by field, and how to speak of them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from qbank.model.limits import MOST_ITEMS
from qbank.napkin.claim import Claim
from qbank.napkin.verifier import verify
from qbank.rules.core.default_variant import filled_text
from qbank.rules.core.question_file import QuestionFile
from qbank.sets.variants.placeholders import Filled
from qbank.yamlio.document import FieldPath

NAPKIN_MATH: FieldPath = ("details", "napkin_math")
_SOLUTION: FieldPath = ("details", "realistic_solution")
_MISTAKE: FieldPath = ("details", "common_mistake")
SCENARIO: FieldPath = ("scenario",)
_QUESTION: FieldPath = ("question",)
_OPTIONS: FieldPath = ("details", "options")
_KEY: FieldPath = ("details", "correct_index")
_PARTS: FieldPath = ("parts",)
_ASKED = (SCENARIO, _QUESTION)
_AROUND = (*_ASKED, NAPKIN_MATH)
"""Every field that others take operands from."""


class FieldClaim(Struct, frozen=True):
    """A claim and the field that it stands in. Nobody changes one; a frozen one takes three times as long.

    Attributes:
        path: the field.
        claim: the claim, with places in the text that it was read in.
        source: that text, with the default values in the places of names.
        deliberate: whether the field says what people get wrong, so that a wrong value may be meant.
    """

    path: FieldPath
    claim: Claim
    source: Filled
    deliberate: bool = False

    def part(self, start: int, end: int) -> tuple[int, int]:
        """Return the part of the field's text that a part of the text read comes from."""
        return self.source.source(start, end)


class _Field(Struct):
    """A text to verify, and where its operands may come from.

    `whole` is whether what is said in words about values is read besides arithmetic.
    """

    path: FieldPath
    context: tuple[FieldPath, ...]
    whole: bool = False
    deliberate: bool = False


def claims_of(question: QuestionFile) -> list[FieldClaim]:
    """Return every claim of the question's verified fields; worked out once a question."""
    return question.cached_view(field_claims)


def field_claims(question: QuestionFile, *, derived: bool = False) -> list[FieldClaim]:
    """Return every claim of the question's verified fields, field by field.

    `derived` adds, in napkin math, values that are said without their calculation; they are never wrong.
    """
    found: list[FieldClaim] = []
    around = {path: filled.text for path in _AROUND if (filled := filled_text(question, path)) is not None}
    for field in _fields(question):
        source = filled_text(question, field.path)
        if source is not None and source.text:
            context = [around[path] for path in field.context if path in around]
            claims = verify(
                source.text,
                tolerances=question.settings.tolerances,
                context=context,
                derived=derived and field.whole,
            )
            found += (FieldClaim(field.path, claim, source, field.deliberate) for claim in claims)
    return found


def _fields(question: QuestionFile) -> Iterator[_Field]:
    """Yield the fields to verify: napkin math always, the others that the settings name."""
    chosen = question.settings.verify
    yield _Field(NAPKIN_MATH, _ASKED, whole=True)
    for place, _ in enumerate(question.items(_PARTS)[:MOST_ITEMS]):
        yield _Field((*_PARTS, place, "napkin_math"), _AROUND, whole=True)
    if "realistic_solution" in chosen:
        yield _Field(_SOLUTION, _AROUND)
    if "common_mistake" in chosen:
        yield _Field(_MISTAKE, _AROUND, deliberate=True)
    if "scenario" in chosen:
        yield _Field(SCENARIO, (_QUESTION,))
    if "options" in chosen:
        key = question.value(_KEY)
        for place, _ in enumerate(question.items(_OPTIONS)[:MOST_ITEMS]):
            yield _Field((*_OPTIONS, place), _AROUND, deliberate=place != key)
