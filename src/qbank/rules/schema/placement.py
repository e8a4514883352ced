"""QB60x: whether a file lies where its fields say it does."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar, Final

from msgspec import Struct

from qbank.bank.discovery import QUESTIONS_FOLDER
from qbank.model.taxonomy import AREAS, Track
from qbank.nearest import slip_of
from qbank.problems import Problem, ProblemKind, quote
from qbank.rules.core.base import Example, ProblemRule, QuestionRule
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile

_TRACKS: Final = frozenset(map(str, Track))
_AREAS: Final = frozenset(map(str, AREAS))


class Place(Struct, frozen=True):
    """Where a file lies: its stem, what its folders stand for, as far as they do, by field.

    `meant` are by field the names of the folders that stand where those of questions do.
    """

    stem: str
    folders: Mapping[str, str] = {}
    meant: Mapping[str, str] = {}


def place_of(question: QuestionFile) -> Place | None:
    """Read the path `<track>/<area>/<stem>.yaml` or `<track>/<stem>.yaml`; None if the question has no file.

    `data` and `memory` are names of areas and of many other folders, so an area is one only below a track.
    """
    if question.document.path is None:
        return None
    path = Path(os.path.abspath(question.document.path))  # noqa: PTH100 - Path.absolute keeps each ..
    above, folder, name = ("", "", *path.parts)[-3:]
    stem = name.rpartition(".")[0]
    parts = path.parts[:-1]
    inner = len(parts) - parts[::-1].index(QUESTIONS_FOLDER) if QUESTIONS_FOLDER in parts else len(parts)
    meant = dict(zip(("track", "competency_area"), parts[inner:], strict=False))
    if folder in _TRACKS:
        return Place(stem, {"track": folder}, meant)
    if folder in _AREAS and above in _TRACKS:
        return Place(stem, {"track": above, "competency_area": folder}, meant)
    return Place(stem, {}, meant)


class IdNotFileName(QuestionRule):
    """The id is not the name of the file.

    A question is found, linked and replaced by its id, and the file of an id is looked for by that name.
    Rename whichever is wrong; mind that others may refer to the id.
    """

    code = "QB601"
    name = "id-not-file-name"
    severity = Severity.ERROR
    bad = (Example(yaml="id: cloud-0002\n", underlines="cloud-0002"),)
    good = (Example(yaml="id: cloud-0001\n"),)

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Compare the id with the name."""
        place = question.cached_view(place_of)
        if question.id and place is not None and place.stem != question.id:
            detail = f"{quote(question.id)} is not the name of the file, which is {quote(place.stem)}"
            yield self.at_field(question, ("id",), detail)


def _is_meant(folder: str, word: str) -> bool:
    """Whether a folder is named after a word but for case or a slip of a letter."""
    return folder.casefold() == word.casefold() or slip_of(folder, [word]) is not None


class _FolderRule(QuestionRule):
    """A rule that compares a field with the folder that stands for it."""

    field: ClassVar[str]
    known: ClassVar[frozenset[str]]

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Compare the two, where both are known."""
        place, word = question.cached_view(place_of), question.text((self.field,))
        if place is None or word is None or word not in self.known:
            return
        folder = place.folders.get(self.field, word)
        if folder == word and _is_meant(near := place.meant.get(self.field, word), word):
            folder = near
        if word != folder:
            detail = f"{quote(word)} is not the folder's, which is {quote(folder)}"
            yield self.at_field(question, (self.field,), detail)


class FolderNotTrack(_FolderRule):
    """A file lies in the folder of another track.

    Folders are how people, reviewers and selections by path find questions. Move the file or correct the
    track. Folders that are not named after a track are left alone, but for slips such as `egde` or `Edge`.
    """

    code = "QB602"
    name = "folder-not-track"
    severity = Severity.ERROR
    field = "track"
    known = _TRACKS
    bad = (
        Example(yaml="", path="questions/edge/memory/cloud-0001.yaml", underlines="cloud"),
        Example(yaml="", path="questions/edge/cloud-0001.yaml", underlines="cloud"),
        Example(yaml="", path="questions/cluod/memory/cloud-0001.yaml", underlines="cloud"),
    )
    good = (
        Example(yaml="", path="questions/cloud/cloud-0001.yaml"),
        Example(yaml="", path="drafts/memory/cloud-0001.yaml"),
    )


class FolderNotArea(_FolderRule):
    """A file lies in the folder of another competency area.

    Move the file or correct the area. Folders that are not named after an area are left alone, but for slips.
    """

    code = "QB603"
    name = "folder-not-area"
    severity = Severity.WARNING
    field = "competency_area"
    known = _AREAS
    bad = (
        Example(yaml="", path="questions/cloud/latency/cloud-0001.yaml", underlines="memory"),
        Example(yaml="", path="questions/cloud/Memory/cloud-0001.yaml", underlines="memory"),
    )
    good = (
        Example(yaml="", path="questions/cloud/memory/cloud-0001.yaml"),
        Example(yaml="", path="questions/cloud/wave-2/cloud-0001.yaml"),
    )


class IdNotTrack(ProblemRule):
    """The id does not begin with the track.

    `edge-0145` in the track `cloud` misleads everyone who reads the id in a link, a log or a chain.
    """

    code = "QB604"
    name = "id-not-track"
    kinds = frozenset({ProblemKind.CONFLICT})
    bad = (
        Example(
            yaml="track: cloud\nid: edge-0001\n",
            path="questions/cloud/memory/edge-0001.yaml",
            underlines="edge-0001",
        ),
    )
    good = (Example(yaml="track: cloud\nid: cloud-0001\n"),)

    def covers(self, problem: Problem) -> bool:
        """Only the id."""
        return problem.path == ("id",)
