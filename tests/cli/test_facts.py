from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank

PATH = "questions/cloud/memory/cloud-0001.yaml"
TEXT = "The cache takes 3 GB of the 24 GB on an L4."


def test_a_text_shows_what_each_number_was_taken_to_be(spawn: Run) -> None:
    done = spawn("facts", "--text", TEXT)
    assert (done.returncode, done.stderr) == (0, "Read 2 facts.\n")
    assert [line.split() for line in done.stdout.splitlines() if line] == [
        "1:17 3 GB demand of cache (the verb before it)".split(),  # noqa: SIM905
        "1:29 24 GB capacity of L4 (beside it)".split(),  # noqa: SIM905
    ]


def test_why_is_told_whole_in_a_narrow_terminal(run: Run) -> None:
    text = "A model has 32 layers and 32 query heads, and the cache takes 3 GB of the 24 GB on an L4."
    done = run("facts", "--text", text, COLUMNS="60")
    assert "…" not in done.stdout
    assert all(len(line) <= 60 for line in done.stdout.splitlines())
    told = " ".join(done.stdout.split())
    assert "32 count of layers (role: its unit, of what: beside it)" in told
    assert "3 GB demand of cache (the verb before it)" in told


def test_a_subject_that_is_its_role_is_told_once(run: Run) -> None:
    done = run("facts", "--text", "Power: 20 W * 3 = 60 W")
    assert "60 W" in done.stdout
    assert "of power" not in done.stdout


def test_relations_are_told_where_they_are_wanted(run: Run) -> None:
    text = "The weights take 28 GB, more than the card holds."
    assert "more than" not in run("facts", "--text", text).stdout
    done = run("facts", "--relations", "--text", text)
    assert "exceeds  before: weights; behind: card\n" in done.stdout
    assert done.stderr == "Read 1 fact and 2 relations.\n"


def test_json_holds_to_its_contract(run: Run) -> None:
    done = run("facts", "--text", TEXT, "--format", "json")
    data = json.loads(done.stdout)
    assert (data["version"], data["summary"]) == (1, {"questions": 1, "facts": 2, "relations": 0})
    demand, capacity = data["questions"][0]["facts"]
    assert (demand["value"], demand["unit"], demand["role"]) == (3.0, "GB", "demand")
    assert (capacity["line"], capacity["column"], capacity["subject"]["device"]) == (1, 29, "l4")
    assert TEXT[demand["start"] : demand["end"]] == demand["text"] == "3 GB"


def test_questions_have_places_in_their_files(run: Run, bank: Bank) -> None:
    lines = bank.add().read_text(encoding="utf-8").splitlines()
    (question,) = json.loads(run("facts", PATH, "--format", "json").stdout)["questions"]
    assert question["path"] == PATH
    assert question["facts"]
    for fact in question["facts"]:
        assert lines[fact["line"] - 1][fact["column"] - 1 :].startswith(fact["text"].split()[0]), fact


def test_what_cannot_be_read_is_told(run: Run, bank: Bank) -> None:
    bank.write("questions/cloud/memory/cloud-0009.yaml", "a: [")
    done = run("facts", "questions")
    assert done.returncode == 2
    assert "questions/cloud/memory/cloud-0009.yaml:1:" in done.stderr
    assert run("facts", "--text", "1 GB", "questions").returncode == 2


def test_a_bank_adds_words(run: Run, bank: Bank) -> None:
    words = "entries:\n- {thing: gizmo, is: data, words: [gizmo], roles: {bytes: traffic}}\n"
    bank.write("schema/lexicon/words.yaml", words)
    bank.add(fields="scenario: One gizmo of 5 GB is sent to each of the clients of this service.\n")
    (question,) = json.loads(run("facts", PATH, "--format", "json").stdout)["questions"]
    fact = next(fact for fact in question["facts"] if fact["text"] == "5 GB")
    assert fact["subject"]["thing"] == "gizmo"


def test_a_bank_whose_words_are_wrong_is_told_where(run: Run, bank: Bank) -> None:
    bank.add()
    bank.write("schema/lexicon/words.yaml", "entries:\n- words: [gizmo]\n  roles: {bytes: demant}\n")
    done = run("facts", PATH)
    assert done.returncode == 2
    assert "words.yaml:3:11: " in done.stderr
    assert "demant" in done.stderr
