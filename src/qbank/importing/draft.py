"""What sources are read into: questions as far as they have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeGuard

from qbank.importing.exercise.answer_key import AnswerKey, credited
from qbank.importing.exercise.numeric_answers import number_of
from qbank.importing.markup.source_text import source_text
from qbank.importing.place import Place
from qbank.model.taxonomy import TOPICS, Area, Bloom, Level, Track, Zone
from qbank.model.validation.patterns import ID_PATTERN
from qbank.render.text.blocks import one_line
from qbank.render.text.figures import LARGEST_DRAWING
from qbank.render.text.wording import KINDS
from qbank.sets.kinds import question_kind

_ID: Final = re.compile(ID_PATTERN)
_VARIANT: Final = re.compile(r"(.+?)[@_][A-Za-z0-9_-]+")
LONGEST_TITLE: Final = 120
OPTION: Final = "option"
NUMBER: Final = "number"
SEVERAL_RIGHT: Final = "not exactly one option is right; taken as an open question with a list"


@dataclass(slots=True)
class Draft:
    """A question as far as its source has it.

    Attributes:
        place: where it stands in the source; `place.lose` tells of what is not taken.
        fields: the fields of a question file; those that the source does not say are missing.
        id: what the source calls it, if that is an id; whether it is free is decided later.
        drawing: the SVG file that `fields["visual"]` is about.
        original: the text of its file, where the source is a bank; `fields` are what it says.
        wants: what tells the answer of such a question, `option` or `number`; empty where it needs none.
        known: the id that it has in the bank since an earlier import.
        categories: where the source files it, from the widest to the narrowest.
    """

    place: Place
    fields: dict[str, Any] = field(default_factory=dict)
    id: str = ""
    drawing: bytes = b""
    original: str = ""
    wants: str = ""
    categories: tuple[str, ...] = ()
    known: str = ""

    @property
    def has_key(self) -> bool:
        """Whether the right option or number is told, or the answer of a question that has neither."""
        details = self.fields.get("details", {})
        if self.wants == OPTION or details.get("options"):
            return details.get("correct_index") is not None
        if self.wants == NUMBER or self.fields.get("answer"):
            return bool(self.fields.get("answer"))
        parts = self.fields.get("parts") or ()
        return bool(details.get("realistic_solution")) or any(
            isinstance(part, dict) and part.get("answer") for part in parts
        )

    @property
    def needs_key(self) -> bool:
        """Whether an option or a number is right, rather than an answer in words."""
        return bool(self.wants or self.fields.get("details", {}).get("options"))

    @property
    def has_our_id(self) -> bool:
        """Whether the source calls it by an id of a bank, or by that of a variant."""
        return self.id.partition("-")[0] in set(Track) or "track" in self.fields

    @property
    def details(self) -> dict[str, Any]:
        """The answer, and what surrounds it."""
        details: dict[str, Any] = self.fields.setdefault("details", {})
        return details

    def take_title(self, title: str) -> None:
        """Take a title, on one line; none if it is empty."""
        if title := one_line(title):
            self.fields["title"] = title

    def take_id(self, identifier: str) -> None:
        """Take the id that the source gives; that of a variant tells the track, and is noted."""
        identifier = identifier.strip()
        if _ID.fullmatch(identifier):
            self.id = identifier
        elif (variant := _VARIANT.fullmatch(identifier)) and _ID.fullmatch(variant[1]):
            self.fields.setdefault("track", variant[1].partition("-")[0])
            self.place.note(
                f"'{identifier}' is a variant of {variant[1]}; its numbers are taken as a question of its own"
            )

    def take_options(self, options: Sequence[str], key: AnswerKey) -> None:
        """Take options, which of them is right, and what leads to the wrong ones as mistakes."""
        if len(options) < 2 or not all(options):
            return
        self.details["options"] = list(options)
        if key.right is not None:
            self.details["correct_index"] = key.right
        mistakes = []
        for option in sorted(key.slips.keys() | key.credits.keys()):
            share = key.credits.get(option, 0.0)
            text = source_text(key.slips.get(option, ()))
            if text or share:
                text = text or worth_a_share(share)
                mistakes.append({"text": text, "option": option} | credited(share))
        if mistakes:
            self.fields["mistakes"] = mistakes

    def take_several(self, options: Sequence[str], right: Sequence[int]) -> None:
        """List options below what is asked, and the right ones, unless it is exactly one, as solution."""
        rights = "Right:\n" + bullets(options[place] for place in right)
        self.fields["scenario"] = paragraphs(self.fields.get("scenario"), bullets(options))
        self.details["realistic_solution"] = paragraphs(rights, self.details.get("realistic_solution"))
        self.place.note(SEVERAL_RIGHT)

    def take_points(self, points: float, *, is_ours: bool = False) -> None:
        """Take what it is worth, unless that is the sum of its pieces.

        Where the source may be an export of ours, one point may be what stands there for a question without.
        """
        usual: float | None = 1 if is_ours else None
        for name in ("parts", "rubric"):
            if worth := [piece["points"] for piece in self.fields.get(name, ()) if "points" in piece]:
                usual = sum(worth)
                break
        if points >= 0 and points != usual:
            self.fields["points"] = number_of(points)

    def take_tags(self, tags: Sequence[str]) -> None:
        """Take tags as what they say of the taxonomy, in the order in which our exports write them."""
        rest = [tag for tag in map(one_line, tags) if tag]
        fields = self.fields
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

    def take_kind(self, name: str) -> bool:
        """Take the form from its name, or as our exports print it, where the fields tell another.

        Returns whether it is the name of a form.
        """
        wanted = name.strip().lower()
        kind = next((kind for kind, words in KINDS.items() if wanted in {kind.value, words}), None)
        if kind is not None and question_kind(self.fields) is not kind:
            self.fields["kind"] = kind.value
        return kind is not None

    def take_drawing(self, drawing: bytes, alt: str, caption: str) -> bool:
        """Take a drawing with its description; returns whether it is one that a question can show."""
        if b"<svg" not in drawing or len(drawing) > LARGEST_DRAWING:
            return False
        self.drawing = drawing
        self.fields["visual"] = {"kind": "svg", "path": "TODO.svg", "alt": alt}
        if caption:
            self.fields["visual"]["caption"] = caption
        return True


def worth_a_share(share: float) -> str:
    """Say of a wrong answer on which there is no remark what it earns."""
    return f"Worth {100 * share:g} % of the points."


def paragraphs(*texts: str | None) -> str:
    """Return texts below each other, without those that are empty."""
    return "\n\n".join(filter(None, texts))


def bullets(texts: Iterable[str]) -> str:
    """Return texts as a list in Markdown."""
    return "\n".join(f"- {text}" for text in texts)


def is_question(data: object, place: Place) -> TypeGuard[dict[str, Any]]:
    """Whether data have fields of a question file; it is told if they have none."""
    if isinstance(data, dict) and {"title", "scenario", "question", "details"} & data.keys():
        return True
    place.lose("is no question: it has neither a title nor a scenario, a question or details")
    return False
