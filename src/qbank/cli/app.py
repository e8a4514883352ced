"""The commands put together."""

from __future__ import annotations

from typing import Annotated

import typer
from typer.core import TyperGroup

from qbank.cli import (
    audit,
    diff,
    duplicates,
    export,
    fmt,
    formula,
    hardware,
    import_,
    init,
    listing,
    lsp,
    merge,
    move,
    new,
    render,
    rule,
    show,
    stats,
    verify,
)

app = typer.Typer(
    name="qbank",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    epilog="Exit status: 0 clean, 1 findings, 2 wrong use, unreadable input or an internal error.",
)
app.command(short_help="Run every rule over questions.")(audit.audit)
app.command(short_help="Put the reports of shards together.")(merge.merge)
app.command(short_help="Recompute the claims of questions or a text.")(verify.verify)
app.command(short_help="List the rules, or explain one.")(rule.rule)
app.command(short_help="Start a bank.")(init.init)
app.command(short_help="Add a question to fill in.")(new.new)
app.command(short_help="Move a question and all references to it.")(move.move)
app.command(short_help="Write questions in their canonical form.")(fmt.fmt)
app.command("list", short_help="Find questions by filters and words.")(listing.list_questions)
app.command(short_help="Read a question in the terminal.")(show.show)
app.command(short_help="Count questions by track, level, zone and topic.")(stats.stats)
app.command(short_help="Find questions that are nearly the same.")(duplicates.duplicates)
app.command(short_help="Say what changed between revisions, by question.")(diff.diff)
app.command(short_help="Write questions as tables: SQLite or CSV.")(export.export)
app.command(short_help="Render sets and questions as pages, papers and quizzes.")(render.render)
app.command("import", short_help="Import questions of other formats as drafts.")(import_.import_)
app.command(short_help="Serve an editor: findings as you type, hovers, fixes.")(lsp.lsp)
app.add_typer(hardware.app, short_help="Look up hardware, with sources.")
app.add_typer(formula.app, short_help="Look up formulas, compute and solve them.")


def _version(asked: bool) -> None:
    if asked:
        from qbank import __version__
        from qbank.cli.output import emit

        emit((f"qbank {__version__}\n",))
        raise typer.Exit


@app.callback()
def common(
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


def group() -> TyperGroup:
    """Return the command line as the parser wants it."""
    made = typer.main.get_command(app)
    if not isinstance(made, TyperGroup):
        raise TypeError("several commands make a group")
    return made
