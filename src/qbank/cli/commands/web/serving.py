"""`qbank site --serve`: the site on this machine alone, built again at every save."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from qbank.bank.discovery import SETTINGS_FILE
from qbank.cli.errors import CommandError
from qbank.cli.output import echo_note
from qbank.cli.watching import watch
from qbank.quoting import reason

HOST: Final = "127.0.0.1"

_WATCHED: Final = ("questions", "schema", "templates", "results")
_STAMP: Final = "/qbank-stamp"
_SCRIPT: Final = "/qbank-reload.js"
_RELOAD: Final = b"""\
"use strict";
(() => {
  let known = "";
  setInterval(async () => {
    try {
      const stamp = await (await fetch("qbank-stamp", { cache: "no-store" })).text();
      if (known && stamp !== known) location.reload();
      known = stamp;
    } catch { /* the server is building, or gone */ }
  }, 700);
})();
"""


def serve(root: Path, folder: Path, make: Callable[[], str], port: int) -> int:
    """Build, serve, and build again whenever a file of the bank has changed, until Ctrl-C.

    Raises:
        CommandError: the port cannot be had.
    """
    stamp = _Stamp()
    try:
        server = ThreadingHTTPServer((HOST, port), partial(_Handler, directory=str(folder), stamp=stamp))
    except OSError as error:
        hint = "another program may use it; name one with --port, or 0 for any"
        raise CommandError(f"--port {port}: {reason(error)}; {hint}") from error
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://{HOST}:{server.server_port}/"

    def run(_: frozenset[Path]) -> None:
        said = make()
        stamp.count += 1
        echo_note(f"{said}\nserving {address}")

    try:
        return watch(partial(_files, root), run)
    finally:
        server.shutdown()
        server.server_close()


class _Stamp:
    """How often the site was built: pages look at it, and load anew when it has changed."""

    count = 0


def _files(root: Path) -> Iterator[Path]:
    yield from (root / name for name in (SETTINGS_FILE, "pyproject.toml"))
    for watched in _WATCHED:
        for folder, folders, names in os.walk(root / watched):
            folders[:] = [name for name in folders if not name.startswith(".")]
            yield from (Path(folder, name) for name in names if not name.startswith("."))


class _Handler(SimpleHTTPRequestHandler):
    """Serves the files of a site, to this machine alone, with what makes pages load anew."""

    def __init__(self, *arguments: Any, stamp: _Stamp, **named: Any) -> None:
        self._stamp = stamp
        super().__init__(*arguments, **named)

    def do_GET(self) -> None:
        """Answer a request; another site's page that reaches us by a name of its own is refused."""
        if self.headers.get("Host", "").partition(":")[0] not in {HOST, "localhost"}:
            self.send_error(421)
            return
        path = self.path.partition("?")[0]
        if path == _STAMP:
            self._answer(str(self._stamp.count).encode(), "text/plain")
        elif path == _SCRIPT:
            self._answer(_RELOAD, "text/javascript")
        elif path in {"/", "/index.html"}:
            self._page()
        else:
            super().do_GET()

    def end_headers(self) -> None:
        """Let nothing be kept: the next build may differ."""
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing: requests are no news."""

    def _page(self) -> None:
        try:
            page = Path(self.directory, "index.html").read_bytes()
        except OSError:
            self._answer(b"The site is being built.", "text/plain")
            return
        page = page.replace(b"default-src 'none';", b"default-src 'none'; connect-src 'self';", 1)
        reload = f'<script src="{_SCRIPT[1:]}" defer></script></head>'.encode()
        self._answer(page.replace(b"</head>", reload, 1), "text/html; charset=utf-8")

    def _answer(self, content: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
