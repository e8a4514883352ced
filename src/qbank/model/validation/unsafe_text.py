"""Finding HTML and active content in text that is meant to be plain."""

from __future__ import annotations

import re
from typing import Final

from qbank import lazy_re

# Elements by name, and with nothing but attributes inside, so that `<batch>`, `List<int>`, the token `<s>`
# and `a <b and c> d` are left alone.
_ELEMENTS: Final = (
    "a|abbr|article|aside|audio|b|blockquote|body|br|button|canvas|center|code|dd|del|details|div|dl|dt|em|embed|"
    "fieldset|figcaption|figure|font|footer|form|frame|frameset|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|"
    "kbd|label|li|link|main|mark|math|meta|nav|object|ol|option|p|picture|pre|samp|section|select|small|source|span|"
    "strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|u|ul|var|video"
)

_UNSAFE: Final = lazy_re.compile(
    rf"""
      <\s{{0,20}}/?\s{{0,20}}script\b
    | javascript\s*:
    | data\s*:\s*text/html
    | \bon(?:error|load)\s*=
    | <!(?:--|doctype\b)
    | </?(?:{_ELEMENTS})(?:\s{{1,20}}[a-z:-]{{1,40}}\s{{0,20}}=[^<>]{{0,500}}|\s{{0,20}})/?>
    | <(?:embed|frame|iframe|img|link|meta|object|svg)[\s/]
    """,
    re.IGNORECASE | re.VERBOSE,
)


def find_unsafe(text: str) -> re.Match[str] | None:
    """Return the first piece of HTML or active content in a text, or None when it is plain."""
    return _UNSAFE.search(text)
