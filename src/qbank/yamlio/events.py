"""libyaml, which turns text into events and nothing more: no tags are resolved, no objects are built."""

from __future__ import annotations

from collections.abc import Callable

from yaml.events import Event

from qbank.yamlio.read_problems import LibyamlMissingError

try:
    from yaml._yaml import CParser
except ImportError as error:
    raise LibyamlMissingError(
        "PyYAML was installed without libyaml, which reads the files: reinstall it from a binary wheel "
        "(`pip install --force-reinstall --only-binary :all: PyYAML`), "
        "or install the libyaml headers and build it again"
    ) from error

NextEvent = Callable[[], Event | None]
"""Gives the next event, then None. Raises yaml.MarkedYAMLError where the text is no YAML."""


def parser(text: str) -> NextEvent:
    """Return the events of a text, parsed as they are asked for."""
    next_event: NextEvent = CParser(text).get_event
    return next_event
