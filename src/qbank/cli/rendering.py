"""Where what a format made goes: standard output, a file, or a folder for several files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from qbank.cli.errors import CommandError, unknown_word
from qbank.cli.output import emit
from qbank.render.registry import Files, Format, Settings, formats
from qbank.render.text.document import Document
from qbank.render.writing import write_file, write_folder


def chosen_format(name: str | None, output: str | None) -> Format:
    """Return the format that is asked for, or the one that the name of the output tells.

    Raises:
        CommandError: there is no such format, or the name fits several.
    """
    known = formats()
    if name is not None:
        if name not in known:
            raise unknown_word("--format", name, known)
        return known[name]
    fitting = [form for form in known.values() if output is not None and output.endswith(form.suffix)]
    longest = max((len(form.suffix) for form in fitting), default=0)
    fitting = [form for form in fitting if len(form.suffix) == longest]  # slides are a page of Quarto, too
    if len(fitting) > 1:
        names = " or ".join(form.name for form in fitting)
        raise CommandError(f"{output}: may be {names}; say which with --format")
    return fitting[0] if fitting else known["md"]


def template_settings(root: Path | None) -> Settings:
    """Return the settings of a bank's formats: its own templates, if it has any."""
    if root is None or not (root / "templates").is_dir():
        return Settings()
    return Settings(templates=(root / "templates",))


def emit_documents(
    form: Format,
    documents: Sequence[Document],
    settings: Settings,
    output: str | None,
    *,
    key_files: bool = False,
) -> list[str]:
    """Print documents and write their files to where they are wanted, with their key files beside them.

    Returns what was written.

    Raises:
        InputError: they cannot be printed, or not be written there.
    """
    if len(documents) == 1 and not _is_folder(output):
        printed = form.render(documents[0], settings)
        name = form.file_name(documents[0])
        written = emit_files(form, {name: printed} if isinstance(printed, bytes) else printed, output)
        if key_files and output is not None:
            target = Path(output) / name if _is_folder(output) else Path(output)
            stem = target.with_name(target.name.removesuffix(form.suffix))
            written += _write_key_files({stem: documents[0]}, settings)
        return written
    files = form.render_all(documents, settings)
    if output is None:
        raise _needs_folder(files)
    written = _written(Path(output), files)
    if key_files:
        folder = Path(output) / form.key_folder(documents)
        stems = {folder / document.stem: document for document in documents}
        written += _write_key_files(stems, settings)
    return written


def _write_key_files(documents: Mapping[Path, Document], settings: Settings) -> list[str]:
    from qbank.render.key_file import key_file, key_file_name

    written = []
    for stem, document in documents.items():
        path = stem.with_name(key_file_name(stem.name))
        write_file(path, key_file(document, settings))
        written.append(str(path))
    return written


def emit_files(form: Format, files: Files, output: str | None) -> list[str]:
    """Write one file to where it is wanted, or several into a folder; return what was written.

    Raises:
        InputError: they cannot be written there.
    """
    if len(files) != 1 or _is_folder(output):
        if output is None or (not _is_folder(output) and Path(output).suffix):
            raise _needs_folder(files)
        return _written(Path(output), files)
    [content] = files.values()
    if output is not None:
        write_file(Path(output), content)
        return [output]
    if not form.text:
        raise CommandError(f"the format '{form.name}' is no text; name a file, as --output file{form.suffix}")
    emit((content.decode(),))
    return []


def _written(folder: Path, files: Files) -> list[str]:
    write_folder(folder, files)
    return [str(folder / name) for name in files]


def _is_folder(output: str | None) -> bool:
    return output is not None and (output.endswith(("/", os.sep)) or Path(output).is_dir())


def _needs_folder(files: Iterable[str]) -> CommandError:
    names = list(files)
    some = ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")
    has_key = len(names) == 2 and Path(names[1]).stem.endswith("-key")
    hint = "; --answers none leaves the key out" if has_key else ""
    return CommandError(f"this makes {len(names)} files ({some}); name a folder, as --output out/{hint}")
