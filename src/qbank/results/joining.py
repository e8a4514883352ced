"""Joining sheets into an exam: the questions found, attempts chosen, answers read by the key."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import Any, Final

from qbank.quoting import quoted
from qbank.results.answers import chosen_option, share_of_number, share_of_option
from qbank.results.exam import Exam, ExamItem, Response, Student
from qbank.results.finding import Finder, Target
from qbank.results.normal_text import normalised
from qbank.results.paper_key import KeyItem, PaperKey
from qbank.results.sheet import Attempt, Cell, Column, ResultsError, Sheet, State, students
from qbank.units.format import counted

Lookup = Callable[[str], Mapping[str, Any] | None]
"""Returns the fields of the bank's question of an id, None if there is none."""

_ROUNDING: Final = 1e-9
_MOST_ROWS: Final = 5
_NO_FORM: Final = (
    "no version is said, and each has other questions at these places; say it in a column `version`, or at "
    "the end of the file's name, as in grades-A.csv"
)
_FORM: Final = re.compile(r"[-_ ]([A-Z])$")


def join(sheets: Sequence[Sheet], keys: Sequence[PaperKey] = (), lookup: Lookup | None = None) -> Exam:
    """Make an exam of the files of one exam.

    Of several attempts of a student the first one counts: later ones have seen answers. What several files
    say of one answer is put together, and points that a file has win over those that the key gives.

    Args:
        sheets: the files.
        keys: the key files of its papers, one for each version.
        lookup: gives the bank's questions.

    Raises:
        ResultsError: the keys are of several exams, no question could be found, or a table has more points
            for one than it is worth.
    """
    if len({key.set for key in keys}) > 1:
        names = ", ".join(sorted({key.set for key in keys}))
        raise ResultsError(f"the key files are of several sets ({names}); take one exam at a time")
    work = _Join(keys, lookup)
    for sheet in sheets:
        work.add(sheet)
    return work.exam(sheets)


