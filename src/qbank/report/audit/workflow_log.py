r"""Keeping what a report quotes from being taken for a command by the runner that reads the log.

GitHub's runner takes `##[` for one anywhere in a line, and `::` at its beginning. Our lines begin with a
path, so a path is all that could bring `::` there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping


def is_watched(environment: Mapping[str, str] | None = None) -> bool:
    """Whether such a runner reads what we write."""
    return (os.environ if environment is None else environment).get("GITHUB_ACTIONS") == "true"


def harmless(chunks: Iterable[str], *, commands: bool = False) -> Iterator[str]:
    r"""Yield chunks of whole lines without what would be a command; with `commands`, `::` is meant.

    Inside JSON `##[` becomes `##\u005b`, which is the same text.
    """
    for chunk in chunks:
        safe = chunk
        if "##[" in safe:
            safe = safe.replace("##[", "##\\u005b")
        if not commands and safe.lstrip().startswith("::"):
            safe = f"./{safe.lstrip()}"
        yield safe
