from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank

ROOT = Path(__file__).parents[2]
CHAPTER = ROOT / "docs" / "examples" / "chapter.md"
TRACK = ("--track", "cloud")


def names(bank: Bank) -> list[str]:
    return sorted(path.name for path in (bank.root / "questions").rglob("*") if path.is_file())


def test_a_chapter_becomes_drafts(run: Run, bank: Bank) -> None:
    bank.add("cloud-0004")
    done = run(
        "import", CHAPTER, *TRACK, "--level", "L3", "--zone", "analyze", "--topic", "kv-cache-management"
    )
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        f"questions/cloud/memory/cloud-0005.yaml  from {CHAPTER}:5",
        f"questions/cloud/memory/cloud-0006.yaml  from {CHAPTER}:33",
    ]
    assert done.stderr.splitlines() == [
        f"not taken: {CHAPTER}:45: text outside of exercises (line 45): The chapter on attention.",
        "Imported 2 questions, 2 with a key.",
        "Not taken: 1 other thing.",
    ]
    assert names(bank) == ["cloud-0004.yaml", "cloud-0005.yaml", "cloud-0006.yaml"]


def test_drafts_are_in_canonical_form_and_lack_what_the_audit_says(run: Run, bank: Bank) -> None:
    bank.write("quiz.md", "Q: Why is decoding slow?\nA: It reads all weights.\n")
    assert run("import", "quiz.md", *TRACK).returncode == 0
    assert run("fmt", "--check", "questions").returncode == 0
    found = run("audit", "questions", "--format", "concise").stdout
    assert "level: 'TODO' is not a level" in found
    assert "TODO" in found


def test_a_dry_run_writes_nothing(run: Run, bank: Bank) -> None:
    done = run("import", CHAPTER, *TRACK, "--dry-run", "--quiet")
    assert (done.returncode, len(done.stdout.splitlines())) == (1, 2)
    assert done.stderr.startswith("not taken: ")
    assert names(bank) == []


def test_importing_twice_overwrites_nothing(run: Run, bank: Bank) -> None:
    run("import", CHAPTER, *TRACK)
    before = {path: path.read_bytes() for path in bank.root.rglob("*.yaml")}
    done = run("import", CHAPTER, *TRACK)
    assert "2 as they were" in done.stderr
    assert len(names(bank)) == 2
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.parametrize("form", ["moodle", "qti12", "md", "json"])
def test_our_export_comes_back_by_the_command_line(run: Run, bank: Bank, form: str) -> None:
    bank.add("cloud-0001")
    other = (ROOT / "questions/cloud/memory/cloud-0003.yaml").read_bytes()
    bank.write("questions/cloud/memory/cloud-0002.yaml", other.replace(b"cloud-0003", b"cloud-0002"))
    suffix = {"moodle": ".xml", "qti12": ".zip", "md": ".md", "json": ".json"}[form]
    assert run("render", "questions", "--format", form, "--output", f"out{suffix}", "--quiet").returncode == 0
    (bank.root / "new" / "questions").mkdir(parents=True)
    done = run("import", f"out{suffix}", "--bank", "new", "--level", "L2", "--zone", "fluency")
    assert done.returncode == 0
    summary = done.stderr.splitlines()
    assert summary[-2] == "Imported 2 questions, 2 with a key."
    assert summary[-1].startswith("Napkin math: ")
    assert "wrong" not in summary[-1]
    assert sorted(path.name for path in (bank.root / "new").rglob("*.yaml")) == [
        "cloud-0001.yaml",
        "cloud-0002.yaml",
    ]


