"""What an audit will do: the rules chosen, the weight of their findings, and where they do not apply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from qbank.audit.paths import BankPaths, matches
from qbank.audit.settings import Settings, SettingsError
from qbank.rules.core.finding import Finding, Severity

if TYPE_CHECKING:
    from qbank.rules.registry import RuleSet

CLAIM_FAMILY = "QB3"


class ChosenRules(Struct, frozen=True):
    """The rules that settings choose.

    Attributes:
        rules: those that run.
        severities: the severity of each, by its code.
        ignored: patterns of paths, and the codes that are not reported there.
        claims: whether one is about claims, so that claims are looked for at all.
        puzzles: whether one is about the puzzles of labs.
    """

    rules: RuleSet
    severities: Mapping[str, Severity]
    ignored: tuple[tuple[str, frozenset[str]], ...]
    claims: bool
    puzzles: bool


class Plan:
    """The settings of an audit made ready. `own_rules` run in place of those that settings select.

    Raises:
        SettingsError: if a selector fits no rule.
    """

    def __init__(self, settings: Settings, own_rules: RuleSet | None = None) -> None:
        self.settings = settings
        self.own_rules = own_rules
        self.for_rules = settings.for_rules()
        self.paths = BankPaths(settings.root)
        if settings.selects:
            _ = self.chosen

    @cached_property
    def chosen(self) -> ChosenRules:
        """The rules, with every selector resolved; nobody asks where nothing changed since the last audit."""
        return _chosen_rules(self.settings, self.own_rules)

    @property
    def rules(self) -> RuleSet:
        """The rules that run."""
        return self.chosen.rules

    def admit(self, findings: Iterable[Finding]) -> list[Finding]:
        """Return the findings that the settings want reported, with the severity they want."""
        severities, ignored = self.chosen.severities, self.chosen.ignored
        admitted = []
        for finding in findings:
            if ignored and finding.code in self._ignored_codes(finding.path):
                continue
            severity = severities.get(finding.code, finding.severity)
            admitted.append(finding if severity is finding.severity else replace(finding, severity=severity))
        return admitted

    def excludes(self, path: str) -> bool:
        """Whether the settings leave a file out of the audit."""
        if not self.settings.exclude:
            return False
        place = self.paths.relative(path)
        return any(matches(place, glob) for glob in self.settings.exclude)

    def _ignored_codes(self, path: str) -> frozenset[str]:
        place = self.paths.relative(path)
        return frozenset().union(*(codes for glob, codes in self.chosen.ignored if matches(place, glob)))


def _chosen_rules(settings: Settings, own_rules: RuleSet | None) -> ChosenRules:
    # These import every rule.
    from qbank.rules.labs import PuzzleRule  # noqa: PLC0415
    from qbank.rules.registry import RuleSet, UnknownRuleError, select  # noqa: PLC0415

    try:
        candidates = select(settings.select, settings.ignore) if own_rules is None else own_rules
        codes = {selector: select((selector,)).codes for selector in settings.severities}
        ignored = tuple(
            (glob, frozenset().union(*(select((selector,)).codes for selector in selectors)))
            for glob, selectors in settings.per_path_ignores.items()
        )
    except UnknownRuleError as error:
        raise SettingsError(str(error)) from error
    severities: dict[str, Severity | None] = {rule.code: rule.severity for rule in candidates}
    # The more exact selector wins; a name stands for one rule alone, as a whole code does.
    for selector in sorted(codes, key=lambda selector: len(codes[selector]), reverse=True):
        severities |= dict.fromkeys(codes[selector] & severities.keys(), settings.severities[selector])
    switched_on = {code: severity for code, severity in severities.items() if severity is not None}
    rules = RuleSet(rule for rule in candidates if rule.code in switched_on)
    return ChosenRules(
        rules,
        switched_on,
        ignored,
        claims=any(rule.code.startswith(CLAIM_FAMILY) for rule in rules),
        puzzles=any(isinstance(rule, PuzzleRule) for rule in rules),
    )
