"""Writing what `qbank render` made: to standard output, to a file, or into a folder."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from qbank.cli.errors import CommandError

if TYPE_CHECKING:
    from qbank.render.registry import Files, Format, Output


def is_folder(output: str | None) -> bool:
    """Whether an output is meant as a folder: it is one, or its name ends in a slash."""
    return output is not None and (output.endswith(("/", os.sep)) or Path(output).is_dir())


def write_one(form: Format, made: Output, output: str | None) -> None:
    """Write what one document became.

    Raises:
        CommandError: it cannot be written there.
        RenderError: writing failed.
    """
    from qbank.render.writing import write_file

    if not isinstance(made, bytes):
        write_several(made, None if output is None or Path(output).suffix else output)
    elif output in {None, "-"}:
        _print(form, made)
    else:
        write_file(Path(str(output)), made)


def write_several(files: Files, output: str | None) -> None:
    """Write files into a folder; raises as `write_one` does."""
    from qbank.render.writing import write_folder

    if output is None or output == "-":
        raise CommandError(f"this makes {len(files)} files ({_some(files)}); name a folder, as --output out/")
    write_folder(Path(output), files)


def _some(files: Iterable[str]) -> str:
    names = list(files)
    return ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")


def _print(form: Format, made: bytes) -> None:
    from qbank.cli.output import emit

    if not form.text:
        raise CommandError(f"the format '{form.name}' is no text; name a file, as --output file{form.suffix}")
    emit((made.decode(),))
