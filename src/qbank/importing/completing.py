"""Making whole questions of drafts: an id that is free, what the source lacks, and a file to put it in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Final

from qbank.bank.editing import apply_edits, replace_value
from qbank.bank.reader import read_bytes
from qbank.importing.asked import SHORTEST_SCENARIO
from qbank.importing.draft import Draft, Place, Remark, SourceError
from qbank.importing.question import LONGEST_TITLE
from qbank.importing.yaml_text import yaml_text
from qbank.model.question import Details, Question
from qbank.model.taxonomy import TOPICS, Track

TODO: Final = "TODO"
_TRACKS: Final = frozenset(map(str, Track))
_NUMBERED: Final = re.compile(r"(.+)-([0-9]{1,9})")
_FIRST_FIELDS: Final = {"schema_version": "1.0"}


@dataclass(frozen=True, slots=True)
class Defaults:
    """What to put where a source does not say it; empty leaves a TODO."""

    track: str = ""
    level: str = ""
    zone: str = ""
    topic: str = ""


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file of a question: its path from the root of the bank, what it holds, and where that comes from."""

    id: str
    path: PurePosixPath
    text: str
    place: Place
    drawing: bytes = b""

    @property
    def drawing_path(self) -> PurePosixPath:
        """Where its drawing goes."""
        return self.path.with_suffix(".svg")


@dataclass(slots=True)
class Ids:
    """The ids that a bank has, and those given out since."""

    taken: set[str]
    _last: dict[str, int] = field(default_factory=dict)

    def take(self, wanted: str) -> bool:
        """Take an id, if it is free."""
        if not wanted or wanted in self.taken:
            return False
        self.taken.add(wanted)
        return True

    def next(self, track: str) -> str:
        """Take the id behind the last one of a track."""
        if track not in self._last:
            numbers = (_NUMBERED.fullmatch(one) for one in self.taken)
            self._last[track] = max((int(one[2]) for one in numbers if one and one[1] == track), default=0)
        self._last[track] += 1
        made = f"{track}-{self._last[track]:04}"
        self.taken.add(made)
        return made


def complete(
    drafts: Sequence[Draft], defaults: Defaults, taken_ids: Iterable[str]
) -> tuple[list[NewFile], list[Remark]]:
    """Make the files of drafts.

    Ids that are free stay; where one is taken, or there is none, the question gets the next one of its track,
    and `related` of the others follows.

    Raises:
        SourceError: a draft has no track, so that there is no place for it.
    """
    ids = Ids(set(taken_ids))
    remarks: list[Remark] = []
    for draft in drafts:
        _drop_what_is_no_text(draft, remarks)
        _track(draft, defaults)
    given = _give_ids(drafts, ids, remarks)
    renamed = {draft.id: given[at] for at, draft in enumerate(drafts) if draft.id and draft.id != given[at]}
    files = []
    for draft, identifier in zip(drafts, given, strict=True):
        if draft.original:
            data, text = _as_it_was(draft, identifier)
        else:
            data = _completed(draft, identifier, defaults, remarks)
            if renamed and "related" in data:
                data["related"] = [renamed.get(one, one) for one in data["related"]]
            text = yaml_text(data)
        files.append(NewFile(identifier, _path(data), text, draft.place, draft.drawing))
    return files, remarks


def _drop_what_is_no_text(draft: Draft, remarks: list[Remark]) -> None:
    """Leave out the fields that have to be told here and are of another kind, as programs write them."""
    kinds = dict.fromkeys(("track", "level", "zone", "topic", "title", "scenario"), str) | {"details": dict}
    for name, kind in kinds.items():
        if not isinstance(draft.fields.get(name, kind()), kind):
            remarks.append(
                Remark(draft.place, f"{name}: {draft.fields.pop(name)!r} is not of a kind it can have")
            )


def _as_it_was(draft: Draft, identifier: str) -> tuple[dict[str, Any], str]:
    """Return the text of a question file with nothing changed but what has to be; anew where that fails."""
    changes: dict[tuple[str, ...], str] = {}
    if draft.fields.get("id") != identifier:
        changes[("id",)] = identifier
    if draft.drawing:
        changes[("visual", "path")] = f"{identifier}.svg"
    document = read_bytes(draft.original.encode())
    if document.data.get("track") == draft.fields["track"]:
        edits = [replace_value(document, path, value) for path, value in changes.items()]
        if None not in edits:
            text = apply_edits(draft.original, [edit for some in edits if some for edit in some])
            return draft.fields | {"id": identifier}, text
    data = draft.fields | {"id": identifier}
    if draft.drawing:
        data["visual"] = data["visual"] | {"path": f"{identifier}.svg"}
    return data, yaml_text(_ordered(data, Question))


def _track(draft: Draft, defaults: Defaults) -> None:
    said = draft.fields.get("track") or draft.id.partition("-")[0]
    track = said if said in _TRACKS else defaults.track
    if not track:
        raise SourceError(f"{draft.place}: says no track for the question; say it with --track")
    draft.fields["track"] = track


def _give_ids(drafts: Sequence[Draft], ids: Ids, remarks: list[Remark]) -> list[str]:
    # Who brings an id comes first, so that no other one is given it.
    kept = [
        draft.id if draft.id.startswith(f"{draft.fields['track']}-") and ids.take(draft.id) else ""
        for draft in drafts
    ]
    given = []
    for draft, own in zip(drafts, kept, strict=True):
        given.append(own or ids.next(draft.fields["track"]))
        if draft.id and not own:
            remarks.append(
                Remark(
                    draft.place,
                    f"the id '{draft.id}' is taken or of another track; it is now {given[-1]}",
                    False,
                )
            )
    return given


def _completed(draft: Draft, identifier: str, defaults: Defaults, remarks: list[Remark]) -> dict[str, Any]:
    data: dict[str, Any] = _FIRST_FIELDS | {"id": identifier} | draft.fields
    for name in ("level", "zone", "topic"):
        data.setdefault(name, getattr(defaults, name) or TODO)
    data.setdefault("competency_area", str(TOPICS.get(data["topic"]) or TODO))
    title = data.setdefault("title", f"{TODO}: give {identifier} a title")
    if len(title) > LONGEST_TITLE:
        remarks.append(Remark(draft.place, f"the title is too long and was shortened; it is: {title}"))
        data["title"] = title[: LONGEST_TITLE - 1].rsplit(" ", 1)[0] + "…"
    scenario = data.get("scenario", "")
    if len(scenario.strip()) < SHORTEST_SCENARIO:
        asked = f"{TODO}: tell the situation that the question is about."
        data["scenario"] = f"{scenario}\n\n{asked}" if scenario else asked
    details = dict(data.get("details", {}))
    details.setdefault("realistic_solution", f"{TODO}: answer the question.")
    data["details"] = _ordered(details, Details)
    if draft.drawing:
        data["visual"] = data["visual"] | {"path": f"{identifier}.svg"}
    data.setdefault("status", "draft")
    data.setdefault("provenance", "imported")
    return _ordered(data, Question)


def _ordered(data: dict[str, Any], model: type[Question] | type[Details]) -> dict[str, Any]:
    """Put fields into the order of the model, unknown ones last."""
    known = [name for name in model.model_fields if name in data]
    return {name: data[name] for name in [*known, *(name for name in data if name not in model.model_fields)]}


def _path(data: dict[str, Any]) -> PurePosixPath:
    folder = PurePosixPath("questions", str(data["track"]))
    area = data.get("competency_area")
    if isinstance(area, str) and re.fullmatch(r"[a-z][a-z-]{0,40}", area):
        folder /= area
    return folder / f"{data['id']}.yaml"
