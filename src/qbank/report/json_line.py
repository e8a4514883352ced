"""JSON on one line, and the version of all our JSON documents."""

from __future__ import annotations

import json

VERSION = 1


def dumps(value: object) -> str:
    """Return a value as JSON on one line, in ASCII."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False)
