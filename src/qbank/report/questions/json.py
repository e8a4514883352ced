"""Questions as they stand in their files, with their claims, for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qbank.report.json_document import document
from qbank.report.verify.json import claims_data
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.formulas.verified import verified_question

_ASKED = (
    "schema_version", "id", "track", "level", "zone", "topic", "competency_area", "bloom_level", "phase",
    "title", "scenario", "question", "visual", "tables", "tags", "status", "expected_time_minutes", "kind",
)  # fmt: skip
"""Fields that tell nothing of the answer."""


def questions_json(questions: Sequence[QuestionFile], *, answers: bool = True) -> Iterator[str]:
    """Yield the text of the JSON document, a question a line; without answers there are no claims either."""
    items = (
        {
            "path": question.path,
            "id": question.id,
            "data": question.data if answers else _asked(question),
            "claims": claims_data(verified_question(question)) if answers else [],
        }
        for question in questions
    )
    return document("questions", items, {"questions": len(questions)})


def _asked(question: QuestionFile) -> dict[str, object]:
    """Return what is asked: a question without whatever tells its answer."""
    return {name: question.data[name] for name in _ASKED if name in question.data}
