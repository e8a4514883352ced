"""Which formats there are, and how to have one print a document.

A format is a module of this room with a function `render(document, settings)` that returns the bytes of its
one file, or several files by their paths. A module may also have `render_around(documents, settings)`, which
returns what stands around the files of several documents, such as an index, and `losses(document)`, which
says what of it the format has no place for.

A format that prints labs names a module of `qbank.render.labs` with a function
`render_lab(lab, settings, *, answers, tracks)`, which returns the same; `tracks` are those to print, all of
the lab where it is empty.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from qbank.errors import InputError
from qbank.extras import needs
from qbank.model.taxonomy import Answers
from qbank.problems import joined
from qbank.render.text.document import Document
from qbank.render.text.versions import all_keys, in_versions

if TYPE_CHECKING:
    from qbank.labs.quantity import LabModel

Files: TypeAlias = dict[str, bytes]
"""Contents by path: relative, with `/` between folders."""

Output: TypeAlias = bytes | Files


@dataclass(frozen=True, slots=True)
class Settings:
    """What a format may need beside the document: folders with templates of the bank's own, asked in turn."""

    templates: tuple[Path, ...] = ()


class RenderError(InputError):
    """A document could not be printed; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Format:
    """One format: `extra` is what has to be installed for it, and `text` whether its one file is text.

    `lab` is the module that prints labs, if it does; `collected` says that answers to it come back, as
    those of a paper do, so that a key file belongs to it; `one_key` that the keys of several versions get one
    over all of them, as a page like any other; `draws` that drawings are drawn here, and not by a browser;
    `website` that several sets make a website for readers.
    """

    name: str
    suffix: str
    summary: str
    module: str
    text: bool = True
    extra: str | None = None
    lab: str | None = None
    collected: bool = False
    one_key: bool = False
    draws: bool = False
    website: bool = False

    def render(self, document: Document, settings: Settings | None = None) -> Output:
        """Print one document.

        Raises:
            RenderError: the format lacks what it needs, or a template of the bank is broken.
        """
        with self._needs_said():
            output: Output = self._module().render(document, settings or Settings())
            return output

    def described(self, document: Document) -> list[str]:
        """Return the questions in place of whose drawings their descriptions stand.

        Raises:
            RenderError: the format lacks what it needs.
        """
        with self._needs_said():
            return [
                item.id
                for item in document.items
                if item.figure is not None and not (item.figure.svg and self._draws(item.figure.svg))
            ]

    def losses(self, document: Document) -> list[str]:
        """Say what the format has no place for, though the questions have it.

        Raises:
            RenderError: the format lacks what it needs.
        """
        with self._needs_said():
            module = self._module()
        return list(module.losses(document)) if hasattr(module, "losses") else []

    def _draws(self, svg: bytes) -> bool:
        if not self.draws:
            return True
        drawable: bool = importlib.import_module("qbank.render.formats.typst_run").is_drawable(svg)
        return drawable

    def render_all(self, documents: Sequence[Document], settings: Settings | None = None) -> Files:
        """Print several documents into one folder; their identifiers and versions have to differ.

        Keys lie in a folder of their own where several sets make a website.

        Raises:
            RenderError: as in `render`, or two documents would share a file.
        """
        settings = settings or Settings()
        keys = list(map(all_keys, in_versions(documents))) if self.one_key else []
        with self._needs_said():
            module = self._module()
            printed = [self._files(one, module.render(one, settings)) for one in (*keys, *documents)]
            if hasattr(module, "render_around"):
                printed.append(module.render_around(documents, settings))
        files = _together(printed, "documents want to write '{path}'; give one another name")
        of_keys = {f"{document.stem}-key{self.suffix}" for document in documents}
        of_keys = (of_keys | set(map(self.file_name, keys))) - set(map(self.file_name, documents))
        folder = self.key_folder(documents)
        return {folder + path if path in of_keys else path: content for path, content in files.items()}

    def key_folder(self, documents: Sequence[Document]) -> str:
        """Return the folder of keys, apart from pages for readers; empty where they lie beside papers."""
        return "keys/" if self.website and len({document.identifier for document in documents}) > 1 else ""

    def render_lab(
        self,
        lab: LabModel,
        settings: Settings | None = None,
        *,
        answers: Answers = Answers.COLLAPSED,
        tracks: Sequence[str] = (),
    ) -> Output:
        """Print a lab as a page or a worksheet, for some of its tracks or for all.

        Raises:
            RenderError: the format prints no labs, or as in `render`.
        """
        with self._needs_said():
            module = self._module_of_labs()
            output: Output = module.render_lab(lab, settings or Settings(), answers=answers, tracks=tracks)
            return output

    def render_labs(
        self, labs: Sequence[LabModel], settings: Settings, *, answers: Answers, tracks: Sequence[str]
    ) -> Files:
        """Print several labs into one folder.

        Raises:
            RenderError: as in `render_lab`, or two labs would share a file.
        """
        printed: list[Files] = []
        for lab in labs:
            output = self.render_lab(lab, settings, answers=answers, tracks=tracks)
            printed.append({lab.id + self.suffix: output} if isinstance(output, bytes) else output)
        module = self._module_of_labs()
        if hasattr(module, "render_around"):
            printed.append(module.render_around(labs, settings))
        return _together(printed, "labs want to write '{path}'; give one another id")

    def file_name(self, document: Document) -> str:
        """Return the name of a document's own file."""
        return document.stem + self.suffix

    def _files(self, document: Document, output: Output) -> Files:
        return {self.file_name(document): output} if isinstance(output, bytes) else output

    def _module_of_labs(self) -> Any:
        if self.lab is None:
            known = joined(form.name for form in _FORMATS if form.lab is not None)
            raise RenderError(f"the format '{self.name}' is for questions; labs are rendered as {known}")
        return importlib.import_module(f"qbank.render.labs.{self.lab}")

    def _module(self) -> Any:
        return importlib.import_module(f"qbank.render.{self.module}")

    @contextmanager
    def _needs_said(self) -> Iterator[None]:
        try:
            yield
        except ModuleNotFoundError as error:
            if self.extra is None or (error.name or "").partition(".")[0] == "qbank":
                raise
            raise RenderError(f"the format '{self.name}' {needs(error, self.extra)}") from error


