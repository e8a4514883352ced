"""Values as YAML, written by ruamel.yaml held to the YAML 1.2 core schema.

Nothing here is needed to read a file, and the import is slow; import this module only where a value is
written.
"""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

import yaml as pyyaml
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.nodes import ScalarNode
from ruamel.yaml.representer import RoundTripRepresenter
from ruamel.yaml.resolver import VersionedResolver
from ruamel.yaml.scalarstring import (
    DoubleQuotedScalarString,
    FoldedScalarString,
    LiteralScalarString,
    PlainScalarString,
    SingleQuotedScalarString,
)
from ruamel.yaml.tag import Tag

from qbank import lazy_re
from qbank.yamlio.scalars import resolve

UNBROKEN = 1 << 20
"""A width at which no line is ever broken."""

_TAGS = {
    str: Tag(suffix="tag:yaml.org,2002:str"),
    bool: Tag(suffix="tag:yaml.org,2002:bool"),
    int: Tag(suffix="tag:yaml.org,2002:int"),
    float: Tag(suffix="tag:yaml.org,2002:float"),
    type(None): Tag(suffix="tag:yaml.org,2002:null"),
}
_STYLES = {
    "|": LiteralScalarString,
    ">": FoldedScalarString,
    "'": SingleQuotedScalarString,
    '"': DoubleQuotedScalarString,
    "": PlainScalarString,
}
# Brackets and braces give a meaning to more characters, and parsers disagree about some of them.
_SAFE_IN_FLOW = lazy_re.compile(r"\w(?:[\w ./-]*\w)?")
_YAML_1_1 = pyyaml.resolver.Resolver()
_STRING_1_1 = "tag:yaml.org,2002:str"


class _CoreResolver(VersionedResolver):
    """Resolves plain scalars as `qbank.yamlio.scalars` does: no timestamps, no `1_000`, no merge keys."""

    def resolve(self, kind: Any, value: Any, implicit: Any) -> Any:
        if kind is ScalarNode and implicit[0]:
            return _TAGS[type(resolve(str(value)))]
        return super().resolve(kind, value, implicit)


class _Representer(RoundTripRepresenter):
    """Writes `null` for None, where ruamel.yaml leaves the place empty."""

    def represent_null(self, _data: None) -> Any:
        return self.represent_scalar("tag:yaml.org,2002:null", "null")


_Representer.add_representer(type(None), _Representer.represent_null)


def round_trip_yaml(width: int = UNBROKEN, list_offset: int = 0) -> YAML:
    """A ruamel.yaml instance for YAML 1.2 core; lists stand `list_offset` columns behind their field."""
    yaml = YAML(typ="rt")
    yaml.Resolver = _CoreResolver
    yaml.Representer = _Representer
    yaml.preserve_quotes = True
    yaml.width = width
    yaml.indent(mapping=2, sequence=2 + list_offset, offset=list_offset)
    return yaml


def dump(value: Any, *, list_offset: int = 0) -> str:
    """A value as a YAML document; every text in it is written in the style that suits it.

    Raises TypeError for a value that no question file can hold.
    """
    written = _dumped(_prepared(value, None, flow=False), UNBROKEN, list_offset)
    return _dedented(written, list_offset) if isinstance(value, list) else written


def dump_flow(value: Any) -> str:
    """A value as it stands on one line, with brackets and braces. Raises TypeError as `dump` does."""
    # In a list, ruamel.yaml would leave out the braces of a mapping with a single field.
    written = _dumped(_prepared({"k": value}, None, flow=True), UNBROKEN, 0)
    return written.strip().removeprefix("{k: ").removesuffix("}")


def dump_field(
    value: Any,
    *,
    style: str | None = None,
    width: int = UNBROKEN,
    list_offset: int = 0,
    in_list: bool = False,
) -> str:
    """A value as it stands behind the colon of a field, or behind the dash of a list, at the left margin.

    `style` is for a value that is a text. Raises TypeError for a value that no question file can hold.
    """
    prepared = _prepared(value, style, flow=False)
    if in_list:
        written = _dedented(_dumped(CommentedSeq([prepared]), width, list_offset), list_offset)
    else:
        written = _dumped(CommentedMap(k=prepared), width, list_offset)
    return written.removeprefix("-" if in_list else "k:").removesuffix("...\n").removesuffix("\n")


def _dumped(prepared: Any, width: int, list_offset: int) -> str:
    out = StringIO()
    round_trip_yaml(width, list_offset).dump(prepared, out)
    return out.getvalue()


def _dedented(written: str, columns: int) -> str:
    """A list that is a whole document without the indentation ruamel.yaml gives it as if it had a field."""
    return re.sub(rf"^ {{{columns}}}", "", written, flags=re.MULTILINE) if columns else written


def _prepared(value: Any, style: str | None, flow: bool) -> Any:
    if isinstance(value, str):
        return _STYLES[_style_for(value, flow) if style is None else style](value)
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, list):
        sequence = CommentedSeq([_prepared(item, None, flow) for item in value])
        if flow:
            sequence.fa.set_flow_style()
        return sequence
    if isinstance(value, dict):
        mapping = CommentedMap({_key(name): _prepared(item, None, flow) for name, item in value.items()})
        if flow:
            mapping.fa.set_flow_style()
        return mapping
    raise TypeError(f"a question file cannot hold a {type(value).__name__}")


def _key(name: Any) -> Any:
    if not isinstance(name, str):
        raise TypeError(f"the name of a field must be text, not a {type(name).__name__}")
    return _STYLES[_style_for(name, flow=True)](name)


def _style_for(text: str, flow: bool) -> str:
    if flow and not _SAFE_IN_FLOW.fullmatch(text):
        return "'" if text.isprintable() else '"'
    if "\n" in text:
        return "|"
    # YAML 1.1 tools would read `yes`, `2026-04-01` or `1_000` as something else than text.
    tag = _YAML_1_1.resolve(pyyaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    return "" if tag == _STRING_1_1 and isinstance(resolve(text), str) else "'"
