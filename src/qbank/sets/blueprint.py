"""A set against what it is to be: its questions, points and minutes by section, topic and Bloom level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from qbank.grouping import grouped
from qbank.sets.bank_questions import BankQuestion
from qbank.sets.loading import AssembledSet, QuestionGroup
from qbank.sets.measured import mean_difficulty, mean_minutes
from qbank.sets.worth import minutes_of, points_of, scaled

if TYPE_CHECKING:
    from qbank.model.question import Question

DIMENSIONS: Final = ("topic", "bloom", "level", "kind")
"""What a paper is counted by, beside its sections."""


@dataclass(frozen=True, slots=True)
class Share:
    """Some questions of a paper: how many, what they are worth, and how many minutes they take.

    `unknown` is how many of them do not say how long they take. `measured` is how many were in an exam;
    `mean` is the share of the points that is expected of a class, over these, and `expected_minutes` how long
    the questions are expected to take, as measured where that is known, and else as stated.
    """

    name: str
    questions: int
    points: float
    minutes: float
    unknown: int = 0
    measured: int = 0
    mean: float | None = None
    expected_minutes: float | None = None


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A paper as it comes out.

    Attributes:
        identifier, title: of the set.
        whole: the paper as a whole.
        total, minutes: what it is to be worth and how long it may take, if the set says so.
        sections: by section, in order; none where there is only one.
        by: for each of `DIMENSIONS`, by its words, the largest share of points first.
        shortages: what cannot be filled, and why.
    """

    identifier: str
    title: str
    whole: Share
    total: float | None
    minutes: int | None
    sections: tuple[Share, ...]
    by: Mapping[str, tuple[Share, ...]]
    shortages: tuple[str, ...]


def worths_of(
    assembled: AssembledSet, groups: Sequence[tuple[QuestionGroup, Sequence[Question | Mapping[str, Any]]]]
) -> list[float | None]:
    """Return what each question of a set is worth, scaled to the total of the set if it has one.

    A question that says nothing is worth what its section says, or the set.
    """
    worths = [
        next((own for own in (points_of(question), group.points, assembled.points) if own is not None), None)
        for group, questions in groups
        for question in questions
    ]
    if assembled.total is None:
        return worths
    # Where questions say nothing, all count alike.
    return [*scaled([1.0 if worth is None else worth for worth in worths], assembled.total)]


def blueprint(assembled: AssembledSet, shortages: Sequence[str] = ()) -> Blueprint:
    """Count what a set comes to."""
    groups = [(group, [chosen.question for chosen in group.questions]) for group in assembled.groups]
    worths = iter(worths_of(assembled, [(group, [each.data for each in found]) for group, found in groups]))
    weighed = [(group, [(question, next(worths) or 0.0) for question in found]) for group, found in groups]
    listed = [pair for _, found in weighed for pair in found]
    return Blueprint(
        identifier=assembled.identifier,
        title=assembled.title,
        whole=_share("", listed),
        total=assembled.total,
        minutes=assembled.minutes,
        sections=tuple(_share(group.title, found) for group, found in weighed) if len(weighed) > 1 else (),
        by={name: _by(listed, name) for name in DIMENSIONS},
        shortages=tuple(shortages),
    )


def _by(listed: Sequence[tuple[BankQuestion, float]], field: str) -> tuple[Share, ...]:
    groups = grouped((question.word(field), (question, worth)) for question, worth in listed)
    shares = [_share(name, found) for name, found in groups.items()]
    return tuple(sorted(shares, key=lambda share: (-share.points, -share.questions, share.name)))


def _share(name: str, found: Sequence[tuple[BankQuestion, float]]) -> Share:
    minutes = [minutes_of(question.data) for question, _ in found]
    took = [mean_minutes(question.sittings) for question, _ in found]
    had = [(mean_difficulty(question.sittings), worth) for question, worth in found]
    known = [(difficulty, worth) for difficulty, worth in had if difficulty is not None]
    worths = sum(worth for _, worth in known)
    return Share(
        name=name,
        questions=len(found),
        points=round(sum(worth for _, worth in found), 2),
        minutes=sum(own for own in minutes if own is not None),
        unknown=sum(own is None for own in minutes),
        measured=len(known),
        mean=sum(difficulty * worth for difficulty, worth in known) / worths if worths else None,
        expected_minutes=sum(
            own if measured is None else measured
            for own, measured in zip((own or 0.0 for own in minutes), took, strict=True)
        )
        if any(measured is not None for measured in took)
        else None,
    )
