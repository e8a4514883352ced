"""Regular expressions that are compiled when they are first used.

There are hundreds; most runs use a few dozen, and compiling all of them takes as long as ten files do.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")
_FACTS = ("flags", "groups", "groupindex")


class _Lazy:
    """Stands for a pattern; once it is compiled, its methods are attributes here, found without a detour."""

    def __init__(self, pattern: Any, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name not in _METHODS and name not in _FACTS:
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self._flags)
        self.__dict__.update((own, getattr(compiled, own)) for own in (*_METHODS, *_FACTS))
        return self.__dict__[name]


def compile(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:  # noqa: A001 - the name that `re` gives it
    """Return what can be used like `re.compile(pattern, flags)`, except as an argument of functions of `re`.

    A mistake in the pattern shows up when it is first used, as `re.error`.
    """
    return cast("re.Pattern[AnyStr]", _Lazy(pattern, flags))
