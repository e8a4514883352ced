from __future__ import annotations

import pytest

from each import each
from qbank.importing.markup.xml_tree import read_xml
from qbank.importing.place import Place, SourceError


def test_elements_know_their_lines() -> None:
    root = read_xml(b'<a xmlns="urn:x">\n<b k="1">t<![CDATA[<u>]]></b>\n<c/></a>', Place("f.xml"))
    assert root.name == "a"
    assert [(child.name, child.line) for child in root.children] == [("b", 2), ("c", 3)]
    assert root.word("b") == "t<u>"


@each(
    "data, said",
    [
        (b'<!DOCTYPE a [<!ENTITY b "x">]><a>&b;</a>', "f.xml:1: cannot be read: it declares an entity"),
        (b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>\n<a>&b;</a>', "it declares an entity"),
        (b'<!DOCTYPE a [<!ENTITY % b SYSTEM "http://x/y">%b;]><a/>', "it declares an entity"),
        (b'<!DOCTYPE a SYSTEM "x.dtd"><a>&nbsp;</a>', "the entity &nbsp; is not known"),
        (b"<a>\n&nbsp;</a>", "f.xml:2: not well-formed XML: undefined entity"),
        (b"<a>\n<b></a>", "f.xml:2: not well-formed XML: mismatched tag"),
        (b"<a>\xff</a>", "not well-formed"),
        (b"", "no element found"),
        (b"<a>" * 5000, "nested too deep"),
    ],
)
def test_what_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(SourceError) as caught:
        read_xml(data, Place("f.xml"))
    assert said in str(caught.value)


def test_a_document_type_alone_is_no_harm() -> None:
    assert read_xml(b'<!DOCTYPE questestinterop SYSTEM "ims.dtd"><questestinterop/>', Place("f")).name
