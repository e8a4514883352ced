from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from qbank.formulas.library import bundled
from qbank.report.formula.text import formula_page
from qbank.report.terminal import Style

if TYPE_CHECKING:
    from tests.cli.conftest import Run

CART = """formulas:
- id: cart_time
  name: "Time of a cart \\e[2J"
  area: own
  result: {symbol: T, unit: second}
  expression: m/b
  variables:
    m: {unit: byte, meaning: load}
    b: {unit: byte/second, meaning: rate}
  source: definition
  examples:
  - {given: {m: 10, b: 5}, result: 2, because: 10/5}
  - {given: {m: 1 kB, b: 1 kB/s}, result: 1 s, because: 1000/1000}
"""


def evaluated(run: Run, *arguments: str) -> Any:
    done = run("formula", "eval", *arguments, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_the_list(run: Run) -> None:
    done = run("formula", "list")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 120
    listed = [line.split()[0] for line in lines if line.startswith("  ")]
    areas = [line.split()[0] for line in lines if line[:1].isalpha()]
    assert listed == [formula.id for area in areas for formula in bundled() if formula.area == area]
    assert len(listed) == len(bundled())


def test_parts_of_the_list(run: Run) -> None:
    for area in ("queueing", "data_io"):
        number = sum(formula.area == area for formula in bundled())
        listed = run("formula", "list", "--area", area.replace("_", "-")).stdout
        assert listed.startswith(f"{area} ({number})\n")
    found = run("formula", "list", "all-reduce", "time").stdout
    assert "ring_allreduce_time" in found
    assert "p2p_time" not in found
    done = run("formula", "list", "zzzz")
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        "",
        f"No formula fits; the library has {len(bundled())}.\n",
    )
    done = run("formula", "list", "--area", "memry")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "qbank: --area: 'memry' is unknown; did you mean 'memory'?\n"


def test_the_list_as_json(run: Run) -> None:
    data = json.loads(run("formula", "list", "--format", "json").stdout)
    assert [one["id"] for one in data] == [formula.id for formula in bundled()]
    assert all(len(one["examples"]) >= 2 and one["latex"] and one["javascript"] for one in data)
    one = json.loads(run("formula", "show", "mm1_time", "--format", "json").stdout)
    assert one in data
    assert one["result"] == {"symbol": "W", "unit": "second", "latex": "W"}
    assert one["variables"]["l"] == {
        "unit": "1/second", "meaning": "arrival rate", "whole": False, "min": 0, "max": None,
        "latex": r"\lambda",
    }  # fmt: skip
    assert one["holds_when"] == ["l < m"]


def test_a_page(spawn: Run) -> None:
    done = spawn("formula", "show", "pipeline_bubble_fraction")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "pipeline_bubble_fraction  GPipe bubble fraction of total time (parallelism)"
    assert "  f = (p - 1)/(m + p - 1)" in lines
    assert "  m  number  micro-batches, whole, at least 1" in lines
    assert "- pipeline_bubble_overhead (Bubble time over ideal time)" in lines
    assert "- p = 4, m = 27: f = 0.1 (1/10)" in lines
    assert r"LaTeX: f = \frac{p - 1}{m + p - 1}" in lines
    assert "JavaScript: (p, m) => (p - 1)/(m + p - 1)" in lines


def test_a_name_stands_with_the_symbol_that_the_latex_shows(run: Run) -> None:
    lines = run("formula", "show", "ring_allreduce_time").stdout.splitlines()
    assert "  a (α)  second       per-message latency alpha" in lines
    assert "  m      byte         message size" in lines
    found = json.loads(run("formula", "show", "ring_allreduce_time", "--format", "json").stdout)
    assert found["variables"]["b"]["latex"] == r"\beta"
    assert found["result"]["latex"] == "T"


def test_every_page_names_its_formula() -> None:
    failures = []
    for formula in bundled():
        page = "".join(formula_page(formula, bundled(), Style()))
        if not page.startswith(f"{formula.id}  ") or formula.equation not in page:
            failures.append(formula.id)
    assert failures == []


