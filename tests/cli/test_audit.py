from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fork_server import qbank_program
from qbank.audit.pool import MIN_PARALLEL_FILES
from qbank.rules.registry import find

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank, Lock

PERIOD = "title: Growth of the Cache.\n"
PATH = "questions/cloud/memory/cloud-0001.yaml"

REPORT = f"""\
{PATH}:10:27: warning[QB501] title: ends with a period
   |
10 | title: Growth of the Cache.
   |                           ^
   = fix: delete `.` (qbank audit --fix)

"""


def test_a_clean_bank(bank: Bank, spawn: Run) -> None:
    bank.add()
    done = spawn("audit")
    assert (done.returncode, done.stdout) == (0, "")
    assert re.fullmatch(r"Audited 1 question: no findings; \d+ claims?: \d+ ok\.\n", done.stderr)


def test_the_full_report(bank: Bank, spawn: Run) -> None:
    bank.add("cloud-0001", PERIOD)
    done = spawn("audit", "--select", "QB501")
    assert done.returncode == 0
    head, _, rest = done.stdout.partition("\n")
    assert head.startswith(f"{PATH}:10:27: warning[QB501] title: ")
    assert rest == REPORT.partition("\n")[2]
    assert done.stderr == "Audited 1 question: 1 warning.\n1 can be fixed with --fix.\n"


