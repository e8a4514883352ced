"""What the tests of this room share: the ways to read a file, as a fixture that reads in each of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from qbank.bank import Document, read_bytes
from qbank.yamlio import document, reader
from qbank.yamlio import events as backend

Read = Callable[[str | bytes], Document]


@pytest.fixture(params=["libyaml", "python", "plain form"])
def read(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Read:
    """Reads a text with libyaml, with PyYAML's own parser, and as plain form where that is what it is."""
    if request.param == "libyaml" and backend.libyaml_missing():
        pytest.skip("PyYAML was built without libyaml")
    if request.param != "plain form":
        parser = backend.libyaml_parser if request.param == "libyaml" else backend.python_parser
        monkeypatch.setattr(reader, "read_plain_form", lambda _text: None)
        monkeypatch.setattr(reader, "default_parser", parser)
        monkeypatch.setattr(document, "default_parser", parser)
    return lambda source: read_bytes(source.encode() if isinstance(source, str) else source)
