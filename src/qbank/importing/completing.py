"""Making whole questions of drafts: an id that is free, what the source lacks, and a file to put it in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from qbank import source_words
from qbank.authoring.field_order import field_order
from qbank.authoring.ids import TakenIds
from qbank.authoring.scaffold import place_for, schema_comment, usual_level, usual_zone
from qbank.bank.discovery import QUESTIONS_FOLDER
from qbank.bank.editing.editor import replace_value
from qbank.bank.editing.edits import apply_edits
from qbank.importing.draft import LONGEST_TITLE, OPTION, Draft, paragraphs
from qbank.importing.earlier import Earlier, guessed_topic, keys_of, with_comment
from qbank.importing.exercise.fields import filled
from qbank.importing.exercise.stem import SHORTEST_SCENARIO
from qbank.importing.place import Place
from qbank.model.taxonomy import TOPICS, Area, Level, Track, Zone
from qbank.model.validation.unsafe_text import find_unsafe
from qbank.yamlio.reader import read_bytes
from qbank.yamlio.writer import canonical_text

TODO: Final = "TODO"
_TRACKS: Final = frozenset(map(str, Track))
_WORDS: Final = re.compile(r"[^\W_]+")
_EVERYWHERE: Final = source_words.listed("empty_categories")
"""Categories that say nothing of what is in them."""
_ROOT: Final = re.compile("default-for-|standard-für-")
"""The category that Moodle makes for each course."""
_FIRST_FIELDS: Final = {"schema_version": "1.0"}


@dataclass(frozen=True, slots=True)
class Defaults:
    """What to put where a source does not say it; empty leaves a TODO."""

    track: str = ""
    level: str = ""
    zone: str = ""
    topic: str = ""
    area: str = ""


class Key(StrEnum):
    """Whether a question came with its answer."""

    TOLD = "told"
    MISSING = "missing"
    OPEN = "open"
    """It is answered in free text, and the source has no answer to show."""


class State(StrEnum):
    """What an import makes of a file."""

    NEW = "new"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    EDITED = "edited"
    """It was imported earlier and edited since, so that it is left alone."""


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file of a question: where it goes, what it holds, and where that comes from.

    Attributes:
        guessed: the topic, where it was guessed from the text.
        before: what the file held since an earlier import, where it is brought up to date.
        lay: where it lay then.
        state: whether it is new, brought up to date, as it was, or edited since and left alone.
    """

    id: str
    path: Path
    text: str
    place: Place
    drawing: bytes = b""
    key: Key = Key.TOLD
    guessed: str = ""
    before: str = ""
    lay: Path | None = None
    state: State = State.NEW

    @property
    def drawing_path(self) -> Path:
        """Where its drawing goes."""
        return self.path.with_suffix(".svg")


def complete(
    drafts: Sequence[Draft],
    defaults: Defaults,
    taken: Iterable[str],
    root: Path,
    earlier: Mapping[str, Earlier] = MappingProxyType({}),
) -> list[NewFile]:
    """Make the files of drafts.

    Ids that are free stay; where one is taken, or there is none, the question gets the next one of its track,
    and `related` of the others follows. What was imported `earlier` keeps its id and its file.

    Raises:
        SourceError: a draft has no track, so that there is no place for it.
    """
    keys = keys_of(drafts)
    for draft, known_by in zip(drafts, keys, strict=True):
        if known_by in earlier and not draft.original:
            draft.known = earlier[known_by].id
        _drop_what_is_no_text(draft)
        _decide_track(draft, defaults)
    ids = _give_ids(drafts, taken)
    renamed = {draft.id: new for draft, new in zip(drafts, ids, strict=True) if draft.id not in {"", new}}
    files = []
    for draft, identifier, known_by in zip(drafts, ids, keys, strict=True):
        guessed = ""
        if draft.original:
            data, text = _as_it_was(draft, identifier)
            path = _path(root, data)
        else:
            data, guessed = _completed(draft, identifier, defaults)
            if renamed and "related" in data:
                data["related"] = [renamed.get(related, related) for related in data["related"]]
            path = _place(root, data, earlier[known_by] if draft.known else None)
            body = canonical_text(data, field_order())
            if guessed:
                line = f"\ntopic: {guessed}"
                body = body.replace(f"{line}\n", f"{line} # {TODO}: guessed from the text\n", 1)
            text = with_comment(schema_comment(path, root), body, draft, known_by)
        key = Key.TOLD if draft.has_key else Key.MISSING if draft.needs_key else Key.OPEN
        file = NewFile(identifier, path, text, draft.place, draft.drawing, key, guessed)
        files.append(_beside(file, earlier[known_by]) if draft.known else file)
    return files


