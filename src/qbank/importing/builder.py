"""A draft put together of blocks: what is shown before the answer, the answer, and what a format adds.

Platforms grade choices and numbers; short answers, pairs and choices with several right options become open
questions with a list, for there is no field that would hold them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any, Final

from qbank.importing.draft import NUMBER, OPTION, SEVERAL_RIGHT, Draft
from qbank.importing.exercise.answer_key import read_answer_key
from qbank.importing.exercise.fields import filled, part_fields
from qbank.importing.exercise.gaps import FULL, Gap, worth
from qbank.importing.exercise.numeric_answers import (
    AcceptedInterval,
    NumberFormat,
    answer_of,
    decimal,
    joint_interval,
)
from qbank.importing.exercise.stem import StemPart, read_stem
from qbank.importing.figure import QuestionFigure, make_figure
from qbank.importing.markup.inlines import paragraph, words_of
from qbank.importing.markup.source_text import source_text
from qbank.importing.pictures import Load, name_of, pictures_in, without_pictures
from qbank.importing.place import Content, Place
from qbank.render.text.document import Block, Blocks, BulletList, Emphasis, NumberedList
from qbank.sets.answers.option_order import letter

_ALMOST_FULL: Final = 99.0


class DraftBuilder:
    """A question on its way to a draft.

    A format makes it of what is shown before the answer and of the answer, as far as everybody sees it, has
    it take what is particular to the kind of question, and asks for its draft.

    Attributes:
        place: where the question stands in the source.
        stem: what is asked.
        key: what is said of the answer.
        hints: what helps to find the answer, one after the other.
        wants: what tells the answer: `option`, `number`, or nothing of the kind.
    """

    def __init__(self, place: Place, title: str, shown: Blocks, answer: Blocks) -> None:
        self.place = place
        self.stem = read_stem(shown)
        self.key = read_answer_key(answer, self.stem)
        self.hints: list[Blocks] = []
        self.wants = ""
        self._title = "" if title == "Question" else title
        self._choices: Sequence[Blocks] = ()

    def take_choice(
        self, options: Sequence[Blocks], right: Sequence[int], graded: Sequence[Block] = ()
    ) -> None:
        """Take options, of which those at the places `right` are right.

        Where several are, they are a list below the question, and `graded` says before the solution what each
        is worth; where none is said to be, the draft says that it has to be found.
        """
        named = self._choices = [option or paragraph("(empty)") for option in options]
        if len(named) > 1 and len(right) < 2:
            self.stem.options = named
            self.key.right = right[0] if right else None
            self.wants = OPTION
            return
        self.place.note(SEVERAL_RIGHT if right else "a choice without options is taken as an open question")
        self.stem.list_below(*listed(named))
        rights = (*paragraph("Right:"), *listed([named[place] for place in right])) if right else ()
        self.key.solution = (*(graded or rights), *self.key.solution)

    def take_truth(self, is_true: bool | None, when_right: Blocks = (), when_wrong: Blocks = ()) -> None:
        """Take whether a statement is true, None where that is not told, and what either answer is told."""
        right = [] if is_true is None else [0 if is_true else 1]
        self.take_choice([paragraph("True"), paragraph("False")], right)
        for place in right:
            self.take_feedback([(place, when_right), (1 - place, when_wrong)])

    def take_shares(self, choices: Sequence[tuple[Blocks, float]], *, several: bool) -> None:
        """Take options, each with the percentage of all points that it gets.

        Unless `several` are to be chosen, the one that gets all is right, and others earn their share.
        """
        right = [place for place, (_, share) in enumerate(choices) if share > 0]
        leading = [place for place in right if choices[place][1] > _ALMOST_FULL]
        if len(leading) < 2 and right and not several:
            for place, (option, share) in enumerate(choices):
                if leading and 0 < share <= _ALMOST_FULL:
                    self.key.credits[place] = share / FULL
                elif 0 < share <= _ALMOST_FULL:
                    self.key.add_below(f"Worth {share:g} %:", option)
            if not leading:
                self.place.lose("no option gets all points, so none is known to be right", Content.KEY)
            right = leading
        graded = [(*paragraph(f"{share:g} %: "), *option) for option, share in choices if share]
        is_graded = any(share not in {0, FULL} for _, share in choices)
        if len(right) < 2:
            self.tell_losses(share for _, share in choices)
        self.take_choice([option for option, _ in choices], right, listed(graded) if is_graded else ())

    def tell_losses(self, shares: Iterable[float]) -> None:
        """Say that what is wrong loses points in the source, where it does: no field holds that."""
        if losses := sorted({share for share in shares if share < 0}):
            lost = ", ".join(f"{share:g} %" for share in losses)
            self.place.note(f"wrong answers lose points ({lost}), which is not taken")

    def take_number(self, interval: AcceptedInterval | None, said: str) -> None:
        """Take a number with what is accepted around it, None where what is `said` of it is no number.

        A unit that nobody knows stays in the text.
        """
        self.wants = NUMBER
        number_format = self.stem.number_format or NumberFormat()
        self.key.answer = answer_of(interval, number_format) if interval else None
        if interval and self.key.answer is None and number_format.unit:
            self.stem.ask_for_unit(number_format.unit)
            self.key.answer = answer_of(interval, NumberFormat("", number_format.digits))
        if self.key.answer is None:
            self.place.lose(f"the number '{said}'", Content.KEY)

    def take_words(self, accepted: Sequence[str], label: str = "Accepted answers:") -> None:
        """Take the words that a short answer may consist of: they are listed before the solution."""
        if accepted:
            texts = listed([paragraph(text) for text in accepted])
            self.key.solution = (*paragraph(label), *texts, *self.key.solution)

    def take_numbers(self, accepted: Sequence[tuple[AcceptedInterval, float]]) -> None:
        """Take numbers, each with its share of all points in percent.

        Those with the most points make the answer, if they make one interval; the others stand below the
        solution.
        """
        best = max((share for _, share in accepted), default=0)
        leading = [interval for interval, share in accepted if share == best]
        if joint := joint_interval(leading):
            self.take_number(joint, str(joint))
        else:
            self.wants, self.key.answer = NUMBER, None
            why = "the numbers that are right are no single interval; see the solution"
            self.place.lose(why, Content.KEY)
        is_told = any("credit" in mistake for mistake in self.key.mistakes)
        for interval, share in accepted:
            if (share < best and not is_told) or self.key.answer is None:
                self.key.add(paragraph(f"Accepted: {worth(str(interval), share)}"))

    def take_gaps(self, gaps: Sequence[Gap]) -> None:
        """Take gaps of the text: a single one is what the question asks, several are parts of it."""
        if len(gaps) == 1 and not self.stem.parts:
            self.take_gap(gaps[0])
            return
        for gap in gaps:
            self.stem.parts.append(StemPart(gap.label, gap.prompt(), gap.points))
            self.key.parts[gap.label] = {"answer": gap.answer()} if gap.answer() else {}
            for interval, share in gap.partly():
                self.key.add(paragraph(f"({gap.label}) Accepted: {worth(str(interval), share)}"))
            for about, blocks in gap.feedback:
                self.key.add_below(f"({gap.label}) {about}:", blocks)
        self.tell_losses(share for gap in gaps for _, share in (*gap.choices, *gap.words))

    def take_gap(self, gap: Gap) -> None:
        """Take the only gap of a text as what the question asks."""
        if gap.choices:
            self.take_shares(gap.choices, several=gap.several)
        elif gap.numbers:
            self.take_numbers(gap.numbers)
        else:
            self.take_words([worth(word, share) for word, share in gap.words if share > 0])
        known = [source_text(choice) for choice, _ in gap.choices]
        self.take_feedback(
            (known.index(about) if about in known else f"{about}:", blocks) for about, blocks in gap.feedback
        )

    def take_pairs(self, pairs: Sequence[tuple[Blocks, str]]) -> None:
        """Take what is to be matched: left sides and a list to choose from, and the pairs in the solution."""
        choices = "; ".join(sorted({match for _, match in pairs}))
        lefts = [left for left, _ in pairs if left]
        self.stem.list_below(BulletList(tuple(lefts)), *paragraph(f"To choose from: {choices}"))
        matched = tuple((*left, *paragraph(f"→ {match}")) for left, match in pairs if left)
        self.key.solution = (BulletList(matched), *self.key.solution)
        self.place.note("a matching question is taken as an open one with a list")

    def take_named_order(self, entries: Mapping[str, Blocks], right: Iterable[str]) -> None:
        """Take what is to be put in order, with the names of the entries in the right one."""
        order = [entries[name] for name in right if name in entries]
        if len(order) != len(entries):
            self.place.lose("the order that is right", Content.KEY)
        self.take_order(order or list(entries.values()))

    def take_order(self, entries: Sequence[Blocks]) -> None:
        """Take what is to be put in order, given in the right one: shown is a list by the alphabet."""
        self.stem.list_below(*listed(sorted(entries, key=source_text)))
        self.key.solution = (NumberedList(tuple(entries)), *self.key.solution)
        self.place.note("a question of order is taken as an open one with a list")

    def take_feedback(self, feedback: Iterable[tuple[int | str, Blocks]]) -> None:
        """Keep what is said of options, by their places, and of answers as a whole, by a label or none.

        What has no label belongs to the solution. What leads to a wrong option becomes a mistake; a question
        has no field for the rest, which stands below the solution unless that says it already: by the text of
        the option, since papers may show options in another order.
        """
        told = [(about, blocks) for about, blocks in feedback if blocks]
        self.key.add(tuple(block for about, blocks in told if about == "" for block in blocks))
        known = f"\n\n{source_text(self.key.solution)}\n\n"
        for about, blocks in told:
            if isinstance(about, int) and self.key.right not in {None, about}:
                self.key.slips[about] = blocks
            elif about != "" and f"\n\n{source_text(blocks)}\n\n" not in known:
                self.key.add_below(self._about(about) if isinstance(about, int) else about, blocks)

    def _about(self, option: int) -> str:
        """Return what feedback on an option is about, in words."""
        if option == self.key.right:
            return "When right:"
        said = words_of(self._choices[option]) if option < len(self._choices) else ""
        return f"{said or letter(option)}:"

    def draft(self, identifier: str, points: str = "", load: Load = without_pictures) -> Draft:
        """Return the draft; `load` finds the pictures that the question shows."""
        figure = self._take_figure(load)
        draft = Draft(self.place, wants=self.wants)
        draft.take_title(self._title)
        draft.fields |= self.stem.fields()
        if self.stem.parts:
            draft.fields["parts"] = list(map(self._part, count(), self.stem.parts))
        draft.fields |= filled(hints=list(filter(None, map(source_text, self.hints))))
        draft.fields |= self.key.fields()
        draft.take_options([source_text(option) for option in self.stem.options], self.key)
        figure.give(draft, self.stem.caption)
        draft.take_id(identifier)
        if (worth := decimal(points)) is not None:
            draft.take_points(float(worth), is_ours=draft.has_our_id)
        return draft

    def _part(self, number: int, part: StemPart) -> dict[str, Any]:
        prompt = source_text(part.prompt) or f"TODO: what does part ({part.label}) ask?"
        return part_fields(number, part.label, prompt, part.points, self.key.parts.get(part.label, {}))

    def _take_figure(self, load: Load) -> QuestionFigure:
        """Make the figure of all pictures that the question shows, and put words where they stood."""
        stem, key = self.stem, self.key
        asked = [stem.scenario, stem.question, *stem.options, *(part.prompt for part in stem.parts)]
        lone = [stem.picture] if stem.picture else []
        within = [picture for blocks in asked for picture in pictures_in(blocks)]
        answered = pictures_in((*key.solution, *key.reckoning, *key.mistake))
        if not (lone or within or answered):
            return QuestionFigure()
        figure = make_figure([*lone, *within], load, self.place)
        for picture in answered:
            if not figure.shows(picture):
                what = f"the picture {name_of(picture)!r} stands in the answer"
                self.place.lose(f"{what}; its description is taken", Content.PICTURE)
        stem.scenario, stem.question = map(figure.in_words, asked[:2])
        stem.options = list(map(figure.in_words, stem.options))
        for part in stem.parts:
            part.prompt = figure.in_words(part.prompt)
        key.solution = figure.in_words(key.solution)
        key.reckoning = figure.in_words(key.reckoning)
        key.mistake = figure.in_words(key.mistake)
        key.slips = {at: figure.in_words(blocks) for at, blocks in key.slips.items()}
        if stem.picture is not None and not figure.shows(stem.picture):
            texts = filter(None, (figure.words(stem.picture), stem.caption))
            stem.describe_picture([block for text in texts for block in paragraph(text, Emphasis)])
        return figure


def listed(items: Sequence[Blocks]) -> Blocks:
    """Return items as a list; nothing for none."""
    return (BulletList(tuple(items)),) if items else ()
