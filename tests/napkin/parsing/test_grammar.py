from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.napkin.lexing.tokens import tokenize
from qbank.napkin.limits import MAX_DEPTH
from qbank.napkin.parsing.grammar import Parser
from qbank.napkin.tree import Name, Node, Operation, WithUnit, spell


def read(text: str) -> tuple[Node | None, str]:
    """What `text` is read as, as the left side of a relation, and what is left of it."""
    tokens = tokenize(f"? {text} =")
    end = len(tokens) - 1
    parsed = Parser(tokens).expression(1, end)
    if parsed is None:
        return None, text
    return parsed[0], " ".join(tokens.texts[parsed[1] : end])


SPELLED = {
    # expression, product
    "12 + 30 - 4": "12 + 30 − 4",
    "12 - (30 - 4)": "12 − (30 − 4)",
    "12 - 30 × 4": "12 − 30 × 4",
    "48 / 4 / 3": "48 / 4 / 3",
    "48 / (4 / 3)": "48 / (4 / 3)",
    "48 / 4 × 3": "48 / 4 × 3",
    "5 × (2 + 3) / 7": "5 × (2 + 3) / 7",
    "12 – 5 + 1": "12 − 5 + 1",
    "12 − 5": "12 − 5",
    "9 · 8": "9 × 8",
    "9 ÷ 3": "9 / 3",
    "9 times 8 plus 4 minus 1": "9 × 8 + 4 − 1",
    # signs
    "-7 + 2": "−7 + 2",
    "+7": "7",
    "5 - -3": "5 − −3",
    "5 + (-3)": "5 + −3",
    "-2^2": "−2^2",
    # the letter x
    "6 x 11 GB": "6 × 11 GB",
    "6x 11GB": "6 × 11 GB",
    "16x16x3": "16 × 16 × 3",
    "640 x 480 pixels": "640 × 480",
    # "of"
    "35% of 60 GB": "35% × 60 GB",
    "2/3 of the 60 GB": "2 / 3 × 60 GB",
    "50% × 20% of 90": "50% × 20% × 90",
    # a price for one
    "24 nodes @ $3k each": "24 × $3K",
    "24 nodes @ ~$3k each": "24 × $3K",
    "6 GPUs at $4/hr × 5 h": "6 × $4/hr × 5 h",
    # implicit products
    "0.3(0.80) + 0.7(0.55)": "0.3 × 0.80 + 0.7 × 0.55",
    "1 - q(1 - 1/40)": "1 − q × (1 − 1 / 40)",
    "30 + 4N": "30 + 4 × N",
    "4N²": "4 × N^2",
    "3(2 + 4)": "3 × (2 + 4)",
    # powers
    "3^4": "3^4",
    "3²": "3^2",
    "3⁻²": "3^−2",
    "3^-2": "3^−2",
    "3^{1 + 2}": "3^(1 + 2)",
    "3^(1 + 2)": "3^(1 + 2)",
    "3^N": "3^N",
    "2 × 3^4": "2 × 3^4",
    "(2 × 3)^4": "(2 × 3)^4",
    "e^3": "exp(3)",
    "e^{-3}": "exp(−3)",
    "e³": "exp(3)",
    # ×10^n binds tighter than anything
    "3.5 × 10^9": "3.5B",
    "3.5 x 10^4": "3.5 × 10^4",
    "7.02 × 10²³ / 3": "7.02 × 10^23 / 3",
    "7 × 10^-3 s": "7 × 10^-3 s",
    "6.6 × 10^24 / 1.1 × 10^12": "6.6 × 10^24 / 1.1T",
    "2e-7 × 3": "2 × 10^-7 × 3",
    "10^9": "10^9",
    "7 × 10 GB": "7 × 10 GB",
    # a unit or a rate binds tighter than "/"
    "90 MB / 15 GB/s": "90 MB / 15 GB/s",
    "2 × 3/4 / 50 GB/s": "2 × 3 / 4 / 50 GB/s",
    "24/7": "24 / 7",
    "6/hour": "6 1/hour",
    "6 per hour": "6 1/hour",
    "6 MB per image × 5": "6 MB/image × 5",
    "25 users/node × 4": "25 users/node × 4",
    "4 tokens/s/user": "4 tokens/s/user",
    "300 INT8 ops/s × 2": "300 ops/s × 2",
    "7 cm² × 2": "7 cm^2 × 2",
    "7W/cm² × 2 cm²": "7 W/cm^2 × 2 cm^2",
    "30-minute × 2": "30 minute × 2",
    "4-bit × 9B": "4 bit × 9B",
    "1,024 × 2": "1,024 × 2",
    "60W (TDP)": "60 W",
    # multipliers
    "5 K tokens": "5K tokens",
    "5K tokens": "5K tokens",
    "5 million × 2": "5M × 2",
    "3 billion parameters × 2 bytes": "3B × 2 bytes",
    "15 T tokens": "15T tokens",
    "13B params × 2B (BF16)": "13B × 2B",
    # money
    "$3.20/GPU-hr × 8 GPUs": "$3.20/GPU-hr × 8",
    "$1.3M/year": "$1.3M/year",
    "0.07 $/GB × 5": "$0.07/GB × 5",
    "5 $ + 3 $": "$5 + $3",
    r"\$5 × 2": "$5 × 2",
    # data types as bytes
    "9B × FP16": "9B × 2 bytes",
    "9B × INT4": "9B × 0.5 bytes",
    "9B × fp32": "9B × 4 bytes",
    # marks
    "~7 GB × about 3": "7 GB × 3",
    "roughly 7 + nearly 3": "7 + 3",
    # remarks and nouns behind an operand
    "64 GPUs * 2 (Micro-Batch) * 8 (Accumulation)": "64 × 2 × 8",
    "2 (K,V) * 24 (layers) * 2 bytes": "2 × 24 × 2 bytes",
    "2 (K+V) × 24": "2 × 24",
    "400W (TDP) × 1.3 (PUE)": "400 W × 1.3",
    "12GB total - 3GB OS - 0.5GB Weights": "12 GB − 3 GB − 0.5 GB",
    "7 the big ones × 3": "7 × 3",
    "7 [sic] × 3": "7 × 3",
    # name first
    "load (4 ms) + run (9 ms) + copy in (4 ms)": "4 ms + 9 ms + 4 ms",
    "time to load (4 ms) + cost of a copy (9 ms)": "4 ms + 9 ms",
    "camera 0.3 W + radio 0.2 W": "0.3 W + 0.2 W",
    "sort/merge (4 ms) × 2": "4 ms × 2",
    "the 60 GB × 2": "60 GB × 2",
    # ranges and differences
    "4-9 s": "4–9 s",
    "4–9 s": "4–9 s",
    "4 – 9 s": "4–9 s",
    "1-2 GB × 3": "1–2 GB × 3",
    "100ms-250ms": "100–250 ms",
    "100ms-2s": "100 ms–2 s",
    "1-2K": "1–2K",
    "500-1K": "500–1K",
    "$3-5": "$3–$5",
    "$3-5M": "$3M–$5M",
    "$300K-1M": "$300K–$1M",
    "$3–$5 per hour": "$3/hour–$5/hour",
    "9-4": "9 − 4",
    "9 - 4 s": "9 − 4 s",
    "4 - 9 s": "4 − 9 s",
    "250ms-100ms": "250 ms − 100 ms",
    "$21-5": "$21 − 5",
    "9-4 s": "9 − 4 s",
    # brackets
    "(90 - 60 - 5) GB": "(90 − 60 − 5) GB",
    "(3 + 4) GB/s": "(3 + 4) GB/s",
    "((7)) GB": "(7) GB",
    "(3 + 4)²": "(3 + 4)^2",
    "{3 + 4} × 2": "(3 + 4) × 2",
    # shapes
    "[1, 8, 512, 512] * 2 bytes": "1 × 8 × 512 × 512 × 2 bytes",
    "[2 × 4, 8]": "2 × 4 × 8",
    # functions
    "sqrt(3)": "sqrt(3)",
    "sqrt 3": "sqrt(3)",
    "√3": "sqrt(3)",
    "√(9 + 16)": "sqrt(9 + 16)",
    r"\sqrt{49}": "sqrt(49)",
    "max(4 ms, 9 ms) + 1 ms": "max(4 ms, 9 ms) + 1 ms",
    "Max (4, 9)": "max(4, 9)",
    "MIN(4, 9)": "min(4, 9)",
    "Avg(1, 2, 6)": "avg(1, 2, 6)",
    "floor(9/2)": "floor(9 / 2)",
    "ceil(9/2)": "ceil(9 / 2)",
    "round(9/2)": "round(9 / 2)",
    "⌈90/32⌉ × 2": "ceil(90 / 32) × 2",
    "⌊9/2⌋": "floor(9 / 2)",
    r"\lceil 9/2 \rceil": "ceil(9 / 2)",
    "abs(3 - 9)": "abs(3 − 9)",
    "ln(3)": "ln(3)",
    "ln 3": "ln(3)",
    "exp(3)": "exp(3)",
    "log(8)": "log(8)",
    "log2(8)": "log2(8)",
    "log2 8": "log2(8)",
    "log₂(8)": "log2(8)",
    "log_2(8)": "log2(8)",
    r"\log_2(8)": "log2(8)",
    r"\log_{2}(8)": "log2(8)",
    r"\log_{10}(100)": "log10(100)",
    r"\log{8}": "log(8)",
    r"\frac{15 GB}{3}": "15 GB / 3",
    r"\frac{1}{2} \times 8": "1 / 2 × 8",
    r"\dfrac{1 + 2}{3}": "(1 + 2) / 3",
    # spreads
    "70 ± 1.96 × 3": "70 ± 1.96 × 3",
    "2 × (70 ± 2 × 3)": "2 × (70 ± 2 × 3)",
    "(70 + 5) ± 2 × 3": "70 + 5 ± 2 × 3",
    "70 ± 0.5 GB × 3": "69.5–70.5 GB × 3",
    # symbols
    "N × 4": "N × 4",
    "W_q + 3": "W_q + 3",
    "H100 × 8": "H100 × 8",
    r"\lambda \times 4": "λ × 4",
    "weight bytes / s": "weight bytes / s",
}


