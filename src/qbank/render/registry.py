"""Which formats there are, and how to have one print a document.

A format is a module of this room with a function `render(document, settings)` that returns the bytes of its
one file, or several files by their paths. A module may also have `render_all(documents, settings)` where
several documents together are more than their files side by side, such as a project.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from qbank.render.document import Document

Files: TypeAlias = dict[str, bytes]
"""Contents by path: relative, with `/` between folders."""

Output: TypeAlias = bytes | Files


@dataclass(frozen=True, slots=True)
class Settings:
    """What a format may need beside the document: folders with templates of the bank's own, asked in turn."""

    templates: tuple[Path, ...] = ()


def settings_of(root: Path | None) -> Settings:
    """Return the settings of a bank, None for no bank: its `templates` folder, if it has one."""
    folders = () if root is None or not (root / "templates").is_dir() else (root / "templates",)
    return Settings(templates=folders)


class RenderError(Exception):
    """A document could not be printed; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Format:
    """One format: `extra` is what has to be installed for it, and `text` whether its one file is text."""

    name: str
    suffix: str
    summary: str
    module: str
    text: bool = True
    extra: str | None = None

    def render(self, document: Document, settings: Settings | None = None) -> Output:
        """Print one document.

        Raises:
            RenderError: the format lacks what it needs, or a template of the bank is broken.
        """
        with self.needs_said():
            output: Output = self._module().render(document, settings or Settings())
            return output

    def render_all(self, documents: Sequence[Document], settings: Settings | None = None) -> Files:
        """Print several documents into one folder; their identifiers and versions have to differ.

        Raises:
            RenderError: as in `render`, or two documents would share a file.
        """
        settings = settings or Settings()
        with self.needs_said():
            module = self._module()
            if hasattr(module, "render_all"):
                files: Files = module.render_all(documents, settings)
                return files
            together: Files = {}
            for document in documents:
                for path, content in self._files(document, module.render(document, settings)):
                    if together.setdefault(path, content) != content:
                        raise RenderError(f"two documents want to write '{path}'; give one another name")
            return together

    def file_name(self, document: Document) -> str:
        """Return the name of a document's own file."""
        return document.stem + self.suffix

    def _files(self, document: Document, output: Output) -> Iterator[tuple[str, bytes]]:
        if isinstance(output, bytes):
            yield self.file_name(document), output
        else:
            yield from output.items()

    def _module(self) -> Any:
        return importlib.import_module(f"qbank.render.{self.module}")

    @contextmanager
    def needs_said(self) -> Iterator[None]:
        """Say what to install where the format lacks a package; raises `RenderError` then."""
        try:
            yield
        except ModuleNotFoundError as error:
            if self.extra is None or (error.name or "").partition(".")[0] == "qbank":
                raise
            raise RenderError(
                f"the format '{self.name}' needs the package '{error.name}'; "
                f"install it with `pip install 'qbank[{self.extra}]'`"
            ) from error


_FORMATS: Final = (
    Format("md", ".md", "Markdown for GitHub, answers in collapsible parts", "markdown"),
    Format("qmd", ".qmd", "Quarto, with callouts and ids to refer to", "quarto"),
    Format("html", ".html", "one web page that works offline and grades itself", "html"),
    Format("pdf", ".pdf", "a paper to hand out and its answer key", "pdf", text=False, extra="pdf"),
    Format("qti12", ".zip", "QTI 1.2, for Canvas", "qti12", text=False),
    Format("qti21", ".zip", "QTI 2.1, for players and platforms that read it", "qti21", text=False),
    Format("moodle", ".xml", "Moodle XML, for the question bank of Moodle", "moodle"),
    Format("gift", ".gift", "GIFT, the text format of Moodle", "gift"),
    Format("anki", ".apkg", "a deck of cards for Anki", "anki", text=False),
    Format("json", ".json", "everything about the questions, for programs", "json"),
)


def formats() -> Mapping[str, Format]:
    """Return the formats by name, in the order in which to show them."""
    return _BY_NAME


_BY_NAME: Final = MappingProxyType({format_.name: format_ for format_ in _FORMATS})
