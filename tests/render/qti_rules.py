"""QTI 2.1 read strictly: which element may stand where, and what response processing makes of a response.

The schemas of QTI cannot be carried along, so the content models of what we write are stated here,
after `imsqti_v2p1.xsd`; any other element or attribute is refused.
"""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass, field
from xml.etree import ElementTree

QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
PACKAGE = "{http://www.imsglobal.org/xsd/imscp_v1p1}"
MATHML = "{http://www.w3.org/1998/Math/MathML}"
SCHEMA = "{http://www.w3.org/2001/XMLSchema-instance}schemaLocation"
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")

_INLINE = "a br code em img strong math"
_BLOCK = "p ol ul pre table math"
_FLOW = f"{_INLINE} {_BLOCK}"

_CHILDREN = {
    "assessmentItem": "responseDeclaration outcomeDeclaration itemBody responseProcessing modalFeedback",
    "responseDeclaration": "correctResponse",
    "outcomeDeclaration": "defaultValue",
    "correctResponse": "value",
    "defaultValue": "value",
    "itemBody": f"{_BLOCK} choiceInteraction extendedTextInteraction",
    "choiceInteraction": "simpleChoice",
    "simpleChoice": _FLOW,
    "modalFeedback": _FLOW,
    "rubricBlock": _BLOCK,
    "responseProcessing": "responseCondition setOutcomeValue",
    "responseCondition": "responseIf",
    "responseIf": "and match setOutcomeValue",
    "and": "gte lte",
    "gte": "variable baseValue",
    "lte": "variable baseValue",
    "match": "variable correct",
    "multiple": "baseValue variable",
    "setOutcomeValue": "baseValue multiple sum",
    "sum": "testVariables",
    "p": f"{_INLINE} textEntryInteraction",
    "strong": _INLINE,
    "em": _INLINE,
    "a": _INLINE,
    "code": _INLINE,
    "caption": _INLINE,
    "pre": "code",
    "ul": "li",
    "ol": "li",
    "li": _FLOW,
    "table": "caption thead tbody",
    "thead": "tr",
    "tbody": "tr",
    "tr": "th td",
    "th": _FLOW,
    "td": _FLOW,
    "assessmentTest": "outcomeDeclaration testPart outcomeProcessing",
    "testPart": "assessmentSection",
    "assessmentSection": "rubricBlock assessmentItemRef",
    "outcomeProcessing": "setOutcomeValue",
}
"""The elements that may stand within each; for those of `_ORDERED`, in this order."""

_ORDERED = frozenset(
    [
        "assessmentItem",
        "assessmentTest",
        "assessmentSection",
        "table",
        "gte",
        "lte",
        "match",
        "and",
        "responseIf",
    ]
)
_TEXT = frozenset(
    [
        "value",
        "baseValue",
        "p",
        "strong",
        "em",
        "a",
        "code",
        "caption",
        "li",
        "th",
        "td",
        "simpleChoice",
        "modalFeedback",
    ]
)
_ATTRIBUTES = {
    "assessmentItem": "identifier title adaptive timeDependent",
    "assessmentTest": "identifier title",
    "testPart": "identifier navigationMode submissionMode",
    "assessmentSection": "identifier title visible",
    "assessmentItemRef": "identifier href",
    "responseDeclaration": "identifier cardinality baseType",
    "outcomeDeclaration": "identifier cardinality baseType",
    "choiceInteraction": "responseIdentifier shuffle maxChoices",
    "textEntryInteraction": "responseIdentifier expectedLength",
    "extendedTextInteraction": "responseIdentifier expectedLines",
    "simpleChoice": "identifier",
    "modalFeedback": "outcomeIdentifier showHide identifier title",
    "rubricBlock": "view",
    "variable": "identifier",
    "correct": "identifier",
    "baseValue": "baseType",
    "setOutcomeValue": "identifier",
    "testVariables": "variableIdentifier",
    "img": "src alt",
    "a": "href",
    "code": "class",
}
_NAMES = frozenset({"identifier", "responseIdentifier", "outcomeIdentifier", "variableIdentifier"})


@dataclass
class Item:
    """One item."""

    root: ElementTree.Element
    kind: str = ""
    choices: dict[str, str] = field(default_factory=dict)
    correct: str = ""

    @property
    def id(self) -> str:
        return self.root.get("identifier") or ""

    @property
    def body(self) -> ElementTree.Element:
        return one(self.root, "itemBody")

    def score(self, response: str | None) -> float:
        """Return the score of a response."""
        return float(self._process(response).get("SCORE", "0"))

    def feedback(self, response: str | None) -> list[str]:
        """Return the text of the feedback that a response gets."""
        shown = self._process(response).get("FEEDBACK", "").split()
        return [
            shown_text(block)
            for block in self.root.iterfind(f"{QTI}modalFeedback")
            if block.get("identifier") in shown
        ]

    def _process(self, response: str | None) -> dict[str, str]:
        outcomes: dict[str, str] = {}
        for rule in one(self.root, "responseProcessing"):
            if rule.tag == f"{QTI}responseCondition":
                (branch,) = rule
                condition, *rules = branch
                if self._holds(condition, response):
                    for inner in rules:
                        outcomes[inner.get("identifier") or ""] = self._value(inner[0], response)
            else:
                outcomes[rule.get("identifier") or ""] = self._value(rule[0], response)
        return outcomes

    def _holds(self, condition: ElementTree.Element, response: str | None) -> bool:
        if condition.tag == f"{QTI}match":
            return response == self.correct
        assert condition.tag == f"{QTI}and"
        least, most = (float(comparison[1].text or "") for comparison in condition)
        try:
            return response is not None and least <= float(response) <= most
        except ValueError:
            return False  # not a float: the response is null

    def _value(self, expression: ElementTree.Element, response: str | None) -> str:
        if expression.tag == f"{QTI}multiple":
            return " ".join(self._value(child, response) for child in expression)
        if expression.tag == f"{QTI}variable":
            return response or ""
        return expression.text or ""


