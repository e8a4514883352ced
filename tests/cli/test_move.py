from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from qbank.authoring import moving
from qbank.bank import transaction as together
from qbank.bank.transaction import Change, apply_all_or_none
from qbank.bank.writing import WriteError
from qbank.yamlio.reader import read_file

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank


def contents(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }


@pytest.fixture
def course(bank: Bank) -> Bank:
    bank.add("cloud-0001", "scenario: |\n  The service of cloud-0003 again, with twice the users a day.\n")
    bank.add("cloud-0002", "related: [tail-latency, 'cloud-0003', cloud-00031]  # both\n")
    bank.add("cloud-0003", "# the first\nrelated: [cloud-0002]\n")
    bank.write(
        "questions/sets/quiz.yaml",
        "title: Q\nkind: quiz\nsections:\n- title: S\n  questions:\n"
        "  - cloud-0003@7\n  - cloud-0003\n  - cloud-0001\n",
    )
    bank.write("chains.yaml", 'c-1: [cloud-0001, "cloud-0003"]\nc-2:\n- cloud-0002\n- cloud-0003  # last\n')
    return bank


def test_everything_that_refers_to_it_follows(course: Bank, run: Run) -> None:
    before = contents(course.root)
    done = run("move", "cloud-0003", "cloud-0145")
    assert done.returncode == 0
    assert done.stdout == (
        "cloud-0003 -> cloud-0145\n"
        "questions/cloud/memory/cloud-0003.yaml -> questions/cloud/memory/cloud-0145.yaml\n"
        "questions/cloud/memory/cloud-0002.yaml:32:25: cloud-0003 -> cloud-0145\n"
        "questions/sets/quiz.yaml:6:5: cloud-0003 -> cloud-0145\n"
        "questions/sets/quiz.yaml:7:5: cloud-0003 -> cloud-0145\n"
        "chains.yaml:1:19: cloud-0003 -> cloud-0145\n"
        "chains.yaml:4:3: cloud-0003 -> cloud-0145\n"
    )
    notes = done.stderr.splitlines()
    assert len(notes) == 2  # the scenario of cloud-0001, and that of the question itself
    assert notes[0].startswith("note: questions/cloud/memory/cloud-0001.yaml:")
    assert notes[1].startswith("note: questions/cloud/memory/cloud-0145.yaml:")
    after = contents(course.root)
    expected = {
        name.replace("cloud-0003", "cloud-0145"): text.replace(b"cloud-0003", b"cloud-0145")
        for name, text in before.items()
    }
    for name in ("cloud-0001", "cloud-0145"):
        path = f"questions/cloud/memory/{name}.yaml"
        expected[path] = before[path.replace("0145", "0003")].replace(b"id: cloud-0003", b"id: cloud-0145")
    other = "questions/cloud/memory/cloud-0002.yaml"
    expected[other] = before[other].replace(b"'cloud-0003'", b"'cloud-0145'")
    assert after == expected
    assert run("audit", "--format", "concise", "--select", "QB60,QB61,QB62,QB641").stdout == ""
    assert run("move", "cloud-0145", "cloud-0003").returncode == 0
    assert contents(course.root) == before


def test_a_dry_run_tells_the_same_and_changes_nothing(course: Bank, run: Run) -> None:
    before = contents(course.root)
    dry = run("move", "cloud-0003", "cloud-0145", "--dry-run")
    assert dry.returncode == 0
    assert dry.stderr.endswith("Nothing was changed.\n")
    assert contents(course.root) == before
    assert run("move", "cloud-0003", "cloud-0145").stdout == dry.stdout


def test_to_another_track(course: Bank, run: Run) -> None:
    course.add("edge-0007")
    done = run("move", "cloud-0003", "--track", "edge", "--area", "latency", "-q")
    path = course.root / "questions/edge/latency/edge-0008.yaml"
    assert done.stdout.splitlines()[:2] == [
        "cloud-0003 -> edge-0008",
        "questions/cloud/memory/cloud-0003.yaml -> questions/edge/latency/edge-0008.yaml",
    ]
    data = read_file(path).data
    assert (data["id"], data["track"], data["competency_area"]) == ("edge-0008", "edge", "latency")
    assert "# the first\n" in path.read_text()


def test_to_another_area_the_id_stays(course: Bank, run: Run) -> None:
    assert run("move", "cloud-0003", "--area", "latency").stdout == (
        "questions/cloud/memory/cloud-0003.yaml -> questions/cloud/latency/cloud-0003.yaml\n"
    )


