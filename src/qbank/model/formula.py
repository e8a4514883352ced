"""The model of a file of formulas: what each computes, from what, when it holds, after which source."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import (
    AfterValidator,
    Field,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)

from qbank import lazy_re
from qbank.model.fields import (
    Amount,
    Model,
    Text,
    optional,
    plain_error,
    required,
    several,
    text_like,
    value_of,
)
from qbank.model.validation.validate import problems_in
from qbank.problems import Problem, ProblemKind, quote

_ID: Final = lazy_re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", re.ASCII)
_VARIABLE: Final = lazy_re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_GREEK: Final = (
    "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi pi rho sigma tau phi chi psi omega "
    "Gamma Delta Theta Lambda Sigma Phi Psi Omega ell"
)
_LATEX: Final = lazy_re.compile(
    rf"(?:[A-Za-z]|\\(?:{'|'.join(_GREEK.split())}))"
    rf"(?:_\{{(?:[A-Za-z0-9,]{{1,12}}|\\(?:{'|'.join(_GREEK.split())}))\}}|_[A-Za-z0-9])?"
    r"(?:\^\{[A-Za-z0-9]{1,4}\}|\^[A-Za-z0-9])?",
    re.ASCII,
)
_JAVASCRIPT_LISTED: Final = (
    "await break case catch class const continue debugger default delete do else enum export extends "
    "false finally for function if implements import in instanceof interface let new null package "
    "private protected public return static super switch this throw true try typeof var void while "
    "with yield Math NaN Infinity arguments eval undefined"
)
_JAVASCRIPT: Final = frozenset(_JAVASCRIPT_LISTED.split())


def check_variable(text: str) -> str:
    """Return a name that a variable may have in formulas, in labs and in JavaScript; else raise."""
    if _VARIABLE.fullmatch(text) is None:
        raise plain_error(
            ProblemKind.PATTERN,
            f"{quote(text)} is no name of a variable: letters, digits and '_', and a letter in front",
        )
    if text in _JAVASCRIPT:
        raise plain_error(ProblemKind.PATTERN, f"'{text}' is a word of JavaScript; choose another name")
    return text


FormulaId: TypeAlias = Annotated[
    str,
    StringConstraints(max_length=60),
    text_like(_ID, "is no id of a formula; it is lower-case words joined by '_', as in 'p2p_time'"),
]
VariableName: TypeAlias = Annotated[str, StringConstraints(max_length=20), AfterValidator(check_variable)]
Latex: TypeAlias = Annotated[
    str,
    StringConstraints(max_length=40),
    text_like(_LATEX, "is no LaTeX of a symbol: a letter, Latin or Greek, with '_{..}' and '^{..}'"),
]
Bound: TypeAlias = Annotated[
    int | float,
    value_of("is not a number that bounds a variable", int, float, fits=lambda value: abs(value) <= 10**30),
    WithJsonSchema({"type": "number"}),
]
Short: TypeAlias = Annotated[Text, StringConstraints(max_length=120)]
Sentence: TypeAlias = Annotated[Text, StringConstraints(max_length=400)]
Language: TypeAlias = Annotated[Text, StringConstraints(max_length=1000)]


class FormulaResult(Model):
    """What a formula computes."""

    symbol: VariableName = required("Its symbol; none of the variables.", "T")
    unit: Short = required("The unit it comes out in; `1` for a pure number.", "second")


class FormulaVariable(Model):
    """What goes into a formula."""

    unit: Short = required("The unit of a plain number; `1` for a pure one.", "byte/second")
    meaning: Short = required("What it stands for.", "one-way bandwidth")
    whole: bool = Field(default=False, description="Whether only whole numbers make sense.")
    signed: bool = Field(default=False, description="Whether it may be negative.")
    min: Bound | None = optional("The least value; 0 when left out.", 1)
    max: Bound | None = optional("The largest value.", 1)
    latex: Latex | None = optional("Its symbol in LaTeX.", "\\alpha")
    called: Annotated[list[Short], Field(max_length=20)] = several(
        "Words for it in texts, by which its value is found.", ["stage", "pipeline stage"]
    )
    left_out: Bound | None = optional(
        "The value with which people do not write it at all, such as a latency of 0.", 0
    )


class FormulaExample(Model):
    """Numbers that go in and what must come out, worked out without qbank."""

    given: dict[VariableName, Amount] = required("A value for every variable, with or without unit.")
    result: Amount = required("What comes out.", "0.0816667 s")
    because: Language = required(
        "The arithmetic that gives the result, in numbers alone.", "7/4 * 14e9 / 300e9"
    )


class FormulaSlip(Model):
    """A known slip: another expression for the formula's, or something else taken for a variable."""

    says: Sentence | None = optional("What is wrong with an expression, for the author of a question.")
    expression: Language | None = optional(
        "The wrong right-hand side, over some of the formula's variables.", "p/(m + p)"
    )
    variable: VariableName | None = optional("The variable that something else is taken for.", "b")
    taken: Literal["both ways", "sparse", "another format", "sister"] | None = optional(
        "What is taken for it: a link's rate of both directions, a peak "
        "that counts skipped zeros, the bytes of another number format, what is called much alike."
    )
    cues: Annotated[list[Short], Field(max_length=40)] = several(
        "Words of which one must stand near the expression; the formula's when left out."
    )
    when: Annotated[list[Short], Field(max_length=40)] = several(
        "Words of which the scenario must say one, and no text deny it, for the formula to hold."
    )
    unless: Annotated[list[Short], Field(max_length=40)] = several(
        "Words near the expression that excuse it."
    )
    unless_told: Annotated[list[Short], Field(max_length=40)] = several(
        "Words with which the scenario says that it is right."
    )
    line: Annotated[list[Short], Field(max_length=40)] = several(
        "Words of which the line of the calculation must say one: those of its label, most often."
    )
    called: Annotated[list[Short], Field(max_length=20)] = several(
        "What texts call a sister that is taken for the variable.", ["query head"]
    )
    instead: Annotated[list[Short], Field(max_length=20)] = several(
        "What they call the right value then.", ["kv head"]
    )

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        given = (self.expression is not None, self.variable is not None, self.taken is not None)
        if given not in {(True, False, False), (False, True, True)}:
            raise plain_error(
                ProblemKind.CONFLICT, "a slip has an 'expression', or a 'variable' with 'taken'"
            )
        if (self.taken == "sister") is not bool(self.called and self.instead):
            raise plain_error(ProblemKind.CONFLICT, "a sister, and nothing else, has 'called' and 'instead'")
        if self.expression is not None and self.says is None:
            raise plain_error(ProblemKind.CONFLICT, "a wrong expression needs 'says', what is wrong with it")
        return self


