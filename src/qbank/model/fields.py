"""The types of fields which the models of questions and sets share."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Annotated, Any, Final, TypeAlias, TypeVar, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainValidator,
    StringConstraints,
    TypeAdapter,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from qbank.model.meanings import meaning_of, meaning_of_topic
from qbank.model.taxonomy import (
    TOPICS,
    Answers,
    Area,
    Balance,
    Bloom,
    FieldWord,
    Grading,
    Level,
    Phase,
    Provenance,
    QuestionKind,
    ReviewStatus,
    SetKind,
    Shown,
    Status,
    Track,
    VisualKind,
    Zone,
)
from qbank.model.validation.patterns import (
    DATE_PATTERN,
    ID_PATTERN,
    NAME_PATTERN,
    RANGE_PATTERN,
    REFERENCE_PATTERN,
    SCENARIO_PATTERN,
    SOMETHING_PATTERN,
    VERSION_PATTERN,
    is_moment,
)
from qbank.model.validation.unsafe_text import find_unsafe
from qbank.model.validation.url import fault_of_url
from qbank.problems import Path, Problem, ProblemKind, quote

CHOICE_ERROR: Final = "qbank_choice"
PLAIN_ERROR: Final = "qbank_plain"


class Model(BaseModel):
    """What all models have in common: exact types, and unknown fields are kept."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True, allow_inf_nan=False)


def required(description: str, *examples: object) -> Any:
    """Make a field that a file has to hold, as editors and the pages of reference describe it."""
    return Field(description=description, examples=[*examples] or None)


def optional(description: str, *examples: object) -> Any:
    """Make a field that may be left out; it is None then."""
    return Field(default=None, description=description, examples=[*examples] or None)


def several(description: str, *examples: object) -> Any:
    """Make a field of a list that may be left out; it is empty then."""
    return Field(default_factory=list, description=description, examples=[*examples] or None)


def plain_error(
    kind: ProblemKind, fault: str, *, path: Path = (), suggestion: str | None = None
) -> PydanticCustomError:
    """Make an error that says in plain words what is wrong; `path` leads on from the value at hand."""
    context = {"kind": kind, "fault": fault, "path": path, "suggestion": suggestion}
    return PydanticCustomError(PLAIN_ERROR, "{fault}", context)


def refuse(problem: Problem | None) -> None:
    """Raise what is wrong between the fields of a model, if anything is."""
    if problem is not None:
        raise plain_error(problem.kind, problem.message, path=problem.path)


def value_of(fault: str, *kinds: type, fits: Callable[[Any], bool] = lambda _: True) -> PlainValidator:
    """Make the check of a value of one of some kinds; `fault` says behind any other value what it is not.

    Kinds are exact, so that true and false are no numbers, and `fits` may refuse some of their values.
    """

    def check(value: Any) -> Any:
        if type(value) in kinds and fits(value):
            return value
        raise plain_error(ProblemKind.TYPE, f"{quote(value)} {fault}")

    return PlainValidator(check)


def text_like(pattern: re.Pattern[str], fault: str) -> AfterValidator:
    """Make the check of a text that a pattern matches as a whole; `fault` says what another text is not."""

    def check(text: str) -> str:
        if pattern.fullmatch(text) is None:
            raise plain_error(ProblemKind.PATTERN, f"{quote(text)} {fault}")
        return text

    return AfterValidator(check)


