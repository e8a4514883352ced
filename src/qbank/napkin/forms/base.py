"""What every form of claim is: a way to state a value, with examples that are its tests."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from qbank.napkin.context import VerificationContext
from qbank.napkin.forms.sides import Side, leading_expression, trailing_expression
from qbank.napkin.parsing.spans import Clause
from qbank.napkin.tree import Node
from qbank.napkin.verdicts import Verdict


class Example(Struct, frozen=True):
    """A line in which a form finds a claim, or `claim` None if it must not find any.

    Attributes:
        text: what somebody wrote.
        verdict: of the claim.
        expression: the left side as it must be understood; None leaves it open.
    """

    text: str
    verdict: Verdict | None = Verdict.OK
    expression: str | None = None


class Form:
    """A form of claim; the docstring explains it to authors.

    Attributes:
        name: what the claims are marked with.
        examples: lines it reads, and lines it must leave alone.
    """

    name: ClassVar[str]
    examples: ClassVar[tuple[Example, ...]]


class Statement(Struct, frozen=True):
    """A relation with what stands on its two sides.

    Attributes:
        relation: its sign.
        left, right: the sides; the left one is None where nothing can be read.
        start, at, end: the tokens at which the left stretch begins, the relation stands, the right one ends.
    """

    relation: str
    left: Side | None
    right: Node
    start: int
    at: int
    end: int


class ClauseForm(Form):
    """A form that stands around a relation in one clause.

    Attributes:
        relations: those that it stands around.
    """

    relations: ClassVar[frozenset[str]]

    def read(self, context: VerificationContext, clause: Clause) -> None:
        """Add the claims of the relations in `clause`."""
        for place, at in enumerate(clause.relations):
            relation = context.parser.texts[at]
            if relation in self.relations:
                before, behind = clause.sides(place)
                right = leading_expression(context, *behind, beside=before)
                if right is not None:
                    left = trailing_expression(context, *before)
                    self.add(context, Statement(relation, left, right, before[0], at, behind[1]))

    def add(self, context: VerificationContext, statement: Statement) -> None:
        """Add the claim that a statement is, if it is one."""
        raise NotImplementedError


class TextForm(Form):
    """A form that needs the whole text, and what the other forms found in it.

    Attributes:
        cues: words without one of which no text holds it; none means that any may.
    """

    cues: ClassVar[frozenset[str]] = frozenset()

    def read(self, context: VerificationContext) -> None:
        """Add the claims of a text."""
        raise NotImplementedError
