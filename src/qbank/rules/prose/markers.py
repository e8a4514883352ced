"""QB53x and QB54x: the sections of the common mistake and of the napkin math."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from qbank.rules.core.base import Example, QuestionRule
from qbank.rules.core.finding import Applicability, Finding, Fix, Severity
from qbank.rules.core.fixing import replace_text
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.prose.sections import MISTAKE, NAPKIN, Marker, SectionPlan

# Their answers are in their parts, or in prose.
_WITHOUT: Final = ("exercise", "memo", "lab")


class _SectionRule(QuestionRule):
    """A rule about the sections of one field."""

    severity = Severity.WARNING
    plan: ClassVar[SectionPlan]

    def on_field(self, question: QuestionFile, detail: str) -> Finding:
        """Make a finding at the field's name."""
        return self.at_field(question, self.plan.path, detail, key=True)

    def on_marker(
        self, question: QuestionFile, marker: Marker, detail: str, fix: Fix | None = None
    ) -> Finding:
        """Make a finding at a marker."""
        return self.at_field(question, self.plan.path, detail, part=marker.part, fix=fix)


class _Missing(_SectionRule):
    """The field itself is missing."""

    what: ClassVar[str]

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look whether there is a text."""
        data, value = question.data, question.value(self.plan.path)
        if not isinstance(data.get("details"), dict) or not (value is None or isinstance(value, str)):
            return  # which the model has said
        retired = data.get("status") in ("deleted", "archived")
        if (value and not value.isspace()) or retired or data.get("parts") or data.get("kind") in _WITHOUT:
            return
        yield self.on_field(question, f"{'missing' if value is None else 'empty'}; {self.what}")


class _Unmarked(_SectionRule):
    """The text has none of the markers."""

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Report a text without any marker."""
        if question.cached_view(self.plan.markers_of) == []:
            wanted = ", ".join(self.plan.preferred)
            yield self.on_field(question, f"has no sections; newer questions mark them with {wanted}")


class _Misspelt(_SectionRule):
    """A marker is not spelt as it should be."""

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Report every marker that is spelt otherwise."""
        for marker in question.cached_view(self.plan.markers_of) or ():
            if not marker.exact:
                certain = marker.certain
                fix = replace_text(question, self.plan.path, *marker.part, marker.right) if certain else None
                yield self.on_marker(question, marker, f"this marker is written {marker.right}", fix)


class _Disordered(_SectionRule):
    """Some markers are missing, doubled, or in another order."""

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Report what is missing on the field's name, and the rest on the markers themselves."""
        preferred, seen = self.plan.preferred, set[int]()
        for marker in question.cached_view(self.plan.markers_of) or ():
            if marker.section in seen:
                yield self.on_marker(question, marker, f"{marker.right} stands here a second time")
            elif marker.section < max(seen, default=0):
                detail = f"{marker.right} belongs before {preferred[max(seen)]}"
                yield self.on_marker(question, marker, detail)
            seen.add(marker.section)
        missing = [marker for section, marker in enumerate(preferred) if section not in seen]
        if seen and missing:
            yield self.on_field(question, f"lacks {' and '.join(missing)}")


class _Empty(_SectionRule):
    """A marker is followed by nothing."""

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Report every marker that the next one, or the end, follows at once."""
        for marker in question.cached_view(self.plan.markers_of) or ():
            if marker.empty:
                yield self.on_marker(question, marker, f"nothing follows {marker.right}")


class MistakeMissing(_Missing):
    """A question does not tell the common mistake.

    What people get wrong, and why, teaches more than the right answer, and options and grading are made from
    it.
    """

    code = "QB531"
    name = "common-mistake-missing"
    plan = MISTAKE
    what = "tell what people get wrong, and why"
    bad = (
        Example(yaml="", without=("details.common_mistake",), underlines="details"),
        Example(yaml="details:\n  common_mistake: ''\n", underlines="common_mistake"),
    )
    good = (Example(yaml="status: archived\n", without=("details.common_mistake",)),)


class MistakeUnmarked(_Unmarked):
    """The common mistake is not divided into its sections, while the napkin math is.

    Older questions are one paragraph, which stays readable; newer ones say what is done wrong (`**The
    Pitfall:**`), why it seems right (`**The Rationale:**`) and what it leads to (`**The Consequence:**`), and
    renderers show the three apart. Where the napkin math is not divided either, the question is simply older,
    and that is said once, about the napkin math.
    """

    code = "QB532"
    name = "common-mistake-unmarked"
    plan = MISTAKE
    bad = (
        Example(
            yaml="details:\n  common_mistake: Sizing the memory by the **weights** alone.\n",
            underlines="common_mistake",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n  common_mistake: |\n    **The Pitfall:** Sizing by the weights.\n"
                "    **The Rationale:** They are the known number.\n    **The Consequence:** Out of memory.\n"
            )
        ),
        Example(yaml="details:\n  common_mistake: Sizing by the weights.\n  napkin_math: 2 * 70 = 140 GB.\n"),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Report a text without any marker beside one with markers."""
        if question.cached_view(NAPKIN.markers_of):
            yield from super().check(question)


