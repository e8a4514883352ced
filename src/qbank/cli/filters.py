"""Options that say which questions of a bank are meant: declared once for all commands that take them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Annotated, Any, Final, TypeVar

import typer

from qbank.cli.errors import CommandError, unknown_word
from qbank.cli.options import among
from qbank.model.taxonomy import AREAS, TOPICS, Bloom, Level, QuestionKind, Status, Track, Zone
from qbank.model.validation.patterns import RANGE_PATTERN
from qbank.sets.files import SetError
from qbank.sets.selection import level_range, number_range

Filters = Mapping[str, tuple[str, ...]]
"""For each field that is filtered by, the words that it may have."""

_T = TypeVar("_T")

_HELPS: Final[Mapping[str, str]] = {
    "track": "Only this track; may be repeated.",
    "level": "Only this level or range, such as L2-L4.",
    "zone": "Only this zone.",
    "topic": "Only this topic.",
    "area": "Only this competency area.",
    "bloom": "Only this Bloom level.",
    "tag": "Only questions with this tag.",
    "status": "Only this status, such as published.",
    "kind": "Only this form, such as choice or numeric.",
}
FIELDS: Final = tuple(_HELPS)
_WORDS: Final[Mapping[str, Iterable[str]]] = {
    "track": Track, "zone": Zone, "topic": TOPICS, "area": AREAS, "bloom": Bloom, "status": Status,
    "kind": QuestionKind,
}  # fmt: skip


def takes_filters(*fields: str) -> Callable[[Callable[..., _T]], Callable[..., _T]]:
    """Give a command an option for each field; its parameter `filters` gets what they say."""

    def decorate(command: Callable[..., _T]) -> Callable[..., _T]:
        @wraps(command)
        def reading(*args: Any, **given: Any) -> _T:
            filters = {name: given.pop(name) for name in fields}
            return command(*args, filters=read_filters(filters), **given)

        signature = inspect.signature(command, eval_str=True)
        parameters: list[inspect.Parameter] = []
        for parameter in signature.parameters.values():
            parameters += map(_option, fields) if parameter.name == "filters" else [parameter]
        reading.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        reading.__annotations__ = {one.name: one.annotation for one in parameters} | {"return": int}
        return reading

    return decorate


def read_filters(given: Mapping[str, list[str] | None]) -> Filters:
    """Return the words of each filter that is given; between several stand commas.

    Raises:
        CommandError: a word is none of those that the field takes.
    """
    filters: dict[str, tuple[str, ...]] = {}
    for name, texts in given.items():
        words = [word.strip() for text in texts or () for word in text.split(",")]
        if name == "level":
            try:
                words = [level for word in words for level in level_range(word)]
            except SetError as error:
                raise CommandError(f"--level: {error}") from error
        for word in words if name in _WORDS else ():
            if word not in tuple(_WORDS[name]):
                raise unknown_word(f"--{name}", word, _WORDS[name])
        if words:
            filters[name] = tuple(dict.fromkeys(words))
    return filters


def read_ranges(given: Mapping[str, str | None]) -> dict[str, tuple[float, float]]:
    """Return the lowest and the highest number of each range that is given.

    Raises:
        CommandError: one is none.
    """
    ranges = {}
    for name, written in given.items():
        if written is None:
            continue
        if re.fullmatch(RANGE_PATTERN, written) is None:
            raise CommandError(f"--{name}: {written!r} is no range; write it like 3, 2-5, 4- or -15")
        ranges[name] = number_range(written)
    return ranges


def _option(name: str) -> inspect.Parameter:
    words = (*Level,) if name == "level" else _WORDS.get(name)
    option = typer.Option(
        f"--{name}",
        metavar=name.upper(),
        help=_HELPS[name],
        autocompletion=None if words is None else among(words),
    )
    annotation = Annotated[list[str] | None, option]
    return inspect.Parameter(
        name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=annotation
    )
