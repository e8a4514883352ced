"""QB60x: whether a file lies where its fields say it does."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from qbank.model.taxonomy import AREAS, Track
from qbank.problems import Problem, ProblemKind, quote
from qbank.rules.core.base import Example, ProblemRule, QuestionRule
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile

_TRACKS: Final = frozenset(map(str, Track))
_AREAS: Final = frozenset(map(str, AREAS))


class Place(NamedTuple):
    """Where a file lies: its stem, and the track and area its folders stand for, as far as they do."""

    stem: str
    track: str | None
    area: str | None


def place_of(question: QuestionFile) -> Place | None:
    """Read the path `<track>/<area>/<stem>.yaml` or `<track>/<stem>.yaml`; None if the question has no file.

    `data` and `memory` are names of areas and of many other folders, so an area is one only below a track.
    """
    path = question.document.path
    if path is None:
        return None
    parts = path.parts
    if ".." in parts or (len(parts) < 4 and not path.is_absolute()):
        parts = Path(os.path.abspath(path)).parts  # noqa: PTH100 - Path.absolute keeps each ..
    stem = parts[-1].rpartition(".")[0]
    folder = parts[-2] if len(parts) > 1 else ""
    if folder in _TRACKS:
        return Place(stem, folder, None)
    above = parts[-3] if len(parts) > 2 else ""
    if folder in _AREAS and above in _TRACKS:
        return Place(stem, above, folder)
    return Place(stem, None, None)


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

    def check(self, question: QuestionFile) -> Iterable[Finding]:
        """Compare the id with the name."""
        own = question.id
        place = question.cached_view(place_of)
        if not own or place is None or place.stem == own:
            return ()
        message = f"id: {quote(own)} is not the name of the file, which is {quote(place.stem)}"
        return [self.finding(question, message, ("id",))]


class FolderNotTrack(QuestionRule):
    """A file lies in the folder of another track.

    Folders are how people, reviewers and selections by path find questions. Move the file or correct the
    track. Folders that are not named after a track are left alone.
    """

    code = "QB602"
    name = "folder-not-track"
    severity = Severity.ERROR
    bad = (
        Example(yaml="", path="questions/edge/memory/cloud-0001.yaml", underlines="cloud"),
        Example(yaml="", path="questions/edge/cloud-0001.yaml", underlines="cloud"),
    )
    good = (
        Example(yaml="", path="questions/cloud/cloud-0001.yaml"),
        Example(yaml="", path="drafts/memory/cloud-0001.yaml"),
    )

    def check(self, question: QuestionFile) -> Iterable[Finding]:
        """Compare the track with the folder."""
        track = question.data.get("track")
        place = question.cached_view(place_of)
        if place is None or place.track is None or place.track == track:
            return ()
        if not isinstance(track, str) or track not in _TRACKS:
            return ()
        message = f"track: '{track}' is not the folder's, which is '{place.track}'"
        return [self.finding(question, message, ("track",))]


class FolderNotArea(QuestionRule):
    """A file lies in the folder of another competency area.

    Move the file or correct the area. Folders that are not named after an area are left alone.
    """

    code = "QB603"
    name = "folder-not-area"
    severity = Severity.WARNING
    bad = (Example(yaml="", path="questions/cloud/latency/cloud-0001.yaml", underlines="memory"),)
    good = (
        Example(yaml="", path="questions/cloud/memory/cloud-0001.yaml"),
        Example(yaml="", path="questions/cloud/wave-2/cloud-0001.yaml"),
    )

    def check(self, question: QuestionFile) -> Iterable[Finding]:
        """Compare the area with the folder."""
        area = question.data.get("competency_area")
        place = question.cached_view(place_of)
        if place is None or place.area is None or place.area == area:
            return ()
        if not isinstance(area, str) or area not in _AREAS:
            return ()
        message = f"competency_area: '{area}' is not the folder's, which is '{place.area}'"
        return [self.finding(question, message, ("competency_area",))]


class IdNotTrack(ProblemRule):
    """The id does not begin with the track.

    `edge-0145` in the track `cloud` misleads everyone who reads the id in a link, a log or a chain.
    """

    code = "QB604"
    name = "id-not-track"
    severity = Severity.ERROR
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
