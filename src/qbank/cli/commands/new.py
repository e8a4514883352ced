"""`qbank new`: a question to fill in."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from qbank.cli.errors import CommandError, note, say
from qbank.cli.options import Quiet

if TYPE_CHECKING:
    from qbank.authoring.scaffold import Plan

Word = TypeVar("Word", bound=StrEnum)


def new(  # noqa: PLR0917 - each option is a parameter
    track: Annotated[str, typer.Argument(metavar="TRACK", help="cloud, edge, mobile, tinyml or global.")],
    topic: Annotated[str, typer.Argument(metavar="TOPIC", help="A topic, such as kv-cache-management.")],
    level: Annotated[
        str | None,
        typer.Option(
            "--level", metavar="LEVEL", help="L1 to L6+; by default the first that suits the zone, or L3."
        ),
    ] = None,
    zone: Annotated[
        str | None,
        typer.Option("--zone", metavar="ZONE", help="By default the first that is expected at the level."),
    ] = None,
    kind: Annotated[
        str, typer.Option("--kind", metavar="KIND", help="open, choice, numeric, exercise, memo or lab.")
    ] = "open",
    title: Annotated[str | None, typer.Option("--title", metavar="TEXT", help="The title, if known.")] = None,
    area: Annotated[
        str | None,
        typer.Option("--area", metavar="AREA", help="The competency area, if not that of the topic."),
    ] = None,
    bloom: Annotated[
        str | None, typer.Option("--bloom", metavar="BLOOM", help="The Bloom level, if not the usual one.")
    ] = None,
    phase: Annotated[
        str | None, typer.Option("--phase", metavar="PHASE", help="training, inference or both.")
    ] = None,
    id_: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="An id of your own, instead of the next one.")
    ] = None,
    fetch: Annotated[
        bool, typer.Option("--fetch", help="Run `git fetch` first, to see the ids on branches of others.")
    ] = False,
    editor: Annotated[
        bool, typer.Option("--editor", "-e", help="Open the file in $VISUAL or $EDITOR.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Write the text to standard output, and no file.")
    ] = False,
    quiet: Quiet = False,
) -> int:
    """Add a question to the bank around this folder: a draft with a TODO for every text to be written.

    Its path goes to standard output. The id is the next of its track that nobody has taken: not in this
    bank, not in another worktree, and not in any commit of any branch, remote branch or tag of the
    repository. The audit lists the TODOs that are left (QB525).

    \b
    Examples:
      qbank new cloud kv-cache-management
      qbank new edge real-time-deadlines --level L4 --zone diagnosis --kind numeric
      qbank new tinyml duty-cycling --kind choice --title "A Sensor for Ten Years" --editor
    """
    from qbank.authoring.ids import allocation, taken_ids
    from qbank.authoring.ids import fetch as fetch_branches
    from qbank.authoring.scaffold import place_for, scaffold
    from qbank.bank.git import GitError
    from qbank.bank.writing import WriteError, create

    plan = _plan(
        {
            "TRACK": track,
            "TOPIC": topic,
            "--level": level,
            "--zone": zone,
            "--kind": kind,
            "--title": title,
            "--area": area,
            "--bloom": bloom,
            "--phase": phase,
        }
    )
    command = _editor() if editor else []
    root = _root()
    if fetch:
        try:
            fetch_branches(root)
        except GitError as error:
            raise CommandError(f"--fetch: {error}") from error
    with allocation(root):
        taken = taken_ids(root)
        chosen = _chosen(id_, plan, taken.ids) if id_ is not None else taken.next(plan.track)
        file = place_for(root, chosen, plan.track, plan.area)
        text = scaffold(plan, chosen, file, root)
        if not dry_run:
            try:
                create(file, text)
            except WriteError as error:
                raise CommandError(str(error)) from error
    from qbank.cli.output import emit

    shown = os.path.relpath(file)
    emit((text if dry_run else f"{shown}\n",))
    if not quiet:
        for remark in taken.remarks:
            note(f"note: {remark}")
        if not dry_run:
            note("A draft with TODOs; `qbank audit` on it lists what is left to write.")
    return _open(command, file) if command and not dry_run else 0


def _plan(given: Mapping[str, str | None]) -> Plan:
    from qbank.authoring.scaffold import Plan, usual_level, usual_zone
    from qbank.model.taxonomy import TOPICS, Area, Bloom, Level, Phase, QuestionKind, Track, Zone

    topic, title = given["TOPIC"] or "", given["--title"]
    if topic not in TOPICS:
        raise CommandError(_unknown("TOPIC", topic, TOPICS))
    area = _word(Area, "--area", given) or TOPICS[topic]
    if area is None:
        raise CommandError(f"the topic {topic} is at home in no single area; name one with --area")
    if title is not None and not 0 < len(title.strip()) <= 120:
        raise CommandError("--title takes 1 to 120 characters")
    zone = _word(Zone, "--zone", given)
    level = _word(Level, "--level", given) or (usual_level(zone) if zone is not None else Level.L3)
    return Plan(
        track=_word(Track, "TRACK", given) or Track.CLOUD,
        topic=topic,
        area=area,
        level=level,
        zone=zone or usual_zone(level),
        kind=_word(QuestionKind, "--kind", given) or QuestionKind.OPEN,
        bloom=_word(Bloom, "--bloom", given),
        phase=_word(Phase, "--phase", given),
        title=" ".join(title.split()) if title is not None else None,
    )


def _word(words: type[Word], name: str, given: Mapping[str, str | None]) -> Word | None:
    word = given[name]
    if word is None:
        return None
    try:
        return words(word)
    except ValueError:
        raise CommandError(_unknown(name, word, list(words))) from None


def _unknown(name: str, given: str, known: Iterable[str]) -> str:
    from qbank.nearest import nearest

    names = list(known)
    near = nearest(given, names)
    if near is not None:
        return f"{name}: {given!r} is unknown; did you mean '{near}'?"
    listed = f"it is one of {', '.join(names)}" if len(names) < 20 else "docs/question-format.md lists them"
    return f"{name}: {given!r} is unknown; {listed}"


def _chosen(id_: str, plan: Plan, taken: frozenset[str]) -> str:
    import re

    from qbank.model.validation.patterns import ID_PATTERN

    if not re.fullmatch(ID_PATTERN, id_) or len(id_) > 100:
        raise CommandError(f"--id: {id_!r} is no id; ids are lower-case words and numbers joined by hyphens")
    if not id_.startswith(f"{plan.track}-"):
        raise CommandError(f"--id: {id_!r} does not begin with the track '{plan.track}-'")
    if id_ in taken:
        raise CommandError(f"--id: {id_!r} is taken, here or on another branch, or was once")
    return id_


def _root() -> Path:
    from qbank.bank.discovery import find_root

    root = find_root(Path.cwd())
    if root is None:
        raise CommandError("there is no bank here; `qbank init` starts one")
    return root


def _editor() -> list[str]:
    for name in ("VISUAL", "EDITOR"):
        if given := os.environ.get(name, "").strip():
            try:
                return shlex.split(given)
            except ValueError as error:
                raise CommandError(f"--editor: {name} cannot be read: {error}") from error
    raise CommandError("--editor: neither VISUAL nor EDITOR says which one")


def _open(command: list[str], file: Path) -> int:
    try:
        status = subprocess.run([*command, str(file)], check=False).returncode
    except OSError as error:
        say(f"--editor: {command[0]} cannot be started: {(error.strerror or str(error)).lower()}")
        return 2
    if status:
        say(f"--editor: {command[0]} ended with status {status}")
    return 2 if status else 0
