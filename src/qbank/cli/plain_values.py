"""Reading flags, texts and paths on the command line as they are.

Newer versions of typer have pydantic read every value, even one that was not given; to import it takes longer
than to audit a file. Older ones have no such readers, and are left as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args, get_origin

from typer.core import TyperGroup

_READERS = "_runtime_param"


class PlainValue:
    """Stands where typer keeps what reads the values of a parameter."""

    def __init__(self, read: Callable[[Any], Any]) -> None:
        self._read = read

    def coerce(self, value: Any, param: Any, ctx: object) -> Any:  # noqa: ARG002 - as typer calls it
        """Return what a command is called with; as typer does it, nothing of many is no value."""
        many = param.multiple or param.nargs == -1
        if value is None:
            return () if many else None
        return [self._read(item) for item in value] if many else self._read(value)


def read_plainly(command: Any) -> None:
    """Let flags, texts, paths and what has a parser of ours be read as they are, by all commands below."""
    # Among these is `--help`, which `command.params` lacks.
    for param in command.get_params(command.context_class(command)):
        read = _reader(param)
        if read is not None and _READERS in vars(param):
            vars(param)[_READERS] = PlainValue(read)
    if isinstance(command, TyperGroup):
        for inner in command.commands.values():
            read_plainly(inner)


def _reader(param: Any) -> Callable[[Any], Any] | None:
    descriptor = getattr(param, "type_descriptor", None)
    if descriptor is None:
        return None
    asked = descriptor.parameter_info
    kind = descriptor.annotation
    if get_origin(kind) is list:
        [kind] = get_args(kind)
    if asked.parser is not None:
        parser: Callable[[Any], Any] = asked.parser
        return parser
    if kind in {bool, str}:
        plain: type = kind
        return plain
    # Of paths typer looks at more than the text where it was told so.
    looks = asked.exists or asked.readable or asked.writable or asked.resolve_path or asked.allow_dash
    if kind is Path and not looks and asked.file_okay and asked.dir_okay and asked.path_type is None:
        return Path
    return None
