"""The features that a question gives to devices: units of chips, number formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from qbank.facts.devices.device import Device
from qbank.facts.fact import FieldPath, NamedDevice
from qbank.facts.hardware.formats import format_reckoned, is_done_elsewhere
from qbank.facts.hardware.qualifiers import FORMATS
from qbank.facts.hardware.radios import OWN, is_sent_over, own_part
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in, of_clause, of_sentence
from qbank.facts.vocabulary import GENERIC, Kind

_SENSED: Final = frozenset(
    (
        *("humidity", "gas", "air-pressure", "gyroscope", "magnetometer", "i2s", "pdm"),
        *("bluetooth-classic", "bluetooth-le"),
    )
)
"""What there may be another part for, so that its name beside that of a device says nothing."""
_SENSES: Final = frozenset(
    (
        "supplies", "measures", "delivers", "outputs", "provides", "gives", "reports", "senses", "has",
        "contains", "includes", "combines", "integrates", "offers", "yields", "tells", "returns", "does",
        "supports", "speaks",
    )
)  # fmt: skip
_SENSORS: Final = frozenset(("sensor", "chip", "part", "module", "it", "which", "that", "and", "radio"))
_RELATIVE: Final = frozenset(("which", "that"))
_PLACED: Final = frozenset(("of", "on", "in", "at", "inside", "under", "above"))
_PLACE_REACH: Final = 4
_INSIDE_REACH: Final = 3
_OF_OTHERS: Final = frozenset(("with", "beside", "for", "from", "while"))
_OF_SENSED: Final = frozenset(("from", "of", "by"))
_LEADING: Final = frozenset(
    ("is", "are", "measured", "read", "comes", "come", "taken", "the", "a", "an", "its")
)
_RADIOS: Final = {
    "bluetooth classic": "bluetooth-classic",
    **dict.fromkeys(("bluetooth le", "bluetooth le 5", "ble", "ble 5"), "bluetooth-le"),
}
"""Links with a name in the catalog that a chip has a radio for or has not."""
_NVLINK: Final = "nvlink"
_OF_CHIPS: Final = frozenset(_RADIOS.values())
_TORUS: Final = "torus"
_OVER: Final = frozenset(("over", "via", "through"))
_TAKEN_FROM: Final = frozenset(("that", "this", "it", "the", "same"))
_JOINED: Final = frozenset(("joined", "connected", "coupled", "linked", "bridged", "paired"))
_HIGH_BAND: Final = "wifi-5ghz"
_NETWORKS: Final = frozenset(("band", "ssid", "wi - fi", "wlan"))
"""What stands behind the band of a radio: `the 5 GHz SSID`."""
_GIGAHERTZ: Final = 5e9
_NO: Final = "no"
_TO: Final = frozenset(("to", "reach", "reaches", "feeds", "into"))
_LEAST_LED: Final = 4
_CLOSE: Final = frozenset(
    ("ccm", "ccmram", "ccm ram", "ccm sram", "core-coupled memory", "core coupled memory")
)
"""What the memory is called that hangs on the core alone."""
_TELLING: Final = _CLOSE | _RADIOS.keys() | OWN.keys() | {_NVLINK, _TORUS} | _NETWORKS
"""What may tell a feature beside the words of the lexicon."""
_DMA: Final = "dma"
_DMA_TO_CCM: Final = "dma-to-ccm"
_DMA_REACH: Final = 6
_INTO: Final = frozenset(("in", "into", "to", "from", "of"))
_OF_CORES: Final = frozenset(("core", "cpu", "and", "then", "before"))
_BEFORE_NOUNS: Final = frozenset(("article", "adjective", "of"))
_WITH_FEATURES: Final = frozenset(("device", "core"))
_UNSAID: Final = frozenset(("denied", "claimed", "alternative", "supposed", "failure", "former", "emulated"))
_WORK: Final = FORMATS | {
    *("floating-point", "nvenc", "av1-encoder", "av1-decoder", "h264-decoder", "h265-decoder"),
}
"""Features that are work, which another processor may do instead."""
_THESE: Final = frozenset(("these", "those"))
_PRONOUNS: Final = frozenset(("it", "its", "they", "their", "both"))
_OF_LINKS: Final = frozenset((_NVLINK, _HIGH_BAND))
"""Features of how a device is joined to others."""


class Feature(Struct):
    """A feature that a question gives to a device; `name` is as the catalog calls it."""

    path: FieldPath
    start: int
    end: int
    text: str
    name: str
    device: Device


def features(ledger: Ledger) -> Iterator[Feature]:
    """Yield the features that a question gives to devices: said of one alone, and not denied of it."""
    for path, pieces in ledger.pieces.items() if ledger.devices else ():
        for at, piece in enumerate(pieces):
            name = piece.meaning.feature
            if not name and piece.meaning.cues:
                name = format_reckoned(at, pieces)
            if not name and piece.text in _TELLING:
                name = _RADIOS.get(piece.text) or _link_used(at, pieces) or _band_used(at, pieces)
                name = name or own_part(at, pieces) or _torus(at, pieces) or _close_memory(at, pieces)
            if not name or (name in _WORK and is_done_elsewhere(at, pieces)):
                continue
            here = [one for one in ledger.devices if one.path == path and one.sentence == piece.sentence]
            here = [one for one in here if not one.device.is_link or _may_be_said_of(name, one.device)]
            here = here or _spoken_of(name, at, pieces, ledger)
            beside = [one for one in here if one.path == path and pieces[one.at].clause == piece.clause]
            named = [one for one in beside or here if _may_be_said_of(name, one.device)]
            last = _last_of(piece, pieces)
            unsaid = any(
                not word.meaning.cues.isdisjoint(_UNSAID) or word.text == "?"
                for word in pieces[of_sentence(pieces, piece.sentence)]
                if word.clause == piece.clause or not (beside or _takes_up(at, pieces))
                if word.text != _NO or word.start < last
            )
            if name in _SENSED:
                named = [
                    one
                    for one in here
                    if _may_be_said_of(name, one.device) and _is_sensed_by(name, one, at, pieces)
                ]
            unsaid = unsaid or any(one.path == path and _is_listed(one, at, pieces) for one in named)
            if _is_said_of_one(name, named) and not unsaid and named[0].is_topic:
                yield Feature(path, piece.start, piece.end, piece.text, name, named[0].device)


def _is_said_of_one(name: str, named: Sequence[NamedDevice]) -> bool:
    """Tell whether a feature is said of one device, or of a chip and its core that lack it both."""
    together = {one.device.entries for one in named}
    return len(together) == 1 or (
        len(together) > 1 and all(name in entry.lacks for entries in together for entry in entries)
    )


def _is_listed(one: NamedDevice, at: int, pieces: Sequence[Piece]) -> bool:
    """Tell whether a device is told beside a feature: `Two cores and the nRF52840 both do it`."""
    between = pieces[at + 1 : one.at]
    return any(piece.text == "and" and piece.clause == pieces[at].clause for piece in between)


def _last_of(feature: Piece, pieces: Sequence[Piece]) -> int:
    """Return where the last word of a feature begins; `no` behind it denies another thing."""
    clause = pieces[of_clause(pieces, feature.clause)]
    named = (one for one in clause if not one.meaning.cues.isdisjoint(FORMATS))
    return max([feature.start, *(one.start for one in named)])


def _is_sensed_by(name: str, one: NamedDevice, at: int, pieces: Sequence[Piece]) -> bool:
    """Tell whether a sensor is said to sense something: `a BMP280, which measures pressure and humidity`."""
    if _is_reached_over(at, pieces):
        return pieces[at - 2].device in {None, one.device}
    if pieces[at].opener == one.at + 1 and name in _OF_CHIPS:
        return True  # `the ESP32-S2 (2.4 GHz Wi-Fi and Bluetooth LE 5)`
    if name in _OF_CHIPS and is_sent_over(at, pieces):
        return True
    if one.at < at:
        return _tells_of_itself(one, at, pieces) or _is_taken_from(one, at, pieces)
    between = [piece.text for piece in pieces[at + 1 : one.at]]
    led = any(text in _OF_SENSED for text in between)
    makers = one.at - at - 1 - sum(text in _OF_SENSED | _LEADING for text in between)
    return led and makers <= 1


def _tells_of_itself(one: NamedDevice, at: int, pieces: Sequence[Piece]) -> bool:
    """Tell whether what a verb says that a sensor senses is of the sensor in front, and of no other part."""
    verb = next((back for back in range(at, one.at, -1) if pieces[back].text in _SENSES), None)
    if verb is None:
        return False
    behind, told = pieces[one.at + 1 : verb], pieces[verb + 1 : at]
    if any(map(_may_be_a_part, behind)) or any(piece.text in _OF_OTHERS for piece in told):
        return False
    if any(piece.mention is None and piece.meaning.part == "verb" for piece in told):
        return False
    subject = pieces[verb - 1].text
    if subject in _RELATIVE:  # `beside a speaker, which speaks Bluetooth`
        meant = verb - 2 - (pieces[verb - 2].text == ",")
        return meant == one.at or pieces[meant].text in _SENSORS
    placed = 0 < len(behind) <= _PLACE_REACH and behind[0].text in _PLACED
    return not behind or placed or subject in _SENSORS


def _is_taken_from(one: NamedDevice, at: int, pieces: Sequence[Piece]) -> bool:
    """Tell whether something is read from a sensor and from no other one: `From an MPU-6050 it takes ...`."""
    between = pieces[one.at + 1 : at]
    if any(map(_may_be_a_part, between)) or any(piece.text in _OF_OTHERS - {"with"} for piece in between[3:]):
        return False
    lead = [piece.text for piece in pieces[max(0, one.at - 3) : one.at]]
    if "from" in lead:
        return all(piece.text not in _OF_OTHERS for piece in between)
    return any(
        word.text == "from" and then.text in _TAKEN_FROM and any(noun.text in _SENSORS for noun in nouns)
        for word, then, nouns in (
            (between[place], between[place + 1], between[place + 1 : place + 4])
            for place in range(len(between) - 2)
        )
    )


def _may_be_a_part(piece: Piece) -> bool:
    """Tell whether a word may name a part that the catalog lacks: `SHT31`."""
    named = piece.is_word and piece.meaning.sort != "link" and piece.device is None
    return named and any(map(str.isdigit, piece.text)) and any(map(str.isalpha, piece.text))


def _torus(at: int, pieces: Sequence[Piece]) -> str:
    """Return the torus that chips are wired as, if not all of their kind are: `as a 3D torus`."""
    sides = pieces[at - 1].mention if at and pieces[at].text == _TORUS else None
    return "torus-3d" if sides is not None and sides.number == len("xyz") else ""


def _link_used(at: int, pieces: Sequence[Piece]) -> str:
    """Return the link that data take between cards, if not all have it: `two L4 exchange it over NVLink`."""
    before = [piece.text for piece in pieces[max(0, at - 2) : at]]
    used = pieces[at].text == _NVLINK and bool(before)
    used = used and (before[-1] in _OVER or (before[-1] == "by" and before[0] in _JOINED))
    return _NVLINK if used else ""


def _band_used(at: int, pieces: Sequence[Piece]) -> str:
    """Return the band that a radio is said to be in, if not all reach it: `joined to the 5 GHz SSID`."""
    band = pieces[at - 1].mention if at and pieces[at].text in _NETWORKS else None
    is_high = band is not None and band.kind is Kind.FREQUENCY and band.high == _GIGAHERTZ
    return _HIGH_BAND if is_high else ""


def _is_reached_over(at: int, pieces: Sequence[Piece]) -> bool:
    """Tell whether data come to a device over a link: `streams to the module over Bluetooth Classic`."""
    if at < _LEAST_LED or pieces[at - 1].text not in _OVER:
        return False
    end = pieces[at - 2]
    led = {piece.text for piece in pieces[at - _LEAST_LED : at - 2]}
    is_end = end.meaning.thing in GENERIC if end.device is None else not end.device.is_link
    return is_end and not led.isdisjoint(_TO)


def _close_memory(at: int, pieces: Sequence[Piece]) -> str:
    """Return what a chip has to have whose DMA reaches the memory beside its core: `DMA fills the CCM`."""
    if pieces[at].text not in _CLOSE:
        return ""
    sentence = pieces[at].sentence
    said = [piece for piece in pieces[at + 1 :] if piece.sentence == sentence and piece.text != _NO]
    if "denied" in cues_in(said):
        return ""
    behind = [piece.text for piece in pieces[at + 1 : at + 5] if piece.sentence == sentence]
    told = behind[1:2] if behind[:1] == [","] else behind[:1]
    if (told and told[0] in _RELATIVE | {"where"} and _DMA in behind) or behind[:3] == [",", "filled", "by"]:
        return _DMA_TO_CCM if _DMA in behind else ""
    back = at - 1
    while back > 0 and (pieces[back].meaning.part in _BEFORE_NOUNS or pieces[back].mention):
        back -= 1
    clause = [piece.text for piece in pieces[:back] if piece.clause == pieces[at].clause]
    if back <= 0 or pieces[back].text not in _INTO or _DMA not in clause:
        return ""
    since = clause[len(clause) - clause[::-1].index(_DMA) :]
    return _DMA_TO_CCM if _OF_CORES.isdisjoint(since) and len(since) <= _DMA_REACH else ""


def _spoken_of(name: str, at: int, pieces: Sequence[Piece], ledger: Ledger) -> list[NamedDevice]:
    """Return the only device of a question where a sentence goes on about it: `Its cores have an FPU`."""
    feature = pieces[at]
    sentence = pieces[of_sentence(pieces, feature.sentence)]
    of_link = name in _OF_LINKS  # which the sentence speaks of
    goes_on = sentence[0].text in _PRONOUNS and (
        of_link or all(piece.meaning.sort != "link" for piece in sentence)
    )
    goes_on = goes_on or not feature.meaning.feature  # the units of the only device that there is
    goes_on = goes_on or (at > 0 and pieces[at - 1].meaning.thing in GENERIC)  # `the module's DLA`
    goes_on = goes_on or (of_link and _names_cards(sentence, ledger))
    goes_on = goes_on or name in FORMATS or _is_inside(at, pieces)
    there = [
        one
        for one in ledger.devices
        if not (one.supposed or one.device.is_link) and _may_be_said_of(name, one.device)
    ]
    path = next(path for path, told in ledger.pieces.items() if told is pieces)
    told = [one for one in there if one.is_topic or (one.path == path and one.at < at and not of_link)]
    if _takes_up(at, pieces):
        there = [one for one in there if one.path == path and one.at < at]
    there = there if name in FORMATS else told
    return there if goes_on and _is_said_of_one(name, there) else []


def _takes_up(at: int, pieces: Sequence[Piece]) -> bool:
    """Tell whether units are those that the text spoke of just before: `these tensor cores`."""
    return at > 0 and pieces[at - 1].text in _THESE


def _is_inside(at: int, pieces: Sequence[Piece]) -> bool:
    """Tell whether a feature is said to be in the device that is spoken of: `the FPU in that core`."""
    behind = pieces[at + 1 : at + 1 + _INSIDE_REACH]
    return len(behind) == _INSIDE_REACH and behind[0].text == "in" and behind[2].meaning.thing in GENERIC


def _names_cards(sentence: Sequence[Piece], ledger: Ledger) -> bool:
    """Tell whether a sentence goes on about cards, or calls one by its number: `The 4090 takes a bridge`."""
    numbers = {word for one in ledger.devices for word in one.device.text.lower().split() if word.isdigit()}
    return any(piece.meaning.thing in GENERIC or piece.text in numbers for piece in sentence)


def _may_be_said_of(feature: str, device: Device) -> bool:
    return device.sort in _WITH_FEATURES or any(
        feature in {*entry.has, *entry.lacks} for entry in device.entries
    )
