"""What we export comes back as the same questions, as far as the format holds them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from importing.outcome import Outcome, outcome_of
from qbank.importing.completing import Defaults, complete
from qbank.importing.place import SourceError
from qbank.model.taxonomy import TOPICS, Answers, SetKind
from qbank.render.build import build
from qbank.render.registry import formats
from qbank.render.text.blocks import read_blocks
from qbank.render.text.document import Blocks, Document, Item, Part
from qbank.render.text.wording import is_count
from qbank.render.writing import write_folder
from qbank.sets.loading import AssembledSet, QuestionGroup
from qbank.sets.variants.make import filled, make_variant
from qbank.sets.variants.parameters import has_parameters, values_of
from qbank.yamlio.reader import read_bytes, read_file
from render import hostile
from render.reading import text_of

ROOT = Path(__file__).parents[2]
QUESTIONS = {path.stem: read_file(path).data for path in sorted((ROOT / "questions").glob("*/*/*.yaml"))}

NEVER = {"schema_version", "status", "provenance", "requires_explanation", "phase", "chains", "kind"}
"""What no document says, or what the other fields say already."""

MARKUP = [
    re.compile(mark, re.M)
    for mark in (
        "```",
        "`[^`]",
        r"^\|",
        r"\$[^ \d]",
        r"^\d+\. ",
        "^- ",
        r"\*\*",
        "<su[bp]>",
        r"\]\(",
        "[^\x00-\x7f]",
    )
]

DRAWN = {"parameters", "derived", "mistakes", "answer"}
"""A document has the numbers drawn; keys are compared as such."""

LACKS = {
    "json": set(),
    "md": {"checks", "zone", "bloom_level", "tags"},
    "moodle": {"checks", "difficulty", "expected_time_minutes"},
    "qti12": {
        "checks", "level", "zone", "topic", "competency_area", "bloom_level", "tags", "difficulty",
        "expected_time_minutes", "hints",
    },
    "qti21": {
        "checks", "level", "zone", "topic", "competency_area", "bloom_level", "tags", "difficulty",
        "expected_time_minutes", "hints",
    },
    "gift": {"checks", "difficulty", "expected_time_minutes", "hints"},
    "anki": {"checks", "difficulty", "expected_time_minutes"},
}  # fmt: skip
"""What each format has no place for."""

POINTLESS = {"gift", "anki"}
"""Formats that do not say what a question is worth."""


def built(
    questions: list[dict[str, Any]], answers: Answers = Answers.INLINE, *, hidden: bool = False
) -> Document:
    variants = [make_variant(data, ROOT / "questions" / "none.yaml") for data in questions]
    return build(
        AssembledSet("all", "All", SetKind.EXERCISES, "", (), show=frozenset() if hidden else None),
        [(QuestionGroup("", ()), variants)],
        answers=answers,
    )


@cache
def chosen(name: str) -> dict[str, dict[str, Any]]:
    """Choose questions with every set of fields, and each field beside every kind of markup.

    Every format begins with another question, and so takes others.
    """
    start = sorted(LACKS).index(name) * len(QUESTIONS) // len(LACKS)
    turned = [*QUESTIONS][start:] + [*QUESTIONS][:start]
    seen: set[object] = set()
    taken = set()
    for identifier in turned:
        data = QUESTIONS[identifier]
        text = "\n".join(texts(data))
        fields = frozenset((*data, *data["details"]))
        marks = [mark.pattern for mark in MARKUP if mark.search(text)]
        shown = {fields, *product(fields, marks)}
        if shown - seen:
            taken.add(identifier)
            seen |= shown
    return {identifier: data for identifier, data in QUESTIONS.items() if identifier in taken}


def texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            yield from texts(part)


@cache
def whole(name: str) -> Document:
    return built(list(chosen(name).values()))


def imported(made: Document, name: str, folder: Path) -> Outcome:
    write_folder(folder, formats()[name].render_all([made]))
    [first, *_] = sorted(path for path in folder.iterdir() if path.is_file() and "-key" not in path.name)
    return outcome_of(first)


def completed(result: Outcome, folder: Path) -> dict[str, dict[str, Any]]:
    defaults = Defaults(level="L3", zone="analyze", topic="roofline-analysis", area="compute")
    files = complete(result.drafts, defaults, (), folder)
    return {file.id: read_bytes(file.text.encode()).data for file in files}


@pytest.fixture(scope="module", params=sorted(LACKS))
def trip(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Outcome, dict[str, dict[str, Any]]]:
    """A format, and what comes back of our questions through it."""
    folder = tmp_path_factory.mktemp(request.param)
    result = imported(whole(request.param), request.param, folder / "out")
    return request.param, result, completed(result, folder)


def comparable(value: Any) -> Any:
    """Make texts what they mean: their blocks, however they are wrapped. Keys are compared as such."""
    if isinstance(value, str):
        return read_blocks(value)
    if isinstance(value, list):
        return [comparable(one) for one in value]
    if isinstance(value, dict):
        return {name: comparable(one) for name, one in value.items() if not isinstance(one, dict)}
    return value


def without_formulas(value: Any) -> str:
    """Return what is compared without LaTeX, the languages of code, and where the numbers of lists begin."""
    return re.sub(r"start=\d+|(latex|language)=(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")", "", repr(value))


def as_text(tables: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [table | {"rows": [list(map(str, row)) for row in table["rows"]]} for table in tables]


def test_our_questions_come_back(trip: tuple[str, Outcome, dict[str, dict[str, Any]]]) -> None:
    name, result, back = trip
    assert [str(remark) for remark in result.remarks if remark.lost] == []
    assert back.keys() == chosen(name).keys()
    for identifier, source in chosen(name).items():
        original = filled(source, values_of(source)) if has_parameters(source) else source
        for field in original.keys() - NEVER - DRAWN - LACKS[name] - {"points"}:
            expected, found = original[field], back[identifier].get(field)
            if field == "tags" and name in {"moodle", "gift", "anki"}:
                # Tags say the place in the taxonomy too; one that repeats it stands there once.
                expected = [tag for tag in expected if tag != original["topic"]]
            if field == "competency_area" and name == "md" and TOPICS[original["topic"]] is None:
                # The topic, which a page does say, tells no area.
                expected = "compute"
            if field == "tables":
                # A number and the text of it look alike in a cell, and mean the same.
                expected, found = as_text(expected), as_text(found)
            if field == "details" and "mistakes" in original:
                # Options made of mistakes are listed now.
                found = {key: value for key, value in found.items() if key in expected}
            if name == "qti21":
                # Formulas are MathML there, and their LaTeX is written anew; code has no language.
                found, expected = without_formulas(comparable(found)), without_formulas(comparable(expected))
                assert found == expected, (identifier, field)
            else:
                assert comparable(found) == comparable(expected), (identifier, field)
        assert name != "json" or back[identifier].get("checks") == original.get("checks")


def test_keys_options_and_points_come_back(trip: tuple[str, Outcome, dict[str, dict[str, Any]]]) -> None:
    name, _, back = trip
    again = built([back[item.id] for item in whole(name).items])
    for item, other in zip(whole(name).items, again.items, strict=True):
        assert [key(one) for one in (other, *other.parts)] == [key(one) for one in (item, *item.parts)]
        assert other.options == item.options
        assert name in POINTLESS or (other.points or 1) == (item.points or 1)


def key(of: Item | Part) -> object:
    if of.key is None or (isinstance(of, Item) and of.options):
        return None
    # What is counted is asked for as a whole number, and says no digits.
    digits = None if is_count(of.key) else of.key.digits
    return of.key.low, of.key.high, of.key.shown, of.key.unit, digits


def test_rendering_what_came_back_gives_the_same_bytes(
    trip: tuple[str, Outcome, dict[str, dict[str, Any]]],
) -> None:
    name, _, back = trip
    plain = [
        key
        for key, data in chosen(name).items()
        if not any("expression" in mistake for mistake in data.get("mistakes", ()))
        and "hints" not in data
        and not (name == "qti21" and "$" in str(data))
    ]
    kept = LACKS[name] | {"kind", "points"}
    again = [
        {field: value for field, value in back[key].items() if field not in kept}
        | {field: QUESTIONS[key][field] for field in kept & QUESTIONS[key].keys()}
        for key in plain
    ]
    form = formats()[name]
    assert form.render(built(again)) == form.render(built([QUESTIONS[key] for key in plain]))


CREDITED = {
    "options": {
        "kind": "choice",
        "details": {
            "options": ["The memory", "The cores", "The link"],
            "correct_index": 0,
            "realistic_solution": "Reading.",
        },
        "mistakes": [{"text": "Mixes them up.", "option": 2, "credit": 0.25}, {"text": "No.", "option": 1}],
    },
    "numbers": {
        "kind": "numeric",
        "answer": {"value": "14 GB"},
        "details": {"realistic_solution": "Two bytes."},
        "mistakes": [{"text": "One byte.", "expression": "7 GB", "credit": 0.5}],
    },
}


@pytest.mark.parametrize("points", [{"points": 4}, {}])
@pytest.mark.parametrize("name", sorted(LACKS))
def test_shares_of_the_points_come_back(name: str, points: dict[str, Any], tmp_path: Path) -> None:
    base = next(iter(QUESTIONS.values()))
    kept = ("schema_version", "track", "level", "zone", "topic", "competency_area", "title", "scenario")
    common = {field: base[field] for field in (*kept, "status", "provenance")} | points
    questions = [common | fields | {"id": f"cloud-900{n}"} for n, fields in enumerate(CREDITED.values())]
    result = imported(built(questions), name, tmp_path / "out")
    choice, number = sorted(result.drafts, key=lambda draft: draft.id)
    found = [(one.get("option"), one.get("credit")) for one in choice.fields["mistakes"]]
    assert found == [(1, None), (2, None if name == "qti12" else 0.25)]
    assert [one.get("credit") for one in number.fields["mistakes"]] == [0.5]
    assert number.fields["details"]["realistic_solution"] == "Two bytes."


def test_a_paper_is_read_with_the_key_beside_it(tmp_path: Path) -> None:
    questions = chosen("md")
    made = built(list(questions.values()), Answers.KEY)
    result = imported(made, "md", tmp_path)
    assert [draft.id for draft in result.drafts] == list(questions)
    back = completed(result, tmp_path)
    assert all(comparable(back[one]["details"]) == comparable(data["details"])
               for one, data in questions.items() if not has_parameters(data))  # fmt: skip
    with pytest.raises(SourceError, match="is an answer key"):
        outcome_of(tmp_path / "all-key.md")


# In QTI 2.1 formulas are MathML, which has no place for LaTeX that nobody can draw.
@pytest.mark.parametrize("name", sorted(LACKS.keys() - {"qti21"}))
def test_hostile_text_comes_back_whole(name: str, tmp_path: Path) -> None:
    made = hostile.hostile_document()
    result = imported(made, name, tmp_path)
    drafts = sorted(result.drafts, key=lambda draft: draft.id)
    assert [draft.id for draft in drafts] == [item.id for item in made.items]
    for draft, item in zip(drafts, made.items, strict=True):
        details = draft.fields["details"]
        stem = said(read_blocks(draft.fields["scenario"])) + said(
            read_blocks(draft.fields.get("question", ""))
        )
        assert said(item.scenario) in stem
        assert said(item.question) in stem
        assert said(read_blocks(details["napkin_math"])) == said(item.reckoning)
        assert said(read_blocks(details["common_mistake"])) == said(item.mistake)
        options = [said(read_blocks(option)) for option in details.get("options", ())]
        assert options == [said(option.content) for option in item.options]
        parts = draft.fields.get("parts", [])
        prompts = "".join(said(read_blocks(part["prompt"])) for part in parts)
        # A part whose label is a sentence is none for a reader; it is kept with the scenario.
        assert all(said(part.prompt) in prompts + stem for part in item.parts)
        solved = "".join(
            said(read_blocks(str(part.get(key, "")))) for part in parts for key in ("answer", "napkin_math")
        )
        solved += said(read_blocks(details["realistic_solution"]))
        assert said(item.solution) in solved
        assert all(said(part.answer) in solved for part in item.parts)
    assert len(completed(result, tmp_path)) == len(made.items)


def said(blocks: Blocks) -> str:
    """Return the bare text of blocks; whether LaTeX that no one can draw is a formula or code is all one."""
    return re.sub(r"\\[()\[\]]|\$", "", text_of(blocks))


@pytest.mark.parametrize("name", sorted(LACKS))
def test_titles_are_plain_text_with_whatever_signs(name: str, tmp_path: Path) -> None:
    title = "Is `a < b` & `__init__()` in **_ data, or <b> 5 \\_ 7?"
    data = next(iter(QUESTIONS.values())) | {"title": title}
    result = imported(built([data]), name, tmp_path / "out")
    assert [one["title"] for one in completed(result, tmp_path).values()] == [title]


def test_a_title_that_gift_hides_from_students_comes_back(tmp_path: Path) -> None:
    title = "Is `a < b` in **_ data, or 5 \\_ 7?"
    made = built([next(iter(QUESTIONS.values())) | {"title": title}], hidden=True)
    result = imported(made, "gift", tmp_path / "out")
    assert [one["title"] for one in completed(result, tmp_path).values()] == [title]


LIST = "- [ ] one\n- two"
NUMBERED = "1. one\n2. two"


@pytest.mark.parametrize("name", sorted(LACKS))
@pytest.mark.parametrize("scenario_end", [LIST, NUMBERED])
def test_lists_above_options_and_within_them_stay_where_they_are(
    name: str, scenario_end: str, tmp_path: Path
) -> None:
    data = next(data for data in QUESTIONS.values() if "options" in data["details"] and "tables" not in data)
    details = {
        "options": [f"These:\n\n{LIST}", LIST, f"Those:\n\n{NUMBERED}"],
        "correct_index": 1,
        "realistic_solution": f"{LIST}\n\nThese two come first, and all others later.",
    }
    data = {field: value for field, value in data.items() if field not in {"question", "visual", "mistakes"}}
    data |= {"scenario": f"Of the many that are there, two are:\n\n{scenario_end}", "details": details}
    result = imported(built([data]), name, tmp_path / "out")
    [back] = completed(result, tmp_path).values()
    assert comparable(back["scenario"]) == comparable(data["scenario"])
    assert comparable(back["details"]) == comparable(details)
    assert "question" not in back


@pytest.mark.parametrize("answers", Answers)
def test_papers_in_word_are_refused_with_and_without_answers(answers: Answers, tmp_path: Path) -> None:
    made = built([next(iter(QUESTIONS.values()))], answers)
    write_folder(tmp_path, formats()["docx"].render_all([made]))
    for paper in tmp_path.glob("*.docx"):
        with pytest.raises(SourceError, match="from its JSON or Markdown"):
            outcome_of(paper)
