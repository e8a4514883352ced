"""The key file that lies beside a rendered paper: what stood at each place of it, and what was right there.

Result files of platforms hold positions and texts, and not our ids; a key file leads from these back to
questions and variants.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Final, Literal

import msgspec

from qbank.bank.given_files import read_bounded, shown_json_fault
from qbank.errors import InputError

SUFFIX: Final = ".key.json"
"""How names of key files end."""

_MOST_BYTES: Final = 64 << 20


class KeyOption(msgspec.Struct, frozen=True, kw_only=True):
    """An option as it was printed: its letter in the question file, and the slip that leads to it.

    `credit` is the share of the points that it earns all the same, if it is wrong.
    """

    id: str
    text: str
    correct: bool
    mistake: str = ""
    credit: float = 0.0


class KeyCredit(msgspec.Struct, frozen=True, kw_only=True):
    """Wrong numbers, from `low` to `high`, that earn a share of the points all the same."""

    low: str
    high: str
    credit: float

    def holds(self, number: Fraction) -> bool:
        """Whether it is about a number."""
        return Fraction(self.low) <= number <= Fraction(self.high)


class KeyNumber(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers that are right: from `low` to `high` in `unit`, all plain decimals; `credits` are of wrong
    ones."""

    low: str
    high: str
    value: str
    unit: str = ""
    credits: tuple[KeyCredit, ...] = ()

    @property
    def right(self) -> Fraction:
        """The value."""
        return Fraction(self.value)

    @property
    def slack(self) -> Fraction:
        """How far an answer may be off, as a share of the value; nothing where that is 0."""
        right = self.right
        return (Fraction(self.high) - Fraction(self.low)) / 2 / abs(right) if right else Fraction(0)

    def holds(self, number: Fraction) -> bool:
        """Whether a number of the unit is right."""
        return Fraction(self.low) <= number <= Fraction(self.high)


class KeyPart(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a question, what it is worth, and its number if it has one."""

    label: str
    points: float | None = None
    number: KeyNumber | None = None


class KeyItem(msgspec.Struct, frozen=True, kw_only=True):
    """One question of a paper.

    `position` counts from 1, `options` are in the order printed, `text` is what a platform shows in the form
    of `normal_text.normalised`, and `hash` that of `text`.
    """

    position: int
    id: str
    variant: str | None = None
    title: str
    kind: str
    topic: str = ""
    level: str = ""
    bloom: str = ""
    points: float = 1.0
    minutes: int | None = None
    options: tuple[KeyOption, ...] = ()
    number: KeyNumber | None = None
    parts: tuple[KeyPart, ...] = ()
    text: str
    hash: str

    @property
    def reference(self) -> str:
        """The id, with `@seed` for a variant."""
        return self.id if self.variant is None else f"{self.id}@{self.variant}"


class PaperKey(msgspec.Struct, frozen=True, kw_only=True):
    """The key of a paper; `form` is its version, `A`, `B`, ..., where there are several."""

    qbank: Literal["paper key"] = "paper key"
    version: Literal[1] = 1
    set: str
    title: str
    form: str | None = None
    questions: tuple[KeyItem, ...]


class KeyFileError(InputError):
    """A key file that cannot be used; the message says why."""


def written(key: PaperKey) -> bytes:
    """Return the content of a key file, a field a line."""
    return msgspec.json.format(msgspec.json.encode(key), indent=2) + b"\n"


def read_key(path: Path) -> PaperKey:
    """Read a key file.

    Raises:
        KeyFileError: it cannot be read, or is none.
    """
    content = read_bounded(path, _MOST_BYTES, KeyFileError)
    try:
        key = msgspec.json.decode(content, type=PaperKey)
        for item in key.questions:
            for number in (item.number, *(part.number for part in item.parts)):
                intervals: tuple[KeyNumber | KeyCredit, ...] = (
                    () if number is None else (number, *number.credits)
                )
                for ends in intervals:
                    if not Fraction(ends.low) <= Fraction(ends.high):
                        raise ValueError(f"question {item.position}: its interval ends before it begins")
    except (msgspec.MsgspecError, ValueError, ZeroDivisionError) as error:
        is_json = isinstance(error, msgspec.ValidationError) or not isinstance(error, msgspec.DecodeError)
        what = str(error) if is_json else "not valid JSON"
        raise KeyFileError(
            f"{shown_json_fault(path, content)}: no key file of a paper: {what}; "
            "`qbank render` writes one beside each paper"
        ) from error
    return key
