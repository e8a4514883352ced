"""Faults planted in a made exam are told in words, and a sound exam draws no flag."""

from __future__ import annotations

import html
import random
import re
from datetime import date
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from cli.conftest import Run, run  # noqa: F401 - a fixture
from qbank.report.results.text import results_text
from qbank.report.terminal import Style
from qbank.results.advice import Advice, Gravity, advice_on
from qbank.results.analysis import analyse
from qbank.results.joining import join
from qbank.results.paper_key import KeyItem, KeyOption, PaperKey, written
from qbank.results.reading.registry import read_results
from qbank.results.sheet import Pseudonyms, State
from qbank.results.store import stored_data
from qbank.sets.bank_questions import BankQuestions
from results.conftest import ROOT, Keys
from results.exports import moodle_responses
from results.made_exam import Sitting, canvas, score, sit, write

BAD_KEY, DEAD, UNEQUAL, SLIP = "edge-0101", "edge-0104", "edge-0111", "edge-0105"


def faulty(
    item: KeyItem, answer: int | str | None, ability: float, draw: random.Random, form: str | None
) -> int | str | None:
    """Plant a wrong key, a distractor that nobody takes, a version that is harder, and a slip of two."""
    if item.id == BAD_KEY:
        wrong = next(place for place, option in enumerate(item.options) if not option.correct)
        right = next(place for place, option in enumerate(item.options) if option.correct)
        return wrong if draw.random() < 0.5 + 0.35 * max(-1.0, min(1.0, ability)) else right
    if item.id == DEAD and isinstance(answer, int) and item.options[answer].id == dead_option(item):
        return next(place for place, option in enumerate(item.options) if option.correct)
    if item.id == UNEQUAL and form == "C" and draw.random() < 0.6:
        return next(place for place, option in enumerate(item.options) if not option.correct)
    if item.id == SLIP and item.number is not None and draw.random() < 0.3:
        return f"{float(item.number.value) / 2:.4g}"
    return answer


def dead_option(item: KeyItem) -> str:
    return max(option.id for option in item.options if not option.correct)


def told(students: int, keys: Keys, tmp_path: Path, change: object = None) -> list[Advice]:
    papers = keys(4, shuffle=True)
    export = canvas(tmp_path / "c.csv", sit(papers, students, change=change))  # type: ignore[arg-type]
    sheet = read_results(export, Pseudonyms())
    bank = BankQuestions.of_bank(ROOT)

    def lookup(id_: str) -> dict[str, object]:
        return bank.find(id_).data

    return advice_on(analyse(join([sheet], papers, lookup), lookup))


def test_planted_faults_are_found(keys: Keys, tmp_path: Path) -> None:
    advice = told(200, keys, tmp_path, faulty)
    found = {(one.code, one.question): one for one in reversed(advice)}
    key = found["doubtful-key", BAD_KEY]
    assert key.gravity is Gravity.CHECK
    assert re.search(
        r"did better on the rest than those who did not \(r = 0\.\d\d\): look at the key", key.text
    )
    assert ("dead-distractor", DEAD) in found
    assert "all versions were alike but C, which was harder" in found["unequal-versions", UNEQUAL].text
    assert "no listed mistake explains it" in found["unexplained-answer", SLIP].text
    assert "without the factor 2" in found["unexplained-answer", SLIP].text
    # Each version had numbers of its own, so no single one is what many answered.
    assert "answered 0.5 times what is right (" in found["unexplained-answer", SLIP].text
    grave = {key for key, advice in found.items() if advice.gravity is Gravity.CHECK}
    assert grave == {("doubtful-key", BAD_KEY), ("unequal-versions", UNEQUAL)}


