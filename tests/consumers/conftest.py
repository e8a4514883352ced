from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from consumers.places import Browser, started_browser

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("consumer")
    # What takes longest begins first, so that no process is left alone with it at the end.
    items.sort(key=lambda item: "large_bank" not in item.name)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of this process, which starts with the first test that needs it."""
    with started_browser() as browser:
        yield browser
