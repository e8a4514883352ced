"""Auditing in one call, as tests do it over and over."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from qbank.audit.engine import Audit
from qbank.audit.result import AuditResult
from qbank.audit.settings import Settings


def audit(targets: Sequence[Path] = (), settings: Settings | None = None, **how: Any) -> AuditResult:
    """Audit files and folders; without targets, the bank around the working directory."""
    return Audit.of(targets, settings).run(**how)
