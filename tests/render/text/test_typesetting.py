from __future__ import annotations

from each import each
from qbank.render.text.blocks import read_blocks
from qbank.render.text.document import BulletList, Code, Paragraph, Text
from qbank.render.text.typesetting import typeset, typeset_text


@each(
    "written, shown",
    [
        ("7e9 * 2 bytes = 14 GB", "7e9 × 2\u00a0bytes = 14\u00a0GB"),
        ("(1 - 26.7%) * 10^9", "(1 − 26.7%) × 10⁹"),
        ("2^-3 and x^(-12) ms", "2⁻³ and x⁻¹² ms"),
        ("5 ms <= 8 ms", "5\u00a0ms ≤ 8\u00a0ms"),
        ("a^b, 2^n, 2^1.5, 2^3^4", "a^b, 2^n, 2^1.5, 2^3^4"),
        ("well - known, * star, 3 GPUs", "well - known, * star, 3 GPUs"),
    ],
)
def test_reckoning_is_set_as_mathematics(written: str, shown: str) -> None:
    assert typeset_text(written) == shown


def test_code_and_formulas_stay() -> None:
    [bullets] = typeset(read_blocks("- so `a * b` is 2 * 3"))
    assert isinstance(bullets, BulletList)
    [[paragraph]] = bullets.items
    assert isinstance(paragraph, Paragraph)
    assert paragraph.content[1:] == (Code("a * b"), Text(" is 2 × 3"))
