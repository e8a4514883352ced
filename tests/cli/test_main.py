from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import qbank
from qbank.cli import main

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank


def test_help(run: Run) -> None:
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Examples:" in done.stdout
    names = "audit verify rule list show stats duplicates diff export hardware formula init new fmt move lsp"
    for command in [*names.split(), "import"]:
        assert re.search(rf"^  {command} ", done.stdout, re.MULTILINE)
        own = run(command, "--help")
        assert (own.returncode, own.stderr) == (0, "")
        assert own.stdout.startswith(f"Usage: qbank {command} ")
        assert "Examples:\n" in own.stdout


def test_help_among_other_arguments(run: Run) -> None:
    assert run("audit", "--fix", "--help").stdout == run("audit", "--help").stdout


def test_no_arguments_are_wrong_use_and_show_what_there_is(spawn: Run) -> None:
    done = spawn()
    assert done.returncode == 2
    assert done.stdout == spawn("--help").stdout


def test_version(start: Run) -> None:
    done = start("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"qbank {qbank.__version__}\n"


def test_the_installed_command(spawn: Run) -> None:
    command = Path(sys.executable).with_name("qbank")
    done = subprocess.run([command, "--help"], capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout == spawn("--help").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["adit"], "qbank: no such command 'adit'; did you mean 'audit'? (see `qbank --help`)\n"),
        (["audit", "--formt", "json"], "qbank: no such option: --formt"),
        (["audit", "--output"], "qbank: option '--output' requires an argument"),
        (["rule", "QB301", "QB302"], "qbank: got unexpected extra argument"),
    ],
)
def test_wrong_use_is_one_line(run: Run, arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1
    assert "--help`" in done.stderr


def test_hostile_arguments_are_shown_harmless(run: Run) -> None:
    done = run("audit", "\x1b[2J\u202e.yaml")
    assert done.returncode == 2
    assert "\\x1b[2J\\u202e.yaml" in done.stderr
    assert "\x1b" not in done.stderr


def test_a_defect_is_one_line_and_with_debugging_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("by \x1b zero")

    monkeypatch.setattr("qbank.cli.commands.reference.rule.all_rules", broken)
    monkeypatch.delenv("QBANK_DEBUG", raising=False)
    assert main(["rule"]) == 2
    first = capsys.readouterr().err
    assert first.startswith(
        "qbank: internal error: ZeroDivisionError: by \\x1b zero (this is a defect of qbank"
    )
    assert first.count("\n") == 1
    monkeypatch.setenv("QBANK_DEBUG", "1")
    assert main(["rule"]) == 2
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_ctrl_c(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("qbank.cli.commands.reference.rule.all_rules", interrupted)
    assert main(["rule"]) == 130
    assert capsys.readouterr().err.strip().endswith("qbank: stopped")


@pytest.mark.skipif(os.name == "nt", reason="no shell")
@pytest.mark.parametrize(
    ("command", "files"),
    [
        ("audit --select QB203,QB501 --format concise", 300),
        ("audit --select QB203,QB501 --limit 0", 180),
        ("audit --select QB203,QB501 --format json", 100),
        ("audit --select QB203,QB501 --diff", 180),
        ("rule", 0),
    ],
)
def test_a_reader_that_stops_reading_is_no_failure(bank: Bank, command: str, files: int) -> None:
    for number in range(files):  # as many as write more than a pipe holds
        bank.add(f"cloud-{number:04}", "title: Growth of the Cache.\nlevel: L9\n")
    # The shell tells the status of qbank itself, which goes on to what it would have been.
    script = f'set -o pipefail; "{sys.executable}" -m qbank {command} | head -n 1; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in done.stderr
    assert "Broken" not in done.stderr
    assert done.stdout.splitlines()[-1] == ("0" if command == "rule" else "1")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_is_told(run: Run) -> None:
    script = f'"{sys.executable}" -m qbank rule > /dev/full'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr == "qbank: standard output cannot be written: no space left on device\n"


@pytest.mark.skipif(os.name == "nt", reason="no shell")
def test_closed_streams(bank: Bank) -> None:
    bank.add("cloud-0001", "title: Growth of the Cache.\n")
    script = f'"{sys.executable}" -m qbank audit >&-'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (
        2,
        "qbank: standard output is closed; name a file with --output\n",
    )
    script = f'"{sys.executable}" -m qbank audit --select QB501 2>&-'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert "QB501" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_while_it_works_leaves_nothing_half_written(tmp_path: Path) -> None:
    script = """
import sys
from qbank.cli import main
from qbank.cli.commands import verify
read = verify._standard_input
def announced():
    print("ready", file=sys.stderr, flush=True)
    return read()
verify._standard_input = announced
sys.exit(main(["verify", "-", "--output", "claims.txt"]))
"""
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    assert process.stderr is not None
    assert process.stderr.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (out, err.strip(), process.returncode) == ("", "qbank: stopped", 130)
    assert list(tmp_path.iterdir()) == []
