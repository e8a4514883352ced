from __future__ import annotations

from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.napkin.lexing import tokens as t
from qbank.napkin.lexing.tokens import tokenize
from qbank.napkin.limits import MAX_TEXT


class Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int
    glued: bool


def every_token(text: str) -> list[Token]:
    tokens = tokenize(text)
    return list(map(Token, tokens.kinds, tokens.texts, tokens.starts, tokens.ends, tokens.glued))


def cut(text: str) -> list[Token]:
    """The tokens of `text` within a line that is worth reading, their places counted from its start."""
    first, *found, last = every_token(f"? {text} =")
    assert (first.kind, last.kind) == (t.STOP, t.RELATION)
    return [token._replace(start=token.start - 2, end=token.end - 2) for token in found]


def readings(text: str) -> list[str]:
    return [token.text for token in cut(text)]


def test_one_token() -> None:
    cases: list[tuple[str, str, str]] = [
        ("42", t.NUMBER, "42"),
        ("1,024", t.NUMBER, "1,024"),
        ("1_000", t.NUMBER, "1_000"),
        ("3.75", t.NUMBER, "3.75"),
        (".5", t.NUMBER, ".5"),
        ("1.5e9", t.NUMBER, "1.5e9"),
        ("2E-6", t.NUMBER, "2E-6"),
        ("GB", t.WORD, "GB"),
        ("µs", t.WORD, "µs"),
        ("μs", t.WORD, "μs"),
        ("°C", t.WORD, "°C"),
        ("kgCO₂", t.WORD, "kgCO₂"),
        ("Cortex-M4", t.WORD, "Cortex-M4"),
        ("watt-hours", t.WORD, "watt-hours"),
        ("H100", t.WORD, "H100"),
        ("p99.975", t.WORD, "p99.975"),
        ("W_q", t.WORD, "W_q"),
        ("Little's", t.WORD, "Little's"),
        ("%", t.WORD, "%"),
        ("‰", t.WORD, "‰"),
        ("√", t.WORD, "sqrt"),
        ("@", t.WORD, "@"),
        ("*", t.OPERATOR, "*"),
        ("×", t.OPERATOR, "*"),
        ("·", t.OPERATOR, "*"),
        ("⋅", t.OPERATOR, "*"),
        ("÷", t.OPERATOR, "/"),
        ("/", t.OPERATOR, "/"),
        ("+", t.OPERATOR, "+"),
        ("-", t.OPERATOR, "-"),
        ("−", t.OPERATOR, "-"),
        ("–", t.OPERATOR, "–"),
        ("^", t.OPERATOR, "^"),
        ("(", t.OPEN, "("),
        ("⌈", t.OPEN, "⌈"),
        ("]", t.CLOSE, "]"),
        ("⌋", t.CLOSE, "⌋"),
        (",", t.COMMA, ","),
        ("$", t.MONEY, "$"),
        ("~", t.APPROX, "~"),
        ("∼", t.APPROX, "~"),
        ("²", t.POWER, "2"),
        ("⁻¹²", t.POWER, "-12"),
        (".", t.STOP, "."),
        (";", t.STOP, ";"),
        ("|", t.STOP, "|"),
        (":", t.STOP, ":"),
        ("!", t.STOP, "!"),
        ("→", t.RELATION, "→"),
        ("->", t.RELATION, "→"),
        ("=>", t.RELATION, "→"),
        ("⇒", t.RELATION, "→"),
        ("==", t.RELATION, "="),
        ("≈", t.RELATION, "≈"),
        ("≃", t.RELATION, "≈"),
        ("≅", t.RELATION, "≈"),
        ("~=", t.RELATION, "≈"),
        ("<", t.RELATION, "<"),
        ("<<", t.RELATION, "<"),
        ("<=", t.RELATION, "≤"),
        ("≥", t.RELATION, "≥"),
        (">=", t.RELATION, "≥"),
        (">>", t.RELATION, ">"),
        # LaTeX
        (r"\times", t.OPERATOR, "*"),
        (r"\cdot", t.OPERATOR, "*"),
        (r"\div", t.OPERATOR, "/"),
        (r"\approx", t.RELATION, "≈"),
        (r"\simeq", t.RELATION, "≈"),
        (r"\sim", t.APPROX, "~"),
        (r"\leq", t.RELATION, "≤"),
        (r"\ge", t.RELATION, "≥"),
        (r"\ll", t.RELATION, "<"),
        (r"\rightarrow", t.RELATION, "→"),
        (r"\%", t.WORD, "%"),
        (r"\$", t.MONEY, "$"),
        (r"\lceil", t.OPEN, "⌈"),
        (r"\frac", t.WORD, "frac"),
        (r"\sqrt", t.WORD, "sqrt"),
        (r"\lambda", t.WORD, "λ"),
        (r"\pm", t.OPERATOR, "±"),
        ("✕", t.OPERATOR, "*"),
        ("∶", t.OPERATOR, "/"),
        (":=", t.RELATION, "="),
        ("≲", t.RELATION, "≤"),
        ("⅔", t.NUMBER, "⅔"),
        ("1½", t.NUMBER, "1½"),
        ("1.310.720", t.NUMBER, "1.310.720"),
        ("1.310,72", t.NUMBER, "1.310,72"),
    ]
    differing = [
        (text, found)
        for text, kind, reading in cases
        if (found := cut(text)) != ([(kind, reading, 0, len(text), False)])
    ]
    assert differing == []


