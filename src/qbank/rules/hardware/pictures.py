"""Pictures that are larger than the array of the image sensor that takes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from qbank.catalog.entry import Entry
from qbank.facts.fact import FieldPath, NamedDevice
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import Standing

_SIDES: Final = ("array_width", "array_height")
_TIMES: Final = frozenset(("×", "x", "*", "by"))
_PIXELS: Final = frozenset(
    ("pixels", "pixel", "px", "stills", "still", "pictures", "images", "frames", "raw")
)
_BEYOND: Final = 1.02
_LEAST_SIDE: Final = 16
_MADE: Final = frozenset(
    ("upscaled", "stitched", "panorama", "mosaic", "composite", "scaled", "resized", "upsampled", "display")
)
"""What a picture is called that no sensor took as it is."""
_OTHER_CAMERAS: Final = frozenset(("camera", "cameras", "webcam", "scanner", "imager", "lidar", "monitor"))
_UNREAL: Final = frozenset(("former", "denied", "claimed", "supposed", "alternative"))


class Oversized(Struct):
    """A picture that the sensor which takes it cannot have; `device` is as written."""

    path: FieldPath
    start: int
    end: int
    text: str
    device: str
    entry: Entry

    @property
    def most(self) -> str:
        """What the sensor has."""
        width, height = (self.entry.values[side].stated for side in _SIDES)
        return f"{width} × {height} pixels"


def oversized(ledger: Ledger) -> Iterator[Oversized]:
    """Yield the pictures of which a side is longer than the longer one of the sensor of their sentence."""
    imagers = [name for name in ledger.devices if _is_imager(name)]
    for path in dict.fromkeys(name.path for name in imagers):
        pieces = ledger.pieces[path]
        for at in range(len(pieces) - 3):
            sides = _sides(pieces[at : at + 3])
            if sides is None or not _is_of_pixels(pieces, at):
                continue
            sensor = _taken_by(at, pieces, [name for name in imagers if name.path == path])
            if sensor is None:
                continue
            entry = sensor.device.entries[0]
            most = max(_number(entry.values[side].stated) for side in _SIDES)
            if max(sides) > most * _BEYOND:
                first, last = pieces[at], pieces[at + 2]
                text = f"{first.text} {pieces[at + 1].text} {last.text}"
                yield Oversized(path, first.start, last.end, text, sensor.device.text, entry)


def _is_imager(name: NamedDevice) -> bool:
    entries = name.device.entries
    topic = name.standing is Standing.TOPIC and not name.supposed
    return topic and len(entries) == 1 and all(side in entries[0].values for side in _SIDES)


def _number(stated: object) -> float:
    return float(stated) if isinstance(stated, int | float) else 0.0


def _sides(three: Sequence[Piece]) -> tuple[float, float] | None:
    """Return the sides of `640 × 480`."""
    one, times, other = three
    if times.text not in _TIMES or one.mention is None or other.mention is None:
        return None
    sides = one.mention.number, other.mention.number
    whole = all(side == int(side) and side >= _LEAST_SIDE for side in sides)
    return sides if whole and one.mention.is_bare else None


def _is_of_pixels(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether two numbers are those of a picture: the word says so behind them or before."""
    behind, before = pieces[at + 3 : at + 5], pieces[max(0, at - 3) : at]
    two = not (at and pieces[at - 1].text in _TIMES) and behind[0].text not in _TIMES
    return two and any(not _PIXELS.isdisjoint(piece.text.split()) for piece in (*behind, *before))


def _taken_by(at: int, pieces: Sequence[Piece], imagers: Sequence[NamedDevice]) -> NamedDevice | None:
    """Return the sensor named last before a picture, in its sentence or the one before; no camera between."""
    here = pieces[at].sentence
    if any(name.at > at and pieces[name.at].sentence == here for name in imagers):
        return None
    near = [name for name in imagers if name.at < at and here - pieces[name.at].sentence in {0, 1}]
    sensor = max(near, key=lambda name: name.at, default=None)
    if sensor is None or len({name.device.entries for name in near}) > 1:
        return None
    between = pieces[sensor.at + 1 : at]
    sentence = [piece for piece in pieces if piece.sentence == here]
    others = any(piece.text in _OTHER_CAMERAS or piece.device is not None for piece in between)
    made = any(not _MADE.isdisjoint(piece.text.split()) for piece in sentence)
    told = [*between, *(piece for piece in sentence if piece.clause == pieces[at].clause)]
    return None if others or made or not _UNREAL.isdisjoint(cues_in(told)) else sensor