def test_without_options_a_file_goes_where_its_fields_say(bank: Bank, run: Run) -> None:
    text = bank.add("cloud-0001").read_text()
    (bank.root / "questions/cloud/memory/cloud-0001.yaml").unlink()
    odd = bank.write("questions/edge/power/wrong.yaml", text)
    done = run("move", odd)
    assert done.stdout == "questions/edge/power/wrong.yaml -> questions/cloud/memory/cloud-0001.yaml\n"
    assert not (bank.root / "questions/edge/power").exists()
    assert run("audit", "--format", "concise").stdout == ""
    assert run("move", "cloud-0001").stdout == ""


def test_folders_of_other_names_stay_and_flat_banks_stay_flat(bank: Bank, run: Run) -> None:
    bank.write("questions/cloud/wave-2/cloud-0001.yaml", bank.add("cloud-0001").read_bytes())
    (bank.root / "questions/cloud/memory/cloud-0001.yaml").unlink()
    assert "questions/edge/wave-2/edge-0001.yaml\n" in run("move", "cloud-0001", "edge-0001").stdout
    flat = bank.add("mobile-0001")
    flat.rename(flat.parent.parent / flat.name)
    assert "questions/mobile/mobile-0005.yaml\n" in run("move", "mobile-0001", "mobile-0005").stdout


def test_a_drawing_and_the_schema_line_follow(bank: Bank, run: Run) -> None:
    visual = "visual:\n  kind: svg\n  path: cloud-0001.svg\n  alt: The cache over time\n"
    path = bank.add("cloud-0001", visual)
    bank.write("schema/question.schema.json", "{}")
    path.write_text(
        "# yaml-language-server: $schema=../../../schema/question.schema.json\n" + path.read_text()
    )
    flat = path.rename(path.parent.parent / path.name)
    flat.write_text(flat.read_text().replace("../../../", "../../"))
    bank.write("questions/cloud/cloud-0001.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>\n")
    done = run("move", "cloud-0001", "edge-0002")
    assert "questions/cloud/cloud-0001.svg -> questions/edge/edge-0002.svg\n" in done.stdout
    moved = bank.root / "questions/edge/edge-0002.yaml"
    assert "path: edge-0002.svg\n" in moved.read_text()
    assert (bank.root / "questions/edge/edge-0002.svg").is_file()
    assert run("audit", "--format", "concise", "--select", "QB2,QB6").stdout == ""
    assert moved.read_text().startswith("# yaml-language-server: $schema=../../schema/question.schema.json\n")
    bank.add("mobile-0001")  # now there are folders of areas
    text = moved.read_text().replace("../../schema", "../../../schema").replace("edge-0002", "mobile-0002")
    odd = bank.write(
        "questions/mobile-0002.yaml", text.replace("../../../", "../").replace("track: edge", "track: mobile")
    )
    odd.write_text(odd.read_text().replace("path: mobile-0002.svg", "path: other.svg"))
    assert (
        run("move", odd).stdout == "questions/mobile-0002.yaml -> questions/mobile/memory/mobile-0002.yaml\n"
    )
    deep = bank.root / "questions/mobile/memory/mobile-0002.yaml"
    assert deep.read_text().startswith(
        "# yaml-language-server: $schema=../../../schema/question.schema.json\n"
    )


def test_one_of_two_with_the_same_id(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001")
    bank.add("cloud-0002", "related: [cloud-0001]\n")
    twin = bank.write("questions/cloud/latency/cloud-0001.yaml", (bank.add("cloud-0001")).read_bytes())
    done = run("move", "cloud-0001", "cloud-0003")
    assert (done.returncode, done.stdout) == (2, "")
    assert "name the file that is meant" in done.stderr
    done = run("move", twin, "cloud-0003", "--area", "latency")
    assert done.returncode == 0
    assert (
        "questions/cloud/memory/cloud-0001.yaml has the id cloud-0001 too; what refers to it stays"
        in done.stderr
    )
    assert "related: [cloud-0001]" in (bank.root / "questions/cloud/memory/cloud-0002.yaml").read_text()
    assert run("audit", "--select", "QB6", "--ignore", "QB612").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["cloud-0009"], "cloud-0009: there is no question with this id"),
        (["questions/nowhere.yaml"], "questions/nowhere.yaml: is no question of the bank"),
        (["cloud-0003", "cloud-0001"], "cloud-0001 is taken in this bank"),
        (["cloud-0003", "CLOUD_1"], "'CLOUD_1' is no id"),
        (["cloud-0003", "../x"], "'../x' is no id"),
        (["cloud-0003", "cloud-9", "--track", "edge"], "the id cloud-9 does not begin with the track edge"),
        (["cloud-0003", "--track", "egde"], "--track takes cloud, edge, mobile, tinyml or global, not"),
        (["cloud-0003", "--area", "xyz"], "--area takes compute, memory"),
        (["questions/cloud/memory/broken.yaml"], "questions/cloud/memory/broken.yaml:1:9: "),
        (["questions/cloud/memory/empty.yaml"], "questions/cloud/memory/empty.yaml: has no text as its `id`"),
    ],
)
def test_what_cannot_be_moved(course: Bank, run: Run, arguments: list[str], message: str) -> None:
    course.write("questions/cloud/memory/broken.yaml", "title: a: b\n")
    course.write("questions/cloud/memory/empty.yaml", "title: a\n")
    before = contents(course.root)
    done = run("move", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"qbank: {message}")
    assert contents(course.root) == before