def test_neighbours() -> None:
    cases: list[tuple[str, list[str]]] = [
        ("80GB", ["80", "GB"]),
        ("3.7V", ["3.7", "V"]),
        ("31.5M", ["31.5", "M"]),
        ("12kgCO2", ["12", "kgCO2"]),
        ("32x32x64", ["32", "x", "32", "x", "64"]),
        ("A100-80GB", ["A100-80GB"]),
        ("10W/cm²", ["10", "W", "/", "cm", "2"]),
        ("16–32", ["16", "–", "32"]),
        ("2-8", ["2", "-", "8"]),
        ("1,2345", ["1", ",", "2345"]),
        ("1.2.3", ["1.2", ".", "3"]),
        ("q2.8", ["q2", ".", "8"]),  # no `.8`: whoever corrects it must not write `2.8` behind a 2
        ("9.", ["9", "."]),
        ("5!", ["5", "!"]),
        ("12:30", ["12", ":", "30"]),
        ("1:30 h", ["1:30", "h"]),
        ("$3.50/hr", ["$", "3.50", "/", "hr"]),
        ("2(3)", ["2", "(", "3", ")"]),
        ("x16", ["x16"]),
        ("P99", ["P99"]),
        ("M/M/1", ["M", "/", "M", "/", "1"]),
        ("2²⁻¹", ["2", "2", "-1"]),
        ("2⁻ ⁺", ["2", "⁻", "⁺"]),
        ("sort/merge", ["sort", "/", "merge"]),
    ]
    differing = [(text, found) for text, expected in cases if (found := readings(text)) != expected]
    assert differing == []


