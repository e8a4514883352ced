"""The page on JSON shows every key of what commands write, and no other."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docs.forms import json_form, keys
from docs.pages import ROOT
from fork_server import qbank_program
from qbank.cli.app import command_table
from qbank.cli.reference import commands
from rules.rule_examples import laid_over

if TYPE_CHECKING:
    from tests.conftest import Bank

PAGE = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")


def run(*arguments: str, folder: Path = ROOT) -> Any:
    """Return what a command writes as JSON."""
    command = [qbank_program(), *arguments]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout)


def section(title: str) -> str:
    """Return the part of the page below a heading."""
    assert f"\n## {title}\n" in PAGE
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def named(text: str) -> set[str]:
    """Return the keys that a part of the page names."""
    return set(re.findall(r'"(\w+)"(?=[:,}\]])', text))


def every_key(data: Any) -> Iterator[str]:
    """Yield the keys of all objects in data, but for those whose keys are ids of options or variables."""
    if isinstance(data, dict):
        yield from data
        for key, value in data.items():
            if key not in {"feedback", "given"}:
                yield from every_key(value)
    elif isinstance(data, list):
        for value in data:
            yield from every_key(value)


def test_every_command_that_writes_json_is_on_the_page() -> None:
    for command in commands(command_table()):
        formats = [option for option in command.options if "`--format`" in option.names]
        if any("json" in option.takes + option.meaning for option in formats):
            assert f"`{command.path} " in PAGE, command.path


def test_statistics(bank: Bank) -> None:
    bank.add("cloud-0001", "title: A Period.\n")
    found = run("audit", "--statistics", "--format", "json", folder=bank.root)
    shown = re.search(r'`"statistics": \[\{(.*?)\}\]`', PAGE)
    assert shown is not None
    assert found.keys() == {"version", "statistics", "summary"}
    assert re.findall(r'"(\w+)"', shown[1]) == list(found["statistics"][0])


def test_render(bank: Bank) -> None:
    """Over everything that we have, and a drawing, there is each key that the page names and no other."""
    drawing = "visual: {kind: svg, path: cloud-0001.svg, alt: A box, caption: The card}\n"
    bank.add("cloud-0001", drawing).with_suffix(".svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="2" height="1"/></svg>'
    )
    found: set[str] = set()
    for folder in (ROOT, bank.root):
        found.update(every_key(run("render", "--format", "json", "--answers", "inline", "-q", folder=folder)))
    shown = re.findall(r'"(\w{2,})":', section("`qbank render --format json`"))
    assert found == set(shown)


def test_the_key_beside_a_paper(tmp_path: Path) -> None:
    command = [
        "render",
        "cloud-0007",
        "--format",
        "json",
        "--answers",
        "key",
        "-q",
        "--output",
        f"{tmp_path}/",
    ]
    subprocess.run([qbank_program(), *command], cwd=ROOT, check=True)
    paper, key = sorted((json.loads(file.read_text("utf-8")) for file in tmp_path.iterdir()), key=len)
    [[question]] = [part["questions"] for part in paper["sections"]]
    [[answer]] = [part["questions"] for part in key["sections"]]
    if "answer" in question:
        question, answer = answer, question
    assert "answer" not in question
    assert list(answer) == ["id", "guid", "number", "title", "answer"]


def test_trying_variants(bank: Bank) -> None:
    varying = (
        "parameters:\n  n: {default: 2, choices: [0, 2]}\nderived:\n  x: 4 / n\nanswer: {value: '{x}'}\n"
    )
    bank.add("cloud-0001", varying + "scenario: A cache of {n} users, and more of it.\n")
    found = run("render", "--check", "--variants", "9", "--format", "json", folder=bank.root)
    assert found["questions"][0]["faults"]
    form = json_form(PAGE, "qbank render --check --format json")
    for data in (form, found):
        values = data["questions"][0]["values"]
        data["questions"][0]["values"] = next(iter(values.values()))
    assert keys(form) == keys(found)


def test_devices_side_by_side() -> None:
    found = run("hardware", "compare", "nvlink4", "pcie4-x16", "--format", "json")
    text = section("`qbank hardware`").partition("hardware compare")[2]
    assert named(text) == {*found, *found["entries"][0], *found["values"][0]}


def test_how_a_device_was_found() -> None:
    found = run("hardware", "show", "nvlink4", "--format", "json")
    text = section("`qbank hardware`").partition("`show` adds")[2].partition("\n\n")[0]
    more = found.keys() - run("hardware", "list", "nvlink4", "--format", "json")[0].keys()
    assert more == {"asked", "match", "reason", "others", "sources"}
    assert named(text) == more | next(iter(found["sources"].values())).keys()


def test_the_json_page_shows_every_key(tmp_path: Path) -> None:
    """Of an audit, and of a verification of the same file, a missing key or one too many would show."""
    page = PAGE
    path = tmp_path / "cloud-0001.yaml"
    path.write_text(laid_over("title: A Period.\n", str(path)), encoding="utf-8")

    def shown(*command: str) -> Any:
        done = subprocess.run(
            [qbank_program(), *command, "--format", "json"], stdout=subprocess.PIPE, check=False
        )
        return json.loads(done.stdout)

    assert keys(json_form(page, "qbank audit --format json")) == keys(
        shown("audit", str(path), "--select", "QB501")
    )
    verified = shown("verify", str(path))
    claim = next(claim for claim in verified["questions"][0]["claims"] if claim["computed"])
    verified["questions"][0]["claims"] = [claim]
    assert keys(json_form(page, "qbank verify --format json")) == keys(verified)
    form = json_form(page, "qbank rule --format json")
    rule = shown("rule", "QB501")
    assert form.keys() == rule.keys()
    example = re.search(r"^An `EXAMPLE` is `\{(.*?)\}`:", page, re.M | re.S)
    assert example is not None
    assert re.findall(r'"(\w+)":', example[1]) == list(rule["bad"][0])
    assert isinstance(shown("rule", "QB5"), list)


def test_the_json_page_shows_every_key_of_the_catalog() -> None:
    from qbank.catalog import bundled
    from qbank.report.hardware.json import entry_data

    page = PAGE
    data = entry_data(bundled().find("tpu-v4").entry)
    data["values"] = {"memory_bandwidth": data["values"]["memory_bandwidth"]}
    assert keys(json_form(page, "qbank hardware")) == keys(data)
    for found in bundled():
        for key in entry_data(found):
            assert f'"{key}"' in page or f"`{key}`" in page


def test_the_json_page_shows_every_key_of_formulas() -> None:
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8").partition("## `qbank formula`\n")[2]

    def shown(*arguments: str) -> Any:
        command = [qbank_program(), "formula", *arguments, "--format", "json"]
        return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)

    forms = re.findall(r"^```text\n(.*?)^```", page, re.M | re.S)
    one, result, solutions = (re.findall(r'"(\w+)":', form) for form in forms)
    formula = shown("show", "pipeline_bubble_fraction")
    names = [name for name in one if name not in {"n", "unit", "symbol"} and name not in formula]
    assert names == ["meaning", "whole", "min", "max", "given", "because"]
    assert set(formula) <= set(one)
    computed = shown("eval", "pipeline_bubble_fraction", "p=4", "m=27")
    assert set(result) - {"n"} == {*computed, *computed["result"]}
    solved = shown("eval", "pipeline_bubble_fraction", "p=4", "f=0.1", "--solve-for", "m")
    [solution] = solved["solutions"]
    ranged = shown("eval", "steps_per_epoch", "k=5", "G=2", "--solve-for", "D")["solutions"][0]["range"]
    assert set(solutions) == {"solutions", *solution, *solution["whole"], *ranged}
    assert set(solved) == {*computed, "solve_for", "solutions"}
