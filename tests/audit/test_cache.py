"""The cache: the same findings, found again only where something changed, and never from a stranger."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

import qbank
from qbank.audit import engine, file_audit, pool
from qbank.audit.cache import FOLDER, Cache
from qbank.audit.engine import Audit
from qbank.audit.files import Task
from qbank.audit.keys import engine as engine_key
from qbank.audit.keys import plan_key
from qbank.audit.plan import Plan
from qbank.audit.result import AuditResult
from qbank.audit.settings import Settings, load_settings
from qbank.rules.core.finding import Severity

if TYPE_CHECKING:
    from tests.conftest import Bank

PERIOD = "title: Growth of the Cache.\n"
SAME = "scenario: A service keeps its whole cache in the memory of one single GPU.\n"


@pytest.fixture(autouse=True)
def own_secret(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("user")
    monkeypatch.setattr(engine, "MIN_CACHED_FILES", 1)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.fixture
def audited(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that were really audited."""
    names: list[str] = []

    def note(tasks: Sequence[Task], plan: Plan) -> Any:
        names.extend(task.path.stem for task in tasks)
        return file_audit.audit_files(tasks, plan)

    monkeypatch.setattr(pool, "audit_files", note)
    return names


def run(bank: Bank, *targets: Path, **settings: Any) -> AuditResult:
    return Audit.of(targets, Settings(root=bank.root, **settings)).run(cached=True)


def caches(bank: Bank) -> list[Path]:
    return sorted((bank.root / FOLDER).glob("audit-*"))


def test_what_did_not_change_is_not_audited_again(bank: Bank, audited: list[str]) -> None:
    for number in range(3):
        bank.add(f"cloud-000{number}", PERIOD + SAME + f"related: [cloud-000{(number + 1) % 3}, nothing]\n")
    first = run(bank)
    assert len(audited) == 3
    assert {"QB501", "QB612", "QB631"} <= {finding.code for finding in first.findings}
    assert run(bank) == first
    assert len(audited) == 3
    bank.add("cloud-0001", SAME)
    changed = run(bank)
    assert audited[3:] == ["cloud-0001"]
    assert changed == Audit.of([], Settings(root=bank.root)).run()
    assert run(bank) == changed
    assert len(audited) == 4 + 3


