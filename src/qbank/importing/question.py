"""Putting together the draft of one question of a learning platform or of an export of ours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from qbank.importing.draft import Draft, Place
from qbank.importing.exercise.answer_key import Answered, fill
from qbank.importing.exercise.stem import Asked
from qbank.importing.markup.source_text import source_text
from qbank.model.taxonomy import TOPICS, Area, Bloom, Level, QuestionKind, Track, Zone
from qbank.model.validation.patterns import ID_PATTERN
from qbank.render.text.blocks import one_line

_ID: Final = re.compile(ID_PATTERN)
_VARIANT: Final = re.compile(r"(.+?)[@_][A-Za-z0-9_-]+")
LONGEST_TITLE: Final = 120


def draft_of(
    place: Place, title: str, asked: Asked, answered: Answered, options: Sequence[str] = ()
) -> Draft:
    """Return the draft of a question; `options` are texts in their order, in place of those asked."""
    draft = Draft(place)
    fields = draft.fields
    if title := one_line(title):
        fields["title"] = title
    fields |= asked.fields()
    if asked.parts:
        fields["parts"] = [_part(asked, answered, number) for number in range(len(asked.parts))]
    fill(fields, answered)
    listed = list(options) or [source_text(option) for option in asked.options]
    if len(listed) > 1 and all(listed):
        draft.details["options"] = listed
        if answered.right is not None:
            draft.details["correct_index"] = answered.right
        slips = [(place, source_text(said)) for place, said in sorted(answered.slips.items())]
        take_slips(draft, [(place, said) for place, said in slips if said])
    return draft


def take_slips(draft: Draft, slips: Sequence[tuple[int, str]]) -> None:
    """Take what leads to wrong options as mistakes; options are given by their places."""
    if slips:
        draft.fields["mistakes"] = [{"text": said, "option": place} for place, said in slips]


def _part(asked: Asked, answered: Answered, number: int) -> dict[str, Any]:
    part = asked.parts[number]
    fields: dict[str, Any] = {}
    if part.label != chr(ord("a") + number):
        fields["label"] = part.label
    fields["prompt"] = source_text(part.prompt) or f"TODO: what does part ({part.label}) ask?"
    fields |= answered.parts.get(part.label, {})
    if part.points is not None:
        fields["points"] = number_of(part.points)
    return fields


def number_of(value: float) -> int | float:
    """Return a number without the decimals that it does not need."""
    return int(value) if value.is_integer() else value


def take_points(draft: Draft, points: float, usual: float | None = 1) -> None:
    """Take what a question is worth, unless that is what any is worth, or the sum of its pieces."""
    for name in ("parts", "rubric"):
        if known := [piece["points"] for piece in draft.fields.get(name, ()) if "points" in piece]:
            usual = sum(known)
            break
    if points >= 0 and points != usual:
        draft.fields["points"] = number_of(points)


def take_id(draft: Draft, given: str) -> str:
    """Give a draft the id that its source gives; return what to note where that is the id of a variant."""
    given = given.strip()
    if _ID.fullmatch(given):
        draft.id = given
        return ""
    variant = _VARIANT.fullmatch(given)
    if variant and _ID.fullmatch(variant[1]):
        draft.fields.setdefault("track", variant[1].partition("-")[0])
        return f"'{given}' is a variant of {variant[1]}; its numbers are taken as a question of its own"
    return ""


def take_tags(draft: Draft, tags: Sequence[str]) -> None:
    """Take tags as what they say of the taxonomy, in the order in which our exports write them."""
    rest = [tag for tag in map(one_line, tags) if tag]
    for name, known in (("track", Track), ("level", Level), ("zone", Zone), ("topic", TOPICS)):
        if rest and rest[0] in set(known):
            draft.fields[name] = rest.pop(0)
    if "topic" in draft.fields and TOPICS[draft.fields["topic"]] is None:
        if rest and rest[0] in set(Area):
            draft.fields["competency_area"] = rest.pop(0)
        elif draft.fields.get("zone") in set(Area):
            # A tag stands there once, and the zone has the same name.
            draft.fields["competency_area"] = draft.fields["zone"]
    if "zone" in draft.fields:
        if rest and rest[0] in set(Bloom):
            draft.fields["bloom_level"] = rest.pop(0)
        elif draft.fields["zone"] in set(Bloom):
            # A tag stands there once, and the zone has the same name.
            draft.fields["bloom_level"] = draft.fields["zone"]
    if rest:
        draft.fields["tags"] = rest


def kind_in_words(said: str) -> QuestionKind | None:
    """Return the form of a question from its name, or as our exports print it."""
    from qbank.render.text.wording import KINDS  # noqa: PLC0415 - only where a source says it

    for kind, printed in KINDS.items():
        if said.strip().lower() in {kind.value, printed}:
            return kind
    return None
