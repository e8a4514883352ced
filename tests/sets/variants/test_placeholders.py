from hypothesis import given
from hypothesis import strategies as st

from qbank.sets.variants.placeholders import fill, placeholders

VALUES = {"a": "80 GB", "b": "8", "seq_len": "2,048"}


FILLED = [
    ("{a} and {b}", "80 GB and 8"),
    ("{a}{b}", "80 GB8"),
    ("{seq_len} tokens", "2,048 tokens"),
    ("{{a}} stays", "{a} stays"),
    ("{{{a}}}", "{80 GB}"),
    ("{c} has no value", "{c} has no value"),
    ("{1, 2} and { a } and {}", "{1, 2} and { a } and {}"),
    (r"\frac{a}{b}", r"\frac{a}{b}"),
    (r"\frac{{a}}{2}", r"\frac{80 GB}{2}"),
    (r"\frac{\sqrt{a}}{2} {b}", r"\frac{\sqrt{a}}{2} 8"),
    (r"\sqrt[3]{a}", r"\sqrt[3]{a}"),
    (r"\text{a is {b}}", r"\text{a is 8}"),
    (r"\{a\}", r"\{a\}"),
    (r"\\{a}", r"\\80 GB"),
    ("2^{b} of x_{i}", "2^8 of x_{i}"),
    ("x_{b} and $2^{b}$, and 2^{b}", "x_8 and $2^{8}$, and 2^{8}"),
    (r"\(2^{b}\)", r"\(2^{8}\)"),
    ("$x$\n\n2^{b}", "$x$\n\n2^8"),
    ("2^{a} and 2^{seq_len}", "2^{80 GB} and 2^{2,048}"),
    ('{"k": {"a": 1}} {b}', '{"k": {"a": 1}} 8'),
    ("} {{ }} {", "} { } {"),
    ("no braces", "no braces"),
]


def test_names_get_their_values_and_other_braces_stay():
    assert [(text, fill(text, VALUES).text) for text, _ in FILLED] == FILLED


def test_values_are_not_looked_at_again():
    assert fill("{a}", {"a": "{b}", "b": "8"}).text == "{b}"


def test_unknown_names_are_told():
    found = [item.name for item in placeholders(r"{a} {c} \frac{d}{e} {{f}} {1}", VALUES)]
    assert found == ["a", "c", "", ""]


def test_a_part_of_the_result_is_found_in_the_source():
    text = "It takes {a}, {{about}} {b}, in all."
    result = fill(text, VALUES)
    start = result.text.index("in all")
    assert result.source(start, start + 6) == (text.index("in all"), text.index("in all") + 6)
    assert result.is_literal(start, start + 6)
    start = result.text.index("GB")
    assert result.source(start, start + 2) == (text.index("{a}"), text.index("{a}") + 3)
    assert not result.is_literal(start, start + 2)


@given(st.text(alphabet="ab{}\\^_ 1$", max_size=40))
def test_any_text_is_filled_and_every_place_leads_back(text):
    result = fill(text, {"a": "1 GB", "b": ""})
    for start in range(len(result.text)):
        first, last = result.source(start, start + 1)
        assert 0 <= first <= last <= len(text)
        if result.is_literal(start, start + 1):
            assert text[first:last] == result.text[start]


def test_endless_braces_take_linear_time():
    text = "{" * 100_000 + "{a}" + "}" * 100_000 + r"\a{" * 50_000
    assert "80 GB" in fill(text, VALUES).text
