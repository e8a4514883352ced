"""What rules over a whole bank look at: one small record a file, and the bank they make up."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar, cast

from msgspec import Struct, field

from qbank.rules.core.question_file import QuestionFile, SetFile, SourceFile
from qbank.sets.kinds import question_kind
from qbank.sets.worth import minutes_of, points_of
from qbank.yamlio.document import Document, FieldPath
from qbank.yamlio.positions import Span

T = TypeVar("T")

# A handful is usual; a summary is small whatever the file holds.
_MOST_ENTRIES = 50
_MOST_REFERENCES = 5_000


_WORDS = ("id", "track", "level", "topic", "status", "zone")


class ChainLink(Struct, frozen=True):
    """A question's place in a chain; `index` is the entry's place in the question's `chains`."""

    index: int
    chain: str
    position: int


class Summary(Struct, frozen=True):
    """What the rest of the bank needs to know of one file; small, and safe to pickle and to cache.

    Values that are missing or no text are None. `places` are where the fields stand that findings are
    mostly about, by `place_name`; for others `BankView.span` reads the file again. `choice` is how many
    options there are, and the place of the right one, counted from 0.
    """

    path: str
    file: str | None
    id: str | None
    track: str | None
    level: str | None
    topic: str | None
    status: str | None
    content: bytes | None
    chains: tuple[ChainLink, ...] = ()
    related: tuple[tuple[int, str], ...] = ()
    zone: str | None = None
    bloom: str | None = None
    tags: tuple[str, ...] = ()
    varies: bool = False
    choice: tuple[int, int] | None = None
    area: str | None = None
    phase: str | None = None
    kind: str | None = None
    points: float | None = None
    minutes: float | None = None
    places: Mapping[str, Span] = field(default_factory=dict)

    @classmethod
    def of(cls, question: QuestionFile) -> Summary:
        """Summarise a question of whatever shape."""
        texts = {name: question.text((name,)) for name in _WORDS}
        chains, related = _links(question), _related(question)
        return cls(
            path=question.path,
            file=_name(question.document.path),
            content=_content(question),
            chains=chains,
            related=related,
            bloom=question.text(("bloom_level",)),
            tags=tuple(tag for tag in question.items(("tags",))[:_MOST_ENTRIES] if isinstance(tag, str)),
            varies=bool(question.data.get("parameters")),
            choice=_choice(question),
            area=question.text(("competency_area",)),
            phase=question.text(("phase",)),
            kind=question_kind(question.data).value,
            points=points_of(question.data),
            minutes=minutes_of(question.data),
            places=_places(question.document, chains, related),
            **texts,
        )

    @property
    def live(self) -> bool:
        """Whether the question is in use; deleted and archived ones only keep their place."""
        return self.status not in {"deleted", "archived"}


class SetSummary(Struct, frozen=True):
    """What rules need to know of a set file; small, and safe to pickle and to cache.

    `listed` are its references to questions with their places; `selections` are its selections with their
    places if the set is valid.
    """

    path: str
    file: str | None
    listed: tuple[tuple[FieldPath, str], ...]
    selections: tuple[tuple[FieldPath, Mapping[str, Any]], ...]
    places: Mapping[str, Span] = field(default_factory=dict)

    @classmethod
    def of(cls, found: SetFile) -> SetSummary:
        """Summarise a set of whatever shape."""
        return cls(
            path=found.path,
            file=_name(found.document.path),
            listed=tuple(islice(_references(found), _MOST_REFERENCES)),
            selections=() if found.problems else tuple(islice(_selections(found), _MOST_ENTRIES)),
        )

    @property
    def id(self) -> None:
        """None: a set is known by the name of its file."""
        return


def _selections(file: SetFile) -> Iterator[tuple[FieldPath, Mapping[str, Any]]]:
    sections = len(file.items(("sections",)))
    holders: list[FieldPath] = [(), *(("sections", index) for index in range(sections))]
    for path in ((*holder, "select") for holder in holders):
        select = file.value(path)
        if isinstance(select, dict):
            yield path, select


def _references(file: SetFile) -> Iterator[tuple[FieldPath, str]]:
    sections = len(file.items(("sections",)))
    holders: list[FieldPath] = [("questions",), *(("sections", n, "questions") for n in range(sections))]
    for path in holders:
        for index, reference in enumerate(file.items(path)):
            if isinstance(reference, str):
                yield (*path, index), reference


def _choice(question: QuestionFile) -> tuple[int, int] | None:
    options, key = question.items(("details", "options")), question.value(("details", "correct_index"))
    is_place = isinstance(key, int) and not isinstance(key, bool) and 0 <= key < len(options)
    return (len(options), key) if is_place else None