def test_drawings_come_along(run: Run, bank: Bank) -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg"><rect width="4" height="4"/></svg>'
    bank.add("cloud-0001", "visual: {kind: svg, path: a.svg, alt: A box, caption: The box}\n")
    bank.write("questions/cloud/memory/a.svg", svg)
    for form, suffix in (("moodle", ".xml"), ("qti12", ".zip"), ("json", ".json"), ("md", "/")):
        run("render", "cloud-0001", "--format", form, "--output", f"{form}{suffix}", "--quiet")
        source = "md/cloud-0001.md" if form == "md" else f"{form}{suffix}"
        target = bank.root / f"new-{form}"
        (target / "questions").mkdir(parents=True)
        done = run("import", source, "--bank", target, "--topic", "kv-cache-management")
        assert done.returncode == 0, done.stderr
        assert (target / "questions/cloud/memory/cloud-0001.svg").read_bytes() == svg
        text = (target / "questions/cloud/memory/cloud-0001.yaml").read_text(encoding="utf-8")
        assert "path: cloud-0001.svg" in text
        assert "alt: A box" in text
        assert "caption: The box" in text


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (b"", "a.md", "a.md: is empty"),
        (b"x", "a.bin", "a.bin: no exercise found; they begin with"),
        (b"1. caf\x81", "a.md", "a.md: is no text in an encoding that is known; save it as UTF-8"),
        (b"%PDF-1.7", "a.xml", "a.xml: is a PDF; export the questions"),
        (b"<html><p>1</html>", "a.html", "a.html: is a web page"),
        (b"<quiz>", "a.xml", "a.xml:1: not well-formed XML: no element found"),
        (b'<!DOCTYPE q [<!ENTITY a "b">]><quiz/>', "a.xml", "a.xml:1: cannot be read: it declares an entity"),
        (b"PK\x03\x04nonsense", "a.zip", "a.zip: not a zip file that can be read"),
        (b"1. A question?\n", "a.md", "a.md:1: says no track for the question; say it with --track"),
    ],
)
def test_what_cannot_be_read(run: Run, bank: Bank, content: bytes, name: str, said: str) -> None:
    bank.write(name, content)
    done = run("import", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"qbank: {said}")
    assert done.stderr.count("\n") == 1
    assert names(bank) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none.md"], "none.md: cannot be read: no such file"),
        (
            ["a.md", "--from", "modle"],
            "--from: 'modle' is unknown; did you mean 'moodle'?",
        ),
        (["a.md", "--topic", "kv-cache"], "--topic: 'kv-cache' is unknown; did you mean"),
        (
            ["a.md", "--track", "clod"],
            "--track takes cloud, edge, mobile, tinyml or global, not 'clod'; did you mean",
        ),
        (["a.md", "--bank", "nowhere"], "--bank: nowhere is no folder"),
        (["a.md", "--from", "staffml"], "a.md: is a file; --from staffml takes the folder of a bank"),
        (["questions", "--from", "md"], "questions: is a folder; --from md takes a file"),
        (["questions"], "questions: holds no question files"),
    ],
)
def test_wrong_use(run: Run, bank: Bank, arguments: list[str], said: str) -> None:
    bank.write("a.md", "1. x")
    done = run("import", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"qbank: {said}")


