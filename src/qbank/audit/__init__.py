"""The audit: every rule over every file of a bank, with the bank's settings, suppressions and fixes.

This room plans and runs. It knows rules by their registry alone, and leaves showing the outcome to the
reports above it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qbank.audit.engine import Audit, audit
    from qbank.audit.files import NoBankError
    from qbank.audit.result import AuditResult, Crash, FileOutcome, Unreadable
    from qbank.audit.settings import Settings, SettingsError
    from qbank.audit.settings_file import load_settings, settings_for
    from qbank.napkin.verified_text import ClaimCounts

__all__ = [
    "Audit",
    "AuditResult",
    "ClaimCounts",
    "Crash",
    "FileOutcome",
    "NoBankError",
    "Settings",
    "SettingsError",
    "Unreadable",
    "audit",
    "load_settings",
    "settings_for",
]

_MODULES = {
    "engine": ("Audit", "audit"),
    "files": ("NoBankError",),
    "result": ("AuditResult", "ClaimCounts", "Crash", "FileOutcome", "Unreadable"),
    "settings": ("Settings", "SettingsError"),
    "settings_file": ("load_settings", "settings_for"),
}


def __getattr__(name: str) -> Any:
    # Many commands need the settings alone, and the engine imports every rule.
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
