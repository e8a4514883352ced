"""What changed between two states of a bank, by question: for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from qbank.picking import pick
from qbank.report.json_document import document
from qbank.report.terminal import Style, cells, one_line, sanitize
from qbank.survey.differences import Difference, Hunk, Kind, differences, gravest
from qbank.survey.revisions import State, Step
from qbank.units.format import counted

_ROLES = {
    "semantic": "error", "structural": "warning", "cosmetic": "dim", "added": "good", "removed": "error",
    "unreadable": "error",
}  # fmt: skip
KINDS = tuple(_ROLES)
"""What a question can be said to be, in the order in which it is told."""

_KIND = max(map(len, KINDS))
_MARGIN = "  "


@dataclass(frozen=True, slots=True)
class QuestionChange:
    """A question that differs: of which kind it is, its path if that has changed, and its fields."""

    kind: str
    step: Step
    fields: tuple[Difference, ...] = ()

    @property
    def moved(self) -> bool:
        """Whether its file lies elsewhere now."""
        before, after = self.step.before, self.step.after
        return before is not None and after is not None and before.path != after.path


def change_of(step: Step) -> QuestionChange | None:
    """Say of which kind a question is; None if it is the same, byte for byte."""
    before, after = step.before, step.after
    if after is None or before is None:
        return QuestionChange("removed" if after is None else "added", step)
    if before.document is None or after.document is None:
        return QuestionChange("unreadable", step)
    fields = differences(before.document, after.document)
    moved = before.path != after.path
    if not fields and not moved:
        return None
    kind = gravest(fields)
    return QuestionChange(
        (Kind.STRUCTURAL if moved and kind is Kind.COSMETIC else kind).value, step, tuple(fields)
    )


def differences_text(questions: Sequence[QuestionChange], style: Style) -> Iterator[str]:
    """Yield a line a question and one or more for every field that differs."""
    for change in questions:
        state = change.step.after or change.step.before
        title = "" if state is None else _title(state)
        kind = style.paint(f"{change.kind:{_KIND}}", _ROLES[change.kind])
        id_ = sanitize(change.step.id)
        room = max(style.width - _KIND - cells(id_) - 4, 20)
        yield f"{kind}  {style.paint(id_, 'bold')}  {style.cut(sanitize(title), room)}".rstrip() + "\n"
        if change.moved and change.step.before is not None and change.step.after is not None:
            yield f"{_MARGIN}{_arrow('file', change.step.before.path, change.step.after.path, style)}\n"
        for when, side in (("before", change.step.before), ("after", change.step.after)):
            if side is not None and side.problem:
                yield f"{_MARGIN}{sanitize(f'{when}: {side.path}:{side.problem}')}\n"
        for field in change.fields:
            yield from _field(field, change.kind, style)


def differences_json(questions: Sequence[QuestionChange]) -> Iterator[str]:
    """Yield the text of the JSON document, one question a line."""
    counts = Counter(question.kind for question in questions)
    return document("questions", map(_question_data, questions), {kind: counts[kind] for kind in KINDS})


def _question_data(question: QuestionChange) -> dict[str, Any]:
    return {
        "id": question.step.id,
        "kind": question.kind,
        "before": _state(question.step.before),
        "after": _state(question.step.after),
        "fields": [
            {"field": field.field or None, **pick(field, "kind", "before", "after")}
            for field in question.fields
        ],
    }


def summary_line(questions: Sequence[QuestionChange]) -> str:
    """Say how many questions there are of each kind."""
    counts = Counter(change.kind for change in questions)
    parts = [f"{counts[kind]:,} {kind}" for kind in KINDS if counts[kind]]
    return f"{counted(len(questions), 'question')} {'differs' if len(questions) == 1 else 'differ'}" + (
        f": {', '.join(parts)}." if parts else "."
    )


def _field(field: Difference, kind: str, style: Style) -> Iterator[str]:
    # The kind of a field is worth saying where it is another one than that of the question.
    note = "" if field.kind.value == kind else f" ({field.kind})"
    if not field.field:
        yield f"{_MARGIN}{style.paint('comments, quotes, order of fields or line ends alone', 'dim')}\n"
        return
    name = sanitize(field.field) + note
    if field.kind is Kind.COSMETIC:
        yield f"{_MARGIN}{style.paint(name, 'dim')}\n"
    elif field.before is None or field.after is None:
        sign = "+" if field.before is None else "-"
        value = one_line(field.after or field.before or "")
        shown = style.cut(value, max(style.width - cells(name) - 6, 20))
        yield f"{_MARGIN}{sign} {name}: {style.paint(shown, 'good' if sign == '+' else 'error')}\n"
    elif len(field.before) + len(field.after) <= (style.width // 2 if field.hunks else style.width - 20):
        yield f"{_MARGIN}{_arrow(name, field.before, field.after, style)}\n"
    elif field.hunks:
        yield f"{_MARGIN}{name}\n"
        for hunk in field.hunks:
            yield f"{_MARGIN}  {_hunk(hunk, style)}\n"
    else:
        before, after = (len(text.split()) for text in (field.before, field.after))
        yield f"{_MARGIN}{name}: written anew, {counted(before, 'word')} before, {after:,} after\n"


def _hunk(hunk: Hunk, style: Style) -> str:
    half = max((style.width - 4) // 2 - 4, 8)
    pieces = [sanitize(hunk.lead)]
    if hunk.before:
        pieces.append(style.paint(f"[-{style.cut(sanitize(hunk.before), half)}-]", "error"))
    if hunk.after:
        pieces.append(style.paint(f"{{+{style.cut(sanitize(hunk.after), half)}+}}", "good"))
    pieces.append(sanitize(hunk.tail))
    return " ".join(piece for piece in pieces if piece)


def _arrow(name: str, before: str, after: str, style: Style) -> str:
    arrow = "→" if style.unicode else "->"
    return f"{name}: {style.paint(sanitize(before), 'error')} {arrow} {style.paint(sanitize(after), 'good')}"


def _title(state: State) -> str:
    title = None if state.document is None else state.document.data.get("title")
    return title if isinstance(title, str) else ""


def _state(state: State | None) -> dict[str, Any] | None:
    if state is None:
        return None
    return {"id": state.id, "path": state.path, "problem": state.problem or None}
