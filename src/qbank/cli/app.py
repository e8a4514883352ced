"""The commands put together."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Annotated, Final

import typer
from typer.core import TyperGroup

from qbank.cli.plain_values import read_plainly

_COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "audit": ("audit:audit", "Run every rule over questions."),
    "merge": ("merge:merge", "Put the reports of shards together."),
    "verify": ("verify:verify", "Recompute the claims of questions or a text."),
    "rule": ("rule:rule", "List the rules, or explain one."),
    "init": ("init:init", "Start a bank."),
    "new": ("new:new", "Add a question to fill in."),
    "move": ("move:move", "Move a question and all references to it."),
    "fmt": ("fmt:fmt", "Write questions in their canonical form."),
    "list": ("listing:list_questions", "Find questions by filters and words."),
    "show": ("show:show", "Read a question in the terminal."),
    "stats": ("stats:stats", "Count questions by track, level, zone and topic."),
    "duplicates": ("duplicates:duplicates", "Find questions that are nearly the same."),
    "diff": ("diff:diff", "Say what changed between revisions, by question."),
    "export": ("export:export", "Write questions as tables: SQLite or CSV."),
    "render": ("render:render", "Render sets and questions as pages, papers and quizzes."),
    "import": ("import_:import_", "Import questions of other formats as drafts."),
    "lsp": ("lsp:lsp", "Serve an editor: findings as you type, hovers, fixes."),
    "hardware": ("hardware:app", "Look up hardware, with sources."),
    "formula": ("formula:app", "Look up formulas, compute and solve them."),
}
"""The commands in the order of `--help`: module and what there runs the command, and the help in a line."""


def _version(asked: bool) -> None:
    if asked:
        from qbank import __version__
        from qbank.cli.output import emit

        emit((f"qbank {__version__}\n",))
        raise typer.Exit


def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Audit a bank of ML-systems questions, and recompute the napkin math in their answers.

    \b
    Examples:
      qbank audit                    every rule over the bank in this folder
      qbank verify --text "70e9 * 2 bytes = 140 GB"
      qbank rule QB301               what a rule means and what to do
      qbank new cloud tail-latency   a question to fill in
      qbank hardware show a100       what a device can do, and who says so
      qbank list kv cache            questions that hold these words
      qbank render cloud-0001        a question to read, in one of ten formats
      qbank import quiz.xml          questions of a learning platform, as drafts
    """


def group(wanted: str | None = None) -> TyperGroup:
    """Return the command line as the parser wants it; if `wanted` is a command, with that command alone."""
    app = typer.Typer(
        name="qbank",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        epilog="Exit status: 0 clean, 1 findings, 2 wrong use, unreadable input or an internal error.",
    )
    app.callback()(_common)
    for name in (wanted,) if wanted is not None and wanted in _COMMANDS else _COMMANDS:
        place, said = _COMMANDS[name]
        module, _, attribute = place.partition(":")
        command = getattr(import_module(f"qbank.cli.commands.{module}"), attribute)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name, short_help=said)
        else:
            app.command(name, short_help=said)(command)
    made = typer.main.get_command(app)
    if not isinstance(made, TyperGroup):
        raise TypeError("several commands make a group")
    read_plainly(made)
    return made
