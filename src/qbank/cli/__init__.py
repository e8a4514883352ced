"""The command line: a module a command, which parses arguments and calls the rooms below.

Starting up is a feature: nothing here imports more than the parser of arguments before a command runs.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typer.core import TyperCommand, TyperGroup

OK = 0
WRONG_USE = 2
INTERRUPTED = 130
_SELDOM = 200_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status: 0 clean, 1 findings, 2 wrong use or a failure."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    # Pydantic would look through everything that is installed for plugins; we use none.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    before = gc.get_threshold()
    # What is imported stays, and looking through it for garbage again and again takes a tenth of a short run.
    gc.set_threshold(_SELDOM, *before[1:])
    try:
        return _run(given)
    except KeyboardInterrupt:
        return _stopped()
    except Exception as error:
        return _failed(error)
    finally:
        gc.set_threshold(*before)
        if arguments is None:
            # Python looks for garbage once more when a process ends, which takes a tenth of a short run.
            gc.freeze()


def _run(arguments: list[str]) -> int:
    from qbank.cli.app import group

    # To take in all commands takes several times as long as to take in one.
    commands = group(arguments[0] if arguments else None)
    wants_help = arguments[-1:] == ["--help"]
    path = _path(commands, arguments[:-1] if wants_help else arguments)
    # The parser would import pydantic first, to check a flag.
    if path is not None and (wants_help or isinstance(path[-1][1], type(commands))):
        return _help(path, OK if wants_help else WRONG_USE)
    status = commands.main(args=arguments, prog_name="qbank", standalone_mode=False)
    if status == INTERRUPTED:  # how newer versions of typer tell of Ctrl-C
        return _stopped()
    return status if isinstance(status, int) else OK


def _path(commands: TyperGroup, names: list[str]) -> list[tuple[str, TyperCommand | TyperGroup]] | None:
    """Return the commands that names lead through, from the whole command line on; None if one is none."""
    path: list[tuple[str, Any]] = [("qbank", commands)]
    for name in names:
        command = getattr(path[-1][1], "commands", {}).get(name)
        if command is None:
            return None
        path.append((name, command))
    return path


def _help(path: list[tuple[str, TyperCommand | TyperGroup]], status: int) -> int:
    from qbank.cli.output import emit

    context = None
    for name, command in path:
        context = command.context_class(command, info_name=name, parent=context)
    if context is not None:
        emit((f"{context.get_help()}\n",))
    return status


def _failed(error: Exception) -> int:
    import typer

    from qbank.cli.errors import CommandError, say
    from qbank.yamlio.read_problems import LibyamlMissingError

    if isinstance(error, typer.Abort):
        return _stopped()
    if debugging():
        import traceback

        traceback.print_exception(error)
    if isinstance(error, CommandError | LibyamlMissingError):
        for line in str(error).splitlines():
            say(line)
        return WRONG_USE
    # The parser's own errors; which package they come from depends on the version of typer.
    if hasattr(error, "format_message") and hasattr(error, "exit_code"):
        context = getattr(error, "ctx", None)
        path = context.command_path if context is not None else "qbank"
        message = error.format_message().rstrip(".")
        say(f"{message[:1].lower()}{message[1:]} (see `{path} --help`)")
        return WRONG_USE
    hint = "" if debugging() else "; QBANK_DEBUG=1 shows the traceback"
    say(
        f"internal error: {type(error).__name__}: {error} (this is a defect of qbank, please report it{hint})"
    )
    return WRONG_USE


def _stopped() -> int:
    from qbank.cli.errors import say

    say("stopped")
    return INTERRUPTED


def debugging() -> bool:
    """Whether someone wants to see tracebacks."""
    return os.environ.get("QBANK_DEBUG", "") not in {"", "0"}
