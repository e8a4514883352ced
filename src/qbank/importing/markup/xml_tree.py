"""Reading XML of strangers into a tree in which every element knows its line.

The parser of the standard library is told to take no entities but those of XML itself: a document that
declares one is refused, so none can grow, and nothing outside of the document is ever opened.
"""

from __future__ import annotations

from typing import Final
from xml.parsers import expat

from qbank.importing.markup.element import Element
from qbank.importing.place import Place, SourceError

DEEPEST: Final = 100
MOST_ELEMENTS: Final = 2_000_000


def read_xml(data: bytes, place: Place) -> Element:
    """Read a document.

    Raises:
        SourceError: it is not well-formed, declares entities, or is too deep or too large.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_size = 2**16
    root = Element("")
    stack = [root]
    count = 0

    def refused(why: str) -> SourceError:
        return place.at(parser.CurrentLineNumber).error(f"cannot be read: {why}")

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if len(stack) > DEEPEST or count > MOST_ELEMENTS:
            raise refused("its elements are nested too deep, or too many")
        bare = {_local(key): value for key, value in attributes.items()}
        element = Element(_local(name), bare, parser.CurrentLineNumber)
        stack[-1].content.append(element)
        stack.append(element)

    def characters(text: str) -> None:
        stack[-1].content.append(text)

    def entity(*_declared: object) -> None:
        raise refused("it declares an entity; write the characters themselves")

    def unknown(name: str, is_parameter: bool) -> None:
        if not is_parameter:
            raise refused(f"the entity &{name}; is not known; write the character itself")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _name: stack.pop()
    parser.CharacterDataHandler = characters
    parser.EntityDeclHandler = entity
    parser.SkippedEntityHandler = unknown
    parser.buffer_text = True
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError) as error:
        reason = expat.ErrorString(error.code) if isinstance(error, expat.ExpatError) else str(error)
        raise place.at(parser.CurrentLineNumber).error(f"not well-formed XML: {reason}") from None
    return root.children[0]


def _local(name: str) -> str:
    return name.rpartition(" ")[2]
