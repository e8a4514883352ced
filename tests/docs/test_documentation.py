"""What the documentation shows is what happens: its commands are run, its links followed."""

from __future__ import annotations

import dataclasses
import doctest
import json
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from docs.pages import NUMBERS, PAGES, ROOT, blocks
from docs.tutorials import typed
from each import each
from fork_server import search_path

PYTHON = re.compile(r"^```pycon\n(.*?)^```", re.M | re.S)


def commands() -> list[tuple[str, str, str]]:
    """Return page, command and output of every console example of a page that is not followed."""
    return [
        (block.place, example.command, example.output)
        for block in blocks("console")
        if not block.followed
        for example in typed(block.content)
    ]


def without_what_changes(output: str) -> str:
    """Blank out how many claims our questions hold, and which ids are free: both change with the bank."""
    output = re.sub(r"-\d{4,}(?=\.yaml  from |\sin plain text)", "-#", output)
    return re.sub(r"\b\d+ claims: \d+ ok", "# claims: # ok", output)


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@each("page, command, output", commands())
def test_commands_print_what_the_page_says(page: str, command: str, output: str) -> None:
    assert command.startswith("qbank "), f"{page}: only qbank's own commands are shown as console examples"
    shown = {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    # A shell reads the line as it does for whoever copies it: `$0` between double quotes is no price there.
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env={**os.environ, **shown, "PATH": search_path()},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert without_what_changes(done.stdout) == without_what_changes(output)


def test_there_are_examples_to_run() -> None:
    assert len(commands()) >= 2


@each("page", PAGES)
def test_python_examples_run(page: Path) -> None:
    blocks = PYTHON.findall(page.read_text(encoding="utf-8"))
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


@each("page", PAGES)
def test_data_can_be_read(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for language, read in (("json", json.loads), ("toml", tomllib.loads)):
        for block in re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S):
            read(block)


def test_the_schemas_of_the_editor_page_lie_where_it_says() -> None:
    page = (ROOT / "docs" / "editor.md").read_text(encoding="utf-8")
    blocks = [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", page, re.M | re.S)]
    [schemas] = [block["yaml.schemas"] for block in blocks if "yaml.schemas" in block]
    assert all((ROOT / path).is_file() for path in schemas)


def test_the_settings_page_can_be_copied_and_changes_nothing(tmp_path: Path) -> None:
    from qbank.audit.settings import SETTINGS, Settings, load_settings
    from qbank.site.settings import SiteSettings, site_settings

    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    block = re.search(r"^```toml\n(.*?)^```", page, re.M | re.S)
    assert block is not None
    file = tmp_path / "qbank.toml"
    file.write_text(block[1], encoding="utf-8")
    shown = tomllib.loads(block[1])
    assert set(shown) == set(SETTINGS)
    settings = load_settings(tmp_path)
    assert replace(settings, site={}) == Settings(root=tmp_path, file=file)
    site = site_settings(settings, public=False, drafts=False)
    style = (ROOT / "templates" / "render" / "html" / "style.css").read_text(encoding="utf-8")
    assert set(re.findall("--accent: (#[0-9a-f]{6});", style)) >= {site.accent, site.accent_dark}
    assert dataclasses.replace(site, accent="", accent_dark="") == SiteSettings()
    assert len(shown["site"]) == len(dataclasses.fields(SiteSettings)) - len({"public", "drafts"})
    file.write_text(re.sub(r"^# ", "", block[1], flags=re.M), encoding="utf-8")
    settings = load_settings(tmp_path)
    assert settings.severities.keys() == {"QB402", "level-bloom-unusual"}
    assert set(settings.per_path_ignores) == {"questions/cloud/archive/**"}


def test_pages_and_helps_speak_of_every_format() -> None:
    from qbank.cli.app import command_table
    from qbank.render.registry import formats

    page = (ROOT / "docs" / "rendering.md").read_text(encoding="utf-8")
    section = page.partition("## Formats\n")[2].partition("\n### ")[0]
    [option] = [one for one in command_table().get_command(None, "render").params if "--format" in one.opts]
    told = option.help.partition(";")[0].replace(" or ", ", ").split(", ")
    assert set(told) == set(re.findall(r"^\| `(\w+)` \|", section, re.M)) == set(formats())
    assert f"[Rendering](rendering.md): {NUMBERS[len(told)]} formats" in front_page()


def front_page() -> str:
    return (ROOT / "docs" / "README.md").read_text(encoding="utf-8")


def test_front_pages_lead_to_every_tutorial_and_say_how_long_it_takes() -> None:
    tutorials = sorted(page.name for page in ROOT.glob("docs/tutorial-*.md"))
    front = front_page()
    assert sorted(re.findall(r"^\| .*\]\((tutorial-[\w-]+\.md)\)", front, re.M)) == tutorials
    assert f"\n{NUMBERS[len(tutorials)].capitalize()} tutorials of ten minutes each." in front
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "a tutorial of ten minutes for each task" in readme
    for name in tutorials:
        assert f"(docs/{name})" in readme.partition("\n## ")[0]
        assert "\nIn ten minutes from " in (ROOT / "docs" / name).read_text(encoding="utf-8")


def test_pages_of_our_labs_are_as_small_as_the_page_about_labs_says() -> None:
    from qbank.labs.resolve import load_of_bank
    from qbank.render.registry import formats

    page = (ROOT / "docs" / "labs.md").read_text(encoding="utf-8")
    found = re.search(r"One file of less than (\d+) kB", page)
    assert found is not None
    for file in ROOT.glob("questions/labs/*.yaml"):
        made = formats()["html"].render_lab(load_of_bank(file))
        assert isinstance(made, bytes)
        assert len(made) < int(found[1]) * 1000


def test_the_catalog_of_the_hardware_page_can_be_used(tmp_path: Path) -> None:
    from qbank.catalog import load

    page = (ROOT / "docs" / "hardware.md").read_text(encoding="utf-8")
    block = re.search(r"^```yaml\n(.*?)^```", page, re.M | re.S)
    assert block is not None
    folder = tmp_path / "schema" / "catalog"
    folder.mkdir(parents=True)
    (folder / "boards.yaml").write_text(block[1], encoding="utf-8")
    assert load(tmp_path).find("our board").entry.value("sram").text == "512 KiB"


def test_the_formulas_of_the_formula_page_can_be_used(tmp_path: Path) -> None:
    from qbank.formulas.library import load

    page = (ROOT / "docs" / "formulas.md").read_text(encoding="utf-8")
    block = re.search(r"^```yaml\n(formulas:.*?)^```", page, re.M | re.S)
    assert block is not None
    folder = tmp_path / "schema" / "formulas"
    folder.mkdir(parents=True)
    (folder / "own.yaml").write_text(block[1], encoding="utf-8")
    assert (
        load(tmp_path).find("pallet_time").evaluate({"n": 0, "c": 0, "r": 1, "x": 90, "v": 60}).value == 1.5
    )


def test_the_lab_of_the_page_about_labs_can_be_used(tmp_path: Path) -> None:
    from qbank.audit.engine import Audit

    page = (ROOT / "docs" / "labs.md").read_text(encoding="utf-8")
    block = re.search(r"^```yaml\n(.*?)^```", page, re.M | re.S)
    assert block is not None
    folder = tmp_path / "questions" / "labs"
    folder.mkdir(parents=True)
    (folder / "lab-ring.yaml").write_text(block[1], encoding="utf-8")
    result = Audit.of([tmp_path]).run()
    assert (result.findings, result.puzzles.solvable) == ((), 1)


def test_the_page_about_labs_names_every_kind_of_instrument() -> None:
    from qbank.labs.parts import FORMS

    page = (ROOT / "docs" / "labs.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (`.*`.*?) \| .*\|$", page, re.M))
    assert set(FORMS) == set(rows)
    for kind, form in FORMS.items():
        assert set(re.findall(r"`(\w+)`", rows[kind])) == {*form.needs, *form.may}


def test_the_formula_page_names_every_function_of_the_language() -> None:
    from qbank.algebra.tree import FUNCTIONS

    page = (ROOT / "docs" / "formulas.md").read_text(encoding="utf-8")
    assert set(FUNCTIONS) <= set(re.findall(r"\w+", page))


def test_the_page_of_the_format_has_every_word_of_a_short_list() -> None:
    from qbank.model.json_schema import schema_of

    page = (ROOT / "docs" / "question-format.md").read_text(encoding="utf-8")
    schema = schema_of("question")
    for body in (schema, *schema["$defs"].values()):
        for name, field in body["properties"].items():
            for word in field.get("enum", ()) if name != "topic" else ():
                assert word is None or f"- `{word}`" in page, f"{name}: {word}"


def test_the_page_for_authors_names_every_fix() -> None:
    from qbank.rules.registry import all_rules

    page = (ROOT / "docs" / "authoring.md").read_text(encoding="utf-8")
    section = page.partition("## `qbank audit --fix`\n")[2].partition("\n## ")[0]
    named = set(re.findall(r"QB\d{3}", section))
    assert named == {rule.code for rule in all_rules() if rule.fixable}


def test_the_version_is_said_once() -> None:
    import qbank

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" not in project
    assert project["dynamic"] == ["version"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", qbank.__version__)
