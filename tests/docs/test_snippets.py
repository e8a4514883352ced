"""Every block of code in the documentation is run or read by what it is for."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from docs.pages import NUMBERS, ROOT, Block, blocks
from docs.test_commands import spoken_of
from docs.tutorials import CLONE, Script, follow, prepare
from fork_server import qbank_program
from qbank.model.json_schema import schema_of
from rules.rule_examples import laid_over
from shipped_bank import AuditedBank

BIN = Path(sys.executable).parent
MODELINE = re.compile(r"# yaml-language-server: \$schema=(\S+)")

ELSEWHERE = {
    ("docs/rules.md", "yaml"): "made from the examples of the rules, which tests/rules runs",
    ("docs/commands.md", "sh"): "made from the examples of --help, which tests/cli/test_examples.py runs",
    ("docs/commands.md", "text"): "made from the commands: how each is called",
    ("docs/claim-forms.md", "text"): "made from the examples of the forms, which tests/napkin runs",
    ("docs/formula-library.md", "text"): "made from the formulas, which tests/formulas computes",
    ("docs/json.md", "text"): "forms, which test_json.py compares with what the commands write",
    ("docs/finding.md", "sh"): "run by test_finding.py, in a bank that has what they speak of",
    ("docs/results.md", "sh"): "run by test_results.py, in a bank that has an exam behind it",
    ("docs/results.md", "text"): "forms of tables, which tests/results/test_exports.py reads",
    ("docs/gallery/README.md", "sh"): "run by test_gallery.py and test_pictures.py",
    (
        "docs/ci.md",
        "text",
    ): "lines about changes, which tests/audit/changes/test_loosened.py looks for",
    ("docs/settings.md", "toml"): "read by test_documentation.py, with the defaults that it states",
    ("docs/editor.md", "json"): "read by test_documentation.py; an editor is needed to do more",
    ("docs/editor.md", "toml"): "read by test_documentation.py; an editor is needed to do more",
    (
        "docs/editor.md",
        "sh",
    ): "node is needed to run it; test_editors.py of the consumers does so",
    ("docs/editor.md", "lua"): "Neovim is needed to run it; test_commands.py checks what it starts",
    ("docs/editor.md", "lisp"): "Emacs is needed to run it; test_commands.py checks what it starts",
}
"""Page and language -> why these blocks are not looked at here."""

RUN = [block for block in blocks("sh") if not block.followed and (block.page, "sh") not in ELSEWHERE]
DATA = [block for block in blocks("yaml") if (block.page, "yaml") not in ELSEWHERE]


def is_looked_at(block: Block) -> bool:
    """Whether a test runs or reads a block; consoles and Python are run on every page."""
    return (
        block.language in {"console", "pycon", "sh", "yaml"}
        or (block.followed and block.file is not None)
        or (block.page, block.language) in {("docs/importing.md", "md"), ("docs/napkin-math.md", "text")}
    )


def test_every_block_is_run_or_read() -> None:
    for block in blocks():
        there = (block.page, block.language) in ELSEWHERE
        assert there or is_looked_at(block), f"{block.place}: nothing tests this {block.language or 'block'}"


def test_no_exception_is_left_over() -> None:
    assert {(block.page, block.language) for block in blocks()} >= ELSEWHERE.keys()


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize("block", RUN, ids=lambda block: block.place)
def test_shell_commands_run(block: Block, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    if "--format pdf" in block.content and find_spec("typst") is None:
        pytest.skip("PDF needs typst")
    if "qbank audit" in block.content:
        shipped: AuditedBank = request.getfixturevalue("shipped_bank")
        folder = shipped.copy_to(tmp_path)
    else:
        folder = tmp_path
        prepare(CLONE, folder)
    programs = Path(qbank_program()).parent
    assert list(follow([Script(block.content)], folder, tmp_path, programs)) == []
    if makes := re.match(r"makes (\w+) files", block.behind):
        made = block.content.split()[-1]
        assert makes[1] == NUMBERS[len(list((folder / made).iterdir()))]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_commands_in_the_text_that_name_files_of_ours_run(tmp_path: Path) -> None:
    prepare(CLONE, tmp_path)
    named = ((line, re.search(r" (questions/\S+)", line)) for _, line in spoken_of())
    lines = dict.fromkeys(line for line, file in named if file and (ROOT / file[1]).exists())
    assert len(lines) > 2
    script = Script("".join(f"{line} > /dev/null\n" for line in lines))
    assert list(follow([script], tmp_path, tmp_path, Path(qbank_program()).parent)) == []


def read_question(data: Any, block: Block, folder: Path) -> None:
    """The fields, laid over a whole question, are those of the format."""
    whole = yaml.safe_load(laid_over("", "questions/cloud/memory/cloud-0001.yaml"))
    details = {**whole["details"], **data.get("details", {})}
    whole = {**whole, **data, "details": details}
    jsonschema.validate(whole, schema_of("question"))
    assert set(data) <= schema_of("question")["properties"].keys()


def read_set(data: Any, block: Block, folder: Path) -> None:
    jsonschema.validate(data, schema_of("set"))


def read_lab(data: Any, block: Block, folder: Path) -> None:
    jsonschema.validate(data, schema_of("lab"))


def read_catalog(data: Any, block: Block, folder: Path) -> None:
    from qbank.catalog import load

    if "words" in data["entries"][0]:
        read_lexicon(data, block, folder)
        return

    write(block, folder / "schema" / "catalog" / "own.yaml")
    assert load(folder).find(data["entries"][0]["id"]) is not None


def read_lexicon(data: Any, block: Block, folder: Path) -> None:
    from qbank.facts.lexicon.loading import load

    write(block, folder / "schema" / "lexicon" / "own.yaml")
    for word in (word for entry in data["entries"] for word in entry["words"]):
        assert load(folder).find(word.split(), 0) is not None


def read_formulas(data: Any, block: Block, folder: Path) -> None:
    from qbank.formulas.library import load

    write(block, folder / "schema" / "formulas" / "own.yaml")
    assert load(folder).find(data["formulas"][0]["id"]) is not None


def read_acknowledged(data: Any, block: Block, folder: Path) -> None:
    from qbank.survey.acknowledged import Acknowledged

    write(block, folder / "known-duplicates.yaml")
    assert Acknowledged.of(folder).reasons


def read_hooks(data: Any, block: Block, folder: Path) -> None:
    lint("pre-commit", "validate-config", write(block, folder / "config.yaml"))
    ours = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    for repository in data["repos"]:
        assert repository["repo"] == "local" or {hook["id"] for hook in repository["hooks"]} <= ours


def read_workflow(data: Any, block: Block, folder: Path) -> None:
    file = write(block, folder / ".github" / "workflows" / "questions.yml")
    lint("check-jsonschema", "--builtin-schema", "vendor.github-workflows", file)
    lint("zizmor", "--offline", "--min-severity", "medium", file)


def read_pipeline(data: Any, block: Block, folder: Path) -> None:
    lint("check-jsonschema", "--builtin-schema", "vendor.gitlab-ci", write(block, folder / ".gitlab-ci.yml"))


def read_job_or_set(data: Any, block: Block, folder: Path) -> None:
    """Read what has `questions`: a pipeline with a job of that name, or a set that lists them."""
    (read_set if isinstance(data["questions"], list) else read_pipeline)(data, block, folder)


READERS: dict[str, Callable[[Any, Block, Path], None]] = {
    "jobs": read_workflow,
    "repos": read_hooks,
    "entries": read_catalog,
    "formulas": read_formulas,
    "pairs": read_acknowledged,
    "questions": read_job_or_set,
    "quantities": read_lab,
    "select": read_set,
    "sections": read_set,
}
"""A field that tells what a block of YAML is -> what reads it; anything else has fields of questions."""


@pytest.mark.parametrize("block", DATA, ids=lambda block: block.place)
def test_data_is_what_it_is_for(block: Block, tmp_path: Path) -> None:
    for schema in MODELINE.findall(block.content):
        assert (ROOT / "schema" / Path(schema).name).is_file()
    data = yaml.safe_load(block.content)
    if data is None:
        assert MODELINE.search(block.content)
        return
    read = next((read for field, read in READERS.items() if field in data), read_question)
    read(data, block, tmp_path)


def test_settings_that_a_tutorial_writes_are_understood(tmp_path: Path) -> None:
    from qbank.audit.settings import load_settings

    written = [block for block in blocks("toml") if block.file == "qbank.toml"]
    assert written
    for block in written:
        tomllib.loads(block.content)
        write(block, tmp_path / "qbank.toml")
        load_settings(tmp_path)


def test_the_exercise_of_the_import_page_is_imported_whole(tmp_path: Path) -> None:
    [block] = [block for block in blocks("md") if block.page == "docs/importing.md"]
    (tmp_path / "questions").mkdir()
    write(block, tmp_path / "chapter.md")
    options = ["--track", "cloud", "--topic", "kv-cache-management", "--bank", str(tmp_path)]
    done = subprocess.run(
        [qbank_program(), "import", str(tmp_path / "chapter.md"), *options],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.count("\n")) == (0, 1), done.stderr
    question = yaml.safe_load(next(tmp_path.glob("questions/**/*.yaml")).read_text("utf-8"))
    assert (question["title"], question["difficulty"], question["points"]) == ("Size the cache", 2, 5)
    assert len(question["parts"]) == 2


def test_the_lines_of_napkin_math_are_right() -> None:
    import qbank

    [block] = [block for block in blocks("text") if block.page == "docs/napkin-math.md"]
    for line in block.content.splitlines():
        assert [claim.verdict.value for claim in qbank.verify(line)] == ["ok"], line


def write(block: Block, file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(block.content, encoding="utf-8")
    return file


def lint(program: str, *arguments: str | Path) -> None:
    if not (BIN / program).exists():
        pytest.skip(f"{program} is not installed")
    done = subprocess.run(
        [BIN / program, *arguments], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
