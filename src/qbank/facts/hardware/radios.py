"""The radios and the like that a question gives to a chip as its own: `its built-in Wi-Fi`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qbank.facts.pieces import Piece, of_clause, of_sentence
from qbank.facts.vocabulary import GENERIC

OWN: Final = {
    **dict.fromkeys(("wi - fi", "wifi", "wlan"), "wifi"),
    **dict.fromkeys(("zigbee", "thread", "802.15.4"), "thread"),
    **dict.fromkeys(("npu", "neural processing unit"), "npu"),
}
"""What another part may be there for as well, and what the catalog calls it."""
_POSSESSED: Final = frozenset(("its", "own", "built", "integrated", "onboard", "on-board", "internal", "'s"))
_LEADING: Final = frozenset(("over", "via", "through"))
_OTHERS: Final = frozenset(("that", "which", "whose", "where", "who", "and", "or", "with", "to which"))
_RADIO: Final = "radio"
_NEAR: Final = 4
_FIRST: Final = 2


def own_part(at: int, pieces: Sequence[Piece]) -> str:
    """Return the radio or unit that a chip has to have for what its text says; empty if it need not."""
    name = OWN.get(pieces[at].text, "")
    if name == "wifi" and [piece.text for piece in pieces[at + 1 : at + 2]] == ["6"]:
        name = "wifi-6"
    owned = bool(name) and (_is_owned(at, pieces) or (name != "npu" and is_sent_over(at, pieces)))
    return name if owned else ""


def is_sent_over(at: int, pieces: Sequence[Piece]) -> bool:
    """Tell whether a device itself uses a link: `The ESP32-C3 streams it over Bluetooth Classic`."""
    clause = of_clause(pieces, pieces[at].clause)
    if at <= clause.start or pieces[at - 1].text not in _LEADING:
        return False
    if _names_own_radio(pieces[of_sentence(pieces, pieces[at].sentence)]):
        return True
    head = [place for place in range(clause.start, at) if _is_chip(pieces[place])]
    if len(head) != 1 or head[0] > clause.start + _FIRST:
        return False
    behind = pieces[head[0] + 1 : at]
    while behind and behind[0].meaning.thing in GENERIC:
        behind = behind[1:]  # `The ESP32-C3 board`
    starts = bool(behind) and behind[0].is_word and behind[0].text not in _OTHERS | _LEADING
    verb = starts and (behind[0].meaning.part == "verb" or not behind[0].is_known)
    return verb and all(piece.text not in _OTHERS for piece in behind)


def _is_chip(piece: Piece) -> bool:
    return piece.device is not None and not piece.device.is_link


def _is_owned(at: int, pieces: Sequence[Piece]) -> bool:
    """Tell whether a part is called the device's own: `the nRF52840's Wi-Fi`, `its on-board NPU`."""
    before = [piece for piece in pieces[max(0, at - _NEAR) : at] if piece.clause == pieces[at].clause]
    if not before:
        return False
    return _is_chip(before[-1]) or any(piece.text in _POSSESSED for piece in before)


def _names_own_radio(sentence: Sequence[Piece]) -> bool:
    """Tell whether a sentence speaks of the radio in the chip: `using the chip's built-in radio`."""
    return any(
        piece.text == _RADIO
        and any(one.text in _POSSESSED - {"'s"} for one in sentence[max(0, place - _NEAR) : place])
        for place, piece in enumerate(sentence)
    )
