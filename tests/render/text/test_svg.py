from __future__ import annotations

import base64
import struct

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


def png(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height)


def image(content: bytes, kind: str = "png", attribute: str = "xlink:href") -> str:
    return f'<image {attribute}="data:image/{kind};base64,{base64.b64encode(content).decode()}"/>'


def drawing(inner: str) -> bytes:
    return f"{HEAD}{inner}</svg>".encode()


@each(
    "inner",
    [
        image(png(300, 150)),
        image(png(4000, 3000), attribute="href"),
        image(b"GIF89a" + struct.pack("<HH", 30, 20), "gif"),
        image(drawing('<rect width="9" height="9"/>'), "svg+xml"),
        "<image/>",
    ],
)
def test_pictures_that_a_drawing_holds_are_simple(inner: str) -> None:
    assert is_simple(drawing(inner))


@each(
    "inner",
    [
        image(png(20_000, 20_000)),
        image(png(4000, 3000)) * 2,
        image(png(9, 9)) + '<use xlink:href="#a"/>',
        "<pattern>" + image(png(9, 9)) + "</pattern>",
        image(drawing(image(png(9, 9))), "svg+xml"),
        image(drawing('<filter id="f"/>'), "svg+xml"),
        image(b"no picture"),
        image(png(9, 9)).replace("/>", ' href="file:///a.png"/>'),
        '<image href="a.png"/>',
        '<image href="https://example.org/a.png"/>',
        '<s:image xmlns:s="http://www.w3.org/2000/svg" href="data:image/png;base64,AAAA"/>',
    ],
)
def test_pictures_that_are_huge_many_or_elsewhere_are_not(inner: str) -> None:
    assert not is_simple(drawing(inner))


def test_a_doctype_is_no_harm() -> None:
    assert is_simple(f'<?xml version="1.0"?><!DOCTYPE svg>{HEAD}</svg>'.encode())


@each(
    "inner",
    [
        '<filter id="f"/>',
        '<rect filter="url(#f)"/>',
        '<rect style="filt&#101;r: blur(9px)"/>',
        "<style>rect { FILTER : blur(9px) }</style>",
        '<s:filter xmlns:s="http://www.w3.org/2000/svg"/>',
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