@each("text, spelled", SPELLED.items())
def test_what_an_expression_is_read_as(text: str, spelled: str) -> None:
    node, rest = read(text)
    assert node is not None
    assert (spell(node), rest) == (spelled, "")


@each(
    "text, spelled, rest",
    [
        ("3 × 4 and 5", "3 × 4", "and 5"),
        ("3 × 4 # 5", "3 × 4", "# 5"),
        ("3 × 4 ×", "3 × 4", "*"),
        ("3 × 4 +", "3 × 4", "+"),
        ("3 × (only words)", "3", "* ( only words )"),
        ("3 of 8", "3", "of 8"),
        ("half of 8", "0.5 × 8", ""),
        ("half of them", "half", "of them"),
        ("8x slower than 4", "8x", "slower than 4"),
        ("8 GPUs at 50%", "8", "GPUs at 50 %"),
        ("60 MB @ 6 GB/s", "60 MB", "@ 6 GB / s"),
        ("weights: 5", "weights", ": 5"),
        ("N 5 × 4", "N", "5 * 4"),
        ("5)", "5", ")"),
        ("7 (3 + 4", "7", "( 3 + 4"),
        ("3 × [-127, 127]", "3", "* [ - 127 , 127 ]"),
        ("3 × [7]", "3", "* [ 7 ]"),
        ("3 $4", "3", "$ 4"),
        ("5 × 12:30", "5", "* 12 : 30"),
        (r"3 × \frac{1}", "3", "* frac { 1 }"),
        ("3 × max()", "3 × max", ""),
    ],
)
def test_where_an_expression_ends(text: str, spelled: str, rest: str) -> None:
    node, left = read(text)
    assert node is not None
    assert (spell(node), left) == (spelled, rest)


