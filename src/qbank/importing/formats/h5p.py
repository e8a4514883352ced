"""H5P: question sets, courses and videos with questions, and single questions, of a package or its JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final, NamedTuple

from qbank import source_words
from qbank.importing.archive import Archive
from qbank.importing.builder import DraftBuilder
from qbank.importing.draft import Draft
from qbank.importing.exercise.gaps import FULL, Gap, label_gaps
from qbank.importing.markup.html_blocks import read_html
from qbank.importing.markup.inlines import Picture
from qbank.importing.markup.lines import read_json
from qbank.importing.markup.source_text import excerpt, source_text
from qbank.importing.pictures import without_pictures
from qbank.importing.place import Content, Place
from qbank.render.text.document import Blocks, Paragraph
from qbank.unchecked import as_mapping

_CONTENT: Final = "content/content.json"
_STARS: Final = re.compile(r"\*([^*\n]{1,300})\*")
_DEEPEST: Final = 40
_TELLING: Final = {
    "answers": "MultiChoice", "textField": "DragText", "choices": "SingleChoiceSet",
    "questions": "QuestionSet", "correct": "TrueFalse",
}  # fmt: skip
"""Parameters that tell a content type, the most telling first."""
_NOT_TAKEN: Final = source_words.listed("h5p_not_taken")


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read a package, or the `content.json` of one.

    Raises:
        SourceError: it cannot be read, or holds no questions.
    """
    archive = Archive(data, place) if data.startswith(b"PK") else None
    about: dict[str, Any] = {}
    if archive and "h5p.json" in archive.names:
        about = as_mapping(read_json(archive.read("h5p.json"), archive.place("h5p.json")))
    library, title = str(about.get("mainLibrary", "")), str(about.get("title", ""))
    content_place = archive.place(_CONTENT) if archive else place
    content = read_json(archive.read(_CONTENT) if archive else data, content_place)
    if not isinstance(content, dict) or "library" not in content:
        content = {"library": library or _guess(content), "params": content, "metadata": {"title": title}}
    reader = _Reader(content_place, archive)
    yield from reader.questions(content, 0)
    if not reader.found:
        raise place.error(f"holds no question of H5P that is known{f' ({library})' if library else ''}")
    if archive:
        archive.tell_unread(lambda name: name.startswith(("content/images/", "content/videos/")))


def _guess(content: Any) -> str:
    """Return the content type that bare content looks like."""
    match content:
        case {"questions": [str(), *_]}:
            return "H5P.Blanks"
        case dict():
            return next((f"H5P.{kind}" for name, kind in _TELLING.items() if name in content), "")
    return ""


class _Content(NamedTuple):
    """What a content type was given: its parameters, a title, and its place."""

    params: dict[str, Any]
    title: str
    place: Place

    def html(self, name: str) -> Blocks:
        """Return the text of a parameter."""
        return _html(self.params.get(name), self.place)


