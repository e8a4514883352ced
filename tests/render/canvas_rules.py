"""How the two importers of Canvas read QTI 1.2, and grade numbers: an oracle, as Canvas itself cannot be had.

`classic` follows `gems/plugins/qti_exporter` and `numerical_question.rb` of Canvas, `new` the gem
`instructure/qti`. What neither of them reads, and anything our files have no need of, is refused.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from xml.etree import ElementTree

QTI = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"
PACKAGE = "{http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1}"
CANVAS = "{http://canvas.instructure.com/xsd/cccv1p0}"


@dataclass
class Item:
    """One item; `classic` and `new` are the numbers that are right for each of the importers."""

    id: str
    title: str
    kind: str
    points: float
    text: str
    options: dict[str, str] = field(default_factory=dict)
    right: str = ""
    feedback: dict[str, str] = field(default_factory=dict)
    classic: tuple[Decimal, Decimal] | None = None
    new: tuple[Decimal, Decimal] | None = None
    shape: str = ""

    def grades(self, response: str) -> tuple[bool | None, bool | None]:
        """Return what Classic Quizzes and New Quizzes make of a number; None where it is none to them."""
        try:
            number = Decimal(response)
        except InvalidOperation:
            return None, None
        assert self.classic is not None
        assert self.new is not None
        return self.classic[0] <= number <= self.classic[1], self.new[0] <= number <= self.new[1]


@dataclass
class Package:
    """What Canvas imports."""

    title: str
    description: str
    settings: dict[str, str]
    items: list[Item]
    files: dict[str, bytes]


def read(data: bytes) -> Package:
    """Read a package."""
    archive = zipfile.ZipFile(io.BytesIO(data))
    assert archive.namelist()[0] == "imsmanifest.xml"
    manifest = ElementTree.fromstring(archive.read("imsmanifest.xml"))
    resources = {one.get("identifier"): one for one in manifest.iter(f"{PACKAGE}resource")}
    listed = [file.get("href") or "" for file in manifest.iter(f"{PACKAGE}file")]
    assert sorted(listed) == sorted(set(archive.namelist()) - {"imsmanifest.xml"})
    (assessment,) = (one for one in resources.values() if one.get("type") == "imsqti_xmlv1p2")
    (file,) = assessment.iterfind(f"{PACKAGE}file")
    (dependency,) = assessment.iterfind(f"{PACKAGE}dependency")
    meta = resources[dependency.get("identifierref")]
    assert meta.get("type") == "associatedcontent/imscc_xmlv1p1/learning-application-resource"
    quiz = ElementTree.fromstring(archive.read(meta.get("href") or ""))
    assert quiz.tag == f"{CANVAS}quiz"
    settings = {child.tag.removeprefix(CANVAS): child.text or "" for child in quiz}
    root = ElementTree.fromstring(archive.read(file.get("href") or ""))
    assert root.tag == f"{QTI}questestinterop"
    (test,) = root
    assert test.get("ident") == assessment.get("identifier") == quiz.get("identifier")
    (section,) = test.iterfind(f"{QTI}section")
    images = {one.get("href") or "" for one in resources.values() if one.get("type") == "webcontent"}
    return Package(
        test.get("title") or "",
        settings["description"],
        settings,
        [_item(item) for item in section],
        {name: archive.read(name) for name in images},
    )


def _item(element: ElementTree.Element) -> Item:
    assert element.tag == f"{QTI}item"
    about = {
        _one(one, "fieldlabel").text: _one(one, "fieldentry").text or ""
        for one in element.iter(f"{QTI}qtimetadatafield")
    }
    presentation, processing = _one(element, "presentation"), _one(element, "resprocessing")
    item = Item(
        element.get("ident") or "",
        element.get("title") or "",
        about["question_type"],
        float(about["points_possible"]),
        _html(_one(presentation, "material")),
    )
    assert about["assessment_question_identifierref"] == f"{item.id}_question"
    conditions = processing.findall(f"{QTI}respcondition")
    if item.kind == "multiple_choice_question":
        _choice(item, presentation, conditions)
    elif item.kind == "numerical_question":
        _number(item, presentation, conditions)
    else:
        assert item.kind == "essay_question"
        assert presentation.find(f"{QTI}response_str/{QTI}render_fib") is not None
        assert not list(processing.iter(f"{QTI}setvar"))
    assert (about["original_answer_ids"].split(",") if item.options else [about["original_answer_ids"]]) == (
        list(item.options) or [""]
    )
    shown = [one.get("linkrefid") or "" for one in processing.iter(f"{QTI}displayfeedback")]
    item.feedback = {
        one.get("ident") or "": _html(one[0][0]) for one in element.iterfind(f"{QTI}itemfeedback")
    }
    assert sorted(shown) == sorted(item.feedback), "what is linked is there, and the other way round"
    return item


def _choice(item: Item, presentation: ElementTree.Element, conditions: list[ElementTree.Element]) -> None:
    response = _one(presentation, "response_lid")
    assert (response.get("ident"), response.get("rcardinality")) == ("response1", "Single")
    for label in _one(response, "render_choice"):
        assert label.get("ident") not in item.options
        item.options[label.get("ident") or ""] = _html(_one(label, "material"))
    (right,) = (one for one in conditions if one.find(f"{QTI}setvar") is not None)
    item.right = right.findtext(f"{QTI}conditionvar/{QTI}varequal") or ""
    assert item.right in item.options


def _number(item: Item, presentation: ElementTree.Element, conditions: list[ElementTree.Element]) -> None:
    field = presentation.find(f"{QTI}response_str/{QTI}render_fib")
    assert field is not None
    assert field.get("fibtype") == "Decimal"
    (right,) = (one for one in conditions if one.find(f"{QTI}setvar") is not None)
    condition = _one(right, "conditionvar")
    nodes = {node.tag.removeprefix(QTI): node for node in condition.iter()}
    assert "vargt" not in nodes, "Canvas takes it for an answer of so many digits"
    equal, least, most = nodes.get("varequal"), nodes["vargte"].text or "", nodes["varlte"].text or ""
    if equal is None:
        assert [child.tag.removeprefix(QTI) for child in condition] == ["vargte", "varlte"]
        item.shape = "range"
        item.classic = item.new = Decimal(repr(float(least))), Decimal(repr(float(most)))
        return
    assert [child.tag.removeprefix(QTI) for child in condition] == ["or"]
    assert [child.tag.removeprefix(QTI) for child in condition[0]] == ["varequal", "and"]
    exact = equal.text or ""
    margin = Decimal(repr(float(Decimal(most) - Decimal(exact))))
    value = Decimal(repr(float(exact)))
    item.classic = value - margin, value + margin
    if least == exact == most:
        item.shape = "exact"
        assert equal.get("margin") is None
        item.new = Decimal(exact), Decimal(exact)
        return
    assert exact not in {least, most}, "New Quizzes knows no such question"
    item.shape = "margin"
    assert equal.get("margintype") == "absolute"
    margin = Decimal(equal.get("margin") or "")
    item.new = value - margin, value + margin


def _html(material: ElementTree.Element) -> str:
    (mattext,) = material
    assert mattext.tag == f"{QTI}mattext"
    assert mattext.get("texttype") == "text/html"
    assert not len(mattext), "HTML is escaped text, not elements"
    return mattext.text or ""


def _one(element: ElementTree.Element, name: str) -> ElementTree.Element:
    (child,) = element.findall(f"{QTI}{name}")
    return child
