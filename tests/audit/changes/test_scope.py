"""An audit of what changed reports what the change brings about, there and elsewhere, and nothing older."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from qbank.audit.changes.scope import Changes
from qbank.audit.engine import Audit
from qbank.audit.fixes import fix
from qbank.audit.result import AuditResult
from qbank.audit.settings import Settings
from qbank.bank.git import GitError, blobs

if TYPE_CHECKING:
    from tests.conftest import Bank

PERIOD = "title: Growth of the Cache.\n"


def git(bank: Bank, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=bank.root, check=True, capture_output=True, timeout=60)


@pytest.fixture
def repository(bank: Bank) -> Bank:
    git(bank, "init", "-q", "-b", "main")
    bank.add("cloud-0001", PERIOD)
    bank.add("cloud-0002", PERIOD + "related: [cloud-0003]\n")
    bank.add("cloud-0003", "scenario: A service keeps its whole cache in the memory of one single GPU.\n")
    git(bank, "add", "-A")
    git(bank, "commit", "-q", "-m", "first")
    return bank


def found(bank: Bank, since: str = "HEAD", *targets: Path, **settings: Any) -> list[str]:
    return told(Audit.of(targets, Settings(root=bank.root, **settings), since=since).run())


def told(result: AuditResult) -> list[str]:
    return [f"{Path(finding.path).stem} {finding.code}" for finding in result.findings]


def test_nothing_changed(repository: Bank) -> None:
    result = Audit.of([], Settings(root=repository.root), since="HEAD").run()
    assert (told(result), result.files) == ([], 0)
    assert result.remarks == ("only what changed since HEAD: 0 question files of 3",)


def test_changed_and_new_files_with_all_their_findings(repository: Bank) -> None:
    repository.add("cloud-0001", PERIOD + "related: [nowhere]\n")
    repository.add("cloud-0004", PERIOD)
    assert found(repository) == ["cloud-0001 QB501", "cloud-0001 QB631", "cloud-0004 QB501"]
    assert Audit.of([], Settings(root=repository.root), since="HEAD").run().files == 2


def test_committed_changes_count_from_where_the_branches_part(repository: Bank) -> None:
    git(repository, "checkout", "-q", "-b", "work")
    repository.add("cloud-0004", PERIOD)
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "work")
    git(repository, "checkout", "-q", "main")
    repository.add("cloud-0001", PERIOD + "expected_time_minutes: 12\n")
    git(repository, "commit", "-q", "-a", "-m", "main goes on")
    git(repository, "checkout", "-q", "work")
    assert found(repository, "main") == ["cloud-0004 QB501"]


def test_what_a_new_question_does_to_an_old_one(repository: Bank) -> None:
    # The second in the order of paths is reported, which is the old one.
    repository.write(
        "questions/cloud/a/cloud-0003.yaml", Path("questions/cloud/memory/cloud-0003.yaml").read_bytes()
    )
    assert found(repository) == ["cloud-0003 QB611", "cloud-0003 QB612"]


def test_a_question_that_goes_leaves_others_behind(repository: Bank) -> None:
    Path("questions/cloud/memory/cloud-0003.yaml").unlink()
    assert found(repository) == ["cloud-0002 QB631"]


def test_a_question_with_another_id_does_too(repository: Bank) -> None:
    repository.add("cloud-0003", "id: cloud-0009\n")
    assert found(repository) == ["cloud-0002 QB631", "cloud-0003 QB601"]


def test_a_set_is_left_without_a_question(repository: Bank) -> None:
    repository.write(
        "questions/sets/quiz.yaml", "title: A quiz\nkind: quiz\nquestions: [cloud-0001, cloud-0003]\n"
    )
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "a set")
    Path("questions/cloud/memory/cloud-0003.yaml").unlink()
    new = [finding for finding in found(repository) if finding.startswith("quiz ")]
    assert len(new) == 1
    git(repository, "commit", "-q", "-a", "-m", "gone")
    repository.add("cloud-0001", "expected_time_minutes: 12\n")
    assert found(repository) == []


def test_old_findings_about_the_bank_are_not_new(repository: Bank) -> None:
    repository.add("cloud-0002", "related: [nowhere, no-place]\n")
    git(repository, "commit", "-q", "-a", "-m", "second")
    repository.add("cloud-0001", "expected_time_minutes: 12\n")
    assert found(repository) == []


def test_files_of_a_changed_submodule_count(
    repository: Bank, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("other")
    text = (repository.root / "questions/cloud/memory/cloud-0001.yaml").read_text(encoding="utf-8")
    (other / "cloud-0001.yaml").write_text(text, encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=other, check=True)
    subprocess.run(["git", "add", "-A"], cwd=other, check=True)
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, "commit", "-q", "-m", "one"], cwd=other, check=True)
    git(
        repository,
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "add",
        "-q",
        str(other),
        "questions/other",
    )
    git(repository, "commit", "-q", "-m", "a submodule")
    assert found(repository) == []
    assert "QB611" in {one.rpartition(" ")[2] for one in found(repository, "HEAD~1")}
    assert Audit.of([], Settings(root=repository.root), since="HEAD~1").run().files == 1


def test_changed_settings_change_everything(repository: Bank) -> None:
    settings = repository.write("qbank.toml", 'fail-on = "warning"\n')
    assert found(repository, file=settings) == ["cloud-0001 QB501", "cloud-0002 QB501"]


def test_so_does_what_the_bank_adds_to_the_catalog(repository: Bank) -> None:
    repository.write("schema/hardware/mine.yaml", "[]\n")
    assert found(repository) == ["cloud-0001 QB501", "cloud-0002 QB501"]


def test_suppressions_of_untouched_files_hold(repository: Bank) -> None:
    repository.add("cloud-0002", "related: [cloud-0003]  # qbank: ignore QB631\n")
    git(repository, "commit", "-q", "-a", "-m", "second")
    Path("questions/cloud/memory/cloud-0003.yaml").unlink()
    assert found(repository) == []


def test_only_changed_files_are_fixed(repository: Bank) -> None:
    repository.add("cloud-0002", PERIOD + "expected_time_minutes: 12\n")
    work = Audit.of([], Settings(root=repository.root), since="HEAD")
    work.run()
    assert [file.task.path.stem for file in fix(work).files] == ["cloud-0002"]


def test_from_a_folder_below_and_with_a_target(repository: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.add("cloud-0002", PERIOD + "expected_time_minutes: 12\n")
    monkeypatch.chdir(repository.root / "questions" / "cloud")
    assert found(repository) == ["cloud-0002 QB501"]
    assert found(repository, "HEAD", Path("memory")) == ["cloud-0002 QB501"]
    assert found(repository, "HEAD", repository.root) == ["cloud-0002 QB501"]


@pytest.mark.parametrize("revision", ["nowhere", "", "--output=x", "HEAD:questions", "HEAD..HEAD"])
def test_no_revision(repository: Bank, revision: str) -> None:
    with pytest.raises(GitError):
        found(repository, revision)


def test_no_repository(bank: Bank) -> None:
    bank.add()
    with pytest.raises(GitError, match="git rev-parse"):
        found(bank)


def test_odd_names(repository: Bank) -> None:
    for name in ("a b", "ä", "new\nline", '"q"', "-x"):
        repository.write(f"questions/cloud/{name}.yaml", "id: a\n")
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "odd")
    for file in Path("questions/cloud").glob("*.yaml"):
        file.unlink()
    changes = Changes.since("HEAD")
    assert {path.stem for path in changes.former} == {"a b", "ä", "new\nline", '"q"', "-x"}
    [blob] = set(changes.former.values())
    assert dict(blobs(changes.top, [blob], 100)) == {blob: b"id: a\n"}
