"""Rules for people: the list of them, and the page of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qbank.report.terminal import DEFAULT_WIDTH, Style, sanitize, wrap
from qbank.rules.core.base import EXAMPLE_PATH, Example, Rule

_BELOW = " " * 7
_SHOWN_LINES = 24
"""Examples of files that are too long would bury the explanation."""


def rule_table(rules: Sequence[Rule], style: Style) -> Iterator[str]:
    """Yield the rules: code, severity, whether it has a fix, name and summary.

    A rule is a line, for programs that look for words in it; in a narrow terminal its summary stands below.
    """
    names = max((len(rule.name) for rule in rules), default=0)
    for rule in rules:
        fixable = "fix" if rule.fixable == "safe" else "fix!" if rule.fixable == "unsafe" else ""
        severity = style.paint(f"{rule.severity:7}", rule.severity)
        start = f"{style.paint(rule.code, 'bold')}  {severity}  {fixable:4}  {rule.name:{names}}"
        if style.width >= DEFAULT_WIDTH:
            yield f"{start}  {rule.summary}\n"
        else:
            yield f"{start.rstrip()}\n"
            yield from (f"{line}\n" for line in wrap(rule.summary, style.width, _BELOW, _BELOW))


def rule_page(rule: Rule, style: Style) -> Iterator[str]:
    """Yield the page of one rule: what it is about, why, what to do, and its examples."""
    yield f"{style.paint(f'{rule.code} {rule.name}', 'bold')}\n"
    fixable = f", {rule.fixable} fix" if rule.fixable else ", no fix"
    asked = ", only when selected" if rule.on_request else ""
    yield f"{style.paint(rule.severity, rule.severity)}{fixable}{asked}\n\n"
    for paragraph in rule.explanation.split("\n\n"):
        yield f"{_wrapped(paragraph, style.width)}\n\n"
    for title, examples in (("Reported", rule.bad), ("Fine", rule.good)):
        for example in examples:
            yield f"{style.paint(title, 'bold')}:\n{_example(example)}\n"


def _wrapped(paragraph: str, width: int) -> str:
    # Lists and code in an explanation keep their lines.
    lines = paragraph.splitlines()
    if any(line.startswith((" ", "-", "*")) for line in lines):
        return "\n".join(piece for line in lines for piece in _item(line, width))
    return "\n".join(wrap(" ".join(paragraph.split()), min(width, 100)))


def _item(line: str, width: int) -> list[str]:
    """Return the lines of an item of a list; code is left alone."""
    return wrap(line, width, rest="  ") if line.startswith(("- ", "* ")) else [line]


def example_text(content: str | bytes) -> str:
    """Return what a file of an example holds; bytes that are no UTF-8 as escapes."""
    return content if isinstance(content, str) else content.decode("utf-8", "backslashreplace")


def _example(example: Example) -> str:
    shown = []
    # The name of the file matters where it is not the usual one, and where there are several.
    named = example.others or example.path != EXAMPLE_PATH
    files = {example.path if named else "": example.yaml, **example.others}
    for path, content in files.items():
        if path:
            shown.append(f"    # {path}")
        lines = example_text(content).splitlines()
        shown += [f"    {sanitize(line)}".rstrip() for line in lines[:_SHOWN_LINES]]
        if len(lines) > _SHOWN_LINES:
            shown.append(f"    # ... and {len(lines) - _SHOWN_LINES:,} more lines")
    if example.without:
        shown.append(f"    # without {', '.join(example.without)}")
    return "\n".join(shown) + "\n"