def test_of_answers_that_no_file_tells_nothing_is_said(keys: Keys, tmp_path: Path) -> None:
    """Points and blanks are known, as of Moodle's grades; options are not."""
    papers = keys(2)
    sittings = sit(papers, 80)
    for one in sittings[:20]:
        one.answers[:2] = None, None
    for half, form in ((sittings[::2], "A"), (sittings[1::2], "B")):
        blank_grades(tmp_path / f"grades-{form}.csv", half)
        moodle_responses(tmp_path / f"answers-{form}.csv", half)
    pseudonyms = Pseudonyms()
    points, some = (
        analyse(join([read_results(tmp_path / f"{name}.csv", pseudonyms) for name in names], papers))
        for names in (("grades-A", "grades-B"), ("grades-A", "grades-B", "answers-A"))
    )
    assert all(item.states[State.OMITTED] == 20 for item in points.items[:2] if item.item.kind == "choice")
    assert not any(item.told or item.options or item.mistakes or item.wrong for item in points.items)
    said = "What was answered is not known; `qbank results add` keeps points alone there."
    advice = advice_on(points)
    assert said in [one.text for one in advice]
    assert not {one.code for one in advice} & {"dead-distractor", "unchosen-option"}
    for item in some.items:
        if item.item.kind == "choice":
            assert item.told == 40
            blank = 10 if item.item.id in {one.item.id for one in some.items[:2]} else 0
            assert sum(option.statistics.count for option in item.options) == 40 - blank
    assert said.replace("known", "known of all") in [one.text for one in advice_on(some)]
    for analysis in (points, some):
        kept = stored_data(analysis, [], "quiz", date(2026, 10, 1))["questions"]
        assert not any({"options", "mistakes", "wrong"} & set(one) for one in kept)
        assert all("key" in one for one, item in zip(kept, analysis.items, strict=True) if item.guess)


def blank_grades(path: Path, sittings: list[Sitting]) -> None:
    """Write Moodle's grades, with a dash where nothing was answered."""
    items = sittings[0].key.questions
    head = ["Last name", "First name", "Email address", "State", "Started on", "Grade/10.00"]
    rows: list[list[object]] = [[*head, *(f"Q. {item.position} /{item.points:.2f}" for item in items)]]
    for sitting in sittings:
        marks = [
            "-" if answer is None else f"{score(item, answer):.2f}"
            for item, answer in zip(items, sitting.answers, strict=True)
        ]
        rows.append([sitting.last, sitting.first, sitting.mail, "Finished", "1 May", "5.00", *marks])
    write(path, rows)


def test_a_small_class_is_told_that_nothing_can_be_told(keys: Keys, tmp_path: Path) -> None:
    for students, said in (
        (1, "With 1 student there is nothing"),
        (8, "nothing to conclude"),
        (20, "correlations say little"),
    ):
        advice = told(students, keys, tmp_path)
        assert any(said in one.text for one in advice)
        assert not any(one.code in {"doubtful-key", "weak-discrimination"} for one in advice)


@pytest.mark.parametrize("seed", range(3))
def test_noise_draws_no_grave_flag(seed: int, tmp_path: Path) -> None:
    """Twenty questions that measure one thing, answered by forty: nothing to look at but chance."""
    draw = random.Random(seed)
    header = ["student", *(f"cloud-{n:04}" for n in range(20))]
    rows = [",".join(header), ",".join(["max", *["1"] * 20])]
    for student in range(40):
        ability = draw.gauss(0, 1)
        right = [int(draw.gauss(ability, 1) > n / 10 - 1) for n in range(20)]
        rows.append(",".join([f"s{student}", *map(str, right)]))
    path = tmp_path / "m.csv"
    path.write_text("\n".join(rows))
    advice = advice_on(analyse(join([read_results(path, Pseudonyms())])))
    assert [one for one in advice if one.gravity is Gravity.CHECK] == []


