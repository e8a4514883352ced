"""Commands and options that pages speak of exist, and every command and rule has its place in the pages."""

from __future__ import annotations

import re
import shlex
from typing import Any

import yaml

from docs.pages import PAGES, ROOT, blocks, name, prose
from each import each
from qbank.cli.app import command_table
from qbank.cli.reference import commands
from qbank.napkin.verdicts import EXPLANATIONS, Verdict
from qbank.rules.registry import all_rules

SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
PLACEHOLDER = re.compile(r"[A-Z][A-Z0-9]*|\.\.\.|\$.*|…")
COMMAND = re.compile(r"qbank(?: |$)")
REFERENCE = {"docs/commands.md", "docs/rules.md"}
"""Pages that are made from the code: what is on them is there anyway."""


def fault(line: str) -> str | None:
    """Say what is wrong with a command line, without running it."""
    words = shlex.split(re.split(r" (?:\|\|?|&&|<|>|<<<) ", line)[0], comments=True)[1:]
    command: Any = command_table()
    while words and hasattr(command, "commands"):
        if PLACEHOLDER.fullmatch(words[0]):
            return None
        if words[0].startswith("-"):
            break
        if words[0] not in command.list_commands(None):
            return f"there is no command {words[0]}"
        command = command.get_command(None, words.pop(0))
    options = {name: one for one in command.params for name in (*one.opts, *one.secondary_opts)}
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    given = 0
    while words:
        word = words.pop(0)
        option, _, value = word.partition("=")
        if word == "--":
            given += len(words)
            break
        if not word.startswith("-") or word == "-":
            given += 1
        elif option == "--help":
            continue
        elif option not in options:
            return f"there is no option {option}"
        elif not options[option].is_flag:
            value = value or (words.pop(0) if words else "")
            choices = str(options[option].metavar or "")
            known = PLACEHOLDER.fullmatch(value) or value in choices.strip("<>").split("|")
            if choices.startswith("<") and not known:
                return f"{option} does not take {value!r}"
    most = sum(one.nargs if one.nargs > 0 else 1000 for one in arguments)
    return f"there are {given} arguments and at most {most}" if given > most else None


def spoken_of() -> list[tuple[str, str]]:
    """Return page and command line of every command that is named in a text."""
    found = []
    for page in PAGES:
        for span in SPAN.findall(prose(page)):
            line = " ".join(span.split())
            if COMMAND.match(line):
                found.append((name(page), line))
    return found


def scripted() -> list[tuple[str, str]]:
    """Return page and command line of what the workflows and editors of a page start."""
    found = []
    for block in blocks("yaml", "json", "lua", "toml", "lisp"):
        for line in re.findall(r"^\s*(?:- )?(?:run: |entry: )?(qbank .*)$", block.content, re.M):
            found.append((block.place, line))
        for command in re.findall(r'"qbank",? "(\w+)"', block.content):
            found.append((block.place, f"qbank {command}"))
    return found


@each("place, line", sorted({*spoken_of(), *scripted()}))
def test_a_command_that_is_spoken_of_exists(place: str, line: str) -> None:
    assert fault(line) is None, f"{place}: `{line}`: {fault(line)}"


def test_faults_are_found() -> None:
    assert fault("qbank audit --fix --diff x.yaml || exit 1") is None
    assert fault("qbank formula eval x a=1 --solve-for a") is None
    assert fault("qbank adit") == "there is no command adit"
    assert fault("qbank audit --fixx") == "there is no option --fixx"
    assert fault("qbank audit --format xml") == "--format does not take 'xml'"
    assert fault("qbank rule QB1 QB2") == "there are 2 arguments and at most 1"


def test_options_that_are_spoken_of_exist() -> None:
    known = {"--help", "--version"} | {
        option
        for command in commands(command_table())
        for one in command.options
        for option in SPAN.findall(one.names)
    }
    for page in PAGES:
        for span in SPAN.findall(prose(page)):
            word = re.split(r"[ =\n]", span)[0]
            assert not re.match("--[a-z]", word) or word in known, f"{name(page)}: `{span}`"


def test_workflows_of_the_tutorial_start_commands() -> None:
    assert len([line for place, line in scripted() if place.startswith("docs/tutorial-ci.md")]) >= 5


def test_every_command_is_on_a_page_that_explains_it() -> None:
    texts = [page.read_text(encoding="utf-8") for page in PAGES if name(page) not in REFERENCE]
    for command in commands(command_table()):
        assert any(command.path in text for text in texts), f"no page says what `{command.path}` is for"


def test_every_rule_has_a_section_and_no_other_is_spoken_of() -> None:
    rules = {rule.code: rule for rule in all_rules()}
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    for code, rule in rules.items():
        section = page.partition(f"### {code} {rule.name}\n")[2].partition("\n### ")[0]
        assert rule.explanation in section
        assert section.count("```") >= 2 * len(rule.bad[:1] + rule.good[:1]), f"{code} lacks examples"
    for other in PAGES:
        if name(other) in REFERENCE:  # a suppression of a rule that there is not is one of its examples
            continue
        named = set(re.findall(r"\bQB\d{3}\b", other.read_text(encoding="utf-8")))
        assert named <= rules.keys(), f"{name(other)} names {named - rules.keys()}"


def test_every_verdict_and_reason_is_explained() -> None:
    page = (ROOT / "docs" / "verdicts.md").read_text(encoding="utf-8")
    for verdict in Verdict:
        assert f"\n| {verdict} | " in page
    for reason, meaning in EXPLANATIONS.items():
        assert f"\n| `{reason}` | {meaning} |" in page


def test_the_action_has_the_inputs_that_the_page_lists() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8").partition("## GitHub Action\n")[2]
    assert {*action["inputs"], *action["outputs"]} <= set(SPAN.findall(page))
