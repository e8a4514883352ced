"""The audit: every rule over every file of a bank, with the bank's settings, suppressions and fixes.

This room plans and runs. It knows rules by their registry alone, and leaves showing the outcome to the
reports above it.
"""

from __future__ import annotations

from qbank.audit.engine import Audit, NoBankError, audit
from qbank.audit.result import AuditResult, Crash, FileOutcome, Unreadable
from qbank.audit.settings import Settings, SettingsError, load_settings, settings_for
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
