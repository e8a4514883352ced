"""An audit of a change tells in a line each what the change loosens of its own gate, and nothing else."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from qbank.audit.baseline import Baseline
from qbank.audit.engine import Audit
from qbank.audit.settings import load_settings

if TYPE_CHECKING:
    from tests.conftest import Bank

STRICT = """\
fail-on = "warning"
exclude = ["questions/drafts/**"]
[severities]
QB402 = "error"
[tolerances]
imprecise = 0.02
[suppressions]
up-to = "warning"
name-rules = true
give-reason = true
"""
TITLE = "title: The Cache.  # qbank: ignore QB501 -- so it is called\n"


def git(bank: Bank, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=bank.root, check=True, capture_output=True, timeout=60)


@pytest.fixture
def repository(bank: Bank) -> Bank:
    git(bank, "init", "-q", "-b", "main")
    bank.add("cloud-0001")
    bank.add("cloud-0002")
    bank.write("qbank.toml", STRICT)
    git(bank, "add", "-A")
    git(bank, "commit", "-q", "-m", "first")
    return bank


def told(bank: Bank) -> list[str]:
    result = Audit.of([], load_settings(bank.root), since="main").run()
    assert result.remarks[-len(result.loosened) :] == result.loosened or not result.loosened
    return [line.removeprefix("looser than main: ") for line in result.loosened]


def changed(text: str, new: str) -> str:
    assert text in STRICT
    return STRICT.replace(text, new)


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ('ignore = ["QB"]\n' + STRICT, "no longer runs any rule"),
        ('ignore = ["QB3"]\n' + STRICT, "no longer runs QB3"),
        ('ignore = ["QB301", "title-period"]\n' + STRICT, "no longer runs QB301, QB501"),
        (changed("[severities]", '[severities]\nQB301 = "off"'), "no longer runs QB301"),
        (changed('QB402 = "error"', ""), "lets weigh less: QB402 error → warning"),
        (changed('fail-on = "warning"', ""), "fails on error, before on warning"),
        (STRICT + '[per-path-ignores]\n"**" = ["QB3"]\n', "in ** no longer reports QB3"),
        (
            'verify = ["realistic_solution", "scenario"]\n' + STRICT,
            "no longer recomputes common_mistake, options",
        ),
        (changed("0.02", "1"), "tolerance for imprecise values 0.02 → 1"),
        (changed("drafts/**", "**/cloud-0002.yaml"), "leaves out questions/**/cloud-0002.yaml"),
        (changed('up-to = "warning"', ""), "comments may suppress errors, before warnings at most"),
        (changed("name-rules = true", ""), "comments that suppress need name no rules"),
        (changed("give-reason = true", ""), "comments that suppress need give no reason"),
    ],
)  # fmt: skip
def test_settings(repository: Bank, settings: str, line: str) -> None:
    repository.write("qbank.toml", settings)
    assert told(repository) == [f"qbank.toml: {line}"]


@pytest.mark.parametrize(
    "settings",
    [
        STRICT,
        "# A remark.\n" + STRICT,
        changed('QB402 = "error"', 'QB402 = "error"\nQB403 = "error"'),
        changed("0.02", "0.01"),
        changed('exclude = ["questions/drafts/**"]', ""),
        STRICT + '[site]\ntitle = "Ours"\n',
    ],
)
def test_what_is_as_strict_or_stricter_is_not_told(repository: Bank, settings: str) -> None:
    repository.write("qbank.toml", settings)
    assert told(repository) == []


def test_settings_that_went(repository: Bank) -> None:
    (repository.root / "qbank.toml").unlink()
    repository.write("pyproject.toml", "[tool.qbank]\n" + STRICT.replace("\n[", "\n[tool.qbank."))
    assert told(repository) == ["qbank.toml counts no more; the settings are pyproject.toml"]
    (repository.root / "pyproject.toml").unlink()
    first, *more = told(repository)
    assert first == "qbank.toml counts no more; the settings are the defaults"
    assert "the defaults: fails on error, before on warning" in more


def test_settings_of_before_that_cannot_be_used(repository: Bank) -> None:
    repository.write("qbank.toml", "selct = []")
    git(repository, "commit", "-q", "-a", "-m", "broken")
    repository.write("qbank.toml", "select = []")
    assert told(repository) == ["what the settings said before cannot be used; look at what they say now"]


def test_other_settings_by_name(repository: Bank) -> None:
    file = repository.write("strict.toml", 'ignore = ["QB3"]\n')
    result = Audit.of([], load_settings(repository.root, file), since="main").run()
    assert result.loosened == ("looser than main: strict.toml: no longer runs QB3",)


def test_a_changed_file_that_is_left_out(repository: Bank) -> None:
    repository.add("cloud-0001", "title: Another Title\n")
    repository.write("questions/drafts/a.yaml", "id: a\n")
    assert told(repository) == ["1 changed file not audited, by `exclude`: questions/drafts/a.yaml"]


def test_data_that_questions_are_judged_by(repository: Bank) -> None:
    source = "sources:\n  OURS: {title: A sheet, where: 'https://example.org/a'}\n"
    entry = (
        "- {id: jetson-orin-nx-16gb, name: Jetson Orin NX, track: edge, kind: accelerator, replaces: true,\n"
        "   values: {memory_bandwidth: {value: 1, unit: TB/s, confidence: high, source: OURS}}}\n"
    )
    repository.write("schema/catalog/own.yaml", f"{source}entries:\n{entry}")
    assert told(repository) == [
        "judged by other data than main: schema/catalog/own.yaml",
        "judged by values of this bank in place of qbank's: jetson-orin-nx-16gb",
    ]


def test_comments_that_let_pass_what_would_fail(repository: Bank) -> None:
    repository.add("cloud-0002", TITLE)
    place = "questions/cloud/memory/cloud-0002.yaml:10"
    assert told(repository) == [f"comments let pass what would fail: QB501 at {place}"]


def test_a_baseline_that_grew(repository: Bank) -> None:
    def grown(known: Baseline) -> list[str]:
        gate = Audit.of([], load_settings(repository.root), since="main").gate
        assert gate is not None
        return list(gate.baseline_grown(file, known))

    file = repository.root / "known.json"
    repository.add("cloud-0002", "title: The Cache.\n")
    known = Baseline.of(Audit.of([], load_settings(repository.root), since="main").run())
    known.write(file)
    assert grown(known) == ["looser than main: known.json lists 1 more finding"]
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "known")
    assert grown(known) == []
    Baseline().write(file)
    assert grown(Baseline()) == []


def test_a_question_that_becomes_a_link_to_elsewhere(
    repository: Bank, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "passwd"
    elsewhere.write_text("root")
    file = repository.root / "questions/cloud/memory/cloud-0002.yaml"
    file.unlink()
    file.symlink_to(elsewhere)
    assert told(repository) == [
        "1 changed file not audited, for a link leads out: questions/cloud/memory/cloud-0002.yaml"
    ]
