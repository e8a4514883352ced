"""Formulas of Word (Office MathML) as LaTeX."""

from __future__ import annotations

from typing import Final

from qbank.importing.markup.element import Element
from qbank.importing.markup.formulas import latex_signs

_ACCENTS: Final = {"̂": "hat", "̃": "tilde", "̄": "bar", "⃗": "vec", "̇": "dot", "̅": "overline"}


def latex_of_office(node: Element) -> str:
    """Return the LaTeX of a formula."""
    return " ".join("".join(map(_latex, node.children)).split())


def _inner(node: Element, name: str) -> str:
    child = node.first(name)
    return "".join(map(_latex, child.children)).strip() if child is not None else ""


def _property(node: Element, owner: str, name: str, default: str) -> str:
    properties = node.first(owner)
    value = properties.first(name) if properties else None
    return value.attributes.get("val", "") if value is not None else default


def _latex(node: Element) -> str:
    match node.name:
        case "r":
            return "".join(latex_signs(text.text) for text in node.all("t"))
        case "f":
            return rf"\frac{{{_inner(node, 'num')}}}{{{_inner(node, 'den')}}}"
        case "sSup":
            return f"{{{_inner(node, 'e')}}}^{{{_inner(node, 'sup')}}}"
        case "sSub":
            return f"{{{_inner(node, 'e')}}}_{{{_inner(node, 'sub')}}}"
        case "sSubSup":
            return f"{{{_inner(node, 'e')}}}_{{{_inner(node, 'sub')}}}^{{{_inner(node, 'sup')}}}"
        case "rad":
            degree = _inner(node, "deg")
            return rf"\sqrt[{degree}]{{{_inner(node, 'e')}}}" if degree else rf"\sqrt{{{_inner(node, 'e')}}}"
        case "nary":
            sign = latex_signs(_property(node, "naryPr", "chr", "∫"))
            return f"{sign}_{{{_inner(node, 'sub')}}}^{{{_inner(node, 'sup')}}} {_inner(node, 'e')}"
        case "d":
            begin, end = (
                _property(node, "dPr", name, sign) for name, sign in (("begChr", "("), ("endChr", ")"))
            )
            entries = ["".join(map(_latex, entry.children)) for entry in node.all("e")]
            return f"{latex_signs(begin)}{', '.join(entries)}{latex_signs(end)}"
        case "func":
            return f"{_inner(node, 'fName')}({_inner(node, 'e')})"
        case "acc":
            accent = _ACCENTS.get(_property(node, "accPr", "chr", "̂"), "hat")
            return rf"\{accent}{{{_inner(node, 'e')}}}"
        case "bar":
            return rf"\overline{{{_inner(node, 'e')}}}"
        case "limLow":
            return f"{_inner(node, 'e')}_{{{_inner(node, 'lim')}}}"
        case "limUpp":
            return f"{_inner(node, 'e')}^{{{_inner(node, 'lim')}}}"
        case "m":
            rows = [
                " & ".join("".join(map(_latex, cell.children)) for cell in row.all("e"))
                for row in node.all("mr")
            ]
            return r"\begin{matrix}" + r" \\ ".join(rows) + r"\end{matrix}"
        case name if name.endswith("Pr"):
            return ""
        case _:
            return "".join(map(_latex, node.children))
