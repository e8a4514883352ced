"""What the tests of this room share: the two parsers, as a fixture that reads with each of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from qbank.bank import Document, backend, document, read_bytes, reader

Read = Callable[[str | bytes], Document]


@pytest.fixture(params=["libyaml", "python"])
def read(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Read:
    """Reads a text, once with libyaml and once with PyYAML's own parser."""
    if request.param == "libyaml" and backend.libyaml_missing():
        pytest.skip("PyYAML was built without libyaml")
    parser = backend.libyaml_parser if request.param == "libyaml" else backend.python_parser
    monkeypatch.setattr(reader, "default_parser", parser)
    monkeypatch.setattr(document, "default_parser", parser)
    return lambda source: read_bytes(source.encode() if isinstance(source, str) else source)
