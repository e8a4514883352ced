"""Values as YAML, written by ruamel.yaml held to the YAML 1.2 core schema.

Nothing here is needed to read a file, and the import is slow; import this module only where a value is
written.
"""

from __future__ import annotations

from functools import lru_cache
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
    PlainScalarString,
    SingleQuotedScalarString,
)
from ruamel.yaml.tag import Tag

from qbank import lazy_re
from qbank.yamlio.scalars import resolve

_UNBROKEN = 1 << 20
# What stands on no line, or what YAML readers refuse to see raw.
_NEEDS_ESCAPES = lazy_re.compile(
    "[^\t -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)

_TAGS = {
    str: Tag(suffix="tag:yaml.org,2002:str"),
    bool: Tag(suffix="tag:yaml.org,2002:bool"),
    int: Tag(suffix="tag:yaml.org,2002:int"),
    float: Tag(suffix="tag:yaml.org,2002:float"),
    type(None): Tag(suffix="tag:yaml.org,2002:null"),
}
_STYLES = {
    "'": SingleQuotedScalarString,
    '"': DoubleQuotedScalarString,
    "": PlainScalarString,
}
# Brackets and braces give a meaning to more characters, and parsers disagree about some of them.
_SAFE_IN_FLOW = lazy_re.compile(r"\w(?:[\w ./-]*\w)?")
# What ruamel.yaml writes as it is; most values are such, and to set it up for each takes milliseconds.
_WORDS = lazy_re.compile(r"""[A-Za-z0-9][!"$-9;-~]*(?: [!"$-9;-~]+)*""")
_SENTENCE = lazy_re.compile(r"[!-&(-~]+(?: [!-&(-~]+)*")
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


def needs_escapes(line: str) -> bool:
    """Whether a text holds what cannot stand on a line as it is, as a line end or an invisible character."""
    return _NEEDS_ESCAPES.search(line) is not None


def round_trip_yaml() -> YAML:
    """A ruamel.yaml instance for YAML 1.2 core that breaks no lines."""
    yaml = YAML(typ="rt")
    yaml.Resolver = _CoreResolver
    yaml.Representer = _Representer
    yaml.preserve_quotes = True
    yaml.width = _UNBROKEN
    return yaml


def dump_scalar(value: Any, *, style: str | None = None) -> str:
    """A single value as it stands behind the colon of a field: plain if that is safe, else in quotes.

    `style` is for a text. One of several lines is in double quotes. Raises TypeError for a value that no
    question file can hold.
    """
    if isinstance(value, str) and style is None:
        style = '"' if needs_escapes(value) else _style_for(value, flow=False)
        if style == "" and _WORDS.fullmatch(value):
            return value
        if style == "'" and _SENTENCE.fullmatch(value):
            return f"'{value}'"
    if type(value) is int:
        return str(value)
    written = _dumped(CommentedMap(k=_prepared(value, style)))
    return written.removeprefix("k:").removesuffix("...\n").strip()


def dump_flow(value: Any) -> str:
    """A value as it stands on one line, with brackets and braces. Raises TypeError as `dump_scalar` does."""
    # In a list, ruamel.yaml would leave out the braces of a mapping with a single field.
    return _dumped(_prepared({"k": value}, None)).strip().removeprefix("{k: ").removesuffix("}")


def _dumped(prepared: Any) -> str:
    out = StringIO()
    _writer().dump(prepared, out)
    return out.getvalue()


@lru_cache(maxsize=1)
def _writer() -> YAML:
    """Return the instance that values are written with: to make one looks for plug-ins on the disk."""
    return round_trip_yaml()


def _prepared(value: Any, style: str | None) -> Any:
    """A value in the types by which ruamel.yaml knows how to write it; `style` is for a text."""
    if isinstance(value, str):
        return _STYLES[_style_for(value, flow=True) if style is None else style](value)
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, list):
        sequence = CommentedSeq([_prepared(item, None) for item in value])
        sequence.fa.set_flow_style()
        return sequence
    if isinstance(value, dict):
        mapping = CommentedMap({_key(name): _prepared(item, None) for name, item in value.items()})
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
    # YAML 1.1 tools would read `yes`, `2026-04-01` or `1_000` as something else than text.
    tag = _YAML_1_1.resolve(pyyaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    return "" if tag == _STRING_1_1 and isinstance(resolve(text), str) else "'"
