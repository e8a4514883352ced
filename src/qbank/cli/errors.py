"""What somebody at a terminal did wrong, in one line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from qbank.errors import InputError
from qbank.extras import needs
from qbank.nearest import meant, nearest
from qbank.problems import joined

WRONG_USE: Final = 2
_FEW: Final = 10
_MOST_LISTED: Final = 50
_LISTED: Final = dict.fromkeys(("TOPIC", "--topic"), "; `qbank new --topics` lists them")
"""Where words are listed that are too many to be told."""


class CommandError(InputError):
    """Wrong use, or input that cannot be used; the message says what to do. Exit status 2."""


def unknown_word(option: str, word: str, known: Iterable[str]) -> CommandError:
    """Return the error about a word that an option does not take: those that it takes, and the nearest."""
    words = list(map(str, known))
    hint = meant(word, words)
    if len(words) > (_FEW if hint else _MOST_LISTED):
        return CommandError(f"{option}: {word!r} is unknown{hint or _LISTED.get(option, '')}")
    return CommandError(f"{option} takes {joined(words, 'or')}, not {word!r}{hint}")


def wrong_use(error: Exception) -> str | None:
    """Return in a line what the parser of arguments found wrong; None if the error is not of the parser.

    Which package its errors come from, and how some are worded, depends on the version of typer.
    """
    if not hasattr(error, "format_message"):
        return None
    message = error.format_message().rstrip(".").replace("argument(s)", "argument")
    if (option := getattr(error, "option_name", None)) is not None and hasattr(error, "possibilities"):
        near = nearest(option, error.possibilities or ())
        message = f"no such option: {option}{f'; did you mean {near}?' if near is not None else ''}"
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "qbank"
    return f"{message[:1].lower()}{message[1:]} (see `{path} --help`)"


def missing_package(error: ModuleNotFoundError, purpose: str, extra: str) -> Exception:
    """Return the error about a package that an extra of ours would install; a module of ours is a defect."""
    if (error.name or "").partition(".")[0] == "qbank":
        return error
    return CommandError(f"{purpose} {needs(error, extra)}")
