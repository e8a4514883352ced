"""A bank's settings: what they are, their defaults, and where they are looked for.

What a settings file may say, and how it is told when it says something else, is in `settings_file`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from qbank.bank.discovery import find_root
from qbank.errors import InputError
from qbank.napkin import Tolerances
from qbank.rules.core.finding import Severity
from qbank.rules.core.settings import DEFAULT_SETTINGS, RuleSettings

SETTINGS_FILE = "qbank.toml"
PYPROJECT = "pyproject.toml"


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


def load_settings(root: Path | None, file: Path | None = None) -> Settings:
    """Read the settings of the bank at `root`, or those in `file`; the defaults where there are none.

    Raises:
        SettingsError: if a settings file cannot be read or says something that is no setting.
    """
    # Reading settings needs pydantic and the registry of rules; a bank without any needs neither.
    if file is not None:
        from qbank.audit.settings_file import read_settings  # noqa: PLC0415

        return read_settings(file, root if root is not None else file.absolute().parent)
    if root is None:
        return Settings()
    own, shared = root / SETTINGS_FILE, root / PYPROJECT
    if not own.is_file() and not shared.is_file():
        return Settings(root=root)
    from qbank.audit.settings_file import bank_settings  # noqa: PLC0415

    return bank_settings(root)


def settings_for(targets: Sequence[Path], file: Path | None = None) -> Settings:
    """Read the settings that hold for some targets: those of the bank that the first one lies in.

    Without targets, those of the bank around the working directory.

    Raises:
        SettingsError: as `load_settings`.
    """
    starts = [_start(target) for target in targets] or [Path.cwd()]
    roots = list(dict.fromkeys(find_root(start) for start in starts))
    settings = load_settings(roots[0], file)
    if len(roots) > 1 and file is None:
        chosen = "the defaults" if settings.file is None else str(settings.file)
        remark = (
            f"the paths belong to different banks; all are audited with the settings of the first ({chosen})"
        )
        return replace(settings, remarks=(*settings.remarks, remark))
    return settings


def _start(target: Path) -> Path:
    """Return the folder from which to look upwards; a target that does not exist is someone else's error."""
    absolute = target.absolute()
    # Path.is_dir would raise for what may not be looked at.
    return absolute if os.path.isdir(absolute) else absolute.parent  # noqa: PTH112