def test_the_concise_report(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", PERIOD)
    bank.add("cloud-0002", PERIOD)
    done = run("audit", "--select", "QB501", "--format", "concise")
    lines = done.stdout.splitlines()
    assert [line.partition(": ")[0] for line in lines] == [
        f"{PATH}:10:27",
        f"{PATH.replace('1.', '2.')}:10:27",
    ]


def test_the_json_report(bank: Bank, spawn: Run) -> None:
    bank.add("cloud-0001", PERIOD)
    done = spawn("audit", "--select", "QB501,QB3", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    data = json.loads(done.stdout)
    assert set(data) == {"version", "findings", "summary", "notes"}
    [finding] = data["findings"]
    assert finding["url"] == "docs/rules.md#qb501-title-period"
    assert {key: value for key, value in finding.items() if key not in {"message", "fix", "url"}} == {
        "code": "QB501",
        "name": "title-period",
        "severity": "warning",
        "path": PATH,
        "line": 10,
        "column": 27,
        "end_line": 10,
        "end_column": 28,
        "question_id": "cloud-0001",
        "field": "title",
    }
    assert finding["fix"]["applicability"] == "safe"
    text = (bank.root / PATH).read_text()
    [edit] = finding["fix"]["edits"]
    assert text[: edit["start"]] + edit["replacement"] + text[edit["end"] :] == text.replace(
        "Cache.\n", "Cache\n"
    )
    claims = data["summary"].pop("claims")
    assert data["summary"] == {
        "files": 1, "questions": 1, "sets": 0, "labs": 0, "errors": 0, "warnings": 1, "infos": 0,
        "suppressed": 0, "puzzles": {"solvable": 0, "other": 0},
    }  # fmt: skip
    assert set(claims) == {"ok", "imprecise", "wrong", "unchecked"}
    assert claims["ok"] > 0


def test_statistics(bank: Bank, run: Run) -> None:
    for name in ("cloud-0001", "cloud-0002"):
        bank.add(name, PERIOD)
    done = run("audit", "--select", "QB501", "--statistics")
    assert done.stdout == (
        "2  QB501  warning  title-period  2 fixable, safe\n"
        "\nFirst: `qbank audit --fix` mends 2 findings and keeps the meaning.\n"
    )
    data = json.loads(run("audit", "--select", "QB501", "--statistics", "-f", "json").stdout)
    assert data["statistics"][0]["count"] == 2


@pytest.mark.parametrize(("level", "status"), [("error", 0), ("warning", 1), ("info", 1)])
def test_fail_on(bank: Bank, run: Run, level: str, status: int) -> None:
    bank.add("cloud-0001", PERIOD)
    assert run("audit", "--select", "QB501", "--fail-on", level).returncode == status
    bank.write("qbank.toml", f'fail-on = "{level}"\nselect = ["QB501"]\n')
    assert run("audit").returncode == status


def test_selecting_and_ignoring(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", PERIOD + "topic: kv-cash\n")
    bank.write("qbank.toml", 'select = ["QB501", "QB203"]\nignore = ["QB203"]\n')

    def codes(*options: str) -> list[str]:
        return re.findall(r"\[(QB\d+)\]", run("audit", "--format", "concise", *options).stdout)

    assert codes() == ["QB501"]
    assert codes("--select", "QB203") == ["QB203"]
    assert codes("--select", "QB203, title-period") == ["QB203", "QB501"]
    assert codes("--select", "QB203", "--select", "QB501") == ["QB203", "QB501"]
    assert codes("--ignore", "title-period") == []
    assert codes("--select", "QB2,QB5", "--ignore", "QB5") == ["QB203"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--select", "QB999"], "qbank: --select: 'QB999' is no rule"),
        (
            ["--ignore", "titel-period"],
            "qbank: --ignore: 'titel-period' is no rule; did you mean 'title-period'?",
        ),
        (["--select", ","], "qbank: --select: names no rule; write codes such as `--select QB3,QB501`"),
        (["--unsafe-fixes"], "qbank: --unsafe-fixes needs --fix or --diff"),
        (["--diff", "--statistics"], "qbank: --diff and --statistics cannot go together"),
        (["--diff", "--format", "json"], "qbank: --diff writes a patch; it and --format json cannot go"),
        (["--fix", "--diff", "-f", "concise"], "qbank: --diff writes a patch; it and --format concise"),
        (
            ["--fail-on", "warn"],
            "qbank: --fail-on takes error, warning or info, not 'warn'; did you mean 'warning'?",
        ),
        (["--fail-on", "never"], "qbank: --fail-on takes error, warning or info, not 'never'\n"),
        (
            ["-f", "jsn"],
            "qbank: --format takes full, concise, json, sarif, github, gitlab or junit, not 'jsn'; "
            "did you mean 'json'?\n",
        ),
        (["--jobs", "0"], "qbank: --jobs takes a whole number from 1 on, not '0'\n"),
        (["-j", "two"], "qbank: --jobs takes a whole number from 1 on, not 'two'\n"),
        (["nowhere"], "qbank: nowhere: "),
        (["questions/none*.yaml"], "qbank: questions/none*.yaml: "),
        (["readme.md"], "qbank: readme.md: "),
        (["empty"], "qbank: empty: no question files here; their names end in .yaml or .yml"),
        (["--config", "none.toml"], "qbank: none.toml: cannot be read: no such file or directory"),
        (["--config", "bad.toml"], "qbank: bad.toml:1:8: is not valid TOML: "),
        (["--output", "empty"], "qbank: empty: is a folder; name a file for --output"),
        (["--output", "no/such/folder.txt"], "qbank: no/such/folder.txt: cannot be written: "),
    ],
)
def test_wrong_use(bank: Bank, run: Run, arguments: list[str], message: str) -> None:
    bank.add()
    (bank.root / "empty").mkdir()
    bank.write("readme.md", "")
    bank.write("bad.toml", "select ")
    done = run("audit", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1


def test_every_problem_of_the_settings_has_its_line(bank: Bank, run: Run) -> None:
    bank.add()
    bank.write("qbank.toml", 'selct = []\nfail-on = "no"\n')
    done = run("audit")
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "qbank: qbank.toml:2:1: fail-on: 'no' is no severity; write error, warning or info",
        "qbank: qbank.toml:1:1: selct: is no setting; did you mean 'select'?",
    ]


def test_remarks_of_the_settings(bank: Bank, run: Run) -> None:
    bank.add()
    bank.write("qbank.toml", "")
    bank.write("pyproject.toml", "[tool.qbank]\n")
    assert "note: " in run("audit").stderr
    assert run("audit", "--quiet").stderr == ""


def test_a_broken_file_is_a_finding_and_one_that_cannot_be_read_a_failure(bank: Bank, run: Run) -> None:
    bank.write(PATH, "title: [\n")
    done = run("audit")
    assert done.returncode == 1
    assert "error[QB1" in done.stdout
    (bank.root / "questions/broken.yaml").symlink_to("questions/gone.yaml")
    for arguments in ([], [PATH, "questions/broken.yaml"]):
        done = run("audit", *arguments, "--format", "concise")
        assert done.returncode == 2
        assert done.stdout.splitlines()[0] == (
            "questions/broken.yaml:1:1: error[QB101] the file cannot be read: it is a link that leads nowhere"
        )
        assert done.stderr.startswith("qbank: questions/broken.yaml: the file cannot be read: ")


def test_a_file_that_may_not_be_read(bank: Bank, run: Run, lock: Lock) -> None:
    lock(bank.add("cloud-0001"))
    bank.add("cloud-0002")
    for target in (PATH, "questions"):
        done = run("audit", target, "--format", "concise", "--quiet")
        assert done.returncode == 2
        message = "the file cannot be read: permission denied"
        assert done.stdout == f"{PATH}:1:1: error[QB101] {message}\n"
        assert done.stderr == f"qbank: {PATH}: {message}\n"


@pytest.mark.parametrize("command", ["audit", "verify"])
@pytest.mark.parametrize("target", ["questions/cloud", PATH, "questions/cloud/none.yaml"])
def test_a_folder_that_may_not_be_entered(
    bank: Bank, run: Run, lock: Lock, command: str, target: str
) -> None:
    bank.add("cloud-0001")
    lock(bank.root / "questions" / "cloud")
    done = run(command, target)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"qbank: {target}: cannot be read: permission denied\n"


def test_settings_that_may_not_be_read(bank: Bank, run: Run, lock: Lock) -> None:
    bank.add()
    lock(bank.write("locked.toml", ""))
    lock(bank.write("locked/qbank.toml", "").parent)
    for name in ("locked.toml", "locked/qbank.toml"):
        done = run("audit", "--config", name)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"qbank: {name}: cannot be read: permission denied\n"


@pytest.mark.parametrize("command", ["audit", "verify"])
def test_without_a_bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, command: str) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(command)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("qbank: there is no bank here: ")
    assert done.stderr.endswith(f"name files or folders, such as `qbank {command} path/to/questions`\n")
    (tmp_path / "qbank.toml").write_text("")
    done = run(command)
    assert done.stderr == (
        "qbank: questions: the bank has no such folder; "
        f"name files or folders, such as `qbank {command} path/to/questions`\n"
    )


def test_output_goes_to_a_file_whole(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", PERIOD)
    arguments = ("audit", "--select", "QB501")
    done = run(*arguments, "--output", "report.txt", FORCE_COLOR="1")
    assert done.stdout == ""
    assert done.stderr.startswith("Audited 1 question")
    assert (bank.root / "report.txt").read_text() == run(*arguments).stdout
    assert sorted(path.name for path in bank.root.iterdir()) == ["questions", "report.txt"]


@pytest.mark.skipif(os.name == "nt", reason="no devices")
def test_output_to_a_device_leaves_the_device(bank: Bank, spawn: Run) -> None:
    bank.add("cloud-0001", PERIOD)
    done = spawn("audit", "--select", "QB501", "--format", "concise", "--output", "/dev/stdout")
    assert done.stdout.startswith(f"{PATH}:10:27: ")
    assert Path("/dev/stdout").is_symlink()


def test_fixing(bank: Bank, spawn: Run) -> None:
    path = bank.add("cloud-0001", PERIOD)
    before = path.read_text()
    diff = spawn("audit", "--select", "QB501", "--diff")
    assert diff.returncode == 1
    assert diff.stdout.startswith(f"--- a/{PATH}\n+++ b/{PATH}\n@@ ")
    assert "-title: Growth of the Cache.\n+title: Growth of the Cache\n" in diff.stdout
    assert diff.stderr == (
        "Would fix 1 finding in 1 file.\nAudited 1 question: after these fixes, no findings.\n"
    )
    assert path.read_text() == before

    patched = before.replace("Cache.\n", "Cache\n")
    fixed = spawn("audit", "--select", "QB501", "--fix", "--fail-on", "info")
    assert (fixed.returncode, fixed.stdout) == (0, "")
    assert fixed.stderr == "Fixed 1 finding in 1 file.\nAudited 1 question: no findings.\n"
    assert path.read_text() == patched

    again = spawn("audit", "--select", "QB501", "--fix", "--diff")
    assert (again.returncode, again.stdout) == (0, "")
    assert path.read_text() == patched


@pytest.mark.parametrize("options", [["--diff"], ["--fix", "--diff"]])
def test_the_status_of_a_diff_counts_what_would_remain(bank: Bank, run: Run, options: list[str]) -> None:
    bank.add("cloud-0001", "status: live\nphase: Inference\n")

    def status(*more: str) -> tuple[int, str]:
        done = run("audit", *options, *more)
        return done.returncode, done.stderr.splitlines()[-1].partition(":")[2]

    assert status("--select", "QB203") == (1, " after these fixes, 1 error.")
    bank.add("cloud-0001", "status: live\n")
    assert status("--select", "QB203") == (1, " after these fixes, 1 error.")
    bank.add("cloud-0001", "colour: red\n")
    assert status("--select", "QB202") == (0, " after these fixes, 1 warning.")
    assert status("--select", "QB202", "--fail-on", "warning") == (1, " after these fixes, 1 warning.")
    bank.add("cloud-0001")
    assert status("--select", "QB2") == (0, " after these fixes, no findings.")


def test_a_change_of_case_is_a_safe_fix_and_a_number_gets_its_level(bank: Bank, run: Run) -> None:
    path = bank.add("cloud-0001", "status: Draft\nlevel: 3\n")
    shown = run("audit", "--select", "QB203").stdout
    assert "status: 'Draft' is not a status; did you mean 'draft'?" in shown
    assert "= fix: replace `Draft` with `draft` (qbank audit --fix)\n" in shown
    assert "level: 3 is not a level; did you mean 'L3'?" in shown
    assert "= fix: replace `3` with `L3` (qbank audit --fix --unsafe-fixes)\n" in shown
    assert run("audit", "--select", "QB203", "--fix").returncode == 1
    assert "status: draft\n" in path.read_text()
    assert "level: 3\n" in path.read_text()
    assert run("audit", "--select", "QB203", "--fix", "--unsafe-fixes").returncode == 0
    assert "level: L3\n" in path.read_text()


def test_a_misspelt_required_field_is_one_error_with_its_fix(bank: Bank, run: Run) -> None:
    path = bank.add("cloud-0001", "provenence: human\n", without=("provenance",))
    before = path.read_text()
    done = run("audit", "--format", "concise")
    line = before.splitlines().index("provenence: human") + 1
    assert done.stdout == (
        f"{PATH}:{line}:1: error[QB201] provenance: missing; is it 'provenence' here that is meant?\n"
    )
    assert done.returncode == 1
    assert run("audit", "--fix", "--unsafe-fixes").returncode == 0
    assert path.read_text() == before.replace("provenence", "provenance")


def test_a_missing_field_is_shown_at_the_first_field(bank: Bank, run: Run) -> None:
    path = bank.add("cloud-0001", without=("provenance",))
    path.write_text(f"# yaml-language-server: $schema=x.json\n\n{path.read_text()}")
    [finding] = json.loads(run("audit", "--format", "json").stdout)["findings"]
    assert (finding["code"], finding["field"]) == ("QB201", "provenance")
    places = ("line", "column", "end_line", "end_column")
    assert [finding[place] for place in places] == [3, 1, 3, 1 + len("schema_version")]


def test_a_diff_can_be_applied(bank: Bank, run: Run) -> None:
    path = bank.add("cloud-0001", PERIOD)
    other = bank.write("questions/cloud/memory/cloud-0002.yaml", path.read_bytes().replace(b"\n", b"\r\n"))
    bank.write("fix.patch", run("audit", "--select", "QB501", "--diff", "--quiet").stdout)
    for command in (["init", "-q"], ["apply", "fix.patch"]):
        subprocess.run(["git", *command], check=True, capture_output=True)
    assert b"Cache\n" in path.read_bytes()
    assert b"Cache\r\n" in other.read_bytes()


def test_unsafe_fixes_wait_to_be_asked_for(bank: Bank, run: Run) -> None:
    path = bank.add("cloud-0001", "topic: kv-cache-managment\n")
    before = path.read_text()
    assert run("audit", "--select", "QB203", "--fix").returncode == 1
    assert path.read_text() == before
    assert run("audit", "--select", "QB203", "--fix", "--unsafe-fixes").returncode == 0
    assert "topic: kv-cache-management\n" in path.read_text()


def test_a_file_that_may_not_be_written_is_told(bank: Bank, run: Run) -> None:
    path = bank.add("cloud-0001", PERIOD)
    if os.access(path, os.W_OK) and hasattr(os, "geteuid") and os.geteuid() == 0:
        pytest.skip("root writes everything")
    path.chmod(0o444)
    done = run("audit", "--select", "QB501", "--fix")
    assert done.returncode == 2
    assert "cannot be written" in done.stderr


def test_nothing_hostile_reaches_the_terminal(bank: Bank, run: Run) -> None:
    hostile = r"\e]0;owned\a\x9b2J\u202E"
    bank.add("cloud-0001", f'title: "{hostile}."\ntrack: "{hostile}"\n"x{hostile}": 1\ntopic: "\\u202e"\n')
    (bank.root / "questions" / "cloud" / "\x1b[2J\u202e.yaml").write_text("title: [\x1b[31m\n")
    for arguments in ([], ["-f", "concise"], ["-f", "json"], ["--statistics"], ["--diff", "--unsafe-fixes"]):
        done = run("audit", *arguments)
        assert done.returncode == 1
        for char in (*"\x1b\x07\x9b\u202e",):
            assert char not in done.stdout
            assert char not in done.stderr
    assert "Traceback" not in run("audit").stderr


@pytest.mark.parametrize(
    ("encoding", "form"), [("ascii", "full"), ("latin-1", "concise"), ("cp1252", "full"), ("ascii", "json")]
)
def test_other_encodings(bank: Bank, spawn: Run, encoding: str, form: str) -> None:
    bank.add("cloud-0001", "title: 漢字 ≈ " + "µ " * 50 + "end.\n")
    done = spawn("audit", "--select", "QB501", "--format", form, encoding=encoding, COLUMNS="60")
    assert done.returncode == 0
    if form == "json":
        assert json.loads(done.stdout)["summary"]["warnings"] == 1
    else:
        assert "warning[QB501]" in done.stdout
        assert done.stderr.startswith("Audited 1 question: 1 warning.")


@pytest.mark.parametrize(
    ("environment", "colours"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, True),
    ],
)
def test_colours_in_a_pipe(bank: Bank, run: Run, environment: dict[str, str], colours: bool) -> None:
    bank.add("cloud-0001", PERIOD)
    assert ("\x1b[" in run("audit", "--select", "QB501", **environment).stdout) is colours


def in_terminal(*arguments: str, **environment: str) -> str:
    """What a terminal gets to see of a command."""
    master, slave = pty.openpty()
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in {"NO_COLOR", "FORCE_COLOR", "COLUMNS"}
    }
    process = subprocess.Popen(
        [qbank_program(), *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**kept, "TERM": "xterm", **environment},
        close_fds=True,
    )
    os.close(slave)
    seen = b""
    while select.select([master], [], [], 60)[0]:
        try:
            chunk = os.read(master, 4096)
        except OSError:  # the other end was closed
            break
        if not chunk:
            break
        seen += chunk
    process.wait(timeout=60)
    os.close(master)
    return seen.decode()


