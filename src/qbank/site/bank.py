"""What a site needs to know of a bank as a whole: findings, sets, history, likeness, what changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import msgspec

from qbank.audit.cache import CacheError, SealedFile
from qbank.audit.engine import Audit
from qbank.audit.result import AuditResult
from qbank.bank.discovery import find_question_files
from qbank.bank.git import GitError, ask_git, repository, top_folder
from qbank.errors import InputError
from qbank.grouping import grouped
from qbank.model.taxonomy import SetKind
from qbank.picking import everything, pick
from qbank.rules.core.address import rule_address
from qbank.rules.core.finding import Finding
from qbank.rules.registry import all_rules
from qbank.sets.bank_questions import BankQuestions
from qbank.sets.loading import AssembledSet, load_set, read_set
from qbank.survey import differences, likeness, revisions, search
from qbank.survey.index_file import open_index

_MOST_COMMITS: Final = 20_000
_MOST_OF_A_FILE: Final = 10
_MOST_ALIKE: Final = 8
_LONGEST_CHANGE: Final = 600


@dataclass(slots=True)
class SetOfBank:
    """A set file: what it says, and the questions that it comes to, section by section."""

    path: str
    data: dict[str, Any]
    sections: list[list[str]]
    problem: str = ""

    @property
    def is_exam(self) -> bool:
        """Whether it is an exam, which may be to come."""
        return self.data.get("kind") == SetKind.EXAM.value

    def ids(self) -> list[str]:
        """Return the ids of its questions."""
        return [reference.partition("@")[0] for section in self.sections for reference in section]


def sets_of(root: Path, remarks: list[str]) -> list[SetOfBank]:
    """Return the sets of a bank; one that cannot be put together says why."""
    folder = root / "questions"
    files = find_question_files([folder]).sets
    questions = BankQuestions.of_bank(root)
    found = []
    for file in files:
        path = file.relative_to(root).as_posix()
        try:
            data = read_set(file)
        except InputError as error:
            remarks.append(f"{path}: left out, for it is no valid set: {str(error).splitlines()[0]}")
            continue
        try:
            found.append(SetOfBank(path, data, _sections(load_set(file, questions))))
        except InputError as error:
            found.append(SetOfBank(path, data, [], str(error).splitlines()[0]))
    return found


def _sections(assembled: AssembledSet) -> list[list[str]]:
    return [
        [f"{one.question.id}@{one.seed}" if one.seed else one.question.id for one in group.questions]
        for group in assembled.groups
    ]


def findings_of(audit: Audit, result: AuditResult) -> dict[str, list[dict[str, Any]]]:
    """Return the findings as data, by the path of their file from the root of the bank on."""
    paths = audit.plan.paths
    return grouped((paths.relative(finding.path), _finding(finding)) for finding in result.findings)


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        **pick(finding, "code", "severity", "message", "line", "column"),
        "field": finding.field or "",
        "fix": "" if finding.fix is None else finding.fix.applicability,
    }


def rules_of(codes: Iterable[str], rules_url: str) -> dict[str, dict[str, str]]:
    """Return what there is to say of some rules, by their codes."""
    wanted = frozenset(codes)
    return {
        rule.code: {
            **pick(rule, "name", "severity", "explanation"),
            "url": rule_address(rule.code, rule.name, rules_url) if rules_url else "",
        }
        for rule in all_rules()
        if rule.code in wanted
    }


def history_of(root: Path, remarks: list[str]) -> dict[str, list[list[str]]]:
    """Return the last commits of each question file: hash, date, author and subject; none outside of git."""
    if repository(root) is None:
        return {}
    options = (
        "--format=%x01%h%x02%as%x02%an%x02%s",
        "--name-only",
        "--no-renames",
        f"-n{_MOST_COMMITS}",
        "-z",
    )
    try:
        prefix = root.resolve().relative_to(top_folder(root)).as_posix()
        said = ask_git(root, "log", *options, "--", "questions").decode("utf-8", "replace")
    except (GitError, ValueError) as error:
        remarks.append(f"without history: {error}")
        return {}
    inside = "" if prefix == "." else f"{prefix}/"
    entries = (entry.replace("\n", "\0").split("\0") for entry in said.split("\x01")[1:])
    found = grouped(
        (name.removeprefix(inside), head.split("\x02"))
        for head, *names in entries
        for name in names
        if name.startswith(inside)
    )
    return {path: commits[:_MOST_OF_A_FILE] for path, commits in found.items()}


@dataclass(slots=True)
class Notes:
    """What somebody who builds a site should know.

    `unreadable` are files that were left out, a line each with the place and what is the matter.
    """

    remarks: list[str] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)


def alike_of(root: Path, notes: Notes) -> dict[str, list[list[Any]]]:
    """Return for each question those that are nearly the same, with how alike they are from 0 to 1.

    The files that hold no question are noted.
    """
    try:
        index = open_index(root)
        with index:
            notes.unreadable += search.unreadable(index)
            questions = likeness.compared(index)
    except (InputError, sqlite3.Error) as error:
        notes.remarks.append(f"without near duplicates: {error}")
        return {}
    digest = blake2b(digest_size=12)
    for one in questions:
        digest.update(f"{one.id}\0{one.words()}\0".encode("utf-8", "replace"))
    kept = None
    try:
        kept = SealedFile.of(root, f"alike-{digest.hexdigest()}")
        pairs = msgspec.msgpack.decode(kept.read(), type=list[tuple[str, str, float]])
    except (CacheError, msgspec.MsgspecError):
        try:
            found = likeness.alike(questions)
        except ModuleNotFoundError:
            notes.remarks.append("without near duplicates: they need `pip install 'qbank[duplicates]'`")
            return {}
        except likeness.TooManyError as error:
            notes.remarks.append(f"without near duplicates: {error}")
            found = []
        pairs = [(pair.first.id, pair.second.id, pair.likeness) for pair in found]
        with suppress(CacheError):  # then it is worked out again
            if kept is not None:
                kept.write(msgspec.msgpack.encode(pairs))
    return _by_question(pairs)


def _by_question(pairs: Sequence[tuple[str, str, float]]) -> dict[str, list[list[Any]]]:
    alike = grouped(
        (one, [other, round(share, 2)])
        for first, second, share in pairs
        for one, other in ((first, second), (second, first))
    )
    return {id_: others[:_MOST_ALIKE] for id_, others in alike.items()}


def changes_since(root: Path, revision: str) -> list[dict[str, Any]]:
    """Return the questions that differ from a revision, and what differs.

    Raises:
        GitError: there is no git, no repository or no such revision.
    """
    return [_change(step) for step in revisions.steps(root, revision)]


def _change(step: revisions.Step) -> dict[str, Any]:
    before, after = step.before, step.after
    what = "new" if before is None else "gone" if after is None else "changed"
    fields: list[dict[str, Any]] = []
    if before is not None and after is not None and before.document and after.document:
        fields = [_difference(one) for one in differences.differences(before.document, after.document)]
    state = after or before
    return {
        "id": step.id,
        "what": what,
        "path": "" if state is None else state.path,
        "moved": before.path if before and after and before.path != after.path else "",
        "problem": "" if after is None else after.problem,
        "fields": fields,
    }


def _difference(one: differences.Difference) -> dict[str, Any]:
    return {
        **pick(one, "field", "kind"),
        "before": _short(one.before),
        "after": _short(one.after),
        "hunks": [[*everything(hunk).values()] for hunk in one.hunks],
    }


def _short(text: str | None) -> str | None:
    return text if text is None or len(text) <= _LONGEST_CHANGE else text[:_LONGEST_CHANGE] + "…"


def chains_of(entries: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return the chains: the ids of their questions, in order."""
    links = grouped(
        (chain, (position, entry["id"])) for entry in entries for chain, position in entry["chains"]
    )
    return {chain: [id_ for _, id_ in sorted(found)] for chain, found in sorted(links.items())}
