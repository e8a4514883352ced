from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from qbank.bank.discovery import Discovery, TargetError, find_question_files, find_root

if TYPE_CHECKING:
    from tests.conftest import Lock


@pytest.fixture
def bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (
        "questions/cloud/memory/cloud-0002.yaml",
        "questions/cloud/memory/cloud-0001.yaml",
        "questions/cloud/cloud-0003.yml",
        "questions/edge/edge-0001.yaml",
        "questions/edge/notes.md",
        "questions/edge/.hidden.yaml",
        "questions/.hidden/cloud-0009.yaml",
        "questions/sets/quiz.yaml",
        "questions/sets/old/exam.yaml",
        "questions/labs/lab-ring.yaml",
        "questions/labs/old/lab-tree.yaml",
        "questions/cloud/sets/cloud-0004.yaml",
        "outside/secret.yaml",
    ):
        path = tmp_path / "bank" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("id: x\n")
    monkeypatch.chdir(tmp_path / "bank")
    return tmp_path / "bank"


ALL = [
    "questions/cloud/cloud-0003.yml",
    "questions/cloud/memory/cloud-0001.yaml",
    "questions/cloud/memory/cloud-0002.yaml",
    "questions/cloud/sets/cloud-0004.yaml",
    "questions/edge/edge-0001.yaml",
]


def names(paths: tuple[Path, ...]) -> list[str]:
    return [path.as_posix() for path in paths]


def found(*targets: str) -> list[str]:
    return names(find_question_files([Path(target) for target in targets]).files)


def refusal(*targets: str) -> str:
    with pytest.raises(TargetError) as caught:
        find_question_files([Path(target) for target in targets])
    return str(caught.value)


def test_a_folder_is_searched_sorted_and_without_hidden_files(bank: Path) -> None:
    discovery = find_question_files([Path("questions")])
    assert names(discovery.files) == ALL
    assert names(discovery.sets) == ["questions/sets/old/exam.yaml", "questions/sets/quiz.yaml"]
    assert names(discovery.labs) == ["questions/labs/lab-ring.yaml", "questions/labs/old/lab-tree.yaml"]
    assert discovery.left_out == ()


def test_no_targets_no_files(bank: Path) -> None:
    assert find_question_files([]) == Discovery((), (), (), ())


def test_paths_come_as_they_were_given(bank: Path) -> None:
    assert found("questions/edge") == ["questions/edge/edge-0001.yaml"]
    assert found(str(bank / "questions/edge")) == [(bank / "questions/edge/edge-0001.yaml").as_posix()]
    os.chdir(bank / "questions")
    assert found("edge") == ["edge/edge-0001.yaml"]
    assert found("../questions/edge") == ["../questions/edge/edge-0001.yaml"]
    assert found(".")[-1] == "edge/edge-0001.yaml"


def test_a_file_is_a_target_even_if_hidden(bank: Path) -> None:
    assert found("questions/edge/.hidden.yaml", "questions/cloud/cloud-0003.yml") == [
        "questions/cloud/cloud-0003.yml",
        "questions/edge/.hidden.yaml",
    ]
    assert found("questions/.hidden") == ["questions/.hidden/cloud-0009.yaml"]


def test_sets_are_no_questions_wherever_the_search_starts(bank: Path) -> None:
    for target in (
        "questions/sets",
        "questions/sets/old",
        "questions/sets/old/exam.yaml",
        "questions/s*/old/*",
    ):
        discovery = find_question_files([Path(target)])
        assert discovery.files == ()
        assert "questions/sets/old/exam.yaml" in names(discovery.sets)
    os.chdir(bank / "questions" / "sets")
    assert names(find_question_files([Path()]).sets) == ["old/exam.yaml", "quiz.yaml"]


def test_only_the_innermost_questions_folder_counts(bank: Path) -> None:
    inner = bank / "questions/sets/copy/questions/cloud"
    inner.mkdir(parents=True)
    (inner / "cloud-0001.yaml").write_text("id: x\n")
    assert found("questions/sets/copy") == ["questions/sets/copy/questions/cloud/cloud-0001.yaml"]


