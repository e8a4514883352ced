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
_ENVIRONMENT: Final = r"\\begin\{{{0}\}}(.*?)\\end\{{{0}\}}"
_HOLE: Final = "\ue100"
"""Stands for code of R, which may write something there."""
_ITEM: Final = re.compile(r"^[*-][ \t]+", re.M)
_ANSWER_TAG: Final = re.compile(r"##ANSWER([0-9]{1,3})##")
_TRUTH: Final = re.compile(
    r"^\s*(?:\*\*|_)?(?:True|False|Wahr|Falsch|Right|Wrong|Correct|Incorrect)(?:\*\*|_)?[.:]?\s*", re.I
)


@dataclass(slots=True)
class _Section:
    """What a section says before its list, and the entries of that; `prints` where R writes a part of it."""

    text: str = ""
    entries: list[str] = field(default_factory=list)
    prints: bool = False

    @property
    def whole(self) -> str:
        """All that it says."""
        return "\n".join([self.text, *self.entries])


@dataclass(slots=True)
class _Exercise:
    """An exercise in its sections; names of its meta-information are lower-case."""

    question: _Section = field(default_factory=_Section)
    solution: _Section = field(default_factory=_Section)
    about: dict[str, str] = field(default_factory=dict)


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
    asked = exercise.question
    if not asked.text and not asked.entries:
        raise place.error("has no section 'Question' of R/exams")
    name = exercise.about.get("exname", "")
    at = place.at(text[: max(text.find(asked.text[:40]), 0)].count("\n") + 1)
    if asked.prints or _COMPUTED.search(f"{asked.whole}\n{exercise.about.get('exsolution', '')}"):
        title = f" ('{name}')" if name else ""
        words = " ".join(_COMPUTED.sub("…", asked.text).split())
        at.lose(f"the exercise{title} is computed by R, which is never run: {words[:160]}", Content.QUESTION)
        return
    if _COMPUTED.search(exercise.solution.whole):
        at.lose("the solution is computed by R, which is never run")
        exercise.solution = _Section()
    yield _draft(exercise, text, at)


def _markdown(text: str) -> _Exercise:
    exercise = _Exercise()
    bare = _CHUNK.sub(_HOLE, text)
    _, *pieces = _SECTION.split(bare)
    for name, whole in zip(pieces[::2], pieces[1::2], strict=True):
        body = whole.replace(_HOLE, "").strip("\n")
        main, *lists = _ANSWERS.split(body, maxsplit=1)
        section = _Section(main.strip(), _items("".join(lists)), _HOLE in whole)
        match name.lower():
            case "question":
                exercise.question = section
            case "solution":
                exercise.solution = section
            case _:
                exercise.about = _about(_NAME.findall(body))
    exercise.about = exercise.about or _about(_NAME.findall(bare))
    return exercise


def _about(found: list[tuple[str, str]]) -> dict[str, str]:
    return {name.lower(): value.strip() for name, value in found}


def _items(text: str) -> list[str]:
    """Return the entries of a list, each on one line as R/exams reads it."""
    _, *pieces = _ITEM.split(text)
    return [piece.strip() if "```" in piece or "$$" in piece else " ".join(piece.split()) for piece in pieces]


def _sweave(text: str) -> _Exercise:
    bare = re.sub(r"(?<!\\)%[^\n]*", "", _SWEAVE.sub(_HOLE, text))
    about = _about(re.findall(r"\\(ex[a-z]+)\{((?:[^{}]|\{[^{}]*\})*)\}", bare))
    return _Exercise(_environment(bare, "question"), _environment(bare, "solution"), about)


def _environment(text: str, name: str) -> _Section:
    body = re.search(_ENVIRONMENT.format(name), text, re.S)
    if body is None:
        return _Section()
    answers = re.search(_ENVIRONMENT.format("answerlist"), body[1], re.S)
    main = body[1].replace(answers[0], "") if answers else body[1]
    entries = answers[1].split("\\item")[1:] if answers else []
    texts = [markdown_of_latex(entry.strip()) for entry in (main, *entries)]
    return _Section(texts[0], texts[1:], _HOLE in body[1])


def _draft(exercise: _Exercise, text: str, place: Place) -> Draft:
    about = exercise.about
    kind = about.get("extype", "")
    truths = about.get("exsolution", "")
    shown, tags = _ANSWER_TAG.subn(r"(\1)", exercise.question.text)
    entries = exercise.question.entries
    solution = read_pandoc(exercise.solution.text, place)
    question = DraftBuilder(place, about.get("exname", ""), read_pandoc(shown, place), solution)
    feedback = [read_pandoc(_TRUTH.sub("", entry, count=1), place) for entry in exercise.solution.entries]
    if kind in {"schoice", "mchoice"} or (not kind and entries and re.fullmatch("[01]+", truths)):
        right = [at for at, sign in enumerate(truths) if sign == "1"]
        if len(truths) != len(entries) or set(truths) - {"0", "1"}:
            place.lose(f"the key '{truths}' for {len(entries)} options", Content.KEY)
            right = []
        question.take_choice([read_pandoc(entry, place) for entry in entries], right)
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
    entries = iter(exercise.question.entries)

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
                    gap.choices.append((read_pandoc(next(entries, ""), place), FULL if sign == "1" else 0.0))
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
