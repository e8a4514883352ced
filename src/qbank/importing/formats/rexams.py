"""R/exams: exercises in R Markdown or Sweave. What R would compute is left, for R is never run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from qbank.importing.builder import DraftBuilder
from qbank.importing.draft import Draft
from qbank.importing.exercise.gaps import FULL, Gap
from qbank.importing.exercise.numeric_answers import AcceptedInterval, decimal
from qbank.importing.markup.latex import markdown_of_latex
from qbank.importing.markup.lines import decoded
from qbank.importing.markup.markdown import read_pandoc
from qbank.importing.pictures import beside
from qbank.importing.place import Content, Place
from qbank.render.text.document import Blocks

_SECTION: Final = re.compile(r"^(Question|Solution|Meta-?information)[ \t]*\n={3,}[ \t]*$", re.M | re.I)
_ANSWERS: Final = re.compile(r"^(?:Answer|Question|Solution)list[ \t]*\n-{3,}[ \t]*$", re.M | re.I)
_NAME: Final = re.compile(r"^[ \t]*(ex[a-z_]+(?:\[[^\]]*\])?):[ \t]*(.*)$", re.M)
_CHUNK: Final = re.compile(r"^[ \t]*```\{r[^}]*\}.*?^[ \t]*```[ \t]*$", re.M | re.S)
_SWEAVE: Final = re.compile(r"^<<.*?>>=.*?^@[^\n]*$", re.M | re.S)
_COMPUTED: Final = re.compile(r"`r [^`]*`|\\Sexpr\{")
_SUPPLEMENT: Final = re.compile(r"""include_supplement\(\s*["']([^"']+)["']""")
_HOLE: Final = "\ue100"
"""Stands for code of R, which may write something there."""
_ITEM: Final = re.compile(r"^[*-][ \t]+", re.M)
_ANSWER_TAG: Final = re.compile(r"##ANSWER([0-9]{1,3})##")
_TRUTH: Final = re.compile(
    r"^\s*(?:\*\*|_)?(?:True|False|Wahr|Falsch|Right|Wrong|Correct|Incorrect)(?:\*\*|_)?[.:]?\s*", re.I
)


@dataclass(slots=True)
class _Exercise:
    """An exercise in its sections; names of its meta-information are lower-case.

    `prints` says that R writes a part of what it asks.
    """

    question: str = ""
    questions: list[str] = field(default_factory=list)
    solution: str = ""
    solutions: list[str] = field(default_factory=list)
    about: dict[str, str] = field(default_factory=dict)
    prints: bool = False

    def take(self, section: str, body: str, main: str, entries: list[str]) -> None:
        """Take what a section says before its list, and the entries of that; `body` is as R would see it."""
        if section == "question":
            self.question, self.questions = main, entries
            self.prints = self.prints or _HOLE in body
        else:
            self.solution, self.solutions = main, entries


def is_rexams(text: str) -> bool:
    """Whether a text has the sections of R/exams."""
    return bool(
        re.search(r"^Question[ \t]*\n={3,}", text, re.M)
        and re.search(r"^(?:Meta-?information[ \t]*\n={3,}|ex(?:type|solution|name):)", text, re.M | re.I)
    ) or ("\\begin{question}" in text and re.search(r"\\ex(?:type|solution)\{", text) is not None)


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read an exercise.

    Raises:
        SourceError: it is no text, or has no section `Question`.
    """
    text = decoded(data, place)
    exercise = _sweave(text) if "\\begin{question}" in text else _markdown(text)
    if not exercise.question and not exercise.questions:
        raise place.error("has no section 'Question' of R/exams")
    name = exercise.about.get("exname", "")
    line = text[: max(text.find(exercise.question[:40]), 0)].count("\n") + 1
    at = place.at(line)
    whole = "\n".join([exercise.question, *exercise.questions, exercise.about.get("exsolution", "")])
    if _COMPUTED.search(whole) or exercise.prints:
        title = f" ('{name}')" if name else ""
        words = " ".join(_COMPUTED.sub("…", exercise.question).split())
        at.lose(f"the exercise{title} is computed by R, which is never run: {words[:160]}", Content.QUESTION)
        return
    if _COMPUTED.search("\n".join([exercise.solution, *exercise.solutions])):
        at.lose("the solution is computed by R, which is never run", Content.OTHER)
        exercise.solution, exercise.solutions = "", []
    yield _draft(exercise, text, at)


def _markdown(text: str) -> _Exercise:
    exercise = _Exercise()
    bare = _CHUNK.sub(_HOLE, text)
    starts = [*_SECTION.finditer(bare)]
    ends = [*(start.start() for start in starts[1:]), len(bare)][: len(starts)]
    for start, end in zip(starts, ends, strict=True):
        whole = bare[start.end() : end]
        section, body = start[1].lower(), whole.replace(_HOLE, "").strip("\n")
        if section.startswith("meta"):
            exercise.about = _about(_NAME.findall(body))
        else:
            main, *lists = _ANSWERS.split(body, maxsplit=1)
            exercise.take(section, whole, main.strip(), _items("".join(lists)))
    if not exercise.about:
        exercise.about = _about(_NAME.findall(bare))
    return exercise


def _about(found: list[tuple[str, str]]) -> dict[str, str]:
    return {name.lower(): value.strip() for name, value in found}


def _items(text: str) -> list[str]:
    """Return the entries of a list, each on one line as R/exams reads it."""
    pieces = _ITEM.split(text)[1:]
    return [
        " ".join(piece.split()) if "```" not in piece and "$$" not in piece else piece.strip()
        for piece in pieces
    ]


def _sweave(text: str) -> _Exercise:
    exercise = _Exercise()
    bare = re.sub(r"(?<!\\)%[^\n]*", "", _SWEAVE.sub(_HOLE, text))
    for section in ("question", "solution"):
        body = re.search(rf"\\begin\{{{section}\}}(.*?)\\end\{{{section}\}}", bare, re.S)
        if body is not None:
            inner = re.search(r"\\begin\{answerlist\}(.*?)\\end\{answerlist\}", body[1], re.S)
            main = body[1].replace(inner[0], "") if inner else body[1]
            pieces = inner[1].split("\\item")[1:] if inner else []
            entries = [markdown_of_latex(piece.strip()) for piece in pieces]
            exercise.take(section, body[1], markdown_of_latex(main.strip()), entries)
    exercise.about = _about(re.findall(r"\\(ex[a-z]+)\{((?:[^{}]|\{[^{}]*\})*)\}", bare))
    return exercise


def _draft(exercise: _Exercise, text: str, place: Place) -> Draft:
    about = exercise.about
    kind = about.get("extype", "")
    truths = about.get("exsolution", "")
    shown, tags = _ANSWER_TAG.subn(r"(\1)", exercise.question)
    question = DraftBuilder(
        place, about.get("exname", ""), read_pandoc(shown, place), read_pandoc(exercise.solution, place)
    )
    feedback = [read_pandoc(_TRUTH.sub("", entry, count=1), place) for entry in exercise.solutions]
    if kind in {"schoice", "mchoice"} or (not kind and exercise.questions and re.fullmatch("[01]+", truths)):
        right = [at for at, sign in enumerate(truths.strip()) if sign == "1"]
        if len(truths.strip()) != len(exercise.questions) or re.search("[^01]", truths.strip()):
            place.lose(f"the key '{truths}' for {len(exercise.questions)} options", Content.KEY)
            right = []
        question.take_choice([read_pandoc(entry, place) for entry in exercise.questions], right)
        question.take_feedback(enumerate(feedback))
    elif kind == "num":
        question.take_number(AcceptedInterval.read(truths, about.get("extol", "")), truths)
    elif kind == "cloze":
        question.take_gaps(_gaps(exercise, place, are_tagged=bool(tags)))
        for number, blocks in enumerate(feedback, 1):
            if blocks:
                question.key.add_below(f"({number})", blocks)
    elif kind == "string":
        question.take_words([truths] if truths and truths.lower() != "nil" else [])
    elif kind not in {"essay", "file", "verbatim", ""}:
        place.note(f"the kind '{kind}' is taken as an open question")
    draft = question.draft("", about.get("expoints", ""), beside(place))
    draft.categories = tuple(filter(None, re.split(r"\s*/\s*", about.get("exsection", ""))))
    draft.take_tags([tag for tag in re.split(r"\s*\|\s*", about.get("extags", "")) if tag])
    for name in dict.fromkeys(_SUPPLEMENT.findall(text)):
        if not draft.drawing:
            place.note(f"the file '{name}' of the exercise is not looked for")
    return draft


def _gaps(exercise: _Exercise, place: Place, *, are_tagged: bool) -> list[Gap]:
    about = exercise.about
    kinds = re.split(r"\s*\|\s*", about.get("exclozetype", ""))
    truths = [truth.strip() for truth in about.get("exsolution", "").split("|")]
    slacks = about.get("extol", "0").split("|")
    points = about.get("expoints", "").split("|")
    entries = iter(exercise.questions)

    def asked() -> Blocks:
        """Return the next entry, which asks for a gap unless the text has tags for the gaps."""
        return () if are_tagged else read_pandoc(next(entries, ""), place)

    gaps = []
    for number, (kind, truth) in enumerate(zip(kinds, truths, strict=False)):
        gap = Gap(str(number + 1))
        slack = slacks[number] if number < len(slacks) else slacks[0]
        if len(points) > number and len(points) > 1 and (worth := decimal(points[number])) is not None:
            gap.points = float(worth)
        match kind:
            case "num" if interval := AcceptedInterval.read(truth, slack):
                gap.numbers.append((interval, FULL))
                gap.asked = asked()
            case "schoice" | "mchoice" if re.fullmatch("[01]+", truth):
                for sign in truth:
                    gap.choices.append(read_pandoc(next(entries, ""), place))
                    gap.shares.append(FULL if sign == "1" else 0.0)
                gap.several = kind == "mchoice"
            case "string":
                gap.words.append((truth, FULL))
                gap.asked = asked()
            case _ if kind not in {"essay", "file", "verbatim"}:
                place.lose(f"the answer '{truth}' of gap {number + 1}", Content.KEY)
            case _:
                gap.asked = asked()
        gaps.append(gap)
    if len(kinds) != len(truths):
        place.lose(f"{len(truths)} answers for {len(kinds)} gaps", Content.KEY)
    return gaps
