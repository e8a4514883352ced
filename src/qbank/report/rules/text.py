"""Rules for people: the list of them, and the page of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qbank.report.terminal import Style, sanitize, wrap
from qbank.rules.core.base import EXAMPLE_PATH, Example, Rule

_SHOWN_LINES = 24
"""Examples of files that are too long would bury the explanation."""


def rule_table(rules: Sequence[Rule], style: Style) -> Iterator[str]:
    """Yield a line a rule: code, severity, whether it has a fix, name and summary."""
    names = max((len(rule.name) for rule in rules), default=0)
    for rule in rules:
        fixable = "fix" if rule.fixable == "safe" else "fix!" if rule.fixable == "unsafe" else ""
        severity = style.paint(f"{rule.severity:7}", rule.severity)
        start = f"{style.paint(rule.code, 'bold')}  {severity}  {fixable:4}  {rule.name:{names}}"
        yield f"{start}  {rule.summary}\n"


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
    if any(line.startswith((" ", "-", "*")) for line in paragraph.splitlines()):
        return paragraph
    return "\n".join(wrap(" ".join(paragraph.split()), min(width, 100)))


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
