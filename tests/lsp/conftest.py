from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from lsp.session import IMPATIENT, Client, session
from rules.rule_examples import laid_over

PLACE = "questions/cloud/memory/cloud-0001.yaml"


class Editor:
    """A session with a bank; `run` lets it go on until something is done."""

    def __init__(self, root: Path, client: Client, runner: asyncio.Runner) -> None:
        self.root, self.client, self.run = root, client, runner.run
        self.uri = (root / PLACE).as_uri()

    def question(self, snippet: str = "") -> str:
        return laid_over(snippet, PLACE)


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """One session for a whole module, for starting a server costs a second; documents are closed between."""
    root = tmp_path_factory.mktemp("bank")
    for id_ in ("cloud-0001", "cloud-0002"):
        path = root / f"questions/cloud/memory/{id_}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(laid_over("", path.relative_to(root).as_posix()), encoding="utf-8")
    with asyncio.Runner() as runner:
        started = session(root, server=IMPATIENT)
        client = runner.run(started.__aenter__())
        try:
            yield Editor(root, client, runner)
        finally:
            runner.run(started.__aexit__(None, None, None))
    assert client.status == 0
    # That a text cannot be formatted is said each time.
    assert [said for said in client.said if not said.startswith("qbank: line ")] in (
        [],
        ["qbank: cloud-0001.yaml is too long to be read at every key; `qbank audit` reads it"],
    )
