"""How a text is written down changes no finding about what it says: quotes, line breaks and capitals."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import yaml

from each import each
from qbank.rules.core.base import Example, Rule
from qbank.rules.registry import all_rules
from rules.rule_examples import laid_over

ABOUT_MEANING = ("QB3", "QB7", "QB8", "QB90")
"""The rules that read what a text says, and not its spelling."""
_INDENT = "    "


def _in_double_quotes(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _in_single_quotes(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _folded(text: str) -> str:
    """Break a text at every third blank; what is folded reads as one line."""
    words = text.split(" ")
    lines = [" ".join(words[at : at + 3]) for at in range(0, len(words), 3)]
    return ">-\n" + "\n".join(_INDENT + line for line in lines)


def _with_capitals(text: str) -> str:
    """Write every long word with a capital; short ones may be units."""
    return _in_double_quotes(re.sub(r"(?<![\w/])[a-z]{5,}(?![\w/])", lambda word: word[0].capitalize(), text))


WAYS = (_in_double_quotes, _in_single_quotes, _folded, _with_capitals)


def _written(fields: dict[str, Any], way: Callable[[str], str], indent: str = "") -> Iterator[str]:
    for name, value in fields.items():
        if isinstance(value, dict) and name == "details":
            yield f"{indent}{name}:\n{''.join(_written(value, way, indent + '  '))}"
        elif isinstance(value, str) and "\n" not in value.strip():
            yield f"{indent}{name}: {way(value.strip())}\n"
        else:
            yield f"{indent}{name}: {json.dumps(value, ensure_ascii=False)}\n"


def _examples() -> Iterator[tuple[Rule, Example]]:
    for rule in all_rules():
        if rule.code.startswith(ABOUT_MEANING):
            yield from ((rule, example) for example in rule.bad if isinstance(example.yaml, str))


@each("way", WAYS)
def test_a_paraphrase_keeps_its_finding(audit: Any, way: Callable[[str], str]) -> None:
    lost = []
    for rule, example in _examples():
        snippet = "".join(_written(yaml.safe_load(example.yaml), way))
        text = laid_over(snippet, example.path, example.without)
        found = audit({example.path: text}, rules=[rule.code]).of(rule.code)
        if len(found) != (1 if isinstance(example.underlines, str) else len(example.underlines or ())):
            lost.append((rule.code, snippet))
    assert lost == []
