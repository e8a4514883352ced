from __future__ import annotations

import re
from html import unescape

from each import each
from qbank.render.text.highlighting import LANGUAGES, MOST_CHARACTERS, highlighted

CODE = """\
# "two" bytes
def weights(count: int) -> float:
    return count * 2.5e9  # <b>\r\n

print('a & b' or None)
"""


def text_of(html: str) -> str:
    assert set(re.findall(r"<[^>]*>", html)) <= {
        "</span>",
        *(f'<span class="hl-{kind}">' for kind in "cfkns"),
    }
    return unescape(re.sub(r"<[^>]*>", "", html))


@each("language", [*sorted(LANGUAGES), "py", "c++", "cobol", ""])
def test_nothing_but_colour_is_added(language: str) -> None:
    assert text_of(highlighted(CODE, language)) == CODE


def test_what_is_coloured() -> None:
    html = highlighted("def f(x):  # half\n    return x * 0.5\n", "py")
    assert '<span class="hl-k">def</span> <span class="hl-f">f</span>(x)' in html
    assert '<span class="hl-c"># half</span>' in html
    assert '<span class="hl-n">0.5</span>' in html


def test_long_code_and_other_languages_are_shown_as_they_are() -> None:
    long = "x = 1\n" * (MOST_CHARACTERS // 6 + 1)
    assert highlighted(long, "python") == long
    assert highlighted("a < b", "brainfuck") == "a &lt; b"
