"""What `qbank render` does with labs: each is a document of its own, made for its tracks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from qbank.cli.errors import CommandError

if TYPE_CHECKING:
    from qbank.labs.quantity import LabModel
    from qbank.model.taxonomy import Answers
    from qbank.render.registry import Files, Format


def lab_files(targets: Sequence[str]) -> list[Path]:
    """Return the lab files that targets lead to, none if they lead to questions or sets.

    Raises:
        CommandError: they lead to labs and to something else.
    """
    from qbank.bank.discovery import find_question_files

    labs: list[Path] = []
    others: list[str] = []
    for target in targets:
        path = Path(target)
        found = find_question_files([path]) if path.exists() else None
        if found is not None and not found.files and not found.sets and found.labs:
            labs += found.labs
        elif path.is_file() and _says_lab(path):
            labs.append(path)
        else:
            others.append(target)
    if labs and others:
        raise CommandError(f"labs and questions cannot go together; render {others[0]} by itself")
    return list(dict.fromkeys(labs))


def refuse_for_labs(options: Mapping[str, object]) -> None:
    """Refuse options that mean nothing for labs, by name, if they are given.

    Raises:
        CommandError: one of them is.
    """
    for name, value in options.items():
        if value:
            said = "they take --format, --output, --answers and --track"
            raise CommandError(f"--{name} does not go with labs; {said}")


def render_labs(
    paths: Sequence[Path], form: Format, answers: Answers | None, tracks: Sequence[str], output: str | None
) -> int:
    """Print labs and write them: one to a file or a folder, several into a folder.

    Raises:
        CommandError: one cannot be read, or cannot be written there.
        RenderError: the format is none for labs, a lab has no such track, or two want the same name.
    """
    from qbank.bank.discovery import find_root
    from qbank.cli.rendered import is_folder, write_one, write_several
    from qbank.model.taxonomy import Answers
    from qbank.render.labs import render
    from qbank.render.registry import RenderError, settings_of

    if len(tracks) > 1:
        raise CommandError("a lab is made for one track or for all; give --track once, or not at all")
    track = tracks[0] if tracks else None
    together: Files = {}
    for path in paths:
        lab, settings = _load(path), settings_of(find_root(path))
        made = render(lab, form, settings, answers or Answers.COLLAPSED, track)
        if len(paths) == 1 and not is_folder(output):
            write_one(form, made, output)
            return 0
        for name, content in ({f"{lab.id}{form.suffix}": made} if isinstance(made, bytes) else made).items():
            if name in together:
                raise RenderError(f"two labs want to write '{name}'; give one another id")
            together[name] = content
    write_several(together, output)
    return 0


def _says_lab(path: Path) -> bool:
    """Whether a file that lies elsewhere says that it is a lab."""
    from qbank.bank.problems import ReadError
    from qbank.bank.reader import read_file

    try:
        data = read_file(path).data
    except ReadError:
        return False  # said by what reads it next
    return data.get("kind") == "lab" and "quantities" in data


def _load(path: Path) -> LabModel:
    from qbank.bank.discovery import find_root
    from qbank.catalog import CatalogError
    from qbank.catalog import load as load_catalog
    from qbank.formulas.library import LibraryError
    from qbank.formulas.library import load as load_library
    from qbank.labs.resolve import LabError, load

    root = find_root(path)
    try:
        return load(path, load_library(root), load_catalog(root))
    except (LabError, CatalogError, LibraryError) as error:
        raise CommandError(str(error)) from error
