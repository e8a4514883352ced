"""Habits of quizzes in Markdown that are no headings: blocks between tags, and keys on one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from qbank.importing.markup.lines import Line

_BEGIN: Final = re.compile(r"\s*<(?:quiz|question)(?:\s[^>]*)?>\s*$", re.I)
_END: Final = re.compile(r"\s*</(?:quiz|question)>\s*$", re.I)
_BOX: Final = re.compile(r"\s{0,8}[-*]\s+\[[ xX]\]\s+\S")
_GAP: Final = re.compile(r"\[\[([^\[\]]{1,200})\]\]")
_PAIR: Final = re.compile(r"(?:^|[\s,;|])(\d{1,3})\s*[.):-]\s*([A-Ja-j])(?=$|[\s,;|])")


def plain_quizzes(lines: Sequence[Line]) -> list[Line]:
    """Return lines with a heading in place of each `<quiz>`, and what is below its options as the answer."""
    if not any(line.match(_BEGIN) for line in lines):
        return list(lines)
    plain: list[Line] = []
    block: list[Line] | None = None
    count = 0
    for line in lines:
        if line.match(_BEGIN):
            count += 1
            plain.append(Line(line.number, f"### Question {count}", False))
            block = []
        elif block is not None and line.match(_END):
            plain += _block(block)
            block = None
        elif block is not None:
            block.append(line)
        else:
            plain.append(line)
    return plain + (block or [])


def _block(lines: list[Line]) -> Iterator[Line]:
    boxes = [at for at, line in enumerate(lines) if line.match(_BOX)]
    gaps: list[str] = []
    for at, line in enumerate(lines):
        text = line.text
        if not line.code and _GAP.search(text):
            gaps += _GAP.findall(text)
            text = _GAP.sub("_____", text)
        yield Line(line.number, text, line.code)
        if boxes and at == boxes[-1] and any(after.text.strip() for after in lines[at + 1 :]):
            yield Line(line.number, "", False)
            yield Line(line.number, "Explanation:", False)
    if gaps:
        yield Line(lines[-1].number, "", False)
        yield Line(lines[-1].number, f"Answer: {'; '.join(gaps)}", False)


def one_a_line(lines: Sequence[Line]) -> list[Line]:
    """Return lines of a key with `1. B  2. C` on a line as several."""
    parted: list[Line] = []
    for line in lines:
        pairs = [] if line.code else _PAIR.findall(line.text)
        if len(pairs) > 1 and not _PAIR.sub("", line.text).strip(" ,;|"):
            parted += [Line(line.number, f"{number}. {letter.upper()}", False) for number, letter in pairs]
        else:
            parted.append(line)
    return parted
