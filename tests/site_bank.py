"""Reading the files of a site, and a text that would like to do harm."""

from __future__ import annotations

import json
from typing import Any

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
HOSTILE += "\x1b[31m {{ 7*7 }} [x](javascript:alert(3))"


def data_of(files: dict[str, bytes], name: str) -> Any:
    """Return what a file of data holds."""
    content = files[f"data/{name}.js"].decode()
    head = f'qbankData("{name}",'
    assert content.startswith(head)
    return json.loads(content.removeprefix(head).removesuffix(");\n"))


def pages(files: dict[str, bytes], kind: str = "page") -> dict[str, Any]:
    """Return all pages, or the parts for authors, by the ids of their questions."""
    names = [name[5:-3] for name in files if name.startswith(f"data/{kind}-")]
    return {id_: page for name in names for id_, page in data_of(files, name).items()}
