"""QB53x and QB54x: the sections of the common mistake and of the napkin math."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, Final

from qbank.rules.core.base import Example, QuestionRule
from qbank.rules.core.finding import Applicability, Finding, Severity
from qbank.rules.core.fixing import replace_text
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.prose.sections import MISTAKE, NAPKIN, Marker, Plan, mistake_markers, napkin_markers


class _SectionRule(QuestionRule):
    """A rule about the sections of one field."""

    plan: ClassVar[Plan]
    found: ClassVar[Callable[[QuestionFile], list[Marker] | None]]

    def check(self, question: QuestionFile) -> Iterable[Finding]:
        """Look at the markers, if not all is well with them."""
        found = question.cached_view(type(self).found)
        return () if found is None else self.look(question, found)

    def look(self, question: QuestionFile, found: list[Marker]) -> Iterable[Finding]:
        """Yield what is wrong with the markers found."""
        raise NotImplementedError

    @property
    def field(self) -> str:
        """The field's name, as messages begin with."""
        return ".".join(map(str, self.plan.path))

    def preferred(self, section: int) -> str:
        """Return the spelling of a section's marker that messages ask for."""
        return self.plan.markers[section][0]


# Their answers are in their parts, or in prose.
_WITHOUT: Final = ("exercise", "memo", "lab")


class _Missing(_SectionRule):
    """The field itself is missing."""

    what: ClassVar[str]

    def check(self, question: QuestionFile) -> Iterable[Finding]:
        """Look whether there is a text."""
        details = question.data.get("details")
        if not isinstance(details, dict):
            return ()
        name = self.plan.path[1]
        value = details.get(name)
        if value.__class__ is str and value and not value.isspace():
            return ()
        if value is not None and not isinstance(value, str):
            return ()
        data = question.data
        if data.get("status") in ("deleted", "archived") or data.get("parts") or data.get("kind") in _WITHOUT:
            return ()
        state = "missing" if value is None else "empty"
        return [self.finding(question, f"{self.field}: {state}; {self.what}", self.plan.path, key=True)]


class _Unmarked(_SectionRule):
    """The text has none of the markers."""

    def look(self, question: QuestionFile, found: list[Marker]) -> Iterable[Finding]:
        """Report a text without any marker."""
        if found:
            return ()
        wanted = ", ".join(self.preferred(section) for section in range(len(self.plan.markers)))
        message = f"{self.field}: has no sections; newer questions mark them with {wanted}"
        return [self.finding(question, message, self.plan.path, key=True)]


class _Misspelt(_SectionRule):
    """A marker is not spelt as it should be."""

    def look(self, question: QuestionFile, found: list[Marker]) -> Iterator[Finding]:
        """Report every marker that is spelt otherwise."""
        for marker in found:
            if marker.exact:
                continue
            fix = None
            if marker.certain:
                fix = replace_text(question, self.plan.path, marker.start, marker.end, marker.right)
            message = f"{self.field}: this marker is written {marker.right}"
            part = (marker.start, marker.end)
            yield self.finding(question, message, self.plan.path, part=part, fix=fix)


class _Disordered(_SectionRule):
    """Some markers are missing, doubled, or in another order."""

    def look(self, question: QuestionFile, found: list[Marker]) -> Iterator[Finding]:
        """Report what is missing on the field's name, and the rest on the markers themselves."""
        if not found:
            return
        seen: list[int] = []
        for marker in found:
            part = (marker.start, marker.end)
            if marker.section in seen:
                message = f"{self.field}: {marker.right} stands here a second time"
                yield self.finding(question, message, self.plan.path, part=part)
            elif seen and marker.section < max(seen):
                after = self.preferred(max(seen))
                message = f"{self.field}: {marker.right} belongs before {after}"
                yield self.finding(question, message, self.plan.path, part=part)
            seen.append(marker.section)
        missing = [
            self.preferred(section) for section in range(len(self.plan.markers)) if section not in seen
        ]
        if missing:
            message = f"{self.field}: lacks {' and '.join(missing)}"
            yield self.finding(question, message, self.plan.path, key=True)


class _Empty(_SectionRule):
    """A marker is followed by nothing."""

    def look(self, question: QuestionFile, found: list[Marker]) -> Iterator[Finding]:
        """Report every marker that the next one, or the end, follows at once."""
        for marker in found:
            if marker.empty:
                message = f"{self.field}: nothing follows {marker.right}"
                yield self.finding(question, message, self.plan.path, part=(marker.start, marker.end))


class MistakeMissing(_Missing):
    """A question does not tell the common mistake.

    What people get wrong, and why, teaches more than the right answer, and options and grading are made from
    it.
    """

    code = "QB531"
    name = "common-mistake-missing"
    severity = Severity.WARNING
    plan = MISTAKE
    found = mistake_markers
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
    severity = Severity.WARNING
    plan = MISTAKE
    found = mistake_markers
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

    def look(self, question: QuestionFile, found: list[Marker]) -> Iterable[Finding]:
        """Report a text without any marker beside one with markers."""
        napkin = question.text(NAPKIN.path)
        undivided = question.cached_view(napkin_markers) == []
        return () if not napkin or undivided else super().look(question, found)


class MistakeMarkerMisspelt(_Misspelt):
    """A marker of the common mistake is misspelt.

    Renderers and searches know `**The Pitfall:**`, `**The Rationale:**` and `**The Consequence:**`, colon
    inside of the bold. The fix changes the marker and nothing else.
    """

    code = "QB533"
    name = "common-mistake-marker-misspelt"
    severity = Severity.WARNING
    fixable = Applicability.SAFE
    plan = MISTAKE
    found = mistake_markers
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
    severity = Severity.WARNING
    plan = MISTAKE
    found = mistake_markers
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
    severity = Severity.WARNING
    plan = MISTAKE
    found = mistake_markers
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
    severity = Severity.WARNING
    plan = NAPKIN
    found = napkin_markers
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
    severity = Severity.WARNING
    plan = NAPKIN
    found = napkin_markers
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
    severity = Severity.WARNING
    fixable = Applicability.SAFE
    plan = NAPKIN
    found = napkin_markers
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
    severity = Severity.WARNING
    plan = NAPKIN
    found = napkin_markers
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
    severity = Severity.WARNING
    plan = NAPKIN
    found = napkin_markers
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
