"""The words around a question that all formats share."""

from __future__ import annotations

from typing import Final

from qbank.model.taxonomy import QuestionKind
from qbank.render.text.document import Document, Item, Part
from qbank.sets.answers.numeric_key import NumericKey
from qbank.sets.answers.option_order import letter as letter  # noqa: PLC0414 - a word like the others
from qbank.units.format import format_quantity

TRACKS: Final = {
    "cloud": "Cloud",
    "edge": "Edge",
    "mobile": "Mobile",
    "tinyml": "TinyML",
    "global": "All systems",
}
_SPELT: Final = {
    word.replace("/", "").lower(): word
    for word in ["3D", "A/B", "AI", "CNN", "DMA", "GPU", "KV", "MCU", "MLOps", "OTA", "RDMA", "TCO", "VRAM"]
}
"""How words are spelt that are no plain words."""

KINDS: Final = {kind: kind.value for kind in QuestionKind} | {
    QuestionKind.OPEN: "open question",
    QuestionKind.CHOICE: "multiple choice",
}


def number(value: float) -> str:
    """Return a number without the decimals that it does not need."""
    return f"{value:.10g}"


def points(value: float) -> str:
    """Return what something is worth: `1 point`, `2.5 points`."""
    return f"{number(value)} {'point' if value == 1 else 'points'}"


def part_worth(part: Part) -> str:
    """Return what a part is worth, for behind its text: `(2 points)`; empty where it does not say."""
    return "" if part.points is None else f"({points(part.points)})"


def minutes(value: int) -> str:
    """Return a duration: `1 minute`, `10 minutes`."""
    return f"{value} {'minute' if value == 1 else 'minutes'}"


def stars(count: int) -> str:
    """Return the difficulty as stars out of four."""
    return "★" * count + "☆" * (4 - count)


def track(item: Item) -> str:
    """Return the name of the track."""
    return TRACKS.get(item.track, item.track)


def topic(item: Item) -> str:
    """Return the topic in words: `KV cache management`."""
    return topic_in_words(item.topic)


def topic_in_words(topic: str) -> str:
    """Return the name of a topic in words."""
    words = [_SPELT.get(word, word) for word in topic.split("-")]
    return " ".join([words[0][:1].upper() + words[0][1:], *words[1:]])


def kind(item: Item) -> str:
    """Return the form of a question in words."""
    return KINDS[item.kind]


def about_item(item: Item) -> list[str]:
    """Return what stands under the title of a question."""
    facts = [track(item), item.level, topic(item), kind(item)]
    if item.stars:
        facts.append(stars(item.stars))
    if item.points is not None:
        facts.append(points(item.points))
    if item.minutes:
        facts.append(minutes(item.minutes))
    return facts


def about_document(document: Document) -> list[str]:
    """Return what stands under the title of a document."""
    count = len(document.items)
    facts = [document.kind.value.capitalize(), f"{count} {'question' if count == 1 else 'questions'}"]
    if document.version:
        facts.insert(1, f"Version {document.version}")
    if document.points is not None:
        facts.append(points(document.points))
    if document.minutes:
        facts.append(minutes(document.minutes))
    return facts


def asked(key: NumericKey) -> str:
    """Return how to give a number: its unit, and the digits asked for; empty where nothing is asked."""
    unit = f"in {key.unit}" if key.unit else ""
    figures = "figure" if key.digits == 1 else "figures"
    digits = f"to {key.digits} significant {figures}" if key.digits else ""
    wanted = " ".join(filter(None, (unit, digits)))
    return f"Answer {wanted}." if wanted else ""


def accepted(key: NumericKey) -> str:
    """Return which answers are right: `13.3 GB to 14.7 GB`, or `exactly 32`."""
    if key.low == key.high:
        return f"exactly {format_quantity(key.low_text, key.unit)}"
    return f"{format_quantity(key.low_text, key.unit)} to {format_quantity(key.high_text, key.unit)}"


def within(key: NumericKey | None) -> str:
    """Return which answers are right, for behind the answer; empty without a key."""
    return f"(accepted: {accepted(key)})" if key else ""


FILTERS: Final = {
    "about": about_item,
    "accepted": accepted,
    "asked": asked,
    "letter": letter,
    "points": points,
    "within": within,
    "worth": part_worth,
}
"""What all templates may say with; a format may mean something else by a name."""