@dataclass
class Package:
    """A package: its test and the items in the order of the test."""

    title: str
    test: ElementTree.Element
    items: list[Item]
    files: dict[str, bytes]


def read(data: bytes) -> Package:
    """Read a package; each of its files has to be listed, and each listed one to be there."""
    archive = zipfile.ZipFile(io.BytesIO(data))
    assert archive.namelist()[0] == "imsmanifest.xml"
    manifest = ElementTree.fromstring(archive.read("imsmanifest.xml"))
    assert manifest.findtext(f"{PACKAGE}metadata/{PACKAGE}schema") == "QTIv2.1 Package"
    resources = {
        resource.get("identifier") or "": resource for resource in manifest.iter(f"{PACKAGE}resource")
    }
    assert all(NAME.fullmatch(name) for name in resources)
    listed = {file.get("href") or "" for file in manifest.iter(f"{PACKAGE}file")}
    assert listed == set(archive.namelist()) - {"imsmanifest.xml"}
    (test,) = (one for one in resources.values() if one.get("type") == "imsqti_test_xmlv2p1")
    root = ElementTree.fromstring(archive.read(test.get("href") or ""))
    check(root)
    references = {
        one.get("identifier") or "": one.get("href") or "" for one in root.iter(f"{QTI}assessmentItemRef")
    }
    assert [one.get("identifierref") for one in test.iterfind(f"{PACKAGE}dependency")] == list(references)
    items = []
    for identifier, path in references.items():
        resource = resources[identifier]
        assert resource.get("type") == "imsqti_item_xmlv2p1"
        assert resource.get("href") == path
        items.append(read_item(archive.read(path)))
        assert items[-1].id == identifier
        for image in items[-1].root.iter(f"{QTI}img"):
            source = (image.get("src") or "").removeprefix("../")
            assert source in {file.get("href") for file in resource.iterfind(f"{PACKAGE}file")}
    files = {name: archive.read(name) for name in archive.namelist() if name.startswith("images/")}
    return Package(root.get("title") or "", root, items, files)


def read_item(data: bytes) -> Item:
    """Read an item."""
    root = ElementTree.fromstring(data)
    check(root)
    (response,) = root.iterfind(f"{QTI}responseDeclaration")
    item = Item(root, response.get("baseType") or "")
    for choice in root.iter(f"{QTI}simpleChoice"):
        assert choice.get("identifier") not in item.choices
        item.choices[choice.get("identifier") or ""] = shown_text(choice)
    item.correct = response.findtext(f"{QTI}correctResponse/{QTI}value") or ""
    if item.kind == "identifier":
        assert item.correct in item.choices
    return item


def check(element: ElementTree.Element) -> None:
    """Check an element and all within it against the content models."""
    name = element.tag.removeprefix(QTI)
    if element.tag == f"{MATHML}math":
        assert all(child.tag.startswith(MATHML) for child in element.iter())
        return
    assert not name.startswith("{"), name
    given = set(element.attrib) - {SCHEMA}
    assert given <= set(_ATTRIBUTES.get(name, "").split()), (name, given)
    for attribute in given & _NAMES:
        assert NAME.fullmatch(element.attrib[attribute]), element.attrib
    allowed = _CHILDREN.get(name, "").split()
    children = ["math" if child.tag == f"{MATHML}math" else child.tag.removeprefix(QTI) for child in element]
    assert set(children) <= set(allowed), (name, set(children) - set(allowed))
    if name in _ORDERED:
        places = [allowed.index(child) for child in children]
        assert places == sorted(places), (name, children)
    if name not in _TEXT:
        assert not (element.text or "").strip(), (name, element.text)
        assert not any((child.tail or "").strip() for child in element), name
    if name in {"table", "thead", "tbody", "tr", "ul", "ol", "choiceInteraction"}:
        assert children, name
    if name == "table":
        assert "tbody" in children
    for child in element:
        check(child)


def shown_text(element: ElementTree.Element) -> str:
    """Return the text of an element without blanks."""
    return "".join("".join(element.itertext()).split())


def one(element: ElementTree.Element, name: str) -> ElementTree.Element:
    """Return the only child of a name."""
    (child,) = element.findall(f"{QTI}{name}")
    return child
