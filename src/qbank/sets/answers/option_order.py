"""The order of options: that of the question, and others for versions of a paper."""

from __future__ import annotations

from msgspec.structs import replace

from qbank.sets.answers.option_references import refer_to_positions
from qbank.sets.variants.drawing import seeded_index, shuffled
from qbank.sets.variants.variant import Option, Variant


def letter(position: int) -> str:
    """Return the letter of the option at a position, counted from 0: `A`, `B`, and `AA` behind `Z`."""
    before, last = divmod(position, 26)
    return (letter(before - 1) if before else "") + chr(ord("A") + last)


def lettered(options: list[Option]) -> tuple[Option, ...]:
    """Give options the letters of their places, which they keep from then on."""
    return tuple(
        replace(option, identifier=letter(position).lower()) for position, option in enumerate(options)
    )


def mixed(variant: Variant, seed: int, version: int) -> Variant:
    """Return a question with its options in an order of a version's own; versions count from 0.

    The right option is one place further in each version, so its letter says nothing to a neighbour who has
    another one. Where a text refers to options by their places or letters, their order stays.
    """
    if refers_to_positions(variant):
        return variant
    options, name = variant.options, variant.question.id
    wrong = [option for option in options if not option.correct]
    order = shuffled(
        wrong, "wrong options", seed, version, name, names=[option.identifier for option in wrong]
    )
    for right in (option for option in options if option.correct):
        order.insert((seeded_index(len(options), "right option", seed, name) + version) % len(options), right)
    return replace(variant, options=tuple(order))


def refers_to_positions(variant: Variant) -> bool:
    """Whether a text speaks of options by where they stand: `all of the above`, `A and C`, `option B`."""
    question, details = variant.question, variant.question.details
    texts = [question.scenario, question.question, *(question.hints or ())]
    texts += [details.realistic_solution, details.common_mistake, details.napkin_math]
    texts += [option.feedback for option in variant.options]
    return refer_to_positions(filter(None, texts), [option.text for option in variant.options])