def test_computing(spawn: Run) -> None:
    done = spawn("formula", "eval", "ring_allreduce_time", "n=8", "a=0 s", "m=14GB", "b=300GB/s")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "T = 0.08166667 s = 81.66667 ms, exactly 49/600 s"


def test_computing_as_json(run: Run) -> None:
    assert evaluated(run, "ring_allreduce_time", "n=8", "a=0", "m=14e9", "b=300e9") == {
        "id": "ring_allreduce_time",
        "inputs": {"n": 8, "a": 0, "m": 14_000_000_000, "b": 300_000_000_000},
        "result": {
            "symbol": "T",
            "value": 49 / 600,
            "exact": "49/600",
            "digits": "0.08166666666666666666666667",
            "unit": "second",
        },
        "latex": r"T = 2 \alpha \left(n - 1\right) + \frac{2 m \left(n - 1\right)}{\beta n}",
        "warnings": [],
    }


def test_a_result_beyond_all_floats_is_null(run: Run) -> None:
    found = evaluated(run, "float_max", "e=15", "f0=112")["result"]
    assert found["value"] is None
    assert found["digits"] == "1.189731495357231765085759e+4932"


def test_examples_come_out(run: Run) -> None:
    for formula in list(bundled())[::8]:  # of all of them tests/formulas computes the examples
        example = formula.examples[0]
        inputs = [f"{name}={value}" for name, value in example.given.items()]
        expected = float(formula.read_one(formula.symbol, example.result))
        found = evaluated(run, formula.id, *inputs)["result"]
        assert found["value"] == pytest.approx(expected, rel=1e-6, abs=0), formula.id
        assert (found["symbol"], found["unit"]) == (formula.symbol, formula.unit)


def test_a_bubble_of_ten_percent(run: Run) -> None:
    done = run("formula", "eval", "pipeline_bubble_fraction", "p=4", "f=10%", "--solve-for", "m")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-2:] == [
        "m = 27",
        "  m counts whole micro-batches: 27 gives it exactly, 28 is the smallest beyond it, "
        "with f = 0.09677419",
    ]
    found = evaluated(run, "pipeline_bubble_fraction", "p=4", "f=0.1", "--solve-for", "m")
    assert found["solve_for"] == "m"
    assert found["inputs"] == {"p": 4, "f": 0.1}
    assert found["result"] == {"symbol": "m", "value": 27, "exact": "27", "digits": "27", "unit": "1"}
    assert found["solutions"][0]["whole"] == {
        "reaches": 27, "result_at_reaches": 0.1, "passes": 28, "result_at_passes": 3 / 31,
    }  # fmt: skip
    assert evaluated(run, "microbatches_for_bubble", "p=4", "f=0.1")["result"]["value"] == 28
    assert (
        evaluated(run, "pipeline_bubble_overhead", "p=4", "r=10%", "--solve-for", "m")["result"]["value"]
        == 30
    )


def test_solutions_of_other_kinds(run: Run) -> None:
    done = run("formula", "eval", "microbatches_for_bubble", "p=4", "m=28", "--solve-for", "f")
    assert done.stdout.splitlines()[-2:] == ["f = 0.1", "  as for every f above 0.09677419 up to 0.1"]
    done = run("formula", "eval", "checkpoint_waste", "d=50", "M=10000", "w=0.125", "--solve-for", "t")
    assert done.stdout.splitlines()[-2:] == ["t = 500 s", "or t = 2,000 s"]
    done = run("formula", "eval", "erlang_c", "a=5", "Pw=0.1", "--solve-for", "c")
    last = done.stdout.splitlines()[-1]
    assert last == "  c counts whole servers: 9 is the smallest that gets there, with Pw = 0.08051034"
    done = run("formula", "eval", "roofline", "I0=50", "b=2 TB/s", "F=100 TFLOP/s", "--solve-for", "Fp")
    assert done.stdout.splitlines()[-1] == "  as for every Fp from 100,000,000,000,000 FLOP/s"
    found = evaluated(run, "erlang_c", "a=5", "Pw=0.1", "--solve-for", "c")
    assert found["result"]["value"] is None
    assert found["solutions"][0]["whole"]["reaches"] == 9


