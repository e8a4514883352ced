from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from qbank.authoring import starting
from qbank.model.json_schema import schema_of

if TYPE_CHECKING:
    from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_bank_is_clean_at_once(here: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("init", "bank")
    assert done.returncode == 0
    written = done.stdout.splitlines()
    assert sorted(written) == sorted(
        path.relative_to(here).as_posix() for path in here.rglob("*") if path.is_file()
    )
    monkeypatch.chdir(here / "bank")
    audit = run("audit", "--fail-on", "info")
    assert (audit.returncode, audit.stdout) == (0, "")
    assert " ok.\n" in audit.stderr
    assert run("fmt", "--check").returncode == 0
    assert run("render", "cloud-0001", "--format", "md").returncode == 0
    assert json.loads(Path("schema/question.schema.json").read_text()) == schema_of("question")
    path = Path(run("new", "edge", "tail-latency", "-q").stdout.strip())
    head = path.read_text().partition("\n")[0]
    assert (path.parent / head.partition("$schema=")[2]).is_file()


def test_what_is_there_stays(here: Path, run: Run) -> None:
    (here / "README.md").write_text("Ours.\n")
    (here / "questions" / "edge").mkdir(parents=True)
    (here / "questions" / "edge" / "edge-0001.yaml").write_text("id: edge-0001\n")
    done = run("init")
    assert "1 file there already, and left as they are.\n" in done.stderr
    assert (here / "README.md").read_text() == "Ours.\n"
    assert "example" not in done.stdout
    assert not (here / "questions" / "cloud").exists()
    again = run("init")
    assert (again.returncode, again.stdout) == (0, "")


def test_a_dry_run_writes_nothing(here: Path, run: Run) -> None:
    done = run("init", "bank", "--dry-run")
    assert "bank/qbank.toml\n" in done.stdout
    assert list(here.iterdir()) == []


def test_inside_of_a_repository_the_checks_are_left_out(here: Path, run: Run) -> None:
    subprocess.run(["git", "init", "-q"], cwd=here, check=True)
    done = run("init", "course/bank")
    assert "count only at the top of the repository" in done.stderr
    assert not list(here.rglob("*.yml"))
    assert not (here / "course" / "bank" / "requirements.txt").exists()
    assert ".github/workflows/questions.yml" in run("init").stdout


@pytest.mark.parametrize(
    ("origin", "wanted"),
    [
        (None, f"qbank=={starting.__version__}"),
        (
            '{"url": "https://example.org/qbank.git", "vcs_info": {"vcs": "git", "commit_id": "abc"}}',
            "qbank @ git+https://example.org/qbank.git@abc",
        ),
        ('{"url": "file:///somewhere", "dir_info": {}}', None),
        ("not json", None),
    ],
)
def test_ci_installs_what_is_installed_here(
    origin: str | None, wanted: str | None, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Installed:
        def read_text(self, name: str) -> str | None:
            return {"direct_url.json": origin}[name]

    monkeypatch.setattr(starting.Distribution, "from_name", lambda _: Installed())
    done = run("init")
    assert Path("requirements.txt").read_text() == f"{wanted or starting.SOMEWHERE}\n"
    assert ("write down where CI gets qbank from" in done.stderr) is (wanted is None)


def test_a_requirement_of_ones_own(run: Run) -> None:
    assert "requirements.txt" not in run("init", "--requirement", "qbank==9").stderr
    assert Path("requirements.txt").read_text() == "qbank==9\n"
    assert run("init", "--requirement", "a\nb").returncode == 2


def test_the_checks_are_well_formed_and_nothing_of_strangers_is_run(run: Run) -> None:
    run("init")
    workflow = yaml.safe_load(Path(".github/workflows/questions.yml").read_text())
    assert workflow["permissions"] == {"contents": "read"}
    steps = workflow["jobs"]["audit"]["steps"]
    for step in steps:
        assert "${{" not in step.get("run", "")
        assert len(step.get("uses", "@" + "0" * 40).partition("@")[2]) == 40
    hooks = yaml.safe_load(Path(".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    ran = [step["run"] for step in steps if "run" in step] + [hook["entry"] for hook in hooks]
    assert [command for command in ran if command.startswith("qbank ")] == [
        "qbank audit --format github",
        "qbank fmt --check",
        "qbank fmt",
        "qbank audit --format concise",
    ]


@pytest.mark.parametrize("name", ["a-file", "questions/cloud"])
def test_places_where_no_bank_can_be(here: Path, run: Run, name: str) -> None:
    (here / "a-file").write_text("")
    done = run("init", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert not (here / "questions").exists()


def test_a_folder_that_cannot_be_written_is_left_as_it_was(
    here: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from qbank.bank import transaction as together
    from qbank.bank.writing import WriteError

    original, calls = together._set, 0

    def failing(path: Path, content: bytes | None) -> None:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise WriteError(f"{path}: cannot be written: no space left on device; nothing was changed")
        original(path, content)

    monkeypatch.setattr(together, "_set", failing)
    done = run("init", "bank")
    assert done.returncode == 2
    assert [name for _, _, names in os.walk(here) for name in names] == []


def test_files_for_an_editor_on_request(here: Path, run: Run) -> None:
    done = run("init", "bank", "--editor", "vscode")
    assert "bank/.vscode/settings.json" in done.stdout
    settings = json.loads((here / "bank/.vscode/settings.json").read_text())
    for schema in settings["yaml.schemas"]:
        assert (here / "bank" / schema).is_file()
    manifest = json.loads((Path(__file__).parents[2] / "editors/vscode/package.json").read_text())
    extension = f"{manifest['publisher']}.{manifest['name']}"
    assert settings["[yaml]"]["editor.defaultFormatter"] == extension
    assert extension in json.loads((here / "bank/.vscode/extensions.json").read_text())["recommendations"]
    assert run("init", "other", "--editor", "ed").returncode == 2
    assert not (here / "other").exists()
