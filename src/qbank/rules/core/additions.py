"""What a bank adds to catalog, formulas and lexicon: it must be right before anything is judged by it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from qbank import catalog
from qbank.bundled_data import DataError, added_files
from qbank.catalog.loading import FOLDER as CATALOG
from qbank.errors import InputError
from qbank.facts.lexicon import loading as lexicon
from qbank.formulas import library
from qbank.formulas.formula import FOLDER as FORMULAS

_LOADS: Final = ((CATALOG, catalog.load), (FORMULAS, library.load), (lexicon.FOLDER, lexicon.load))
_ADVICE: Final = (
    "questions are judged by what the bank adds in `schema/`: correct this, or move the file out of there"
)


class AdditionsError(InputError):
    """What a bank adds cannot be used; the message has a line for each mistake, and what to do."""


def check_additions(root: Path | None) -> None:
    """Refuse a bank whose own files of data have mistakes.

    Rules ask for these data at every question and make do with what qbank carries, so that a bank with a
    broken file of its own would be judged without it, and pass.

    Raises:
        AdditionsError: there are mistakes.
    """
    wrong: list[str] = []
    for folder, load in _LOADS:
        try:
            # A bank that adds nothing is not worth reading what qbank carries.
            if added_files(root, folder):
                load(root)
        except DataError as error:
            wrong.append(str(error))
    if wrong:
        raise AdditionsError("\n".join((*wrong, _ADVICE)))
