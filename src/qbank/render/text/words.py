"""The words that stand around questions, in the language of a document: a file of phrases for each language.

English phrases are written where they are used and are their own keys; `templates/render/words/de.yaml` says
them in German. A bank adds a language, or other words, by a file of its own in the same place. Texts of
questions are never translated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from qbank import lazy_re
from qbank.errors import InputError
from qbank.nearest import meant
from qbank.quoting import printable
from qbank.resources import template_folder
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_file

FOLDER: Final = "render/words"
_COMMA_AND_POINT: Final = str.maketrans(".,", ",.")
_SLOT: Final = lazy_re.compile(r"\{([a-z]+)\}")


@dataclass(frozen=True, slots=True)
class Words:
    """Says phrases in a language; a phrase that it does not know stays English.

    Attributes:
        language: its code, as in `lang="de"`.
        phrases: what phrases are in that language, by the English ones.
    """

    language: str = "en"
    phrases: tuple[tuple[str, str], ...] = ()

    def __call__(self, phrase: str, /, **values: object) -> str:
        """Say a phrase, with values in the places of their names: `say("of {points}", points=4)`."""
        said = _table(self.phrases).get(phrase, phrase)
        return _SLOT.sub(lambda slot: str(values.get(slot[1], slot[0])), said) if values else said

    def decimal(self, text: str) -> str:
        """Write a number, or a quantity, with the decimal sign of the language: `0,5 s`, `12.288`."""
        return text.translate(_COMMA_AND_POINT) if self(".") == "," else text


@lru_cache(maxsize=8)
def _table(phrases: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    return dict(phrases)


ENGLISH: Final = Words()


def words_of(language: str | None, folders: Sequence[Path] = ()) -> Words:
    """Return the words of a language.

    Args:
        language: its code; English if None.
        folders: the folders of a bank that hold templates, whose words go before our own.

    Raises:
        InputError: there is no file of its words, or it cannot be read; the message says which there are.
    """
    if language is None:
        return ENGLISH
    phrases: dict[str, str] = {}
    found = language == ENGLISH.language
    for folder in (template_folder(), *reversed(folders)):
        path = folder / FOLDER / f"{language}.yaml"
        if path.is_file():
            found = True
            phrases |= _read(path)
    if not found:
        files = (
            path for folder in (*folders, template_folder()) for path in (folder / FOLDER).glob("*.yaml")
        )
        known = sorted({ENGLISH.language, *(path.stem for path in files)})
        hint = meant(language, known) or f"; there are {', '.join(known)}"
        raise InputError(
            f"there are no words for the language '{language}'{hint}; "
            f"a bank adds one in templates/{FOLDER}/{language}.yaml"
        )
    return Words(language, tuple(sorted(phrases.items())))


def _read(path: Path) -> dict[str, str]:
    try:
        data = read_file(path).data
    except ReadError as error:
        raise InputError(f"{printable(path)}:{error.problem}") from None
    for phrase, said in data.items():
        if not isinstance(phrase, str) or not isinstance(said, str):
            raise InputError(f"{printable(path)}: {phrase!r} has to be text that stands for a text")
        missing = set(_SLOT.findall(said)) - set(_SLOT.findall(phrase))
        if missing:
            raise InputError(f"{printable(path)}: {phrase!r} knows no {{{min(missing)}}}")
    return data