def test_markup_is_dropped() -> None:
    cases: list[tuple[str, list[str]]] = [
        ("**9 GB**", ["9", "GB"]),
        ("__9 GB__", ["9", "GB"]),
        ("`9 GB`", ["9", "GB"]),
        ("9 **GB**", ["9", "GB"]),
        ("**4** * **2**", ["4", "*", "2"]),
        ("4**2", ["4", "^", "2"]),
        ("_9 s", ["9", "s"]),
        (r"$4 \times 2$", ["4", "*", "2"]),
        (r"$4 \times 2 \text{ GB}$", ["4", "*", "2", "GB"]),
        (r"$\mathrm{FLOPs} \, / \, \text{byte}$", ["FLOPs", "/", "byte"]),
        (r"\left( 4 \right)", ["(", "4", ")"]),
        (r"\(4\)", ["4"]),
        (r"5\ \mu s", ["5", "μs"]),
        (r"5 \mu\text{s}", ["5", "μs"]),
        (r"5\,\mu Ah", ["5", "μAh"]),
        (r"\lambda / \mu T", ["λ", "/", "μ", "T"]),
        (r"2^{10}", ["2", "^", "{", "10", "}"]),
        (r"\frac{4}{2}", ["frac", "{", "4", "}", "{", "2", "}"]),
        (r"\text{a}\text{b}", ["ab"]),
        (r"\text{x} {y}", ["x", "{", "y", "}"]),
        (r"\text{30}\text{e}9", ["30e9"]),
        (r"7\,\text{B}", ["7", "B"]),
        (r"12\,288 + 12{,}288 + 3{,}5 \text{s}", ["12\u2009288", "+", "12,288", "+", "3.5", "s"]),
        (r"2\,\frac{\text{bytes}}{\text{param}}", ["2", "bytes", "/", "param"]),
        (r"\SI{5}{\giga\byte\per\second}", ["5", "gigabyte", "/", "second"]),
        (r"\qty{2}{\kilo\watt\hour} + \num{2e6}", ["2", "kilowatt", "*", "hour", "+", "2e6"]),
        (r"T_{\text{comm}} + T_{comm}", ["T_comm", "+", "T_comm"]),
        (r"\log_{2} 8 + \log_2(8)", ["log_2", "8", "+", "log_2", "(", "8", ")"]),
        (r"$$1 \text{x} = 6$$ 1{,}3\cdot10", ["1", "x", "=", "6", "1.3", "*", "10"]),
        ("1,3·10 + 6,7 Mrd. 4", ["1,3", "*", "10", "+", "6,7", "Mrd", "4"]),
        (r"80~\text{GB}", ["80", "GB"]),
        (r"4 \* 2 \~5 \% \foo", ["4", "*", "2", "~", "5", "%"]),
        (r"1 \begin{aligned} T &= 4 \\[2pt] 2 &\approx 5", ["1", "\n", "T", "=", "4", "\n", "2", "≈", "5"]),
        ("$N = 8$ and $5! = 120$", ["N", "=", "8", "and", "5", "!", "=", "120"]),
        (r"\frac34 \min\{4, 5\}", ["¾", "min", "{", "4", ",", "5", "}"]),
        ("10<sup>9</sup> &times; <b>4</b>", ["10", "^", "9", "*", "4"]),
        ("$K$", ["K"]),
        ("$4$ of $5$", ["4", "of", "5"]),
        ("$4 and $5", ["$", "4", "and", "$", "5"]),
        ("$21 + (3 x $16) - $5", ["$", "21", "+", "(", "3", "x", "$", "16", ")", "-", "$", "5"]),
        (r"\$4 + $x_1$", ["$", "4", "+", "x_1"]),
        (r"$2 \times 4 \approx $ **8**", ["2", "*", "4", "≈", "8"]),
        (
            r"cost $5, about \frac{1}{2}",
            ["cost", "$", "5", ",", "about", "frac", "{", "1", "}", "{", "2", "}"],
        ),
        ("W* of", ["W", "of"]),
        ("4* 2", ["4", "*", "2"]),
        ("a * 2", ["a", "*", "2"]),
    ]
    differing = [(text, found) for text, expected in cases if (found := readings(text)) != expected]
    assert differing == []


@each(
    "text, kind",
    [
        ("5 × 8 GB ~ 40 GB", t.RELATION),
        ("(5 + 8) ~ 13", t.RELATION),
        ("2⁴ ~ 16", t.RELATION),
        (r"2 \times 4 \sim 8", t.RELATION),
        ("it takes ~ 5 ms", t.APPROX),
        ("it takes ~5 ms", t.APPROX),
        ("8 GPUs at ~ 5 ms", t.APPROX),
        ("about ~ 5", t.APPROX),
        ("5 ~8", t.APPROX),
    ],
)
def test_a_tilde_between_two_values_relates_them(text: str, kind: str) -> None:
    [mark] = [token for token in every_token(text) if token.text in {"~", "≈"}]
    assert mark.kind == kind


@each(
    "line, first",
    [
        ("- 4 = 4", "4"),
        ("* 4 = 4", "4"),
        ("  • 4 = 4", "4"),
        ("+ 4 = 4", "4"),
        ("– 4 = 4", "4"),
        ("1. 4 = 4", "4"),
        ("12) 4 = 4", "4"),
        ("b) 4 = 4", "4"),
        ("-4 = 4", "-"),
        ("*4 = 4", "*"),
        ("1.4 = 4", "1.4"),
        ("2024. 4 = 4", "2024"),
    ],
)
@each("before", ["", "text\n", "a = b\r\n\n"])
def test_bullets_and_list_numbers(before: str, line: str, first: str) -> None:
    assert next(token for token in every_token(before + line) if token.start >= len(before)).text == first


def test_a_line_that_can_claim_nothing_is_not_read() -> None:
    tokens = every_token("One, two; three.\n4 = 4\nfive: seven")
    assert [token.text for token in tokens] == ["\n", "4", "=", "4", "\n"]


