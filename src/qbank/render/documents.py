"""Making the documents of sets, each in as many versions as are wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from qbank.model.taxonomy import Answers, SetKind
from qbank.render.build import Chosen, build
from qbank.render.registry import RenderError
from qbank.render.text.document import Document
from qbank.sets.loading import AssembledSet
from qbank.sets.ordering import MOST_VERSIONS, variants_of, version_names


@dataclass(frozen=True, slots=True)
class Documents:
    """Documents to print, and what whoever asked for them should know."""

    documents: tuple[Document, ...]
    remarks: tuple[str, ...]


def documents_of(
    sets: Sequence[AssembledSet],
    *,
    answers: Answers | None = None,
    versions: int | None = None,
    figure_folders: Callable[[], Sequence[Path]] = tuple,
) -> Documents:
    """Make the documents of sets.

    Args:
        sets: the sets.
        answers: where to show the answers, instead of where the set wants them.
        versions: how many versions of each to make, each with other numbers; None makes one without a name.
        figure_folders: gives the folders where drawings lie, besides that of each question; asked where a
            question has a drawing.

    Raises:
        SetError: a question has no variant.
        RenderError: so many versions have no names, or a question is there twice.
    """
    if versions is not None and versions > MOST_VERSIONS:
        raise RenderError(f"--variants takes {MOST_VERSIONS} at most: they are named A to Z")
    names = ("",) if versions is None else version_names(versions)
    folders: Sequence[Path] | None = None
    documents: list[Document] = []
    remarks: list[str] = []
    for assembled in sets:
        usual = Answers.KEY if assembled.kind is SetKind.EXAM else Answers.COLLAPSED
        drawn = False
        for name in names:
            groups = variants_of(assembled, name)
            variants = [variant for _, of_group in groups for variant in of_group]
            if folders is None and any(variant.question.visual for variant in variants):
                folders = figure_folders()
            drawn = drawn or any(variant.seed is not None for variant in variants)
            documents.append(
                build(
                    [Chosen(heading, of_group) for heading, of_group in groups],
                    identifier=assembled.identifier,
                    title=assembled.title,
                    kind=assembled.kind,
                    answers=answers or assembled.answers or usual,
                    intro=assembled.intro,
                    version=name,
                    seed=assembled.seed,
                    points=assembled.points,
                    figure_folders=folders or (),
                )
            )
        if len(names) > 1 and not drawn and not assembled.shuffle:
            remarks.append(
                f"{assembled.identifier}: no question has parameters, and none are shuffled; the versions "
                "differ in their names alone"
            )
    return Documents(tuple(documents), tuple(remarks))