def _together(printed: Iterable[Files], clash: str) -> Files:
    """Return all files, or refuse two that differ under one path."""
    together: Files = {}
    for path, content in (file for files in printed for file in files.items()):
        if together.setdefault(path, content) != content:
            raise RenderError(f"two {clash.format(path=path)}")
    return together


_FORMATS: Final = (
    Format(
        "md",
        ".md",
        "Markdown for GitHub, answers in collapsible parts",
        "formats.markdown",
        lab="markdown",
        one_key=True,
    ),
    Format(
        "qmd",
        ".qmd",
        "Quarto, with callouts and ids to refer to",
        "formats.quarto",
        lab="quarto",
        one_key=True,
        website=True,
    ),
    Format("slides", "-slides.qmd", "slides for reveal.js, made by Quarto", "formats.slides"),
    Format(
        "html",
        ".html",
        "one web page that works offline and grades itself",
        "formats.html",
        lab="html",
        one_key=True,
        website=True,
    ),
    Format(
        "pdf",
        ".pdf",
        "a paper to hand out and its answer key",
        "formats.pdf",
        text=False,
        extra="pdf",
        lab="pdf",
        collected=True,
        draws=True,
    ),
    Format(
        "tex",
        ".tex",
        "LaTeX with the class exam, to edit and compile",
        "formats.tex",
        extra="pdf",
        one_key=True,
        draws=True,
    ),
    Format(
        "docx",
        ".docx",
        "a paper for Word and LibreOffice",
        "formats.docx",
        text=False,
        extra="docx",
        one_key=True,
        draws=True,
    ),
    Format("qti12", ".zip", "QTI 1.2, for Canvas", "lms.qti12", text=False, collected=True),
    Format(
        "qti21",
        ".zip",
        "QTI 2.1, for players and platforms that read it",
        "lms.qti21",
        text=False,
        collected=True,
    ),
    Format("moodle", ".xml", "Moodle XML, for the question bank of Moodle", "lms.moodle", collected=True),
    Format("gift", ".gift", "GIFT, the text format of Moodle", "lms.gift", collected=True),
    Format("anki", ".apkg", "a deck of cards for Anki", "lms.anki", text=False),
    Format("json", ".json", "everything about the questions, for programs", "formats.json"),
)


def formats() -> Mapping[str, Format]:
    """Return the formats by name, in the order in which to show them."""
    return _BY_NAME


_BY_NAME: Final = MappingProxyType({format_.name: format_ for format_ in _FORMATS})
