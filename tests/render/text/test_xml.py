from __future__ import annotations

from xml.etree import ElementTree

import pytest

from qbank.render.text.xml import cdata


@pytest.mark.parametrize("text", ["", "a", "<a> & b", "a]]>b", "]]>]]>", "]]", "x]]]>", "<![CDATA[ x ]]>"])
def test_character_data_is_read_back_as_it_was(text: str) -> None:
    element = ElementTree.fromstring(f"<text>{cdata(text)}</text>")
    assert (element.text or "") == text
    assert not len(element)
