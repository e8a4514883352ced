"""The page `docs/rules.md`, made from the rules and their examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from qbank import lazy_re, pages
from qbank.rules import labs
from qbank.rules.bank import measured, sets
from qbank.rules.core.base import Example, Rule
from qbank.rules.physics import physics
from qbank.rules.registry import FAMILIES, all_rules, rules_of

TEMPLATE = "docs/rules.md.j2"

_LONGEST_LINE = 100
_MOST_LINES = 12
_VISIBLE = lazy_re.compile(
    r"[^\n\t -\u00ac\u00ae-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\ud7ff\U0001f300-\U0001faff]"
)


@dataclass(frozen=True, slots=True)
class Family:
    """Rules whose codes begin alike, and what they are about."""

    prefix: str
    about: str
    rules: tuple[Rule, ...]


_APART: Final = (physics, labs, sets, measured)
"""The modules of rules that are about something else than the first ones of their hundred."""


def families() -> list[Family]:
    """Return every rule, by the first digit of its code; what is about something else stands by itself."""
    heads: dict[str, tuple[str, str]] = {}  # by code, or by the first module of a hundred
    for module in FAMILIES:
        codes = [rule.code for rule in rules_of(module)]
        prefix, _, text = (module.__doc__ or "").partition("\n")[0].partition(": ")
        about = text.strip().removesuffix(".")
        if module in _APART:
            heads |= dict.fromkeys(codes, (prefix, about))
        else:
            heads.setdefault(codes[0][:3], (f"{codes[0][:3]}xx", about))
    by_head = groupby(all_rules(), key=lambda rule: heads.get(rule.code) or heads[rule.code[:3]])
    return [Family(*head, tuple(rules)) for head, rules in by_head]


def render() -> str:
    """Return the page."""
    return pages.render(TEMPLATE, families=families(), examples_of=_examples)


def _examples(rule: Rule) -> Iterator[tuple[str, str]]:
    """Yield what the page shows of a rule's examples: a title, and a text."""
    for examples, title in ((rule.bad, "Reported"), (rule.good, "Fine")):
        for example in examples[:1]:
            yield f"{title}{_left_out(example)}:", _text(example)
            if example.fixed is not None:
                yield "Fixed:", _visible(example.fixed)


def _left_out(example: Example) -> str:
    if not example.without:
        return ""
    names = " and ".join(f"`{name}`" for name in example.without)
    return f", without {names}"


def _text(example: Example) -> str:
    snippet = example.yaml.decode("latin-1") if isinstance(example.yaml, bytes) else example.yaml
    parts = [_file(example.path, snippet, named=bool(example.others) or not snippet)]
    parts += [_file(path, content, named=True) for path, content in example.others.items()]
    return "\n\n".join(parts).rstrip("\n")


def _file(path: str, content: str, *, named: bool) -> str:
    text = _visible(content)
    return f"# {path}\n{text}" if named else text


def _visible(text: str) -> str:
    """Shorten what is too long to read, and name what cannot be seen."""
    lines = text.rstrip("\n").split("\n")
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], "…"]
    short = "\n".join(line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…" for line in lines)
    return _VISIBLE.sub(lambda match: f"⟨U+{ord(match[0]):04X}⟩", short)
