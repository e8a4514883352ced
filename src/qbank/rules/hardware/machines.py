"""What a text says that a rented machine holds: other accelerators, another number, more of the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from qbank.catalog.entry import Entry, Value
from qbank.facts.counted import number_of
from qbank.facts.fact import FieldPath, NamedDevice
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in, of_clause
from qbank.facts.vocabulary import Kind

_KINDS: Final = frozenset(("gpu", "asic", "tpu"))
_HOLDS: Final = frozenset(
    (
        *(
            "has",
            "have",
            "with",
            "carries",
            "carry",
            "holds",
            "hold",
            "brings",
            "contains",
            "offers",
            "gives",
        ),
        *("comes with", "packs", "houses", "provides", "includes", "carrying", "holding", "containing"),
    )
)
_LINKING: Final = frozenset(
    (",", "(", ":", "which", "that", "each", "its", "whose", "are", "is", "and", "of")
)
_PARTING: Final = frozenset(
    (
        "after",
        "before",
        "than",
        "instead",
        "unlike",
        "like",
        "for",
        "as",
        "where",
        "beside",
        "from",
        "while",
        "against",
    )
)
"""What begins another thing than what a machine holds: `carries one A10G, after a T4`."""
_MACHINES: Final = frozenset(("instance", "machine", "vm", "node", "box", "server", "host"))
_ACCELERATORS: Final = frozenset(("gpus", "gpu", "accelerators", "chips"))
_ARTICLES: Final = frozenset(("the", "each", "every", "such", "this", "that", "one", "a", "an"))
_OTHERWISE: Final = frozenset(
    ("denied", "claimed", "alternative", "supposed", "former", "rest", "total", "failure", "configured")
)
_NETWORK: Final = frozenset(("efa", "network", "networking", "ena", "nic", "roce", "infiniband"))
_RAM: Final = frozenset(
    ("ram", "host memory", "system memory", "main memory", "dram", "host ram", "host dram")
)
_REACH: Final = 3
_ABOVE: Final = 1.1


class Misequipped(Struct):
    """Something that a rented machine does not have; `start` and `end` are its place in the field."""

    path: FieldPath
    start: int
    end: int
    text: str
    machine: Entry
    has: str


def misequipped(ledger: Ledger) -> Iterator[Misequipped]:
    """Yield what is told of a machine by its name, or by its noun in a question that names one alone."""
    machines = [name for name in ledger.devices if _is_machine(name)]
    alone = len({name.device.entries for name in machines}) == 1 and machines[0].is_topic
    seen: set[tuple[FieldPath, int]] = set()
    for path, pieces in ledger.pieces.items() if machines else ():
        for sentence in sorted({piece.sentence for piece in pieces}):
            here = [name for name in machines if name.path == path and name.sentence == sentence]
            named = [name for name in here if name.is_topic and not name.supposed]
            span = [at for at, piece in enumerate(pieces) if piece.sentence == sentence]
            if len(here) == 1 == len(named):
                machine, starts = named[0], [named[0].at]
                starts += _nouns(span, pieces, named[0].at)
            elif not here and alone and not machines[0].supposed:
                machine, starts = machines[0], _nouns(span, pieces, span[0] - 1)
            else:
                continue
            for start in starts:
                for piece, has in _wrong_parts(start, span[-1] + 1, pieces, machine, ledger):
                    if (path, piece.start) not in seen:
                        seen.add((path, piece.start))
                        entry = machine.device.entries[0]
                        text = _written(piece, path, ledger)
                        yield Misequipped(path, piece.start, piece.end, text, entry, has)


def _is_machine(name: NamedDevice) -> bool:
    entries = name.device.entries
    return len(entries) == 1 and bool(entries[0].accelerator) and _number(entries[0]) is not None


def _written(piece: Piece, path: FieldPath, ledger: Ledger) -> str:
    """Return what is wrong as the text has it, whose small letters a piece does not keep."""
    if piece.device is not None:
        return piece.device.text
    facts = (fact.text for fact in ledger.facts if fact.path == path and fact.start == piece.start)
    return next(facts, piece.text)


def _number(machine: Entry) -> Value | None:
    """Return how many accelerators a machine has, that of a rented one or of a server."""
    return machine.values.get("accelerators") or machine.values.get("gpu_count")


def _nouns(span: Sequence[int], pieces: Sequence[Piece], after: int) -> list[int]:
    """Return where a machine is called by its noun: `Each instance has eight GPUs`."""
    return [
        at for at in span if at > after and pieces[at].text in _MACHINES and pieces[at - 1].text in _ARTICLES
    ]


def _wrong_parts(
    start: int, end: int, pieces: Sequence[Piece], named: NamedDevice, ledger: Ledger
) -> Iterator[tuple[Piece, str]]:
    """Yield what is wrong of what a text gives to a machine from a place on, with what it has instead."""
    [machine] = named.device.entries
    bracketed = start + 1 < end and pieces[start + 1].text == "("
    holding = bracketed
    for at in range(start + 1, end):
        piece = pieces[at]
        if bracketed and piece.opener < 0 and piece.text not in {"(", ")"}:
            return
        if piece.text in _HOLDS:
            holding = True
            continue
        if (piece.text in _PARTING or piece.meaning.part == "verb") if holding else not _is_linking(piece):
            return
        if not cues_in(pieces[of_clause(pieces, piece.clause)]).isdisjoint(_OTHERWISE):
            return
        has = holding and (
            _other_card(at, pieces, machine, ledger)
            or _other_number(at, pieces, named, machine)
            or _more(at, pieces, machine)
        )
        if has:
            yield piece, has


def _is_linking(piece: Piece) -> bool:
    """Tell whether a word may stand between a machine and the verb that gives it something."""
    return piece.text in _LINKING | _MACHINES or piece.device is not None or piece.mention is not None


def _other_card(at: int, pieces: Sequence[Piece], machine: Entry, ledger: Ledger) -> str:
    """Return what a machine has instead of the accelerator that a text gives it."""
    device = pieces[at].device
    if device is None or any(entry.kind not in _KINDS for entry in device.entries):
        return ""
    known = next((one for one in device.entries if one.id == machine.accelerator), None)
    family = {entry.family for entry in device.entries} - {None}
    own = _entry(machine, ledger)
    same = known is not None or (own is not None and own.family in family)
    return "" if same or machine.accelerator is None else _listed(machine)


def _entry(machine: Entry, ledger: Ledger) -> Entry | None:
    others = (entry for name in ledger.devices for entry in (*name.device.entries, *name.device.others))
    return next((entry for entry in others if entry.id == machine.accelerator), None)


def _listed(machine: Entry) -> str:
    number = _number(machine)
    return f"{number.text if number else 1} × {machine.accelerator}"


def _other_number(at: int, pieces: Sequence[Piece], named: NamedDevice, machine: Entry) -> str:
    """Return how many accelerators a machine has if a text gives it another number of them."""
    number = number_of(pieces[at])
    if number is None or not number.is_integer():
        return ""
    behind = pieces[at + 1 : at + 1 + _REACH]
    for piece in behind:
        cards = piece.device is not None and all(one.kind in _KINDS for one in piece.device.entries)
        if cards or piece.text in _ACCELERATORS:
            known = _number(machine)
            many = float(known.quantity.value) if known else number
            fits = number in {many, many * max(1, named.count)}
            return "" if fits or pieces[at + 1].text == "of" else _listed(machine)
        if piece.mention is not None or not piece.is_word:
            break
    if behind and behind[0].text in {"vcpu", "vcpus"} and "vcpus" in machine.values:
        vcpus = machine.values["vcpus"]
        fits = number <= float(vcpus.quantity.value) * max(1, named.count)
        return "" if fits else f"{vcpus.text} vCPUs"
    return ""


def _more(at: int, pieces: Sequence[Piece], machine: Entry) -> str:
    """Return the memory of the host, or the network, of a machine to which a text gives more."""
    mention = pieces[at].mention
    if mention is None:
        return ""
    words = {piece.text for piece in pieces[at + 1 : at + 1 + _REACH]}
    if mention.kind is Kind.BYTES and not words.isdisjoint(_RAM):
        name = "host_memory"
    elif mention.kind is Kind.BYTE_RATE and not words.isdisjoint(_NETWORK):
        name = "network_per_direction"
    else:
        return ""
    known = machine.values.get(name)
    if known is None or mention.high <= float(known.quantity.value) * _ABOVE:
        return ""
    peaks = "up to" in (known.note or "")  # for a while it may be more than the base
    return "" if peaks else f"{known.text} {known.what}"