@dataclass(frozen=True, slots=True)
class Choice:
    """Marks a field that takes one of a few words, and carries what an error message and an editor need."""

    noun: str
    meanings: tuple[tuple[str, str], ...]

    def __get_pydantic_core_schema__(self, source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        values = [value for value, _ in self.meanings]
        schema: CoreSchema
        if isinstance(source, type) and issubclass(source, StrEnum):
            # Strict mode would ask for the member itself, and files hold its text.
            schema = core_schema.enum_schema(source, list(source), sub_type="str", strict=False)
        else:
            schema = core_schema.literal_schema(values)
        return core_schema.custom_error_schema(
            schema,
            custom_error_type=CHOICE_ERROR,
            custom_error_message="not one of the allowed values",
            custom_error_context={"noun": self.noun, "allowed": values},
        )

    def __get_pydantic_json_schema__(
        self, _schema: CoreSchema, _handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        described: dict[str, Any] = {"type": "string", "enum": [value for value, _ in self.meanings]}
        if all(meaning for _, meaning in self.meanings):
            described["enumDescriptions"] = [meaning for _, meaning in self.meanings]
        return described


def choice_of(noun: str, words: type[FieldWord]) -> Choice:
    """Make the mark of a field that takes one of the words of the taxonomy or the catalog."""
    return Choice(noun, tuple((word.value, meaning_of(word)) for word in words))


TrackField: TypeAlias = Annotated[Track, choice_of("a track", Track)]
LevelField: TypeAlias = Annotated[Level, choice_of("a level", Level)]
LevelsField: TypeAlias = Annotated[
    str,
    Choice(
        "a level or a range of levels",
        (
            *((level.value, meaning_of(level)) for level in Level),
            *((f"{low}-{high}", f"from {low} to {high}") for low, high in combinations(Level, 2)),
        ),
    ),
]
"""One level, or several from one to another such as `L2-L4`."""

ZoneField: TypeAlias = Annotated[Zone, choice_of("a zone", Zone)]
TopicField: TypeAlias = Annotated[
    str, Choice("a topic", tuple((topic, meaning_of_topic(topic)) for topic in TOPICS))
]
AreaField: TypeAlias = Annotated[Area, choice_of("a competency area", Area)]
BloomField: TypeAlias = Annotated[Bloom, choice_of("a Bloom level", Bloom)]
PhaseField: TypeAlias = Annotated[Phase, choice_of("a phase", Phase)]
StatusField: TypeAlias = Annotated[Status, choice_of("a status", Status)]
ProvenanceField: TypeAlias = Annotated[Provenance, choice_of("a provenance", Provenance)]
ReviewStatusField: TypeAlias = Annotated[ReviewStatus, choice_of("a review status", ReviewStatus)]
VisualKindField: TypeAlias = Annotated[VisualKind, choice_of("a kind of figure", VisualKind)]
QuestionKindField: TypeAlias = Annotated[QuestionKind, choice_of("a kind of question", QuestionKind)]
SetKindField: TypeAlias = Annotated[SetKind, choice_of("a kind of set", SetKind)]
AnswersField: TypeAlias = Annotated[Answers, choice_of("a way to show answers", Answers)]
ShownField: TypeAlias = Annotated[Shown, choice_of("something to show of a question", Shown)]
GradingField: TypeAlias = Annotated[Grading, choice_of("a way to count answers", Grading)]
BalanceField: TypeAlias = Annotated[Balance, choice_of("a dimension to balance over", Balance)]

Text: TypeAlias = Annotated[str, StringConstraints(pattern=SOMETHING_PATTERN)]
"""Text that says something; surrounding blanks are kept."""

Trimmed: TypeAlias = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1),
    Field(json_schema_extra={"pattern": SOMETHING_PATTERN}),
]
"""Text that says something, without surrounding blanks."""

Title: TypeAlias = Annotated[Trimmed, StringConstraints(max_length=120)]

Version: TypeAlias = Annotated[str, StringConstraints(pattern=VERSION_PATTERN)]
"""The version of a format."""

Name: TypeAlias = Annotated[str, StringConstraints(pattern=NAME_PATTERN, max_length=40)]
"""The name of a parameter, a derived value or a variable of a formula."""

Identifier: TypeAlias = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=100)]
"""The id of a question."""

Reference: TypeAlias = Annotated[str, StringConstraints(pattern=REFERENCE_PATTERN, max_length=150)]
"""The id of a question, or of one variant of it as `id@seed`."""

Points: TypeAlias = Annotated[float, Field(ge=0)]


def _check_date(text: str) -> str:
    if not is_moment(text):
        raise plain_error(
            ProblemKind.PATTERN, f"{quote(text)} is not a day of the calendar; write it like '2026-04-01'"
        )
    return text