class _Join:
    def __init__(self, keys: Sequence[PaperKey], lookup: Lookup | None) -> None:
        self._keys = keys
        self._lookup = lookup
        self._finder = Finder(keys)
        self._forms = {key.form for key in keys if key.form is not None}
        self._items: dict[str, ExamItem] = {}
        self._students: dict[bytes, Student] = {}
        self._by_id: dict[bytes, dict[str, Response]] = {}
        self._shares: dict[bytes, set[str | None]] = {}
        self._lost: Counter[tuple[str, str]] = Counter()
        self._later: dict[bytes, int] = {}
        self._unknown_answers: Counter[str] = Counter()
        self._unknown_forms: dict[tuple[str, str], list[tuple[int, bytes]]] = {}

    def add(self, sheet: Sheet) -> None:
        first: dict[bytes, Attempt] = {}
        later: Counter[bytes] = Counter()
        for attempt in sheet.attempts:
            kept = first.setdefault(attempt.student, attempt)
            if kept is not attempt:
                later[attempt.student] += 1
                if attempt.number < kept.number:
                    first[attempt.student] = attempt
        for student, number in later.items():  # the same attempt may be in several files
            self._later[student] = max(number, self._later.get(student, 0))
        form = self._form_of_file(sheet.source)
        for attempt in first.values():
            self._add_attempt(sheet, attempt, attempt.form or form, _answered_until(attempt.cells))

    def _form_of_file(self, source: str) -> str | None:
        match = _FORM.search(PurePath(source).stem)
        return match[1] if match is not None and match[1] in self._forms else None

    def _add_attempt(self, sheet: Sheet, attempt: Attempt, form: str | None, reached: int) -> None:
        given, form = form or "", self._named(form)
        is_lost = False
        student = self._students.setdefault(attempt.student, Student(attempt.student))
        student.seconds = student.seconds if student.seconds is not None else attempt.seconds
        student.form = student.form or form
        responses = self._by_id.setdefault(attempt.student, {})
        for place, (column, cell) in enumerate(zip(sheet.columns, attempt.cells, strict=True)):
            if cell.state is State.NOT_PRESENTED:
                continue
            text = cell.text or column.text
            name = cell.name or column.name
            by_place = form is None and bool(self._forms) and not name and not text
            if by_place and given:
                is_lost = True  # the question at this place may be another one in that version
                continue
            target = self._finder.find(name, text, column.position, form)
            if isinstance(target, str):
                is_lost |= by_place
                self._lost[f"{sheet.source}: {_shown(column, text)}", target] += 1
                continue
            item = self._item(target, cell, column, sheet)
            bound = cell.maximum or column.maximum or item.maximum
            if column.answers and bound and (cell.score or 0.0) > bound * (1 + _ROUNDING):
                raise ResultsError(
                    f"{sheet.source}: {column.label}, row {cell.row}: {cell.score:g} points, where "
                    f"{item.id} has {bound:g}; answers go into a column {quoted(column.answers)}"
                )
            response = self._response(item, target, cell, column, reached=place < reached)
            before = responses.get(target.id)
            responses[target.id] = response if before is None else _together(before, response)
            if len(self._forms) > 1:
                shared = self._shares.setdefault(attempt.student, set(self._forms))
                shared &= target.forms or self._forms
        if is_lost:
            row = next((cell.row for cell in attempt.cells if cell.row), 0)
            self._unknown_forms.setdefault((sheet.source, given), []).append((row, attempt.student))

    def _named(self, form: str | None) -> str | None:
        """Return the version that is meant by `a` or `Version A`; None if there is none of this name."""
        word = "".join((form or "").split()[-1:]).casefold()
        return next((one for one in self._forms if one.casefold() == word), None)

    def _item(self, target: Target, cell: Cell, column: Column, sheet: Sheet) -> ExamItem:
        item = self._items.get(target.id)
        if item is None:
            known = (self._lookup(target.id) if self._lookup is not None else None) or {}
            key = target.key
            told = None if sheet.rescaled else cell.maximum or column.maximum
            minutes = key.minutes if key is not None else known.get("expected_time_minutes")
            item = ExamItem(
                id=target.id,
                title=key.title if key is not None else str(known.get("title") or target.id),
                kind=key.kind if key is not None else "",
                topic=key.topic if key is not None else str(known.get("topic") or ""),
                level=key.level if key is not None else str(known.get("level") or ""),
                bloom=key.bloom if key is not None else str(known.get("bloom_level") or ""),
                maximum=told
                or (key.points if key is not None else 0.0)
                or cell.maximum
                or column.maximum
                or 0.0,
                minutes=minutes if isinstance(minutes, int) else None,
            )
            self._items[target.id] = item
        if target.key is not None and target.key.hash and target.reference not in item.keys:
            item.keys[target.reference] = target.key
        return item

    def _response(
        self, item: ExamItem, target: Target, cell: Cell, column: Column, *, reached: bool
    ) -> Response:
        state = cell.state
        if state is State.OMITTED and not reached:
            state = State.NOT_REACHED
        key = target.key
        option = answer = None
        if cell.answer is not None and key is not None:
            if key.options:
                option = chosen_option(cell.answer, key)
                if not option:
                    self._unknown_answers[item.id] += 1
            elif key.number is not None:
                answer = cell.answer
        return Response(
            state,
            _score(item, cell, cell.maximum or column.maximum, key, option),
            target.reference,
            option,
            answer,
        )

    def exam(self, sheets: Sequence[Sheet]) -> Exam:
        unmatched = [
            f"{what}: {why} ({times} answers)" if times > 1 else f"{what}: {why}"
            for (what, why), times in self._lost.most_common()
        ]
        if not self._items:
            strangers = self._strangers()
            detail = "".join(f"\n  {line}" for line in [*strangers, *unmatched][:5])
            raise ResultsError(
                "no question of these results could be found; name the key file that `qbank render` wrote "
                f"beside the paper with --key{detail}"
            )
        order = {item.id: item.position for key in self._keys[:1] for item in key.questions}
        items = sorted(self._items.values(), key=lambda item: order.get(item.id, 1 << 30))
        places = {item.id: place for place, item in enumerate(items)}
        for item in items:
            if not item.maximum:
                item.maximum = self._highest(item.id)
            item.printed = {
                key.form or "": one for key in self._keys for one in key.questions if one.id == item.id
            }
        for token, student in self._students.items():
            if student.form is None and len(shared := self._shares.get(token, set())) == 1:
                student.form = next(iter(shared))
            student.responses = {
                places[id_]: response._replace(state=State.NOT_GRADED) if response.score is None else response
                for id_, response in self._by_id.get(token, {}).items()
            }
        students = [student for student in self._students.values() if student.responses]
        return Exam(
            set=self._keys[0].set if self._keys else "",
            title=self._keys[0].title if self._keys else "",
            sources=tuple(dict.fromkeys(sheet.format for sheet in sheets)),
            items=items,
            students=students,
            unmatched=unmatched,
            missing=self._missing(),
            strangers=self._strangers(),
            remarks=[*(remark for sheet in sheets for remark in sheet.remarks), *self._remarks()],
        )

    def _missing(self) -> list[str]:
        """Say of each paper how many of its questions nobody who had it has anything for."""
        found = []
        for key in self._keys:
            had = [
                self._by_id.get(token, {}).keys()
                for token, student in self._students.items()
                if key.form is None or student.form in {None, key.form}
            ]
            ids = {item.id for item in key.questions}
            lost = ids - set().union(*had)
            if any(had) and lost:
                paper = "the paper" if key.form is None else f"version {key.form}"
                verb = "was" if len(lost) == 1 else "were"
                found.append(f"{len(lost)} of the {len(ids)} questions of {paper} {verb} not found")
        return found

    def _strangers(self) -> list[str]:
        """Say which students' versions are not known, where these alone tell what their answers are of."""
        there = ", ".join(sorted(self._forms))
        found = []
        for (source, given), lost in self._unknown_forms.items():
            rows = [row for row, student in lost if given or not self._is_told(student)]
            if not rows:
                continue
            numbers = ", ".join(map(str, rows[:_MOST_ROWS])) if all(rows) else ""
            more = f" and {len(rows) - _MOST_ROWS} more" if len(rows) > _MOST_ROWS else ""
            where = f"row{'s' if len(rows) > 1 else ''} {numbers}{more}" if numbers else students(len(rows))
            why = f"there is no version {quoted(given)}; the key files have {there}" if given else _NO_FORM
            found.append(f"{source}: {where}: {why}")
        return found

    def _is_told(self, student: bytes) -> bool:
        """Whether another file tells the version of a student, or all that there is of one."""
        known = len(self._by_id.get(student, {}))
        return self._students[student].form is not None or known >= min(
            len(key.questions) for key in self._keys
        )

    def _remarks(self) -> list[str]:
        remarks = []
        if later := sum(self._later.values()):
            said = counted(later, "later attempt")
            remarks.append(f"{said} left out: the first one of each student counts")
        for id_, times in self._unknown_answers.items():
            remarks.append(f"{id_}: no option that was printed is named by {counted(times, 'answer')}")
        return remarks

    def _highest(self, id_: str) -> float:
        """Return the most points that anybody has, where no file tells what was to be had."""
        scores = [
            response.score
            for responses in self._by_id.values()
            if (response := responses.get(id_)) is not None and response.score is not None
        ]
        return max([*scores, 0.0]) or 1.0


