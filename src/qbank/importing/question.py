"""Putting together the draft of a question: every format does it by these, whatever it reads."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeGuard

from qbank.importing.draft import Draft, ImportResult, Place
from qbank.importing.exercise.answer_key import AnswerKey
from qbank.importing.exercise.numeric_answers import number_of
from qbank.importing.exercise.stem import Stem
from qbank.importing.markup.source_text import source_text
from qbank.model.taxonomy import TOPICS, Area, Bloom, Level, Track, Zone
from qbank.model.validation.patterns import ID_PATTERN
from qbank.render.text.blocks import one_line
from qbank.render.text.wording import KINDS
from qbank.sets.kinds import question_kind

_ID: Final = re.compile(ID_PATTERN)
_VARIANT: Final = re.compile(r"(.+?)[@_][A-Za-z0-9_-]+")
LONGEST_TITLE: Final = 120
SEVERAL_RIGHT: Final = "not exactly one option is right; taken as an open question with a list"


def draft_of(place: Place, title: str, stem: Stem, key: AnswerKey) -> Draft:
    """Return the draft of a question."""
    draft = Draft(place)
    take_title(draft, title)
    draft.fields |= stem.fields()
    if stem.parts:
        draft.fields["parts"] = [
            part_fields(
                number,
                part.label,
                source_text(part.prompt) or f"TODO: what does part ({part.label}) ask?",
                part.points,
                key.parts.get(part.label, {}),
            )
            for number, part in enumerate(stem.parts)
        ]
    draft.fields |= key.fields()
    take_options(draft, [source_text(option) for option in stem.options], key)
    return draft


def is_question(data: object, place: Place, result: ImportResult) -> TypeGuard[dict[str, Any]]:
    """Whether data have fields of a question file; it is told if they have none."""
    if isinstance(data, dict) and {"title", "scenario", "question", "details"} & data.keys():
        return True
    result.lose(place, "is no question: it has neither a title nor a scenario, a question or details")
    return False


def take_title(draft: Draft, title: str) -> None:
    """Take a title, on one line; none if it is empty."""
    if title := one_line(title):
        draft.fields["title"] = title


def take_options(draft: Draft, options: Sequence[str], key: AnswerKey) -> None:
    """Take options, which of them is right, and what leads to the wrong ones as mistakes."""
    if len(options) < 2 or not all(options):
        return
    draft.details["options"] = list(options)
    if key.right is not None:
        draft.details["correct_index"] = key.right
    slips = [(option, source_text(blocks)) for option, blocks in sorted(key.slips.items())]
    if mistakes := [{"text": text, "option": option} for option, text in slips if text]:
        draft.fields["mistakes"] = mistakes


def part_fields(
    number: int, label: str, prompt: str, points: float | None, answer: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the fields of a part; `number` counts from 0, and `answer` are the fields of its answer."""
    fields: dict[str, Any] = {} if label == chr(ord("a") + number) else {"label": label}
    fields |= {"prompt": prompt, **answer}
    if points is not None:
        fields["points"] = number_of(points)
    return fields


def take_points(draft: Draft, points: float, usual: float | None = 1) -> None:
    """Take what a question is worth, unless that is what any is worth, or the sum of its pieces."""
    for name in ("parts", "rubric"):
        if worth := [piece["points"] for piece in draft.fields.get(name, ()) if "points" in piece]:
            usual = sum(worth)
            break
    if points >= 0 and points != usual:
        draft.fields["points"] = number_of(points)


def take_id(draft: Draft, identifier: str, result: ImportResult) -> None:
    """Give a draft the id that its source gives; that of a variant tells the track, and is noted."""
    identifier = identifier.strip()
    if _ID.fullmatch(identifier):
        draft.id = identifier
    elif (variant := _VARIANT.fullmatch(identifier)) and _ID.fullmatch(variant[1]):
        draft.fields.setdefault("track", variant[1].partition("-")[0])
        result.note(
            draft.place,
            f"'{identifier}' is a variant of {variant[1]}; its numbers are taken as a question of its own",
        )


def take_tags(draft: Draft, tags: Sequence[str]) -> None:
    """Take tags as what they say of the taxonomy, in the order in which our exports write them."""
    rest = [tag for tag in map(one_line, tags) if tag]
    fields = draft.fields
    for name, words in (("track", Track), ("level", Level), ("zone", Zone), ("topic", TOPICS)):
        if rest and rest[0] in set(words):
            fields[name] = rest.pop(0)
    homeless = "topic" in fields and TOPICS[fields["topic"]] is None
    for name, values, listed in (
        ("competency_area", Area, homeless),
        ("bloom_level", Bloom, "zone" in fields),
    ):
        if listed and rest and rest[0] in set(values):
            fields[name] = rest.pop(0)
        elif listed and fields.get("zone") in set(values):
            # A tag stands there once, and the zone has the same name.
            fields[name] = fields["zone"]
    if rest:
        fields["tags"] = rest


def take_kind(draft: Draft, name: str) -> bool:
    """Take the form of a question from its name, or as our exports print it, where the fields tell another.

    Returns whether it is the name of a form.
    """
    kind = next((kind for kind, words in KINDS.items() if name.strip().lower() in {kind.value, words}), None)
    if kind is not None and question_kind(draft.fields) is not kind:
        draft.fields["kind"] = kind.value
    return kind is not None
