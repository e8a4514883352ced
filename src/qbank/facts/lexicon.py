"""What the words of texts tell: a lexicon as data, in `schema/lexicon/`, to which a bank can add.

An entry says of some words or phrases what thing they name, what a quantity beside them is (by the kind of
its unit), and what they say of their clause. A word of several entries means all that these say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec import Struct, field

from qbank import bundled_data, lazy_re, resources
from qbank.catalog.reader import read as read_file
from qbank.catalog.reader import read_data
from qbank.catalog.units import COUNT, unit_of
from qbank.errors import InputError
from qbank.facts.vocabulary import Kind, Role, kind_of
from qbank.grouping import grouped
from qbank.quoting import reason
from qbank.units.dimension import Dimension
from qbank.units.parse import UnknownUnitError
from qbank.units.unit import Unit
from qbank.yamlio.read_problems import ReadError

FOLDER: Final = "lexicon"
"""The folder inside of `schema/`."""
_WORD: Final = lazy_re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?|[^\s\w]")
_MARKUP: Final = frozenset("*`")
MAX_FILES: Final = 200
MAX_PROBLEMS: Final = 100


class LexiconError(InputError):
    """Files of a lexicon that cannot be used; the message says why, a line each."""


class Meaning(Struct, eq=False):
    """What a word or a phrase tells.

    Attributes:
        thing: the name of what it means; empty if it names nothing.
        sort: the sort of the thing: `data`, `place`, `device`, `link`, `store`, `event`, `property`, ...
        place: where data may lie, if it names such a place: `device`, `host`, `sram`, `flash`, `disk`.
        part: its part of speech, where it is none of a noun.
        roles: what a quantity of a kind is that it governs.
        cues: what it says of its clause: `limit`, `former`, `denied`, ...
        relations: how it relates two things: `fits`, `exceeds`, `chosen`, ...
        number: the number that it spells.
        rank: of what share of cases it is the highest value, in percent: `p95`.
        share: the share that it names, in percent: `half of`.
        feature: what hardware may have or lack, as the catalog calls it.
        classes: the classes of things with known magnitudes that it names.
    """

    thing: str = ""
    sort: str = ""
    place: str = ""
    part: str = ""
    roles: dict[Kind, Role] = field(default_factory=dict)
    cues: frozenset[str] = frozenset()
    relations: frozenset[str] = frozenset()
    number: int | None = None
    rank: float = 0.0
    share: float = 0.0
    feature: str = ""
    classes: frozenset[str] = frozenset()

    def merge(self, raw: Mapping[str, Any]) -> Meaning:
        """Return what this and an entry of a file tell together."""
        roles = {Kind(kind): Role(role) for kind, role in raw.get("roles", {}).items()}
        relation = raw.get("relation")
        return Meaning(
            thing=self.thing or raw.get("thing", ""),
            sort=self.sort or raw.get("is", ""),
            place=self.place or raw.get("place", ""),
            part=self.part or raw.get("part", ""),
            roles=roles | self.roles,
            cues=self.cues | frozenset(raw.get("cues", ())),
            relations=self.relations | (frozenset((relation,)) if relation else frozenset()),
            number=raw.get("number") if self.number is None else self.number,
            rank=self.rank or raw.get("rank", 0.0),
            share=self.share or raw.get("share", 0.0),
            feature=self.feature or raw.get("feature", ""),
            classes=self.classes | frozenset(raw.get("classes", ())),
        )


NO_MEANING: Final = Meaning()
"""What signs and unknown words mean."""


class Word(NamedTuple):
    """A word or sign of a text, whatever stands around it.

    Attributes:
        text: in lower case unless its case counts.
        stem: what the lexicon knows it by: without a possessive ending, in lower case unless its case counts.
        length: in code points, without the blanks behind it.
        is_word: whether it is a word, and no sign.
        meaning: what it means alone.
        begins: whether a phrase of the lexicon begins with it.
        is_markup: whether it is a mark of emphasis, which is not read.
    """

    text: str
    stem: str
    length: int
    is_word: bool = True
    meaning: Meaning = NO_MEANING
    begins: bool = False
    is_markup: bool = False


class Lexicon:
    """Words and phrases with what they mean."""

    def __init__(
        self,
        entries: Iterable[Mapping[str, Any]],
        magnitudes: Iterable[Mapping[str, Any]] = (),
    ) -> None:
        self._entries: dict[str, list[Mapping[str, Any]]] = {}
        self._meanings: dict[str, Meaning] = {}
        self._bounds = grouped((_measure_of(raw), raw) for raw in magnitudes)
        self.measures: Final = self._bounds.keys()
        self._magnitudes: dict[Measure, list[Magnitude]] = {}
        self._exact: set[str] = set()
        self._phrases: dict[str, list[str]] = {}
        self._longer: dict[str, dict[str, list[tuple[str, ...]]]] = {}
        for raw in entries:
            for phrase in raw["words"]:
                self._entries.setdefault(phrase, []).append(raw)
                if " " in phrase:
                    self._phrases.setdefault(phrase.partition(" ")[0], []).append(phrase)
            if raw.get("exact"):
                self._exact.update(word for phrase in raw["words"] for word in phrase.split(" "))
        self.word = lru_cache(maxsize=20_000)(self._word)

    def magnitudes(self, measure: Measure) -> list[Magnitude]:
        """Return the bounds of what measures the same; made when they are first asked for."""
        if measure not in self._magnitudes:
            self._magnitudes[measure] = list(map(Magnitude.of, self._bounds.get(measure, ())))
        return self._magnitudes[measure]

    def _meaning(self, phrase: str) -> Meaning:
        """Return what the entries of a phrase tell together; put together when it is first met."""
        if phrase not in self._meanings:
            meaning = Meaning()
            for raw in self._entries.get(phrase, ()):
                meaning = meaning.merge(raw)
            if meaning.classes and not meaning.thing and " " in phrase:  # a coin cell is a cell
                last = self._meaning(phrase.rpartition(" ")[2])
                meaning.thing, meaning.sort, meaning.place = last.thing, last.sort, last.place
                meaning.roles = last.roles | meaning.roles
            self._meanings[phrase] = meaning
        return self._meanings[phrase]

    def _word(self, written: str) -> Word:
        """Return a word that was cut from a text with the blanks behind it."""
        word = _WORD.match(written)
        spelt = (word[0] if word else "\n").replace("’", "'")
        text = spelt.lower()
        stem = text.removesuffix("'s")
        if (exact := spelt.removesuffix("'s")) in self._exact:
            text = stem = exact
        return Word(
            text,
            stem,
            word.end() if word else 1,
            text[:1].isalnum(),
            self._meaning(stem) if stem in self._entries else NO_MEANING,
            stem in self._phrases,
            is_markup=text in _MARKUP,
        )

    def find(self, words: list[str], at: int) -> tuple[Meaning, int] | None:
        """Return what the longest phrase at a place means, and how many words it takes up."""
        word = words[at]
        longer = self.find_phrase(words, at) if word in self._phrases else None
        is_known = word in self._entries and " " not in word  # several words of a text are no phrase yet
        return longer or ((self._meaning(word), 1) if is_known else None)

    def find_phrase(self, words: list[str], at: int) -> tuple[Meaning, int] | None:
        """Return the same of several words, the first of which begins a phrase."""
        if at + 1 < len(words):
            for phrase in self._beginning(words[at]).get(words[at + 1], ()):
                size = len(phrase)
                if size == 2 or tuple(words[at : at + size]) == phrase:
                    return self._meaning(" ".join(phrase)), size
        return None

    def _beginning(self, word: str) -> Mapping[str, list[tuple[str, ...]]]:
        """Return the phrases that begin with a word by their second word, longest first."""
        if word not in self._longer:
            phrases = sorted((tuple(one.split(" ")) for one in self._phrases[word]), key=len, reverse=True)
            self._longer[word] = grouped((phrase[1], phrase) for phrase in phrases)
        return self._longer[word]


def parted(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an entry of a file as a lexicon takes it: a blank between all words and signs of a phrase."""
    exact = entry.get("exact", False)
    words = (" ".join(_WORD.findall(words if exact else words.lower())) for words in entry["words"])
    return {**entry, "words": list(words)}