def test_outside_of_a_bank(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "no bank around the working directory" in run("import", CHAPTER).stderr


def test_a_folder_that_cannot_be_written(run: Run, bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    from qbank.bank import writing

    kept = writing._create
    calls = []

    def full(path: Path, data: bytes) -> None:
        calls.append(path)
        if len(calls) > 1:
            raise OSError(28, os.strerror(28), str(path))
        kept(path, data)

    monkeypatch.setattr(writing, "_create", full)
    done = run("import", CHAPTER, *TRACK)
    assert done.returncode == 2
    assert "no space left on device" in done.stderr
    assert names(bank) == []


def test_a_link_out_of_the_bank_is_not_followed(
    run: Run, bank: Bank, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (bank.root / "questions" / "cloud").symlink_to(outside)
    done = run("import", CHAPTER, *TRACK)
    assert done.returncode == 2
    assert "leads out of the bank" in done.stderr
    assert list(outside.iterdir()) == []


def test_hostile_text_does_not_reach_the_terminal(run: Run, bank: Bank) -> None:
    bank.write("q.csv", "question,\x1b[31mred\nWhy?,x\n")
    done = run("import", "q.csv", *TRACK)
    assert done.returncode == 1
    assert "\x1b" not in done.stdout + done.stderr


GIFT = """::Weights::How much do 7B parameters in FP16 take?{
~7 GB
=14 GB
}

::Cache::How large is the cache?{
~1 GB
=2 GB
}
"""


def test_a_newer_version_updates_what_nobody_edited(run: Run, bank: Bank) -> None:
    bank.write("q.gift", GIFT)
    assert run("import", "q.gift", *TRACK, "--topic", "kv-cache-management").returncode == 0
    first, second = sorted((bank.root / "questions").rglob("*.yaml"))
    second.write_text(second.read_text().replace("2 GB", "3 GB"))
    edited = second.read_text()
    bank.write("q.gift", GIFT.replace("14 GB", "14.0 GB").replace("1 GB", "4 GB") + "Is it?{T}\n")
    done = run("import", "q.gift", *TRACK, "--topic", "kv-cache-management")
    assert "14.0 GB" in first.read_text()
    assert second.read_text() == edited
    assert len(names(bank)) == 3
    assert done.stderr.splitlines()[-1] == (
        "Imported 3 questions, 3 with a key, 1 brought up to date, 1 edited since and left alone."
    )


def test_an_area_that_is_told_later_moves_what_nobody_moved(run: Run, bank: Bank) -> None:
    bank.add("cloud-0041")
    bank.write("q.gift", GIFT)
    assert run("import", "q.gift", *TRACK).returncode == 0
    cloud = bank.root / "questions" / "cloud"
    first, second = sorted(cloud.glob("*.yaml"))
    (cloud / "mine").mkdir()
    second = second.rename(cloud / "mine" / second.name)
    done = run("import", "q.gift", *TRACK, "--topic", "kv-cache-management")
    assert done.returncode == 0, done.stderr
    assert f"brought up to date, moved from questions/cloud/{first.name}\n" in done.stdout
    assert not first.exists()
    assert "topic: kv-cache-management" in (cloud / "memory" / first.name).read_text()
    assert "topic: kv-cache-management" in second.read_text(), "what somebody moved stays there"
    again = run("import", "q.gift", *TRACK, "--topic", "kv-cache-management")
    assert "2 as they were" in again.stderr


def test_strict_writes_nothing_unless_all_is_taken(run: Run, bank: Bank) -> None:
    bank.write("q.gift", GIFT + "\nJust a text.\n")
    done = run("import", "q.gift", *TRACK, "--strict")
    assert (done.returncode, done.stdout, names(bank)) == (1, "", [])
    assert "Nothing was written" in done.stderr


def test_what_was_taken_as_data(run: Run, bank: Bank) -> None:
    bank.write("q.gift", GIFT.replace("=14 GB", "~14 GB") + "\nJust a text.\n")
    done = run("import", "q.gift", *TRACK, "--format", "json")
    data = json.loads(done.stdout)
    assert data["summary"]["without_key"] == 1
    assert [question["key"] for question in data["questions"]] == ["missing", "told"]
    assert [lost["what"] for lost in data["not_taken"]] == ["other"]
    assert "TODO: right option" in sorted((bank.root / "questions").rglob("*.yaml"))[0].read_text()
    assert done.returncode == 1


def test_twins_and_wrong_math_are_told(run: Run, bank: Bank) -> None:
    text = "A server with 80 GB holds a model of 14 GB. How much is left for all of the users there?"
    bank.write(
        "q.gift",
        f"::One::{text}{{=66 GB ~3 GB ####80 GB - 14 GB = 67 GB}}\n\n::Two::{text}{{=66 GB ~3 GB}}\n",
    )
    done = run("import", "q.gift", *TRACK)
    assert "is nearly the same as" in done.stderr
    assert "the napkin math of cloud-0001 is wrong: 80 GB - 14 GB = 67 GB" in done.stderr
    assert "Napkin math: 1 claim, 1 wrong (cloud-0001)." in done.stderr
