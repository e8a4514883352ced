"""The audit of a bank as a whole: the rules about it, over what the audits of its files gave."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from qbank.audit.file_audit import FileOutcome
from qbank.audit.files import AuditedFiles
from qbank.audit.guard import Guard
from qbank.audit.plan import Plan
from qbank.audit.result import Crash, Suppressed
from qbank.audit.suppressions import Split, objections, split, unused
from qbank.grouping import grouped
from qbank.rules.audit_own import RefusedSuppression, UnusedSuppression
from qbank.rules.core.base import BankRule
from qbank.rules.core.finding import Finding
from qbank.rules.core.summary import BankView, SetSummary, Summary
from qbank.yamlio.positions import Span

if TYPE_CHECKING:
    from qbank.audit.changes.scope import Scope


class BankOutcome(Struct, frozen=True):
    """What rules find about a bank as a whole, how much of it comments suppress, and defects met.

    `looked_up` are places in files that were read again for it.
    """

    findings: tuple[Finding, ...]
    suppressed: tuple[Suppressed, ...]
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
    suppressed: list[Suppressed] = []
    parts: dict[str, Split] = {}
    for path, of_file in by_file.items():
        # The comments of a file speak for its place in the bank as well.
        parted = split(of_file, outcomes[path].suppressions if path in outcomes else ())
        remaining += parted.remaining
        suppressed += parted.suppressed
        parts[path] = parted
    heard = codes_heard(plan, complete=files.complete and scope is None)
    in_full = {path: outcome for path, outcome in outcomes.items() if path not in brief}
    remaining += _about_suppressions(in_full, parts, plan, heard)
    return BankOutcome(tuple(remaining), tuple(suppressed), guard.crashes, bank.looked_up)


def codes_heard(plan: Plan, *, complete: bool) -> frozenset[str]:
    """Return the codes of the rules that had their say; about a part of a bank some have none."""
    codes = plan.rules.codes
    return codes if complete else codes - {rule.code for rule in plan.rules if isinstance(rule, BankRule)}


def _about_suppressions(
    outcomes: Mapping[str, FileOutcome], parts: Mapping[str, Split], plan: Plan, heard: frozenset[str]
) -> Iterator[Finding]:
    """Yield what there is to say of comments: that they suppress nothing, or what they must not."""
    about_unused = next((rule for rule in plan.rules if isinstance(rule, UnusedSuppression)), None)
    about_refused = next((rule for rule in plan.rules if isinstance(rule, RefusedSuppression)), None)
    for path, outcome in outcomes.items():
        comments = outcome.suppressions
        if not comments or outcome.crashes:
            continue
        part = parts.get(path)
        used, refused = outcome.used, outcome.refused
        if part is not None:
            used, refused = used | part.used, refused | part.refused
        question_id = outcome.summary.id if outcome.summary is not None else None
        if about_refused is not None:
            # No comment speaks for another one that must not speak.
            yield from plan.admit(
                about_refused.report(path, question_id, objection, comment.written)
                for comment, objection in objections(comments, refused)
            )
        if about_unused is not None:
            findings = [
                about_unused.report(path, question_id, comment.selector, comment.written)
                for comment in unused(comments, used, heard)
            ]
            # A comment against everything does not speak for itself.
            by_name = tuple(comment for comment in comments if comment.codes is not None)
            yield from split(plan.admit(findings), by_name).remaining
