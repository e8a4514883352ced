from __future__ import annotations

import json
from pathlib import Path

import pytest

from each import each
from importing.outcome import Outcome, outcome, outcome_of
from qbank.importing.completing import Defaults, complete
from qbank.importing.draft import Draft
from qbank.importing.formats import json as json_format
from qbank.importing.formats import table as csv_table
from qbank.importing.place import Place, SourceError
from qbank.results.reading.tables import table_of
from qbank.yamlio.reader import read_bytes
from qbank.yamlio.writer import ANY, canonical_text
from rules.rule_examples import laid_over


def table(text: str) -> Outcome:
    return outcome(csv_table.read, text.encode(), "t.csv")


def test_a_table() -> None:
    result = table(
        "Title,Question,Option A,Option B,Correct,Explanation,Tags,Stars,Weird\n"
        'Bandwidth,"What limits,\ndecoding?",Compute,Memory,B,It reads weights,llm; gpu,2,x\n'
        "Second,What?,,,,An answer,,five,\n"
    )
    first, second = result.drafts
    assert first.fields == {
        "title": "Bandwidth",
        "question": "What limits,\ndecoding?",
        "tags": ["llm", "gpu"],
        "difficulty": 2,
        "details": {
            "realistic_solution": "It reads weights",
            "options": ["Compute", "Memory"],
            "correct_index": 1,
        },
    }
    assert (first.place.line, second.place.line) == (2, 4)
    assert result.messages == [
        "t.csv:1: the column 'Weird', which is no field of a question",
        "t.csv:4: difficulty: 'five' is not what the field holds",
    ]


def test_columns_of_details() -> None:
    [draft] = table("Question,details.napkin math,Details.Common_Mistake\nQ?,1 + 1 = 2,Haste\n").drafts
    assert draft.fields["details"] == {"napkin_math": "1 + 1 = 2", "common_mistake": "Haste"}


def test_fields_as_json_in_cells() -> None:
    [draft] = table(
        'id;question;answer;options\ncloud-0001;Q?;"{""value"": ""14 GB""}";"[""a"", ""b""]"\n'
    ).drafts
    assert draft.id == "cloud-0001"
    assert draft.fields["answer"] == {"value": "14 GB"}
    assert draft.fields["details"]["options"] == ["a", "b"]


@each(
    "text, said",
    [
        ("a,b\n1,2\n", "t.csv:1: the first line names the columns"),
        ('question\n"open\n', "is no table"),
        ("question\n" + "x" * 200_000 + "\n", "is no table"),
    ],
)
def test_no_table(text: str, said: str) -> None:
    table_of("a,b\n1,2\n", "results.csv")  # raises the limit that the csv module has for a cell
    with pytest.raises(SourceError, match=said):
        table(text)


def test_too_many_cells_are_told() -> None:
    assert str(table("question\na,b\n").remarks[0]) == "t.csv:2: has more cells than there are columns: ['b']"


@each("encoding", ["utf-8-sig", "utf-16"])
def test_tables_as_spreadsheets_save_them(encoding: str) -> None:
    text = 'Question\tOption A\tOPTION_B\tcorrect\r\n"How large,\r\nand why?"\t7 GB\t14 GB\tb\r\n\t\t\t\r\n'
    [draft] = outcome(csv_table.read, text.encode(encoding), "t.csv").drafts
    assert draft.fields == {
        "question": "How large,\nand why?",
        "details": {"options": ["7 GB", "14 GB"], "correct_index": 1},
    }


def test_half_of_a_character() -> None:
    with pytest.raises(SourceError, match=r"t\.csv:1: this is no text in an encoding that is known; save"):
        outcome(csv_table.read, "question\nWhy?\n".encode("utf-16") + b"x", "t.csv")


def test_an_unknown_track_is_told() -> None:
    result = table("question,track\nWhy?,mars\n")
    [file] = complete(result.drafts, Defaults(track="edge"), (), Path())
    assert file.id == "edge-0001"
    assert result.messages == ["t.csv:2: the track 'mars', which is none that is known"]


def test_the_area_of_a_topic_that_is_at_home_in_none() -> None:
    drafts = table("question,track,topic\nQ?,cloud,software-portability\nQ?,cloud,roofline-analysis\n").drafts
    files = complete(drafts, Defaults(area="deployment"), (), Path())
    assert [file.path.parent.name for file in files] == ["deployment", "compute"]


def test_questions_as_json() -> None:
    data = [{"id": "cloud-0007", "title": "T", "zone": ["x"], "details": 3}, "no", {}]
    result = outcome(json_format.read, json.dumps(data).encode(), "q.json")
    files = complete(result.drafts, Defaults(), (), Path())
    assert [file.id for file in files] == ["cloud-0007"]
    assert result.messages == [
        "q.json#2: is no question: it has neither a title nor a scenario, a question or details",
        "q.json#3: is no question: it has neither a title nor a scenario, a question or details",
        "q.json#1: zone: ['x'] is not of a kind it can have",
        "q.json#1: details: 3 is not of a kind it can have",
    ]