@each("line", ["4 = 4", "(4)", "4 ≒ 4", "4 ~ 4", r"4 \ge 4", "4 ⟶ 4", "4 > 4"])
def test_a_line_that_may_claim_something_is_read(line: str) -> None:
    assert len(every_token(line)) >= 3


@each("end", ["\n", "\r\n"])
def test_line_ends(end: str) -> None:
    text = f"2 = 2{end}- 3 = 3{end}"
    tokens = every_token(text)
    assert [token.text for token in tokens] == ["2", "=", "2", "\n", "3", "=", "3", "\n"]
    assert all(text[token.start : token.end] == token.text for token in tokens)


@each(
    "text, glued",
    [
        ("80GB =", [False, True, False]),
        ("80 GB=", [False, False, True]),
        ("**80**GB =", [False, True, False]),
        ("(8) =", [False, True, True, False]),
    ],
)
def test_glued(text: str, glued: list[bool]) -> None:
    assert [token.glued for token in every_token(text)] == glued


# -- places --------------------------------------------------------------------------------------------------


def test_tokens_keep_their_place_in_the_text_as_given() -> None:
    cases: list[tuple[str, list[str]]] = [
        (r"6 \u00d7 7 \u2248 42", ["6", r"\u00d7", "7", r"\u2248", "42"]),
        (r"\u0032 \u00d7 3\u00b5s =", [r"\u0032", r"\u00d7", "3", r"\u00b5s", "="]),
        (r"a\u20142 = 2", ["a", r"\u2014", "2", "=", "2"]),
        (r"\ud83d 2 = 2", ["83", "d", "2", "=", "2"]),
        (r"2 \u00g0 = 2", ["2", "00", "g", "0", "=", "2"]),
        ("2 × 3\u00a0µs = 6", ["2", "×", "3", "µs", "=", "6"]),
        ("🙂 2 = 2", ["🙂", "2", "=", "2"]),
        (r"$5 \text{ ms} = 5$", ["5", "ms", "=", "5"]),
        (r"5 \mu s = 5", ["5", r"\mu s", "=", "5"]),
    ]
    differing = [
        (text, found)
        for text, sources in cases
        if (found := [text[token.start : token.end] for token in every_token(text)]) != (sources)
    ]
    assert differing == []


def test_what_an_escape_stands_for_is_read() -> None:
    assert readings(r"2 \u00d7 3\u00b5s \u2264") == ["2", "*", "3", "µs", "≤"]


@given(st.text(max_size=200))
def test_any_text_is_cut(text: str) -> None:
    check_places(text)


@given(data=st.data())
def test_any_notation_is_cut(notation: st.SearchStrategy[str], data: st.DataObject) -> None:
    check_places(data.draw(notation))


def check_places(text: str) -> None:
    tokens = every_token(text)
    end = 0
    for token in tokens:
        assert end <= token.start < token.end <= len(text)
        end = token.end
    assert every_token(text) == tokens


@given(st.text(st.characters(categories=("L", "N", "P", "S", "Zs"), exclude_characters="\\"), max_size=80))
def test_letters_and_digits_are_never_lost(text: str) -> None:
    read = "".join(text[token.start : token.end] for token in cut(text))
    plain = [character for character in text if character.isascii() and character.isalnum()]
    assert [character for character in read if character.isascii() and character.isalnum()] == plain


def test_a_longer_text_is_cut_off() -> None:
    tokens = every_token("1 = 1\n" * (MAX_TEXT // 4))
    assert tokens[-1].end <= MAX_TEXT


@each(
    "text, number",
    [
        ("9 * 3600 = 32 400 s", "32\u202f400"),
        ("takes 12 288 tokens", "12\u202f288"),
        ("Sum: 4 500 € a month", "4\u202f500"),
        ("of 5 080.32 €", "5\u202f080.32"),
        ("V5 410 images/s", "410"),
        ("On Link 4 450 GB/s", "450"),
        ("Model 3 405B", "405"),
        ("a\n12 800 s / b", "12\u202f800"),
        ("a\n- 12 800 GPU-hours × b", "12\u202f800"),
        ("a\n2. 12 800 ÷ b", "12\u202f800"),
        ("a\nc) 12 800 kg = b", "12\u202f800"),
        ("a\n8 250 GB disks × b", "250"),
    ],
)
def test_digits_in_groups(text: str, number: str) -> None:
    assert [one.text for one in cut(text) if one.kind == t.NUMBER][-1] == number
