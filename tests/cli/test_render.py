from __future__ import annotations

import json
import re
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conftest import Bank

from qbank.cli.app import command_table
from qbank.render.registry import formats

Run = Callable[..., subprocess.CompletedProcess[str]]

VARYING = (
    "question: What do {batch} requests of 2 GB take, {total} or less?\n"
    "parameters:\n  batch: {default: 8, choices: [8, 16, 32, 64]}\n"
    "derived:\n  total: batch * 2 GB\n"
)
SET = "title: Caches\nkind: quiz\nquestions: [cloud-0001, cloud-0002]\n"


@pytest.fixture
def filled(bank: Bank) -> Bank:
    bank.add("cloud-0001", "title: The First\n")
    bank.add("cloud-0002", "title: The Second\nlevel: L2\n" + VARYING)
    bank.add("edge-0001", "title: At the Edge\n")
    bank.add("cloud-0009", "title: A Draft\nstatus: draft\n")
    bank.write("questions/sets/caches.yaml", SET)
    return bank


def titles(done: subprocess.CompletedProcess[str]) -> list[str]:
    return [item["title"] for section in json.loads(done.stdout)["sections"] for item in section["questions"]]


def test_a_set_is_rendered_to_standard_output(filled: Bank, run: Run) -> None:
    done = run("render", "questions/sets/caches.yaml")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.index("The First") < done.stdout.index("The Second")
    assert "What do 8 requests of 2 GB take, 16 GB or less?" in done.stdout