def _score(
    item: ExamItem, cell: Cell, maximum: float | None, key: KeyItem | None, option: str | None
) -> float | None:
    """Return the points of an answer: those of the file, in the measure of the item, or by the key."""
    if cell.state is State.NOT_GRADED:
        return None
    if cell.score is not None:
        if maximum and item.maximum and maximum != item.maximum:
            return cell.score / maximum * item.maximum
        return cell.score
    if cell.state is not State.ANSWERED:
        return 0.0
    if key is None or cell.answer is None:
        return None
    if key.options:
        return None if option is None else item.maximum * share_of_option(option, key)
    if key.number is not None:
        return item.maximum * share_of_number(cell.answer, key.number)
    return None


def _answered_until(cells: Sequence[Cell]) -> int:
    """Return up to which column somebody came: what lies behind, and was left blank, was not reached."""
    last = max(
        (place for place, cell in enumerate(cells) if cell.state in {State.ANSWERED, State.NOT_GRADED}),
        default=len(cells),
    )
    return last + 1


def _together(before: Response, other: Response) -> Response:
    """Return what two files say of one answer."""
    graded = before if before.score is not None and before.option is None and before.answer is None else other
    told = other if graded is before else before
    blank = graded.state in {State.OMITTED, State.NOT_REACHED} and told.state is State.ANSWERED
    score = told.score if blank or graded.score is None else graded.score
    state = told.state if told.state is not State.NOT_GRADED else graded.state
    if score is not None and state is State.NOT_GRADED:
        state = State.ANSWERED
    reference = max(before.reference, other.reference, key=len)
    return Response(state, score, reference, told.option or graded.option, told.answer or graded.answer)


def _shown(column: Column, text: str) -> str:
    said = text or column.name
    return f"{column.label} {quoted(normalised(said))}" if said else column.label