@each(
    "text",
    [
        "[" * 100_000,
        "{",
        "3",
        '{"sections": [], "version": 9}',
        '{"sections": [{"questions": 3}], "version": 1}',
    ],
)
def test_json_that_is_none_of_ours(text: str) -> None:
    with pytest.raises(SourceError):
        outcome(json_format.read, text.encode(), "q.json")


def test_another_bank_is_taken_as_it_is(tmp_path: Path) -> None:
    other = tmp_path / "other" / "questions"
    for name, fields in (("cloud-0001", ""), ("cloud-0002", "title: Another\n")):
        file = other / "cloud" / "memory" / f"{name}.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("# kept\n" + laid_over(fields, str(file)), encoding="utf-8")
    (other / "cloud" / "memory" / "broken.yaml").write_text("a: [", encoding="utf-8")
    (other / "notes.txt").write_text("x", encoding="utf-8")
    result = outcome_of(other.parent)
    files = complete(result.drafts, Defaults(), {"cloud-0002"}, tmp_path)
    assert [file.id for file in files] == ["cloud-0001", "cloud-0003"]
    first, second = (
        (other / "cloud" / "memory" / f"cloud-000{n}.yaml").read_text(encoding="utf-8") for n in (1, 2)
    )
    assert files[0].text == first
    assert files[1].text == second.replace("id: cloud-0002", "id: cloud-0003")
    assert [remark.lost for remark in result.remarks] == [True, False, False]
    assert "broken.yaml:1: " in str(result.remarks[0])


def test_ids_do_not_collide_and_references_follow() -> None:
    source = Place("s")
    drafts = [
        Draft(source.at(1), {"title": "A"}),
        Draft(source.at(2), {"title": "B", "related": ["cloud-0009"]}, id="cloud-0003"),
        Draft(source.at(3), {"title": "C", "track": "cloud"}, id="cloud-0009"),
    ]
    files = complete(drafts, Defaults(track="cloud"), {"cloud-0002", "cloud-0009"}, Path("bank"))
    assert [file.id for file in files] == ["cloud-0010", "cloud-0003", "cloud-0011"]
    assert read_bytes(files[1].text.encode()).data["related"] == ["cloud-0011"]
    assert [str(remark) for remark in source.remarks] == [
        "s:3: the id 'cloud-0009' is taken or of another track; it is now cloud-0011"
    ]


def test_what_a_source_lacks_is_a_todo() -> None:
    [file] = complete([Draft(Place("s"), {"question": "Why?"})], Defaults(track="edge"), (), Path())
    data = read_bytes(file.text.encode()).data
    assert file.path == Path("questions/edge/edge-0001.yaml")
    assert (data["status"], data["provenance"], data["level"], data["zone"]) == (
        "draft",
        "imported",
        "TODO",
        "TODO",
    )
    for text in (data["title"], data["scenario"], data["details"]["realistic_solution"]):
        assert text.startswith("TODO: ")


@pytest.mark.parametrize(
    ("fields", "defaults", "expected"),
    [
        ({}, {"level": "L3"}, ("L3", "fluency")),
        ({}, {"zone": "design"}, ("L4", "design")),
        ({"zone": "design"}, {"level": "L3"}, ("L3", "design")),
        ({"level": "L1"}, {}, ("L1", "recall")),
        ({"level": "hard"}, {}, ("hard", "TODO")),
    ],
)
def test_level_and_zone_decide_each_other(
    fields: dict[str, str], defaults: dict[str, str], expected: tuple[str, str]
) -> None:
    draft = Draft(Place("s"), {"question": "Why?"} | fields)
    [file] = complete([draft], Defaults(track="edge", **defaults), (), Path())
    data = read_bytes(file.text.encode()).data
    assert (data["level"], data["zone"]) == expected


def test_a_draft_without_a_track() -> None:
    with pytest.raises(SourceError, match="s:4: says no track for the question; say it with --track"):
        complete([Draft(Place("s", 4), {"title": "A"})], Defaults(), (), Path())


VALUES = (
    *(
        "",
        " ",
        "a: b",
        "yes",
        "\n",
        " lead",
        "trail \n",
        "a\n\n  b\n",
        "x" * 300,
        "word " * 80,
        "#",
        "é\u2028",
    ),
    *(
        "\t",
        "0x1F",
        [],
        {},
        [[]],
        [{"a": []}],
        {"k": {"é b": "x: y"}},
        [["a", "b: c"]],
        "TODO: x",
        True,
        1.5,
        None,
    ),
)


@each("value", VALUES)
def test_any_value_can_be_written(value: object) -> None:
    assert read_bytes(canonical_text({"field": value}, ANY).encode()).data == {"field": value}
