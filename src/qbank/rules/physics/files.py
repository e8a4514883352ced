"""Files of another size than what they hold makes: the parameters of a model, the seconds of a sound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Final

from msgspec import Struct

from qbank.catalog import Catalog, Entry
from qbank.catalog.names import key
from qbank.facts.fact import Fact
from qbank.facts.hardware.qualifiers import FORMATS
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import Kind, Modality, Role, Standing
from qbank.model.catalog_words import Shelf
from qbank.units.dimension import dimension
from qbank.units.format import format_quantity, format_significant

_BYTE: Final = dimension(byte=1)
_BITS: Final = {
    one: bits
    for bits, formats in {
        64: ("fp64",),
        32: ("fp32", "tf32"),
        16: ("fp16", "bf16"),
        8: ("fp8", "int8"),
        6: ("fp6",),
        4: ("fp4", "int4"),
    }.items()
    for one in formats
}
_FEWEST_BYTES: Final = 0.125
_MOST_BYTES: Final = 8.0
"""What a parameter takes if no number format is told."""
_OFF: Final = 20.0
_LEAST_FILE: Final = 1000.0
_LEAST_COUNT: Final = 1000.0
_LONGEST_NAME: Final = 9
_NOUN_REACH: Final = 4
_GIVEN: Final = frozenset((Modality.GIVEN, Modality.ASSUMED))
_OFF_OF_KNOWN: Final = 10.0
"""So far from those of a known network is no variant of it: half its width has a quarter."""
_NARROWED: Final = frozenset(("width", "alpha", "multiplier", "multipliers", "depth", "channels"))
_SHRUNK: Final = frozenset(
    ("pruned", "distilled", "student", "shrunk", "trimmed", "slimmed", "reduced", "truncated", "cut", "own")
) | frozenset(("custom", "ensemble", "scaled", "inspired", "style", "like", "variant", "toy", "teacher"))
"""Words of a network that is another one than that which it is called by."""
_HOLDS_MODEL: Final = frozenset(("file", "model", "weights", "checkpoint", "parameter"))
_OF_PART: Final = (
    frozenset(("adapter", "adapters", "lora", "delta", "deltas", "patch", "diff", "layer", "layers"))
    | frozenset(("head", "cache", "data", "dataset", "corpus", "activations", "gradients"))
    | frozenset(("embeddings", "tables", "together", "all", "log", "logs"))
    | frozenset(("experts", "active", "models", "total"))
)
"""Words beside which a file holds more than a model, or less."""
_OF_MORE: Final = frozenset(("app", "image", "container", "users"))
"""The same, but for those before the model: `an app ships MobileNetV2 as a file of 3.5 MB`."""
_MONO: Final = frozenset(("mono", "single-channel", "one channel"))
_SOUND: Final = frozenset(
    ("audio", "sound", "sounds", "voice", "speech", "spoken", "recording", "recordings")
) | frozenset(("clip", "clips", "wav", "microphone", "word", "words", "song", "songs"))
_OTHER_SOUND: Final = frozenset(("camera", "cameras", "video", "videos", "ultrasound", "ultrasonic", "radio"))
_EACH: Final = frozenset(("each", "every", "a", "one", "per", "single"))
_FILES: Final = frozenset(("file", "recording", "clip", "wav"))
_MOST_OF_SOUND: Final = 4e6
"""In bytes a second: a million samples of 32 bits."""
_ONE: Final = ("one", "second")


class Missized(Struct, frozen=True):
    """A size of a file that what it holds does not make; `detail` says why."""

    fact: Fact
    detail: str


def missized(ledger: Ledger, catalog: Catalog) -> Iterator[Missized]:
    """Yield the sizes of files that lie far beside what their sentence says that they hold.

    So are numbers of parameters far beside those of the one known network that their sentence names.
    """
    for fact in ledger.by_kind[Kind.COUNT]:
        detail = _beside_known(fact, ledger, catalog) if fact.role is Role.PARAMETERS else ""
        if detail:
            yield Missized(fact, detail)
    sizes = [
        fact
        for fact in ledger.by_kind[Kind.BYTES]
        if fact.path[0] == "scenario" and _is_whole(fact) and _is_given(fact)
    ]
    for fact in sizes:
        detail = _beside_parameters(fact, ledger, catalog) or _beside_seconds(fact, ledger)
        if detail:
            yield Missized(fact, detail)


def _is_whole(fact: Fact) -> bool:
    """Tell whether bytes are those of a whole, and not of one element: `4 bits`, `14 bytes per parameter`."""
    unit = fact.mention.unit
    plain = unit.dimension == _BYTE and "/" not in unit.name and "bit" not in unit.name.lower()
    return plain and fact.role is not Role.ELEMENT_SIZE and not fact.per and fact.value >= _LEAST_FILE


def _is_given(fact: Fact) -> bool:
    return (
        fact.standing is Standing.TOPIC
        and fact.modality in _GIVEN
        and fact.result_of is None
        and fact.operand_of is None
        and not fact.place
        and fact.cues.isdisjoint(("claimed", "denied", "supposed"))
    )


def _in_sentence(fact: Fact, ledger: Ledger, kind: Kind) -> list[Fact]:
    return [
        one
        for one in ledger.by_kind[kind]
        if one.path == fact.path and one.sentence == fact.sentence and one is not fact
    ]


def _words(pieces: Sequence[Piece]) -> frozenset[str]:
    return frozenset(word for piece in pieces for word in (piece.text, *piece.text.split()))


class _Network(Struct, frozen=True):
    """The one network of the catalog that a sentence names; `words` are the others of the sentence."""

    entry: Entry
    start: int
    end: int
    words: frozenset[str]

    @property
    def parameters(self) -> list[float]:
        """How many it has, and of a mixture of experts also how many are active."""
        values = self.entry.values
        counts = [values[name] for name in ("parameters", "active_parameters") if name in values]
        return [float(count.quantity.value) for count in counts]

    @property
    def size(self) -> str:
        """How many parameters it has, in words."""
        count = max(self.parameters)
        scale, name = next(
            (scale, name) for scale, name in ((1e9, " billion"), (1e6, " million"), (1, "")) if count >= scale
        )
        return f"{count / scale:.3g}{name} parameters"


def _beside_known(fact: Fact, ledger: Ledger, catalog: Catalog) -> str:
    """Say how many parameters the one known network has that a sentence names, if the text tells others."""
    if fact.path[0] != "scenario" or not _is_given(fact) or fact.value < _LEAST_COUNT:
        return ""
    named = _network(fact, ledger, catalog)
    others = [one for one in _in_sentence(fact, ledger, Kind.COUNT) if one.role is Role.PARAMETERS]
    if named is None or others or not _OF_PART.isdisjoint(named.words):
        return ""
    known = named.parameters
    least = min(known) / _OFF_OF_KNOWN if _NARROWED.isdisjoint(named.words) else 0.0
    if least <= fact.value <= max(known) * _OFF_OF_KNOWN:
        return ""
    return f"is no number of parameters of {named.entry.name}, which has {named.size} (catalog)"


def _network(fact: Fact, ledger: Ledger, catalog: Catalog) -> _Network | None:
    """Return the one network of the catalog that a sentence names before a fact, and no other model."""
    sentence = ledger.sentence_of(fact)
    found: list[tuple[Entry, int, int]] = []
    at = 0
    while at < len(sentence):
        for size in range(min(_LONGEST_NAME, len(sentence) - at), 0, -1):
            name = key(" ".join(piece.text for piece in sentence[at : at + size]))
            entry = _networks_of(catalog).get(name)
            if entry is not None:
                found.append((entry, at, at + size))
                at += size - 1
                break
        at += 1
    if len({entry for entry, _, _ in found}) != 1:
        return None
    entry, start, end = found[0]
    place = next(at for at, piece in enumerate(sentence) if piece.start == fact.start)
    behind = [*sentence[end + 1 : place], *sentence[place + 1 : place + _NOUN_REACH]]
    others = [
        piece for piece in sentence if not any(a <= piece.start < b for a, b in _spans(found, sentence))
    ]
    words = _words(others)
    is_other = any(piece.meaning.thing == "model" for piece in behind) and fact.kind is Kind.COUNT
    if place < start or is_other or not _SHRUNK.isdisjoint(words):
        return None  # `MobileNetV2 feeds a language model with 7 billion parameters`
    return _Network(entry, start, end, words)


def _spans(found: Sequence[tuple[Entry, int, int]], sentence: Sequence[Piece]) -> list[tuple[int, int]]:
    return [(sentence[start].start, sentence[end - 1].end) for _, start, end in found]


@cache
def _networks_of(catalog: Catalog) -> dict[str, Entry]:
    """Return the networks of the catalog of which the parameters are known, by their names."""
    models = [one for one in catalog if one.track is Shelf.MODEL and "parameters" in one.values]
    return {key(name): one for one in models for name in (one.name, *one.aliases, *one.default_for)}


def _beside_parameters(fact: Fact, ledger: Ledger, catalog: Catalog) -> str:
    """Say what the parameters of the one model of a sentence take, if its file is of quite another size."""
    if fact.subject.thing not in _HOLDS_MODEL:
        return ""
    sentence = ledger.sentence_of(fact)
    counts = _in_sentence(fact, ledger, Kind.COUNT)
    models = [one for one in counts if one.role is Role.PARAMETERS]
    others = [one for one in _in_sentence(fact, ledger, Kind.BYTES) if one.mention.unit.dimension == _BYTE]
    of_files = [one for one in others if one.subject.thing in _HOLDS_MODEL]
    if len(models) > 1 or of_files:
        return ""
    if models:
        told, parameters = f"{models[0].text} parameters", models[0].value
        if models[0].start > fact.start or not _is_given(models[0]):
            return ""
        words = _words(sentence)
    else:
        named = _network(fact, ledger, catalog)
        if named is None:
            return ""
        told, parameters = f"the {named.size} of {named.entry.name}", max(named.parameters)
        words = named.words - (_OF_MORE - _words(sentence[named.end :]))
    if not (_OF_PART | _OF_MORE).isdisjoint(words):
        return ""
    formats = cues_in(sentence) & FORMATS
    if len(formats) > 1:
        return ""
    least, most = (_BITS[next(iter(formats))] / 8,) * 2 if formats else (_FEWEST_BYTES, _MOST_BYTES)
    many = max([one.value for one in counts if one.role is not Role.PARAMETERS], default=1.0)
    low, high = parameters * least, parameters * most
    if low / _OFF <= fact.value <= high * _OFF or low / _OFF <= fact.value / max(many, 1.0) <= high * _OFF:
        return ""
    unit = fact.mention.unit
    sizes = dict.fromkeys(
        format_quantity(format_significant(Fraction(size) / unit.scale, 3), unit.name) for size in (low, high)
    )
    of = f" in {next(iter(formats))}" if formats else ""
    return f"is no size of {told}{of}, which take {' to '.join(sizes)}"


def _beside_seconds(fact: Fact, ledger: Ledger) -> str:
    """Say what a second of sound takes at most, if a file of one channel takes far more."""
    pieces = ledger.pieces[fact.path]
    before = [piece for piece in pieces if piece.sentence == fact.sentence and piece.start < fact.start]
    around = [piece for piece in pieces if 0 <= fact.sentence - piece.sentence <= 1]
    words = _words(around)
    of_file = not _FILES.isdisjoint(_words(before)) and not _EACH.isdisjoint(_words(before))
    if not of_file or _MONO.isdisjoint(words) or _SOUND.isdisjoint(words) or words & _OTHER_SOUND:
        return ""
    lengths = [
        one.value
        for one in ledger.by_kind[Kind.TIME]
        if one.path == fact.path and 0 <= fact.sentence - one.sentence <= 1 and one.role is Role.DURATION
    ]
    texts = [piece.text for piece in around]
    lengths += [1.0 for two in pairwise(texts) if two == _ONE]
    if len(lengths) != 1 or fact.value <= lengths[0] * _MOST_OF_SOUND:
        return ""
    most = "a second of one channel takes at most 4 MB (a million samples of 32 bits)"
    return f"is no size of such a recording: {most}"
