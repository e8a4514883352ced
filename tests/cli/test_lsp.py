"""`qbank lsp` as a command; what it says to an editor is tested in `tests/lsp`."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def _message(**content: object) -> str:
    body = json.dumps({"jsonrpc": "2.0", **content})
    return f"Content-Length: {len(body)}\r\n\r\n{body}"


def test_an_editor_that_goes_away_ends_it(spawn: Run) -> None:
    asked = _message(
        id=1, method="initialize", params={"capabilities": {}, "processId": None, "rootUri": None}
    )
    done = spawn("lsp", given=asked)
    assert done.returncode == 0
    answer = json.loads(done.stdout.partition("\r\n\r\n")[2])["result"]
    assert answer["serverInfo"]["name"] == "qbank"
    assert answer["capabilities"]["hoverProvider"] is True
    assert answer["capabilities"]["textDocumentSync"]["change"] == 1


def test_what_is_no_protocol_is_no_crash(start: Run) -> None:
    done = start("lsp", given="Content-Length: 5\r\n\r\n{{{{{" + _message(method="exit"))
    assert (done.returncode, done.stdout.count("window/showMessage")) == (0, 1)


def test_without_the_extra_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("qbank.lsp", "pygls", "lsprotocol"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    monkeypatch.setitem(sys.modules, "pygls", None)
    done = run("lsp")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("install it with `pip install 'qbank[lsp]'`\n")
