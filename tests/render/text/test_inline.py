from __future__ import annotations

from each import each
from qbank.render.text.document import Code, Emphasis, Inlines, LineBreak, Math, Strong, Text
from qbank.render.text.inline import read_inlines


@each(
    "written, read",
    [
        ("plain", (Text("plain"),)),
        ("**bold** text", (Strong((Text("bold"),)), Text(" text"))),
        ("an *emphasis*.", (Text("an "), Emphasis((Text("emphasis"),)), Text("."))),
        ("***both***", (Strong((Emphasis((Text("both"),)),)),)),
        ("**a *b* c**", (Strong((Text("a "), Emphasis((Text("b"),)), Text(" c"))),)),
        ("*a **b***", (Emphasis((Text("a "), Strong((Text("b"),)))),)),
        ("**a *b** c", (Strong((Text("a *b"),)), Text(" c"))),
        ("`a * b`", (Code("a * b"),)),
        ("`` a`b ``", (Code("a`b"),)),
        ("one\ntwo", (Text("one"), LineBreak(), Text("two"))),
        (r"\*a\* \$5 \| \_ \n", (Text(r"*a* $5 | _ \n"),)),
        ("snake_case_name __x__", (Text("snake_case_name __x__"),)),
    ],
)
def test_marks(written: str, read: Inlines) -> None:
    assert read_inlines(written) == read


@each(
    "written",
    [
        "2*3*4",
        "2 * 3 * 4",
        "2**10 and 2**20",
        "(a)*b*c",
        "**never closed *nor this",
        "****",
        "a ** b ** c",
        "*",
        "`x",
    ],
)
def test_stars_and_ticks_that_are_no_marks(written: str) -> None:
    assert read_inlines(written) == (Text(written),)


@each(
    "written, formulas",
    [
        (r"$x \neq 5$", [r"x \neq 5"]),
        ("$2(p-1)$ and $p$", ["2(p-1)", "p"]),
        ("$[5120, 20480]$ and $x + y$", ["[5120, 20480]", "x + y"]),
        (r"$m$ at $N^2$", ["m", "N^2"]),
        (r"$\frac{a}{b}$ for $5/GPU", [r"\frac{a}{b}"]),
        ("$$a b$$", ["a b"]),
        (r"$ \times $", [r"\times"]),
    ],
)
def test_formulas(written: str, formulas: list[str]) -> None:
    assert [piece.latex for piece in read_inlines(written) if isinstance(piece, Math)] == formulas


@each(
    "money",
    ["from $5 to $6", "$2/image, crowdsourced costs $0.001/image", "$15M, only to spend $3M", "US$ 3 and $",
     "$5-$6",
     "($5)/($6)", "$5/GPU-hr: 256 × $2", "costs $5"],
)  # fmt: skip
def test_money_is_no_formula(money: str) -> None:
    assert read_inlines(money) == (Text(money),)


def test_a_number_that_begins_no_list() -> None:
    assert read_inlines("7\\. So many are behind it") == (Text("7. So many are behind it"),)
    assert read_inlines("7\\.5 and \\. stay") == (Text("7\\.5 and \\. stay"),)
