from __future__ import annotations

from each import each
from qbank.render.text.svg import is_simple

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'


@each(
    "inner",
    [
        '<rect width="9" height="9"/>',
        "<style>rect { fill: red }</style><text>a low-pass filter</text>",
        '<defs><path id="a" d="M0 0"/></defs><use xlink:href="#a"/><!-- filter: -->',
        "<script>alert(1)</script>",
    ],
)
def test_shapes_and_text_are_simple(inner: str) -> None:
    assert is_simple(f"{HEAD}{inner}</svg>".encode())


def test_a_doctype_is_no_harm() -> None:
    assert is_simple(f'<?xml version="1.0"?><!DOCTYPE svg>{HEAD}</svg>'.encode())


@each(
    "inner",
    [
        '<filter id="f"/>',
        '<rect filter="url(#f)"/>',
        '<rect style="filt&#101;r: blur(9px)"/>',
        "<style>rect { FILTER : blur(9px) }</style>",
        '<image href="data:image/png;base64,AAAA"/>',
        '<s:image xmlns:s="http://www.w3.org/2000/svg"/>',
        "<foreignObject/>",
        "<rect>",
        "&lol;",
    ],
)
def test_what_may_take_long_is_not(inner: str) -> None:
    assert not is_simple(f"{HEAD}{inner}</svg>".encode())


def test_entities_are_not() -> None:
    assert not is_simple(f'<!DOCTYPE svg [<!ENTITY a "b">]>{HEAD}&a;</svg>'.encode())
    assert not is_simple(b'<?xml version="1.0" encoding="no-such"?><svg/>')
    assert not is_simple(b"\xff\xfe\x00")
