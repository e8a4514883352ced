"""Formulas of Word (Office MathML) as LaTeX."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from qbank.importing.markup.element import Element
from qbank.importing.markup.formulas import ACCENTS, latex_matrix, latex_signs

_FORMS: Final = {
    "f": r"\frac{%(num)s}{%(den)s}",
    "sSup": "{%(e)s}^{%(sup)s}",
    "sSub": "{%(e)s}_{%(sub)s}",
    "sSubSup": "{%(e)s}_{%(sub)s}^{%(sup)s}",
    "func": "%(fName)s(%(e)s)",
    "bar": r"\overline{%(e)s}",
    "limLow": "%(e)s_{%(lim)s}",
    "limUpp": "%(e)s^{%(lim)s}",
}
"""What the LaTeX of elements is, put together of that of the elements in them."""


def latex_of_office(node: Element) -> str:
    """Return the LaTeX of a formula."""
    return " ".join(_children(node).split())


def _children(node: Element) -> str:
    return "".join(map(_latex, node.children))


def _inner(node: Element) -> dict[str, str]:
    """Return the LaTeX of what is in the elements within one, by their names; nothing for other names."""
    return defaultdict(str, {child.name: _children(child).strip() for child in node.children})


def _latex(node: Element) -> str:
    match node.name:
        case name if name in _FORMS:
            return _FORMS[name] % _inner(node)
        case name if name.endswith("Pr"):
            return ""
        case "r":
            return "".join(latex_signs(text.text) for text in node.all("t"))
        case "rad":
            inner = _inner(node)
            degree = f"[{inner['deg']}]" if inner["deg"] else ""
            return rf"\sqrt{degree}{{{inner['e']}}}"
        case "nary":
            inner, sign = _inner(node), latex_signs(node.part("naryPr").value("chr", "∫"))
            return f"{sign}_{{{inner['sub']}}}^{{{inner['sup']}}} {inner['e']}"
        case "d":
            begin = latex_signs(node.part("dPr").value("begChr", "("))
            end = latex_signs(node.part("dPr").value("endChr", ")"))
            return f"{begin}{', '.join(map(_children, node.all('e')))}{end}"
        case "acc":
            accent = ACCENTS.get(node.part("accPr").value("chr"), "hat")
            return rf"\{accent}{{{_inner(node)['e']}}}"
        case "m":
            return latex_matrix(map(_children, row.all("e")) for row in node.all("mr"))
        case _:
            return _children(node)
