"""The forms of JSON that the page on it shows."""

from __future__ import annotations

import json
import re
from typing import Any


def json_form(page: str, title: str) -> Any:
    """Return the form shown under a heading of the page on JSON, as data."""
    section = page.partition(f"## `{title}`\n")[2]
    block = re.search(r"^```text\n(.*?)^```", section, re.M | re.S)
    assert block is not None
    form = block[1].replace(" | null", "")
    return json.loads(re.sub(r"\b(int|str|float|bool|EXAMPLE)\b(?!\")", '"-"', form))


def keys(form: Any) -> Any:
    """Leave only the keys of data, and of lists what one of their entries holds."""
    if isinstance(form, dict):
        return {name: keys(value) for name, value in form.items()}
    return keys(form[0]) if isinstance(form, list) and form else None
