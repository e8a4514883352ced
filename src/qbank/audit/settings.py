"""A bank's settings and their defaults; `settings_file` reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from qbank.errors import InputError
from qbank.napkin import Tolerances
from qbank.rules.core.finding import Severity
from qbank.rules.core.settings import DEFAULT_SETTINGS, RuleSettings


class SettingsError(InputError):
    """Settings that cannot be used; the message names the file, the setting, and what to write instead."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a bank, or a command line, may choose about an audit.

    Rules are named by code, prefix of a code, name, or `ALL`. A severity of None switches rules off.
    Patterns of paths are relative to `root`. `file` is the settings file, None if there is none.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_path_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    severities: Mapping[str, Severity | None] = field(default_factory=dict)
    fail_on: Severity = Severity.ERROR
    tolerances: Tolerances = DEFAULT_SETTINGS.tolerances
    verify: tuple[str, ...] = DEFAULT_SETTINGS.verify
    exclude: tuple[str, ...] = ()
    visual_folders: tuple[str, ...] = DEFAULT_SETTINGS.visual_folders
    root: Path | None = None
    file: Path | None = None
    remarks: tuple[str, ...] = ()

    def for_rules(self) -> RuleSettings:
        """Return the part of the settings that rules read."""
        return RuleSettings(
            root=self.root,
            visual_folders=self.visual_folders,
            tolerances=self.tolerances,
            verify=self.verify,
        )
