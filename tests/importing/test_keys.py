from __future__ import annotations

from typing import Any

import pytest

from qbank.importing.asked import Form
from qbank.importing.keys import key_in_words


@pytest.mark.parametrize(
    ("answer", "accepted", "form", "read"),
    [
        ("14 GB", "(accepted: 13.3 GB to 14.7 GB)", Form("GB"), ["13.3 GB", "14.7 GB"]),
        ("32", "(accepted: exactly 32)", Form(), [32, 32]),
        ("$2/h", "(accepted: exactly $2/h)", Form("$/h"), ["$2/h", "$2/h"]),
        ("31", "(accepted: exactly 32)", Form(), None),
        ("32", "(accepted: exactly )", Form(), None),
        ("32", "(accepted: exactly 31 to 33)", Form(), None),
    ],
)
def test_what_is_accepted(answer: str, accepted: str, form: Form, read: list[Any] | None) -> None:
    found = key_in_words(answer, accepted, form)
    assert (found and found["interval"]) == read