def _beside(file: NewFile, earlier: Earlier) -> NewFile:
    """Return what becomes of a file that an earlier import wrote."""
    state = State.UPDATED if earlier.is_untouched else State.EDITED
    if earlier.text == file.text:
        state = State.UNCHANGED
    elif state is State.EDITED:
        file.place.note(f"{earlier.id}, which was edited since it was imported, stays as it is")
    path = file.path if state is State.UPDATED else earlier.path
    return replace(file, path=path, before=earlier.text, lay=earlier.path, state=state)


def _drop_what_is_no_text(draft: Draft) -> None:
    """Leave out the fields that have to be told here and are of another kind, as programs write them."""
    kinds = dict.fromkeys(("track", "level", "zone", "topic", "title", "scenario"), str) | {"details": dict}
    for name, kind in kinds.items():
        if not isinstance(draft.fields.get(name, kind()), kind):
            draft.place.lose(f"{name}: {draft.fields.pop(name)!r} is not of a kind it can have")


def _as_it_was(draft: Draft, identifier: str) -> tuple[dict[str, Any], str]:
    """Return the text of a question file with nothing changed but what has to be; anew where that fails."""
    data = draft.fields | {"id": identifier}
    changes: dict[tuple[str, ...], str] = {}
    if draft.fields.get("id") != identifier:
        changes[("id",)] = identifier
    if draft.drawing:
        changes[("visual", "path")] = f"{identifier}.svg"
    document = read_bytes(draft.original.encode())
    if document.data.get("track") == draft.fields["track"]:
        edits = [replace_value(document, path, value) for path, value in changes.items()]
        if None not in edits:
            return data, apply_edits(draft.original, [edit for some in edits if some for edit in some])
    if draft.drawing:
        data["visual"] = data["visual"] | {"path": f"{identifier}.svg"}
    return data, canonical_text(data, field_order())


def _decide_track(draft: Draft, defaults: Defaults) -> None:
    """Decide the track: what the source says, else what its id tells, else the one to use by default."""
    track = draft.fields.get("track")
    if track and track not in _TRACKS:
        draft.place.lose(f"the track '{track}', which is none that is known")
    track = track or draft.id.partition("-")[0]
    if track not in _TRACKS:
        track = defaults.track
    if not track:
        raise draft.place.error("says no track for the question; say it with --track")
    draft.fields["track"] = track


def _give_ids(drafts: Sequence[Draft], taken: Iterable[str]) -> list[str]:
    tracks = [draft.fields["track"] for draft in drafts]
    in_use = set(taken)
    # Who brings an id comes first, so that no other one is given it.
    identifiers = []
    for draft, track in zip(drafts, tracks, strict=True):
        is_kept = not draft.known and draft.id.startswith(f"{track}-") and draft.id not in in_use
        identifiers.append(draft.id if is_kept else draft.known)
        in_use.update(identifiers[-1:])
    free = {track: _ids_behind(track, frozenset(in_use)) for track in set(tracks)}
    for at, (draft, track) in enumerate(zip(drafts, tracks, strict=True)):
        identifiers[at] = identifiers[at] or next(free[track])
        if draft.id not in {"", identifiers[at]} and not draft.known:
            draft.place.note(f"the id '{draft.id}' is taken or of another track; it is now {identifiers[at]}")
    return identifiers


def _ids_behind(track: str, taken: frozenset[str]) -> Iterator[str]:
    """Yield ids of a track that are behind all that are taken."""
    series, _, first = TakenIds(taken).next(track).rpartition("-")
    return (f"{series}-{number:0{len(first)}}" for number in count(int(first)))