def test_colours_in_a_terminal(bank: Bank) -> None:
    bank.add("cloud-0001", PERIOD)
    arguments = ("audit", "--select", "QB501")
    assert "\x1b[1;33mwarning[QB501]\x1b[0m" in in_terminal(*arguments)
    assert "\x1b" not in in_terminal(*arguments, NO_COLOR="1")
    assert "\x1b" not in in_terminal(*arguments, TERM="dumb")
    assert "\x1b[32m+title: Growth of the Cache\x1b[0m" in in_terminal(*arguments, "--diff")


def test_a_bar_only_for_those_who_wait(bank: Bank) -> None:
    for number in range(210):
        bank.add(f"cloud-{number:04}")
    assert "Auditing" not in in_terminal("audit", "--select", "QB501", "--quiet")
    bank.write(
        "waiting.py",
        "import sys\nfrom qbank.cli import main, progress\n"
        "progress.PATIENCE = 0\nsys.exit(main(sys.argv[1:]))\n",
    )
    master, slave = pty.openpty()
    done = subprocess.run(
        [sys.executable, "waiting.py", "audit", "--no-cache", "--select", "QB501", "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=slave,
        env={**os.environ, "TERM": "xterm"},
        timeout=60,
        check=False,
    )
    os.close(slave)
    seen = os.read(master, 1 << 16)
    os.close(master)
    assert b"Auditing" in seen
    assert json.loads(done.stdout)["summary"]["files"] == 210


def test_jobs_change_nothing(bank: Bank, spawn: Run) -> None:
    files = MIN_PARALLEL_FILES + 1
    for number in range(files):
        bank.add(f"cloud-{number:04}", PERIOD if number % 50 == 0 else "")
    # Of each sort of rule some; that all find the same in two processes, the tests of the pool show.
    arguments = ("audit", "--format", "json", "--select", "QB1,QB2,QB5,QB301,QB601", "--no-cache")
    one = spawn(*arguments, "--jobs", "1")
    two = spawn(*arguments, "--jobs", "2")
    assert json.loads(one.stdout)["summary"]["files"] == files
    assert (one.stdout, one.stderr, one.returncode) == (two.stdout, two.stderr, two.returncode)


def test_suppressions(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", "title: Growth of the Cache.  # qbank: ignore QB501 -- its name\n")
    done = run("audit")
    assert done.stdout == ""
    assert "1 suppressed" in done.stderr


def test_an_unknown_suppression_is_a_warning(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", "title: Growth of the Cache  # qbank: ignore QB999\n")
    done = run("audit", "--fail-on", "warning")
    assert done.returncode == 1
    assert "warning[QB002] this suppresses nothing: 'QB999' is no rule" in done.stdout


def test_a_defect_is_named_once_with_its_rule_and_a_file(
    bank: Bank, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: object, question: object) -> list[object]:
        raise ZeroDivisionError("by \x1b zero")

    for number in range(3):
        bank.add(f"cloud-000{number}", PERIOD)
    rule = find("QB512")
    monkeypatch.setattr(type(rule), "check", broken)
    done = run("audit", "--select", "QB512,QB501", "--format", "concise", "--quiet")
    assert done.returncode == 2
    assert done.stderr == (
        f"qbank: internal error: QB512 {rule.name}: ZeroDivisionError: by \\x1b zero, "
        "in questions/cloud/memory/cloud-0000.yaml and in 2 more (a defect of qbank, please report it)\n"
    )
    assert done.stdout.count("QB501") == 3
    assert "Traceback (most recent call last)" in run("audit", "--select", "QB512", QBANK_DEBUG="1").stderr


def test_a_file_from_standard_input(bank: Bank, run: Run) -> None:
    bank.write("qbank.toml", 'ignore = ["QB6"]\nrules-url = "https://example.org/rules"\n')
    path = bank.add("cloud-0001", "title: Growth of the Cache.\n")
    given = path.read_bytes()
    path.unlink()
    named = run("audit", "-", "--stdin-filename", path, "--format", "concise", given=given)
    assert named.returncode == 0
    assert named.stdout == f"{path}:10:27: warning[QB501] title: ends with a period\n"
    assert named.stderr.startswith("Audited 1 question: 1 warning;")
    unnamed = run("audit", "-", "--select", "QB501", given=given)
    assert "<stdin>:10:27: warning[QB501]" in unnamed.stdout
    assert "title: Growth of the Cache." in unnamed.stdout
    json_report = run("audit", "-", "--format", "json", "--select", "QB501", given=given)
    [finding] = json.loads(json_report.stdout)["findings"]
    assert finding["url"] == "https://example.org/rules#qb501-title-period"
    for arguments in (["-", "--fix"], ["-", path], ["--stdin-filename", path], ["-", "--watch"]):
        assert run("audit", *arguments, given=given).returncode == 2


def test_of_many_findings_the_gravest_and_a_count(bank: Bank, run: Run) -> None:
    for number in range(3):
        bank.add(f"cloud-000{number}", PERIOD)
    bank.add("cloud-0009", "track: clowd\n")
    done = run("audit", "--select", "QB501,QB203", "--limit", "2")
    assert done.stdout.count("\n  = ") + done.stdout.count("\n   = ") == 2
    assert "cloud-0009.yaml:3:8: error[QB203]" in done.stdout
    assert done.stdout.index("cloud-0000.yaml") < done.stdout.index("cloud-0009.yaml")
    assert done.stdout.endswith(
        "4 findings in 4 files:\n\n"
        "3  QB501  warning  title-period   3 fixable, safe\n"
        "1  QB203  error    unknown-value  1 fixable\n\n"
        "… and 2 more findings; see --statistics, --select QB501, --format concise or --limit 0\n\n"
    )
    assert run("audit", "--select", "QB501,QB203", "--limit", "0").stdout.count("[QB501]") == 3


def test_every_process_finds_the_same(bank: Bank, start: Run) -> None:
    bank.add(
        "cloud-0001",
        "details:\n  napkin_math: |\n"
        "    **Ash path:** 20 * 0.5 = 10 GB/s; 4 GB / 10 GB/s = 400 ms.\n"
        "    **Elm path:** 100 * 0.5 = 50 GB/s; 4 GB / 50 GB/s = 80 ms.\n"
        "    **Ratio:** 400 / 80 = 5.\n"
        "    **Result: the Elm path is 5× slower than the Ash path.**\n",
    )
    seeds = ("0", "1", "2", "3", "4")
    told = {
        start("audit", "--no-cache", "--select", "QB9", "--format", "json", PYTHONHASHSEED=seed).stdout
        for seed in seeds
    }
    assert [text.count("holds the other way round") for text in told] == [1]


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or os.name == "nt", reason="needs signals")
def test_watching(bank: Bank) -> None:
    path = bank.add("cloud-0001", "title: Growth of the Cache.\n")
    command = [sys.executable, "-m", "qbank", "audit", "--watch", "--format", "concise", "--select", "QB501"]
    with subprocess.Popen(command, cwd=bank.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert b"[QB501]" in process.stdout.readline()
        assert process.stderr.readline().startswith(b"Audited 1 question: 1 warning")
        while b"waiting for the next save" not in process.stderr.readline():
            pass
        path.write_text(path.read_text("utf-8").replace("Cache.", "Cache"), "utf-8")
        assert process.stderr.readline().startswith(b"Audited 1 question: no findings")
        assert b"after 1 change; waiting" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


class TestWhatIsSuppressed:
    """It can be listed: what, where, by which comment, and why."""

    def add(self, bank: Bank) -> None:
        bank.add("cloud-0001", "title: The Cache.  # qbank: ignore QB501 -- so it is called\n")
        bank.add("cloud-0002", "title: The Cache.  # qbank: ignore\n")

    @pytest.mark.parametrize("output_format", ["full", "concise"])
    def test_to_read(self, bank: Bank, run: Run, output_format: str) -> None:
        self.add(bank)
        assert run("audit", "--format", output_format).stdout == ""
        done = run("audit", "--format", output_format, "--show-suppressed")
        what = "cloud-{}.yaml:10:17: suppressed warning[QB501] title: ends with a period"
        assert done.stdout.replace("questions/cloud/memory/", "") == (
            f"{what.format('0001')} (by line 10: so it is called)\n"
            f"{what.format('0002')} (by line 10, which gives no reason)\n"
        )
        assert done.returncode == 0

    def test_as_data(self, bank: Bank, run: Run) -> None:
        self.add(bank)
        data = json.loads(run("audit", "--format", "json", "--show-suppressed").stdout)
        assert [one["suppressed_by"]["reason"] for one in data["suppressed"]] == ["so it is called", ""]
        assert data["findings"] == []
        assert "suppressed" not in json.loads(run("audit", "--format", "json").stdout)

    def test_as_sarif(self, bank: Bank, run: Run) -> None:
        self.add(bank)
        [report] = json.loads(run("audit", "--format", "sarif", "--show-suppressed").stdout)["runs"]
        assert [one["suppressions"] for one in report["results"]] == [
            [{"kind": "inSource", "justification": "so it is called"}],
            [{"kind": "inSource"}],
        ]
        # Code scanning of GitHub would show them as open alerts.
        [report] = json.loads(run("audit", "--format", "sarif").stdout)["runs"]
        assert report["results"] == []

    def test_where_there_is_no_place_for_it(self, bank: Bank, run: Run) -> None:
        self.add(bank)
        done = run("audit", "--format", "gitlab", "--show-suppressed")
        assert (done.returncode, "has no place" in done.stderr) == (2, True)
