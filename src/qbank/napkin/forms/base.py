"""What every form of claim is: a way to state a value, with examples that are its tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from qbank.napkin.context import VerificationContext
from qbank.napkin.parsing.spans import Clause
from qbank.napkin.reasons import Verdict


@dataclass(frozen=True, slots=True)
class Example:
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


class ClauseForm(Form):
    """A form that stands around a relation in one clause."""

    def read(self, context: VerificationContext, clause: Clause) -> None:
        """Add the claims of the relations in `clause`."""
        raise NotImplementedError


class TextForm(Form):
    """A form that needs the whole text, and what the other forms found in it."""

    def read(self, context: VerificationContext) -> None:
        """Add the claims of a text."""
        raise NotImplementedError
