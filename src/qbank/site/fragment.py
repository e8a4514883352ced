"""What a site shows of one question: a pure function of its file, the plan and the settings of the site.

So it can be made in several processes, and kept for as long as none of these changes.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec
from pydantic import ValidationError

from qbank.errors import InputError
from qbank.facts.devices.finding import names_of
from qbank.model.taxonomy import Answers, SetKind
from qbank.napkin.verdicts import Verdict
from qbank.picking import pick
from qbank.render import templates
from qbank.render.build import build
from qbank.render.formats.html import known_units, page_environment
from qbank.render.registry import Settings as TemplateSettings
from qbank.render.text.document import Document, Item
from qbank.render.text.figures import LARGEST_DRAWING
from qbank.render.text.words import ENGLISH
from qbank.report.verify.table import behind, understood
from qbank.rules.core.claims import claims_of
from qbank.rules.core.ledger import placed_ledger
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.core.settings import RuleSettings
from qbank.rules.formulas.formula_context import FormulaContext
from qbank.rules.formulas.verified import verified_claim
from qbank.sets.answers.amounts import AmountError
from qbank.sets.loading import AssembledSet, QuestionGroup
from qbank.sets.variants.make import filled, make_variant
from qbank.sets.variants.parameters import VariantError, has_parameters, values_of
from qbank.sets.variants.variant import Variant
from qbank.survey.record import TEXTS, Record, searched_texts
from qbank.yamlio.content import read_content
from qbank.yamlio.read_problems import ReadError

VARIANTS: Final = 4
"""How many variants of a question with parameters are shown besides its default instance."""

_BLURB: Final = 150
_MOST_CLAIMS: Final = 60
_MOST_FACTS: Final = 80
_LONGEST_FIELD: Final = 20_000
_ASKED_TEXTS: Final = ("scenario", "question")
_ANSWER_TEXTS: Final = ("answer", "math", "mistake")
_UNUSABLE: Final = (ValidationError, VariantError, AmountError, InputError)
_MARKUP: Final = str.maketrans({"*": None, "`": None, "$": None})
_FOLDED: Final = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-", "‑": "-", "≈": "~", "×": "x",
     "·": " ", "µ": "u", "μ": "u", "→": "->", "≤": "<=", "≥": ">=", "⁄": "/", "*": " "}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Recipe:
    """What decides how questions are shown, besides their files.

    Attributes:
        rules: what rules read of the bank's settings.
        templates: the folders of templates of the bank.
        figures: the folders where drawings lie.
        answers: whether answers are shown.
        authors: whether what authors see is there.
    """

    rules: RuleSettings
    templates: tuple[Path, ...]
    figures: tuple[Path, ...]
    answers: bool
    authors: bool


class Fragment(msgspec.Struct, array_like=True, frozen=True):
    """What a site shows of one question.

    Attributes:
        entry: what lists know of it.
        asked, answer: the text that is searched: what is asked, and what answers it.
        page: its page as JSON: the views, and how units may be spelt.
        author: what authors see, as JSON; empty where that is left out.
        drawing: the drawing it was made with, and its digest.
    """

    entry: dict[str, Any]
    asked: str
    answer: str
    page: bytes
    author: bytes
    drawing: tuple[str, bytes] | None

    def holds(self) -> bool:
        """Whether the drawing it was made with is as it was."""
        return self.drawing is None or digest_of(Path(self.drawing[0])) == self.drawing[1]


def digest_of(file: Path) -> bytes:
    """Return what a file is known by; nothing if it cannot be read."""
    try:
        return blake2b(read_content(file, LARGEST_DRAWING), digest_size=16).digest()
    except ReadError:
        return b""


def make(question: QuestionFile, recipe: Recipe) -> Fragment:
    """Return what a site shows of a question, valid or not."""
    documents, data, problem = _documents(question, recipe)
    item = documents[0].items[0] if documents else None
    record = Record.of(data)
    texts = dict(zip(TEXTS, searched_texts(data, record), strict=True))
    texts = {name: text[:_LONGEST_FIELD] for name, text in texts.items()}
    claims = list(_claims(question)) if recipe.authors else []
    entry = _entry(record, item, texts, claims, question)
    page = {
        "views": [_view(document, recipe) for document in documents] or [_plain_view(texts, recipe)],
        "seeds": list(range(1, len(documents))),
        "units": known_units(documents[0]) if documents and recipe.answers else {},
    }
    author = b""
    if recipe.authors:
        about = {"claims": claims, "facts": list(_facts(question)), "problem": problem}
        author = msgspec.json.encode(about)
    return Fragment(
        entry=entry,
        asked=folded("\n".join(texts[name] for name in _ASKED_TEXTS)),
        answer=folded("\n".join(texts[name] for name in _ANSWER_TEXTS)) if recipe.answers else "",
        page=msgspec.json.encode(page),
        author=author,
        drawing=_drawing(question, recipe),
    )


def folded(text: str) -> str:
    """Return a text as it is searched: no accents, plain signs, one space between words; the case stays."""
    plain = text.translate(_FOLDED)
    if not plain.isascii():
        parted = unicodedata.normalize("NFKD", plain)
        plain = "".join(char for char in parted if not unicodedata.combining(char))
    return " ".join(plain.split())


def _documents(question: QuestionFile, recipe: Recipe) -> tuple[list[Document], dict[str, Any], str]:
    """Return the default instance and variants, as documents of one question each, and its fields filled in.

    Of what cannot be shown there are none, and the last says why.
    """
    path, data = question.document.path, question.data
    try:
        variants = [make_variant(data, path)]
        if has_parameters(data):
            variants += _variants(data, path)
            data = filled(data, values_of(data))
        return [_document(variant, recipe) for variant in variants], data, ""
    except _UNUSABLE as error:
        return [], question.data, str(error).splitlines()[0]


def _variants(data: dict[str, Any], path: Path | None) -> list[Variant]:
    made = []
    for seed in range(1, VARIANTS + 1):
        try:
            made.append(make_variant(data, path, str(seed)))
        except _UNUSABLE:
            break  # the audit tells of it
    return made


def _document(variant: Variant, recipe: Recipe) -> Document:
    alone = AssembledSet("question", "Question", SetKind.EXERCISES, "", ())
    shown = Answers.COLLAPSED if recipe.answers else Answers.NONE
    return build(alone, [(QuestionGroup("", ()), [variant])], answers=shown, figure_folders=recipe.figures)


def _view(document: Document, recipe: Recipe) -> str:
    environment = page_environment(TemplateSettings(recipe.templates), ENGLISH)
    item = document.items[0]
    return templates.render(
        environment,
        "render/html/item.html.j2",
        item=item,
        heading="h2",
        label="h3",
        answers=document.answers.value,
        anchors={related: f"/q/{related}" for related in item.related},
    )


def _plain_view(texts: Mapping[str, str], recipe: Recipe) -> str:
    """Return the texts of a question that is not valid, as far as there are any."""
    environment = page_environment(TemplateSettings(recipe.templates), ENGLISH)
    shown = ("scenario", "question", *(("answer", "math") if recipe.answers else ()))
    return templates.render(environment, "site/invalid.html.j2", texts=texts, shown=shown)


def _drawing(question: QuestionFile, recipe: Recipe) -> tuple[str, bytes] | None:
    """Return the drawing of a question; of one that may come to be, its name without a digest."""
    name = question.text(("visual", "path"))
    path = question.document.path
    if not name or path is None or "\0" in name:
        return None
    track = question.text(("track",)) or ""
    places = [path.parent, *(place for folder in recipe.figures for place in (folder, folder / track))]
    found = next((place / name for place in places if os.path.isfile(place / name)), places[0] / name)  # noqa: PTH113
    return str(found), digest_of(found)


def _entry(
    record: Record, item: Item | None, texts: Mapping[str, str], claims: Sequence[dict[str, Any]],
    question: QuestionFile,
) -> dict[str, Any]:  # fmt: skip
    names = names_of(question.settings.root)
    told = "\n".join(texts[name] for name in ("title", "scenario", "question", "math"))
    devices = dict.fromkeys(device.entries[0].id for device in islice(names.find(told), 50))
    formulas = dict.fromkeys(claim["formula"] for claim in claims if claim["formula"])
    verdicts = [claim["verdict"] for claim in claims]
    return {
        "id": record.id,
        "title": item.title if item is not None else record.title,
        **pick(record, "track", "level", "zone", "topic", "area", "bloom", "phase", "kind", "status"),
        **pick(record, "minutes", "points"),
        "tags": list(record.tags),
        "devices": list(devices),
        "formulas": list(formulas),
        "blurb": _blurb(texts["scenario"]),
        "varies": bool(question.data.get("parameters")),
        "claims": len(verdicts),
        "unsure": sum(verdict != Verdict.OK for verdict in verdicts),
        "related": [one for one in question.items(("related",))[:20] if isinstance(one, str)],
        "chains": list(_chains(question)),
    }


def _chains(question: QuestionFile) -> Iterator[list[Any]]:
    for link in question.items(("chains",))[:20]:
        if isinstance(link, dict) and isinstance(link.get("id"), str):
            position = link.get("position")
            yield [link["id"], position if type(position) is int else 0]


def _blurb(scenario: str) -> str:
    """Return how a question begins, in a line."""
    text = " ".join(scenario[: 2 * _BLURB].translate(_MARKUP).split())
    if len(text) <= _BLURB:
        return text
    return text[:_BLURB].rsplit(" ", 1)[0].rstrip(",;:–-") + " …"


def _claims(question: QuestionFile) -> Iterator[dict[str, Any]]:
    context = FormulaContext(question)
    placed = [verified_claim(claim, context) for claim in claims_of(question)]
    placed.sort(key=lambda one: (one.line, one.column))
    for one in placed[:_MOST_CLAIMS]:
        claim = one.claim
        reading = understood(claim) if claim.computed is not None else ""
        yield {
            "verdict": str(claim.verdict),
            "text": " ".join(claim.text.split()),
            "field": one.field,
            "line": one.line,
            "formula": None if one.formula is None else one.formula.id,
            "computed": reading,
            "why": [said for said in behind(one) if said != reading],
        }


def _facts(question: QuestionFile) -> Iterator[list[Any]]:
    """Yield the facts of a question, each as text, role, subject, what is said of it, field and line."""
    for placed in placed_ledger(question).facts[:_MOST_FACTS]:
        fact = placed.told
        yield [fact.text, fact.role, fact.subject.name, fact.modality, placed.field, placed.line]
