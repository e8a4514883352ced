"""Following a page to the letter: its commands are typed, its files written, its output compared.

`python tests/docs/tutorials.py PAGE ...` writes into pages what their commands print today.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
EMPTY = "<!-- followed in an empty folder -->\n"
CLONE = "<!-- followed in a clone of this repository -->\n"
SKIPPED = "..."
"""A line of a page that stands for any lines of output."""

_BLOCK = re.compile(
    r"^<!-- file: (?P<file>\S+) -->\n```\w+\n(?P<content>.*?)^```"
    r"|^```console\n(?P<console>.*?)^```|^```sh\n(?P<script>.*?)^```",
    re.M | re.S,
)
_STANDING_IN = f"""
make() {{ command make --dry-run --directory {ROOT} "$@"; }}
quarto() {{ test -d "$2"; }}
"""
"""For programs that take long, or for ever: there has to be such a target, and something to look at."""

_EXAMPLE = re.compile(r"^\$ (?P<command>(?:.*\\\n)*.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.M)


def is_followed(page: str) -> bool:
    """Whether a page is followed from its top to its end, in a folder of its own."""
    return page.startswith((EMPTY, CLONE))


@dataclass(frozen=True, slots=True)
class Typed:
    """A command, the output that the page shows, and where in the page that begins."""

    command: str
    output: str
    start: int

    def shows(self, printed: str) -> bool:
        """Whether the page shows what was printed."""
        if SKIPPED not in self.output.split("\n"):
            return self.output == printed
        pattern = "".join(
            "(?:.*\n)*?" if line == f"{SKIPPED}\n" else re.escape(line)
            for line in self.output.splitlines(keepends=True)
        )
        return re.fullmatch(pattern, printed) is not None


@dataclass(frozen=True, slots=True)
class Written:
    """A file that the reader writes."""

    file: str
    content: str


@dataclass(frozen=True, slots=True)
class Script:
    """Commands whose output the page does not show."""

    content: str


Step = Typed | Written | Script


def steps(page: str) -> Iterator[Step]:
    """Yield what a reader does, in order.

    A comment `<!-- file: PATH -->` above a block says that it is the content of a file.
    """
    for block in _BLOCK.finditer(page):
        if block["file"] is not None:
            yield Written(block["file"], block["content"])
            continue
        if block["script"] is not None:
            yield Script(block["script"])
            continue
        yield from typed(block["console"], block.start("console"))


def typed(console: str, start: int = 0) -> Iterator[Typed]:
    """Yield the commands of a console, which starts there in its page."""
    for example in _EXAMPLE.finditer(console):
        command = re.sub(r"\s*\\\n(?:> )?\s*", " ", example["command"])
        yield Typed(command, example["output"], start + example.start("output"))


def prepare(page: str, folder: Path) -> None:
    """Put into an empty folder what a page begins with."""
    if page.startswith(CLONE):
        shutil.copytree(ROOT / "questions", folder / "questions")
        shutil.copytree(ROOT / "schema", folder / "schema")
        shutil.copytree(ROOT / "docs" / "examples", folder / "docs" / "examples")


def follow(
    todo: Iterable[Step], folder: Path, home: Path, programs: Path = BIN
) -> Iterator[tuple[Typed, str]]:
    """Take steps in a prepared folder; yield every command with what it printed.

    The folder of programs holds the `qbank` that is called.

    Raises:
        AssertionError: a command of a script fails.
    """
    environment = {**os.environ, **_environment(home, programs)}
    here = folder
    for step in todo:
        if isinstance(step, Written):
            path = here / step.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.content, encoding="utf-8")
        elif isinstance(step, Script):
            status, printed = _run(["bash", "-e", "-c", f"{_STANDING_IN}\n{step.content}"], here, environment)
            if status:
                raise AssertionError(f"{step.content}\nends with status {status} and says\n{printed}")
        elif step.command.startswith("cd "):
            here /= step.command[3:]
        else:
            yield step, _run(["bash", "-c", step.command], here, environment)[1]


def _run(command: list[str], folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout


def _environment(home: Path, programs: Path) -> dict[str, str]:
    return {
        "PATH": f"{programs}:{BIN}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(home),
        "PRE_COMMIT_HOME": str(home / "pre-commit"),
        "GIT_CONFIG_GLOBAL": str(home / "gitconfig"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Author",
        "GIT_AUTHOR_EMAIL": "author@example.org",
        "GIT_COMMITTER_NAME": "Author",
        "GIT_COMMITTER_EMAIL": "author@example.org",
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "PYTHONIOENCODING": "utf-8",
        # Whatever qbank the tools bring along, it is this one that is shown.
        "PYTHONPATH": str(ROOT / "src"),
    }


def rewritten(page: str) -> str:
    """Return a page with what its commands print today; what it skips stays skipped."""
    with TemporaryDirectory() as name:
        folder, home = Path(name, "work"), Path(name, "home")
        folder.mkdir()
        home.mkdir()
        prepare(page, folder)
        for step, printed in reversed(list(follow(steps(page), folder, home))):
            if not step.shows(printed):
                page = page[: step.start] + printed + page[step.start + len(step.output) :]
    return page


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        file = Path(argument)
        file.write_text(rewritten(file.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
