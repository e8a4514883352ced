"""Reading a chain registry: one file at the bank's root, or in `questions/`, that holds the chains.

Three shapes are understood: a mapping of a chain's id to a list of question ids; a list of mappings with `id`
(or `chain_id`) and `questions`; and either of them with mappings that hold an `id` in place of the question
ids. A chain may say `tier: primary` or `tier: secondary`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from yaml.events import ScalarEvent

from qbank.problems import quote
from qbank.yamlio.builder import Limits, Parsed, parse
from qbank.yamlio.content import read_content
from qbank.yamlio.document import FieldPath
from qbank.yamlio.nodes import extent, locate
from qbank.yamlio.positions import LineIndex, Span
from qbank.yamlio.read_problems import ReadError, ReadProblemKind
from qbank.yamlio.reader import read_text

_LIMITS: Final = Limits(16 << 20, 16, 1_000_000, "a chain registry holds ids", aliases=False)
_BEGINNING: Final = Span(1, 1, 1, 1)


class RegisteredChain(Struct, frozen=True):
    """A chain of the registry; `entries` are the ids of its questions in order, each with its place."""

    id: str
    tier: str | None
    path: FieldPath
    entries: tuple[tuple[str, FieldPath], ...]


class Fault(Struct, frozen=True):
    """Something that could not be understood, with the path of the value, or its span where that is known."""

    message: str
    place: FieldPath | Span


class Registry:
    """A registry as far as it could be understood, and what could not; places are worked out when needed."""

    def __init__(
        self, file: Path, text: str, chains: tuple[RegisteredChain, ...], faults: list[Fault]
    ) -> None:
        self.file = file
        self.text = text
        self.chains = chains
        self.faults = faults
        self._parsed: Parsed | None = None
        self._lines: LineIndex | None = None

    def span(self, place: FieldPath | Span) -> Span:
        """Return where a value stands, or the first line of it."""
        if isinstance(place, Span):
            return place
        if self._parsed is None or self._lines is None:
            self._lines = LineIndex(self.text)
            try:
                self._parsed = _parsed(self.text)
            except ReadError:
                # What JSON allows and YAML does not, such as a tab before a value.
                return _BEGINNING
        if self._parsed.root is None:
            return _BEGINNING
        part, key, _ = locate(self._parsed.root, place)
        named = key is not None and not isinstance(part, ScalarEvent)
        start, end = extent(self.text, key if key is not None and named else part)
        _, line_end = self._lines.line_range(self._lines.position(start).line)
        return self._lines.span(start, min(end, line_end))


def read_registry(file: Path) -> Registry:
    """Read a registry. What goes wrong is in `faults`; nothing is raised."""
    text = ""
    try:
        text = read_text(read_content(file, _LIMITS.max_bytes), _LIMITS)
        data, faults = _data(text, is_json=file.suffix == ".json")
    except ReadError as error:
        return Registry(file, text, (), [Fault(error.problem.message, error.problem.span)])
    reader = _Reader(faults)
    return Registry(file, text, tuple(reader.chains(data)), reader.faults)


def _data(text: str, *, is_json: bool) -> tuple[Any, list[Fault]]:
    if is_json:
        # Twenty times as fast as YAML; what it cannot read, YAML can explain.
        try:
            return json.loads(text, object_pairs_hook=_Unique), []
        except (ValueError, RecursionError):
            pass
    parsed = _parsed(text)
    faults = [
        Fault(problem.message, problem.span)
        for problem in parsed.problems
        if problem.kind is ReadProblemKind.DUPLICATE_KEY
    ]
    return parsed.data, faults


def _parsed(text: str) -> Parsed:
    """Parse a text; ids and names stay text even where they look like numbers. Raises ReadError."""
    return parse(text, _LIMITS, schema=str)


class _Unique(dict[str, Any]):
    """A JSON object that remembers a key given twice, of which the first counts."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(reversed(pairs))
        self.repeated: str | None = None
        if len(self) < len(pairs):
            self.repeated = Counter(name for name, _ in pairs).most_common(1)[0][0]


def _repeated(name: str, place: FieldPath | Span) -> Fault:
    return Fault(f"the chain {quote(name)} stands here a second time; the first one counts", place)


class _Reader:
    """Turns the data of a registry into chains and faults."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults

    def chains(self, root: Any) -> Iterator[RegisteredChain]:
        above: FieldPath = ()
        if isinstance(root, dict) and list(root) == ["chains"] and _holds_chains(root["chains"]):
            root, above = root["chains"], ("chains",)
        if isinstance(root, list):
            seen: set[str] = set()
            for index, item in enumerate(root):
                for chain in self._listed(item, (*above, index)):
                    if chain.id in seen:
                        self.faults.append(_repeated(chain.id, chain.path))
                    else:
                        yield chain
                    seen.add(chain.id)
        elif isinstance(root, dict):
            if isinstance(root, _Unique) and root.repeated is not None:
                self.faults.append(_repeated(root.repeated, (*above, root.repeated)))
            for name, value in root.items():
                path = (*above, name)
                if isinstance(value, dict) and "questions" in value:
                    yield from self._chain(name, value["questions"], value, (path, (*path, "questions")))
                else:
                    yield from self._chain(name, value, {}, (path, path))
        else:
            self._fault("a chain registry is a mapping of chains, or a list of them", above)

    def _listed(self, item: Any, path: FieldPath) -> Iterator[RegisteredChain]:
        if not isinstance(item, dict):
            self._fault("a chain is a mapping with 'id' and 'questions'", path)
            return
        key = "id" if "id" in item else "chain_id"
        if not isinstance(item.get(key), str) or "questions" not in item:
            self._fault("a chain needs 'id' and 'questions'", path)
            return
        yield from self._chain(item[key], item["questions"], item, ((*path, key), (*path, "questions")))

    def _chain(
        self, name: str, questions: Any, holder: dict[str, Any], paths: tuple[FieldPath, FieldPath]
    ) -> Iterator[RegisteredChain]:
        chain_path, questions_path = paths
        if not isinstance(questions, list):
            self._fault(f"the questions of the chain {quote(name)} are a list of ids", questions_path)
            return
        entries = []
        for index, item in enumerate(questions):
            path: FieldPath = (*questions_path, index)
            if isinstance(item, dict) and "id" in item:
                item, path = item["id"], (*path, "id")  # noqa: PLW2901
            if isinstance(item, str) and item:
                entries.append((item, path))
            else:
                self._fault("a question is named by its id here", path)
        tier = holder.get("tier")
        yield RegisteredChain(name, tier if isinstance(tier, str) else None, chain_path, tuple(entries))

    def _fault(self, message: str, path: FieldPath) -> None:
        self.faults.append(Fault(message, path))


def _holds_chains(value: Any) -> bool:
    """Whether what stands under `chains` is chains, and not the questions of a chain of that name."""
    if isinstance(value, list):
        return any(isinstance(item, dict) and "questions" in item for item in value)
    return isinstance(value, dict) and "questions" not in value
