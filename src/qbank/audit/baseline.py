"""A baseline: findings that were there when a bank began to be audited, and that fail nothing.

It is a file beside the bank, keyed by question, rule and fingerprint, so that moving a file or writing above
a finding changes nothing. It only shrinks: what was repaired is taken out, what is new stays a finding.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
from msgspec.structs import replace

from qbank.audit.fingerprints import fingerprint, subject
from qbank.audit.result import AuditResult
from qbank.bank.given_files import read_bounded, shown_json_fault
from qbank.bank.writing import WriteError, write_atomic
from qbank.errors import InputError
from qbank.rules.core.finding import Finding

VERSION = 1
_MAX_BYTES = 256 << 20


class BaselineError(InputError):
    """A baseline that cannot be used or written; the message names the file and says what to do."""


class Key(NamedTuple):
    """What a finding is known by: the question's id (or the file's name), the rule, and the fingerprint."""

    question: str
    code: str
    fingerprint: str


class Baseline:
    """Known findings, and how many there are of each."""

    def __init__(self, counts: Counter[Key] | None = None) -> None:
        self.counts: Counter[Key] = Counter() if counts is None else counts

    @classmethod
    def of(cls, result: AuditResult) -> Baseline:
        """Make a baseline of everything an audit found."""
        return cls(Counter(map(_key, result.findings)))

    @classmethod
    def read(cls, file: Path) -> Baseline:
        """Read a baseline.

        Raises:
            BaselineError: if it cannot be read, or is no baseline.
        """
        if not file.exists():
            hint = "`--update-baseline` makes one of what is found"
            raise BaselineError(f"{file}: there is no such baseline; {hint}")
        return cls.decode(read_bounded(file, _MAX_BYTES, BaselineError), file)

    @classmethod
    def decode(cls, data: bytes, file: Path) -> Baseline:
        """Read a baseline from what a file holds, or held.

        Raises:
            BaselineError: if it is no baseline.
        """
        try:
            known = msgspec.json.decode(data, type=_File)
            if known.version != VERSION:
                raise msgspec.ValidationError(f"it has the version {known.version}, and {VERSION} is known")
        except (msgspec.DecodeError, RecursionError) as error:
            what = str(error) if isinstance(error, msgspec.ValidationError) else "not valid JSON"
            hint = "restore it, or delete it and make it anew with --update-baseline"
            raise BaselineError(f"{shown_json_fault(file, data)}: is no baseline: {what}; {hint}") from error
        counts: Counter[Key] = Counter()
        for entry in known.findings:
            counts[Key(entry.question, entry.code, entry.fingerprint)] += entry.count
        return cls(counts)

    def write(self, file: Path) -> None:
        """Write the baseline, an entry a line, so that changes to it can be reviewed and merged.

        Raises:
            BaselineError: if it cannot be written; it is then as it was before.
        """
        lines = (
            json.dumps({**key._asdict(), "count": count})
            for key, count in sorted(self.counts.items())
            if count
        )
        body = ",\n  ".join(lines)
        listed = f"\n  {body}" if body else ""
        text = f'{{"version": {VERSION},\n "findings": [{listed}]}}\n'
        try:
            write_atomic(file, text)
        except WriteError as error:
            raise BaselineError(str(error)) from error

    def apply(self, result: AuditResult) -> AuditResult:
        """Return a result without the findings that are known; of several alike, the first ones are."""
        left = self.counts.copy()
        kept: list[Finding] = []
        for finding in result.findings:
            key = _key(finding)
            if left[key] > 0:
                left[key] -= 1
            else:
                kept.append(finding)
        return replace(result, findings=tuple(kept), baselined=len(result.findings) - len(kept))

    def shrunk(
        self, result: AuditResult, codes: Collection[str], questions: Collection[str] | None
    ) -> Baseline:
        """Return the baseline without what an audit did not find any more.

        Only rules that had their say count (`codes`), and only `questions` that were looked at; None means
        the whole bank, so that what is gone altogether goes here too.
        """
        found = Counter(map(_key, result.findings))
        counts = Counter(
            {
                key: min(count, found[key])
                if key.code in codes and (questions is None or key.question in questions)
                else count
                for key, count in self.counts.items()
            }
        )
        return Baseline(+counts)

    def __len__(self) -> int:
        return self.counts.total()


class _Entry(msgspec.Struct):
    """A finding of a file of known ones, and how many there are alike."""

    question: str
    code: str
    fingerprint: str
    count: Annotated[int, msgspec.Meta(ge=1, le=10**6)]


class _File(msgspec.Struct):
    version: int
    findings: list[_Entry]


def _key(finding: Finding) -> Key:
    return Key(subject(finding), finding.code, fingerprint(finding))
