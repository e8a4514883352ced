"""JSON Schema of question, set, lab, catalog and formula files, for editors and tools in other languages.

The files of `schema/` are made from here by `qbank.generate`. The schema accepts all that qbank accepts; only
qbank checks fields against each other and looks into texts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from qbank.model.catalog import CatalogFile
from qbank.model.formula import FormulaFile
from qbank.model.lab import Lab
from qbank.model.lexicon import LexiconFile
from qbank.model.question import Question
from qbank.model.results import ResultsFile
from qbank.model.set import QuestionSet

SCHEMAS: Final[Mapping[str, tuple[type[BaseModel], str]]] = {
    "question": (Question, "qbank question"),
    "set": (QuestionSet, "qbank set"),
    "lab": (Lab, "qbank lab"),
    "catalog": (CatalogFile, "qbank catalog"),
    "formula": (FormulaFile, "qbank formulas"),
    "lexicon": (LexiconFile, "qbank lexicon"),
    "results": (ResultsFile, "qbank results"),
}
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


class _Generator(GenerateJsonSchema):
    """Leaves out what an editor would only clutter its hovers with."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - given by the base class
        return False

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        described = super().default_schema(schema)
        if described.get("default", ...) is None:
            del described["default"]
        return described

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        inner = self.generate_inner(schema["schema"])
        if not isinstance(inner.get("type"), str):
            return super().nullable_schema(schema)
        # One schema with two types reads better in a hover than a choice between two schemas.
        merged = inner | {"type": [inner["type"], "null"]}
        for key, of_null in (("enum", None), ("enumDescriptions", "Left open.")):
            if key in merged:
                merged[key] = [*merged[key], of_null]
        return merged


def schema_of(name: str) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a kind of file: one of `SCHEMAS`."""
    model, title = SCHEMAS[name]
    body = model.model_json_schema(schema_generator=_Generator)
    if model is Question:
        # Stamps of audit runs, whatever they are called.
        body["patternProperties"] = {"^validation_[a-z_]+_pro$": {}}
    head = {"$schema": _DIALECT, "$id": f"urn:qbank:schema:{name}:1", "title": title}
    return head | {key: value for key, value in body.items() if key != "title"}


def text_of(name: str) -> str:
    """Return the text of the schema file of a kind of file."""
    return json.dumps(schema_of(name), indent=2, ensure_ascii=False) + "\n"
