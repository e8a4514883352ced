from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def filled(bank: Bank) -> Bank:
    bank.add("cloud-0001", "level: L2\nzone: recall\n")
    bank.add("cloud-0002", "level: L2\nzone: fluency\nstatus: draft\n")
    bank.add("edge-0001", "track: edge\nlevel: L6+\nzone: mastery\n")
    bank.add("edge-0002", "track: edge\nlevel: L6+\nstatus: deleted\ndeletion_reason: old\n")
    return bank


def table(text: str) -> dict[str, list[str]]:
    return {line.split()[0]: line.split()[1:] for line in text.splitlines() if line.strip()}


def test_tables_and_gaps(filled: Bank, run: Run) -> None:
    done = run("stats")
    assert (done.returncode, done.stderr) == (0, "3 questions.\n")
    first = table(done.stdout.split("\n\n")[0])
    assert first["track"] == ["L1", "L2", "L3", "L4", "L5", "L6+", "total"]
    assert first["cloud"] == ["·", "2", "·", "·", "·", "·", "2"]
    assert first["edge"] == ["·"] * 5 + ["1", "1"]
    assert first["total"][-1] == "3"
    assert "no question on 3 tracks: mobile, tinyml, global\n" in done.stdout
    assert "edge: none at 5 levels: L1, L2, L3, L4, L5\n" in done.stdout


def test_other_tables_and_filters(filled: Bank, run: Run) -> None:
    shown = table(run("stats", "--rows", "zone", "--columns", "status").stdout)
    assert shown["zone"] == ["draft", "published", "flagged", "archived", "deleted", "total"]
    assert shown["fluency"] == ["1", "·", "·", "·", "·", "1"]
    assert run("stats", "--status", "deleted").stderr == "1 question.\n"
    assert run("stats", "--track", "edge").stderr == "1 question.\n"
    topics = table(run("stats", "--rows", "topic", "--columns", "track").stdout)
    assert len(topics) == 3  # those that have questions, the head and the total


def test_every_gap_by_name(filled: Bank, run: Run) -> None:
    shown = run("stats", "--gaps", "--track", "cloud", COLUMNS="80").stdout
    assert shown.startswith("gaps\n")
    assert "tail-latency" in " ".join(shown.split())
    assert "more" not in shown
    assert all(len(line) <= 80 for line in shown.splitlines())
    cut = run("stats", COLUMNS="80").stdout
    assert re.search(r"no question on 8\d topics: .* and \d+ more\n", cut)
    assert all(len(line) <= 80 for line in cut.splitlines())


def test_json(filled: Bank, run: Run) -> None:
    data = json.loads(run("stats", "--format", "json").stdout)
    assert data["questions"] == 3
    assert sum(cell["count"] for cell in data["cells"]) == 3
    assert {"zone": "recall", "level": "L1"} in data["gaps"]["track_zones"]["cloud"]
    assert data["gaps"]["tracks"] == ["mobile", "tinyml", "global"]
    assert json.loads(run("stats", "--format", "json", "--level", "L2").stdout)["gaps"] is None


def test_a_picture(filled: Bank, run: Run) -> None:
    root = ElementTree.fromstring(run("stats", "--format", "svg").stdout)
    assert root.tag == f"{SVG}svg"
    told = [title.text for title in root.iter(f"{SVG}title")]
    topic = next(text for text in told if text and text.startswith("cloud L2, kv-cache-management"))
    assert topic == "cloud L2, kv-cache-management: 2 questions (fluency 1, recall 1)"
    broken = [spot for spot in root.iter(f"{SVG}rect") if spot.get("stroke-dasharray")]
    gaps = json.loads(run("stats", "--format", "json").stdout)["gaps"]["track_zones"]
    assert len(broken) == sum(map(len, gaps.values()))
    one = run("stats", "--format", "svg", "--rows", "zone", "--columns", "bloom").stdout
    assert 'rotate(-90)">understand</text>' in one


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.titles: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag != "meta":
            self.open.append(tag)
        self.titles += [value or "" for name, value in attrs if name == "title"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_page(filled: Bank, run: Run) -> None:
    shown = run("stats", "--format", "html").stdout
    page = Page()
    page.feed(shown)
    assert page.open == []
    assert "script" not in page.tags
    assert "cloud L2, kv-cache-management: 2 questions (fluency 1, recall 1)" in page.titles
    assert "<dt>no question on 3 tracks</dt><dd>mobile, tinyml, global</dd>" in shown
    assert "<h2>Gaps</h2>" not in run("stats", "--format", "html", "--zone", "recall").stdout


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_numbers_stand_out_from_every_shade_by_day_and_by_night(filled: Bank, run: Run) -> None:
    shown = run("stats", "--format", "html").stdout
    shades = re.findall(r"\.s(\d) { background: (#\w{6}); color: (#\w{6}); }", shown)
    assert [place for place, _, _ in shades] == list("01234567" * 2)
    for _, ground, letters in shades:
        light, dark = sorted(map(luminance, (ground, letters)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (ground, letters)
    assert "prefers-color-scheme: dark" in shown


def test_hostile_words_are_counted_as_others(filled: Bank, run: Run) -> None:
    for number in range(5):
        bad = f'"<script>{number}\\x1b"'
        filled.add(f"cloud-001{number}", f"track: {bad}\nlevel: {bad}\nzone: {bad}\ntopic: {bad}\n")
    for form in ("table", "html", "svg", "json"):
        shown = run("stats", "--format", form).stdout
        assert "(other)" in shown
        assert "<script>" not in shown
        assert "\x1b" not in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rows", "zone"], "--rows and --columns go together"),
        (["--rows", "zone", "--columns", "zone"], "name two different ones"),
        (["--rows", "zones", "--columns", "track"], "did you mean 'zone'?"),
        (["--gaps", "--format", "svg"], "--gaps writes a list"),
        (["--gaps", "--level", "L2"], "--gaps goes with --track"),
        (["--format", "png"], "--format takes table, html, svg or json"),
    ],
)
def test_wrong_use(filled: Bank, run: Run, arguments: list[str], said: str) -> None:
    done = run("stats", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_an_empty_bank(bank: Bank, run: Run) -> None:
    for form in ("table", "html", "svg", "json"):
        assert run("stats", "--format", form).returncode == 0