class _Reader:
    def __init__(self, place: Place, archive: Archive | None) -> None:
        self._place = place
        self._load = archive.pictures(lambda name: (f"content/{name}",)) if archive else without_pictures
        self.found = 0

    def questions(self, node: Any, depth: int) -> Iterator[Draft]:
        """Yield the questions of a content, and of those within it."""
        if depth > _DEEPEST:
            return
        if not isinstance(node, dict):
            for one in node if isinstance(node, list) else ():
                yield from self.questions(one, depth + 1)
            return
        library, params = node.get("library"), node.get("params")
        name = library.split(" ")[0] if isinstance(library, str) else ""
        taker = {
            "H5P.MultiChoice": self._choice,
            "H5P.TrueFalse": self._truth,
            "H5P.SingleChoiceSet": self._choices,
            "H5P.Blanks": self._blanks,
            "H5P.DragText": self._drag,
            "H5P.MarkTheWords": self._marked,
            "H5P.Essay": self._essay,
            "H5P.Summary": self._summary,
            "H5P.Flashcards": self._cards,
            "H5P.Dialogcards": self._cards,
            "H5P.SortParagraphs": self._order,
        }.get(name)  # fmt: skip
        if taker is not None and isinstance(params, dict):
            self.found += 1
            place = self._place.item(self.found)
            title = str(as_mapping(node.get("metadata")).get("title", ""))
            try:
                for question in taker(_Content(params, "" if title.startswith("Untitled") else title, place)):
                    yield question.draft("", load=self._load)
            except (AttributeError, TypeError, KeyError, IndexError):
                place.lose(f"a question of {name}, which is not of its form", Content.QUESTION)
        elif name in _NOT_TAKEN and isinstance(params, dict):
            self.found += 1
            text = excerpt(_html(params.get("taskDescription") or params.get("question")))
            self._place.lose(f"a question of {name}, which has no counterpart: {text}", Content.QUESTION)
        else:
            if name == "H5P.QuestionSet" and (text := _introduction(as_mapping(params))):
                self._place.lose(f"the introduction of the question set: {text}")
            for one in node.values():
                yield from self.questions(one, depth + 1)

    def _builder(self, content: _Content, *shown: Blocks) -> DraftBuilder:
        media = as_mapping(content.params.get("media"))
        inner = as_mapping(as_mapping(media.get("type", media)).get("params"))
        picture: Blocks = ()
        if isinstance(inner.get("file"), dict):
            source, alt = str(inner["file"].get("path", "")), str(inner.get("alt", ""))
            picture = (Paragraph((Picture(" ".join(alt.split()), source),)),)
        elif inner.get("sources"):
            content.place.lose("a film or a sound", Content.FILE)
        return DraftBuilder(content.place, content.title, tuple(chain.from_iterable((picture, *shown))), ())

    def _choice(self, content: _Content) -> Iterator[DraftBuilder]:
        question, place = self._builder(content, content.html("question")), content.place
        answers = [answer for answer in content.params.get("answers", []) if isinstance(answer, dict)]
        right = [at for at, answer in enumerate(answers) if _is_true(answer.get("correct"))]
        question.take_choice([_html(answer.get("text"), place) for answer in answers], right)
        if not right:
            place.lose("no option is right", Content.KEY)
        told = [answer.get("tipsAndFeedback") or {} for answer in answers]
        question.take_feedback(enumerate(_html(one.get("chosenFeedback"), place) for one in told))
        question.hints = [_html(one.get("tip"), place) for one in told]
        yield question

    def _truth(self, content: _Content) -> Iterator[DraftBuilder]:
        question = self._builder(content, content.html("question"))
        behaviour = content.params.get("behaviour") or {}
        told = [
            _html(behaviour.get(name), content.place) for name in ("feedbackOnCorrect", "feedbackOnWrong")
        ]
        question.take_truth(_is_true(content.params.get("correct")), *told)
        yield question

    def _choices(self, content: _Content) -> Iterator[DraftBuilder]:
        for one in content.params.get("choices", []):
            yield self._first_right(content, one.get("question"), one.get("answers", []))

    def _first_right(self, content: _Content, asked: Any, answers: list[Any]) -> DraftBuilder:
        """Return a choice whose first option is right. H5P shuffles them; the alphabet tells nothing."""
        options = [_html(answer, content.place) for answer in answers]
        question = self._builder(content, _html(asked, content.place))
        order = sorted(range(len(options)), key=lambda at: source_text(options[at]))
        question.take_choice([options[at] for at in order], [order.index(0)] if options else [])
        return question

    def _blanks(self, content: _Content) -> Iterator[DraftBuilder]:
        texts = [text for text in content.params.get("questions", []) if isinstance(text, str)]
        yield self._with_gaps(content, "text", "\n".join(texts))

    def _drag(self, content: _Content) -> Iterator[DraftBuilder]:
        text = str(content.params.get("textField") or "")
        yield self._with_gaps(content, "taskDescription", text.replace("\n", "<br/>"))

    def _marked(self, content: _Content) -> Iterator[DraftBuilder]:
        text = str(content.params.get("textField", ""))
        task = content.html("taskDescription")
        question = self._builder(content, task, _html(_STARS.sub(r"\1", text), content.place))
        question.take_words([_STARS.sub(r"\1", word) for word in _STARS.findall(text)])
        yield question

    def _with_gaps(self, content: _Content, task: str, text: str) -> DraftBuilder:

        tips: list[str] = []

        def read(match: re.Match[str], label: str) -> Gap:
            if tip := match[1].partition(":")[2].strip():
                tips.append(f"({label}) {tip}")
            inner = match[1].partition(":")[0].partition("\\+")[0].partition("\\-")[0]
            return Gap(label, words=[(word.strip(), FULL) for word in inner.split("/") if word.strip()])

        shown, gaps = label_gaps(text, _STARS, read)
        question = self._builder(content, content.html(task), _html(shown, content.place))
        question.take_gaps(gaps)
        question.hints = [_html(tip, content.place) for tip in tips]
        return question

    def _essay(self, content: _Content) -> Iterator[DraftBuilder]:
        question = self._builder(content, content.html("taskDescription"))
        question.key.solution = _html(as_mapping(content.params.get("solution")).get("sample"), content.place)
        keywords = [one for one in content.params.get("keywords", []) if isinstance(one, dict)]
        texts = list(filter(None, (str(one.get("keyword", "")) for one in keywords)))
        question.take_words(texts, "Keywords that earn points:")
        if any(as_mapping(one.get("options")).get("points") for one in keywords):
            content.place.note("what each keyword is worth is not taken")
        yield question

    def _summary(self, content: _Content) -> Iterator[DraftBuilder]:
        asked = content.params.get("intro") or "Choose the correct statement."
        for one in content.params.get("summaries", []):
            yield self._first_right(content, asked, one.get("summary", []))

    def _cards(self, content: _Content) -> Iterator[DraftBuilder]:
        for card in [*content.params.get("cards", []), *content.params.get("dialogs", [])]:
            question = self._builder(_Content({}, "", content.place), _html(card.get("text"), content.place))
            question.key.solution = _html(card.get("answer"), content.place)
            yield question

    def _order(self, content: _Content) -> Iterator[DraftBuilder]:
        question = self._builder(content, content.html("taskDescription"))
        question.take_order([_html(text, content.place) for text in content.params.get("paragraphs", [])])
        yield question


def _introduction(params: Mapping[str, Any]) -> str:
    page = as_mapping(params.get("introPage"))
    return excerpt(_html(page.get("introduction"))) if page.get("showIntroPage") is not False else ""


def _html(text: Any, place: Place | None = None) -> Blocks:
    return read_html(text, place) if isinstance(text, str) else ()


def _is_true(value: Any) -> bool:
    return value is True or str(value).lower() == "true"