Measure = tuple[Kind, Dimension]
"""What a quantity measures."""


class Magnitude(Struct, frozen=True):
    """Within what bounds, in base units, a quantity of some classes of things lies, by a source.

    Attributes:
        things: the classes; `any` if the unit tells enough.
        beside: a class that the question must name as well; empty if none.
        between: classes that its sentence must name, one of them in its clause: the ends of a way.
        unless: classes that its sentence must not name.
        sort: the sort of what has it, where the things have several; else empty.
        what: the thing and its quantity, in words.
        unit, kind: of the quantity.
        roles: what it is; any if empty.
        least, most: the bounds.
        bounds: they, in words.
    """

    things: frozenset[str]
    beside: str
    between: frozenset[str]
    unless: frozenset[str]
    sort: str
    what: str
    unit: Unit
    kind: Kind
    roles: frozenset[Role]
    least: float
    most: float
    bounds: str
    source: str

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Magnitude:
        """Read an entry of a file."""
        unit = unit_of(raw["unit"])
        least, most = (raw.get(bound) for bound in ("least", "most"))
        return cls(
            frozenset(raw["of"]),
            raw.get("with", ""),
            frozenset(raw.get("between", ())),
            frozenset(raw.get("unless", ())),
            raw.get("is", ""),
            raw["what"],
            unit,
            kind_of(unit),
            frozenset(Role(role) for role in raw.get("roles", ())),
            float("-inf") if least is None else least * float(unit.scale),
            float("inf") if most is None else most * float(unit.scale),
            _bounds(least, most, "" if raw["unit"] == COUNT else f" {raw['unit']}"),
            raw["source"],
        )


