"""What the tests of this room share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from qbank.yamlio.document import Document
from qbank.yamlio.reader import read_bytes

Read = Callable[[str | bytes], Document]


@pytest.fixture
def read() -> Read:
    """Reads a text or the bytes of a file."""
    return lambda source: read_bytes(source.encode() if isinstance(source, str) else source)
