"""`qbank lsp`: the language server for editors."""

from __future__ import annotations

import sys

from qbank.cli.errors import CommandError, missing_package
from qbank.cli.output import echo_note


def lsp() -> int:
    """Serve an editor: findings as you type, what claims come to, fixes and completion.

    An editor starts it and talks to it over standard input and output (Language Server Protocol). How to set
    up yours is in docs/editor.md. It needs `pip install 'qbank[lsp]'`.

    \b
    Examples:
      qbank lsp
    """
    try:
        from qbank.lsp.server import serve
    except ModuleNotFoundError as error:
        raise missing_package(error, "the language server", "lsp") from error
    if sys.stdin is None or sys.stdout is None:
        raise CommandError("standard input and output are closed; an editor talks to the server over them")
    if sys.stdin.isatty():
        echo_note(
            "An editor starts this and talks to it; docs/editor.md says how to set yours up. Ctrl-D ends it."
        )
    serve()
    return 0
