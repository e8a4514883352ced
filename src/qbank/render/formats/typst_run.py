"""Running typst on templates and data, within a folder that is empty."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal, TypeAlias

import typst

from qbank.render.registry import Files, RenderError, Settings
from qbank.render.text.document import Document, Figure
from qbank.render.text.svg import is_simple
from qbank.resources import template_folder

Kind: TypeAlias = Literal["pdf", "png"]
"""What can be drawn."""

_FOLDER: Final = "render/pdf"
_FONTS: Final = frozenset({".otf", ".otc", ".ttf", ".ttc"})
_LARGEST: Final = 2**23
"""Bytes of a file that lies beside the templates of a bank, such as a logo."""

_ALONE: Final = (
    b'#set document(date: none)\n#set page(width: auto, height: auto, margin: 0pt)\n#image("drawing.svg")'
)
_FINENESS: Final = 216
"""Dots an inch of a PNG: three times as many as it is shown with."""
_PLACE: Final = re.compile(r"([\w.-]+\.typ):([0-9]+):[0-9]+")


@dataclass(frozen=True, slots=True)
class Templates:
    """The templates of typst by name, a bank's before our own, and the folders of a bank that hold fonts."""

    files: Mapping[str, bytes]
    fonts: tuple[Path, ...]


def templates(settings: Settings) -> Templates:
    """Read all templates, and what else lies beside those of a bank.

    Raises:
        RenderError: one cannot be read, or is too large.
    """
    files: dict[str, bytes] = {}
    fonts: list[Path] = []
    for top in (template_folder(), *reversed(settings.templates)):
        folder = top / _FOLDER
        if not folder.is_dir():
            continue
        for path in sorted(folder.iterdir()):
            if path.suffix.lower() in _FONTS:
                fonts.append(folder)
            elif path.is_file():
                files[path.name] = _content(path)
    return Templates(files, tuple(dict.fromkeys(fonts)))


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > _LARGEST:
            raise RenderError(f"template '{_FOLDER}/{path.name}' is larger than {_LARGEST >> 20} MB")
        content = path.read_bytes()
        if path.suffix == ".typ":
            content.decode()
    except (OSError, UnicodeDecodeError) as error:
        raise RenderError(f"template '{_FOLDER}/{path.name}': cannot be read: {error}") from error
    return content


def run(templates: Templates, more: Mapping[str, bytes]) -> bytes:
    """Make a PDF of `main.typ`, which may read the templates and `more` files by their names, and no others.

    The fonts are those that come with typst and those of the bank: a machine's own are not used.

    Raises:
        RenderError: a template is broken; the message names it and the line.
    """
    try:
        return _run(dict(templates.files) | dict(more), templates.fonts)
    except typst.TypstError as error:
        place = _PLACE.search(error.diagnostic)
        where = f"template '{_FOLDER}/{place[1]}', line {place[2]}" if place else "typst"
        hints = "".join(f"; {hint}" for hint in error.hints)
        raise RenderError(f"{where}: {error.message}{hints}") from error


@lru_cache(maxsize=64)
def is_drawable(svg: bytes) -> bool:
    """Whether typst can draw a drawing, within bounds."""
    if not is_simple(svg):
        return False
    try:
        _run({"main.typ": b'#image("drawing.svg")', "drawing.svg": svg}, ())
    except typst.TypstError:
        return False
    return True


def drawn(document: Document, kind: Kind) -> Files:
    """Return those drawings of a document that can be drawn, by their names: each of its own size."""
    return {
        drawn_name(figure, kind): _run({"main.typ": _ALONE, "drawing.svg": figure.svg}, (), kind)
        for figure in document.figures
        if is_drawable(figure.svg)
    }


def drawn_name(figure: Figure, kind: Kind) -> str:
    """Return the name of a drawing that has been drawn."""
    return f"{figure.name.removesuffix('.svg')}.{kind}"


def _run(files: dict[str, bytes], fonts: tuple[Path, ...], kind: Kind = "pdf") -> bytes:
    sources: Any = files  # the types of the package know of one file only
    with TemporaryDirectory(prefix="qbank-") as empty:
        compiler = typst.Compiler(
            sources,
            root=empty,
            font_paths=list(fonts),
            ignore_system_fonts=True,
            package_path=empty,
            package_cache_path=empty,
        )
        made = compiler.compile(format=kind, ppi=_FINENESS)
    assert isinstance(made, bytes)
    return made
