"""Reading a file of data: YAML to plain data, bounded, with the line of any part of it.

Files of a bank come from strangers: size, depth and the number of values are bounded, and what data do not
need (anchors, aliases, tags) is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    ScalarEvent,
)

from qbank import lazy_re

MAX_BYTES: Final = 4 << 20
"""The largest file that is read."""
MAX_DEPTH: Final = 12
"""How deep lists and mappings may lie in each other."""
MAX_VALUES: Final = 400_000
"""How many keys and values a file may hold."""

DataPath = tuple[str | int, ...]

_INTEGER: Final = lazy_re.compile(r"[-+]?[0-9]{1,40}")
_DECIMAL: Final = lazy_re.compile(r"[-+]?(?:[0-9]{1,40}\.[0-9]{0,40}|\.[0-9]{1,40})(?:[eE][-+]?[0-9]{1,2})?")
_EXPONENT: Final = lazy_re.compile(r"[-+]?[0-9]{1,40}[eE][-+]?[0-9]{1,2}")
_WORDS: Final[dict[str, bool | None]] = {
    "true": True,
    "false": False,
    "null": None,
    "~": None,
    "": None,
}


class DataError(Exception):
    """A file that cannot be read, and the line to look at."""

    def __init__(self, path: Path, line: int, message: str) -> None:
        super().__init__(f"{path}:{line}: {message}")
        self.path = path
        self.line = line
        self.message = message


def read_data(path: Path) -> Any:
    """Return the data of a YAML file; dates stay text.

    Raises:
        DataError: the file cannot be read, or is not YAML within the bounds.
    """
    return _Builder(path).build(_events(path))


class Lines:
    """The lines on which the parts of a file begin; it is read for that when the first one is asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[DataPath, int] | None = None

    def of(self, wanted: DataPath) -> int:
        """Return the line of a part, or of the nearest part around it that exists."""
        if self._known is None:
            self._known = {}
            # A file that cannot be read any more has the lines up to there.
            with suppress(DataError):
                _Builder(self._path, self._known).build(_events(self._path))
        for length in range(len(wanted), 0, -1):
            if wanted[:length] in self._known:
                return self._known[wanted[:length]]
        return 1


def _events(path: Path) -> Iterator[Event]:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise DataError(path, 1, f"cannot be read: {(error.strerror or str(error)).lower()}") from error
    if len(data) > MAX_BYTES:
        raise DataError(path, 1, f"holds more than {MAX_BYTES:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DataError(path, line, "is not UTF-8") from error
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        yield from yaml.parse(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        said = f"this is not valid YAML: {error.problem or 'the structure is broken'}"
        raise DataError(path, mark.line + 1 if mark else 1, said) from error
    except yaml.YAMLError as error:
        raise DataError(path, 1, "holds characters that YAML does not allow") from error


class _Builder:
    """Puts data together from events; `lines` is filled with the line of every part, if it is given."""

    def __init__(self, path: Path, lines: dict[DataPath, int] | None = None) -> None:
        self._path = path
        self._lines = lines
        self._places: list[str | int] = []

    def build(self, events: Iterator[Event]) -> Any:
        root: list[Any] = []
        stack: list[list[Any] | dict[str, Any]] = []
        top: list[Any] | dict[str, Any] = root
        keys: list[str | None] = []
        key: str | None = None
        count = documents = 0
        noting = self._lines is not None
        for event in events:
            value: Any
            if isinstance(event, ScalarEvent):
                if event.anchor is not None or event.tag is not None:
                    raise self._refused(event)
                count += 1
                if key is None and type(top) is dict:
                    key = event.value
                    if key in top:
                        raise self._error(event, f"the field {key[:60]!r} stands here twice")
                    if noting:
                        self._note(event, key)
                    continue
                value = event.value if event.style else _plain(event.value)
                if noting and key is None:
                    self._note(event, len(top))
            elif isinstance(event, CollectionStartEvent):
                count += 1
                self._check_start(event, is_name=key is None and type(top) is dict)
                if noting and key is None:
                    self._note(event, len(top))
                self._places.append(key if key is not None else len(top))
                stack.append(top)
                keys.append(key)
                top, key = ({} if isinstance(event, MappingStartEvent) else []), None
                continue
            elif isinstance(event, CollectionEndEvent):
                value = top
                top, key = stack.pop(), keys.pop()
                self._places.pop()
            elif isinstance(event, AliasEvent):
                raise self._error(event, "aliases (*) are not read here; write the value out")
            elif isinstance(event, DocumentStartEvent) and (documents := documents + 1) > 1:
                raise self._error(event, "a second document begins here; a file holds one")
            else:
                continue
            if count > MAX_VALUES:
                raise self._error(event, f"holds more than {MAX_VALUES:,} values")
            if key is not None:
                top[key] = value  # type: ignore[call-overload] # a key is there in a mapping only
                key = None
            else:
                top.append(value)  # type: ignore[union-attr]
        return root[0] if root else None

    def _check_start(self, event: CollectionStartEvent, *, is_name: bool) -> None:
        if event.anchor is not None or event.tag is not None:
            raise self._refused(event)
        if is_name:
            raise self._error(event, "the name of a field is a text, not a list or mapping")
        if len(self._places) >= MAX_DEPTH:
            raise self._error(event, f"lists and mappings lie more than {MAX_DEPTH} deep")

    def _refused(self, event: ScalarEvent | CollectionStartEvent) -> DataError:
        if event.anchor is not None:
            return self._error(event, "anchors (&) are not read here; write the value out")
        return self._error(event, "tags (!) are not read here; quote a text that begins with '!'")

    def _note(self, event: Event, place: str | int) -> None:
        # The outermost list is only there to hold the root.
        if self._lines is not None and self._places:
            self._lines[(*self._places[1:], place)] = _line(event)

    def _error(self, event: Event, message: str) -> DataError:
        return DataError(self._path, _line(event), message)


def _line(event: Event) -> int:
    return event.start_mark.line + 1 if event.start_mark is not None else 1


def _plain(text: str) -> str | int | float | bool | None:
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in "+-.0123456789":
        if _INTEGER.fullmatch(text):
            return int(text)
        if _DECIMAL.fullmatch(text) or _EXPONENT.fullmatch(text):
            return float(text)
    return text
