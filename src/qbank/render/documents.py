"""Making the documents of sets, each in as many versions as are wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from qbank.model.taxonomy import Answers, SetKind
from qbank.render.build import Chosen, build
from qbank.render.registry import RenderError
from qbank.render.text.document import Document
from qbank.sets.loading import Sheet
from qbank.sets.ordering import MOST_VERSIONS, instances, version_names


@dataclass(frozen=True, slots=True)
class Documents:
    """Documents to print, and what whoever asked for them should know."""

    documents: tuple[Document, ...]
    remarks: tuple[str, ...]


def documents_of(
    sheets: Sequence[Sheet],
    *,
    answers: Answers | None = None,
    versions: int | None = None,
    figure_folders: Callable[[], Sequence[Path]] = tuple,
) -> Documents:
    """Make the documents of sets.

    Args:
        sheets: the sets.
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
    for sheet in sheets:
        usual = Answers.KEY if sheet.kind is SetKind.EXAM else Answers.COLLAPSED
        drawn = False
        for name in names:
            groups = instances(sheet, name)
            variants = [variant for _, of_group in groups for variant in of_group]
            if folders is None and any(variant.question.visual for variant in variants):
                folders = figure_folders()
            drawn = drawn or any(variant.seed is not None for variant in variants)
            documents.append(
                build(
                    [Chosen(heading, of_group) for heading, of_group in groups],
                    identifier=sheet.identifier,
                    title=sheet.title,
                    kind=sheet.kind,
                    answers=answers or sheet.answers or usual,
                    intro=sheet.intro,
                    version=name,
                    seed=sheet.seed,
                    points=sheet.points,
                    figure_folders=folders or (),
                )
            )
        if len(names) > 1 and not drawn and not sheet.shuffle:
            remarks.append(
                f"{sheet.identifier}: no question has parameters, and none are shuffled; the versions "
                "differ in their names alone"
            )
    return Documents(tuple(documents), tuple(remarks))
