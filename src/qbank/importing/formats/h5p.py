"""H5P: question sets, courses and videos with questions, and single questions, of a package or its JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import unquote

from qbank.importing.archive import Archive
from qbank.importing.builder import DraftBuilder
from qbank.importing.draft import Draft
from qbank.importing.exercise.gaps import FULL, Gap, label_gaps
from qbank.importing.markup.html_blocks import read_html
from qbank.importing.markup.inlines import Picture, paragraph
from qbank.importing.markup.lines import read_json
from qbank.importing.markup.source_text import source_text
from qbank.importing.place import Content, Place
from qbank.render.text.document import Blocks

_CONTENT: Final = "content/content.json"
_STARS: Final = re.compile(r"\*([^*\n]{1,300})\*")
_DEEPEST: Final = 40
_NOT_TAKEN: Final = frozenset({
    "H5P.ImageHotspotQuestion", "H5P.ImageMultipleHotspotQuestion", "H5P.DragQuestion", "H5P.ArithmeticQuiz",
    "H5P.FindTheWords", "H5P.MemoryGame", "H5P.SpeakTheWords", "H5P.AudioRecorder", "H5P.ImageSequencing",
    "H5P.ImagePair", "H5P.GuessTheAnswer",
})  # fmt: skip


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read a package, or the `content.json` of one.

    Raises:
        SourceError: it cannot be read, or holds no questions.
    """
    archive = Archive(data, place) if data.startswith(b"PK") else None
    library = title = ""
    content_place = archive.place(_CONTENT) if archive else place
    if archive and "h5p.json" in archive.names:
        about = read_json(archive.read("h5p.json"), archive.place("h5p.json"))
        if isinstance(about, dict):
            library, title = str(about.get("mainLibrary", "")), str(about.get("title", ""))
    content = read_json(archive.read(_CONTENT) if archive else data, content_place)
    reader = _Reader(content_place, archive)
    root = (
        content
        if isinstance(content, dict) and "library" in content
        else {"library": library or _guess(content), "params": content, "metadata": {"title": title}}
    )
    yield from reader.questions(root, 0)
    if not reader.found:
        raise place.error(f"holds no question of H5P that is known{f' ({library})' if library else ''}")
    if archive:
        archive.tell_unread(lambda name: name.startswith(("content/images/", "content/videos/")))


def _guess(content: Any) -> str:
    """Return the content type that bare content looks like."""
    if not isinstance(content, dict):
        return ""
    match content:
        case {"questions": [str(), *_]}:
            return "H5P.Blanks"
    for key, library in (
        ("answers", "H5P.MultiChoice"),
        ("textField", "H5P.DragText"),
        ("choices", "H5P.SingleChoiceSet"),
        ("questions", "H5P.QuestionSet"),
        ("correct", "H5P.TrueFalse"),
    ):
        if key in content:
            return library
    return ""


