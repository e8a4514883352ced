"""The banks that open documents lie in: their settings, and the ids of their questions."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from qbank.audit.plan import Plan
from qbank.audit.settings import PYPROJECT, Settings, SettingsError, load_settings
from qbank.bank.discovery import (
    CHAIN_REGISTRIES,
    QUESTIONS_FOLDER,
    SETTINGS_FILE,
    TargetError,
    find_question_files,
    find_root,
)
from qbank.bank.watching import States, states_of
from qbank.rules.registry import RuleSet

_IDS_LAST: Final = 10.0
"""Seconds for which a list of files is good; ten thousand of them take a tenth of one to list."""


@dataclass(frozen=True)
class Planned:
    """What to audit the documents of a bank by, and a remark if its settings cannot be used."""

    stamp: States
    plan: Plan
    remark: str | None

    @cached_property
    def quick(self) -> Plan:
        """The same without the rules that take too long to run at every key."""
        rules = RuleSet(rule for rule in self.plan.rules if not rule.takes_long)
        return Plan(self.plan.settings, rules)


class Banks:
    """What is known of banks, read again when it has changed."""

    def __init__(self) -> None:
        self._plans: dict[Path | None, Planned] = {}
        self._files: dict[Path, tuple[float, dict[str, Path]]] = {}

    def planned(self, path: Path | None) -> Planned:
        """Return what to audit the document at a path by.

        Where the settings of its bank cannot be used, that is the defaults, and a remark that says why.
        """
        root = self.root(path)
        stamp = _stamp(root)
        planned = self._plans.get(root)
        if planned is None or planned.stamp != stamp:
            planned = self._plans[root] = _planned(root, stamp)
        return planned

    def root(self, path: Path | None) -> Path | None:
        """Return the root of the bank around a path, if there is one."""
        return None if path is None else find_root(path.parent)

    def questions(self, path: Path | None) -> dict[str, Path]:
        """Return the questions of the bank around a path: ids, which are the names of files, and files."""
        root = self.root(path)
        if root is None:
            return {}
        made, files = self._files.get(root, (0.0, {}))
        now = time.monotonic()
        if not files or now - made > _IDS_LAST:
            files = _questions(root)
            self._files[root] = (now, files)
        return files


def _planned(root: Path | None, stamp: States) -> Planned:
    try:
        return Planned(stamp, Plan(load_settings(root)), None)
    except SettingsError as error:
        return Planned(stamp, Plan(Settings(root=root)), str(error))


def _stamp(root: Path | None) -> States:
    return {} if root is None else states_of(root / name for name in (SETTINGS_FILE, PYPROJECT))


def _questions(root: Path) -> dict[str, Path]:
    try:
        found = find_question_files((root / QUESTIONS_FOLDER,))
    except TargetError:
        return {}
    return {file.stem: file for file in found.files if file.name not in CHAIN_REGISTRIES}
