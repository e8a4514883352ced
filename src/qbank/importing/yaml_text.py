"""Writing fields as YAML the way authors do: long texts as blocks, short lists on a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from qbank.bank.editing.roundtrip import dump, dump_field
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_bytes

_WIDTH: Final = 110
_WORD: Final = 40
_SHORT: Final = re.compile(r"[\w$€%] ?(?:[\w .,%+*/×^-]{0,60}[\w.%])?")


def yaml_text(data: dict[str, Any]) -> str:
    """Return the text of a file that holds exactly these fields."""
    return "".join(
        _word(name, value) if isinstance(value, str) and len(value) <= _WORD else _field(name, value)
        for name, value in data.items()
    )


@lru_cache(maxsize=1024)
def _word(name: str, value: str) -> str:
    """Return a field with a short text, which many questions of a source have alike."""
    return _field(name, value)


def _field(name: str, value: Any) -> str:
    for written in _ways(name, value):
        try:
            if read_bytes(written.encode()).data == {name: value}:
                return written
        except ReadError:
            continue
    raise AssertionError("a value in double quotes can always be read again")


def _ways(name: str, value: Any) -> Iterator[str]:
    """Yield ways to write a field, the one most pleasant to read first."""
    key = _key(name)
    if _fits_on_a_line(value) and len(flow := f"{key}: {dump(value, flow=True).strip()}\n") <= _WIDTH:
        yield flow
    if isinstance(value, dict) and value:
        yield f"{key}:\n{_indented(yaml_text(value))}"
    elif isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
        yield f"{key}:\n" + "".join(map(_item, value))
    plain = f"{key}:{dump_field(value)}\n"
    if isinstance(value, str) and "\n" not in value and len(plain) > _WIDTH and name != "title":
        yield f"{key}:{dump_field(value, style='>', width=_WIDTH - 4)}\n"
    yield plain
    if isinstance(value, str):
        yield f"{key}:{dump_field(value, style=chr(34))}\n"


@lru_cache(maxsize=256)
def _key(name: str) -> str:
    return dump_field(name).strip()


def _fits_on_a_line(value: Any) -> bool:
    if not isinstance(value, list | dict) or not value:
        return False
    inner = value.values() if isinstance(value, dict) else value
    return all(isinstance(one, int | float) or _is_short(one) for one in inner)


def _is_short(value: Any) -> bool:
    return isinstance(value, str) and _SHORT.fullmatch(value) is not None


def _item(value: Any) -> str:
    """Write an item of a list, dash and all."""
    if isinstance(value, dict) and value:
        return f"- {_indented(yaml_text(value))[2:]}"
    if _fits_on_a_line(value):
        return f"- {dump(value, flow=True).strip()}\n"
    return f"-{dump_field(value, in_list=True)}\n"


def _indented(text: str) -> str:
    return re.sub(r"^(?=.)", "  ", text, flags=re.MULTILINE)