def test_what_is_no_expression() -> None:
    cases: list[str] = [
        "",
        "× 4",
        "()",
        "(4",
        ")",
        "--4",
        "12:30",
        "3 PM",
        "7 AM + 2",
        "= 4",
        "and 4",
        "1e9999",
    ]
    differing = [(text, found) for text in cases if (found := read(text)[0]) is not None]
    assert differing == []


@each("text", ["7 GB", "(7 GB)", "(3 + 4) × 5", "(N - 1) / 4", "((3 + 4))", "⌈9/2⌉", "(7) GB"])
def test_a_tree_spans_its_brackets(text: str) -> None:
    node, _ = read(text)
    assert node is not None
    assert (node.start - 2, node.end - 2) == (0, len(text))


def test_operands_keep_their_own_places() -> None:
    text = "(3 GB) × (2 + ⌈9/4⌉) GB"
    node, _ = read(text)
    assert isinstance(node, Operation)
    assert isinstance(node.right, WithUnit)
    assert text[node.left.start - 2 : node.left.end - 2] == "(3 GB)"
    assert text[node.right.start - 2 : node.right.end - 2] == "(2 + ⌈9/4⌉) GB"
    assert text[node.right.operand.start - 2 : node.right.operand.end - 2] == "2 + ⌈9/4⌉"


def test_a_symbol_is_a_name() -> None:
    assert read("W_q")[0] == Name("W_q", 2, 5)


# -- bounds --------------------------------------------------------------------------------------------------


def test_brackets_nest_to_a_bound() -> None:
    def nested(depth: int) -> str:
        return "(1 + " * depth + "2" + ")" * depth

    assert read(nested(MAX_DEPTH))[1] == ""
    assert read(nested(MAX_DEPTH + 1)) == (None, nested(MAX_DEPTH + 1))


@pytest.mark.parametrize(
    "opening", ["(", "max (", "max(", "foo bar (", "2(", "sqrt(", r"\frac{1}{", "[1, ", "(2 + "]
)
@pytest.mark.parametrize("inside", ["7", "1 to 2", ""])
def test_nesting_is_read_once(opening: str, inside: str, operands_read: list[int]) -> None:
    closing = {"(": ")", "{": "}", "[": "]", " ": ")"}
    close = "]" if "[" in opening else closing[opening[-1]]
    read(opening * 38 + inside + close * 38)
    assert len(operands_read) < 1000  # 2 to the 38th if every level were read twice


@given(data=st.data())
def test_reading_never_fails_and_stays_inside(notation: st.SearchStrategy[str], data: st.DataObject) -> None:
    tokens = tokenize(data.draw(notation))
    for at in range(len(tokens)):
        parsed = Parser(tokens).expression(at, len(tokens))
        if parsed is not None:
            node, after = parsed
            assert at < after <= len(tokens)
            assert tokens.starts[at] <= node.start < node.end <= tokens.ends[after - 1]
