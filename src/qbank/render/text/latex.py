"""Which LaTeX may be handed on as a formula.

Formulas are text of strangers. LaTeX can read files, define macros that grow without end, and link to
scripts. So only commands known to do no more than typeset are let through, and whatever holds another one is
shown as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from qbank.resources import schema_path

_LONGEST: Final = 2000
_DEEPEST: Final = 20

_BLOCKS: Final = (
    "aligned array bmatrix Bmatrix cases gathered matrix pmatrix smallmatrix split vmatrix Vmatrix"
)
_ENVIRONMENTS: Final = frozenset(_BLOCKS.split())

_COMMANDS: Final = frozenset(
    word
    for line in schema_path("latex-commands.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
    for word in line.split()
)
_COMMAND: Final = re.compile(r"\\(?:([A-Za-z]+)\*?|([\s\S]?))")
_SIGNS: Final = frozenset(",;:!>{}%$#&_| \\")
_ENVIRONMENT: Final = re.compile(r"\\(begin|end)\s*(?:\{([A-Za-z]+)\})?")
_FORBIDDEN: Final = re.compile(r"[$%#`~\x00-\x1f]|\^\^")


@lru_cache(maxsize=4096)
def is_formula(latex: str) -> bool:
    """Whether a text is LaTeX that any program may typeset: known commands, balanced, of bounded size."""
    if not latex.strip() or len(latex) > _LONGEST:
        return False
    # What a backslash makes harmless must not be looked at again.
    bare = _COMMAND.sub("", latex)
    if _FORBIDDEN.search(bare):
        return False
    for name, sign in _COMMAND.findall(latex):
        if name not in _COMMANDS if name else sign not in _SIGNS or not sign:
            return False
    braces = ((character == "{") - (character == "}") for character in bare)
    fences = ((name == "left") - (name == "right") for name, _ in _COMMAND.findall(latex))
    return _is_balanced(braces) and _environments_close(latex) and _is_balanced(fences)


def _is_balanced(steps: Iterable[int]) -> bool:
    """Whether what opens (1) and closes (-1) is balanced, and nowhere too deep."""
    depth = 0
    for step in steps:
        depth += step
        if not 0 <= depth <= _DEEPEST:
            return False
    return depth == 0


def _environments_close(latex: str) -> bool:
    opened: list[str] = []
    for word, name in _ENVIRONMENT.findall(latex):
        if name not in _ENVIRONMENTS:
            return False
        if word == "begin":
            opened.append(name)
        elif not opened or opened.pop() != name:
            return False
        if len(opened) > _DEEPEST:
            return False
    # Columns and rows have a meaning within an environment only.
    rows = "&" in _COMMAND.sub("", latex) or "\\\\" in latex
    return not opened and (not rows or "\\begin" in latex or "\\substack" in latex)
