"""What an audit will do: the rules chosen, the weight of their findings, and where they do not apply."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from qbank.audit.places import Places, matches
from qbank.audit.settings import Settings, SettingsError
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.labs import PuzzleRule
from qbank.rules.registry import RuleSet, UnknownRuleError, select

CLAIM_FAMILY = "QB3"


class Plan:
    """The settings of an audit made ready: every selector resolved to codes of rules.

    `claims` says whether a rule about claims was chosen, so that claims are looked for at all; `puzzles` the
    same of the puzzles of labs.

    Raises:
        SettingsError: if a selector fits no rule.
    """

    def __init__(self, settings: Settings, rules: RuleSet | None = None) -> None:
        self.settings = settings
        self.for_rules = settings.for_rules()
        self.places = Places(settings.root)
        try:
            chosen = select(settings.select, settings.ignore) if rules is None else rules
            self.severities = _severities(settings, chosen)
            self._ignored = [
                (glob, frozenset().union(*(select((selector,)).codes for selector in selectors)))
                for glob, selectors in settings.per_path_ignores.items()
            ]
        except UnknownRuleError as error:
            raise SettingsError(str(error)) from error
        self.rules = RuleSet(rule for rule in chosen if rule.code in self.severities)
        self.claims = any(rule.code.startswith(CLAIM_FAMILY) for rule in self.rules)
        self.puzzles = any(isinstance(rule, PuzzleRule) for rule in self.rules)

    def admit(self, findings: Iterable[Finding]) -> list[Finding]:
        """Return the findings that the settings want reported, with the severity they want."""
        admitted = []
        for finding in findings:
            if self._ignored and finding.code in self._ignored_codes(finding.path):
                continue
            severity = self.severities.get(finding.code, finding.severity)
            admitted.append(finding if severity is finding.severity else replace(finding, severity=severity))
        return admitted

    def excludes(self, path: str) -> bool:
        """Whether the settings leave a file out of the audit."""
        if not self.settings.exclude:
            return False
        place = self.places.of(path)
        return any(matches(place, glob) for glob in self.settings.exclude)

    def _ignored_codes(self, path: str) -> frozenset[str]:
        place = self.places.of(path)
        return frozenset().union(*(codes for glob, codes in self._ignored if matches(place, glob)))


def _severities(settings: Settings, chosen: RuleSet) -> dict[str, Severity]:
    """Return the severity of each chosen rule that is not switched off; a more exact selector wins."""
    # A name stands for one rule alone, as a whole code does.
    by_weight = sorted(
        settings.severities.items(), key=lambda entry: len(select((entry[0],)).codes), reverse=True
    )
    severities = {rule.code: rule.severity for rule in chosen}
    off: set[str] = set()
    for selector, severity in by_weight:
        for code in select((selector,)).codes & severities.keys():
            if severity is None:
                off.add(code)
            else:
                off.discard(code)
                severities[code] = severity
    return {code: severity for code, severity in severities.items() if code not in off}
