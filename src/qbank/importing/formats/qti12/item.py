"""One item of QTI 1.2: its kind, what it shows, its key and its feedback."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from qbank import source_words
from qbank.grouping import grouped
from qbank.importing.builder import DraftBuilder
from qbank.importing.draft import Draft
from qbank.importing.exercise.gaps import BLANK, FULL, Gap
from qbank.importing.formats.qti12.blackboard import either_or, is_right_sides, pair_flows, right_sides
from qbank.importing.formats.qti12.calculated import Calculated
from qbank.importing.formats.qti12.scoring import conditions_of, intervals_of, right_options
from qbank.importing.markup.element import Element
from qbank.importing.markup.html_blocks import read_elements, read_html
from qbank.importing.markup.inlines import Picture, paragraph, words_of
from qbank.importing.markup.source_text import excerpt, source_text
from qbank.importing.pictures import Load
from qbank.importing.place import Content, Place
from qbank.render.text.document import Block, Blocks, Paragraph

_GENERAL: Final = frozenset({"general_fb", "general"})
_ANSWERED: Final = frozenset({
    "response_lid", "response_str", "response_num", "response_grp", "response_xy",
    "render_choice", "render_fib", "render_hotspot", "response_label",
})  # fmt: skip
"""What holds no text of a question, but its options and fields."""
_KINDS_OF_OTHERS: Final = source_words.meanings("qti_kinds")
_CHOICES: Final = ("multiple_choice_question", "true_false_question", "multiple_answers_question")
_WITH_GAPS: Final = ("fill_in_multiple_blanks_question", "multiple_dropdowns_question")
_NAMES_OF_KIND: Final = (
    "question_type", "respondusapi_qtype", "bbmd_questiontype", "qmd_questiontype", "cc_profile",
)  # fmt: skip
_KINDS_OF_FIELDS: Final = {
    "response_num": "numerical_question",
    "response_xy": "hot_spot_question",
    "response_str": "essay_question",
}
_CHOSEN: Final = frozenset({"dropdown", "wordbank"})
"""How New Quizzes call gaps that are filled from a list."""
_NAMES_OF_POINTS: Final = ("points_possible", "respondusapi_qpoints", "cc_weighting", "qmd_weighting")


_TEXTS: Final = ("mattext", "mat_formattedtext", "localizable_mattext", "matimage", "matemtext")
_RIGHT: Final = "When right:"
_WRONG: Final = "When wrong:"
_SAYS_WRONG: Final = re.compile(r"incorrect|wrong|_IC$", re.I)


class Item:
    """One item, and what all kinds of items are read by."""

    def __init__(self, item: Element, place: Place) -> None:
        self.item = item
        self.place = place
        self.presentation = item.part("presentation")
        self._choices = list(self.presentation.within("response_lid"))
        self.metadata = {
            field.word("fieldlabel").lower(): field.word("fieldentry")
            for field in item.within("qtimetadatafield", "qti_metadatafield")
        }
        for field in item.within("bbmd_questiontype", "qmd_questiontype", "qmd_weighting"):
            self.metadata.setdefault(field.name, field.text.strip())
        self.conditions = conditions_of(item)
        self.feedback = {
            feedback.get("ident"): self._material(feedback) for feedback in item.all("itemfeedback")
        }

    def drafts(self, load: Load) -> Iterator[Draft]:
        """Yield the draft of the item, unless it is of a kind that is not taken. `load` finds pictures."""
        kind = self._kind()
        takers: dict[str, Callable[[DraftBuilder], None]] = {
            **dict.fromkeys(_CHOICES, self._take_choice),
            "numerical_question": self._take_number,
            "file_upload_question": self._take_upload,
            "short_answer_question": self._take_words,
            "matching_question": self._take_pairs,
            "categorization_question": self._take_categories,
            "ordering_question": self._take_order,
            **dict.fromkeys(("essay_question", "calculated_question", *_WITH_GAPS), lambda _: None),
        }
        title = self.item.get("title")
        shown = self._shown()
        if kind not in takers:
            if kind in {"text_only_question", "text"}:
                self.place.lose(f"a text that asks nothing ('{title}'): {excerpt(shown)}")
            else:
                what = f"an item of the kind '{kind}' ('{title}'), which has no counterpart"
                self.place.lose(f"{what}: {excerpt(shown)}", Content.QUESTION)
            return
        gaps: list[Gap] = []
        calculated: Calculated | None = None
        if kind in _WITH_GAPS:
            shown, gaps = self._with_gaps(is_choice=kind == "multiple_dropdowns_question")
        elif kind == "calculated_question":
            calculated = Calculated(self.item, self.place)
            shown = self._shown(calculated.in_text)
        general = [self.feedback.pop(ident) for ident in list(self.feedback) if ident in _GENERAL]
        question = DraftBuilder(self.place, title, shown, tuple(chain.from_iterable(general)))
        if gaps:
            question.take_gaps(gaps)
        extra = calculated.take(question) if calculated is not None else {}
        takers[kind](question)
        self._take_feedback(question, of_options=takers[kind] == self._take_choice)
        draft = question.draft(self.item.get("ident"), self._said(_NAMES_OF_POINTS), load)
        draft.fields |= extra
        yield draft

    def _said(self, names: Sequence[str]) -> str:
        """Return what the metadata say under the first of some names."""
        return next((self.metadata[name] for name in names if self.metadata.get(name)), "")

    def _kind(self) -> str:
        """Return the kind by Canvas' name for it: what the metadata say, else what the elements show."""
        said = self._said(_NAMES_OF_KIND)
        kind = _KINDS_OF_OTHERS.get(said.lower(), said)
        is_fitting = kind not in {*_CHOICES, "ordering_question"} or len(self._choices) < 2
        return kind if is_fitting and kind.endswith(("_question", "text")) else self._visible_kind()

    def _visible_kind(self) -> str:
        if len(self._choices) == 1:
            cardinality = self._choices[0].get("rcardinality").lower()
            kinds = {"ordered": "ordering_question", "multiple": "multiple_answers_question"}
            return kinds.get(cardinality, "multiple_choice_question")
        if self._choices or any(self.presentation.within("response_grp")):
            return "matching_question"
        for field in self.presentation.within("render_fib"):
            if field.get("fibtype").lower() in {"decimal", "integer", "scientific"}:
                return "numerical_question"
            return "short_answer_question" if self.conditions else "essay_question"
        for name, kind in _KINDS_OF_FIELDS.items():
            if any(self.presentation.within(name)):
                return kind
        return "text"

    def _shown(self, change: Callable[[str], str] | None = None) -> Blocks:
        """Return what stands outside of the responses."""
        sides = [flow for flow, _ in pair_flows(self.presentation)] if right_sides(self.presentation) else []
        return self._outside(self.presentation, {id(flow) for flow in sides}, change)

    def _outside(
        self, element: Element, but: Container[int] = (), change: Callable[[str], str] | None = None
    ) -> Blocks:
        """Return the materials of an element that stand in no response and no option."""
        return tuple(block for part in _outside(element, but) for block in self._material(part, change))

    def _material(self, element: Element, change: Callable[[str], str] | None = None) -> Blocks:
        blocks: list[Block] = []
        for text in element.within(*_TEXTS):
            place = self.place.at(text.line)
            if text.name == "matimage":
                if source := text.get("uri"):
                    blocks.append(Paragraph((Picture(text.get("label") or text.text.strip(), source),)))
                continue
            content = change(text.text) if change else text.text
            kind = text.get("texttype") or text.get("type", "text/plain")
            if text.children:
                blocks += read_elements(text, place)
            elif kind.lower() in {"text/html", "html", "smart_text"}:
                blocks += read_html(content, place)
            elif content.strip():
                blocks += paragraph(either_or(" ".join(content.split())))
        return tuple(blocks)

    def _labels(self, response: Element) -> tuple[list[str], list[Blocks]]:
        labels = list(response.within("response_label"))
        return [label.get("ident") for label in labels], list(map(self._material, labels))

    def _take_choice(self, question: DraftBuilder) -> None:
        idents, options = self._labels(self.presentation)
        several = any(choice.get("rcardinality").lower() == "multiple" for choice in self._choices[:1])
        right = right_options(self.conditions, idents, several=several)
        if self.conditions and not right:
            self.place.lose("the right option, which is none of those that are listed", Content.KEY)
        elif not self.conditions:
            self.place.lose("no option gets points, so none is known to be right", Content.KEY)
        question.take_choice(options, right)

    def _take_feedback(self, question: DraftBuilder, *, of_options: bool) -> None:
        idents = self._labels(self.presentation)[0] if of_options else ()
        places = {ident: place for place, ident in enumerate(idents)}
        question.take_feedback(
            (self._about(ident, places), blocks) for ident, blocks in self.feedback.items()
        )

    def _about(self, ident: str, places: Mapping[str, int]) -> int | str:
        """Return what feedback is about by its name and what shows it; nothing where that is everything."""
        option = places.get(ident.removesuffix("_fb"))
        if option is not None or ident == "correct_fb":
            return _RIGHT if option is None else option
        showing = [
            response
            for response in self.item.within("respcondition")
            if any(link.get("linkrefid") == ident for link in response.all("displayfeedback"))
        ]
        equals = [equal for response in showing for equal in response.within("varequal", "varsubset")]
        chosen = {equal.text.strip() for equal in equals}
        options = {places[one] for one in chosen if one in places}
        if options:
            return options.pop() if len(options) == 1 else "" if len(options) == len(places) else _WRONG
        scoring = {id(condition.element) for condition in self.conditions}
        outcomes = set()
        for response in showing:
            if id(response.first("conditionvar")) in scoring:
                outcomes.add(_RIGHT)
            elif any(response.within("other")):
                outcomes.add(_WRONG)
        if outcomes:
            return outcomes.pop() if len(outcomes) == 1 else ""
        if len(chosen) == 1 and not places:
            return f"{self._words(chosen.pop())}:"
        return _WRONG if _SAYS_WRONG.search(ident) else _RIGHT if "correct" in ident.lower() else ""

    def _words(self, chosen: str) -> str:
        """Return what a condition asks for in words: the text of an option, or what is typed."""
        texts = dict(zip(*self._labels(self.presentation), strict=True))
        return words_of(texts.get(chosen, ())) or chosen

    def _chosen(self, ident: str = "") -> list[str]:
        """Return what the conditions ask for, of one response or of all."""
        return [one for condition in self.conditions for one in condition.chosen(ident)]

    def _take_number(self, question: DraftBuilder) -> None:
        question.wants = "number"
        if question.key.answer is None:
            numeric = [condition for condition in self.conditions if intervals_of(condition.element)]
            best = max((condition.score for condition in numeric), default=0)
            leading = [condition.element for condition in numeric if condition.score == best]
            question.take_numbers([(interval, FULL) for one in leading for interval in intervals_of(one)])

    def _take_upload(self, _question: DraftBuilder) -> None:
        self.place.note("a file to hand in is taken as an open question")

    def _take_words(self, question: DraftBuilder) -> None:
        fields = [*self.presentation.within("response_str"), *self.presentation.within("response_num")]
        if len(fields) > 1:
            question.take_gaps([
                Gap(str(number), words=[(word, FULL) for word in self._chosen(field.get("ident"))])
                for number, field in enumerate(fields, 1)
            ])  # fmt: skip
        else:
            question.take_words(self._chosen())

    def _take_pairs(self, question: DraftBuilder) -> None:
        pairs: list[tuple[Blocks, str]] = []
        texts: dict[str, str] = {}
        apart = [source_text(self._material(side)) for side in right_sides(self.presentation)]
        lefts = {id(response): flow for flow, response in pair_flows(self.presentation)} if apart else {}
        for response in self.presentation.within("response_lid", "response_grp"):
            idents, labels = self._labels(response)
            names = [source_text(label) for label in labels]
            if apart and len(apart) == len(names):
                names = apart
            texts |= dict(zip(idents, names, strict=True))
            ident = response.get("ident")
            left = self._outside(lefts.get(id(response), response)) or paragraph(ident)
            right = next((texts.get(one) for one in self._chosen(ident)), None)
            if right is None:
                self.place.lose(f"what belongs to '{words_of(left)}'", Content.KEY)
            pairs.append((left, "TODO" if right is None else right))
        used = {right for _, right in pairs}
        pairs += [((), text) for text in dict.fromkeys(texts.values()) if text not in used]
        question.take_pairs(pairs)

    def _take_categories(self, question: DraftBuilder) -> None:
        """Take what is to be sorted into categories as pairs of an entry and its category."""
        pairs: list[tuple[Blocks, str]] = []
        seen: dict[str, Blocks] = {}
        for response in self._choices:
            idents, labels = self._labels(response)
            seen |= dict(zip(idents, labels, strict=True))
            name = " ".join(source_text(self._material(material)) for material in _outside(response))
            chosen = dict.fromkeys(self._chosen(response.get("ident")))
            pairs += [(seen[one], name) for one in chosen if one in seen]
        placed = {source_text(left) for left, _ in pairs}
        pairs += [(label, "none of these") for label in seen.values() if source_text(label) not in placed]
        question.take_pairs(pairs)

    def _take_order(self, question: DraftBuilder) -> None:
        texts = dict(zip(*self._labels(self.presentation), strict=True))
        best = max(self.conditions, key=lambda condition: condition.score, default=None)
        question.take_named_order(texts, best.chosen() if best else ())

    def _with_gaps(self, *, is_choice: bool) -> tuple[Blocks, list[Gap]]:
        """Return what is shown with (1), (2) in place of `[name]`, and the gaps."""
        gaps: list[Gap] = []
        names: dict[str, str] = {}
        responses = list(self.presentation.within("response_lid", "response_str"))
        if not responses:
            # Respondus names the gaps in the conditions alone.
            equals = [one for condition in self.conditions for one in condition.element.within("varequal")]
            words = grouped((one.get("respident").strip("[]"), (one.text.strip(), FULL)) for one in equals)
            gaps = [Gap(str(number), words=told) for number, told in enumerate(words.values(), 1)]
            names = dict(zip(words, (gap.label for gap in gaps), strict=True))
        for response in responses:
            ident = response.get("ident")
            name = " ".join(words_of(self._material(material)) for material in _outside(response)).strip()
            gap = Gap(str(len(gaps) + 1))
            names[ident.removeprefix("response_")] = gap.label
            if name:
                names[name] = gap.label
            idents, options = self._labels(response)
            chosen = set(self._chosen(ident))
            kinds = {label.get("answer_type") for label in response.within("response_label")}
            if is_choice or kinds & _CHOSEN:
                shares = [FULL if one in chosen else 0.0 for one in idents]
                gap.choices = list(zip(options, shares, strict=True))
            else:
                words_told = list(map(words_of, options)) or sorted(chosen)
                gap.words = [(word, FULL) for word in words_told]
            if not gap.has_key:
                self.place.lose(f"the answer of the gap [{name}]", Content.KEY)
            for one, option in zip(idents, options, strict=True):
                if blocks := self.feedback.pop(f"{one}_fb", ()):
                    gap.feedback.append((words_of(option), blocks))
            gaps.append(gap)

        def change(text: str) -> str:
            for name, label in names.items():
                text = text.replace(f"[{name}]", BLANK if len(gaps) == 1 else f"({label})")
            return text

        return self._shown(change), gaps


def _outside(element: Element, but: Container[int] = ()) -> Iterator[Element]:
    """Yield the materials of an element that stand in no response and no option, in order.

    Left out is what stands in elements whose identities are in `but`, and the right sides of pairs.
    """
    for child in element.children:
        if child.name == "material":
            yield child
        elif child.name not in _ANSWERED and id(child) not in but and not is_right_sides(child):
            yield from _outside(child, but)
