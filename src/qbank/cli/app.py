"""The commands put together: names and helps in a table, each module imported when its command is named."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from qbank import __version__
from qbank.cli.errors import WRONG_USE, CommandError
from qbank.cli.output import emit
from qbank.nearest import meant

COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "audit": ("audit:audit", "Run every rule over questions."),
    "merge": ("merge:merge", "Put the reports of shards together."),
    "verify": ("verify:verify", "Recompute the claims of questions or a text."),
    "facts": ("facts:facts", "Show what each number was taken to be of."),
    "rule": ("reference.rule:rule", "List the rules, or explain one."),
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
    "site": ("web.site:site", "Make the bank a web site that works from a disk."),
    "blueprint": ("blueprint:blueprint", "Show points and minutes of a set by topic and level."),
    "results": ("results.app:app", "See how questions fared in an exam."),
    "import": ("import_:import_", "Import questions of other formats as drafts."),
    "doctor": ("doctor:doctor", "Look at this installation, the bank and its speed."),
    "lsp": ("lsp:lsp", "Serve an editor: findings as you type, hovers, fixes."),
    "hardware": ("reference.hardware:app", "Look up hardware, with sources."),
    "formula": ("reference.formula:app", "Look up formulas, compute and solve them."),
}
"""The commands in the order of `--help`: module and what there runs the command, and the help in a line."""

_PLAIN: Final[Mapping[str, Any]] = {
    "add_completion": False,
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
}


class CommandTable(TyperGroup):
    """The command line, which imports a command when somebody names it."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - as the parser calls it
        """Return the names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - as the parser calls it
        """Return a command.

        Raises:
            CommandError: there is none of that name.
        """
        if cmd_name not in COMMANDS:
            hint = meant(cmd_name, COMMANDS)
            raise CommandError(f"no such command {cmd_name!r}{hint} (see `qbank --help`)")
        if cmd_name not in self.commands:
            self.commands[cmd_name] = _load(cmd_name)
        return self.commands[cmd_name]

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - as the parser calls it
        """Write names and one-line helps, for which no command is imported."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, short_help) for name, (_, short_help) in COMMANDS.items()])


def command_table() -> CommandTable:
    """Return the whole command line as the parser wants it."""
    app = typer.Typer(
        name="qbank",
        cls=CommandTable,
        epilog="Exit status: 0 clean, 1 findings, 2 wrong use, unreadable input or an internal error.",
        **{**_PLAIN, "add_completion": True},
    )
    app.callback(invoke_without_command=True)(_common)
    table = typer.main.get_command(app)
    if not isinstance(table, CommandTable):
        raise TypeError("a class of its own was asked for")
    _read_plainly(table)
    return table


def show_help(context: typer.Context) -> None:
    """Show the help of a command that holds others, when none of these is named: wrong use."""
    if context.invoked_subcommand is None:
        emit((f"{context.get_help()}\n",))
        raise typer.Exit(WRONG_USE)


def _version(asked: bool) -> None:
    if asked:
        emit((f"qbank {__version__}\n",))
        raise typer.Exit


def _common(
    context: typer.Context,
    _: Annotated[
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
      qbank render cloud-0001        a question to read, print or take elsewhere
      qbank import quiz.xml          questions of a learning platform, as drafts
    """
    show_help(context)


def _load(name: str) -> Any:
    place, short_help = COMMANDS[name]
    module, _, attribute = place.partition(":")
    loaded = getattr(import_module(f"qbank.cli.commands.{module}"), attribute)
    app = typer.Typer(**_PLAIN)
    app.callback()(lambda: None)
    if isinstance(loaded, typer.Typer):
        loaded.callback(invoke_without_command=True)(show_help)
        app.add_typer(loaded, name=name, short_help=short_help)
    else:
        app.command(name, short_help=short_help)(loaded)
    command = typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
    _read_plainly(command)
    _tell_status(command)
    return command


_STATUS: Final = "Exit status: 0 done; 2 wrong use, or something that cannot be read or written."


def _tell_status(command: Any) -> None:
    """Put the exit status into the help of a command that does not tell one of its own."""
    for inner in getattr(command, "commands", {}).values():
        _tell_status(inner)
    if "xit status" not in (command.help or "") and not hasattr(command, "commands"):
        text, mark, examples = (command.help or "").partition("\n\n\b\nExamples:")
        command.help = f"{text.rstrip()}\n\n{_STATUS}{mark}{examples}"


_PARSERS: Final[Mapping[Any, Any]] = {Path: Path}
"""How values are read whose options name no parser; others are texts."""


def _read_plainly(command: Any) -> None:
    """Let the values of a command, or of all commands in it, be read by the parsers of its options alone.

    Newer versions of typer read each value with pydantic, be it given or not, and importing that takes a
    quarter of the time of an audit of one file.
    """
    for inner in getattr(command, "commands", {}).values():
        _read_plainly(inner)
    # Among these is `--help`, which `command.params` lacks.
    for parameter in command.get_params(command.context_class(command)):
        if (descriptor := getattr(parameter, "type_descriptor", None)) is not None:
            parser = descriptor.parameter_info.parser or _PARSERS.get(descriptor.annotation, str)
            parameter.process_value = partial(_value, parameter, parser)


def _value(parameter: Any, parser: Any, ctx: Any, value: Any) -> Any:
    if isinstance(value, bool) or (parameter.required and not value):
        return type(parameter).process_value(parameter, ctx, value)  # a flag, or what is missing
    if parameter.multiple or parameter.nargs == -1:
        return [parser(item) for item in value or ()]
    if value is None:
        return None
    return tuple(map(parser, value)) if parameter.nargs > 1 else parser(value)
