from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank

PATH = "questions/cloud/memory/cloud-0001.yaml"
RIGHT = "70e9 * 2 bytes = 140 GB"
WRONG = "16 GB / 8 = 4 GB"
UNCHECKED = "N_x * 4 bytes = 8 MB"


def verdicts(text: str) -> list[str]:
    return [claim["verdict"] for question in json.loads(text)["questions"] for claim in question["claims"]]


def test_a_right_text(spawn: Run) -> None:
    done = spawn("verify", "--text", RIGHT)
    assert (done.returncode, done.stderr) == (0, "Verified 1 claim: 1 ok.\n")
    assert done.stdout == f"  1:1  ok         {RIGHT}\n                  70B × 2 bytes = 140 GB\n\n"


def test_a_wrong_text(run: Run) -> None:
    done = run("verify", "--text", f"First.\nThen {WRONG}.")
    assert done.returncode == 1
    assert done.stdout.startswith(
        f"  2:6  wrong      {WRONG}\n                  16 GB / 8 = 2 GB, stated as 4 GB\n"
    )
    assert done.stderr == "Verified 1 claim: 1 wrong.\n"


def test_a_text_from_standard_input(spawn: Run) -> None:
    done = spawn("verify", "-", "--format", "json", given=f"\ufeffÄ\r\n{WRONG}\n")
    assert (done.returncode, done.stderr) == (1, "")
    data = json.loads(done.stdout)
    [question] = data["questions"]
    assert (question["path"], question["id"]) == (None, None)
    [claim] = question["claims"]
    assert claim["text"] == WRONG
    assert (claim["start"], claim["end"]) == (3, 3 + len(WRONG))
    assert (claim["line"], claim["column"], claim["field"]) == (2, 1, None)
    assert claim["computed"] == {"value": 2.0, "unit": "GB"}
    assert claim["stated"] == {"value": 4.0, "unit": "GB"}


def test_questions(bank: Bank, run: Run) -> None:
    bank.add(
        "cloud-0001", f"details:\n  napkin_math: |\n    **Calculations:**\n    {RIGHT}\n    so {WRONG}\n"
    )
    bank.add("edge-0001")
    done = run("verify", "--format", "json")
    assert done.returncode == 1
    data = json.loads(done.stdout)
    assert [question["id"] for question in data["questions"]] == ["cloud-0001", "edge-0001"]
    first = data["questions"][0]
    assert first["path"] == PATH
    [wrong] = [claim for claim in first["claims"] if claim["verdict"] == "wrong"]
    assert wrong["field"] == "details.napkin_math"
    line = (bank.root / PATH).read_text().splitlines()[wrong["line"] - 1]
    assert line[wrong["column"] - 1 :] == WRONG
    only = run("verify", "questions/edge", "--format", "json")
    assert only.returncode == 0
    assert [question["id"] for question in json.loads(only.stdout)["questions"]] == ["edge-0001"]


