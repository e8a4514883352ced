from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="no git")

NOBODY = {
    "GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x", "GIT_COMMITTER_NAME": "x", "GIT_COMMITTER_EMAIL": "x",
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
}  # fmt: skip


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(
        ["git", *arguments], cwd=folder, check=True, capture_output=True, env={**os.environ, **NOBODY}
    )


def commit(folder: Path, name: str) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", name, "--allow-empty")
    git(folder, "tag", name)


@pytest.fixture
def history(bank: Bank) -> Bank:
    git(bank.root, "init", "-q")
    for number in range(1, 8):
        bank.add(f"cloud-000{number}", f"title: Pears {number}\n")
    bank.write("questions/sets/quiz.yaml", "title: A\n")
    bank.write("questions/cloud/notes.md", "a")
    bank.write("questions/cloud/bad.yaml", "id: 'open\n")
    commit(bank.root, "one")
    bank.add("cloud-0001", "title: Plums 1\n")
    bank.add("cloud-0002", "title: Pears 2\nlevel: L5\n")
    path = bank.add("cloud-0003", "title: Pears 3\n")
    path.write_text("# a remark\n" + path.read_text())
    (path.parent / "cloud-0004.yaml").unlink()
    (path.parent / "cloud-0005.yaml").rename(bank.root / "questions" / "cloud" / "cloud-0005.yaml")
    path = path.parent / "cloud-0006.yaml"
    path.write_text(path.read_text().replace("id: cloud-0006", "id: cloud-0066"))
    bank.add("cloud-0008", "title: New\n")
    bank.write("questions/sets/quiz.yaml", "title: B\n")
    bank.write("questions/cloud/notes.md", "b")
    bank.write("questions/cloud/bad.yaml", "id: 'still open\n")
    commit(bank.root, "two")
    return bank


def kinds(output: str) -> dict[str, str]:
    return {one["id"]: one["kind"] for one in json.loads(output)["questions"]}


EXPECTED = {
    "bad": "unreadable",
    "cloud-0001": "semantic",
    "cloud-0002": "structural",
    "cloud-0003": "cosmetic",
    "cloud-0004": "removed",
    "cloud-0005": "structural",
    "cloud-0066": "structural",
    "cloud-0008": "added",
}


def test_two_revisions(history: Bank, run: Run) -> None:
    before = sorted(history.root.rglob("*.yaml"))
    done = run("diff", "one", "two", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    assert kinds(done.stdout) == EXPECTED
    data = json.loads(done.stdout)
    assert data["summary"] == {
        "semantic": 1, "structural": 3, "cosmetic": 1, "added": 1, "removed": 1, "unreadable": 1,
    }  # fmt: skip
    by_id = {one["id"]: one for one in data["questions"]}
    assert by_id["cloud-0066"]["before"]["id"] == "cloud-0006"
    assert by_id["cloud-0005"]["after"]["path"] == "questions/cloud/cloud-0005.yaml"
    assert by_id["cloud-0002"]["fields"] == [
        {"field": "level", "kind": "structural", "before": "L4", "after": "L5"}
    ]
    assert sorted(history.root.rglob("*.yaml")) == before
    assert kinds(run("diff", "two", "one", "-f", "json").stdout)["cloud-0004"] == "added"
    assert kinds(run("diff", "two", "two", "-f", "json").stdout) == {}


def test_the_files_as_they_are(history: Bank, run: Run) -> None:
    assert kinds(run("diff", "one", "-f", "json").stdout) == EXPECTED
    assert kinds(run("diff", "two", "-f", "json").stdout) == {}
    history.add("cloud-0009", "title: Not added to git\n")
    history.add("cloud-0001", "title: Plums and more\n")
    history.add("cloud-0002", "title: Added to git alone\nlevel: L5\n")
    git(history.root, "add", "questions/cloud/memory/cloud-0002.yaml")
    assert kinds(run("diff", "two", "-f", "json").stdout) == {
        "cloud-0001": "semantic",
        "cloud-0002": "semantic",
        "cloud-0009": "added",
    }


def test_to_read(history: Bank, run: Run) -> None:
    done = run("diff", "one", "two")
    assert "semantic    cloud-0001  Plums 1\n  title: Pears 1 → Plums 1\n" in done.stdout
    assert "structural  cloud-0002  Pears 2\n  level: L4 → L5\n" in done.stdout
    assert "cosmetic    cloud-0003  Pears 3\n  comments, quotes, order" in done.stdout
    assert "  file: questions/cloud/memory/cloud-0005.yaml → questions/cloud/cloud-0005.yaml\n" in done.stdout
    assert "  id: cloud-0006 → cloud-0066\n" in done.stdout
    assert "  before: questions/cloud/bad.yaml:1:5: " in done.stdout
    assert done.stderr == (
        "8 questions differ: 1 semantic, 3 structural, 1 cosmetic, 1 added, 1 removed, 1 unreadable.\n"
    )
    only = run("diff", "one", "two", "--only", "added,removed").stdout
    assert [line.split()[1] for line in only.splitlines()] == ["cloud-0004", "cloud-0008"]


def test_a_bank_below_the_top_of_its_repository(bank: Bank, run: Run, monkeypatch: Any) -> None:
    (bank.root / "inner" / "bänk").mkdir(parents=True)
    (bank.root / "questions").rename(bank.root / "inner" / "bänk" / "questions")
    git(bank.root, "init", "-q")
    inner = type(bank)(bank.root / "inner" / "bänk")
    inner.add("cloud-0001", "title: Pears\n")
    commit(bank.root, "one")
    inner.add("cloud-0001", "title: Plums\n")
    bank.write("questions/cloud-0002.yaml", "id: cloud-0002\n")
    monkeypatch.chdir(inner.root)
    assert kinds(run("diff", "one", "-f", "json").stdout) == {"cloud-0001": "semantic"}


def test_hostile_texts_and_names(history: Bank, run: Run) -> None:
    history.add("cloud-0001", 'title: "\\x1b[2J"\ntags: ["\\x07"]\n')
    history.write("questions/a\x1b\nb.yaml", 'id: "x\\x1b[1m"\n')
    done = run("diff", "two", FORCE_COLOR="1")
    assert done.returncode == 0
    assert "\\x1b[2J" in done.stdout
    for code in ("\x1b[2J", "\x07", "\x1b\n"):
        assert code not in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="links")
def test_links_are_not_followed(history: Bank, run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("other") / "secret.yaml"
    secret.write_text("id: secret\n")
    (history.root / "questions" / "link.yaml").symlink_to(secret)
    assert kinds(run("diff", "two", "-f", "json").stdout) == {}
    commit(history.root, "three")
    assert kinds(run("diff", "two", "three", "-f", "json").stdout) == {}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing"], "git knows no revision 'nothing'"),
        (["one", "--", "--output=x"], "is no revision"),
        (
            ["one", "--only", "semantics"],
            "removed or unreadable, not 'semantics'; did you mean 'semantic'?",
        ),
    ],
)
def test_wrong_use(history: Bank, run: Run, arguments: list[str], said: str) -> None:
    done = run("diff", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_without_a_repository(bank: Bank, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(bank.root.parent))
    done = run("diff", "HEAD")
    assert done.returncode == 2
    assert "not a git repository" in done.stderr
    monkeypatch.setenv("PATH", "")
    done = run("diff", "HEAD")
    assert (done.returncode, "git is not installed" in done.stderr) == (2, True)