def test_remarks_go_to_standard_error(run: Run) -> None:
    done = run("formula", "eval", "heads_per_gpu", "h=64", "t=2.5")
    assert done.returncode == 0
    assert done.stderr == "note: t (ranks) is 2.5, and only whole numbers make sense\n"
    assert "t = 2.5" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "mm1_tim"], "'mm1_tim' is no formula; did you mean 'mm1_time'?"),
        (["show", "\x1b[2J"], "'\\x1b[2J' is no formula; `qbank formula list` lists them"),
        (["eval"], "name a formula, such as `qbank formula eval world_size d=8 p=4 t=8`"),
        (["eval", "world_size", "d", "p=4"], "'d' is no input; write them as d=1, without"),
        (["eval", "world_size", "d=8", "d=9"], "d is given twice"),
        (["eval", "world_size", "d=8"], "world_size needs p (pipeline), t (tensor)"),
        (["eval", "world_size", "d=8", "p=4", "t=x"], "t: 'x' begins with no number"),
        (["eval", "p2p_time", "a=2us", "m=1MB", "b=25s"], "b: '25s' is in second, and byte/second is needed"),
        (["eval", "mm1_time", "l=3", "m=2"], "mm1_time holds only when l < m"),
        (["eval", "mm1_time", "l=3", "--solve-for", "m"], "to solve mm1_time for m, give the W"),
        (["eval", "mm1_time", "W=3", "l=3", "--solve-for", "x"], "mm1_time has no variable 'x' to solve for"),
        (["eval", "world_size", "--batch", "-"], "--batch takes ids, inputs and what to solve"),
        (["eval", "--batch", "no/such/file"], "no/such/file: cannot be read: no such file or directory"),
        (["list", "--format", "jsn"], "--format takes text or json, not 'jsn'; did you mean 'json'?"),
    ],
)  # fmt: skip
def test_wrong_use_is_one_line(run: Run, arguments: list[str], message: str) -> None:
    done = run("formula", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"qbank: {message}")
    assert done.stderr.count("\n") == 1


LINES = r"""
{"id": "world_size", "inputs": {"d": 8, "p": 4, "t": 8}}
{"id": "nope", "inputs": {}}

{"id": "microbatches_for_bubble", "inputs": {"p": 4, "f": 0.1}}
not json
[1, 2]
{"id": "p2p_time", "inputs": {"a": 1}}
{"id": "pipeline_bubble_fraction", "inputs": {"p": 4, "f": "10%"}, "solve_for": "m"}
{"id": "p2p_time", "inputs": {"a": NaN, "m": 1, "b": 1}}
{"id": "p2p_time", "inputs": {"a": 1, "a": 2}}
{"inputs": {}}
{"id": "p2p_time"}
{"id": "p2p_time", "inputs": {"a": [], "m": 1, "b": 1}}
{"id": "p2p_time", "inputs": {"a": 1e999999, "m": 1, "b": 1}}
{"id": "p2p_time", "inputs": {"a": 0, "m": "14 GB", "b": "28 GB/s"}, "note": "kept by someone else"}
""".lstrip("\n")


