"""Questions in sets that should not reach students: not published, or still to be written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from qbank.model.taxonomy import Status
from qbank.sets.bank_questions import BankQuestion
from qbank.sets.fillable_texts import NOTE, fillable_texts
from qbank.sets.loading import AssembledSet

_SHOWN: Final = 3


def unpublished(sets: Sequence[AssembledSet]) -> Iterator[str]:
    """Say which questions of sets are not published: whoever names a set may not know what is in it."""
    return _remarks(sets, _is_unpublished, "not published")


def unfinished(sets: Sequence[AssembledSet]) -> Iterator[str]:
    """Say which questions have texts that are still to be written."""
    return _remarks(sets, _has_notes, "not finished, with 'TODO' or the like in the text")


def _is_unpublished(question: BankQuestion) -> bool:
    return question.word("status") != Status.PUBLISHED.value


def _has_notes(question: BankQuestion) -> bool:
    return any(NOTE.search(text) for _, text in fillable_texts(question.data))


def _remarks(sets: Sequence[AssembledSet], found: Callable[[BankQuestion], bool], what: str) -> Iterator[str]:
    for assembled in sets:
        questions = [chosen.question for group in assembled.groups for chosen in group.questions]
        if those := [question.id for question in questions if found(question)]:
            some = ", ".join(those[:_SHOWN]) + (", ..." if len(those) > _SHOWN else "")
            count = f"{len(those)} of {len(questions)} questions"
            yield f"{assembled.identifier}: {count} {'is' if len(those) == 1 else 'are'} {what}: {some}"
