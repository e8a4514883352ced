from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("consumer")
    # What takes longest begins first, so that no process is left alone with it at the end.
    items.sort(key=lambda item: "large_bank" not in item.name)