class _Reader:
    def __init__(self, place: Place, archive: Archive | None) -> None:
        self._place = place
        self._archive = archive
        self.found = 0

    def questions(self, node: Any, depth: int) -> Iterator[Draft]:
        """Yield the questions of a content, and of those within it."""
        if depth > _DEEPEST:
            return
        if isinstance(node, list):
            for one in node:
                yield from self.questions(one, depth + 1)
            return
        if not isinstance(node, dict):
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
            metadata = node.get("metadata")
            title = str(metadata.get("title", "")) if isinstance(metadata, dict) else ""
            try:
                yield from taker(params, "" if title.startswith("Untitled") else title, place)
            except (AttributeError, TypeError, KeyError, IndexError):
                place.lose(f"a question of {name}, which is not of its form", Content.QUESTION)
        elif name in _NOT_TAKEN and isinstance(params, dict):
            self.found += 1
            text = " ".join(
                source_text(_html(params.get("taskDescription") or params.get("question") or "")).split()
            )
            self._place.lose(
                f"a question of {name}, which has no counterpart: {text[:160]}", Content.QUESTION
            )
        else:
            for one in node.values():
                if isinstance(one, dict | list):
                    yield from self.questions(one, depth + 1)

    def _builder(self, shown: Blocks, title: str, place: Place, params: dict[str, Any]) -> DraftBuilder:
        media = params.get("media")
        media = media.get("type", media) if isinstance(media, dict) else None
        inner = media.get("params") if isinstance(media, dict) else None
        if isinstance(inner, dict) and isinstance(inner.get("file"), dict):
            source, alt = str(inner["file"].get("path", "")), str(inner.get("alt", ""))
            shown = (*read_html(f'<p><img src="{_quoted(source)}" alt="{_quoted(alt)}"></p>'), *shown)
        elif isinstance(inner, dict) and inner.get("sources"):
            place.lose("a film or a sound", Content.FILE)
        return DraftBuilder(place, title, shown, ())

    def _draft(self, question: DraftBuilder) -> Draft:
        return question.draft("", load=self._load)

    def _load(self, picture: Picture) -> bytes | None:
        return self._archive.find(f"content/{unquote(picture.source)}") if self._archive else None

    def _choice(self, params: dict[str, Any], title: str, place: Place) -> Iterator[Draft]:
        question = self._builder(_html(params.get("question"), place), title, place, params)
        answers = [answer for answer in params.get("answers", []) if isinstance(answer, dict)]
        right = [at for at, answer in enumerate(answers) if _is_true(answer.get("correct"))]
        question.take_choice([_html(answer.get("text"), place) for answer in answers], right)
        if not right:
            place.lose("no option is right", Content.KEY)
        feedback: list[tuple[int | str, Blocks]] = []
        tips = []
        for at, answer in enumerate(answers):
            told = answer.get("tipsAndFeedback") or {}
            feedback.append((at, _html(told.get("chosenFeedback"), place)))
            tips.append(source_text(_html(told.get("tip"), place)))
        question.take_feedback(feedback)
        draft = self._draft(question)
        if any(tips):
            draft.fields["hints"] = list(filter(None, tips))
        yield draft

    def _truth(self, params: dict[str, Any], title: str, place: Place) -> Iterator[Draft]:
        question = self._builder(_html(params.get("question"), place), title, place, params)
        right = 0 if _is_true(params.get("correct")) else 1
        question.take_choice([paragraph("True"), paragraph("False")], [right])
        behaviour = params.get("behaviour") or {}
        question.take_feedback([
            (right, _html(behaviour.get("feedbackOnCorrect"), place)),
            (1 - right, _html(behaviour.get("feedbackOnWrong"), place)),
        ])  # fmt: skip
        yield self._draft(question)

    def _choices(self, params: dict[str, Any], title: str, place: Place) -> Iterator[Draft]:
        for one in params.get("choices", []):
            yield self._first_right(one.get("question"), one.get("answers", []), title, place, params)

    def _first_right(
        self, asked: Any, answers: list[Any], title: str, place: Place, params: dict[str, Any]
    ) -> Draft:
        """Return a choice whose first option is right. H5P shuffles them; the alphabet tells nothing."""
        options = [_html(answer, place) for answer in answers]
        question = self._builder(_html(asked, place), title, place, params)
        order = sorted(range(len(options)), key=lambda at: source_text(options[at]))
        question.take_choice([options[at] for at in order], [order.index(0)] if options else [])
        return self._draft(question)

    def _blanks(self, params: dict[str, Any], title: str, place: Place) -> Iterator[Draft]:
        texts = [text for text in params.get("questions", []) if isinstance(text, str)]
        yield from self._with_gaps(params.get("text"), "\n".join(texts), title, place, params)

    def _drag(self, params: dict[str, Any], title: str, place: Place) -> Iterator[Draft]:
        yield from self._with_gaps(
            params.get("taskDescription"), _lines(params.get("textField")), title, place, params
        )

    def _marked(self, params: dict[str, Any], title: str, place: Place) -> Iterator[Draft]:
        text = str(params.get("textField", ""))
        shown = (*_html(params.get("taskDescription"), place), *_html(_STARS.sub(r"\1", text), place))
        question = self._builder(shown, title, place, params)
        question.take_words([_STARS.sub(r"\1", word) for word in _STARS.findall(text)])
        yield self._draft(question)

    def _with_gaps(
        self, task: Any, text: str, title: str, place: Place, params: dict[str, Any]
    ) -> Iterator[Draft]:

        def read(match: re.Match[str], label: str) -> Gap:
            inner = match[1].partition(":")[0].partition("\\+")[0].partition("\\-")[0]
            return Gap(label, words=[(word.strip(), FULL) for word in inner.split("/") if word.strip()])

        shown, gaps = label_gaps(text, _STARS, read)
        question = self._builder((*_html(task, place), *_html(shown, place)), title, place, params)
        question.take_gaps(gaps)
        yield self._draft(question)

    def _essay(self, params: dict[str, Any], title: str, place: Place) -> Iterator[Draft]:
        question = self._builder(_html(params.get("taskDescription"), place), title, place, params)
        solution = params.get("solution") or {}
        question.key.solution = _html(solution.get("sample") if isinstance(solution, dict) else "", place)
        words = [str(one.get("keyword", "")) for one in params.get("keywords", []) if isinstance(one, dict)]
        question.take_words([word for word in words if word])
        yield self._draft(question)

    def _summary(self, params: dict[str, Any], title: str, place: Place) -> Iterator[Draft]:
        for one in params.get("summaries", []):
            asked = params.get("intro") or "Choose the correct statement."
            yield self._first_right(asked, one.get("summary", []), title, place, params)

    def _cards(self, params: dict[str, Any], _title: str, place: Place) -> Iterator[Draft]:
        for card in [*params.get("cards", []), *params.get("dialogs", [])]:
            question = self._builder(_html(card.get("text"), place), "", place, {})
            question.key.solution = _html(card.get("answer"), place)
            yield self._draft(question)

    def _order(self, params: dict[str, Any], title: str, place: Place) -> Iterator[Draft]:
        question = self._builder(_html(params.get("taskDescription"), place), title, place, params)
        question.take_order([_html(text, place) for text in params.get("paragraphs", [])])
        yield self._draft(question)


def _html(text: Any, place: Place | None = None) -> Blocks:
    return read_html(text, place) if isinstance(text, str) and text.strip() else ()


def _lines(text: Any) -> str:
    return "<br/>".join(str(text or "").split("\n"))


def _is_true(value: Any) -> bool:
    return value is True or str(value).lower() == "true"


def _quoted(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