def _name(path: Path | None) -> str | None:
    return None if path is None else os.fspath(path)


def _content(question: QuestionFile) -> bytes | None:
    """Digest what a student reads, without regard to how lines are broken."""
    scenario, asked = question.text(("scenario",)), question.text(("question",)) or ""
    if scenario is None:
        return None
    text = " ".join(f"{scenario} \0 {asked}".split())
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).digest()


def _links(question: QuestionFile) -> tuple[ChainLink, ...]:
    links = []
    for index, entry in enumerate(question.items(("chains",))[:_MOST_ENTRIES]):
        if isinstance(entry, dict):
            chain, position = entry.get("id"), entry.get("position")
            if isinstance(chain, str) and isinstance(position, int) and not isinstance(position, bool):
                links.append(ChainLink(index, chain, position))
    return tuple(links)


def _related(question: QuestionFile) -> tuple[tuple[int, str], ...]:
    entries = enumerate(question.items(("related",))[:_MOST_ENTRIES])
    return tuple((index, entry) for index, entry in entries if isinstance(entry, str))


def _places(
    document: Document, chains: Sequence[ChainLink], related: Sequence[tuple[int, str]]
) -> dict[str, Span]:
    """Return where the fields stand that findings about a bank are mostly about, by `place_name`."""
    paths: list[FieldPath] = [("id",), *(("related", index) for index, _ in related)]
    for link in chains:
        paths += (("chains", link.index, "id"), ("chains", link.index, "position"))
    places = {place_name(path): document.span(path) for path in paths}
    for name in ("scenario", *(["chains"] if chains else [])):
        places[place_name((name,), key=True)] = document.span((name,), key=True)
    return places


def place_name(path: FieldPath, *, key: bool = False) -> str:
    """Return the name of a place in `Summary.places`: that of a value, or of the key of a field."""
    name = "/".join(map(str, path))
    return f"{name}!" if key else name


class BankView:
    """The summaries of every file of an audit, and of the sets among them.

    `complete` says that they are the whole bank, so that what is missing among them is missing indeed; `root`
    is the bank's folder, and `shown` turns a path into what reports show. Summaries are in the order of their
    paths. `texts` are files, by the paths shown, that have another text than on disk.
    """

    def __init__(
        self,
        summaries: Sequence[Summary],
        *,
        complete: bool = False,
        root: Path | None = None,
        shown: Callable[[Path], str] = str,
        sets: Sequence[SetSummary] = (),
        texts: Mapping[str, str] | None = None,
    ) -> None:
        self.sets = tuple(sorted(sets, key=lambda summary: summary.path))
        self.summaries = tuple(sorted(summaries, key=lambda summary: summary.path))
        self.complete = complete
        self.root = root
        self.shown = shown
        self._texts = texts or {}
        self._read: tuple[str, Document | None] | None = None
        self._views: dict[Callable[[BankView], Any], Any] = {}
        # Whoever keeps summaries may add these to them, and nobody reads a file for them again.
        self.looked_up: dict[str, dict[str, Span]] = {}

    def cached_view(self, view: Callable[[BankView], T]) -> T:
        """Return `view(self)`, worked out at the first call and shared by all rules that ask for it."""
        if view not in self._views:
            self._views[view] = view(self)
        return cast("T", self._views[view])

    def span(self, summary: Summary | SetSummary, path: FieldPath, *, key: bool = False) -> Span:
        """Return where a value stands in a summary's file, or the file's beginning if it cannot be read."""
        name = place_name(path, key=key)
        place = summary.places.get(name) or self.looked_up.get(summary.path, {}).get(name)
        if place is not None:
            return place
        document = self._document(summary)
        if document is None:
            return Span(1, 1, 1, 1)
        place = document.span(path, key=key)
        self.looked_up.setdefault(summary.path, {})[name] = place
        return place

    def question(self, summary: Summary) -> QuestionFile | None:
        """Return the question of a summary, read again; None if it cannot be."""
        document = self._document(summary)
        return None if document is None else QuestionFile(document, summary.path)

    def _document(self, summary: Summary | SetSummary) -> Document | None:
        if self._read is None or self._read[0] != summary.path:
            text = self._texts.get(summary.path)
            if text is not None:
                document = SourceFile.from_bytes(text.encode(), summary.path, Path(summary.path)).document
            else:
                document = None if summary.file is None else SourceFile.read(Path(summary.file)).document
            self._read = (summary.path, document)
        return self._read[1]
