"""QB4xx: whether level, zone, Bloom level, topic and area go together."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import ClassVar, Final

from qbank.model.taxonomy import LEVEL_BLOOM, TOPICS, ZONE_BLOOM, ZONE_LEVELS
from qbank.problems import joined
from qbank.rules.core.base import Example, QuestionRule
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile

_ZONE_BLOOM: Final = {str(zone): tuple(map(str, blooms)) for zone, blooms in ZONE_BLOOM.items()}
_ZONE_LEVELS: Final = {str(zone): tuple(map(str, levels)) for zone, levels in ZONE_LEVELS.items()}
_LEVEL_BLOOM: Final = {str(level): str(bloom) for level, bloom in LEVEL_BLOOM.items()}
_TOPIC_AREA: Final = {topic: str(area) for topic, area in TOPICS.items() if area is not None}
_KNOWN: Final[Mapping[str, Container[str]]] = {
    "zone": _ZONE_BLOOM,
    "level": _LEVEL_BLOOM,
    "bloom_level": frozenset(_LEVEL_BLOOM.values()),
    "topic": _TOPIC_AREA,
    "competency_area": frozenset(_TOPIC_AREA.values()),
}
"""The words of each field that are looked at; an unknown one is the schema's matter."""


def _word(question: QuestionFile, field: str) -> str | None:
    word = question.text((field,))
    return word if word in _KNOWN[field] else None


class _PairRule(QuestionRule):
    """A rule about two fields whose words should go together; its finding stands at the second one."""

    fields: ClassVar[tuple[str, str]]

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Compare the two."""
        first, second = (_word(question, field) for field in self.fields)
        if first is not None and second is not None and (detail := self.compare(question, first, second)):
            yield self.at_field(question, (self.fields[1],), detail)

    def compare(self, question: QuestionFile, first: str, second: str) -> str:
        """Say what is wrong with two words beside each other; nothing if they go together."""
        raise NotImplementedError


class ZoneBloomMismatch(_PairRule):
    """The zone does not admit the Bloom level.

    A zone says which kinds of thinking a question takes, so recalling a fact cannot be an act of creation.
    Change the Bloom level to one that the zone admits, or the zone if the level of thinking is right.

    | zone | admits |
    |---|---|
    | recall | remember, understand |
    | fluency | remember, understand, apply |
    | implement | understand, apply, analyze, evaluate, create |
    | analyze | apply, analyze |
    | diagnosis | apply, analyze, evaluate |
    | evaluation | analyze, evaluate |
    | design, specification, optimization, realization | apply, analyze, evaluate, create |
    | mastery | analyze, evaluate, create |
    """

    code = "QB401"
    name = "zone-bloom-mismatch"
    severity = Severity.ERROR
    fields = ("zone", "bloom_level")
    bad = (Example(yaml="level: L6+\nzone: recall\nbloom_level: create\n", underlines="create"),)
    good = (Example(yaml="level: L2\nzone: recall\nbloom_level: understand\n"),)

    def compare(self, question: QuestionFile, first: str, second: str) -> str:  # noqa: ARG002
        """Look whether the zone admits the Bloom level."""
        admitted = _ZONE_BLOOM[first]
        if second in admitted:
            return ""
        fitting = joined(zone for zone, blooms in _ZONE_BLOOM.items() if second in blooms)
        either = joined((f"'{bloom}'" for bloom in admitted), "or")
        does_not_fit = f"'{second}' does not fit the zone '{first}', which takes {either}"
        return f"{does_not_fit}; zones that take '{second}' are {fitting}"


class ZoneLevelMismatch(_PairRule):
    """The level is unusual for the zone.

    Readers choose by level and expect the zones of that level: recall at L1 and L2, mastery at L6+. A
    question elsewhere is too easy or too hard for what it asks, or one of the two fields is wrong.

    | zone | levels |
    |---|---|
    | recall | L1, L2 |
    | fluency | L2, L3 |
    | implement | L2, L3, L4 |
    | analyze, diagnosis | L3, L4 |
    | design, specification, optimization | L4, L5 |
    | evaluation, realization | L5, L6+ |
    | mastery | L6+ |
    """

    code = "QB402"
    name = "zone-level-mismatch"
    severity = Severity.WARNING
    fields = ("zone", "level")
    bad = (Example(yaml="level: L6+\nzone: implement\nbloom_level: create\n", underlines="L6+"),)
    good = (Example(yaml="level: L3\nzone: implement\nbloom_level: apply\n"),)

    def compare(self, question: QuestionFile, first: str, second: str) -> str:  # noqa: ARG002
        """Look whether the zone is expected at the level."""
        expected = _ZONE_LEVELS[first]
        if second in expected:
            return ""
        fitting = joined(zone for zone, levels in _ZONE_LEVELS.items() if second in levels)
        is_unusual = f"'{second}' is unusual for the zone '{first}', which is expected at {joined(expected)}"
        return f"{is_unusual}; zones expected at '{second}' are {fitting}"


class LevelBloomUnusual(_PairRule):
    """The Bloom level is not the one that usually goes with the level.

    L1 goes with remember, L2 with understand, L3 with apply, L4 with analyze, L5 with evaluate, L6+ with
    create. Another one can be right; have a look at whether both fields are meant. Nothing is said where the
    zone already rules out the Bloom level, or the usual one.
    """

    code = "QB403"
    name = "level-bloom-unusual"
    severity = Severity.INFO
    fields = ("level", "bloom_level")
    bad = (Example(yaml="level: L4\nbloom_level: apply\n", underlines="apply"),)
    good = (
        Example(yaml="level: L4\nbloom_level: analyze\n"),
        Example(yaml="level: L5\nzone: design\nbloom_level: evaluate\n"),
        Example(yaml="level: L6+\nzone: evaluation\nbloom_level: evaluate\n"),
    )

    def compare(self, question: QuestionFile, first: str, second: str) -> str:
        """Look whether the Bloom level is the usual one, where the zone admits both."""
        usual, zone = _LEVEL_BLOOM[first], _word(question, "zone")
        if second == usual or (zone is not None and not {second, usual} <= set(_ZONE_BLOOM[zone])):
            return ""
        return f"'{second}' is unusual at level '{first}', where '{usual}' is usual"


class TopicElsewhere(_PairRule):
    """A topic is used under another area than its own.

    That is allowed: a question on the KV cache may be about latency. It is pointed out because a slip looks
    the same. Topics that belong to no single area are never reported.
    """

    code = "QB404"
    name = "topic-elsewhere"
    severity = Severity.INFO
    fields = ("topic", "competency_area")
    bad = (
        Example(
            yaml="topic: tail-latency\ncompetency_area: memory\n",
            underlines="memory",
        ),
    )
    good = (
        Example(yaml="topic: kv-cache-management\ncompetency_area: memory\n"),
        Example(yaml="topic: chiplet-architecture\ncompetency_area: memory\n"),
    )

    def compare(self, question: QuestionFile, first: str, second: str) -> str:  # noqa: ARG002
        """Look whether the area is the topic's own."""
        own = _TOPIC_AREA[first]
        if second == own:
            return ""
        return f"the topic '{first}' belongs to '{own}' and is used under '{second}' here"
