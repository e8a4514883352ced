"""The outcome of a file's audit as one line of JSON: for the cache, for shards, and between processes.

A line holds no path, so that it can be read for a file wherever that lies now.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from json.scanner import make_scanner
from typing import Any

from qbank.audit.result import NO_CLAIMS, NO_PUZZLES, FileOutcome, PuzzleCounts
from qbank.audit.suppressions import Suppression
from qbank.audit.task import Task
from qbank.bank.editing.editor import Edit
from qbank.napkin.verified_text import ClaimCounts
from qbank.rules.core.finding import Applicability, Finding, Fix, Severity
from qbank.rules.core.summary import ChainLink, Summary
from qbank.rules.registry import all_rules
from qbank.yamlio.positions import Span

FORMAT = 3
"""Changes whenever a line's layout does, so that older ones are not read."""

_SEVERITIES = {severity.value: severity for severity in Severity}
_NONE_USED: frozenset[int] = frozenset()
# Without the copy and the checks that `json.loads` begins with.
_loads: Callable[[str, int], tuple[Any, int]] = make_scanner(json.JSONDecoder())  # type: ignore[arg-type]
_dumps = json.JSONEncoder(ensure_ascii=True, check_circular=False, separators=(",", ":")).encode


class RecordError(ValueError):
    """A line that is no outcome of a file."""


def encode(outcome: FileOutcome) -> str:
    """Write an outcome as a line of ASCII, its end not included.

    Crashes, and files that could not be read, are not written: another run may fare better.
    """
    summary = outcome.summary
    claims = outcome.claims
    return _dumps(
        [
            [_finding(finding) for finding in outcome.findings],
            None if summary is None else _summary(summary),
            [claims.ok, claims.imprecise, claims.wrong, claims.unchecked],
            [outcome.puzzles.solvable, outcome.puzzles.other],
            [_suppression(suppression) for suppression in outcome.suppressions],
            outcome.suppressed,
            sorted(outcome.used),
            list(outcome.looked_for),
        ]
    )


def decode(line: str, task: Task, key: bytes = b"") -> FileOutcome:
    """Read the outcome of a file from a line that `encode` wrote; `key` is what it is known by.

    Lines of our own processes and of a sealed cache are taken as they are; what comes from elsewhere goes
    through `check` first.

    Raises:
        RecordError: if the line is none of these.
    """
    try:
        findings, summary, claims, puzzles, suppressions, suppressed, used, looked_for = _loads(line, 0)[0]
        path = task.shown
        return FileOutcome(
            path,
            tuple(_read_finding(path, *data) for data in findings) if findings else (),
            None if summary is None else _read_summary(task, *summary),
            None,
            ClaimCounts(*claims) if any(claims) else NO_CLAIMS,
            PuzzleCounts(*puzzles) if any(puzzles) else NO_PUZZLES,
            tuple(_read_suppression(*data) for data in suppressions) if suppressions else (),
            suppressed,
            frozenset(used) if used else _NONE_USED,
            tuple((name, found) for name, found in looked_for) if looked_for else (),
            key=key,
        )
    except (ValueError, TypeError, KeyError, StopIteration, RecursionError) as error:
        raise RecordError(f"no outcome of a file: {error}") from error


def check(line: str) -> None:
    """Look closely at a line that came from elsewhere.

    Raises:
        RecordError: if it is not what `encode` writes.
    """
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"no outcome of a file: {error}") from error
    if not _fits(data, _OUTCOME):
        raise RecordError("no outcome of a file: it has another shape")


def _finding(finding: Finding) -> list[Any]:
    fix = finding.fix
    return [
        finding.code,
        finding.severity.value,
        finding.message,
        finding.line,
        finding.column,
        finding.end_line,
        finding.end_column,
        finding.question_id,
        finding.field,
        None
        if fix is None
        else [fix.applicability.value, [[edit.start, edit.end, edit.replacement] for edit in fix.edits]],
        finding.fingerprint,
    ]


def _read_finding(  # noqa: PLR0917 - the fields of a finding in their order
    path: str,
    code: str,
    severity: str,
    message: str,
    line: int,
    column: int,
    end_line: int,
    end_column: int,
    question_id: str | None,
    field: str | None,
    fix: list[Any] | None,
    fingerprint: str,
) -> Finding:
    return Finding(
        code,
        _names()[code],
        _SEVERITIES[severity],
        message,
        path,
        line,
        column,
        end_line,
        end_column,
        question_id,
        field,
        None if fix is None else Fix(Applicability(fix[0]), tuple(Edit(*edit) for edit in fix[1])),
        fingerprint,
    )


