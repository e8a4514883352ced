"""The page `docs/rules.md`, made from the rules and their examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from qbank import lazy_re, pages
from qbank.rules import labs
from qbank.rules.bank import sets
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
class Shown:
    """An example as the page shows it."""

    title: str
    text: str
    language: str = "yaml"


_APART: Final = (physics, labs, sets)
"""The modules of rules that are about something else than the first ones of their hundred."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule as the page shows it."""

    code: str
    name: str
    severity: str
    on_request: bool
    summary: str
    explanation: str
    fixable: str | None
    examples: tuple[Shown, ...]

    @property
    def anchor(self) -> str:
        """The heading's anchor, as GitHub and most renderers make it."""
        return f"{self.code.lower()}-{self.name}"


@dataclass(frozen=True, slots=True)
class Family:
    """Rules whose codes begin alike, and what they are about."""

    prefix: str
    about: str
    rules: tuple[Entry, ...]


def families() -> list[Family]:
    """Return every rule, by the first digit of its code; what is about something else stands by itself."""
    heads: dict[str, str] = {}  # of a hundred, the first that tells what it is about
    apart: dict[str, tuple[str, str]] = {}
    for module in FAMILIES:
        prefix, _, text = (module.__doc__ or "").partition("\n")[0].partition(": ")
        about = text.strip().removesuffix(".")
        if module in _APART:
            apart |= {rule.code: (prefix, about) for rule in rules_of(module)}
        else:
            heads.setdefault(rules_of(module)[0].code[:3], about)

    def head(rule: Rule) -> tuple[str, str]:
        hundred = rule.code[:3]
        return apart.get(rule.code) or (f"{hundred}xx", heads[hundred])

    return [
        Family(prefix, about, tuple(_entry(rule) for rule in rules))
        for (prefix, about), rules in groupby(all_rules(), key=head)
    ]


def render() -> str:
    """Return the page."""
    return pages.render(TEMPLATE, families=families())


def _entry(rule: Rule) -> Entry:
    return Entry(
        code=rule.code,
        name=rule.name,
        severity=rule.severity.value,
        on_request=rule.on_request,
        summary=rule.summary,
        explanation=rule.explanation,
        fixable=rule.fixable.value if rule.fixable else None,
        examples=tuple(_shown(rule)),
    )


def _shown(rule: Rule) -> Iterator[Shown]:
    for examples, title in ((rule.bad, "Reported"), (rule.good, "Fine")):
        if not examples:
            continue
        example = examples[0]
        yield Shown(f"{title}{_left_out(example)}:", _text(example))
        if example.fixed is not None:
            yield Shown("Fixed:", _visible(example.fixed))


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
