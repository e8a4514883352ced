"""Rules about what texts say, as the default instance of a question shows them."""

from __future__ import annotations

from qbank.problems import format_path
from qbank.rules.core.base import QuestionRule
from qbank.rules.core.default_variant import filled_text
from qbank.rules.core.finding import Finding, Fix
from qbank.rules.core.question_file import QuestionFile
from qbank.yamlio.document import FieldPath


class TextRule(QuestionRule):
    """A rule about texts in which the default values stand for names."""

    def at(
        self,
        question: QuestionFile,
        path: FieldPath,
        place: tuple[int, int],
        detail: str,
        *,
        label: str = "",
        fix: Fix | None = None,
    ) -> Finding:
        """Make a finding at a part of a text as shown; the message begins with the field, or its label."""
        filled = filled_text(question, path)
        part = place if filled is None else filled.source(*place)
        return self.finding(question, f"{label or format_path(path)}: {detail}", path, part=part, fix=fix)