class MistakeMarkerMisspelt(_Misspelt):
    """A marker of the common mistake is misspelt.

    Renderers and searches know `**The Pitfall:**`, `**The Rationale:**` and `**The Consequence:**`, colon
    inside of the bold. The fix changes the marker and nothing else.
    """

    code = "QB533"
    name = "common-mistake-marker-misspelt"
    fixable = Applicability.SAFE
    plan = MISTAKE
    bad = (
        Example(
            yaml=(
                "details:\n  common_mistake: |\n    **Pitfall:** Sizing by the weights.\n"
                "    **The rationale**: They are the known number.\n    __The Consequences:__ No memory.\n"
            ),
            underlines=("**Pitfall:**", "**The rationale**:", "__The Consequences:__"),
            fixed=(
                "details:\n  common_mistake: |\n    **The Pitfall:** Sizing by the weights.\n"
                "    **The Rationale:** They are the known number.\n    **The Consequence:** No memory.\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n  common_mistake: >\n    **The pitfall:** Sizing by the weights.\n"
                "    **The Rationale:** They are the known number. **The Consequence:** Out of memory.\n"
            ),
            underlines="**The pitfall:**",
            fixed=(
                "details:\n  common_mistake: >\n    **The Pitfall:** Sizing by the weights.\n"
                "    **The Rationale:** They are the known number. **The Consequence:** Out of memory.\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n  common_mistake: |\n    The Pitfall: Sizing by the weights.\n\n"
                "    The Rationale: They are the known number.\n\n    The Consequence: Out of memory.\n"
            ),
            underlines=("The Pitfall:", "The Rationale:", "The Consequence:"),
            fixed=(
                "details:\n  common_mistake: |\n    **The Pitfall:** Sizing by the weights.\n\n"
                "    **The Rationale:** They are the known number.\n\n"
                "    **The Consequence:** Out of memory.\n"
            ),
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n  common_mistake: |\n    **The Pitfall:** A **consequence** of haste.\n"
                "    **The Rationale:** They are the known number.\n    **The Consequence:** Out of memory.\n"
            )
        ),
    )


class MistakeMarkersDisordered(_Disordered):
    """The sections of the common mistake are not complete and in order.

    The order is pitfall, rationale, consequence: what, why, and what of it. A missing section is reported on
    the field's name, one in the wrong place on its marker.
    """

    code = "QB534"
    name = "common-mistake-markers"
    plan = MISTAKE
    bad = (
        Example(
            yaml=(
                "details:\n  common_mistake: |\n    **The Pitfall:** Sizing by the weights.\n"
                "    **The Consequence:** Out of memory.\n"
            ),
            underlines="common_mistake",
        ),
        Example(
            yaml=(
                "details:\n  common_mistake: |\n    **The Rationale:** They are the known number.\n"
                "    **The Pitfall:** Sizing by the weights.\n    **The Consequence:** Out of memory.\n"
            ),
            underlines="**The Pitfall:**",
        ),
    )
    good = MistakeMarkerMisspelt.good


class MistakeSectionEmpty(_Empty):
    """A section of the common mistake is empty.

    A marker with nothing behind it was left for later. Write the section.
    """

    code = "QB535"
    name = "common-mistake-section-empty"
    plan = MISTAKE
    bad = (
        Example(
            yaml=(
                "details:\n  common_mistake: |\n    **The Pitfall:** Sizing by the weights.\n"
                "    **The Rationale:**\n    **The Consequence:** Out of memory.\n"
            ),
            underlines="**The Rationale:**",
        ),
    )
    good = MistakeMarkerMisspelt.good