def test_the_last_result_stands_for_a_bank_in_which_nothing_changed(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank.add("cloud-0001", PERIOD + "chains: [{id: c, position: 0}]\n")
    bank.write("questions/sets/quiz.yaml", "title: Quiz\nkind: quiz\nquestions: [cloud-0001, cloud-0009]\n")
    first = run(bank)
    assert {"QB501", "QB641"} <= {finding.code for finding in first.findings}
    with monkeypatch.context() as patch:
        patch.setattr(pool, "outcomes", None)
        assert run(bank) == first
    work = Audit.of([], Settings(root=bank.root))
    assert work.run(cached=True) == first
    assert work.subjects() >= {"cloud-0001", "quiz.yaml"}
    for change in (
        lambda: bank.write("questions/sets/quiz.yaml", "title: Quiz\nkind: quiz\nquestions: [cloud-0001]\n"),
        lambda: bank.write("questions/chains.yaml", "d: [cloud-0001, cloud-0404]\n"),
        lambda: bank.write("questions/chains.yaml", "d: [cloud-0001]\n"),
        lambda: bank.add("cloud-0001"),
    ):
        change()
        changed = run(bank)
        assert changed == Audit.of([], Settings(root=bank.root)).run()
        assert changed != first
        first = changed


def test_rules_about_the_bank_need_no_second_look(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        bank.add(f"cloud-000{number}", "chains: [{id: c, position: 0}, {id: d, position: 5}]\nrelated: [x]\n")
    first = run(bank)
    read: list[object] = []
    monkeypatch.setattr("qbank.rules.core.summary.SourceFile.read", lambda *given: read.append(given))
    assert run(bank) == first
    assert read == []


def test_it_holds_from_another_folder(
    bank: Bank, audited: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bank.add("cloud-0001", PERIOD)
    run(bank)
    monkeypatch.chdir(bank.root / "questions" / "cloud")
    [finding] = [found for found in run(bank).findings if found.code == "QB501"]
    assert finding.path == "memory/cloud-0001.yaml"
    assert len(audited) == 1


def test_a_moved_file_is_another(bank: Bank, audited: list[str]) -> None:
    path = bank.add("cloud-0001")
    assert run(bank).findings == ()
    path.rename(path.with_name("cloud-0002.yaml"))
    assert [finding.code for finding in run(bank).findings] == ["QB601"]
    assert len(audited) == 2


@pytest.mark.parametrize(
    "other",
    [
        {"select": ("QB5",)},
        {"severities": {"QB501": Severity.ERROR}},
        {"per_path_ignores": {"questions/**": ("QB501",)}},
        {"verify": ()},
        {"visual_folders": ("elsewhere",)},
    ],
    ids=str,
)
def test_other_settings_are_another_cache(bank: Bank, audited: list[str], other: dict[str, Any]) -> None:
    bank.add("cloud-0001", PERIOD)
    run(bank)
    assert run(bank, **other) == Audit.of([], Settings(root=bank.root, **other)).run()
    assert len(caches(bank)) == 2


def test_what_a_bank_adds_to_the_catalog_is_another_cache(bank: Bank) -> None:
    plan = Plan(Settings(root=bank.root))
    before = plan_key(plan)
    file = bank.write("schema/catalog/mine.yaml", "a: 1\n")
    added = plan_key(plan)
    file.write_text("a: 2\n", encoding="utf-8")
    assert len({before, added, plan_key(plan)}) == 3


def test_another_engine_is_another_cache(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(Settings(root=bank.root))
    before = plan_key(plan)
    assert plan_key(Plan(Settings(root=bank.root))) == before
    monkeypatch.setattr("qbank.audit.keys.engine", lambda: iter(["another"]))
    assert plan_key(plan) != before


def test_the_engine_is_all_of_the_code() -> None:
    package = Path(qbank.__file__).parent
    known = {line.partition(" ")[0] for line in engine_key()}
    code = {file.relative_to(package).as_posix() for file in package.rglob("*.py")}
    assert {"yamlio/reader.py", "algebra/evaluate.py", "rules/registry.py"} <= code
    assert code <= known


def test_a_drawing_that_comes_or_goes_is_seen(bank: Bank, audited: list[str]) -> None:
    bank.add("cloud-0001", "visual: {kind: svg, path: a.svg, alt: The cache over time}\n")
    codes = [finding.code for finding in run(bank).findings]
    assert codes == ["QB215"]
    drawing = bank.write("questions/visuals/a.svg", "<svg/>")
    assert run(bank).findings == ()
    assert run(bank).findings == ()
    assert len(audited) == 2
    drawing.unlink()
    assert [finding.code for finding in run(bank).findings] == codes


def test_unreadable_files_are_tried_again(bank: Bank) -> None:
    bank.add("cloud-0001")
    link = bank.root / "questions" / "cloud" / "memory" / "cloud-0002.yaml"
    link.symlink_to("cloud-0003.yaml")
    assert len(run(bank).unreadable) == 1
    assert len(run(bank).unreadable) == 1
    bank.add("cloud-0003", "id: cloud-0003\n")
    assert run(bank).unreadable == ()


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "noise", "swap"])
def test_a_damaged_cache_is_no_cache(bank: Bank, audited: list[str], damage: str) -> None:
    bank.add("cloud-0001", PERIOD)
    bank.add("cloud-0002")
    first = run(bank)
    for file in (bank.root / FOLDER).glob("*-*"):
        data = bytearray(file.read_bytes())
        if damage == "cut":
            del data[-5:]
        elif damage == "flip":
            data[-20] ^= 1
        elif damage == "swap":
            data[-20], data[-30] = data[-30], data[-20]
        else:
            data = bytearray(os.urandom(3000) if damage == "noise" else b"")
        file.write_bytes(data)
    assert run(bank) == first
    assert len(audited) == 4
    assert run(bank) == first
    assert len(audited) == 4


def test_a_cache_of_somebody_else_is_not_believed(
    bank: Bank, audited: list[str], own_secret: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank.add("cloud-0001", PERIOD)
    run(bank)
    assert stat.S_IMODE((own_secret / "qbank" / "key").stat().st_mode) == 0o600
    monkeypatch.setenv("XDG_CACHE_HOME", str(own_secret / "another"))
    assert [finding.code for finding in run(bank).findings] == ["QB501"]
    assert len(audited) == 2


def test_an_audit_of_a_part_keeps_the_rest(bank: Bank, audited: list[str]) -> None:
    bank.add("cloud-0001")
    two = bank.add("cloud-0002")
    run(bank)
    bank.add("cloud-0002", PERIOD)
    run(bank, two)
    run(bank)
    assert audited[2:] == ["cloud-0002"]
    two.unlink()
    run(bank)
    assert len(Cache.of(bank.root, Plan(Settings(root=bank.root)))._old) == 1


def test_git_ignores_it_and_the_audit_does_not_look_into_it(bank: Bank) -> None:
    bank.add()
    run(bank)
    assert (bank.root / FOLDER / ".gitignore").read_text(encoding="utf-8").endswith("\n*\n")
    assert run(bank).files == 1


def test_only_a_few_are_kept(bank: Bank) -> None:
    bank.add()
    for tolerance in range(9):
        run(bank, visual_folders=(f"v{tolerance}",))
    assert len(caches(bank)) == 6


@pytest.mark.parametrize("where", ["bank", "user"])
def test_where_nothing_may_be_written_there_is_none(
    bank: Bank, own_secret: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    bank.add("cloud-0001", PERIOD)
    if where == "bank":
        bank.write(FOLDER, "a file in the way")
    else:
        bank.write("in the way", "")
        monkeypatch.setenv("XDG_CACHE_HOME", str(bank.root / "in the way"))
    result = run(bank)
    assert [finding.code for finding in result.findings] == ["QB501"]
    [remark] = result.remarks
    assert remark.startswith("nothing is kept for the next run: ")


def test_a_full_disk_loses_no_findings(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    bank.add("cloud-0001", PERIOD)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    run(bank)
    monkeypatch.setattr("qbank.audit.cache.write_new", full)
    bank.add("cloud-0001", PERIOD + SAME)
    result = run(bank)
    assert [finding.code for finding in result.findings] == ["QB501"]
    assert "no space left" in result.remarks[0]


def test_several_runs_at_once_do_not_get_in_each_others_way(bank: Bank) -> None:
    bank.write("qbank.toml", 'select = ["QB1", "QB5"]\n')  # whatever the rules, the cache is the same
    for number in range(60):
        bank.add(f"cloud-00{number:02}", PERIOD)
    command = [sys.executable, "-m", "qbank", "audit", "--format", "json"]
    runs = [
        subprocess.Popen(command, cwd=bank.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(4)
    ]
    outputs = [process.communicate(timeout=120) for process in runs]
    assert {errors for _, errors in outputs} == {b""}
    assert len({output for output, _ in outputs}) == 1
    before = caches(bank)[0].read_bytes()
    assert Audit.of((), load_settings(bank.root)).run(cached=True).files == 60
    assert [cache.read_bytes() for cache in caches(bank)] == [before]


def test_outcomes_with_a_defect_are_not_kept(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    bank.add("cloud-0001")

    def broken(question: object) -> None:
        raise ValueError("broken")

    with monkeypatch.context() as patch:
        patch.setattr("qbank.rules.core.summary.Summary.of", broken)
        assert len(run(bank).crashes) == 1
    assert run(bank).crashes == ()


def test_a_handful_of_files_needs_none(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MIN_CACHED_FILES", 2)
    bank.add()
    assert run(bank).remarks == ()
    assert caches(bank) == []


def test_a_plan_may_be_told_by_its_rules_alone(bank: Bank) -> None:
    settings = Settings(root=bank.root)
    assert plan_key(Plan(settings)) != plan_key(Plan(replace(settings, ignore=("QB501",))))
