from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from qbank.authoring.formatting import format_file
from qbank.model.taxonomy import TOPICS, QuestionKind, Zone
from qbank.model.validation.validate import question_problems
from qbank.resources import schema_path
from qbank.yamlio.reader import read_file

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank


def test_a_draft_in_its_place(bank: Bank, run: Run) -> None:
    bank.add("cloud-0041")
    done = run("new", "cloud", "kv-cache-management")
    assert (done.returncode, done.stdout) == (0, "questions/cloud/memory/cloud-0042.yaml\n")
    assert "TODO" in done.stderr
    data = read_file(bank.root / done.stdout.strip()).data
    assert data["id"] == "cloud-0042"
    assert (data["track"], data["topic"], data["competency_area"]) == (
        "cloud",
        "kv-cache-management",
        "memory",
    )
    assert (data["level"], data["zone"], data["bloom_level"]) == ("L3", "fluency", "apply")
    assert data["status"] == "draft"


@pytest.mark.parametrize("kind", list(QuestionKind))
def test_every_kind_is_canonical_and_the_audit_lists_its_todos(bank: Bank, run: Run, kind: str) -> None:
    shutil.copytree(schema_path("question.schema.json").parent, bank.root / "schema")
    for _ in range(2):
        path = Path(run("new", "edge", "tail-latency", "--kind", kind, "--quiet").stdout.strip())
        before, after = format_file(path)
        assert before == after
        assert question_problems(read_file(path).data) == []
        head = before.partition("\n")[0]
        assert head == "# yaml-language-server: $schema=../../../schema/question.schema.json"
        assert (path.parent / head.partition("=")[2]).resolve().is_file()
    audit = run("audit", "--fail-on", "info", "--format", "concise")
    assert {line.split("[")[1][:5] for line in audit.stdout.splitlines()} == {"QB525"}
    assert audit.stdout.count(f"{path.stem}.yaml:") == path.read_text().count("TODO")
    path.write_text(path.read_text().replace("status: draft", "status: published"))
    assert "QB522" in run("audit", path, "--fail-on", "warning", "--format", "concise").stdout


@pytest.mark.parametrize("before", [(), ("edge",)])
def test_the_topics_are_listed_by_area(run: Run, before: tuple[str, ...]) -> None:
    done = run("new", *before, "--topics", COLUMNS="80")
    assert done.returncode == 0
    areas = dict(part.split("\n", 1) for part in done.stdout.rstrip("\n").split("\n\n"))
    told = {area: " ".join(topics.split()).split(", ") for area, topics in areas.items()}
    assert "kv-cache-management" in told["memory"]
    assert sorted(topic for topics in told.values() for topic in topics) == sorted(TOPICS)
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("zone", list(Zone))
def test_level_and_bloom_level_suit_the_zone(bank: Bank, run: Run, zone: str) -> None:
    path = run("new", "global", "tco-cost-modeling", "--zone", zone, "-q").stdout.strip()
    assert "QB4" not in run("audit", path, "--format", "concise").stdout


def test_what_is_named_is_taken(bank: Bank, run: Run) -> None:
    options = ["--level", "L5", "--zone", "design", "--bloom", "create", "--phase", "training"]
    path = run(
        "new", "mobile", "software-portability", *options, "--area", "deployment", "--id", "mobile-new-7",
        "--title", "One: a #1  Title", "-q",
    ).stdout.strip()  # fmt: skip
    assert path == "questions/mobile/deployment/mobile-new-7.yaml"
    data = read_file(bank.root / path).data
    assert data["title"] == "One: a #1 Title"
    assert (data["level"], data["zone"], data["bloom_level"], data["phase"]) == (
        "L5",
        "design",
        "create",
        "training",
    )


def test_a_bank_without_folders_of_areas_stays_so(bank: Bank, run: Run) -> None:
    bank.write("questions/cloud/cloud-0001.yaml", "id: cloud-0001\n")
    assert run("new", "cloud", "tail-latency").stdout == "questions/cloud/cloud-0002.yaml\n"


def test_a_name_is_taken_by_a_link_that_leads_out_of_the_bank(
    bank: Bank, run: Run, tmp_path_factory: pytest.TempPathFactory
) -> None:
    bank.add("cloud-0021")
    elsewhere = tmp_path_factory.mktemp("other") / "x.yaml"
    (bank.root / "questions/cloud/memory/cloud-0022.yaml").symlink_to(elsewhere)
    done = run("new", "cloud", "kv-cache-management")
    assert (done.returncode, done.stdout) == (0, "questions/cloud/memory/cloud-0023.yaml\n")
    assert "is taken" in run("new", "cloud", "kv-cache-management", "--id", "cloud-0022").stderr


def test_a_dry_run_writes_nothing(bank: Bank, run: Run) -> None:
    done = run("new", "cloud", "tail-latency", "--dry-run")
    assert "\nid: cloud-0001\n" in done.stdout
    assert list((bank.root / "questions").iterdir()) == []


def test_from_a_folder_inside(bank: Bank, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    bank.add("cloud-0001")
    monkeypatch.chdir(bank.root / "questions" / "cloud")
    assert run("new", "cloud", "tail-latency", "-q").stdout == "latency/cloud-0002.yaml\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["clowd", "tail-latency"],
            "TRACK takes cloud, edge, mobile, tinyml or global, not 'clowd'; did",
        ),
        (["cloud", "tail-latenzy"], "TOPIC: 'tail-latenzy' is unknown; did you mean 'tail-latency'?"),
        (["cloud", "xyz"], "TOPIC: 'xyz' is unknown; `qbank new --topics` lists them"),
        (["cloud", "software-portability"], "the topic software-portability is at home in no single area"),
        (["cloud", "tail-latency", "--level", "7"], "--level takes L1, L2"),
        (["cloud", "tail-latency", "--id", "edge-1"], "--id: 'edge-1' does not begin with the track"),
        (["cloud", "tail-latency", "--id", "../../x"], "--id: '../../x' is no id"),
        (["cloud", "tail-latency", "--id", "cloud-0001"], "--id: 'cloud-0001' is taken"),
        (["cloud", "tail-latency", "--title", "x" * 121], "--title takes 1 to 120 characters"),
        (["cloud", "tail-latency", "--editor"], "--editor: neither VISUAL nor EDITOR says which one"),
    ],
)
def test_wrong_use(
    bank: Bank, run: Run, arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)
    bank.add("cloud-0001")
    done = run("new", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"qbank: {message}")
    assert len(list((bank.root / "questions").rglob("*.yaml"))) == 1


def test_no_bank(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("new", "cloud", "tail-latency")
    assert (done.returncode, done.stderr) == (2, "qbank: there is no bank here; `qbank init` starts one\n")


def test_the_editor_gets_the_file(bank: Bank, run: Run) -> None:
    script = "import sys; open(sys.argv[1], 'a').write('# edited\\n')"
    editor = f'"{sys.executable}" -c "{script}"'
    path = run("new", "cloud", "tail-latency", "--editor", EDITOR=editor, VISUAL="").stdout.strip()
    assert (bank.root / path).read_text().endswith("# edited\n")
    done = run("new", "cloud", "tail-latency", "-e", VISUAL="no-such-editor")
    assert done.returncode == 2
    assert "no-such-editor cannot be started" in done.stderr
    assert (bank.root / done.stdout.strip()).is_file()
