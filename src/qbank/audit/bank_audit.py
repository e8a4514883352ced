"""The audit of a bank as a whole: the rules about it, over what the audits of its files gave."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from qbank.audit.file_audit import FileOutcome
from qbank.audit.files import AuditedFiles
from qbank.audit.guard import Guard
from qbank.audit.plan import Plan
from qbank.audit.result import Crash
from qbank.audit.suppressions import split, unused
from qbank.grouping import grouped
from qbank.rules.audit_own import UnusedSuppression
from qbank.rules.core.base import BankRule
from qbank.rules.core.finding import Finding
from qbank.rules.core.summary import BankView, SetSummary, Summary
from qbank.yamlio.positions import Span

if TYPE_CHECKING:
    from qbank.audit.scope import Scope


class BankOutcome(Struct, frozen=True):
    """What rules find about a bank as a whole, how much of it comments suppress, and defects met.

    `looked_up` are places in files that were read again for it.
    """

    findings: tuple[Finding, ...]
    suppressed: int
    crashes: tuple[Crash, ...]
    looked_up: Mapping[str, Mapping[str, Span]]


def audit_bank(
    outcomes: Mapping[str, FileOutcome],
    plan: Plan,
    files: AuditedFiles,
    *,
    scope: Scope | None = None,
    brief: Collection[str] = (),
    texts: Mapping[str, str] | None = None,
) -> BankOutcome:
    """Audit the bank that files make up.

    Args:
        outcomes: what the audit of each file gave, by the paths shown.
        plan: what rules run.
        files: the files, of which some may not have been audited.
        scope: what changed, if findings shall be about that alone.
        brief: the paths of files that matter to others only.
        texts: files, by the paths shown, that have another text than on disk.
    """

    def view(questions: Sequence[Summary], sets: Sequence[SetSummary]) -> BankView:
        root, complete = plan.settings.root, files.complete
        return BankView(questions, complete=complete, root=root, shown=files.shown, sets=sets, texts=texts)

    summaries = [outcome.summary for outcome in outcomes.values() if outcome.summary is not None]
    sets = [outcome.set_summary for outcome in outcomes.values() if outcome.set_summary is not None]
    bank = view(summaries, sets)
    guard = Guard(str(bank.root) if bank.root is not None else "the bank")
    findings = guard.check(plan.rules, BankRule, bank)
    if scope is not None:
        before = view(*scope.as_it_was(summaries, sets))
        former = Guard("").check(plan.rules, BankRule, before)
        findings = scope.new(findings, former)
    by_file = grouped((finding.path, finding) for finding in plan.admit(findings))
    remaining: list[Finding] = []
    suppressed = 0
    used = {path: outcome.used for path, outcome in outcomes.items()}
    for path, of_file in by_file.items():
        # The comments of a file speak for its place in the bank as well.
        parted = split(of_file, outcomes[path].suppressions if path in outcomes else ())
        remaining += parted.remaining
        suppressed += parted.suppressed
        used[path] = used.get(path, frozenset()) | parted.used
    heard = codes_heard(plan, complete=files.complete and scope is None)
    in_full = {path: outcome for path, outcome in outcomes.items() if path not in brief}
    remaining += _unused_suppressions(in_full, used, plan, heard)
    return BankOutcome(tuple(remaining), suppressed, guard.crashes, bank.looked_up)


def codes_heard(plan: Plan, *, complete: bool) -> frozenset[str]:
    """Return the codes of the rules that had their say; about a part of a bank some have none."""
    codes = plan.rules.codes
    return codes if complete else codes - {rule.code for rule in plan.rules if isinstance(rule, BankRule)}


def _unused_suppressions(
    outcomes: Mapping[str, FileOutcome], used: Mapping[str, frozenset[int]], plan: Plan, heard: frozenset[str]
) -> Iterator[Finding]:
    rule = next((rule for rule in plan.rules if isinstance(rule, UnusedSuppression)), None)
    if rule is None:
        return
    for path, outcome in outcomes.items():
        if not outcome.suppressions or outcome.crashes:
            continue
        question_id = outcome.summary.id if outcome.summary is not None else None
        findings = [
            rule.report(path, question_id, suppression.selector, suppression.written)
            for suppression in unused(outcome.suppressions, used[path], heard)
        ]
        # A comment against everything does not speak for itself.
        by_name = tuple(comment for comment in outcome.suppressions if comment.codes is not None)
        yield from split(plan.admit(findings), by_name).remaining
