from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.catalog.conftest import CHIP, SOURCES, Write

from qbank import bundled_data, resources
from qbank.bundled_data import DataError, DataProblem
from qbank.catalog import bundled, load


def problems(root: Path) -> list[tuple[str, int, str]]:
    with pytest.raises(DataError) as caught:
        load(root)
    return [(problem.path.name, problem.line, problem.message) for problem in caught.value.problems]


def test_without_a_bank() -> None:
    assert load() is bundled()
    assert bundled() is bundled()


def test_a_bank_without_additions(tmp_path: Path) -> None:
    assert load(tmp_path) is bundled()


def test_the_own_folder_is_not_read_twice() -> None:
    assert load(resources.schema_folder().parent) is bundled()


def test_a_bank_adds_entries(tmp_path: Path, write: Write) -> None:
    write("sources.yaml", SOURCES)
    write("chips.yaml", CHIP)
    write("empty.yml", "# nothing yet\n")
    write("notes.txt", "no YAML: [")
    write(".hidden.yaml", "no YAML: [")
    catalog = load(tmp_path)
    assert len(catalog) == len(bundled()) + 1
    assert "our-chip" not in bundled()
    entry = catalog.find("Our chip").entry
    assert entry.value("tdp").text == "3 W"
    assert entry.file == "chips.yaml"
    assert catalog.sources["OURS"].where == "lab notes 7"
    assert catalog.find("a100").entry is bundled().find("a100").entry


def test_an_entry_in_the_place_of_another(tmp_path: Path, write: Write) -> None:
    text = CHIP.replace("id: our-chip", "id: t4").replace("Our Chip", "T4 as we run it")
    write("sources.yaml", SOURCES)
    path = write("chips.yaml", text)
    assert problems(tmp_path) == [
        (
            "chips.yaml",
            2,
            "the id 't4' is in the catalog already; say `replaces: true` to put this one in its place",
        )
    ]
    path.write_text(text + "  replaces: true\n", encoding="utf-8")
    catalog = load(tmp_path)
    assert catalog.find("T4").entry.value("tdp").text == "3 W"
    assert len(catalog) == len(bundled())


def test_replacing_nothing(tmp_path: Path, write: Write) -> None:
    write("sources.yaml", SOURCES)
    write("chips.yaml", CHIP + "  replaces: true\n")
    assert problems(tmp_path) == [("chips.yaml", 8, "our-chip: there is no entry of this id to replace")]


def test_an_id_twice_in_a_bank(tmp_path: Path, write: Write) -> None:
    write("sources.yaml", SOURCES)
    first = write("a.yaml", CHIP)
    write("b.yaml", "# second\n" + CHIP)
    assert problems(tmp_path) == [("b.yaml", 3, f"the id 'our-chip' is used by {first}:2 already")]


def test_copies_of_ours_change_nothing(tmp_path: Path, write: Write) -> None:
    for file in (resources.schema_folder() / "catalog").iterdir():
        write(file.name, file.read_text(encoding="utf-8"))
    assert load(tmp_path) is bundled()
    write("mine.yaml", (resources.schema_folder() / "catalog" / "gpus.yaml").read_text(encoding="utf-8"))
    assert list(load(tmp_path)) == list(bundled())


def test_what_differs_from_ours_is_told_in_one_message(tmp_path: Path, write: Write) -> None:
    text = (resources.schema_folder() / "catalog" / "gpus.yaml").read_text(encoding="utf-8")
    write("gpus.yaml", text.replace("  name: ", "  name: Our ", 20))
    ((name, _, message),) = problems(tmp_path)
    assert name == "gpus.yaml"
    assert re.fullmatch(
        r"the ids ('\S+', ){4}'\S+' and 15 more are in the catalog already; "
        "say `replaces: true` to put these in their place",
        message,
    )


def test_a_source_twice(tmp_path: Path, write: Write) -> None:
    write("sources.yaml", SOURCES.replace("OURS", "MLE"))
    assert problems(tmp_path) == [("sources.yaml", 2, "source 'MLE' is in the catalog already")]