def test_a_file_in_the_way_is_never_replaced(course: Bank, run: Run) -> None:
    course.write("questions/cloud/latency/cloud-0003.yaml", "id: cloud-0077\n")
    before = contents(course.root)
    done = run("move", "questions/cloud/memory/cloud-0003.yaml", "--area", "latency")
    assert (done.returncode, done.stderr) == (
        2,
        "qbank: questions/cloud/latency/cloud-0003.yaml: is there already\n",
    )
    assert contents(course.root) == before


def test_a_registry_that_cannot_be_understood_stops_it(course: Bank, run: Run) -> None:
    course.write("chains.yaml", "c-1: cloud-0003\n")
    before = contents(course.root)
    done = run("move", "cloud-0003", "cloud-0145")
    assert done.returncode == 2
    assert done.stderr.startswith("qbank: chains.yaml:1: ")
    assert contents(course.root) == before


def test_an_id_that_another_branch_has_is_refused(course: Bank, run: Run) -> None:
    def git(*arguments: str) -> None:
        options = ["-c", "user.name=Author", "-c", "user.email=author@example.org"]
        subprocess.run(["git", *options, *arguments], cwd=course.root, check=True, capture_output=True)

    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "one")
    git("checkout", "-qb", "side")
    course.add("cloud-0145")
    git("add", ".")
    git("commit", "-qm", "two")
    git("checkout", "-q", "-")
    done = run("move", "cloud-0003", "cloud-0145")
    assert (done.returncode, "taken on another branch" in done.stderr) == (2, True)
    assert run("move", "cloud-0003", "cloud-0145", "--reuse").returncode == 0


@pytest.mark.parametrize("broken", range(5))
@pytest.mark.parametrize("error", [WriteError("no space left"), KeyboardInterrupt()])
def test_a_failure_in_the_middle_takes_everything_back(
    course: Bank, run: Run, monkeypatch: pytest.MonkeyPatch, broken: int, error: BaseException
) -> None:
    before = contents(course.root)
    original = together._set
    calls = 0

    def failing(path: Path, content: bytes | None) -> None:
        nonlocal calls
        calls += 1
        if calls == broken + 1:
            raise error
        original(path, content)

    monkeypatch.setattr(together, "_set", failing)
    done = run("move", "cloud-0003", "cloud-0145")
    assert done.returncode == (130 if isinstance(error, KeyboardInterrupt) else 2)
    assert contents(course.root) == before


def test_a_file_that_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(b"1")
    two.write_bytes(b"changed")
    with pytest.raises(WriteError, match="was changed meanwhile"):
        apply_all_or_none([Change(one, b"1", b"2"), Change(two, b"2", b"3")])
    with pytest.raises(WriteError, match="is there already"):
        apply_all_or_none([Change(one, b"1", b"2"), Change(two, None, b"3")])
    assert (one.read_bytes(), two.read_bytes()) == (b"1", b"changed")


def test_a_read_only_file_stops_it(course: Bank, run: Run) -> None:
    (course.root / "questions/sets/quiz.yaml").chmod(0o444)
    before = contents(course.root)
    done = run("move", "cloud-0003", "cloud-0145")
    assert (done.returncode, "read-only" in done.stderr) == (2, True)
    assert contents(course.root) == before


def test_a_byte_order_mark_and_line_ends_stay(bank: Bank, run: Run) -> None:
    path = bank.add("cloud-0001")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    before = path.read_bytes()
    assert run("move", "cloud-0001", "cloud-0002").returncode == 0
    moved = bank.root / "questions/cloud/memory/cloud-0002.yaml"
    assert moved.read_bytes() == before.replace(b"id: cloud-0001", b"id: cloud-0002")


def test_a_link_is_not_moved(bank: Bank) -> None:
    real = bank.add("cloud-0001")
    link = bank.root / "questions" / "cloud" / "link.yaml"
    link.symlink_to(real)
    with pytest.raises(moving.MoveError, match="is a link"):
        moving.plan_move(moving.BankFiles(bank.root), link, moving.Destination("cloud-0002"))