def test_a_batch_answers_line_by_line_in_order(spawn: Run, tmp_path: Path) -> None:
    done = spawn("formula", "eval", "--batch", "-", given=LINES)
    assert (done.returncode, done.stderr) == (1, "")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one.get("error") or one["result"]["value"] for one in found] == [
        256,
        "'nope' is no formula; `qbank formula list` lists them",
        28,
        "the line is not JSON: expecting value, column 1",
        'the line holds a list, not {"id": ..., "inputs": {...}}',
        "p2p_time needs m (message size), b (one-way bandwidth beta)",
        27,
        "NaN is no number",
        "'a' stands there twice",
        '"id" is missing: the id of a formula',
        '"inputs" is missing: an object of variables and values',
        "a: a list is neither a number nor text such as '14 GB'",
        "a: '1e999999': a number of this size is not read",
        0.5,
    ]
    assert [one["id"] for one in found[:3]] == ["world_size", "nope", "microbatches_for_bubble"]
    assert [one.get("line") for one in found[:5]] == [None, 2, None, 5, 6]
    file = tmp_path / "cases.jsonl"
    file.write_text(LINES, encoding="utf-8")
    again = spawn("formula", "eval", "--batch", file)
    assert again.stdout == done.stdout


def test_a_batch_that_fails_nowhere_is_a_success(run: Run) -> None:
    lines = [{"id": formula.id, "inputs": dict(formula.examples[-1].given)} for formula in bundled()]
    done = run("formula", "eval", "--batch", "-", given="\n".join(map(json.dumps, lines)))
    assert (done.returncode, done.stderr) == (0, "")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["id"] for one in found] == [formula.id for formula in bundled()]
    assert run("formula", "eval", "--batch", "-", given="").stdout == ""


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"[" * 3_000_000, "the line is longer than 65,536 bytes"),
        (b'{"id": ' + b"[" * 30_000, "the line is not JSON that can be read: nested too deeply"),
        (b'{"id": "\xff"}', "the line is not UTF-8 (byte 8)"),
        (b'{"id": "p2p_time", "inputs": {"\\u001b[2J": 1}}', "p2p_time has no variable '\\x1b[2J'"),
    ],
)  # fmt: skip
def test_hostile_lines_are_told_and_passed_over(run: Run, line: bytes, message: str) -> None:
    after = b'{"id": "tp_dp_breakeven_tokens", "inputs": {"d": 4}}'
    done = run("formula", "eval", "--batch", "-", given=line + b"\n" + after + b"\n")
    assert done.returncode == 1
    first, last = (json.loads(one) for one in done.stdout.splitlines())
    assert first["error"].startswith(message)
    assert "\x1b" not in done.stdout
    assert last["result"]["value"] == 12


def test_into_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "found.txt"
    done = run("formula", "eval", "world_size", "d=8", "p=4", "t=8", "--output", file, FORCE_COLOR="1")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert file.read_text().splitlines()[-1] == "n = 256"


def test_a_bank_adds_formulas(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "schema" / "formulas"
    folder.mkdir(parents=True)
    (tmp_path / "questions").mkdir()
    (folder / "own.yaml").write_text(CART, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run("formula", "eval", "cart_time", "m=6", "b=3").stdout.splitlines()[-1] == "T = 2 s"
    for command in ("list", "show"):
        shown = run("formula", command, "cart_time").stdout
        assert "Time of a cart \\x1b[2J" in shown
        assert "\x1b" not in shown
    (folder / "own.yaml").write_text(CART.replace("m/b", "m/c"), encoding="utf-8")
    done = run("formula", "list")
    assert (done.returncode, done.stdout) == (2, "")
    assert "own.yaml:6:17: cart_time: expression: 'c' is none of the variables" in done.stderr


@pytest.mark.parametrize("command", ["formula", "formula list", "formula show", "formula eval"])
def test_help_imports_no_sympy(start: Run, command: str) -> None:
    done = start(*command.split(), "--help", PYTHONPROFILEIMPORTTIME="1")
    assert done.returncode == 0
    assert "Examples:" in done.stdout
    modules = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "typer" in modules
    assert modules.isdisjoint({"sympy", "pydantic", "rich"})


def test_text_results_need_no_sympy(start: Run) -> None:
    done = start("formula", "eval", "world_size", "d=8", "p=4", "t=8", PYTHONPROFILEIMPORTTIME="1")
    modules = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "qbank.formulas.formula" in modules
    assert modules.isdisjoint({"sympy", "rich", "pydantic"})
