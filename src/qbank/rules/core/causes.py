"""One cause, one finding: the same mistake repeated in a file is told once, with its other places.

Two findings have one cause if they say the same of the same words, as of a device that a text names three
times. What follows from another finding at its place, as a rate above the peak of a device whose stated peak
is wrong, is told with that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from qbank import lazy_re
from qbank.problems import joined
from qbank.rules.core.finding import Finding, Fix, Related

if TYPE_CHECKING:
    from qbank.yamlio.document import Document

_FOLLOWS: Final[Mapping[str, str]] = {"QB851": "QB701", "QB901": "QB223"}
"""Rules whose findings follow from those of another, where they mark the same place."""
_WORK_EACH: Final = frozenset(("QB525",))
"""Rules of which each finding is a place to do something else, as a text that is still to be written."""
_AGAIN: Final = "here too"
_FIELD: Final = lazy_re.compile(r"^[a-z_]+(?:\.\w+|\[\d+\])*: ")
_MOST_PLACES: Final = 20

_Place = tuple[int, int, int, int]


def united(findings: Iterable[Finding], document: Document | None) -> list[Finding]:
    """Return findings with those of one cause made one."""
    everything = list(findings)
    if document is None or len(everything) < 2:
        return everything
    return [_with_places(finding) for finding in _repeated(_following(everything), document)]


def _with_places(finding: Finding) -> Finding:
    """Say in the message where else the same is wrong, for not every report shows other places."""
    lines = [str(one.line) for one in finding.related if one.message == _AGAIN]
    if not lines:
        return finding
    where = f"line{'s' if len(lines) > 1 else ''} {joined(lines)}"
    return replace(finding, message=f"{finding.message}; so on {where}")


def _following(findings: list[Finding]) -> list[Finding]:
    """Tell what follows from another finding with that."""
    causes = {(one.code, *_place(one)): number for number, one in enumerate(findings)}
    result = list(findings)
    dropped = set()
    for number, finding in enumerate(findings):
        cause = _FOLLOWS.get(finding.code)
        places = (_place(finding), *map(_place, finding.related))
        found = next((causes[key] for one in places if (key := (cause or "", *one)) in causes), None)
        if found is not None:
            dropped.add(number)
            result[found] = _with(result[found], Related(f"so {_said(finding)}", *_place(finding)))
    return [finding for number, finding in enumerate(result) if number not in dropped]


def _repeated(findings: list[Finding], document: Document) -> list[Finding]:
    """Make one of what says the same of the same words."""
    result: list[Finding] = []
    numbers: dict[tuple[str, str, str], int] = {}
    for finding in sorted(findings, key=lambda one: (one.line, one.column)):
        marked = "" if finding.code in _WORK_EACH else _marked(finding, document)
        number = numbers.setdefault((finding.code, _said(finding), marked), len(result))
        first = result[number] if number < len(result) else None
        if not (marked and first and _is_again(finding, first) and _can_join(first.fix, finding.fix)):
            result.append(finding)
            continue
        again = Related(_AGAIN, *_place(finding))
        result[number] = replace(_with(first, again, *finding.related), fix=_joined(first.fix, finding.fix))
    return result


def _is_again(finding: Finding, first: Finding) -> bool:
    """Whether this is no other thing about the same place, as another field that is missing there."""
    return _place(finding) != _place(first) or finding.message == first.message


def _with(finding: Finding, *more: Related) -> Finding:
    known = {_place(one) for one in finding.related}
    new = tuple(one for one in more if _place(one) not in known)
    return replace(finding, related=(*finding.related, *new)[:_MOST_PLACES])


def _said(finding: Finding) -> str:
    """Return what a finding says, without the field that it says it of."""
    return _FIELD.sub("", finding.message)


def _can_join(one: Fix | None, other: Fix | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.applicability is other.applicability


def _joined(one: Fix | None, other: Fix | None) -> Fix | None:
    if one is None or other is None:
        return None
    return replace(one, edits=tuple(dict.fromkeys((*one.edits, *other.edits))))


def _place(where: Finding | Related) -> _Place:
    return where.line, where.column, where.end_line, where.end_column


def _marked(finding: Finding, document: Document) -> str:
    """Return the words that a finding marks, on one line; nothing if it marks more."""
    if finding.end_line != finding.line:
        return ""
    return document.lines.line_text(finding.line)[finding.column - 1 : finding.end_column - 1].strip()
