from __future__ import annotations

import dataclasses
from fractions import Fraction
from pathlib import Path

import pytest

from each import each
from qbank.model.taxonomy import Answers, QuestionKind
from qbank.render.lms.items import (
    AcceptedNumber,
    Answering,
    Fragments,
    accepted_numbers,
    answering,
    category_path,
    item_points,
    item_tags,
    make_fragments,
    shows_answers,
)
from qbank.render.registry import RenderError, Settings, formats
from qbank.render.text.blocks import read_blocks
from qbank.render.text.document import Section
from qbank.render.text.html import PLATFORM
from qbank.sets.answers.numeric_key import NumericKey
from render.hostile import document, item, numeric_key, options, plain_items
from render.numeric_items import NumericItem, numeric_items

SETTINGS = Settings()


def fragments(answers: Answers = Answers.COLLAPSED) -> Fragments:
    made = document(answers=answers)
    return make_fragments(SETTINGS, made, PLATFORM, lambda figure: f"there/{figure.name}")


def test_what_a_platform_can_grade() -> None:
    kinds = [answering(one) for one in plain_items()]
    assert kinds == [Answering.WORDS, Answering.CHOICE, Answering.NUMBER, Answering.WORDS, Answering.WORDS]


def test_a_choice_whose_right_option_is_not_known_is_answered_in_words() -> None:
    unknown = item(
        kind=QuestionKind.CHOICE,
        options=options(read_blocks("a"), read_blocks("b"), correct=7),
        key=numeric_key(),
    )
    assert answering(unknown) is Answering.WORDS
    assert "<strong>A.</strong> a" in fragments().question(unknown)


def test_numbers_that_are_accepted() -> None:
    assert accepted_numbers(numeric_key()) == (AcceptedNumber("14", "0.7"),)
    low, high, value = Fraction(13), Fraction(16), Fraction(14)
    assert accepted_numbers(NumericKey(low, high, value)) == (
        AcceptedNumber("14", "1"),
        AcceptedNumber("14.5", "1.5"),
    )
    assert accepted_numbers(NumericKey(low, high, high)) == (
        AcceptedNumber("16", "0"),
        AcceptedNumber("14.5", "1.5"),
    )
    assert accepted_numbers(NumericKey(low, low, low)) == (AcceptedNumber("13", "0"),)


@each("one", numeric_items(60))
def test_what_is_accepted_is_the_interval_and_nothing_else(one: NumericItem) -> None:
    numbers = [(Fraction(number.value), Fraction(number.tolerance)) for number in accepted_numbers(one.key)]
    assert numbers[0][0] == one.key.shown
    assert min(value - tolerance for value, tolerance in numbers) == one.key.low
    assert max(value + tolerance for value, tolerance in numbers) == one.key.high


def test_points_have_a_default() -> None:
    assert item_points(item(points=2.5)) == "2.5"
    assert item_points(item(points=None)) == "1"


def test_categories_are_paths() -> None:
    assert category_path(document(), Section("", ())) == "$course$/top/qbank/Week 3: memory"
    version = document(title="A/B", version="C")
    assert category_path(version, Section("I/O", ())) == "$course$/top/qbank/A//B, version C/I//O"
    assert category_path(document(title="/a/"), Section("/", ())) == "$course$/top/qbank/ //a// / // "
    assert len(category_path(document(title="x" * 1000), Section("", ()))) < 200


def test_tags_hold_the_place_in_the_taxonomy_once() -> None:
    assert item_tags(item(tags=("memory", "cloud"))) == (
        "cloud", "L3", "diagnosis", "kv-cache-management", "analyze", "memory",
    )  # fmt: skip
    assert "" not in item_tags(item(bloom=""))


def test_what_is_asked() -> None:
    first, choice, number, parts, _ = (fragments().question(one) for one in plain_items())
    assert '<img src="there/cache.svg" alt="Bar chart: the cache grows from 2 GB to 40 GB."/>' in first
    assert "14 GB" not in first
    assert "28 GB" not in choice
    assert "Two devices</caption>" in number
    assert "<em>Answer in GB to 2 significant figures.</em>" in number
    assert "<strong>(b)</strong> And the weights?" in parts
    assert "<strong>A.</strong> 7 GB" in fragments().question(plain_items()[1], options=True)


def test_a_drawing_that_is_missing_is_told_in_words() -> None:
    figure = plain_items()[0].figure
    assert figure is not None
    printed = fragments().question(item(figure=dataclasses.replace(figure, svg=b"")))
    assert "<img" not in printed
    assert "<em>Bar chart: the cache grows from 2 GB to 40 GB.</em>" in printed


def test_the_answer() -> None:
    _, choice, number, parts, memo = (fragments().answer(one) for one in plain_items())
    assert "<strong>14 GB</strong> (accepted: 13.3 GB to 14.7 GB)" in number
    assert "<strong>(b)</strong> 14 GB <em>(accepted: 13.3 GB to 14.7 GB)</em>" in parts
    assert "<p><strong>Napkin math (a)</strong></p>" in parts
    assert "Napkin math (b)" not in parts
    assert "<p><strong>Solution</strong></p>" in parts
    assert "<p><strong>Solution</strong></p>" not in number
    assert "<strong>1.5 points:</strong> Gives numbers." in memo
    assert '<a href="https://doi.org/10.1145/1498765.1498785">Roofline</a>' in memo
    assert "cloud-0001, kv-cache-management" in memo
    assert "<strong>B.</strong>" not in choice
    assert "<strong>B.</strong> 14 GB" in fragments().answer(plain_items()[1], options=True)


def test_a_broken_template_of_a_bank_is_named_once(tmp_path: Path) -> None:
    folder = tmp_path / "render" / "lms"
    folder.mkdir(parents=True)
    (folder / "answer.html.j2").write_text("<p>{{ item.title }}</p>\n{% if %}")
    for name in ("moodle", "gift", "qti12", "qti21", "anki"):
        with pytest.raises(RenderError) as raised:
            formats()[name].render(document(), Settings(templates=(tmp_path,)))
        assert str(raised.value).startswith("template 'render/lms/answer.html.j2', line 2: ")


def test_a_bank_may_print_answers_in_its_own_way(tmp_path: Path) -> None:
    folder = tmp_path / "render" / "lms"
    folder.mkdir(parents=True)
    (folder / "answer.html.j2").write_text("<p>{{ item.title }}</p>")
    own = make_fragments(Settings(templates=(tmp_path,)), document(), PLATFORM, lambda figure: figure.name)
    assert own.answer(item(title="a < b")) == "<p>a &lt; b</p>"


def test_nothing_to_print_is_printed() -> None:
    for name in ("moodle", "gift", "qti12", "qti21", "anki"):
        assert formats()[name].render(document(sections=()))


def test_where_answers_are_not_to_be_shown_there_is_no_feedback() -> None:
    one = item(hints=(read_blocks("x"),), options=options(read_blocks("a"), read_blocks("b")))
    option = dataclasses.replace(one.options[0], feedback=read_blocks("no"))
    silent, shown = fragments(Answers.NONE), fragments(Answers.INLINE)
    assert (silent.feedback(one), silent.hints(one)) == ("", ())
    assert silent.option_feedback(option) == ""
    assert shown.feedback(one) == shown.answer(one)
    assert shown.hints(one) == ('<p dir="auto">x</p>',)
    assert shown.option_feedback(option) == '<p dir="auto">no</p>'
    assert not shows_answers(document(answers=Answers.KEY))
