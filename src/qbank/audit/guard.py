"""Defects in rules: each is told and costs nothing but what that rule would have found."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from qbank.audit.result import Crash
from qbank.rules.core.base import Rule
from qbank.rules.core.finding import Finding
from qbank.rules.registry import RuleSet

T = TypeVar("T")


class Guard:
    """Runs pieces of an audit so that a defect in one is told and costs nothing else."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._crashes: dict[str, Crash] = {}

    @property
    def crashes(self) -> tuple[Crash, ...]:
        """The defects that were met."""
        return tuple(self._crashes.values())

    def run(self, what: str, step: Callable[[], T]) -> T | None:
        """Return what a step returns; None if it fails."""
        try:
            return step()
        except Exception as error:
            self.note(what, error)
            return None

    def check(
        self, rules: RuleSet, kinds: type[Rule] | tuple[type[Rule], ...], subject: object
    ) -> list[Finding]:
        """Run rules together, and if one fails, each by itself: the others' findings must not be lost."""
        try:
            return rules.check(kinds, subject)
        except Exception:
            found: list[Finding] = []
            for rule in rules:
                alone = RuleSet((rule,))
                found += self.run(f"{rule.code} {rule.name}", partial(alone.check, kinds, subject)) or ()
            return found

    def note(self, what: str, error: Exception) -> None:
        """Keep what went wrong in a piece."""
        frames = traceback.extract_tb(error.__traceback__)
        where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
        # One defect below the rules fails many of them; the first tells enough.
        self._crashes.setdefault(
            f"{where} {error!r}",
            Crash(
                self._path,
                what,
                f"{type(error).__name__}: {error}",
                "".join(traceback.format_exception(error)),
            ),
        )
