"""The names of QTI 3.0, `qti-choice-interaction`, as those of QTI 2, `choiceInteraction`."""

from __future__ import annotations

import re
from typing import Final

from qbank.importing.markup.element import Element

_HYPHEN: Final = re.compile(r"-([a-z])")


def with_names_of_2(element: Element) -> Element:
    """Return an element, and all within it, with the names of QTI 2."""
    waiting = [element]
    while waiting:
        node = waiting.pop()
        if node.name.startswith("qti-"):
            node.name = _camel(node.name.removeprefix("qti-"))
            node.attributes = {
                name if name.startswith("data-") else _camel(name): value
                for name, value in node.attributes.items()
            }
        waiting += node.children
    return element


def _camel(name: str) -> str:
    return _HYPHEN.sub(lambda match: match[1].upper(), name)