def _completed(draft: Draft, identifier: str, defaults: Defaults) -> tuple[dict[str, Any], str]:
    """Return the fields of a draft, and the topic if it is a guess."""
    data: dict[str, Any] = _FIRST_FIELDS | {"id": identifier} | draft.fields
    _file_under(data, draft)
    guessed = ""
    if not (data.get("topic") or defaults.topic):
        guessed = guessed_topic((data.get(name, "") for name in ("title", "scenario", "question")), TOPICS)
        data |= filled(topic=guessed)
    data = filled(level=defaults.level, zone=defaults.zone, topic=defaults.topic) | data
    level, zone = data.get("level"), data.get("zone")
    if level in set(Level):
        data.setdefault("zone", str(usual_zone(Level(level))))
    elif zone in set(Zone):
        data.setdefault("level", str(usual_level(Zone(zone))))
    data = dict.fromkeys(("level", "zone", "topic"), TODO) | data
    data.setdefault("competency_area", str(TOPICS.get(data["topic"]) or defaults.area or TODO))
    title = data.setdefault("title", f"{TODO}: give {identifier} a title")
    if len(title) > LONGEST_TITLE:
        draft.place.lose(f"the title is too long and was shortened; it is: {title}")
        data["title"] = title[: LONGEST_TITLE - 1].rsplit(" ", 1)[0] + "…"
    scenario = data.get("scenario", "")
    if len(scenario.strip()) < SHORTEST_SCENARIO:
        # With the id, for two drafts must not be the same.
        todo = (
            f"{TODO}: the situation of {identifier} in plain text, with every number that the answer needs."
        )
        data["scenario"] = paragraphs(scenario, todo)
    details = dict(data.get("details", {}))
    if draft.needs_key and not draft.has_key:
        todo = f"{TODO}: right {draft.wants or OPTION}."
        details["realistic_solution"] = paragraphs(todo, details.get("realistic_solution"))
    details.setdefault("realistic_solution", f"{TODO}: answer the question.")
    data["details"] = details
    if draft.drawing:
        data["visual"] = data["visual"] | {"path": f"{identifier}.svg"}
    data.setdefault("status", "draft")
    data.setdefault("provenance", "imported")
    _tell_errors(data, draft.place)
    return data, guessed


def _tell_errors(data: Mapping[str, Any], place: Place) -> None:
    """Say what of the source the audit will call an error, and what keeps a question from being rendered."""
    for name, words in (("level", Level), ("zone", Zone), ("topic", TOPICS)):
        if data[name] not in {*words, TODO}:
            place.note(f"{name}: '{data[name]}' is not one that a question may have")
    if unsafe := find_unsafe(data["scenario"]):
        place.note(
            f"the scenario holds '{unsafe[0]}', which is HTML to the audit (QB216): say it in other words"
        )


def _file_under(data: dict[str, Any], draft: Draft) -> None:
    """Take where a source files a question: as its topic where it is one, and the rest as tags."""
    if draft.has_our_id and "topic" in data:
        return  # our exports say topic and tags, and file questions by their sets
    names = ["-".join(_WORDS.findall(category.lower())) for category in draft.categories]
    topics = [name for name in names if name in TOPICS]
    if topics:
        data.setdefault("topic", topics[-1])
    known = {"", *_EVERYWHERE, *topics, *data.get("tags", ())}
    if tags := [name for name in dict.fromkeys(names) if name not in known and not _ROOT.match(name)]:
        data["tags"] = [*data.get("tags", ()), *tags]


def _place(root: Path, data: dict[str, Any], earlier: Earlier | None) -> Path:
    """Return where the file of a question goes: one that came earlier stays where somebody has put it."""
    if earlier is None:
        return _path(root, data)
    is_ours = earlier.is_untouched and earlier.path == _path(root, read_bytes(earlier.text.encode()).data)
    return _path(root, data) if is_ours else earlier.path


def _path(root: Path, data: dict[str, Any]) -> Path:
    """Return where the file of a question goes; without an area it is the folder of its track."""
    area = data.get("competency_area")
    if isinstance(area, str) and area in set(Area):
        return place_for(root, data["id"], data["track"], area)
    return root / QUESTIONS_FOLDER / str(data["track"]) / f"{data['id']}.yaml"
