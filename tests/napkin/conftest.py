from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from qbank.napkin.lexing.tokens import tokenize
from qbank.napkin.parsing.grammar import Parser
from qbank.napkin.tree import Node

FRAGMENTS = (
    *(
        "0",
        "1",
        "2",
        "3",
        "8",
        "10",
        "24",
        "60",
        "100",
        "1,024",
        "0.5",
        "3.75",
        "1e3",
        "2.5e-4",
        "1_000",
        "7",
    ),
    *(
        "+",
        " + ",
        " - ",
        "−",
        "–",
        "-",
        "*",
        " * ",
        " × ",
        "×",
        "·",
        " x ",
        "x",
        " / ",
        "/",
        "÷",
        "^",
        "²",
        "⁻¹",
    ),
    *(" = ", "=", " ≈ ", " = ~", " → ", " -> ", " < ", " > ", " ≤ ", ">=", " ~ ", ": "),
    *("(", ")", "[", "]", "{", "}", "⌊", "⌋", "⌈", "⌉"),
    *(
        " GB",
        "GB",
        " MB/s",
        "ms",
        " s",
        " B",
        "B",
        "K",
        "M",
        " kWh",
        " W",
        " V",
        " mAh",
        "%",
        " %",
        " tokens/s",
    ),
    *(
        " FLOPs",
        " TFLOPS",
        " MACs",
        " °C",
        " GiB",
        " Gbps",
        " bits",
        " FPS",
        " Hz",
        " months",
        " x",
        "×10^",
        "10^",
    ),
    *(
        "$",
        r"\$",
        " $",
        "€",
        "~",
        "about ",
        " each",
        " per ",
        " of ",
        " GPUs",
        " layers",
        " N",
        "5N",
        "K",
        " FP16",
    ),
    *("sqrt", "√", "max", "log2", "log", "ln(", "floor(", "e^", r"\frac{1}{2}", r"\times", r"\approx"),
    *(
        r"\text{ GB}",
        r"\u00d7",
        r"\u2248",
        r"\mu s",
        r"\\",
        "\\",
        "**",
        "*",
        "`",
        "_",
        "__",
        "#",
        "|",
        ";",
        ".",
    ),
    *(
        ". ",
        ", ",
        ",",
        "\n",
        "\n- ",
        "\r\n",
        "\n1. ",
        " ",
        "  ",
        "\t",
        "\u00a0",
        " (K,V) ",
        " (TDP)",
        "(3 ms)",
    ),
    *(
        "12:30",
        "H100",
        " or ",
        "DMA in (3 ms)",
        "3-8 s",
        "[1, 32, 64]",
        "32x32",
        "12-minute",
        "(= ",
        "(<",
        "only ",
    ),
    *("\ud7ff", "🙂", "\x00", "@ $2 each", "8 bits", " and ", "\\log_2 "),
)


def _expression(text: str) -> Node | None:
    tokens = tokenize(f"? {text} =")
    parsed = Parser(tokens).expression(1, len(tokens) - 1)
    return parsed[0] if parsed is not None and parsed[1] == len(tokens) - 1 else None


@pytest.fixture(scope="session")
def read_any() -> Callable[[str], Node | None]:
    """Read an expression, whose places count from 2; None if it is none."""
    return _expression


@pytest.fixture(scope="session")
def read() -> Callable[[str], Node]:
    """Read an expression, whose places count from 2."""

    def sure(text: str) -> Node:
        node = _expression(text)
        assert node is not None, text
        return node

    return sure


@pytest.fixture(scope="session")
def notation() -> st.SearchStrategy[str]:
    """Texts built of pieces of notation, sensible or not."""
    return st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join)


@pytest.fixture
def operands_read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The places at which the parser tried to read an operand, in their order."""
    places: list[int] = []
    unsigned = Parser._unsigned

    def counted(self: Parser, at: int, *rest: Any, **options: Any) -> Any:
        places.append(at)
        return unsigned(self, at, *rest, **options)

    monkeypatch.setattr(Parser, "_unsigned", counted)
    return places


@pytest.fixture
def numbers_evaluated(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The places of the numbers that were evaluated, once for every time."""
    places: list[int] = []
    module = importlib.import_module("qbank.napkin.evaluate")
    number = module._number

    def counted(node: Any, sense: Any) -> Any:
        places.append(node.start)
        return number(node, sense)

    monkeypatch.setattr(module, "_number", counted)
    return places


@pytest.fixture(scope="session")
def run_python() -> Callable[[str], str]:
    """Run a program in an interpreter of its own and return what it prints."""

    def run(program: str) -> str:
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        return done.stdout.strip()

    return run
