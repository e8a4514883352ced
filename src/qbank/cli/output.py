"""Where a command writes: data to standard output or a file, whole, notes to standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from qbank.cli.errors import CommandError
from qbank.quoting import reason
from qbank.report.audit.diff import coloured
from qbank.report.terminal import (
    Style,
    is_terminal,
    is_workflow_log,
    sanitize,
    style_for,
    without_commands,
)


def emit(chunks: Iterable[str], output: Path | None = None, *, commands: bool = False) -> None:
    """Write text to a file or, without one, to standard output.

    With `commands` it holds workflow commands on purpose; without, none gets into the log of a runner. A
    reader that stops reading, such as `head`, is no failure. What the encoding of standard output cannot hold
    is written as escapes.

    Raises:
        CommandError: if it cannot be written.
    """
    if output is not None:
        emit_bytes("".join(chunks).encode("utf-8", "backslashreplace"), output)
        return
    if sys.stdout is None:
        raise CommandError("standard output is closed; name a file with --output")
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
    if is_workflow_log():
        chunks = without_commands(chunks, commands=commands)
    try:
        for chunk in chunks:
            sys.stdout.write(chunk)
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_rest()
    except OSError as error:
        _discard_rest()
        raise CommandError(f"standard output cannot be written: {reason(error)}") from error


def emit_as(
    output_format: str,
    output: Path | None,
    text: Callable[[Style], Iterable[str]],
    json: Callable[[], Iterable[str]],
) -> None:
    """Write a document: what `json` makes if that is the format, else `text` in the style of where it goes.

    Raises:
        CommandError: if it cannot be written.
    """
    emit(json() if output_format == "json" else text(style_of(output)), output)


def style_of(output: Path | None) -> Style:
    """Return the style of text that goes to a file or, without one, to standard output."""
    return style_for(None if output is not None else sys.stdout)


def emit_patch(lines: Iterable[str], output: Path | None = None) -> None:
    """Write a patch: to the letter, but for a terminal, where a reader gets it in colours and harmless.

    Raises:
        CommandError: if it cannot be written.
    """
    if output is None and sys.stdout is not None and is_terminal(sys.stdout):
        lines = coloured(lines, style_for(sys.stdout))
    emit(lines, output)


def emit_bytes(data: bytes, output: Path) -> None:
    """Write a file as a whole or not at all; a device or a pipe is written to.

    Raises:
        InputError: if it cannot be written.
    """
    from qbank.bank.writing import write_atomic

    try:
        if output.exists() and not output.is_file() and not output.is_dir():
            # A device or a pipe is written to; putting a file in its place would destroy it.
            with output.open("wb") as file:
                file.write(data)
            return
        if output.is_dir():
            raise CommandError(f"{output}: is a folder; name a file for --output")
        write_atomic(output, data)
    except BrokenPipeError:
        return
    except OSError as error:
        raise CommandError(f"{output}: cannot be written: {reason(error)}") from error


def echo_error(message: str) -> None:
    """Write a line to standard error, with what a terminal must not get made visible."""
    echo_note(f"qbank: {sanitize(message)}")


def echo_note(line: str) -> None:
    """Write a line to standard error as it is; nobody reading it is no failure."""
    if sys.stderr is None:
        return
    if is_workflow_log():
        line = "".join(without_commands((line,)))
    with suppress(OSError, ValueError):
        print(line, file=sys.stderr, flush=True)


def echo_remarks(remarks: Iterable[object], *, quiet: bool = False) -> None:
    """Write remarks to standard error, a line each, unless nobody wants any."""
    for remark in () if quiet else remarks:
        echo_note(f"note: {remark}")


def _discard_rest() -> None:
    """Let what is still buffered go nowhere, or the interpreter would complain when it ends."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
