"""QB4xx: whether level, zone, Bloom level, topic and area go together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from qbank.model.taxonomy import LEVEL_BLOOM, TOPICS, ZONE_BLOOM, ZONE_LEVELS
from qbank.rules.core.base import Example, QuestionRule
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile

# Plain words: comparing members of enumerations costs several times as much, for every question.
_ZONE_BLOOM: Final = {str(zone): tuple(map(str, blooms)) for zone, blooms in ZONE_BLOOM.items()}
_ZONE_LEVELS: Final = {str(zone): tuple(map(str, levels)) for zone, levels in ZONE_LEVELS.items()}
_LEVEL_BLOOM: Final = {str(level): str(bloom) for level, bloom in LEVEL_BLOOM.items()}
_TOPIC_AREA: Final = {topic: str(area) for topic, area in TOPICS.items() if area is not None}
_LEVELS: Final = frozenset(_LEVEL_BLOOM)
_BLOOMS: Final = frozenset(_LEVEL_BLOOM.values())
_AREAS: Final = frozenset(_TOPIC_AREA.values())


def _either(words: Iterable[str]) -> str:
    *most, last = (f"'{word}'" for word in words)
    return f"{', '.join(most)} or {last}" if most else last


def _and(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _word(data: Mapping[str, object], name: str, known: Mapping[str, object] | frozenset[str]) -> str | None:
    """Return a field's word if it is a known one; an unknown one is the schema's matter."""
    value = data.get(name)
    return value if isinstance(value, str) and value in known else None


class ZoneBloomMismatch(QuestionRule):
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
    bad = (Example(yaml="level: L6+\nzone: recall\nbloom_level: create\n", underlines="create"),)
    good = (Example(yaml="level: L2\nzone: recall\nbloom_level: understand\n"),)

    def check(self, question: QuestionFile) -> Iterable[Finding]:
        """Compare the zone with the Bloom level."""
        data = question.data
        zone, bloom = _word(data, "zone", _ZONE_BLOOM), _word(data, "bloom_level", _BLOOMS)
        if zone is None or bloom is None or bloom in _ZONE_BLOOM[zone]:
            return ()
        fitting = [name for name, blooms in _ZONE_BLOOM.items() if bloom in blooms]
        message = (
            f"bloom_level: '{bloom}' does not fit the zone '{zone}', "
            f"which takes {_either(_ZONE_BLOOM[zone])}; "
            f"zones that take '{bloom}' are {_and(fitting)}"
        )
        return [self.finding(question, message, ("bloom_level",))]


class ZoneLevelMismatch(QuestionRule):
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
    bad = (Example(yaml="level: L6+\nzone: implement\nbloom_level: create\n", underlines="L6+"),)
    good = (Example(yaml="level: L3\nzone: implement\nbloom_level: apply\n"),)

    def check(self, question: QuestionFile) -> Iterable[Finding]:
        """Compare the zone with the level."""
        data = question.data
        zone, level = _word(data, "zone", _ZONE_LEVELS), _word(data, "level", _LEVELS)
        if zone is None or level is None or level in _ZONE_LEVELS[zone]:
            return ()
        fitting = [name for name, levels in _ZONE_LEVELS.items() if level in levels]
        message = (
            f"level: '{level}' is unusual for the zone '{zone}', "
            f"which is expected at {_and(_ZONE_LEVELS[zone])}; "
            f"zones expected at '{level}' are {_and(fitting)}"
        )
        return [self.finding(question, message, ("level",))]


class LevelBloomUnusual(QuestionRule):
    """The Bloom level is not the one that usually goes with the level.

    L1 goes with remember, L2 with understand, L3 with apply, L4 with analyze, L5 with evaluate, L6+ with
    create. Another one can be right; have a look at whether both fields are meant. Nothing is said where the
    zone already rules out the Bloom level, or the usual one.
    """

    code = "QB403"
    name = "level-bloom-unusual"
    severity = Severity.INFO
    bad = (Example(yaml="level: L4\nbloom_level: apply\n", underlines="apply"),)
    good = (
        Example(yaml="level: L4\nbloom_level: analyze\n"),
        Example(yaml="level: L5\nzone: design\nbloom_level: evaluate\n"),
        Example(yaml="level: L6+\nzone: evaluation\nbloom_level: evaluate\n"),
    )

    def check(self, question: QuestionFile) -> Iterable[Finding]:
        """Compare the level with the Bloom level."""
        data = question.data
        level, bloom = _word(data, "level", _LEVELS), _word(data, "bloom_level", _BLOOMS)
        if level is None or bloom is None or bloom == _LEVEL_BLOOM[level]:
            return ()
        zone = _word(data, "zone", _ZONE_BLOOM)
        if zone is not None and not {bloom, _LEVEL_BLOOM[level]} <= set(_ZONE_BLOOM[zone]):
            return ()
        message = (
            f"bloom_level: '{bloom}' is unusual at level '{level}', where '{_LEVEL_BLOOM[level]}' is usual"
        )
        return [self.finding(question, message, ("bloom_level",))]


class TopicElsewhere(QuestionRule):
    """A topic is used under another area than its own.

    That is allowed: a question on the KV cache may be about latency. It is pointed out because a slip looks
    the same. Topics that belong to no single area are never reported.
    """

    code = "QB404"
    name = "topic-elsewhere"
    severity = Severity.INFO
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

    def check(self, question: QuestionFile) -> Iterable[Finding]:
        """Compare the topic with the area."""
        data = question.data
        topic, area = _word(data, "topic", _TOPIC_AREA), _word(data, "competency_area", _AREAS)
        if topic is None or area is None or area == _TOPIC_AREA[topic]:
            return ()
        message = (
            f"competency_area: the topic '{topic}' belongs to '{_TOPIC_AREA[topic]}' "
            f"and is used under '{area}' here"
        )
        return [self.finding(question, message, ("competency_area",))]
