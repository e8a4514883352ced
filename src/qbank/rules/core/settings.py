"""What a bank may tell the rules; the defaults suit a bank without any configuration."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from qbank.napkin.verdicts import Tolerances

_TOLERANCES = Tolerances()

VERIFIABLE = ("realistic_solution", "common_mistake", "scenario", "options")
"""Fields that are verified unless a bank says otherwise; `napkin_math` always is."""


class RuleSettings(Struct, frozen=True):
    """Settings that rules read; the configuration file is read elsewhere.

    `root` is the bank's folder. `visual_folders` are folders below it where a question's drawing may lie,
    besides the folder of the question itself. `verify` names the fields that are recomputed besides
    `napkin_math`.
    """

    root: Path | None = None
    visual_folders: tuple[str, ...] = ("visuals", "questions/visuals")
    tolerances: Tolerances = _TOLERANCES
    verify: tuple[str, ...] = VERIFIABLE


DEFAULT_SETTINGS = RuleSettings()