Date: TypeAlias = Annotated[str, StringConstraints(pattern=DATE_PATTERN), AfterValidator(_check_date)]
"""A day, or a moment, as ISO 8601 text."""


def _check_url(url: str) -> str:
    fault = fault_of_url(url)
    if fault is None:
        return url
    secure = f"https://{url[7:]}" if url[:7].lower() == "http://" else None
    if secure is not None and fault_of_url(secure) is not None:
        secure = None
    hint = f"; did you mean {quote(secure)}?" if secure else ""
    raise plain_error(ProblemKind.URL, f"{quote(url)} {fault}{hint}", suggestion=secure)


Url: TypeAlias = Annotated[
    str,
    StringConstraints(max_length=2000),
    AfterValidator(_check_url),
    Field(json_schema_extra={"pattern": "^https://", "format": "uri"}),
]


def _check_plain(text: str) -> str:
    unsafe = find_unsafe(text)
    if unsafe is not None:
        raise plain_error(
            ProblemKind.UNSAFE_TEXT, f"holds {quote(unsafe[0])}; this text is plain, without HTML or scripts"
        )
    return text


Scenario: TypeAlias = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=30),
    AfterValidator(_check_plain),
    Field(json_schema_extra={"pattern": SCENARIO_PATTERN}),
]


def _says_something(value: int | float | str) -> bool:
    return bool(value.strip()) if isinstance(value, str) else abs(value) < math.inf


Amount: TypeAlias = Annotated[
    int | float | str,
    value_of("is neither a number nor text such as '14 GB'", int, float, str, fits=_says_something),
    WithJsonSchema({"type": ["number", "string"], "pattern": SOMETHING_PATTERN}),
]
"""A plain number, or text holding a number with its unit."""


_IS_RANGE: Final = re.compile(RANGE_PATTERN)


def _says_range(value: int | float | str) -> bool:
    if isinstance(value, str):
        return _IS_RANGE.fullmatch(value) is not None
    return 0 <= value < math.inf


def _in_order(value: int | float | str) -> int | float | str:
    low, _, high = value.partition("-") if isinstance(value, str) else ("", "", "")
    if low and high and float(low) > float(high):
        raise plain_error(ProblemKind.RANGE, f"{quote(value)} goes down; the lower end comes first")
    return value


Range: TypeAlias = Annotated[
    int | float | str,
    value_of("is no number and no range such as '2-5', '4-' or '-15'", int, float, str, fits=_says_range),
    AfterValidator(_in_order),
    WithJsonSchema(
        {"anyOf": [{"type": "number", "minimum": 0}, {"type": "string", "pattern": RANGE_PATTERN}]}
    ),
]
"""A number from 0 on, or a range of them as text; either end may be open."""


Cell: TypeAlias = Annotated[
    str | int | float | bool | None,
    value_of("stands where text or a number is expected", str, int, float, bool, type(None)),
    WithJsonSchema({"type": ["string", "number", "boolean", "null"]}),
]
"""What one cell of a table holds."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class _OneOrMany:
    """Lets a list of one item be written as that item."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(_as_list, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        many = handler(schema)
        return {"anyOf": [many["items"], many]}


def _as_list(value: object) -> object:
    return value if isinstance(value, list) else [value]


OneOrMany: TypeAlias = Annotated[list[Item], Field(min_length=1), _OneOrMany()]
"""A list, which may be written as its only item."""


_TEXT: Final = TypeAdapter(Text, config=ConfigDict(strict=True))


@dataclass(frozen=True, slots=True)
class _TextOr:
    """Lets a mapping be written as its most important text.

    A tagged union would do the same, but puts names of branches between the steps of the paths it reports.
    """

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_wrap_validator_function(_text_or_mapping, handler(get_args(source)[0]))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {"anyOf": [_TEXT.json_schema(), handler(schema)]}


def _text_or_mapping(value: object, mapping: ValidatorFunctionWrapHandler) -> object:
    return mapping(value) if isinstance(value, dict | BaseModel) else _TEXT.validate_python(value)


TextOr: TypeAlias = Annotated[Item | str, _TextOr()]
"""Text, or a mapping that says more."""
