"""How a formula shows its variables: in LaTeX, and in letters where no formula can be drawn."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_SMALL: Final = (
    "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi pi rho sigma tau phi chi psi omega"
)
_LARGE: Final = "Gamma Delta Theta Lambda Sigma Phi Psi Omega"
_LETTERS: Final = {
    **dict(zip(_SMALL.split(), "αβγδεζηθκλμνξπρστφχψω", strict=True)),
    **dict(zip(_LARGE.split(), "ΓΔΘΛΣΦΨΩ", strict=True)),
    "ell": "ℓ",
}
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_COMMAND: Final = re.compile(r"\\([A-Za-z]+)")
_POWER: Final = re.compile(r"\^\{?(\d+)\}?")


class Symbol(NamedTuple):
    """How a variable looks: `\\beta_{i}` in LaTeX, `β_i` in letters."""

    latex: str
    text: str


def symbol(latex: str) -> Symbol:
    """Return a symbol that is given in LaTeX, as the model of a formula admits it."""
    bare = latex.replace(r"\mathrm", "")
    text = _COMMAND.sub(lambda command: _LETTERS.get(command[1], command[1]), bare)
    text = _POWER.sub(lambda power: power[1].translate(_RAISED), text)
    return Symbol(latex, text.replace("{", "").replace("}", ""))
