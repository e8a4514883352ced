"""`qbank new`: a question to fill in."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path
from typing import Annotated

import typer

from qbank.authoring.adding import IdError, add_question
from qbank.authoring.ids import fetch as fetch_branches
from qbank.authoring.scaffold import Plan, usual_level, usual_zone
from qbank.bank.git import GitError
from qbank.cli.banks import root_to_write
from qbank.cli.errors import CommandError
from qbank.cli.options import Quiet, TextOrJson, choice, flag, text, word_argument
from qbank.cli.output import echo_error, echo_note, echo_remarks, emit, style_of
from qbank.model.taxonomy import TOPICS, Area, Bloom, Level, Phase, QuestionKind, Track, Zone
from qbank.quoting import reason
from qbank.report.json_document import VERSION, line
from qbank.report.topics import topics_text


def _list_topics(asked: bool) -> None:
    if asked:
        emit(topics_text(style_of(None)))
        raise typer.Exit


def new(  # noqa: PLR0917 - each option is a parameter
    track: Annotated[str, word_argument("TRACK", Track, "cloud, edge, mobile, tinyml or global.")],
    topic: Annotated[str, word_argument("TOPIC", TOPICS, "A topic, such as kv-cache-management.")],
    _: Annotated[
        bool,
        typer.Option(
            "--topics", callback=_list_topics, is_eager=True, help="List the topics by area, and do no more."
        ),
    ] = False,
    level: Annotated[
        Level | None,
        choice(
            Level,
            "--level",
            metavar="LEVEL",
            help="L1 to L6+; by default the first that suits the zone, or L3.",
        ),
    ] = None,
    zone: Annotated[
        Zone | None,
        choice(Zone, "--zone", metavar="ZONE", help="By default the first that is expected at the level."),
    ] = None,
    kind: Annotated[
        QuestionKind,
        choice(QuestionKind, "--kind", metavar="KIND", help="open, choice, numeric, exercise, memo or lab."),
    ] = QuestionKind.OPEN,
    title: Annotated[str | None, text("--title", metavar="TEXT", help="The title, if known.")] = None,
    area: Annotated[
        Area | None,
        choice(Area, "--area", metavar="AREA", help="The competency area, if not that of the topic."),
    ] = None,
    bloom: Annotated[
        Bloom | None, choice(Bloom, "--bloom", metavar="BLOOM", help="The Bloom level, if not the usual one.")
    ] = None,
    phase: Annotated[
        Phase | None, choice(Phase, "--phase", metavar="PHASE", help="training, inference or both.")
    ] = None,
    id_: Annotated[
        str | None, text("--id", metavar="ID", help="An id of your own, instead of the next one.")
    ] = None,
    fetch: Annotated[
        bool, flag("--fetch", help="Run `git fetch` first, to see the ids on branches of others.")
    ] = False,
    editor: Annotated[bool, flag("--editor", "-e", help="Open the file in $VISUAL or $EDITOR.")] = False,
    dry_run: Annotated[
        bool, flag("--dry-run", help="Write the text to standard output, and no file.")
    ] = False,
    output_format: TextOrJson = "text",
    quiet: Quiet = False,
) -> int:
    """Add a question to the bank around this folder: a draft with a TODO for every text to be written.

    Its path goes to standard output. The id is the next of its track that nobody has taken: not in this
    bank, not in another worktree, and not in any commit of any branch, remote branch or tag of the
    repository. The audit lists the TODOs that are left (QB525).

    \b
    Examples:
      qbank new --topics
      qbank new cloud kv-cache-management
      qbank new edge real-time-deadlines --level L4 --zone diagnosis --kind numeric
      qbank new mobile thermal-management --format json
      qbank new tinyml duty-cycling --kind choice --title "A Sensor for Ten Years" --editor
    """
    home = area or TOPICS[topic]
    if home is None:
        raise CommandError(f"the topic {topic} is at home in no single area; name one with --area")
    if title is not None and not 0 < len(title.strip()) <= 120:
        raise CommandError("--title takes 1 to 120 characters")
    level = level or (usual_level(zone) if zone is not None else Level.L3)
    plan = Plan(
        track=Track(track),
        topic=topic,
        area=home,
        level=level,
        zone=zone or usual_zone(level),
        kind=kind,
        bloom=bloom,
        phase=phase,
        title=" ".join(title.split()) if title is not None else None,
    )
    command = _editor() if editor else []
    root = root_to_write()
    if fetch:
        try:
            fetch_branches(root)
        except GitError as error:
            raise CommandError(f"--fetch: {error}") from error
    try:
        added = add_question(root, plan, id_, write=not dry_run)
    except IdError as error:
        raise CommandError(f"--id: {error}") from error
    if output_format == "json":
        data = {"path": os.path.relpath(added.file), "id": added.file.stem, "remarks": added.remarks}
        emit(line({"version": VERSION, **data, "text": added.text if dry_run else None}))
    else:
        emit((added.text if dry_run else f"{os.path.relpath(added.file)}\n",))
    if not quiet and output_format == "text":
        echo_remarks(added.remarks)
        if not dry_run:
            echo_note("A draft with TODOs; `qbank audit` on it lists what is left to write.")
    return _open(command, added.file) if command and not dry_run else 0


def _editor() -> list[str]:
    for name in ("VISUAL", "EDITOR"):
        if command := os.environ.get(name, "").strip():
            try:
                return shlex.split(command)
            except ValueError as error:
                raise CommandError(f"--editor: {name} cannot be read: {error}") from error
    raise CommandError("--editor: neither VISUAL nor EDITOR says which one")


def _open(command: list[str], file: Path) -> int:
    try:
        status = subprocess.run([*command, str(file)], check=False).returncode
    except OSError as error:
        echo_error(f"--editor: {command[0]} cannot be started: {reason(error)}")
        return 2
    if status:
        echo_error(f"--editor: {command[0]} ended with status {status}")
    return 2 if status else 0