def test_the_table_of_questions(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", f"details:\n  napkin_math: |\n    {RIGHT}\n    so {WRONG}\n")
    done = run("verify", PATH, "--show", "wrong")
    place = (bank.root / PATH).read_text().splitlines().index(f"    so {WRONG}") + 1
    assert done.stdout.splitlines()[:2] == [f"{PATH} (cloud-0001)", f"  {place}:8  wrong      {WRONG}"]
    assert "1 wrong" in done.stderr


def test_claims_are_in_the_order_of_the_lines(bank: Bank, run: Run) -> None:
    """Whatever the order of the fields: here the solution is above the napkin math."""
    bank.add(
        fields="details:\n  realistic_solution: 2 * 3 GB = 6 GB, and 2 * 4 GB = 8 GB.\n"
        "  napkin_math: 2 * 5 GB = 10 GB\n"
    )
    [question] = json.loads(run("verify", "--format", "json").stdout)["questions"]
    places = [(claim["line"], claim["column"]) for claim in question["claims"]]
    assert len({claim["field"] for claim in question["claims"]}) == 2
    assert len(places) == 3
    assert places == sorted(places)


def test_a_comparison_that_does_not_hold_is_worded_like_in_the_audit(bank: Bank, run: Run) -> None:
    comparison = "80 GB < 28 GB"
    bank.add(fields=f"details:\n  napkin_math: Peak = 5 * 16 GB = {comparison}\n")
    said = "does not hold: the left side is 80 GB, the right 28 GB"
    assert f"{comparison}\n{' ' * 20}{said}\n" in run("verify").stdout
    assert f"{comparison} {said}\n" in run("audit", "--format", "concise").stdout


@pytest.mark.parametrize(
    ("show", "shown"),
    [
        ("all", ["ok", "wrong", "unchecked"]),
        ("ok", ["ok"]),
        ("wrong", ["wrong"]),
        ("imprecise", []),
        ("unchecked", ["unchecked"]),
    ],
)
def test_showing_some(run: Run, show: str, shown: list[str]) -> None:
    done = run("verify", "--text", f"{RIGHT}. {WRONG}. {UNCHECKED}.", "--format", "json", "--show", show)
    assert verdicts(done.stdout) == shown
    assert done.returncode == 1
    summary = json.loads(done.stdout)["summary"]
    assert summary == {
        "questions": 1,
        "claims": 3,
        "ok": 1,
        "imprecise": 0,
        "wrong": 1,
        "unchecked": 1,
        "worked_out": 0,
    }


def test_tolerances_of_the_settings(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", "details:\n  napkin_math: |\n    100 GB / 3 = 34.5 GB\n")
    text = ("verify", "--text", "100 GB / 3 = 34.5 GB", "--format", "json")
    assert verdicts(run(*text).stdout) == ["imprecise"]
    bank.write("qbank.toml", "[tolerances]\nimprecise = 0.01\n")
    assert verdicts(run(*text).stdout) == ["wrong"]
    assert "wrong" in verdicts(run("verify", "--format", "json").stdout)
    strict = bank.write("loose.toml", "[tolerances]\nimprecise = 0.5\n")
    assert verdicts(run(*text, "--config", strict).stdout) == ["imprecise"]


def test_files_that_cannot_be_read_are_named_and_the_others_verified(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001")
    bank.write("questions/cloud/memory/cloud-0002.yaml", "title: [\n")
    done = run("verify", "--format", "json")
    assert done.returncode == 2
    assert [question["id"] for question in json.loads(done.stdout)["questions"]] == ["cloud-0001"]
    assert done.stderr.startswith(f"qbank: {PATH.replace('1.', '2.')}:")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--text", "x", "y.yaml"], "qbank: --text and paths cannot go together"),
        (["-", "y.yaml"], "qbank: - and paths cannot go together"),
        (["nowhere.yaml"], "qbank: nowhere.yaml: "),
        (
            ["70B * 2 = 140 GB"],
            "qbank: 70B * 2 = 140 GB: no folder and no .yaml or .yml file matches this pattern; a text is "
            "verified with --text\n",
        ),
        (
            ["--show", "unchekd", "--text", "x"],
            "qbank: --show takes all, ok, imprecise, wrong or unchecked, not 'unchekd'; did you mean 'unch",
        ),
    ],
)
def test_wrong_use(bank: Bank, run: Run, arguments: list[str], message: str) -> None:
    bank.add()
    done = run("verify", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (b"a \xff", "qbank: standard input is not UTF-8 (byte 2)\n"),
        (
            b"a" * ((1 << 20) + 1),
            "qbank: standard input holds more than 1,048,576 bytes; "
            "verify it in parts, or give a text with --text\n",
        ),
    ],
    ids=["encoding", "size"],
)
def test_standard_input_that_cannot_be_used(run: Run, given: str | bytes, message: str) -> None:
    done = run("verify", "-", given=given)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_no_claims(run: Run) -> None:
    done = run("verify", "--text", "Nothing to see.")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "Verified 0 claims.\n")
    assert run("verify", "--text", "").returncode == 0


