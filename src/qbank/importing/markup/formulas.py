"""Formulas that HTML holds as MathML, or as pictures that say their LaTeX, as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import unquote

from qbank.importing.markup.element import Element

_ALT: Final = re.compile(r"^(?:LaTeX|TeX)\s*:\s*(.+)$", re.S | re.I)
_ADDRESS: Final = re.compile(
    r"(?:equation_images/|latex\.codecogs\.com/[a-z.]+\?|(?:mimetex|mathtex)\.cgi\?)(.+)$"
)
_WORDS: Final = r"""
× times  ⋅ cdot  · cdot  ≤ le  ≥ ge  ≠ ne  ≈ approx  ± pm  ∞ infty  ∑ sum  ∏ prod  ∫ int  √ surd
→ to  ⇒ Rightarrow  ∈ in  ∂ partial  ∇ nabla  ÷ div  ∼ sim  … dots  ⋯ cdots  ℓ ell
α alpha  β beta  γ gamma  δ delta  ε varepsilon  ϵ epsilon  ζ zeta  η eta  θ theta  ι iota  κ kappa  λ lambda
μ mu  µ mu  ν nu  ξ xi  π pi  ρ rho  σ sigma  τ tau  υ upsilon  φ varphi  ϕ phi  χ chi  ψ psi  ω omega
Γ Gamma  Δ Delta  Θ Theta  Λ Lambda  Ξ Xi  Π Pi  Σ Sigma  Φ Phi  Ψ Psi  Ω Omega
"""
_COMMANDS: Final = _WORDS.split()
_SIGNS: Final = {
    **{sign: f"\\{name} " for sign, name in zip(_COMMANDS[::2], _COMMANDS[1::2], strict=True)},
    **{sign: f"\\{sign}" for sign in "%&#{}_"},
    **dict.fromkeys("\u2061\u2062\u2063\u2064", ""),
    "−": "-",
    "–": "-",
    "′": "'",
    "°": r"^\circ ",
}
ACCENTS: Final = {
    "¯": "bar", "‾": "overline", "^": "hat", "ˆ": "hat", "~": "tilde", "˜": "tilde", "→": "vec", "˙": "dot",
    ".": "dot", "\u0304": "bar", "\u0305": "overline", "\u0302": "hat", "\u0303": "tilde", "\u20d7": "vec",
    "\u0307": "dot",
}  # fmt: skip
"""Commands of LaTeX by what stands above a letter, by itself or as a mark of Unicode that joins it."""
_SCRIPTS: Final = {
    "msup": "^", "mover": "^", "msub": "_", "munder": "_", "msubsup": "_^", "munderover": "_^",
}  # fmt: skip
"""What stands below and above a base, by the element that has them behind it."""
_FUNCTION_WORDS: Final = "sin cos tan log ln exp min max lim det arg sup inf cot sec csc arcsin arccos arctan"
_FUNCTIONS: Final = frozenset(_FUNCTION_WORDS.split())


def latex_of_image(node: Element) -> str:
    """Return the LaTeX of a picture of a formula; nothing for another picture."""
    attributes = node.attributes
    if content := attributes.get("data-equation-content", "").strip():
        return content
    if alt := _ALT.match(attributes.get("alt", "").strip()):
        return " ".join(alt[1].split())
    if address := _ADDRESS.search(attributes.get("src", "")):
        return " ".join(unquote(unquote(address[1].partition("?scale")[0])).split())
    if "texrender" in attributes.get("class", ""):
        return attributes.get("alt", "").strip().strip("$")
    return ""


def latex_of_mathml(node: Element) -> str:
    """Return the LaTeX of MathML: the annotation that says it, else what its elements are."""
    for annotation in node.within("annotation"):
        if "tex" in annotation.get("encoding").lower() and annotation.text.strip():
            return " ".join(annotation.text.split())
    return " ".join(_children(node).split())


def _children(node: Element) -> str:
    return "".join(map(_latex, node.children)) or latex_signs(node.text.strip())


def _latex(node: Element) -> str:
    parts = [child for child in node.children if not child.name.startswith("annotation")]
    inner = [_latex(part) for part in parts]
    match node.name.rpartition(":")[2]:
        case "mi":
            name = node.text.strip()
            if name in _FUNCTIONS:
                return f"\\{name} "
            return (
                latex_signs(name) if len(name) < 2 or name in _SIGNS else rf"\mathrm{{{latex_signs(name)}}}"
            )
        case "mn" | "mo":
            return latex_signs(node.text.strip())
        case "mtext" | "ms":
            return rf"\text{{{node.text.strip()}}}" if node.text.strip() else " "
        case "mspace":
            return r"\ "
        case "mfrac" if len(inner) == 2:
            return rf"\frac{{{inner[0]}}}{{{inner[1]}}}"
        case "msqrt":
            return rf"\sqrt{{{''.join(inner)}}}"
        case "mroot" if len(inner) == 2:
            return rf"\sqrt[{inner[1]}]{{{inner[0]}}}"
        case "mover" if len(inner) == 2 and (accent := ACCENTS.get(parts[1].text.strip())):
            return rf"\{accent}{{{inner[0]}}}"
        case name if name in _SCRIPTS and len(inner) == len(_SCRIPTS[name]) + 1:
            scripts = zip(_SCRIPTS[name], inner[1:], strict=True)
            return _base(inner[0]) + "".join(f"{sign}{{{script}}}" for sign, script in scripts)
        case "mfenced":
            begin, end = node.get("open", "("), node.get("close", ")")
            return f"{begin}{(node.get('separators', ',')[:1] or '').join(inner)}{end}"
        case "mtable":
            return latex_matrix(map(_children, row.children) for row in parts)
        case "annotation" | "annotation-xml":
            return ""
        case _:
            return "".join(inner) if parts else latex_signs(node.text.strip())


def _base(latex: str) -> str:
    return latex if len(latex.strip()) < 2 or latex.strip().startswith("\\") else f"{{{latex}}}"


def latex_matrix(rows: Iterable[Iterable[str]]) -> str:
    """Return rows of cells, which are LaTeX, as a matrix."""
    cells = r" \\ ".join(map(" & ".join, rows))
    return rf"\begin{{matrix}}{cells}\end{{matrix}}"


def latex_signs(text: str) -> str:
    """Return signs of a formula as LaTeX."""
    return "".join(_SIGNS.get(sign, sign) for sign in text)
