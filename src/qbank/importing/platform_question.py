"""A question of a learning platform on its way to a draft: what Moodle, Canvas and others have in common.

Platforms grade choices and numbers; short answers, pairs and choices with several right options become open
questions with a list, for there is no field that would hold them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from qbank.importing.draft import Draft, ImportResult, Place
from qbank.importing.exercise.answer_key import read_answer_key
from qbank.importing.exercise.numeric_answers import AcceptedInterval, answer_of, decimal
from qbank.importing.exercise.stem import NumberFormat, read_stem
from qbank.importing.markup.source_text import source_text
from qbank.importing.pictures import name_pictures, tell_pictures
from qbank.importing.question import SEVERAL_RIGHT, draft_of, take_id, take_points
from qbank.render.text.document import Block, Blocks, BulletList, Paragraph, Text


class PlatformQuestion:
    """One question, read as far as all platforms are alike.

    A format makes it of what is shown before the answer and of the feedback that everybody sees, has it take
    what is particular to the kind of question, and asks for its draft.

    Attributes:
        stem: what is asked.
        key: what the feedback says of the answer.
    """

    def __init__(
        self, place: Place, title: str, shown: Blocks, feedback: Blocks, result: ImportResult
    ) -> None:
        self.place = place
        self.result = result
        self.stem = read_stem(shown)
        self.key = read_answer_key(feedback, self.stem)
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
        self.result.note(self.place, SEVERAL_RIGHT)
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
        self.result.note(self.place, "a matching question is taken as an open one with a list")

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
                    label = f"{which} {chr(ord('A') + about % 26)}:"
                self.key.add_below(str(label), blocks)

    def draft(self, identifier: str, points: str) -> Draft:
        """Add the draft to what was taken, and return it; it lacks the picture that stands by itself."""
        draft = draft_of(self.place, self._title, self.stem, self.key)
        tell_pictures(draft, self.stem.scenario, self.result)
        take_id(draft, identifier, self.result)
        if (worth := decimal(points)) is not None:
            take_points(draft, float(worth))
        self.result.drafts.append(draft)
        return draft


def paragraph(text: str) -> Blocks:
    """Return plain text as a paragraph."""
    return (Paragraph((Text(text),)),)


def listed(items: Sequence[Blocks]) -> Blocks:
    """Return items as a list; nothing for none."""
    return (BulletList(tuple(items)),) if items else ()
