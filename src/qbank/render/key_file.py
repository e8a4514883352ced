"""The key file of a document: what `qbank results` reads answers of platforms by."""

from __future__ import annotations

from collections.abc import Sequence

from qbank.render.lms.items import Fragments, answering, make_fragments
from qbank.render.registry import Settings
from qbank.render.text.document import Document, ExpectedMistake, Item
from qbank.render.text.html import PLATFORM
from qbank.results.normal_text import normalised, plain, text_hash
from qbank.results.paper_key import (
    SUFFIX,
    KeyCredit,
    KeyItem,
    KeyNumber,
    KeyOption,
    KeyPart,
    PaperKey,
    written,
)
from qbank.sets.answers.numeric_key import NumericKey


def key_file_name(stem: str) -> str:
    """Return the name of the key file that belongs to a file, which is given without its suffix."""
    return stem + SUFFIX


def key_file(document: Document, settings: Settings) -> bytes:
    """Return the key file of a document, with the texts as platforms get them."""
    fragments = make_fragments(settings, document, PLATFORM, lambda figure: figure.name)
    key = PaperKey(
        set=document.identifier,
        title=document.title,
        form=document.version or None,
        questions=tuple(_item(item, fragments) for item in document.items),
    )
    return written(key)


def _item(item: Item, fragments: Fragments) -> KeyItem:
    text = normalised(fragments.question(item))
    id_, _, variant = item.id.partition("@")
    return KeyItem(
        position=item.number,
        id=id_,
        variant=variant or None,
        title=item.title,
        kind=answering(item).name.lower(),
        topic=item.topic,
        level=item.level,
        bloom=item.bloom,
        points=1.0 if item.points is None else item.points,
        minutes=item.minutes,
        options=tuple(
            KeyOption(
                id=option.identifier,
                text=plain(fragments.blocks(option.content)),
                correct=option.correct,
                mistake=plain(fragments.blocks(option.feedback)),
                credit=0.0 if option.correct else option.credit,
            )
            for option in item.options
        ),
        number=_number(item.key, item.expected),
        parts=tuple(
            KeyPart(label=part.label, points=part.points, number=_number(part.key, part.expected))
            for part in item.parts
        ),
        text=text,
        hash=text_hash(text),
    )


def _number(key: NumericKey | None, expected: Sequence[ExpectedMistake]) -> KeyNumber | None:
    if key is None:
        return None
    return KeyNumber(
        low=key.low_text,
        high=key.high_text,
        value=key.value_text,
        unit=key.unit,
        credits=tuple(
            KeyCredit(low=wrong.answer.low_text, high=wrong.answer.high_text, credit=wrong.credit)
            for wrong in expected
            if wrong.credit
        ),
    )
