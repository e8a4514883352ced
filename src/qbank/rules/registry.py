"""Every rule there is, finding one, and choosing some."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from types import ModuleType
from typing import Any, TypeVar

from qbank.errors import InputError
from qbank.nearest import nearest
from qbank.rules import audit_own, labs
from qbank.rules.audit_own import UnknownSuppression
from qbank.rules.bank import chains, measured, questions, sets
from qbank.rules.coherence import (
    choices,
    comparisons,
    factors,
    givens,
    pitfalls,
    rankings,
    restated,
    retold,
    ridge,
    totals_of_each,
)
from qbank.rules.core.base import (
    ProblemRule,
    QuestionRule,
    Rule,
)
from qbank.rules.core.finding import Finding
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.formulas import checks as formula_checks
from qbank.rules.formulas import formula, misread
from qbank.rules.hardware import hardware
from qbank.rules.numeric import answers, napkin, parameters, reached
from qbank.rules.physics import physics
from qbank.rules.prose import characters, markers, notes, options, style
from qbank.rules.schema import bookkeeping, fields, placement, taxonomy, yaml
from qbank.rules.sentences import inconsistent, inverted

R = TypeVar("R", bound=Rule)

FAMILIES = (
    audit_own,
    yaml,
    fields,
    answers,
    reached,
    parameters,
    napkin,
    taxonomy,
    style,
    characters,
    notes,
    markers,
    options,
    bookkeeping,
    questions,
    placement,
    chains,
    formula,
    formula_checks,
    misread,
    hardware,
    physics,
    restated,
    retold,
    givens,
    inverted,
    totals_of_each,
    inconsistent,
    factors,
    choices,
    comparisons,
    rankings,
    pitfalls,
    ridge,
    labs,
    sets,
    measured,
)
"""The modules of rules; the docstring of each says what its rules are about."""


class UnknownRuleError(InputError, ValueError):
    """A code, prefix or name that fits no rule; the message names a near one.

    That is looked for only when somebody reads the message: among many rules it takes a while.
    """

    def __init__(self, wanted: str) -> None:
        super().__init__(wanted)
        self.wanted = wanted

    def __str__(self) -> str:
        return _unknown(self.wanted)


def rules_of(family: ModuleType) -> list[type[Rule]]:
    """Return the rules of a module, in its order: every class with a code."""
    classes = (value for value in vars(family).values() if isinstance(value, type))
    return [
        rule_class for rule_class in classes if issubclass(rule_class, Rule) and "code" in vars(rule_class)
    ]


@cache
def all_rules() -> tuple[Rule, ...]:
    """Return one instance of every rule, in the order of their codes."""
    classes = (one for family in FAMILIES for one in rules_of(family))
    rules = (
        UnknownSuppression(_problem_with) if rule_class is UnknownSuppression else rule_class()
        for rule_class in classes
    )
    return tuple(sorted(rules, key=lambda rule: rule.code))


def _problem_with(selector: str) -> str:
    try:
        _fitting(selector)
    except UnknownRuleError as error:
        return str(error)
    return ""


def find(code_or_name: str) -> Rule:
    """Return the rule with this code or name.

    Raises:
        UnknownRuleError: if there is none.
    """
    wanted = code_or_name.strip()
    for rule in all_rules():
        if wanted.upper() == rule.code or wanted.lower() == rule.name:
            return rule
    raise UnknownRuleError(wanted)


def select(select: Sequence[str] = (), ignore: Sequence[str] = ()) -> RuleSet:
    """Choose rules by code, prefix of a code (`QB3`), name, or `ALL`; nothing selected means all that are not
    on request.

    Where one rule is both selected and ignored, the longer (more exact) selector wins; between equals,
    ignore.

    Raises:
        UnknownRuleError: if a selector fits no rule.
    """
    chosen = []
    wanted = [(_fitting(selector), _weight(selector)) for selector in select]
    if not select:
        wanted = [(frozenset(rule.code for rule in all_rules() if not rule.on_request), 0)]
    unwanted = [(_fitting(selector), _weight(selector)) for selector in ignore]
    for rule in all_rules():
        for_it = max((weight for codes, weight in wanted if rule.code in codes), default=-1)
        against = max((weight for codes, weight in unwanted if rule.code in codes), default=-1)
        if for_it > against:
            chosen.append(rule)
    return RuleSet(chosen)


def _fitting(selector: str) -> frozenset[str]:
    wanted = selector.strip()
    upper, lower = wanted.upper(), wanted.lower()
    codes = frozenset(
        rule.code
        for rule in all_rules()
        if upper == "ALL" or lower == rule.name or (upper.startswith("QB") and rule.code.startswith(upper))
    )
    if not codes:
        raise UnknownRuleError(wanted)
    return codes


def _weight(selector: str) -> int:
    wanted = selector.strip()
    if wanted.upper() == "ALL":
        return 0
    return len(wanted) if wanted.upper().startswith("QB") else len("QB000")


def _unknown(wanted: str) -> str:
    names = [name for rule in all_rules() for name in (rule.code, rule.name)]
    if wanted[:2].upper() == "QB" and wanted[2:].isdecimal():  # every code is near every other
        names = []
    near = nearest(wanted, names) or nearest(wanted.upper(), names) or nearest(wanted.lower(), names)
    return f"{wanted!r} is no rule" + (f"; did you mean {near!r}?" if near else "; `qbank rule` lists them")


def _has_problems(question: QuestionFile) -> bool:
    """Whether the model finds anything wrong; if it fails, the rules that ask it tell the defect."""
    try:
        return bool(question.problems)
    except Exception:
        return True


class RuleSet:
    """Chosen rules, in the order of their codes, by what they look at."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules = tuple(sorted(rules, key=lambda rule: rule.code))
        self.codes = frozenset(rule.code for rule in self.rules)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def of_kind(self, kind: type[R]) -> list[R]:
        """Return the rules of a kind."""
        return [rule for rule in self.rules if isinstance(rule, kind)]

    def check(self, kinds: type[Rule] | tuple[type[Rule], ...], subject: object) -> list[Finding]:
        """Run the rules of some kinds over what these look at. Raises what a rule raises."""
        rules: list[Any] = [rule for rule in self.rules if isinstance(rule, kinds)]
        return [finding for rule in rules for finding in rule.check(subject)]

    def check_questions(
        self,
        questions: Sequence[QuestionFile],
        failed: Callable[[QuestionFile, Rule, Exception], object],
        stop: Callable[[], bool] = bool,
    ) -> list[list[Finding]]:
        """Run the rules about questions, each rule over all of them, and return what is found in each.

        A rule that raises finds nothing in that question; `failed` is told. Once `stop` says so, nobody waits
        for the rest.
        """
        found: list[list[Finding]] = [[] for _ in questions]
        every = list(zip(questions, found, strict=True))
        # Many rules are about what the model finds wrong, and it finds few questions so.
        wrong = [pair for pair in every if _has_problems(pair[0])] if self.of_kind(ProblemRule) else []
        for rule in self.of_kind(QuestionRule):
            for question, findings in wrong if isinstance(rule, ProblemRule) else every:
                if stop():
                    return found
                try:
                    findings += list(rule.check(question))
                except Exception as error:
                    failed(question, rule, error)
        return found
