"""The number formats that a question has hardware reckon with, whatever data are stored in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qbank.facts.hardware.qualifiers import FLOATING, FORMATS
from qbank.facts.pieces import Piece, cues_in, of_clause

_FLOATS: Final = "floating-point"
_OF_FLOATS: Final = FLOATING | {_FLOATS}
_MATRIX: Final = "matrix-units"
_NATIVELY: Final = "natively"
_TENSOR_CORES: Final = "tensor-cores"
_LATE: Final = frozenset(("bf16", "tf32", "fp8", "fp6", "fp4"))
"""Formats that units of their own came for: who lacks them has no other units for them."""
_OF_TENSORS: Final = frozenset(("int8", "int4", "fp64"))
"""Formats that vector units have as well, so that what is said is of the tensor cores."""
_CALLED: Final = frozenset(("format", "arithmetic", "precision", "data type", "datatype", "number format"))
"""What takes up the format of the clause before: `in FP16, the format in which it executes its layers`."""
_OTHERS: Final = frozenset(("cpu", "cpus", "host", "gpu", "processor", "laptop", "workstation", "server"))
_RELATIVE: Final = frozenset(("which", "that", "who", "where"))


def is_done_elsewhere(at: int, pieces: Sequence[Piece]) -> bool:
    """Tell whether another processor does what a word says: `while AV1 encoding is done by the CPU`."""
    here = pieces[of_clause(pieces, pieces[at].clause)]
    before = pieces[of_clause(pieces, pieces[at].clause - 1)] if here[0].text in _RELATIVE else ()
    return any(
        piece.device is None and piece.text in _OTHERS for piece in (*here, *before[-1:], *before[-2:-1])
    )


def format_reckoned(at: int, pieces: Sequence[Piece]) -> str:
    """Return what a device has to have that reckons as a word of its clause says; empty if none says it.

    `in BF16 on the tensor cores`, `multiplies FP8 natively`, `The net runs on the Edge TPU in 16-bit floats`.
    """
    cues = pieces[at].meaning.cues
    if _MATRIX in cues or _NATIVELY in cues:
        return _of_units(at, pieces)
    return _FLOATS if not cues.isdisjoint(_OF_FLOATS) and _runs_inside(at, pieces) else ""


def _of_units(at: int, pieces: Sequence[Piece]) -> str:
    is_matrix = _MATRIX in pieces[at].meaning.cues
    beside = cues_in(pieces[at + 1 : at + 2]) & FORMATS
    named = beside if beside and not is_matrix else _formats_in(pieces, pieces[at].clause)
    if len(named) > 1:
        return ""
    if not named:
        return _TENSOR_CORES if is_matrix else ""
    [name] = named
    if not is_matrix or name in _LATE:
        return name
    return f"{name}-tensor" if name in _OF_TENSORS else _TENSOR_CORES


def _formats_in(pieces: Sequence[Piece], clause: int) -> frozenset[str]:
    """Return the formats of a clause, of the one before if the clause takes that up; else floats at all."""
    here = pieces[of_clause(pieces, clause)]
    cues = cues_in(here)
    named = cues & FORMATS
    if not named and (here[0].text == "which" or any(piece.text in _CALLED for piece in here)):
        before = pieces[of_clause(pieces, clause - 1)]
        same = bool(before) and before[0].sentence == here[0].sentence
        cues = cues_in(before) if same else cues
        named = cues & FORMATS
    return named or (cues & {_FLOATS})


def _runs_inside(at: int, pieces: Sequence[Piece]) -> bool:
    """Tell whether a format is that of what runs on a device: `on the Edge TPU in 16-bit floats`."""
    before = [piece for piece in pieces[max(0, at - 3) : at] if piece.mention is None][-2:]
    return len(before) == 2 and before[0].device is not None and before[1].text == "in"