def _summary(summary: Summary) -> list[Any]:
    return [
        summary.id,
        summary.track,
        summary.level,
        summary.topic,
        summary.status,
        None if summary.content is None else summary.content.hex(),
        [[link.index, link.chain, link.position] for link in summary.chains],
        [[index, reference] for index, reference in summary.related],
        summary.zone,
        summary.bloom,
        list(summary.tags),
        summary.varies,
        None if summary.choice is None else list(summary.choice),
        {
            name: (place.line, place.column, place.end_line, place.end_column)
            for name, place in summary.places.items()
        },
    ]


def _read_summary(  # noqa: PLR0917 - the fields of a summary in their order
    task: Task,
    name: str | None,
    track: str | None,
    level: str | None,
    topic: str | None,
    status: str | None,
    content: str | None,
    chains: list[Any],
    related: list[Any],
    zone: str | None,
    bloom: str | None,
    tags: list[str],
    varies: bool,
    choice: list[int] | None,
    places: dict[str, Any],
) -> Summary:
    return Summary(
        task.shown,
        task.path,
        name,
        track,
        level,
        topic,
        status,
        None if content is None else bytes.fromhex(content),
        tuple(ChainLink(*link) for link in chains) if chains else (),
        tuple((index, reference) for index, reference in related) if related else (),
        zone,
        bloom,
        tuple(tags),
        varies,
        None if choice is None else (choice[0], choice[1]),
        {name: Span(*place) for name, place in places.items()},
    )


def _suppression(suppression: Suppression) -> list[Any]:
    written = suppression.written
    return [
        None if suppression.codes is None else sorted(suppression.codes),
        suppression.first_line,
        suppression.last_line,
        [written.line, written.column, written.end_line, written.end_column],
        suppression.selector,
    ]


def _read_suppression(
    codes: list[str] | None, first: int, last: int, written: list[int], selector: str
) -> Suppression:
    return Suppression(None if codes is None else frozenset(codes), first, last, Span(*written), selector)


_NAMES: dict[str, str] = {}


def _names() -> dict[str, str]:
    if not _NAMES:
        _NAMES.update((rule.code, rule.name) for rule in all_rules())
    return _NAMES


# The shape of a line: a type; a tuple of the shapes of a list's items; a list of the one shape of all items;
# a dict of the one shape of all values; a set of values; a function for what is of one shape or another.
_Shape = Any


def _or_none(shape: _Shape) -> Callable[[object], bool]:
    return lambda data: data is None or _fits(data, shape)


def _number(least: int) -> Callable[[object], bool]:
    return lambda data: data.__class__ is int and least <= data < 1 << 40


_COUNT, _ORDINAL = _number(0), _number(1)
_PLACE = (_ORDINAL, _ORDINAL, _ORDINAL, _ORDINAL)
_OUTCOME: _Shape = (
    [
        (
            lambda code: isinstance(code, str) and code in _names(),
            set(_SEVERITIES),
            str,
            *_PLACE,
            _or_none(str),
            _or_none(str),
            _or_none(({kind.value for kind in Applicability}, [(_COUNT, _COUNT, str)])),
            str,
        )
    ],
    _or_none(
        (
            *(_or_none(str),) * 5,
            _or_none(lambda data: isinstance(data, str) and re.fullmatch("(?:[0-9a-f]{2})*", data)),
            [(_COUNT, str, _number(-(1 << 40)))],
            [(_COUNT, str)],
            _or_none(str),
            _or_none(str),
            [str],
            bool,
            _or_none((_ORDINAL, _COUNT)),
            {"": _PLACE},
        )
    ),
    (_COUNT, _COUNT, _COUNT, _COUNT),
    (_COUNT, _COUNT),
    [(_or_none([str]), _COUNT, _COUNT, _PLACE, str)],
    _COUNT,
    [_COUNT],
    [(str, bool)],
)


def _fits(data: object, shape: _Shape) -> bool:
    match shape:
        case tuple():
            return (
                isinstance(data, list) and len(data) == len(shape) and all(map(_fits, data, shape))
            )  # fmt: skip
        case list():
            return isinstance(data, list) and all(_fits(item, shape[0]) for item in data)
        case dict():
            return isinstance(data, dict) and all(_fits(item, shape[""]) for item in data.values())
        case set():
            return isinstance(data, str) and data in shape
        case type():
            return isinstance(data, shape)
    return bool(shape(data))
