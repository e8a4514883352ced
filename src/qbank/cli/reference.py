"""The page `docs/commands.md`, made from the commands themselves."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from qbank import pages
from qbank.cli.app import command_table

TEMPLATE: Final = "docs/commands.md.j2"
_VERBATIM: Final = "\b"
_EXAMPLES: Final = "Examples:"
_OPTION: Final = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
_WIDTH: Final = 118


@dataclass(frozen=True, slots=True)
class Parameter:
    """An argument or an option as the page shows it."""

    names: str
    takes: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Command:
    """A command as the page shows it; one that holds others has no parameters of its own."""

    path: str
    short: str
    usage: str
    paragraphs: tuple[str, ...]
    examples: tuple[str, ...]
    arguments: tuple[Parameter, ...]
    options: tuple[Parameter, ...]

    @property
    def anchor(self) -> str:
        """The heading's anchor, as GitHub and most renderers make it."""
        return self.path.replace(" ", "-")


def render() -> str:
    """Return the page in Markdown."""
    return pages.render(TEMPLATE, commands=list(commands(command_table())))


def commands(whole: Any, path: str = "qbank") -> Iterator[Command]:
    """Yield all commands below one, in the order of the help, each before those that it holds."""
    for name in whole.list_commands(None):
        command = whole.get_command(None, name)
        yield _described(f"{path} {name}", command)
        if hasattr(command, "commands"):
            yield from commands(command, f"{path} {name}")


def examples(help_text: str | None) -> list[str]:
    """Return the command lines that a help text gives as examples, without remarks behind them."""
    listed = (help_text or "").partition(f"{_EXAMPLES}\n")[2]
    return [re.split(r"\s{3,}", line.strip())[0] for line in listed.splitlines() if line.strip()]


def _described(path: str, command: Any) -> Command:
    said = (command.help or "").split("\n\n")
    shown = [parameter for parameter in command.params if not getattr(parameter, "hidden", False)]
    arguments = [one for one in shown if one.param_type_name == "argument"]
    options = [one for one in shown if one.param_type_name == "option" and one.name != "help"]
    words = [path, *(["COMMAND"] if hasattr(command, "commands") else [])]
    words += ["[OPTIONS]"] if options else []
    return Command(
        path=path,
        short=command.short_help or "",
        usage=" ".join([*words, *map(_in_usage, arguments)]),
        paragraphs=tuple(_filled(part) for part in said if not part.startswith(_VERBATIM)),
        examples=tuple(examples(command.help)),
        arguments=tuple(_parameter(one, _metavar(one), ()) for one in arguments),
        options=tuple(_parameter(one, ", ".join(_spelt(one)), _words(one)) for one in options),
    )


def _filled(paragraph: str) -> str:
    return textwrap.fill(_marked(paragraph), _WIDTH, break_on_hyphens=False)


def _marked(text: str) -> str:
    """Mark options as code, as far as they are not within such a mark already."""
    parts = text.split("`")
    parts[::2] = [_OPTION.sub(r"`\g<0>`", part) for part in parts[::2]]
    return "`".join(parts)


def _spelt(option: Any) -> list[str]:
    return [f"`{name}`" for name in (*option.opts, *option.secondary_opts)]


def _metavar(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper()).removesuffix("...")


def _in_usage(argument: Any) -> str:
    word = _metavar(argument) + ("..." if argument.nargs == -1 else "")
    return word if argument.required else f"[{word}]"


def _words(option: Any) -> tuple[str, ...]:
    """Return the words that an option takes, or the one that stands for its value; nothing for a flag."""
    if getattr(option, "is_flag", False):
        return ()
    return tuple(_metavar(option).strip("<>").split("|"))


def _parameter(parameter: Any, names: str, words: tuple[str, ...]) -> Parameter:
    remarks = []
    default = parameter.default
    # A default of no words is told by the help; that of a flag is that it is not given.
    if isinstance(default, str | int) and not isinstance(default, bool):
        remarks.append(f"default: {default}")
    if getattr(parameter, "multiple", False):
        remarks.append("may be repeated")
    meaning = _marked(parameter.help or "").replace("|", "\\|")
    if remarks:
        meaning = f"{meaning.removesuffix('.')} ({'; '.join(remarks)})."
    return Parameter(names, ", ".join(f"`{word}`" for word in words), meaning)
