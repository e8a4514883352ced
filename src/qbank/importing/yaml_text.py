"""Writing the fields of a question as YAML the way authors do: long texts as blocks."""

from __future__ import annotations

import re
from typing import Any, Final

from qbank.bank.problems import ReadError
from qbank.bank.reader import read_bytes
from qbank.bank.roundtrip import dump, dump_field

_WIDTH: Final = 110
_SAFE_FLOW: Final = re.compile(r"[\w .-]{1,100}")


def yaml_text(data: dict[str, Any]) -> str:
    """Return the text of a file that holds exactly these fields."""
    return "".join(_field(name, value) for name, value in data.items())


def _field(name: str, value: Any) -> str:
    if isinstance(value, dict) and value and all(isinstance(key, str) for key in value):
        inner = "".join(_field(key, one) for key, one in value.items())
        return f"{name}:\n" + re.sub(r"^(?=.)", "  ", inner, flags=re.MULTILINE)
    for written in _ways(name, value):
        try:
            if read_bytes(written.encode()).data == {name: value}:
                return written
        except ReadError:
            continue
    raise AssertionError("a text in double quotes can always be read again")


def _ways(name: str, value: Any) -> list[str]:
    """Return ways to write a field, the one most pleasant to read first."""
    plain = f"{name}:{dump_field(value)}\n"
    if not isinstance(value, str):
        short = isinstance(value, list) and all(
            isinstance(one, str) and _SAFE_FLOW.fullmatch(one) for one in value
        )
        flow = f"{name}: {dump(value, flow=True).strip()}\n" if short else plain
        return [flow if len(flow) <= _WIDTH else plain, plain]
    ways = [plain, f"{name}:{dump_field(value, style=chr(34))}\n"]
    if len(plain) > _WIDTH and "\n" not in value and name != "title":
        ways.insert(0, f"{name}:{dump_field(value, style='>', width=_WIDTH - 4)}\n")
    return ways