@pytest.mark.parametrize(
    ("change", "to", "line", "message"),
    [
        ("name: Our Chip", "name: Tesla T4", 2, "the name 'Tesla T4' belongs to t4 already"),
        ("kind: npu", "kind: npu\n  aliases: [A10]", 2, "the name 'A10' belongs to a10 already"),
        (
            "kind: npu",
            "kind: npu\n  default_for: [H100]",
            2,
            "the name 'H100' belongs to h100-sxm5-80gb already",
        ),
        ("[OURS]", "[THEIRS]", 7, "values.tdp.source: no file lists a source 'THEIRS' under `sources`"),
        ("unit: W", "unit: watts per hour", 7, "values.tdp.unit: 'watts per hour' is no unit of the catalog"),
        # It would take the name from the entry that everybody means by it.
        ("kind: npu", "kind: npu\n  aliases: [H100]", 2, "the name 'H100' belongs to h100-sxm5-80gb already"),
        ("tdp:", "tpd:", 7, "values.tpd: no other entry has such a value; did you mean 'tdp'?"),
        (
            "tdp:",
            "memory_capacty:",
            7,
            "values.memory_capacty: no other entry has such a value; did you mean 'memory_capacity'?",
        ),
        (
            "tdp:",
            "memory_bandwidth:",
            7,
            "values.memory_bandwidth.unit: W is joule/second, and everywhere else it is byte/second",
        ),
        ("value: 3", "value: -4", 7, "values.tdp.value: -4 W is less than 0"),
        ("kind: npu", "kind: npu\n  accelerator: t44", 6, "accelerator: the catalog has no entry 't44'"),
        (
            "kind: npu",
            "kind: npu\n  features_source: NIX",
            6,
            "features_source: no file lists a source 'NIX'",
        ),
        (
            "track: edge",
            "track: edgy",
            4,
            "track: 'edgy' is not a track of the catalog; did you mean 'edge'?",
        ),
        ("confidence: high", "confidence: sure", 7, "values.tdp.confidence: 'sure' is not a confidence"),
        (
            ", confidence: high",
            "",
            7,
            "values.tdp.confidence: missing; allowed are 'high', 'medium' and 'low'",
        ),
        ("value: 3", "value: [3, x]", 7, "values.tdp.value: 'x' is not a number that the catalog can hold"),
        ("value: 3", "value: three", 7, "values.tdp.unit: a text has the unit 'name', a number has another"),
        ("value: 3", "valeu: 3", 7, "values.tdp.value: missing; is it 'valeu' here that is meant?"),
        ("  kind: npu\n", "", 2, "kind: missing; for example 'gpu'"),
        ("track: edge", "track: cloud-price", 2, "region: missing; a price needs it"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(  # noqa: PLR0917 - fixtures and what is tried
    tmp_path: Path, write: Write, change: str, to: str, line: int, message: str
) -> None:
    assert change in CHIP
    write("sources.yaml", SOURCES)
    write("chips.yaml", CHIP.replace(change, to))
    found = problems(tmp_path)
    assert ("chips.yaml", line) in [(name, at) for name, at, _ in found]
    said = [text for _, _, text in found]
    assert any(text.startswith(f"our-chip: {message}") for text in said), said


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("- a list\n", 1, "the file holds a list, not a mapping of fields"),
        (
            "entries: none\n",
            1,
            "entries: text stands where a list is expected; write each item on its own line after '- '",
        ),
        ("sources: [A]\n", 1, "sources: a list stands where a mapping is expected"),
        (
            "\nentries:\n- 7\n",
            3,
            "entry without an id: a number stands where a mapping of fields is expected",
        ),
        ("sources:\n  A: B\n", 2, "source 'A': text stands where a mapping of fields is expected"),
        ("sources:\n  A: {title: B}\n", 2, "source 'A': where: missing"),
        ("devices: []\n", 1, "unknown field 'devices'; known are 'entries' and 'sources'"),
        ("entries: [\n", 2, "the file ends inside a list or mapping that was opened with '[' or '{'"),
    ],
)
def test_files_of_another_shape(tmp_path: Path, write: Write, text: str, line: int, message: str) -> None:
    write("odd.yaml", text)
    assert problems(tmp_path) == [("odd.yaml", line, message)]


def test_all_problems_are_told_but_not_without_end(tmp_path: Path, write: Write) -> None:
    write("odd.yaml", "entries:\n" + "- {id: 1}\n" * 1000)
    found = problems(tmp_path)
    assert len(found) == bundled_data.MAX_PROBLEMS
    assert {line for _, line, _ in found[:5]} == {2}


def test_too_many_files(tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundled_data, "MAX_FILES", 1)
    write("a.yaml", "")
    write("b.yaml", "")
    assert problems(tmp_path) == [("catalog", 0, "holds more than 1 files")]


def test_a_message_names_path_line_and_column() -> None:
    problem = DataProblem(Path("a.yaml"), "no good", 3, 5)
    assert str(DataError([problem, problem])) == "a.yaml:3:5: no good\na.yaml:3:5: no good"


def test_a_broken_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "catalog").mkdir()
    (tmp_path / "catalog" / "gpus.yaml").write_text("entries: [", encoding="utf-8")
    monkeypatch.setattr(resources, "schema_folder", lambda: tmp_path)
    with pytest.raises(DataError, match=r"gpus\.yaml:1:11: the file ends inside a list"):
        bundled.__wrapped__()
