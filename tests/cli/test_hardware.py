from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from qbank.catalog import bundled

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank

CHIP = """entries:
- id: our-chip
  name: Our Chip
  track: edge
  kind: npu
  values:
    tdp: {value: 3, unit: W, source: [OURS], confidence: high}
sources:
  OURS: {title: Our bench, where: lab notes}
"""


def test_show_says_which_variant_it_took_and_why(run: Run) -> None:
    done = run("hardware", "show", "a100")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("a100-sxm4-80gb  NVIDIA A100 SXM4 80 GB\n")
    assert "'a100' alone means a100-sxm4-80gb by default (" in done.stdout
    assert "a100-pcie-40gb" in done.stdout
    assert "\nSources\n" in done.stdout


def test_show_in_a_process_of_its_own(spawn: Run) -> None:
    done = spawn("hardware", "show", "NVIDIA", "A100-SXM4-80GB", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    data = json.loads(done.stdout)
    assert (data["id"], data["match"]) == ("a100-sxm4-80gb", "name")
    assert data["values"]["memory_bandwidth"]["base"] == {"value": 2.039e12, "unit": "byte/second"}
    assert set(data["sources"]) >= {"EPOCH", "LOCK"}


def test_names_that_lead_nowhere(run: Run) -> None:
    done = run("hardware", "show", "M4")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("qbank: 'M4' may mean 2 entries, and none is its default: ")
    assert done.stderr.count("apple-m4") == 1
    done = run("hardware", "show", "A100", "24GB")
    assert done.returncode == 2
    assert done.stderr.startswith("qbank: 'A100 24GB' is not in the catalog; similar are ")
    assert done.stderr.count("a100-sxm4-40gb") == 1
    done = run("hardware", "show", "\x1b[2J")
    assert done.stderr == "qbank: '\\x1b[2J' is not in the catalog; `qbank hardware list` shows it\n"


def test_list(run: Run) -> None:
    done = run("hardware", "list", "--format", "json")
    listed = json.loads(done.stdout)
    assert [entry["id"] for entry in listed] == [entry.id for entry in bundled()]
    assert {"id", "name", "track", "kind", "aliases", "values"} <= set(listed[0])
    done = run("hardware", "list")
    assert done.returncode == 0
    assert all(f"  {entry.id} " in done.stdout for entry in bundled())


@pytest.mark.parametrize(
    ("arguments", "expected", "other"),
    [
        (["--track", "tinyml", "--kind", "MCU"], "nrf52840", "cortex-m4"),
        (["--track", "energy-source"], "li-18650", "t4"),
        (["jetson", "orin"], "jetson-agx-orin-64gb", "jetson-nano"),
        (["RTX-40"], "rtx-4090", "rtx-3090"),
    ],
)
def test_filters(run: Run, arguments: list[str], expected: str, other: str) -> None:
    listed = {entry["id"] for entry in json.loads(run("hardware", "list", *arguments, "-f", "json").stdout)}
    assert expected in listed
    assert other not in listed


def test_filters_that_fit_nothing(run: Run) -> None:
    done = run("hardware", "list", "zzzz")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"No entry fits; the catalog has {len(bundled())}.\n"
    assert json.loads(run("hardware", "list", "zzzz", "-f", "json").stdout) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["list", "--kind", "gpus"], "--kind: 'gpus' is unknown; did you mean 'gpu'?"),
        (
            ["list", "--kind", "zzz"],
            "--kind takes asic, ",
        ),
        (
            ["list", "--track", "cloudy"],
            "--track takes cloud, edge, mobile, tinyml, interconnect, energy-source, ",
        ),
        (["show"], "missing argument 'NAME' (see `qbank hardware show --help`)"),
        (["compare", "a100"], "compare takes two or more names, such as `qbank hardware compare a100 h100`"),
        (["compare", *["t4"] * 13], "compare takes at most 12 names, not 13"),
        (["compare", "t4", "nothing"], "'nothing' is not in the catalog; "),
        (["shwo", "a100"], "no such command 'shwo'"),
    ],
)
def test_wrong_use(run: Run, arguments: list[str], message: str) -> None:
    done = run("hardware", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"qbank: {message}")


def test_compare(run: Run) -> None:
    done = run("hardware", "compare", "a100", "H100 SXM", COLUMNS="100")
    assert (done.returncode, done.stderr) == (0, "")
    assert "memory_bandwidth            2039 GB/s       3350 GB/s (×1.64)\n" in done.stdout
    assert "'a100' alone means" in done.stdout
    data = json.loads(run("hardware", "compare", "t4", "l4", "t4", "--format", "json").stdout)
    assert [entry["id"] for entry in data["entries"]] == ["t4", "l4", "t4"]
    assert data["values"][1]["ratios"] == [1.0, 0.9375, 1.0]


def test_help(run: Run) -> None:
    done = run("hardware")
    assert done.returncode == 2
    assert done.stdout == run("hardware", "--help").stdout
    assert run("hardware", "show", "--help").stdout.startswith("Usage: qbank hardware show ")
    assert run("hardware", "show", "--help").returncode == 0


def test_into_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a100.txt"
    done = run("hardware", "show", "a100", "--output", file, FORCE_COLOR="1")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert file.read_text(encoding="utf-8") == run("hardware", "show", "a100").stdout


def test_colours(run: Run) -> None:
    assert "\x1b[1ma100-sxm4-80gb\x1b[0m" in run("hardware", "show", "a100", FORCE_COLOR="1").stdout
    assert "\x1b" not in run("hardware", "show", "a100", FORCE_COLOR="1", NO_COLOR="1").stdout


def test_a_bank_adds_entries(run: Run, bank: Bank) -> None:
    bank.write("schema/catalog/chips.yaml", CHIP)
    assert "Our bench: lab notes" in run("hardware", "show", "our chip").stdout
    assert "our-chip" in run("hardware", "list", "--track", "edge").stdout


def test_a_bank_with_a_broken_catalog(run: Run, bank: Bank) -> None:
    bank.write(
        "schema/catalog/chips.yaml", CHIP.replace("unit: W", "unit: \x1b[31mX").replace("OURS]", "OUR]")
    )
    done = run("hardware", "show", "a100")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert "qbank: schema/catalog/chips.yaml:7:27: " in done.stderr
    bank.write("schema/catalog/chips.yaml", CHIP.replace("unit: W", "unit: wat"))
    done = run("hardware", "list")
    assert done.stderr == (
        "qbank: schema/catalog/chips.yaml:7:21: our-chip: values.tdp.unit: 'wat' is no unit of the catalog; "
        "write it as in 'GB/s', 'TFLOP/s' or 'W'\n"
    )
