"""The patterns that the texts of some fields match, as JSON Schema writes them, and what those cannot say."""

from __future__ import annotations

from datetime import datetime
from typing import Final

ID_PATTERN: Final = "^[a-z][a-z0-9]*(-[a-z0-9]+)+$"
REFERENCE_PATTERN: Final = "^[a-z][a-z0-9]*(-[a-z0-9]+)+(@[A-Za-z0-9_-]+)?$"
VERSION_PATTERN: Final = r"^1\.[0-9]+$"
DATE_PATTERN: Final = "^[0-9]{4}-[0-9]{2}-[0-9]{2}"
NAME_PATTERN: Final = "^[A-Za-z_][A-Za-z0-9_]*$"
VISUAL_PATTERN: Final = r"^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\.svg$"
LOGO_PATTERN: Final = r"^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\.(svg|png|jpg|jpeg)$"
LANGUAGE_PATTERN: Final = "^[a-z]{2,3}(-[A-Za-z]{2,4})?$"
RANGE_PATTERN: Final = r"^([0-9]+(\.[0-9]+)?(-([0-9]+(\.[0-9]+)?)?)?|-[0-9]+(\.[0-9]+)?)$"
SOMETHING_PATTERN: Final = r"\S"
SCENARIO_PATTERN: Final = r"\S[\s\S]{28,}\S"
"""At least 30 characters, blanks around them not counted."""


def is_moment(text: str) -> bool:
    """Whether a text, which matches `DATE_PATTERN`, is a day of the calendar, or a moment of one."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