def test_a_set_is_found_by_its_name(filled: Bank, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run("render", "questions/sets/caches.yaml").stdout
    monkeypatch.chdir(filled.root / "questions" / "cloud")
    assert run("render", "caches").stdout == whole
    assert run("blueprint", "caches").returncode == 0
    assert "no such file" in run("render", "cache").stderr


def test_twice_the_same_bytes_from_any_folder(
    filled: Bank, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("render", "questions/sets/caches.yaml", "--format", "html", "-o", "one.html")
    monkeypatch.chdir(filled.root / "questions")
    run("render", "sets/caches.yaml", "-o", "../two.html")
    assert (filled.root / "one.html").read_bytes() == (filled.root / "two.html").read_bytes()


def test_questions_by_file_folder_id_and_variant(filled: Bank, run: Run) -> None:
    arguments = ("cloud-0002@7", "questions/edge", "questions/cloud/memory/cloud-0001.yaml", "-f", "json")
    done = run("render", *arguments)
    assert sorted(titles(done)) == ["At the Edge", "The First", "The Second"]
    ids = [item["id"] for section in json.loads(done.stdout)["sections"] for item in section["questions"]]
    assert "cloud-0002@7" in ids


def test_a_draft_is_rendered_when_it_is_named_only(filled: Bank, run: Run) -> None:
    done = run("render", "questions/cloud", "-f", "json")
    assert titles(done) == ["The First", "The Second"]
    assert "1 question that is not published left out" in done.stderr
    assert titles(run("render", "cloud-0009", "-f", "json")) == ["A Draft"]
    assert run("render", "questions/cloud", "--quiet").stderr == ""


def test_filters_choose_from_the_bank(filled: Bank, run: Run) -> None:
    assert titles(run("render", "--track", "edge,cloud", "--level", "L3-L5", "-f", "json")) == [
        "The First",
        "At the Edge",
    ]
    drawn = titles(run("render", "--count", "1", "--seed", "2", "-f", "json"))
    assert len(drawn) == 1
    assert drawn == titles(run("render", "--count", "1", "--seed", "2", "-f", "json"))


def test_a_question_whose_file_is_broken_is_not_said_to_be_missing(filled: Bank, run: Run) -> None:
    filled.write("questions/cloud/memory/cloud-0013.yaml", "id: cloud-0013\ntitle: [\n")
    done = run("render", "cloud-0013")
    assert done.returncode == 2
    assert "cloud-0013.yaml:" in done.stderr
    assert "there is no question" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing"], "nothing: no such file or folder"),
        (["cloud-0042"], "there is no question 'cloud-0042' in the bank"),
        (
            ["--track", "clod"],
            "or global, not 'clod'; did you mean 'cloud'?",
        ),
        (["--level", "L9"], "'L9' is not a level"),
        (["--topic", "kv-cache"], "did you mean 'kv-cache-management'?"),
        (
            ["--track", "edge", "--count", "5"],
            "5 questions are asked for, and 1 fits; without `track: edge` it would be 3",
        ),
        (["--format", "htm"], "did you mean 'html'?"),
        (["--count", "0"], "--count takes a whole number from 1 on"),
        (["--variants", "27"], "--variants takes 26 at most"),
        (["questions/sets/caches.yaml", "--track", "edge"], "a set file chooses its questions itself"),
        (["questions/sets/caches.yaml", "cloud-0001"], "sets and questions cannot go together"),
        (["cloud-0001", "cloud-0001"], "'cloud-0001' is on the paper already"),
        (["cloud-0002@1", "--count", "1"], "filters and `id@seed` cannot go together"),
        (["questions/sets/caches.yaml", "--answers", "key"], "; --answers none leaves the key out"),
        (["questions", "--check", "--format", "html"], "--check writes text, or json"),
        (["questions", "--check", "--variants", "1000000"], "--variants takes 100,000 at most"),
    ],
)
def test_wrong_use_is_told_in_one_line(filled: Bank, run: Run, arguments: list[str], said: str) -> None:
    done = run("render", *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr.splitlines()[-1]


def test_outside_of_a_bank(run: Run, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    assert "there is no bank here" in run("render").stderr
    assert "no bank around this folder" in run("render", "cloud-0001").stderr


def test_versions_have_other_numbers_and_names(filled: Bank, run: Run) -> None:
    done = run("render", "questions/sets/caches.yaml", "--variants", "3", "--format", "json", "-o", "out")
    assert done.returncode == 0, done.stderr
    made = sorted((filled.root / "out").iterdir())
    assert [path.name for path in made] == ["caches-A.json", "caches-B.json", "caches-C.json"]
    asked = {path.read_text() for path in made}
    assert len(asked) == 3


def test_versions_that_do_not_differ_are_remarked_upon(filled: Bank, run: Run) -> None:
    done = run("render", "cloud-0001", "--variants", "2", "-o", "out/")
    assert "differ in their names alone" in done.stderr


def test_several_sets_go_into_a_folder(filled: Bank, run: Run) -> None:
    filled.write("questions/sets/more.yaml", "title: More\nkind: exercises\nquestions: [edge-0001]\n")
    assert "this makes 2 files" in run("render", "questions/sets").stderr
    done = run("render", "questions/sets", "--output", "deep/er")
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (filled.root / "deep/er").iterdir()) == ["caches.md", "more.md"]


def test_what_was_written_is_told_unless_it_is_the_file_that_was_named(filled: Bank, run: Run) -> None:
    for output_format in ("md", "html", "json"):
        words = ("render", "cloud-0001", "--answers", "none", "--format", output_format, "--output")
        name = f"cloud-0001.{output_format}"
        assert run(*words, name).stderr == ""
        assert run(*words, "out/").stderr == f"note: wrote {Path('out', name)}\n"
        assert run(*words, "out/", "--quiet").stderr == ""
    assert run("render", "cloud-0001").stderr == ""


def test_the_suffix_of_the_output_tells_the_format(filled: Bank, run: Run) -> None:
    run("render", "cloud-0001", "-o", "one.json")
    assert json.loads((filled.root / "one.json").read_text())


def test_an_output_that_cannot_be_written_leaves_what_was_there(filled: Bank, run: Run, lock) -> None:
    target = filled.write("kept.md", "as it was")
    target.chmod(0o444)
    lock(target)
    done = run("render", "cloud-0001", "-o", "kept.md")
    assert done.returncode == 2
    assert "kept.md" in done.stderr
    assert "Traceback" not in done.stderr
    (filled.root / "file").write_text("")
    assert "is a file" in run("render", "cloud-0001", "--variants", "2", "-q", "-o", "file").stderr


def test_a_file_that_cannot_be_read_is_told_and_the_rest_rendered(filled: Bank, run: Run) -> None:
    filled.write("questions/broken.yaml", "id: [\n")
    done = run("render", "questions", "--quiet")
    assert done.returncode == 2
    assert "The First" in done.stdout
    assert "questions/broken.yaml:" in done.stderr
    assert run("render", "cloud-0001").returncode == 0


def test_an_invalid_question_is_told_with_its_place(filled: Bank, run: Run) -> None:
    filled.add("cloud-0003", "level: L9\n")
    done = run("render", "cloud-0003")
    assert done.returncode == 2
    assert "cloud-0003.yaml:4:8: level: 'L9'" in done.stderr


def test_the_stress_test(filled: Bank, run: Run) -> None:
    done = run("render", "questions", "--check", "--variants", "20")
    assert done.returncode == 0
    assert "cloud-0002" in done.stdout
    assert done.stdout.splitlines()[-1] == "1 question with parameters, 20 variants: no faults"
    filled.add("cloud-0002", VARYING.replace("batch * 2 GB", "2 GB / (batch - 16)"))
    done = run("render", "questions", "--check", "--variants", "20", "--format", "json", "-o", "report.json")
    assert done.returncode == 1
    assert json.loads((filled.root / "report.json").read_text())["summary"]["failing"] > 0


def test_what_should_not_reach_students_is_told(filled: Bank, run: Run) -> None:
    filled.add(
        "cloud-0008", "status: draft\nscenario: 'TODO: the situation, with every number that it needs.'\n"
    )
    filled.write(
        "questions/sets/two.yaml", "title: T\nkind: exam\nquestions: [cloud-0001, cloud-0008, cloud-0009]\n"
    )
    told = run("render", "questions/sets/two.yaml", "--answers", "none").stderr
    assert told == (
        "note: two: 2 of 3 questions are not published: cloud-0008, cloud-0009\n"
        "note: two: 1 of 3 questions is not finished, with 'TODO' or the like in the text: cloud-0008\n"
    )
    assert run("render", "cloud-0009", "--answers", "none").stderr == ""
    assert "not finished" in run("render", "cloud-0008", "--answers", "none").stderr


def test_drawings_that_are_not_shown_are_told(filled: Bank, run: Run) -> None:
    path = filled.add("cloud-0003", "visual: {kind: svg, path: a.svg, alt: A roof}\n")
    told = "note: cloud-0003: its drawing is missing or cannot be drawn here; its description stands there\n"
    assert run("render", "cloud-0003").stderr == told
    svg = path.with_name("a.svg")
    svg.write_text('<svg xmlns="http://www.w3.org/2000/svg"><filter id="f"/><text y="9">Roof</text></svg>')
    assert told not in run("render", "cloud-0003", "-f", "html").stderr
    pytest.importorskip("typst")
    assert told in run("render", "cloud-0003", "--answers", "none", "-o", "a.pdf").stderr
    svg.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="9">Roof</text></svg>')
    assert told not in run("render", "cloud-0003", "--answers", "none", "-o", "a.pdf").stderr


def test_the_help_names_every_format() -> None:
    option = next(
        one for one in command_table().get_command(None, "render").params if one.name == "output_format"
    )
    words = option.help.replace(",", " ").split(";")[0].split()
    assert set(formats()) <= set(words)


@pytest.mark.parametrize("form", ["html", "qmd"])
def test_pages_of_a_course_hold_no_exams_and_no_keys(filled: Bank, run: Run, form: str) -> None:
    exam = SET.replace("quiz", "exam")
    filled.write("questions/sets/final.yaml", exam)
    filled.write("questions/sets/later.yaml", SET)
    filled.write("questions/sets/exercises.yaml", SET + "answers: key\n")
    filled.write("qbank.toml", '[site]\nhold-back = ["questions/sets/later.yaml"]\n')
    done = run("render", "questions/sets", "--format", form, "--key-file", "-o", "course/")
    assert done.returncode == 0, done.stderr
    assert "final: left out of pages for readers, for it is an exam; name its file" in done.stderr
    assert "later: left out of pages for readers, for it is held back" in done.stderr
    written = {path.relative_to("course").as_posix() for path in Path("course").rglob("*") if path.is_file()}
    pages = {f"caches.{form}", f"exercises.{form}", f"index.{form}", f"keys/exercises-key.{form}"}
    pages |= {"keys/caches.key.json", "keys/exercises.key.json"}
    assert written == pages | ({"_quarto.yml"} if form == "qmd" else set())
    named = run("render", "questions/sets/final.yaml", "questions/sets", "--format", form, "-o", "named/")
    assert named.returncode == 0, named.stderr
    assert Path(f"named/final.{form}").is_file()
    assert run("render", "questions/sets", "--format", "md", "-o", "papers/").returncode == 0
    assert Path("papers/final-key.md").is_file()


CHOICE = (
    "kind: choice\ndetails:\n  realistic_solution: {}\n"
    "  options: [The memory, The cores, The link]\n  correct_index: 0\n"
)


def test_platforms_mix_options_where_the_set_is_shuffled(filled: Bank, run: Run) -> None:
    filled.add("cloud-0003", CHOICE.format("Reading takes longest."))
    filled.add("cloud-0004", CHOICE.format("The answer is A."))

    def printed(*words: str) -> tuple[list[str], str]:
        moodle = run("render", *words, "--format", "moodle").stdout
        done = run("render", *words, "--format", "qti12", "-o", "quiz.zip")
        with zipfile.ZipFile("quiz.zip") as package:
            [meta] = [name for name in package.namelist() if name.endswith("assessment_meta.xml")]
            canvas = re.findall("<shuffle_answers>(.*)</", package.read(meta).decode())
        return re.findall("<shuffleanswers>(.*)</", moodle) + canvas, done.stderr

    assert printed("cloud-0003") == (["false", "false"], "note: wrote quiz.zip\nnote: wrote quiz.key.json\n")
    assert printed("cloud-0003", "--shuffle")[0] == ["true", "true"]
    found, note = printed("cloud-0003", "cloud-0004", "--shuffle")
    assert sorted(found[:2]) == ["false", "true"]
    assert found[2] == "false"
    assert "cloud-0004: its texts name options by their places, and Canvas mixes" in note
