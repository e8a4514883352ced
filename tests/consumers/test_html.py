"""The web page in a browser, used as its reader would."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from consumers.places import Browser
from qbank.model.taxonomy import Answers, Grading, QuestionKind, SetKind
from qbank.render.build import build
from qbank.render.registry import formats
from qbank.render.text.document import Document
from qbank.sets.answers.numeric_key import key_of
from qbank.sets.loading import AssembledSet, QuestionGroup
from qbank.sets.variants.make import make_variant
from render.hostile import document, hostile_document, item, numeric_key
from render.numeric_items import numeric_items

PAPER = 100
"""Questions of a page: with every answer it counts the points of all, and keeps all answers."""
RIGHT = [
    "14", "1.4e1", "14 GB", "14GB", "13.3", "14.7", "13,3", "1.4×10^1", "1.4 x 10^1 GB", "1.4 × 10¹ GB",
    "14000 MB", "14,000 MB",
    "14 000 MB", "14.000.000 kB", "14'000 MB", "14 billion bytes", "13.04 GiB", "14 gb", "112 Gb", "≈ 14",
    "+14", "28/2", "7*2 GB", "7e9*2 bytes", "(5 + 2) × 2", "14 GB.", "14.",
]  # fmt: skip
WRONG = ["13.2999", "14.7001", "1,400", "−14", "0", "1.234,5", "14 TB", "14 Gb", "1/2", "14*14"]
UNREADABLE = [
    "",
    "fourteen",
    "1,2,3",
    "14 GB/s",
    "14 %",
    "$14",
    "1e",
    "14..",
    "1e400",
    "0x0e",
    "Infinity",
    "+-14",
    "--14",
]


def used(browser: Browser, folder: Path, made: Document, **asked: Any) -> dict[str, Any]:
    """Use a page, and fail if it ran into an error, loaded something, or is wider than a phone."""
    page = folder / "page.html"
    output = formats()["html"].render(made)
    assert isinstance(output, bytes)
    page.write_bytes(output)
    outcome: dict[str, Any] = browser.use("html_page", {"page": str(page), **asked})
    assert outcome["errors"] == []
    assert outcome["width"][0] <= outcome["width"][1]
    return outcome


def test_how_a_number_may_be_typed(browser: Browser, tmp_path: Path) -> None:
    made = document(item(kind=QuestionKind.NUMERIC, key=numeric_key()))
    probes = RIGHT + WRONG + UNREADABLE
    verdicts = used(browser, tmp_path, made, probes=[["cloud-0001", probes]])["verdicts"]["cloud-0001"]
    assert dict(zip(probes, verdicts, strict=True)) == (
        dict.fromkeys(RIGHT, "right") | dict.fromkeys(WRONG, "wrong") | dict.fromkeys(UNREADABLE, "")
    )


def test_how_a_multiple_of_a_power_of_ten_may_be_typed(browser: Browser, tmp_path: Path) -> None:
    """The number of millionths, or the whole amount with its power."""
    right = ["600", "6e2", "600 × 10⁻⁶", "600 x 10^-6", "0.6 × 10⁻³", "600 × 10⁻⁶ hours", "0.0006 hours"]
    wrong = ["6", "600 × 10⁻³", "600 hours"]
    made = document(item(kind=QuestionKind.NUMERIC, key=key_of({"value": "0.0006 hours"})))
    verdicts = used(browser, tmp_path, made, probes=[["cloud-0001", right + wrong]])["verdicts"]["cloud-0001"]
    assert dict(zip(right + wrong, verdicts, strict=True)) == (
        dict.fromkeys(right, "right") | dict.fromkeys(wrong, "wrong")
    )


def test_numbers_of_all_sizes_are_graded_by_their_intervals(browser: Browser, tmp_path: Path) -> None:
    numbers = numeric_items()
    for start in range(0, len(numbers), PAPER):
        items = numbers[start : start + PAPER]
        made = build(
            AssembledSet("numbers", "Numbers", SetKind.QUIZ, "", ()),
            [(QuestionGroup("", ()), [make_variant(one.question()) for one in items])],
            answers=Answers.COLLAPSED,
        )
        probes = [[one.id, [probe.text for probe in one.probes]] for one in items]
        verdicts = used(browser, tmp_path, made, probes=probes)["verdicts"]
        for one in items:
            wanted = ["right" if probe.correct else "wrong" for probe in one.probes]
            assert verdicts[one.id] == wanted, (one.key, one.probes)


def test_the_keyboard_alone_is_enough(browser: Browser, tmp_path: Path) -> None:
    keys: list[Any] = ["Tab", "Enter", {"until": "input[type=radio]"}, "Space", "Enter", "ArrowDown", "Enter",
                       {"until": "#input-cloud-0003_7"}, {"type": "1.4e1 GB"}, "Enter",
                       {"until": "#cloud-0003_7 summary"}, "Enter",
                       {"until": "#input-cloud-0004-2"}, {"type": "9"}, "Enter", {"until": "#again"}, "Enter",
                       "Tab", "Enter", "Tab", "Tab", "Enter"]  # fmt: skip
    outcome = used(browser, tmp_path, document(), keys=keys)
    trail = outcome["trail"]
    assert trail[1]["id"] == "questions"  # the link that skips to them
    for step, key in zip(trail, keys, strict=True):
        assert step["outlined"] or step["id"] == "questions" or key == "Enter", (key, step)
        assert step["visible"], (key, step)
    assert (trail[3]["value"], trail[3]["checked"]) == ("a", True)
    assert trail[4]["result"].startswith("✗ Not right")
    assert (trail[5]["value"], trail[5]["checked"]) == ("b", True)
    assert (trail[6]["result"], trail[6]["score"]) == ("✓ Right. It took 2 tries.", "5 of 24 points")
    assert (trail[9]["result"], trail[9]["score"]) == ("✓ 14\u00a0GB is right.", "10 of 24 points")
    assert trail[11]["open"]
    assert trail[14]["result"].replace("\u00a0", " ").startswith("✗ 9 GB is not right")
    assert trail[16]["id"] == "keep"  # nothing is gone before that is meant
    assert trail[16]["score"] == "10 of 24 points"
    assert trail[18]["score"] == "0 of 24 points"  # started over
    assert trail[21]["id"] == "theme"
    assert [trail[20]["theme"], trail[21]["theme"]] == ["", "light"]


def test_what_is_answered_is_printed_with_what_it_earned(browser: Browser, tmp_path: Path) -> None:
    keys: list[Any] = [{"until": "input[type=radio]"}, "Space", "Enter",
                       {"until": "#input-cloud-0003_7"}, {"type": "14 GB"}, "Enter"]  # fmt: skip
    assert used(browser, tmp_path, document())["paper"] == []
    paper = used(browser, tmp_path, document(grading=Grading.GRADED), keys=keys)["paper"]
    # The mark of an option is drawn by its style.
    assert paper[:3] == ["", "✗ Not right.", "✓ 14\u00a0GB is right."]
    assert paper[3:] == ["2 of 5 answered. 5 of 24 points."]


def test_tries_end_with_the_first_right_answer(browser: Browser, tmp_path: Path) -> None:
    keys: list[Any] = [{"until": "#input-cloud-0003_7"}, {"type": "14 GB"}, "Enter", {"type": " "}, "Enter"]
    trail = used(browser, tmp_path, document(), keys=keys)["trail"]
    assert trail[2]["result"] == trail[4]["result"] == "✓ 14\u00a0GB is right."


def test_hostile_text_does_nothing(browser: Browser, tmp_path: Path) -> None:
    used(browser, tmp_path, hostile_document(), probes=[["cloud-0668", ["14"]]])