def test_nothing_hostile_reaches_the_terminal(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", 'id: "\\e[2J"\ndetails:\n  napkin_math: "\\e[2J;\\n16 GB / 8 = 4 GB \\u202e"\n')
    for arguments in (["--text", f"\x1b[2J;\n{WRONG}\x07\x9b"], [], ["--format", "json"]):
        done = run("verify", *arguments)
        assert done.returncode == 1
        assert "\x1b" not in done.stdout + done.stderr
        assert "\u202e" not in done.stdout


def test_into_a_file(bank: Bank, run: Run) -> None:
    done = run("verify", "--text", WRONG, "--output", "claims.txt")
    assert (done.returncode, done.stdout) == (1, "")
    assert (bank.root / "claims.txt").read_text() == run("verify", "--text", WRONG).stdout


def test_sympy_is_not_loaded_for_what_is_right() -> None:
    """Only a claim that would be reported needs the second opinion."""
    script = (
        "import sys; from qbank.cli import main;"
        f"main(['verify', '-q', '--text', {RIGHT!r}]); print('sympy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.splitlines()[-1] == "False"


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_watching(bank: Bank) -> None:
    path = bank.add("cloud-0001", "details:\n  napkin_math: 14 GB / 28 GB/s = 0.5 s\n")
    command = [sys.executable, "-m", "qbank", "verify", "--watch"]
    with subprocess.Popen(command, cwd=bank.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith(b"Verified 1 claim in 1 question: 1 ok")
        assert b"waiting for the next save" in process.stderr.readline()
        path.write_text(path.read_text("utf-8").replace("= 0.5 s", "= 5 s"), "utf-8")
        assert process.stderr.readline().startswith(b"Verified 1 claim in 1 question: 1 wrong")
        assert b"after 1 change; waiting" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


def test_the_whole_way_of_a_claim(run: Run) -> None:
    done = run("verify", "--explain", "--text", "70B * 2 bytes / 4 GPUs = 36 GB")
    assert done.returncode == 1
    told = {line[2:14].strip(): line[14:] for line in done.stdout.splitlines() if line[2:3].strip()}
    assert told["tokens"] == "70 | B | * | 2 | bytes | / | 4 | GPUs | = | 36 | GB"
    assert told["readings"] == "70B: 70,000,000,000; not as 70 B"
    assert told["understood"] == "70B × 2 bytes / 4 = 35 GB, stated as 36 GB"
    assert told["evaluators"] == "exact fractions: 35,000,000,000 byte"
    assert "sympy: the same" in done.stdout
    assert told["verdict"] == "wrong"
    assert "No claim" in run("verify", "--explain", "-", given="nothing here").stdout
    for arguments in (["--explain"], ["--report", "--format", "json", "--text", "1 = 2"]):
        assert run("verify", *arguments).returncode == 2


def test_a_report_of_a_false_alarm_is_as_short_as_can_be(run: Run) -> None:
    text = f"Some words.\nWeights: 7 GB.\n{WRONG}\nMore \x1b[2J words."
    done = run("verify", "--report", "-", given=text)
    assert done.returncode == 1
    assert f"wrongly:\n\n    {WRONG}\n\n- verdict: wrong, form: equation\n" in done.stdout
    assert "\x1b" not in done.stdout
    assert "words" not in done.stdout


@pytest.mark.parametrize(
    "text",
    ["= = =", "1/0 = 2", "x^" * 300 + "2 = 3", "9" * 5000 + " = 1", "\ud800 = 1 GB", "3-8 s * 2 = 9 s"],
)
def test_anything_can_be_explained(run: Run, text: str) -> None:
    for option in ("--explain", "--report"):
        done = run("verify", option, "--text", text)
        assert done.returncode in {0, 1}, done.stderr


def test_an_audit_counts_the_same_claims(bank: Bank, run: Run) -> None:
    math = "Before: 600 ms. After: 150 ms, 4x faster.\n    14 GB / 28 GB/s = 0.5 s; 2 * 8 GB takes 16 GB"
    bank.add("cloud-0001", f"details:\n  napkin_math: |\n    {math}\n")
    verified = json.loads(run("verify", "--format", "json").stdout)["summary"]
    audited = json.loads(run("audit", "--format", "json").stdout)["summary"]["claims"]
    kinds = ("ok", "imprecise", "wrong", "unchecked")
    assert [audited[kind] for kind in kinds] == [verified[kind] for kind in kinds]
    assert (verified["claims"], verified["worked_out"]) == (2, 1)
