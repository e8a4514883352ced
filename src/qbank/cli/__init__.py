"""The command line: a module a command, which parses arguments and calls the rooms below.

Starting up is a feature: nothing here imports more than the parser of arguments before a command runs.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

OK = 0
INTERRUPTED = 130
_SELDOM = 1_000_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status: 0 clean, 1 findings, 2 wrong use or a failure."""
    # Pydantic would look through everything that is installed for plugins; we use none.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    thresholds = gc.get_threshold()
    # What is imported stays, and looking through it for garbage again and again takes a tenth of a short run.
    gc.set_threshold(_SELDOM, *thresholds[1:])
    try:
        return _run(list(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt:
        return _stopped()
    except Exception as error:
        return _failed(error)
    finally:
        gc.set_threshold(*thresholds)
        if arguments is None:
            # Python looks for garbage once more when a process ends, which takes a tenth of a short run.
            gc.freeze()


def _run(arguments: list[str]) -> int:
    from qbank.cli.app import command_table

    status = command_table().main(args=arguments, prog_name="qbank", standalone_mode=False)
    if status == INTERRUPTED:  # how newer versions of typer tell of Ctrl-C
        return _stopped()
    return status if isinstance(status, int) else OK


def _failed(error: Exception) -> int:
    import typer

    from qbank.cli.errors import WRONG_USE, wrong_use
    from qbank.cli.output import echo_error
    from qbank.errors import InputError

    if isinstance(error, typer.Abort):
        return _stopped()
    if debugging():
        import traceback

        traceback.print_exception(error)
    if isinstance(error, InputError):
        for line in str(error).splitlines():
            echo_error(line)
    elif (message := wrong_use(error)) is not None:
        echo_error(message)
    else:
        hint = "" if debugging() else "; QBANK_DEBUG=1 shows the traceback"
        told = f"internal error: {type(error).__name__}: {error}"
        echo_error(f"{told} (this is a defect of qbank, please report it{hint})")
    return WRONG_USE


def _stopped() -> int:
    from qbank.cli.output import echo_error

    echo_error("stopped")
    return INTERRUPTED


def debugging() -> bool:
    """Whether someone wants to see tracebacks."""
    return os.environ.get("QBANK_DEBUG", "") not in {"", "0"}
