"""A draft put together of blocks: what is shown before the answer, the answer, and what a format adds.

Platforms grade choices and numbers; short answers, pairs and choices with several right options become open
questions with a list, for there is no field that would hold them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from qbank.importing.draft import SEVERAL_RIGHT, Draft, part_fields
from qbank.importing.exercise.answer_key import read_answer_key
from qbank.importing.exercise.numeric_answers import AcceptedInterval, answer_of, decimal
from qbank.importing.exercise.stem import NumberFormat, read_stem
from qbank.importing.markup.inlines import paragraph
from qbank.importing.markup.source_text import source_text
from qbank.importing.pictures import name_pictures, picture_name, pictures_in
from qbank.importing.place import Place
from qbank.render.text.document import Block, Blocks, BulletList, Emphasis
from qbank.sets.answers.option_order import letter


class DraftBuilder:
    """A question on its way to a draft.

    A format makes it of what is shown before the answer and of the answer, as far as everybody sees it, has
    it take what is particular to the kind of question, and asks for its draft.

    Attributes:
        place: where the question stands in the source.
        stem: what is asked.
        key: what is said of the answer.
    """

    def __init__(self, place: Place, title: str, shown: Blocks, answer: Blocks) -> None:
        self.place = place
        self.stem = read_stem(shown)
        self.key = read_answer_key(answer, self.stem)
        self._title = title

    def take_choice(self, options: Sequence[Blocks], right: Sequence[int], graded: Sequence[Block]) -> None:
        """Take options, of which those at the places `right` are right.

        Unless that is exactly one, they are a list below the question, and `graded` says before the solution
        what each is worth.
        """
        named = [name_pictures(option) for option in options]
        if len(right) == 1 and len(options) > 1 and all(map(source_text, named)):
            self.stem.options = named
            self.key.right = right[0]
            return
        self.place.note(SEVERAL_RIGHT)
        self.stem.list_below(*listed([option or paragraph("(empty)") for option in options]))
        self.key.solution = (*graded, *self.key.solution)

    def take_number(self, interval: AcceptedInterval, number_format: NumberFormat) -> None:
        """Take a number with what is accepted around it; a unit that nobody knows stays in the text."""
        self.key.answer = answer_of(interval, number_format)
        if self.key.answer is None and number_format.unit:
            self.stem.ask_for_unit(number_format.unit)
            self.key.answer = answer_of(interval, NumberFormat("", number_format.digits))

    def take_words(self, accepted: Sequence[str]) -> None:
        """Take the words that a short answer may consist of: they are listed before the solution."""
        if accepted:
            texts = listed([paragraph(text) for text in accepted])
            self.key.solution = (*paragraph("Accepted answers:"), *texts, *self.key.solution)

    def take_pairs(self, pairs: Sequence[tuple[Blocks, str]]) -> None:
        """Take what is to be matched: left sides and a list to choose from, and the pairs in the solution."""
        choices = "; ".join(sorted({match for _, match in pairs}))
        lefts = [left for left, _ in pairs if left]
        self.stem.list_below(BulletList(tuple(lefts)), *paragraph(f"To choose from: {choices}"))
        matched = tuple((*left, *paragraph(f"→ {match}")) for left, match in pairs if left)
        self.key.solution = (BulletList(matched), *self.key.solution)
        self.place.note("a matching question is taken as an open one with a list")

    def take_feedback(self, feedback: Iterable[tuple[int | str, Blocks]]) -> None:
        """Keep what is said of options, by their places, and of answers as a whole, by a label.

        What leads to a wrong option becomes a mistake; a question has no field for the rest, which stands
        below the solution unless that says it already.
        """
        known = source_text(self.key.solution)
        for about, blocks in feedback:
            if isinstance(about, int) and blocks and self.key.right not in {None, about}:
                self.key.slips[about] = blocks
            elif blocks and source_text(blocks) not in known:
                label = about
                if isinstance(about, int):
                    which = "Answer" if self.key.right is None else "Right"
                    label = f"{which} {letter(about)}:"
                self.key.add_below(str(label), blocks)

    def draft(self, identifier: str, points: str = "") -> Draft:
        """Return the draft; it lacks the picture that stands by itself."""
        draft = Draft(self.place)
        draft.take_title(self._title)
        draft.fields |= self.stem.fields()
        if self.stem.parts:
            draft.fields["parts"] = [
                part_fields(
                    number,
                    part.label,
                    source_text(part.prompt) or f"TODO: what does part ({part.label}) ask?",
                    part.points,
                    self.key.parts.get(part.label, {}),
                )
                for number, part in enumerate(self.stem.parts)
            ]
        draft.fields |= self.key.fields()
        draft.take_options([source_text(option) for option in self.stem.options], self.key)
        for picture in pictures_in(self.stem.scenario):
            self.place.lose(f"the picture {picture.source!r} stands within text; its description is taken")
        draft.take_id(identifier)
        if (worth := decimal(points)) is not None:
            draft.take_points(float(worth))
        return draft

    def take_picture(self, draft: Draft, drawing: bytes | None) -> None:
        """Give a draft the picture that stood by itself; without a drawing its description is text."""
        picture, caption = self.stem.picture, self.stem.caption
        drawing = drawing or b""
        if picture is None or draft.take_drawing(drawing, picture.text or "TODO: describe it", caption):
            return
        why = "is too large" if b"<svg" in drawing else "is no SVG" if drawing else "is not in the source"
        self.place.lose(f"the picture {picture.source!r} {why}; its description stays in the scenario")
        described = paragraph(picture.text or picture_name(picture), Emphasis)
        self.stem.describe_picture((*described, *paragraph(caption, Emphasis)) if caption else described)
        draft.fields |= self.stem.fields()


def listed(items: Sequence[Blocks]) -> Blocks:
    """Return items as a list; nothing for none."""
    return (BulletList(tuple(items)),) if items else ()
