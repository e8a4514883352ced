"""What texts call their numbers, found by short cuts, is what is found without them."""

from __future__ import annotations

import re
from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from each import each
from qbank.formulas.formula import Variable
from qbank.formulas.matching.words import NumberNames, normalize

WORDS = ("gpu", "micro batch", "batch size", "box", "token", "head dim", "n", "p", "stage", "chunk")
PIECES = (
    "8", "8 GPUs", "gpus of 8", "n = 8", "micro-batches: 8", "micro batches m = 8", "8 boxes",
    "8 batches size", "batch sizes are ~8", "8k tokens", "8,000 tokens", "eight GPUs", "of", "is",
    "the", "x", ",", ".", "(8 stages)", "p≈8", "head dims at ~ 8", "80 chunks", "8 large new chunks",
    "pipeline stages with", "0.008m tokens",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=8).map(" ".join)

_AFTER = re.compile(r" ?([a-z][a-z0-9]*(?: [a-z][a-z0-9]*){0,2})")
_FORMS = (
    re.compile(r"([a-z]+(?: [a-z]+)?)(?: ?(?:=|:|≈) ?| (?:of|is|are|at|to) )~?$"),
    re.compile(r"([a-z]+(?: [a-z]+)?) [a-z]{1,2} ?(?:=|:|≈) ?$"),
    re.compile(r"(?<![a-z0-9])([a-z]{1,2}) ?= ?$"),
)
_ADJACENT = re.compile(r"\b((?:[a-z]+ )?[a-z]{2,}) ?$")
_NUMBER = re.compile(r"(?<![\w.])(\d{1,15}(?:\.\d{1,9})?)([kmbt]\b)?(?!\.?\d)")
_FACTORS = {"": (1,), "k": (1000, 1024), "m": (10**6,), "b": (10**9,), "t": (10**12,)}
_PLURAL = re.compile(r"(?<=[a-z])(?:(?<=ch|sh)es|(?<=[^s])s)\b")
_ENDS = "per of in and for x at with on to a is are by over from".split()  # noqa: SIM905


def _long_way(text: str, word: str, value: int) -> bool:
    """Read all numbers of a text, and all words beside those of this value."""
    after: set[str] = set()
    named: set[str] = set()
    for number in _NUMBER.finditer(text):
        if value not in [Fraction(number[1]) * factor for factor in _FACTORS[number[2] or ""]]:
            continue
        behind = _AFTER.match(text, number.end(), number.end() + 48)
        if behind:
            words = behind[1].split(" ")
            words = words[: next((at for at, one in enumerate(words) if one in _ENDS), len(words))]
            after |= {_PLURAL.sub("", " ".join(words[at:])) for at in range(len(words))}
        before = text[max(0, number.start() - 48) : number.start()]
        found = [form.search(before) for form in _FORMS]
        if not re.search(r"(?:=|:|≈) ?$", before):
            found.append(_ADJACENT.search(before))
        named |= {_PLURAL.sub("", one[1]) for one in found if one}
    if word in after or word in named:
        return True
    return len(word) > 1 and (
        any(one.startswith(f"{word} ") for one in after) or any(one.endswith(f" {word}") for one in named)
    )


@given(TEXTS, st.sampled_from(WORDS), st.sampled_from((8, 8000, 8192, 80)))
@example("the micro batches m = 8", "micro batch", 8)
def test_short_cuts_find_the_same_as_the_long_way(text: str, word: str, value: int) -> None:
    variable = Variable("v", "1", "a number", called=(word,))

    assert NumberNames([text]).calls(variable, Fraction(value)) == _long_way(normalize(text), word, value)


@each(
    "text, word, value",
    [
        ("8 GPUs", "gpu", 8),
        ("micro batches m = 8", "micro batch", 8),
        ("8k tokens", "token", 8192),
        ("n = 8", "n", 8),
    ],
)
def test_the_long_way_finds_something(text: str, word: str, value: int) -> None:
    assert _long_way(normalize(text), word, value)


@given(st.lists(st.sampled_from(("1", "12", "345", ",", "0", ".", " ", "a")), max_size=12).map("".join))
def test_commas_of_thousands_are_left_out(text: str) -> None:
    long_way = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", " ".join(text.split()))

    assert normalize(text) == long_way