def test_targets_that_overlap_give_every_file_once(bank: Path) -> None:
    first = "questions/edge/edge-0001.yaml"
    assert found(first, "questions/edge", first, str(bank / "questions"), "questions/../questions") == [
        *sorted(str(bank / name) for name in ALL[:-1]),
        first,
    ]


def test_patterns(bank: Path) -> None:
    assert found("questions/*/*-0001.yaml") == ["questions/edge/edge-0001.yaml"]
    assert found("questions/**/cloud-000[12].yaml") == ALL[1:3]
    assert found("questions/e*") == ["questions/edge/edge-0001.yaml"]
    assert found("questions/edge/*") == ["questions/edge/edge-0001.yaml"]
    assert "no folder and no .yaml or .yml file matches" in refusal("questions/*.yaml")
    assert "no folder and no .yaml or .yml file matches" in refusal("questions/edge/*.md")


def test_a_file_with_the_letters_of_a_pattern_in_its_name(bank: Path) -> None:
    Path("questions/edge/[ab]*.yaml").write_text("id: x\n")
    assert found("questions/edge/[ab]*.yaml") == ["questions/edge/[ab]*.yaml"]


def test_a_missing_target_gets_near_names(bank: Path) -> None:
    assert refusal("questions/clowd") == (
        "questions/clowd: no such file or folder; did you mean questions/cloud?"
    )
    assert refusal("questions/clowd/memory/cloud-0001.yaml").endswith("did you mean questions/cloud?")
    near = refusal("questions/cloud/memory/cloud-0003.yaml")
    assert (
        "did you mean questions/cloud/memory/cloud-0002.yaml or questions/cloud/memory/cloud-0001.yaml?"
        in near
    )
    assert refusal("nothing like it") == "nothing like it: no such file or folder"
    assert refusal("/nowhere/at/all") == "/nowhere/at/all: no such file or folder"


def test_targets_that_are_no_questions(bank: Path) -> None:
    assert refusal("questions/edge/notes.md") == (
        "questions/edge/notes.md: not a question file; their names end in .yaml or .yml"
    )
    assert refusal("a\0\x1b") == r"a\x00\x1b: cannot be a path: it has a null character"
    assert refusal("\0/*.yaml") == r"\x00/*.yaml: cannot be a path: it has a null character"
    assert "no such file or folder" in refusal("questions/edge/notes.md/below.yaml")


def test_a_good_target_does_not_hide_a_bad_one(bank: Path) -> None:
    assert "did you mean questions/edge?" in refusal("questions", "questions/edgy")


def test_a_folder_that_cannot_be_listed_stands_for_its_files(bank: Path, lock: Lock) -> None:
    lock("questions/cloud/memory")
    discovery = find_question_files([Path("questions")])
    assert names(discovery.files) == [ALL[0], "questions/cloud/memory", *ALL[3:]]
    assert names(discovery.unlisted) == ["questions/cloud/memory"]
    lock("questions")
    assert refusal("questions") == "questions: cannot be read: permission denied"


@pytest.mark.parametrize("target", ["cloud/memory", "cloud/memory/cloud-0001.yaml", "cloud/memory/none"])
def test_what_lies_in_a_folder_that_may_not_be_entered(bank: Path, lock: Lock, target: str) -> None:
    lock("questions/cloud/memory")
    assert refusal(f"questions/{target}") == f"questions/{target}: cannot be read: permission denied"


def test_a_file_that_may_not_be_read_is_found_for_the_reader_to_report(bank: Path, lock: Lock) -> None:
    lock(ALL[0])
    assert found(ALL[0]) == ALL[:1]
    assert found("questions") == ALL


