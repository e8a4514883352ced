"""Following a tutorial to the letter: its commands are typed, its files written, its output compared."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_BLOCK = re.compile(
    r"^<!-- file: (?P<file>\S+) -->\n```\w+\n(?P<content>.*?)^```|^```console\n(?P<console>.*?)^```",
    re.M | re.S,
)


FOLLOWED = "<!-- followed in an empty folder -->\n"


def is_followed(page: str) -> bool:
    """Whether a page is followed from its top to its end, in a folder of its own."""
    return page.startswith(FOLLOWED)


@dataclass(frozen=True, slots=True)
class Typed:
    """A command, and the output that the page shows."""

    command: str
    output: str


@dataclass(frozen=True, slots=True)
class Written:
    """A file that the reader writes."""

    file: str
    content: str


def steps(page: str) -> Iterator[Typed | Written]:
    """Yield what a reader does, in order.

    A comment `<!-- file: PATH -->` above a block says that it is the content of a file.
    """
    for match in _BLOCK.finditer(page):
        if match["file"] is not None:
            yield Written(match["file"], match["content"])
            continue
        for example in re.split(r"^\$ ", match["console"], flags=re.M)[1:]:
            command, _, output = example.partition("\n")
            while command.endswith("\\"):
                more, _, output = output.partition("\n")
                command = f"{command[:-1].rstrip()} {more.removeprefix('> ').strip()}"
            yield Typed(command, output)


def follow(page: str, folder: Path, environment: dict[str, str]) -> Iterator[tuple[Typed, str]]:
    """Do what a page says in an empty folder; yield every command with what it printed."""
    here = folder
    for step in steps(page):
        if isinstance(step, Written):
            path = here / step.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.content, encoding="utf-8")
        elif step.command.startswith("cd "):
            here /= step.command[3:]
        else:
            done = subprocess.run(
                ["bash", "-c", step.command],
                cwd=here,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                timeout=120,
                check=False,
            )
            yield step, done.stdout
