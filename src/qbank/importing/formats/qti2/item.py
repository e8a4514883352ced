"""One item of QTI 2 or 3: its interactions, what surrounds them, and its feedback."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from qbank.importing.builder import DraftBuilder
from qbank.importing.draft import Draft
from qbank.importing.exercise.gaps import BLANK, FULL, Gap
from qbank.importing.exercise.numeric_answers import slack_of
from qbank.importing.formats.qti2.responses import Response, responses_of
from qbank.importing.formats.qti2.templates import Template, TemplateError
from qbank.importing.markup.element import Element
from qbank.importing.markup.html_blocks import read_elements
from qbank.importing.markup.html_tree import read_tree
from qbank.importing.markup.inlines import paragraph
from qbank.importing.markup.source_text import excerpt, source_text
from qbank.importing.pictures import Load
from qbank.importing.place import Content, Place
from qbank.render.text.document import Blocks
from qbank.sets.variants.expressions import ExpressionError

_INLINE: Final = frozenset({"textEntryInteraction", "inlineChoiceInteraction"})
_TAKEN: Final = _INLINE | {
    "choiceInteraction", "extendedTextInteraction", "orderInteraction", "matchInteraction",
    "associateInteraction", "gapMatchInteraction", "hottextInteraction", "uploadInteraction",
    "sliderInteraction",
}  # fmt: skip
_OF_ONE_GAP: Final = _INLINE | {"choiceInteraction", "hottextInteraction", "sliderInteraction"}
_CHOICES: Final = ("simpleChoice", "inlineChoice", "hottext", "simpleAssociableChoice", "gapText", "gapImg")
_ESCAPED_HTML: Final = re.compile(r"\s*<(?:p|div|span|ul|ol|table|b|strong|em|br)\b[^<>]*>", re.I)
_LEFT_OUT_BLOCKS: Final = frozenset(
    {"feedbackBlock", "feedbackInline", "modalFeedback", "templateBlock", "stylesheet"}
)
_SOLUTION: Final = "SOLUTION"
"""What examples of the standard, and our exports, call the feedback that is the whole answer."""
_SLIP: Final = "Likely slip"
_FOR_GRADERS: Final = frozenset({"scorer", "tutor", "author", "testConstructor"})


class Item:
    """One item, and what all its interactions are read by."""

    def __init__(self, item: Element, place: Place) -> None:
        self.item = item
        self.place = place
        self.responses = responses_of(item)
        self._body = item.part("itemBody")
        self._interactions: list[Element] = []
        self._choice_feedback: dict[str, Blocks] = {}
        self._derived: dict[str, Any] = {}
        self._template: Template | None = None
        self._solution: Blocks = ()

    def drafts(self, load: Load) -> Iterator[Draft]:
        """Yield the draft, unless an interaction is of a kind that is not taken. `load` finds pictures."""
        title = self.item.get("title")
        if self.item.first("templateProcessing") is not None:
            try:
                self._template = Template(self.item)
            except TemplateError as error:
                self._lose(title, f"an item whose numbers are drawn {error}")
                return
        found = [node for node in self._body.within() if node.name.endswith("Interaction")]
        others = sorted({node.name for node in found} - _TAKEN)
        if others:
            self._lose(title, f"an item with <{others[0]}>")
            return
        self._interactions = [node for node in found if node.name != "endAttemptInteraction"]
        shown = self._read(self._body)
        for feedback in self.item.all("modalFeedback"):
            if feedback.get("identifier") == _SOLUTION:
                self._solution = (*self._solution, *self._read(feedback))
        question = DraftBuilder(self.place, "" if title == self._identifier else title, shown, self._solution)
        extra = self._take(question)
        question.tell_losses(share for one in self._interactions for share in self._response(one).losses)
        self._take_feedback(question)
        draft = question.draft(self._identifier, self._points(), load)
        draft.fields |= extra
        if not self._interactions:
            self.place.note("an item without an interaction is taken as an open question")
        yield draft

    @property
    def _identifier(self) -> str:
        return self.item.get("identifier")

    def _lose(self, title: str, what: str) -> None:
        text = excerpt(read_elements(_bare(self._body)))
        self.place.lose(f"{what} ('{title}'), which has no counterpart: {text}", Content.QUESTION)

    def _points(self) -> str:
        outcomes = {one.get("identifier"): one for one in self.item.all("outcomeDeclaration")[::-1]}
        none = Element("")
        said = outcomes.get("MAXSCORE", none).word("defaultValue", "value")
        said = said or outcomes.get("SCORE", none).get("normalMaximum")
        if not said and len(self._interactions) == 1:
            points = self._response(self._interactions[0]).points
            said = "" if points is None else f"{float(points):g}"
        return said

    def _response(self, interaction: Element) -> Response:
        identifier = interaction.get("responseIdentifier", "RESPONSE")
        return self.responses.get(identifier) or Response(identifier)

    # -- what is shown ---------------------------------------------------------------------------------------

    def _read(self, node: Element) -> Blocks:
        return read_elements(self._plain(node), self.place)

    def _plain(self, node: Element) -> Element:
        """Return the body with interactions as what a page would show of them, and XHTML as it is."""
        plain = Element(node.name, node.attributes, node.line)
        only = node.text if not node.children else ""
        if only and _ESCAPED_HTML.match(only):
            plain.content = read_tree(only, []).content
            return plain
        for child in node.content:
            if isinstance(child, str):
                plain.content.append(child)
            elif self._is_line_to_write_on(child) or child.name in _LEFT_OUT_BLOCKS:
                continue
            elif child in self._interactions:
                plain.content += self._in_place_of(child)
            elif child.name == "printedVariable":
                name = child.get("identifier")
                shown = self._template.shown(name, self._derived) if self._template else f"[{name}]"
                plain.content.append(shown)
            elif child.name == "rubricBlock" and set(child.get("view").split()) & _FOR_GRADERS:
                self._solution = (*self._solution, *self._read(child))
            elif child.name == "object" and child.get("type").startswith("image/"):
                source = {"src": child.get("data"), "alt": child.text.strip()}
                plain.content.append(Element("img", source, child.line))
            else:
                plain.content.append(self._plain(child))
        return plain

    def _is_line_to_write_on(self, node: Element) -> bool:
        """Whether a paragraph holds nothing but the only field of an item."""
        if node.name not in {"p", "div"} or node.children != self._interactions:
            return False
        unit = node.text.strip()
        said = "".join(other.text for other in self._body.within("em", "p"))
        is_field = [one.name for one in self._interactions] == ["textEntryInteraction"]
        return is_field and (not unit or f"Answer in {unit}" in said)

    def _in_place_of(self, interaction: Element) -> list[Element | str]:
        number = self._interactions.index(interaction) + 1
        is_alone = len(self._interactions) == 1
        if interaction.name in _INLINE:
            return [f" {BLANK} " if is_alone else f" ({number}) "]
        content: list[Element | str] = []
        if interaction.name in {"gapMatchInteraction", "hottextInteraction"}:
            shown_within = _without(interaction, "gapText", "gapImg", "prompt")
            inner = Element("div", {}, interaction.line, shown_within)
            shown = self._plain(inner)
            for gap_number, gap in enumerate(shown.within("gap"), 1):
                gap.name, gap.content = "span", [f" ({gap_number}) "]
            content.append(shown)
        prompt = interaction.first("prompt")
        if prompt is not None and is_alone:
            shown = self._plain(prompt)
            shown.name = "div"
            content.insert(0, shown)
        elif not is_alone:
            content.append(Element("p", {}, interaction.line, [f"({number})"]))
        return content

    # -- the key ---------------------------------------------------------------------------------------------

    def _take(self, question: DraftBuilder) -> dict[str, Any]:
        """Take the interactions; returns fields that they need besides."""
        if self._template is not None and len(self._interactions) == 1 and self._template.answers:
            return self._take_template(question, self._interactions[0])
        if len(self._interactions) == 1:
            self._take_alone(question, self._interactions[0])
        elif self._interactions:
            question.take_gaps([self._part(number, one) for number, one in enumerate(self._interactions, 1)])
        if self._template is not None:
            return self._template.fields("", Fraction(0), self._derived, relative=False)
        return {}

    def _take_template(self, question: DraftBuilder, interaction: Element) -> dict[str, Any]:
        assert self._template is not None
        response = self._response(interaction)
        question.wants = "number"
        *_, equal = Element(""), *self.item.part("responseProcessing").within("equal")
        slack = slack_of(equal.get("tolerance").replace(",", " ").partition(" ")[0])
        is_relative = equal.get("toleranceMode") == "relative"
        slack = slack / 100 if is_relative else slack
        try:
            fields = self._template.fields(response.identifier, slack, self._derived, relative=is_relative)
        except ExpressionError as error:
            self.place.lose(f"the answer of the template: {error}", Content.KEY)
            return {"parameters": self._template.numbers.parameters()}
        question.key.answer = fields.pop("answer", None)
        return fields

    def _take_alone(self, question: DraftBuilder, interaction: Element) -> None:
        response = self._response(interaction)
        match interaction.name:
            case name if name in _OF_ONE_GAP:
                question.take_gap(self._gap(1, interaction))
            case "orderInteraction":
                question.take_named_order(self._choices(interaction), response.right)
            case "matchInteraction" | "associateInteraction":
                self._take_pairs(question, interaction, response)
            case "gapMatchInteraction":
                question.take_gaps(self._gaps_of_match(interaction, response))
            case "uploadInteraction":
                self.place.note("a file to hand in is taken as an open question")
            case _:
                for text in response.right:
                    question.key.add(paragraph(text))

    def _choices(self, interaction: Element) -> dict[str, Blocks]:
        """Return what to choose from by identifier; feedback that stands there is kept."""
        choices = {}
        for choice in interaction.within(*_CHOICES):
            ident = choice.get("identifier")
            for feedback in choice.within("feedbackInline", "feedbackBlock"):
                self._choice_feedback[ident] = self._read(feedback)
            choices[ident] = self._read(choice) or paragraph("(empty)")
        return choices

    def _take_pairs(self, question: DraftBuilder, interaction: Element, response: Response) -> None:
        choices = self._choices(interaction)
        pairs: list[tuple[Blocks, str]] = [
            (choices[left], source_text(choices[right]))
            for left, right in response.pairs()
            if left in choices and right in choices
        ]
        if not pairs:
            self.place.lose("the pairs that are right", Content.KEY)
        sets = interaction.all("simpleMatchSet")
        used = {"", *(right for _, right in pairs)}
        others = [choices.get(choice.get("identifier"), ()) for one in sets[1:2] for choice in one.children]
        question.take_pairs([*pairs, *(((), text) for text in map(source_text, others) if text not in used)])

    def _gaps_of_match(self, interaction: Element, response: Response) -> list[Gap]:
        texts = self._choices(interaction)
        owners = {}
        for first, second in response.pairs():
            owners[second] = first
            owners.setdefault(first, second)
        gaps = []
        for number, node in enumerate(interaction.within("gap"), 1):
            owner = owners.get(node.get("identifier"), "")
            if owner not in texts:
                self.place.lose(f"what belongs into gap ({number})", Content.KEY)
            choices = [(text, FULL if ident == owner else 0.0) for ident, text in texts.items()]
            gaps.append(Gap(str(number), choices))
        return gaps

    def _part(self, number: int, interaction: Element) -> Gap:
        """Return one of several interactions as a gap, with what its prompt asks."""
        gap = self._gap(number, interaction)
        prompt = interaction.first("prompt")
        if prompt is not None:
            gap.asked = self._read(prompt)
        return gap

    def _gap(self, number: int, interaction: Element) -> Gap:
        response = self._response(interaction)
        gap = Gap(str(number))
        choices = self._choices(interaction)
        names = {ident: source_text(blocks) for ident, blocks in choices.items()}
        match interaction.name:
            case "choiceInteraction" | "inlineChoiceInteraction" | "hottextInteraction":
                gap.choices = [(choice, response.share(ident)) for ident, choice in choices.items()]
                gap.several = response.is_multiple
                told_of = self._choice_feedback
                gap.feedback = [(names[ident], told_of[ident]) for ident in choices if ident in told_of]
            case "textEntryInteraction" | "sliderInteraction" if response.is_number and response.interval:
                gap.numbers = [(response.interval, FULL), *response.partly]
            case "textEntryInteraction" | "sliderInteraction":
                gap.words = response.entries()
            case "extendedTextInteraction" | "uploadInteraction":
                return gap
            case kind if response.right:
                idents = [response.right] if kind == "orderInteraction" else map(str.split, response.right)
                rows = (" → ".join(names.get(one, one) for one in row) for row in idents)
                gap.words = [("; ".join(rows), FULL)]
        if not gap.has_key:
            self.place.lose(f"the answer of ({number})", Content.KEY)
        return gap

    # -- feedback --------------------------------------------------------------------------------------------

    def _take_feedback(self, question: DraftBuilder) -> None:
        told: list[tuple[int | str, Blocks]] = []
        idents = list(self._choices(self._interactions[0])) if len(self._interactions) == 1 else []
        for feedback in [*self.item.within("modalFeedback"), *self._body.within("feedbackBlock")]:
            blocks = self._read(feedback)
            ident = feedback.get("identifier")
            is_slip = feedback.get("title") == _SLIP and bool(question.key.mistakes)
            if is_slip or (feedback.name == "modalFeedback" and ident == _SOLUTION):
                continue  # the answer has it already
            told.append((self._about(ident, idents), blocks))
        question.take_feedback(told)

    def _about(self, ident: str, idents: list[str]) -> int | str:
        """Return what feedback is about: an option, right or wrong answers, or, empty, everything."""
        bare = re.sub(r"(?:^(?:feedback|fb|modal)[_-]?|[_-]?(?:feedback|fb|modal)$)", "", ident, flags=re.I)
        for place, option in enumerate(idents):
            if option in {ident, bare}:
                return place
        lowered = ident.lower()
        if "incorrect" in lowered or "wrong" in lowered or "false" in lowered:
            return "When wrong:"
        if "correct" in lowered or "right" in lowered or "true" in lowered:
            return "When right:"
        return ""


def _bare(node: Element) -> Element:
    """Return a body with nothing of interactions but their prompts."""
    asked = _without(node, "simpleChoice", "gapText", "simpleMatchSet")
    return Element(
        node.name, {}, node.line, [_bare(child) if isinstance(child, Element) else child for child in asked]
    )


def _without(node: Element, *names: str) -> list[Element | str]:
    """Return what is in an element but elements of some names."""
    return [child for child in node.content if isinstance(child, str) or child.name not in names]
