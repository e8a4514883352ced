"""What the documentation shows is what happens: its commands are run, its links followed."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from qbank.rules.examples import laid_over

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.M | re.S)
PYTHON = re.compile(r"^```pycon\n(.*?)^```", re.M | re.S)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def commands() -> list[tuple[str, str, str]]:
    """Return page, command and output of every console example."""
    found = []
    for page in PAGES:
        for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
            for example in re.split(r"^\$ ", block, flags=re.M)[1:]:
                command, _, output = example.partition("\n")
                found.append((page.name, command, output))
    return found


def without_counts(output: str) -> str:
    """Blank out how many claims our questions hold: that grows with what the verifier can read."""
    return re.sub(r"\b\d+ claims: \d+ ok", "# claims: # ok", output)


@pytest.mark.parametrize(("page", "command", "output"), commands())
def test_commands_print_what_the_page_says(page: str, command: str, output: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "qbank", f"{page}: only qbank's own commands are shown as console examples"
    done = subprocess.run(
        [sys.executable, "-m", "qbank", *arguments],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert without_counts(done.stdout) == without_counts(output)


def test_there_are_examples_to_run() -> None:
    assert len(commands()) >= 2


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_run(page: Path) -> None:
    blocks = PYTHON.findall(page.read_text(encoding="utf-8"))
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        if "://" in path or path.startswith("mailto:"):
            continue
        file = (page.parent / path) if path else page
        assert file.exists(), f"{page.name} links to {target}"
        if anchor:
            headings = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.M)
            slugs = {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}
            assert anchor in slugs, f"{page.name} links to {target}"


def test_the_settings_page_shows_settings_that_are_understood(tmp_path: Path) -> None:
    from qbank.audit.settings import Settings, load_settings
    from qbank.audit.settings_file import SettingsTable

    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    block = re.search(r"^```toml\n(.*?)^```", page, re.M | re.S)
    assert block is not None
    (tmp_path / "qbank.toml").write_text(block[1], encoding="utf-8")
    settings = load_settings(tmp_path)
    defaults = Settings()
    assert {name.replace("-", "_") for name in tomllib.loads(block[1])} == set(SettingsTable.model_fields)
    assert settings.visual_folders == defaults.visual_folders
    assert settings.fail_on == defaults.fail_on
    assert settings.tolerances == defaults.tolerances
    assert settings.severities.keys() == {"QB402", "level-bloom-unusual"}
    assert set(settings.per_path_ignores) == {"questions/cloud/archive/**"}


def json_form(page: str, title: str) -> Any:
    """Return the form shown under a heading of the page on JSON, as data."""
    section = page.partition(f"## `{title}`\n")[2]
    block = re.search(r"^```text\n(.*?)^```", section, re.M | re.S)
    assert block is not None
    form = block[1].replace(" | null", "")
    return json.loads(re.sub(r"\b(int|str|float|EXAMPLE)\b(?!\")", '"-"', form))


def keys(form: Any) -> Any:
    """Leave only the keys of data, and of lists what one of their entries holds."""
    if isinstance(form, dict):
        return {name: keys(value) for name, value in form.items()}
    return keys(form[0]) if isinstance(form, list) and form else None


def test_the_json_page_shows_every_key(tmp_path: Path) -> None:
    """Of an audit, and of a verification of the same file, a missing key or one too many would show."""
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    path = tmp_path / "cloud-0001.yaml"
    path.write_text(laid_over("title: A Period.\n", str(path)), encoding="utf-8")

    def shown(*command: str) -> Any:
        done = subprocess.run(
            [sys.executable, "-m", "qbank", *command, "--format", "json"], stdout=subprocess.PIPE, check=False
        )
        return json.loads(done.stdout)

    assert keys(json_form(page, "qbank audit --format json")) == keys(
        shown("audit", str(path), "--select", "QB501")
    )
    verified = shown("verify", str(path))
    claim = next(claim for claim in verified["questions"][0]["claims"] if claim["computed"])
    verified["questions"][0]["claims"] = [claim]
    assert keys(json_form(page, "qbank verify --format json")) == keys(verified)
    form = json_form(page, "qbank rule --format json")
    rule = shown("rule", "QB501")
    assert form.keys() == rule.keys()
    example = re.search(r"^An `EXAMPLE` is `\{(.*?)\}`:", page, re.M | re.S)
    assert example is not None
    assert re.findall(r'"(\w+)":', example[1]) == list(rule["bad"][0])
    assert isinstance(shown("rule", "QB5"), list)


def test_the_page_of_the_format_has_every_word_of_a_short_list() -> None:
    from qbank.model.json_schema import question_schema

    page = (ROOT / "docs" / "question-format.md").read_text(encoding="utf-8")
    schema = question_schema()
    for body in (schema, *schema["$defs"].values()):
        for name, field in body["properties"].items():
            for word in field.get("enum", ()) if name != "topic" else ():
                assert word is None or f"- `{word}`" in page, f"{name}: {word}"


def test_the_version_is_said_once() -> None:
    import qbank

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" not in project
    assert project["dynamic"] == ["version"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", qbank.__version__)
