"""The words around a question that all formats share."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from qbank.model.taxonomy import QuestionKind, Shown
from qbank.render.text.document import Document, ExpectedMistake, Item, Option, Part
from qbank.render.text.words import ENGLISH, Words
from qbank.sets.answers.numeric_key import NumericKey
from qbank.sets.answers.option_order import letter as letter  # noqa: PLC0414 - a word like the others
from qbank.units import physical
from qbank.units.dimension import NONE

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


def number(value: float, words: Words = ENGLISH) -> str:
    """Return a number without the decimals that it does not need."""
    return words.decimal(f"{value:.10g}")


def points(value: float, words: Words = ENGLISH) -> str:
    """Return what something is worth: `1 point`, `2.5 points`."""
    return words("{count} point" if value == 1 else "{count} points", count=number(value, words))


def plain_points(item: Item, words: Words = ENGLISH) -> str:
    """Return what a question is worth as a bare number; empty where it does not say."""
    return "" if item.points is None else number(item.points, words)


def part_worth(part: Part, words: Words = ENGLISH) -> str:
    """Return what a part is worth, for behind its text: `(2 points)`; empty where it does not say."""
    return "" if part.points is None else f"({points(part.points, words)})"


def minutes(value: int, words: Words = ENGLISH) -> str:
    """Return a duration: `1 minute`, `10 minutes`."""
    return words("{count} minute" if value == 1 else "{count} minutes", count=value)


def stars(count: int) -> str:
    """Return the difficulty as stars out of four."""
    return "★" * count + "☆" * (4 - count)


def track(item: Item, words: Words = ENGLISH) -> str:
    """Return the name of the track."""
    return words(TRACKS.get(item.track, item.track))


def topic_in_words(topic: str) -> str:
    """Return the name of a topic in words: `KV cache management`."""
    words = [_SPELT.get(word, word) for word in topic.split("-")]
    return " ".join([words[0][:1].upper() + words[0][1:], *words[1:]])


def kind(item: Item, words: Words = ENGLISH) -> str:
    """Return the form of a question in words."""
    return words(KINDS[item.kind])


def heading(item: Item, words: Words = ENGLISH) -> str:
    """Return what a question is called on the page for readers: its title, or its number in words."""
    return item.title if Shown.TITLE in item.shown else words("Question {number}", number=item.number)


def numbered(item: Item, words: Words = ENGLISH) -> str:
    """Return the heading of a question with its number: `3. A title`, or `Question 3`."""
    told = heading(item, words)
    return f"{item.number}. {told}" if Shown.TITLE in item.shown else told


def about_item(item: Item, words: Words = ENGLISH) -> list[str]:
    """Return what stands under the title of a question, as far as its readers are to see it."""
    facts = []
    if Shown.LEVEL in item.shown:
        facts += [track(item, words), item.level]
    if Shown.TOPIC in item.shown:
        facts.append(topic_in_words(item.topic))
    if Shown.KIND in item.shown:
        facts.append(kind(item, words))
    if item.stars and Shown.DIFFICULTY in item.shown:
        facts.append(stars(item.stars))
    return facts + _worth(item, words)


def about_in_key(item: Item, words: Words = ENGLISH) -> list[str]:
    """Return all that is known of a question, for those who grade."""
    facts = [item.id, track(item, words), item.level, topic_in_words(item.topic), kind(item, words)]
    return facts + _worth(item, words)


def _worth(item: Item, words: Words) -> list[str]:
    worth = [] if item.points is None else [points(item.points, words)]
    return worth + ([minutes(item.minutes, words)] if item.minutes else [])


def about_document(document: Document) -> list[str]:
    """Return what stands under the title of a document."""
    words = document.words
    count = len(document.items)
    facts = [words(document.kind.value.capitalize())]
    if document.version:
        facts.append(words("Version {version}", version=document.version))
    facts += filter(None, (document.course, document.date))
    if count:
        facts.append(words("{count} question" if count == 1 else "{count} questions", count=count))
    if document.points is not None:
        facts.append(points(document.points, words))
    if document.minutes:
        facts.append(minutes(document.minutes, words))
    return facts


def asked(key: NumericKey, words: Words = ENGLISH) -> str:
    """Return how to give a number: its unit, and the digits asked for; empty where nothing is asked.

    What is counted is asked for as a whole number, not by its digits.
    """
    if is_count(key):
        wanted = words("in whole {unit}", unit=key.unit) if key.unit else words("with a whole number")
        return words("Answer {how}.", how=wanted)
    unit = words("in {unit}", unit=key.unit) if key.unit else ""
    figures = "to {count} significant figure" if key.digits == 1 else "to {count} significant figures"
    digits = words(figures, count=key.digits) if key.digits else ""
    wanted = " ".join(filter(None, (unit, digits)))
    return words("Answer {how}.", how=wanted) if wanted else ""


def is_count(key: NumericKey) -> bool:
    """Whether a key is a number of things: one whole number is right, and it measures nothing."""
    exact = key.low == key.high and key.value.denominator == 1
    return exact and key.unit == key.unit_name not in {"%", "x"} and physical(key.measure.dimension) == NONE


def stated(key: NumericKey, words: Words = ENGLISH) -> str:
    """Return the answer with its unit: `14 GB`."""
    return words.decimal(key.answer_text)


def accepted(key: NumericKey, words: Words = ENGLISH) -> str:
    """Return which answers are right: `13.3 GB to 14.7 GB`, or `exactly 32`."""
    if key.low == key.high:
        return words("exactly {value}", value=words.decimal(key.written(key.low_text)))
    low, high = (words.decimal(key.written(end)) for end in (key.low_text, key.high_text))
    return words("{low} to {high}", low=low, high=high)


def within(key: NumericKey | None, words: Words = ENGLISH) -> str:
    """Return which answers are right, for behind the answer; empty without a key."""
    return words("(accepted: {which})", which=accepted(key, words)) if key else ""


def slip(mistake: ExpectedMistake, worth: float | None, words: Words = ENGLISH) -> str:
    """Return an expected wrong number as a label: `0.537 MB:`, with what it earns if any."""
    return f"{_with_credit(words.decimal(mistake.text), mistake.credit, worth, words)}:"


def wrong_option(option: Option, item: Item, words: Words = ENGLISH) -> str:
    """Return a wrong option as a label, `Not B:`, with what it earns if any."""
    label = words("Not {letter}:", letter=letter(item.options.index(option)))
    return f"{_with_credit(label.removesuffix(':'), option.credit, item.points, words)}:"


def credit(option: Option, item: Item, words: Words = ENGLISH) -> str:
    """Return what a wrong option earns all the same, `(0.5 of 2 points)`; empty where it earns nothing."""
    return _with_credit("", option.credit, item.points, words).strip()


def _with_credit(text: str, share: float, worth: float | None, words: Words) -> str:
    if not share:
        return text
    if worth is None:
        earned = words("{percent}% of the points", percent=number(100 * share, words))
    else:
        earned = words(
            "{earned} of {count} point" if worth == 1 else "{earned} of {count} points",
            earned=number(worth * share, words),
            count=number(worth, words),
        )
    return f"{text} ({earned})"


def filters(words: Words) -> dict[str, Callable[..., Any]]:
    """Return what all templates may say with; a format may mean something else by a name."""
    spoken: dict[str, Callable[..., Any]] = {
        "about": about_item,
        "about_in_key": about_in_key,
        "accepted": accepted,
        "asked": asked,
        "called": heading,
        "credit": credit,
        "numbered": numbered,
        "points": points,
        "slip": slip,
        "stated": stated,
        "within": within,
        "worth": part_worth,
        "wrong_option": wrong_option,
    }
    return {"letter": letter} | {name: partial(say, words=words) for name, say in spoken.items()}
