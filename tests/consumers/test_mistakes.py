"""Wrong numbers are taken for the same mistake on the page, in Moodle and by a player of QTI."""

from __future__ import annotations

from pathlib import Path

from consumers.places import Browser
from consumers.test_html import used
from consumers.test_qti21 import converted, played
from qbank.model.taxonomy import Answers, SetKind
from qbank.render.build import build
from qbank.render.registry import formats
from qbank.render.text.document import Document, Item
from qbank.sets.loading import AssembledSet, QuestionGroup
from qbank.sets.variants.make import make_variant
from qbank.sets.variants.parameters import has_parameters
from qbank.units.format import format_decimal
from qbank.yamlio.reader import read_file
from render.moodle_rules import read_xml

ROOT = Path(__file__).parents[2]
WANTED = 500


def paper() -> Document:
    """Questions of the bank that expect wrong numbers, in as many variants as give 500 of these."""
    questions = [read_file(path).data for path in sorted((ROOT / "questions").glob("*/*/*.yaml"))]
    asked = [data for data in questions if data.get("answer") and data.get("mistakes")]
    variants = [
        make_variant(data, ROOT / "none.yaml", None if seed == 0 else str(seed))
        for seed in range(8)
        for data in asked
        if seed == 0 or has_parameters(data)
    ]
    kept = []
    count = 0
    for variant in variants:
        if variant.wrong_answers and count < WANTED:
            kept.append(variant)
            count += len(variant.wrong_answers)
    assert count >= WANTED
    return build(
        AssembledSet("slips", "Slips", SetKind.QUIZ, "", ()),
        [(QuestionGroup("", ()), kept)],
        answers=Answers.COLLAPSED,
    )


def probes(item: Item) -> list[str]:
    """Return for each mistake a number that is nearly its value."""
    return [
        format_decimal(expected.answer.value + (expected.answer.high - expected.answer.value) / 2)
        for expected in item.expected
    ]


def test_all_take_a_wrong_number_for_the_same_mistake(browser: Browser, tmp_path: Path) -> None:
    made = paper()
    typed = [[item.anchor, probes(item)] for item in made.items]
    wanted = [list(range(len(item.expected))) for item in made.items]
    page = used(browser, tmp_path, made, probes=typed)["remarks"]
    assert [page[item.anchor] for item in made.items] == wanted

    xml = formats()["moodle"].render(made)
    assert isinstance(xml, bytes)
    moodle = [question for question in read_xml(xml) if question.kind == "numerical"]
    for question, item in zip(moodle, made.items, strict=True):
        right = sum(answer.fraction == 100 for answer in question.answers)
        matched = [question.matched(number) for number in probes(item)]
        assert [question.answers.index(answer) - right for answer in matched] == wanted[item.number - 1]

    items = converted(tmp_path, made)
    results = played(browser, [(items[item.anchor], probes(item)) for item in made.items])
    assert [each["slips"] for each in results] == [
        [f"SLIP_{place + 1}" for place in places] for places in wanted
    ]