class Formula(Model):
    """One formula of the library."""

    id: FormulaId = required("A unique name.", "ring_allreduce_time")
    name: Short = required("The name for people.", "Ring all-reduce time")
    area: FormulaId = required("The area it belongs to.", "communication")
    result: FormulaResult = required("What it computes.")
    expression: Language = required(
        "The right-hand side: numbers, variables, + - * / ** and functions.", "2*(n - 1)*a + 2*(n - 1)/n*m/b"
    )
    variables: Annotated[dict[VariableName, FormulaVariable], Field(min_length=1, max_length=16)] = required(
        "What goes in, by symbol."
    )
    assumes: Annotated[list[Sentence], Field(max_length=20)] = several(
        "What has to be so for the formula to be right."
    )
    holds_when: Annotated[list[Language], Field(max_length=20)] = several(
        "Conditions on the variables.", ["l < c*m"]
    )
    source: Sentence = required("Where it was published, or 'definition'.")
    pitfall: Sentence | None = optional("What people get wrong with it.")
    variants: Annotated[list[FormulaId], Field(max_length=20)] = several(
        "Formulas that are easily confused with it."
    )
    cues: Annotated[list[Short], Field(max_length=40)] = several(
        "Words by which texts speak of it: an expression is taken for it where one stands near.",
        ["all-reduce", "allreduce"],
    )
    slips: Annotated[list[FormulaSlip], Field(max_length=20)] = several(
        "What people get wrong with it, to be reported."
    )
    examples: Annotated[list[FormulaExample], Field(min_length=2, max_length=20)] = required(
        "At least two worked examples."
    )


class FormulaFile(Model):
    """A file of `schema/formulas/`."""

    formulas: list[Formula] = required("The formulas.")


def formula_problems(data: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with the data of a file of formulas, expressions and units not looked into."""
    return problems_in(data, FormulaFile)
