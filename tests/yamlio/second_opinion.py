"""ruamel.yaml as a reader, held to the YAML 1.2 core schema."""

from __future__ import annotations

from typing import Any

from qbank.yamlio.dump import round_trip_yaml


def load(text: str) -> Any:
    """The data of a YAML text as ruamel.yaml reads it, as plain dicts, lists and scalars.

    Raises ruamel.yaml.error.YAMLError where the text is no YAML or repeats a key.
    """
    return plain(round_trip_yaml().load(text))


def plain(value: Any) -> Any:
    """What ruamel.yaml read, without the types it uses to remember how that was written."""
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    for kind in (str, bool, int, float):
        if isinstance(value, kind):
            return kind(value)
    return value if value is None else _scalar_boolean(value)


def _scalar_boolean(value: Any) -> Any:
    raise TypeError(f"ruamel.yaml read a {type(value).__name__}, which YAML 1.2 core does not know")