class NapkinMissing(_Missing):
    """A question has no napkin math.

    Numbers are what makes an answer checkable; qbank computes them again. Exercises, memos and labs have
    their answers elsewhere and are left alone. A question that needs none can say so in a line.
    """

    code = "QB541"
    name = "napkin-math-missing"
    plan = NAPKIN
    what = "show the numbers behind the answer"
    bad = (
        Example(yaml="", without=("details.napkin_math",), underlines="details"),
        Example(yaml="details:\n  napkin_math: ''\n", underlines="napkin_math"),
    )
    good = (
        Example(yaml="status: deleted\ndeletion_reason: twice\n", without=("details.napkin_math",)),
        Example(yaml="kind: memo\n", without=("details.napkin_math",)),
    )


class NapkinUnmarked(_Unmarked):
    """The napkin math is not divided into its sections.

    Older questions are one paragraph, which stays readable and is computed again all the same; newer ones
    separate `**Assumptions & Constraints:**` (or `**Assumptions:**`), `**Calculations:**` and `**Conclusion &
    Interpretation:**` (or `**Conclusion:**`).
    """

    code = "QB542"
    name = "napkin-math-unmarked"
    plan = NAPKIN
    bad = (
        Example(
            yaml="details:\n  napkin_math: '**Step 1:** 2 * 70 = 140 GB. **Result:** 140 GB.'\n",
            underlines="napkin_math",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n  napkin_math: |\n    **Assumptions:** 70 B parameters.\n"
                "    **Calculations:** 2 * 70 = 140\n    **Conclusion:** 140 GB.\n"
            )
        ),
    )


class NapkinMarkerMisspelt(_Misspelt):
    """A marker of the napkin math is misspelt.

    Renderers and searches know `**Assumptions & Constraints:**` or `**Assumptions:**`, `**Calculations:**`,
    and `**Conclusion & Interpretation:**` or `**Conclusion:**`, colon inside of the bold. They may stand in a
    numbered list. The fix changes the marker and nothing else.
    """

    code = "QB543"
    name = "napkin-math-marker-misspelt"
    fixable = Applicability.SAFE
    plan = NAPKIN
    bad = (
        Example(
            yaml=(
                "details:\n  napkin_math: |\n    **Assumptions and Constraints:** 70 B parameters.\n"
                "    **Calculation:** 2 * 70 = 140\n    **Conclusion**: 140 GB.\n"
            ),
            underlines=("**Assumptions and Constraints:**", "**Calculation:**", "**Conclusion**:"),
            fixed=(
                "details:\n  napkin_math: |\n    **Assumptions & Constraints:** 70 B parameters.\n"
                "    **Calculations:** 2 * 70 = 140\n    **Conclusion:** 140 GB.\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n  napkin_math: |\n    **Assumptions:** 70 B parameters.\n"
                "    **Calculations (per GPU):** 2 * 70 = 140\n    **Conclusion:** 140 GB.\n"
            ),
            underlines="**Calculations (per GPU):**",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n  napkin_math: |\n    1. **Assumptions & Constraints:** 70 B parameters.\n"
                "    2. **Calculations:** 2 * 70 = 140\n    3. **Conclusion & Interpretation:** 140 GB.\n"
                "       **Result: 140 GB.**\n"
            )
        ),
    )


class NapkinMarkersDisordered(_Disordered):
    """The sections of the napkin math are not complete and in order.

    The order is assumptions, calculations, conclusion. A missing section is reported on the field's name, one
    in the wrong place on its marker.
    """

    code = "QB544"
    name = "napkin-math-markers"
    plan = NAPKIN
    bad = (
        Example(
            yaml="details:\n  napkin_math: |\n    **Assumptions:** 70 B\n    **Calculations:** 2 * 7 = 14\n",
            underlines="napkin_math",
        ),
        Example(
            yaml=(
                "details:\n  napkin_math: |\n    **Assumptions:** 70 B.\n    **Calculations:** 2 * 70 = 140\n"
                "    **Conclusion:** 140 GB.\n    **Calculations:** 140 / 80 = 1.75\n"
            ),
            underlines="**Calculations:**",
        ),
    )
    good = NapkinMarkerMisspelt.good


class NapkinSectionEmpty(_Empty):
    """A section of the napkin math is empty.

    A marker with nothing behind it was left for later. Write the section.
    """

    code = "QB545"
    name = "napkin-math-section-empty"
    plan = NAPKIN
    bad = (
        Example(
            yaml=(
                "details:\n  napkin_math: |\n    1. **Assumptions:**\n    2. **Calculations:** 2 * 70 = 140\n"
                "    3. **Conclusion:**\n"
            ),
            underlines=("**Assumptions:**", "**Conclusion:**"),
        ),
    )
    good = NapkinMarkerMisspelt.good
