from __future__ import annotations

import time

from each import each
from qbank.model.validation.unsafe_text import find_unsafe


@each(
    "text, found",
    [
        ("see <b>this</b>", "<b>"),
        ("a line<br/>and another", "<br/>"),
        ('go <a href="https://x.y">there</a>', '<a href="https://x.y">'),
        ("closing </div> alone", "</div>"),
        ("<SCRIPT src=x>", "<SCRIPT"),
        ("< / script >", "< / script"),
        ("[x](javascript:alert)", "javascript:"),
        ("JavaScript : alert", "JavaScript :"),
        ("data:text/html,x", "data:text/html"),
        ("x onerror=alert", "onerror="),
        ("x OnLoad = alert", "OnLoad ="),
        ("<img src=x", "<img "),
        ("<!-- hidden -->", "<!--"),
    ],
)
def test_finds_html_and_active_content(text: str, found: str) -> None:
    match = find_unsafe(text)
    assert match is not None
    assert match[0] == found


@each(
    "text",
    [
        "p99 < 50 ms and batch > 8",
        "if a <b and c> d",
        "List<int> and Tensor<float16>",
        "the tokens <s>, </s>, <pad> and <batch>",
        "x<3 and y>4",
        "JavaScript runs the front end",
        "the onload handler is slow, the error rate is 3 %",
        "log data in text or html",
        "1 << 20 bytes",
    ],
)
def test_leaves_plain_text_alone(text: str) -> None:
    assert find_unsafe(text) is None


@each("piece", ["<", "<a ", "< ", "onerror ", "data: ", "javascript ", "<a x"])
def test_long_hostile_text_costs_little(piece: str) -> None:
    start = time.process_time()
    find_unsafe(piece * (200_000 // len(piece)))
    find_unsafe(piece + " " * 200_000)
    assert time.process_time() - start < 20
