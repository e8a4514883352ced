"""The model of a file of the lexicon: what words tell of the quantities beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Field, StringConstraints

from qbank.model.fields import Model, Text, choice_of, optional, required, several
from qbank.model.lexicon_words import Kind, Role
from qbank.model.validation.validate import problems_in
from qbank.problems import Problem

Word = Annotated[Text, StringConstraints(max_length=60)]
Name = Annotated[Text, StringConstraints(max_length=40)]
KindField = Annotated[Kind, choice_of("a kind of quantity", Kind)]
RoleField = Annotated[Role, choice_of("a role", Role)]
_MOST: Final = 200


class LexiconEntry(Model):
    """Words that tell the same."""

    words: Annotated[list[Word], Field(min_length=1, max_length=_MOST)] = required(
        "The words and phrases, in any case unless `exact`.", ["weights", "model file"]
    )
    thing: Name | None = optional("What they name, if they are nouns.", "weights")
    sort: Name | None = Field(
        default=None, alias="is", description="The sort of the thing.", examples=["data"]
    )
    place: Name | None = optional("The place where data lies that they name.", "sram")
    exact: bool = Field(default=False, description="Whether the case of their letters counts: `LoRA`.")
    part: Name | None = optional("The part of speech, of words that are no nouns.", "verb")
    roles: dict[KindField, RoleField] = Field(
        default_factory=dict,
        description="What a quantity is that they govern, by the kind of its unit.",
        examples=[{"bytes": "demand"}],
    )
    cues: Annotated[list[Name], Field(max_length=20)] = several("What they say of their clause.", ["limit"])
    relation: Name | None = optional("How they relate two things.", "fits")
    number: int | None = optional("The number that they spell.", 2)
    rank: float | None = optional("Of what share of cases they name the highest, in percent.", 95)
    share: float | None = optional("The share of something that they name, in percent.", 50)
    feature: Name | None = optional("What hardware may have or lack, as the catalog calls it.", "mig")
    classes: Annotated[list[Name], Field(max_length=20)] = several(
        "The classes of things that they name, of which magnitudes are known.", ["phone"]
    )


class LexiconMagnitude(Model):
    """Within what bounds a quantity of some classes of things lies."""

    what: Text = required("The thing and its quantity, in words.", "the power of a phone")
    of: Annotated[list[Name], Field(min_length=1, max_length=20)] = required(
        "The classes; `any` if the unit tells enough.", ["phone"]
    )
    beside: Name | None = Field(
        default=None,
        alias="with",
        description="A class that the question must name as well.",
        examples=["kernel"],
    )
    unless: Annotated[list[Name], Field(max_length=40)] = several(
        "Classes that its sentence must not name: what has other bounds.", ["dram"]
    )
    between: Annotated[list[Name], Field(max_length=2)] = several(
        "Classes that its sentence must name, the ends of a way.", ["europe", "australia"]
    )
    sort: Name | None = Field(
        default=None, alias="is", description="The sort of what has it.", examples=["link"]
    )
    unit: Text = required("The unit of the bounds, as the catalog writes units.", "W")
    roles: list[RoleField] = several("What the quantity is; any if empty.", ["power"])
    over: Literal["kg", "m²", "pixel", "parameter", "MHz"] | None = optional(
        "What else of the thing the bounds are told for one of.", "kg"
    )
    least: float | None = optional("The lower bound.", 0.001)
    most: float | None = optional("The upper bound.", 30)
    source: Text = required("Where the bounds are from.", "GSMArena battery tests")


class LexiconFile(Model):
    """A file of `schema/lexicon/`."""

    entries: Annotated[list[LexiconEntry], Field(max_length=5_000)] = several("What words tell.")
    magnitudes: Annotated[list[LexiconMagnitude], Field(max_length=2_000)] = several(
        "What sizes things can have."
    )


def lexicon_problems(data: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with the data of a file of the lexicon."""
    return problems_in(data, LexiconFile)