def test_a_folder_may_have_a_name_like_a_file(bank: Path) -> None:
    Path("questions/edge/odd.yaml").mkdir()
    Path("questions/edge/odd.yaml/edge-0007.yaml").write_text("id: x\n")
    assert "questions/edge/odd.yaml/edge-0007.yaml" in found("questions")
    assert "questions/edge/odd.yaml" not in found("questions")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_is_found_so_that_reading_it_says_what_it_is(bank: Path) -> None:
    os.mkfifo("questions/edge/pipe.yaml")
    assert found("questions/edge") == ["questions/edge/edge-0001.yaml", "questions/edge/pipe.yaml"]


def test_a_chain_registry_is_no_question(bank: Path) -> None:
    for folder in ("questions", "questions/cloud"):
        Path(folder, "chains.yaml").write_text("c: [cloud-0001]\n")
    assert found("questions") == sorted([*ALL, "questions/cloud/chains.yaml"])
    assert found("questions/*.yaml", "questions/edge") == ["questions/edge/edge-0001.yaml"]


def test_names_that_end_nearly_so_are_told(bank: Path) -> None:
    for name in ("edge-0002.YAML", "edge-0003.Yml", ".edge-0004.YAML", "edge-0005.yaml.bak"):
        Path("questions/edge", name).write_text("id: x\n")
    discovery = find_question_files([Path("questions")])
    assert names(discovery.files) == ALL
    assert names(discovery.passed_over) == ["questions/edge/edge-0002.YAML", "questions/edge/edge-0003.Yml"]


# Links


def test_loops_end(bank: Path) -> None:
    Path("questions/cloud/loop").symlink_to(bank / "questions")
    Path("questions/cloud/self").symlink_to(bank / "questions/cloud/self")
    Path("questions/edge/up").symlink_to("..")
    discovery = find_question_files([Path("questions")])
    assert names(discovery.files) == ALL
    assert discovery.left_out == ()


def test_a_linked_file_is_found_once_under_its_own_name(bank: Path) -> None:
    Path("questions/cloud/a-link.yaml").symlink_to(bank / "questions/edge/edge-0001.yaml")
    assert found("questions") == ALL
    assert found("questions/cloud/a-link.yaml") == ["questions/cloud/a-link.yaml"]


def test_a_link_to_a_hidden_folder_is_followed(bank: Path) -> None:
    Path("questions/shown").symlink_to(".hidden")
    assert "questions/shown/cloud-0009.yaml" in found("questions")


def test_links_that_lead_out_are_left_out(bank: Path) -> None:
    Path("questions/cloud/secret.yaml").symlink_to(bank / "outside/secret.yaml")
    Path("questions/edge/away").symlink_to(bank / "outside")
    Path("questions/edge/etc").symlink_to("/etc")
    discovery = find_question_files([Path("questions")])
    assert names(discovery.files) == ALL
    assert names(discovery.left_out) == [
        "questions/cloud/secret.yaml",
        "questions/edge/away",
        "questions/edge/etc",
    ]


def test_a_target_may_itself_be_a_link(bank: Path) -> None:
    Path("elsewhere").symlink_to("questions/edge")
    assert found("elsewhere") == ["elsewhere/edge-0001.yaml"]


@pytest.mark.parametrize(
    "target",
    [
        "cloud/secret.yaml",
        "edge/away",
        "edge/away/secret.yaml",
        "cloud/secr*.yaml",
        "edge/*",
        "edge/*/*.yaml",
    ],
)
def test_a_link_that_leads_out_of_the_bank_is_refused_where_it_is_named(bank: Path, target: str) -> None:
    """A glob of a shell and a list of git name what nobody has looked at."""
    (bank.parent / "away/questions").mkdir(parents=True)
    (bank.parent / "away/secret.yaml").write_text("id: x\n")
    Path("questions/cloud/secret.yaml").symlink_to(bank.parent / "away/secret.yaml")
    Path("questions/edge/away").symlink_to("../../../away")
    assert "a link that leads out of the bank" in refusal(f"questions/{target}")
    assert "a link that leads out of the bank" in refusal(str(bank / "questions" / target))


