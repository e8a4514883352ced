"""Making sites, reading their files, and a text that would like to do harm."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from qbank.audit.settings import load_settings
from qbank.site.build import Site, build
from qbank.site.settings import site_settings

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
HOSTILE += "\x1b[31m {{ 7*7 }} [x](javascript:alert(3))"


def made(root: Path, *, public: bool = False, drafts: bool = False, **options: Any) -> Site:
    """Make the site of a bank; of rules, those about fields are enough to have findings shown."""
    settings = replace(load_settings(root), select=("QB1", "QB2"))
    return build(settings, site_settings(settings, public=public, drafts=drafts), jobs=1, **options)


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