def test_the_page_tells_the_same_and_loads_nothing(
    keys: Keys,
    keys_in: object,
    tmp_path: Path,
    run: Run,  # noqa: F811
) -> None:
    sittings = sit(keys(4, shuffle=True), 200, change=faulty)
    export = canvas(tmp_path / "c.csv", sittings)
    named = [word for path in keys_in(4, True).glob("*.key.json") for word in ("--key", path)]  # type: ignore[operator]
    done = run("results", "show", export, *named, "--format", "html", "--output", tmp_path / "page.html")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "look at the key" in page
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")
    dots = [(float(x), float(y)) for x, y in re.findall(r'class="dot.*? cx="(.*?)" cy="(.*?)"', page)]
    assert len(dots) == 13
    assert all(dist(one, other) > 16 for one, other in combinations(dots, 2)), "no dot lies on another"
    assert not re.search(r"<td>-\d", page), "what is below nothing has a minus sign"
    words = page.split("What the words mean")[1]
    for word in ("Strong, weak", "r of an option", "Efficiency", "Alpha, KR-20", "Alpha without", "Rasch"):
        assert word.lower() in words.lower(), word
    regions = re.findall(r'role="region" aria-label="([^"]*)"', page)
    assert "Versions" in regions
    assert len(set(regions)) == len(regions) > 9, "two regions of one name cannot be told apart by ear"


@pytest.mark.parametrize("output_format", ["text", "html"])
def test_a_probability_reads_the_same_in_advice_and_in_tables(
    output_format: str,
    keys: Keys,
    keys_in: object,
    tmp_path: Path,
    run: Run,  # noqa: F811
) -> None:
    export = canvas(tmp_path / "c.csv", sit(keys(4, shuffle=True), 200, change=faulty))
    named = [word for path in keys_in(4, True).glob("*.key.json") for word in ("--key", path)]  # type: ignore[operator]
    done = run("results", "show", export, *named, "--format", output_format)
    said = html.unescape(done.stdout)
    assert "; p < 0.001)" in said
    assert "(p < 0.001)" in said
    assert "p = 0.000" not in said


def test_what_is_the_same_is_told_once(keys: Keys, tmp_path: Path) -> None:
    """Versions with numbers of their own are no variants beside them; groups that are alike take a line."""
    papers = keys(3)
    sheet = read_results(canvas(tmp_path / "c.csv", sit(papers, 400, change=faulty)), Pseudonyms())
    analysis = analyse(join([sheet], papers))
    assert all(item.forms.groups and not item.variants.groups for item in analysis.items)
    report = "".join(results_text(analysis, (), Style(width=80)))
    assert report.count("Versions: A 0.") == 12, "a line for each but the one that was harder"
    assert "  Versions (p < 0.001)\n    A  1" in report
    assert "By level" in report
    assert "By topic" not in report, "each topic has one question here"


def test_columns_that_do_not_fit_are_left_out(keys: Keys, tmp_path: Path) -> None:
    papers = keys()
    sheet = read_results(canvas(tmp_path / "c.csv", sit(papers, 40)), Pseudonyms())
    analysis = analyse(join([sheet], papers))
    for width, last in ((40, "difficulty"), (60, "upper-lower"), (140, "alpha without")):
        report = "".join(results_text(analysis, (), Style(width=width)))
        table = report.split("Questions\n")[1].split("\n\n")[0]
        assert table.split("\n")[0].endswith(last)
        assert "…" not in table
        assert ("more columns: --format csv" in table) is (width < 140)
        assert all(
            len(line) <= width for line in report.split("The paper\n")[1].split("    0 to")[0].split("\n")
        )


def test_texts_of_questions_are_escaped_in_every_form(tmp_path: Path, run: Run) -> None:  # noqa: F811
    hostile = "=cmd()<script>alert(1)</script>\x1b[31m"
    options = (KeyOption(id="a", text=hostile, correct=True), KeyOption(id="b", text="2", correct=False))
    item = KeyItem(
        position=1, id="cloud-0001", title=hostile, kind="choice", text="x", hash="x", options=options
    )
    (tmp_path / "s.key.json").write_bytes(written(PaperKey(set="s", title=hostile, questions=(item,))))
    (tmp_path / "m.csv").write_text("student,1\n" + "".join(f"s{n},{'ab'[n % 2]}\n" for n in range(40)))
    for output_format in ("text", "json", "html", "csv"):
        done = run("results", "show", tmp_path / "m.csv", "--format", output_format)
        assert done.returncode == 0, done.stderr
        assert "\x1b" not in done.stdout
        assert "<script" not in done.stdout or output_format != "html"
        assert ",=cmd" not in done.stdout