def test_the_folder_of_questions_is_in_its_bank_and_a_bank_may_be_a_link(bank: Path) -> None:
    (bank.parent / "link").symlink_to(bank)
    assert found(str(bank.parent / "link/questions/edge")) == [str(bank.parent / "link" / ALL[-1])]
    Path("questions").rename(bank.parent / "outside")
    Path("questions").symlink_to("../outside")
    assert "a link that leads out of the bank" in refusal("questions")


def test_links_that_lead_nowhere_are_kept_for_the_reader_to_report(bank: Path) -> None:
    links = ["a-broken.yaml", "b-broken.yaml", "c-outside.yaml", "d-self.yaml"]
    for name, target in zip(links, ("gone.yaml", "gone.yaml", "/gone/x.yaml", "d-self.yaml"), strict=True):
        Path("questions/edge", name).symlink_to(target)
    shown = [f"questions/edge/{name}" for name in links]
    discovery = find_question_files([Path("questions")])
    assert [name for name in names(discovery.files) if name not in ALL] == shown
    assert discovery.left_out == ()
    # Named outright, by a pattern, or twice, they are the same.
    assert found(*shown, "questions/edge/*-*.yaml", "questions/edge") == [*shown, ALL[-1]]


def test_a_target_that_is_a_link_to_nowhere_and_no_question(bank: Path) -> None:
    Path("elsewhere").symlink_to("gone")
    assert refusal("elsewhere") == "elsewhere: a link that leads nowhere"


# The root of a bank


def test_the_root_is_the_nearest_folder_with_questions(bank: Path) -> None:
    assert find_root(bank) == bank
    assert find_root(bank / "questions" / "cloud" / "memory") == bank
    assert find_root(Path("questions/cloud")) == bank
    assert find_root(bank / "questions/edge/edge-0001.yaml") == bank
    (bank / "outside/questions").mkdir()
    assert find_root(bank / "outside" / "questions") == bank / "outside"


@pytest.mark.parametrize(
    ("name", "content", "is_root"),
    [
        ("qbank.toml", "", True),
        ("pyproject.toml", "[tool.qbank]\nselect = []\n", True),
        ("pyproject.toml", "[tool.qbank.paths]\n", True),
        ("pyproject.toml", "tool = {qbank = {}}\n", True),
        ("pyproject.toml", "[project]\nname = 'qbank'\n", False),
        ("pyproject.toml", "[tool.ruff]\n", False),
        ("pyproject.toml", "[tool.qbank]\nbroken\n", True),
        ("pyproject.toml", "broken qbank\n", False),
    ],
)
def test_settings_make_a_root(tmp_path: Path, name: str, content: str, is_root: bool) -> None:
    (tmp_path / "questions").mkdir()
    below = tmp_path / "team" / "deep"
    below.mkdir(parents=True)
    (tmp_path / "team" / name).write_text(content)
    assert find_root(below) == (tmp_path / "team" if is_root else tmp_path)


def test_a_folder_that_may_not_be_entered_is_no_root(tmp_path: Path, lock: Lock) -> None:
    inner = tmp_path / "team"
    (inner / "questions").mkdir(parents=True)
    (tmp_path / "questions").mkdir()
    assert find_root(inner / "questions") == inner
    lock(inner)
    assert find_root(inner / "questions") == tmp_path


def test_there_may_be_no_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "isdir", lambda _: False)
    monkeypatch.setattr(os.path, "isfile", lambda _: False)
    assert find_root(tmp_path) is None


def test_sets_of_a_copy_by_another_name_are_sets(tmp_path: Path) -> None:
    for name in ("copy/cloud/memory/cloud-0001.yaml", "copy/sets/quiz.yaml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("id: x\n", encoding="utf-8")
    found = find_question_files([tmp_path / "copy"])
    assert [file.name for file in found.files] == ["cloud-0001.yaml"]
    assert [file.name for file in found.sets] == ["quiz.yaml"]
