import re
from fractions import Fraction

import pytest

from qbank.sets.answers.amounts import read_amount
from qbank.sets.variants.expressions import ExpressionError, compute

VALUES = {
    name: read_amount(text).quantity
    for name, text in {
        "memory": "80 GB",
        "batch": 8,
        "bandwidth": "2 TB/s",
        "seq_len": 2048,
        "tokens": "100 tokens",
        "x": 3,
    }.items()
}


COMPUTED = [
    ("memory / bandwidth", Fraction(4, 100)),
    ("memory/batch", 10**10),
    ("memory - 3 GB", 77 * 10**9),
    ("memory-memory", 0),
    ("ceil(batch / 3)", 3),
    ("2^batch", 256),
    ("batch^2", 64),
    ("max(memory, 3 GB)", 80 * 10**9),
    ("(batch + 2) GB / batch", Fraction(10 * 10**9, 8)),
    ("seq_len*batch*2 bytes", 32768),
    ("batch * 2048 * 0.5 MB", 8 * 2048 * 500_000),
    ("x * x", 9),
    ("10% of memory", 8 * 10**9),
    ("tokens * 0.5 MB / 1 token", 50_000_000),
]


def test_an_expression_is_computed_exactly():
    assert [(text, compute(text, VALUES).value) for text, _ in COMPUTED] == COMPUTED


WITHOUT_VALUE = [
    ("bath * 2", "'bath', which has no value"),
    ("2 batch", "a sign is missing"),
    ("batch batch", "a sign is missing"),
    ("batch 3", "cannot be read"),
    ("batch * 2048 tokens", "'tokens'"),
    ("batch / 0", "division by zero"),
    ("memory + 3 s", "do not add"),
    ("batch ** 2", r"written with \^"),
    ("max(batch", r"a '\)' is missing, or a comma in braces has cut it off: then put quotes"),
    ("", "cannot be read"),
    ("batch * (1-10%)", "blanks around a minus"),
    ("__import__('os').system('x')", "'import|cannot be read"),
    ("9^9^9^9", "cannot be read|no value"),
    ("2^100000", "no value"),
    ("(" * 400 + "batch" + ")" * 400, "cannot be read"),
    ("batch + " * 500, "longer than"),
]


def test_what_has_no_value_is_told():
    unexpected = []
    for expression, said in WITHOUT_VALUE:
        with pytest.raises(ExpressionError) as caught:
            compute(expression, VALUES)
        if not re.search(said, str(caught.value)):
            unexpected.append((expression, str(caught.value)))
    assert unexpected == []