def _measure_of(raw: Mapping[str, Any]) -> Measure:
    """Return what an entry of a file bounds."""
    unit = unit_of(raw["unit"])
    return kind_of(unit), unit.dimension


def _bounds(least: float | None, most: float | None, unit: str) -> str:
    if most is None:
        return f"at least {least:,}{unit}"
    return f"at most {most:,}{unit}" if least is None else f"{least:,} to {most:,}{unit}"


@cache
def bundled() -> Lexicon:
    """Return the lexicon that qbank carries; read once in a process."""
    return _made(_own_files())


def _own_files() -> list[Mapping[str, Any]]:
    folder = resources.schema_folder() / FOLDER
    return list(bundled_data.load(FOLDER, bundled_data.yaml_files(folder), _read_sound).values())


def _read_sound(file: Path) -> Mapping[str, Any]:
    return _usable(read_data(file))


def _usable(data: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**data, "entries": list(map(parted, data.get("entries") or ()))}


def _made(files: Iterable[Mapping[str, Any]]) -> Lexicon:
    parts = [(data.get("entries") or (), data.get("magnitudes") or ()) for data in files]
    return Lexicon(
        [entry for entries, _ in parts for entry in entries],
        [raw for _, magnitudes in parts for raw in magnitudes],
    )


def load(root: Path | None = None) -> Lexicon:
    """Return the lexicon of a bank: what qbank carries, and what `schema/lexicon/` at its root adds.

    Raises:
        LexiconError: files of the bank are wrong; the message names file and line of each problem.
    """
    if root is None:
        return bundled()
    folder = root / "schema" / FOLDER
    try:
        files = bundled_data.added_files(root, FOLDER)
    except OSError as error:
        raise LexiconError(f"{folder}: cannot be read: {reason(error)}") from error
    if len(files) > MAX_FILES:
        raise LexiconError(f"{folder} holds more than {MAX_FILES} files")
    try:
        return _made([*_own_files(), *map(_checked, files)]) if files else bundled()
    except UnknownUnitError as error:
        raise LexiconError(f"{folder}: {error}") from error


def _checked(file: Path) -> Mapping[str, Any]:
    from qbank.model.lexicon import lexicon_problems  # noqa: PLC0415 - brings pydantic, for banks only

    try:
        parsed = read_file(file)
    except ReadError as error:
        raise LexiconError(f"{file}:{error.problem.span.line}: {error.problem.message}") from error
    problems = lexicon_problems(parsed.data or {})
    if problems:
        lines = (f"{file}:{parsed.line(one.path)}: {one.message}" for one in problems[:MAX_PROBLEMS])
        raise LexiconError("\n".join(lines))
    return _usable(parsed.data or {})


@cache
def lexicon_of(root: Path | None) -> Lexicon:
    """Return the lexicon of a bank; the one that qbank carries if the bank's own has mistakes."""
    try:
        return load(root)
    except LexiconError:
        return bundled()
