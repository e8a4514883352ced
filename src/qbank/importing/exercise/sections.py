"""Parting the lines of an exercise: what it asks, parts, options, tables, hints and the answer.

The text stays as its author wrote it: fields hold Markdown too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from qbank.importing.markup.lines import Line, text_of
from qbank.importing.markup.source_text import cell_value

_HEADING: Final = r"(?:>\s*)?(?:[#]{1,6}\s+)?"
_NAMES: Final = {
    "answer": "answer", "solution": "answer", "correct answer": "answer", "correct": "answer", "a": "answer",
    "model answer": "answer", "sample answer": "answer", "explanation": "answer", "rationale": "answer",
    "hint": "hint", "napkin math": "napkin_math", "calculation": "napkin_math", "calculations": "napkin_math",
    "common mistake": "common_mistake", "pitfall": "common_mistake",
}  # fmt: skip
_NAME: Final = "|".join(sorted(map(re.escape, _NAMES), key=len, reverse=True))
_SECTION: Final = re.compile(
    rf"""
      {_HEADING} [*_]{{1,3}} (?P<bold>{_NAME}) s? (?:\s+[0-9.]+)? \s* [:.]? [*_]{{1,3}} \s* :? \s*
      (?P<text1>.*)
    | (?:>\s*)? \#{{1,6}} \s+ (?P<head>{_NAME}) s? (?:\s+[0-9.]+)? \s* [:.]? \s* $
    | (?:>\s*)? (?P<plain>{_NAME}) s? \s* : \s+ (?P<text2>\S.*)
    | (?:>\s*)? (?P<alone>{_NAME}) s? \s* : \s* $
    | \s{{0,9}} (?:<details[^>]*>)? \s{{0,9}} <summary> \s{{0,9}} (?:<[a-z]{{1,9}}>)? \s{{0,9}}
      (?P<summary>{_NAME}) s? [^<]*
      (?:</[a-z]+>\s*)+ $
    """,
    re.IGNORECASE | re.VERBOSE,
)
_DETAILS: Final = re.compile(r"\s*</?details[^>]*>\s*$", re.IGNORECASE)
_DETAILS_END: Final = re.compile(r"\s*</details>\s*$", re.IGNORECASE)
_PART: Final = re.compile(
    r"\s{0,8}(?:[-*]\s+)?(?:\*\*)?(?:\(([a-z]|[ivx]{2,4})\)|([a-z]|[ivx]{2,4})[.)])(?:\*\*)?\s+(.*)"
)
_LETTERS: Final = tuple("abcdefghijklmnopqrstuvwxyz")
_ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_OPTION: Final = re.compile(r"\s{0,8}(?:[-*]\s+)?(?:\*\*)?(?:\(([A-H])\)|([A-H])[.):])(?:\*\*)?\s+(.*)")
_BOX: Final = re.compile(r"\s{0,8}[-*]\s+\[([ xX])\]\s+(.*)")
_RIGHT: Final = re.compile(
    r"(?:option\s+)?[*_(]{0,3}([A-H])(?![A-Za-z0-9])[*_).:]{0,4}(?:\s*[-–—:]?\s+(?P<rest>.*)|$)", re.S
)
_RULE: Final = re.compile(r":?-+:?")
_CAPTION: Final = re.compile(r"(?:\*|_|\*\*)?(?::\s*|Table\b)(.{1,200}?)(?:\*\*|\*|_)?\s*$")
_CELL_END: Final = re.compile(r"(?<!\\)\|")


@dataclass(slots=True)
class Body:
    """An exercise in its parts, each of them the text that its author wrote."""

    asked: str = ""
    parts: list[dict[str, Any]] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    right: list[int] = field(default_factory=list)
    tables: list[dict[str, Any]] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    sections: dict[str, str] = field(default_factory=dict)


def looks_like_section(line: Line) -> bool:
    """Whether an answer, a hint or the like begins with a line."""
    return line.match(_SECTION) is not None


def read_body(first: str, lines: list[Line], number: int) -> Body:
    """Part the lines of an exercise; `first` is what stands behind its number, on line `number`."""
    body = Body()
    pieces: dict[str, list[Line]] = {"asked": [Line(number, first, False)] if first else []}
    into = pieces["asked"]
    for line in _at_the_margin(lines):
        if name := _begins(line):
            if name == "hint":
                body.hints.append("")
                name = f"hint {len(body.hints)}"
            into = pieces.setdefault(name, [])
            if into:
                into.append(Line(line.number, "", False))
            if rest := _rest(line):
                into.append(Line(line.number, rest, False))
        elif line.match(_DETAILS):
            into = pieces["asked"] if line.match(_DETAILS_END) else into
        else:
            into.append(line)
    body.hints = [text_of(pieces.pop(f"hint {place + 1}")) for place in range(len(body.hints))]
    asked = pieces.pop("asked")
    body.sections = {name: said for name, lines_ in pieces.items() if (said := text_of(lines_))}
    _take_options(asked, body)
    _take_parts(asked, body)
    body.asked = text_of(list(_without_tables(asked, body)))
    _take_right(body)
    _take_answers_of_parts(pieces.get("answer", []), body)
    return body


def _at_the_margin(lines: list[Line]) -> Iterator[Line]:
    """Yield lines without the margin that all of them have, as below the number of a list."""
    margin = min((len(line.text) - len(line.text.lstrip()) for line in lines if line.text.strip()), default=0)
    for line in lines:
        yield Line(line.number, line.text[margin:], line.code)


def _begins(line: Line) -> str:
    found = line.match(_SECTION)
    if found is None:
        return ""
    said = found["bold"] or found["head"] or found["plain"] or found["alone"] or found["summary"]
    return _NAMES[said.lower()]


def _rest(line: Line) -> str:
    found = line.match(_SECTION)
    return "" if found is None else (found["text1"] or found["text2"] or "").strip()


def _runs(lines: list[Line], pattern: re.Pattern[str], labels: Sequence[str]) -> list[tuple[int, str, str]]:
    """Return where labelled pieces begin, if there are several and they have these labels in order."""
    found: list[tuple[int, str, str]] = []
    for at, line in enumerate(lines):
        label = line.match(pattern)
        if label and len(found) < len(labels) and (label[1] or label[2]) == labels[len(found)]:
            found.append((at, label[1] or label[2], label[3]))
    return found if len(found) > 1 else []


def _take_options(asked: list[Line], body: Body) -> None:
    boxes = [(at, box) for at, line in enumerate(asked) if (box := line.match(_BOX))]
    starts = [(at, "", box[2]) for at, box in boxes] if len(boxes) > 1 else _runs(asked, _OPTION, "ABCDEFGH")
    if not starts:
        return
    ends = [at for at, _, _ in starts[1:]] + [_end_of_piece(asked, starts[-1][0])]
    for (start, _, said), end in zip(starts, ends, strict=True):
        body.options.append(text_of([Line(0, said, False), *_at_the_margin(asked[start + 1 : end])]))
    body.right = [place for place, (_, box) in enumerate(boxes) if box[1] != " "]
    del asked[starts[0][0] : ends[-1]]


def _end_of_piece(lines: list[Line], start: int) -> int:
    """Return where the last of several options ends: before a blank line that text at the margin follows."""
    for at in range(start + 1, len(lines)):
        if not lines[at].text.strip() and not any(
            line.text.startswith(" ") for line in lines[at + 1 : at + 2]
        ):
            return at
    return len(lines)


def _take_parts(asked: list[Line], body: Body) -> None:
    starts = _parts(asked)
    if not starts:
        return
    for (start, label, said), end in zip(starts, [*(at for at, _, _ in starts[1:]), len(asked)], strict=True):
        prompt = text_of([Line(0, said, False), *_at_the_margin(asked[start + 1 : end])])
        named = {} if label == _LETTERS[len(body.parts)] else {"label": label}
        body.parts.append(named | {"prompt": prompt or "TODO"})
    del asked[starts[0][0] :]


def _parts(lines: list[Line]) -> list[tuple[int, str, str]]:
    return _runs(lines, _PART, _LETTERS) or _runs(lines, _PART, _ROMAN)


def _take_answers_of_parts(lines: list[Line], body: Body) -> None:
    starts = _parts(lines) if body.parts else []
    if len(starts) != len(body.parts) or not starts:
        return
    for part, (start, _, said), end in zip(
        body.parts, starts, [*(at for at, _, _ in starts[1:]), len(lines)], strict=True
    ):
        if answer := text_of([Line(0, said, False), *_at_the_margin(lines[start + 1 : end])]):
            part["answer"] = answer
    body.sections["answer"] = text_of(lines[: starts[0][0]])


def _take_right(body: Body) -> None:
    """Take the letter that an answer begins with as the right option; what follows it explains."""
    found = _RIGHT.match(body.sections.get("answer", "")) if body.options and not body.right else None
    if found is None or ord(found[1]) - ord("A") >= len(body.options):
        return
    body.right = [ord(found[1]) - ord("A")]
    rest = (found["rest"] or "").strip()
    body.sections["answer"] = rest or f"**{body.options[body.right[0]]}**"


def _without_tables(lines: list[Line], body: Body) -> Iterator[Line]:
    """Yield the lines that are in no table; take tables, each with the line of its caption."""
    at = 0
    while at < len(lines):
        if not _starts_table(lines, at):
            yield lines[at]
            at += 1
            continue
        end = at + 2
        while end < len(lines) and "|" in lines[end].text and not lines[end].code:
            end += 1
        header, *rows = (_cells(lines[place].text) for place in range(at, end) if place != at + 1)
        table: dict[str, Any] = {
            "columns": header,
            "rows": [[*map(cell_value, row), *[""] * len(header)][: len(header)] for row in rows],
        }
        below = next(
            (place for place in range(end, min(end + 2, len(lines))) if lines[place].text.strip()), None
        )
        caption = lines[below].match(_CAPTION) if below is not None else None
        if caption and below is not None:
            table = {"caption": caption[0].strip(" *_:")} | table
            end = below + 1
        body.tables.append(table)
        at = end


def _starts_table(lines: list[Line], at: int) -> bool:
    if at + 1 >= len(lines) or lines[at].code or "|" not in lines[at].text or "|" not in lines[at + 1].text:
        return False
    header, rule = _cells(lines[at].text), _cells(lines[at + 1].text)
    return all(header) and len(header) == len(rule) and all(map(_RULE.fullmatch, rule))


def _cells(line: str) -> list[str]:
    bare = line.strip().removeprefix("|")
    if bare.endswith("|") and not bare.endswith("\\|"):
        bare = bare[:-1]
    return [cell.strip() for cell in _CELL_END.split(bare)]
