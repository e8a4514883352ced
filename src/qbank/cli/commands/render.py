"""`qbank render`: sets and questions in the formats that instructors use."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qbank.cli.errors import CommandError, note, say
from qbank.cli.filters import (
    BloomFilter,
    LevelFilter,
    TagFilter,
    TopicFilter,
    TrackFilter,
    ZoneFilter,
    read_filters,
)
from qbank.cli.options import Quiet, SettingsFile, choice, number
from qbank.model.taxonomy import Answers, SetKind

if TYPE_CHECKING:
    from qbank.render.registry import Files, Format, Output, Settings
    from qbank.render.text.document import Document
    from qbank.sets.loading import Sheet
    from qbank.sets.targets import Found

DEFAULT_TRIES = 200
MOST_TRIES = 100_000


def render(  # noqa: PLR0917 - each option is a parameter
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="TARGET",
            help="Set, question and lab files, folders, patterns, or ids such as cloud-0145 or cloud-0145@7.",
            show_default=False,
        ),
    ] = None,
    output_format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT",
            help="md, qmd, html, pdf, qti12, qti21, moodle, gift, anki or json; else told by --output.",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="PATH",
            help="A file, a folder for several files, or - for standard output.",
        ),
    ] = None,
    answers: Annotated[
        Answers | None, choice(Answers, "--answers", help="Where to show the answers, on paper and on pages.")
    ] = None,
    seed: Annotated[
        int | None,
        number("--seed", least=0, metavar="N", help="Decides drawing, order and numbers, for the set's own."),
    ] = None,
    variants: Annotated[
        int | None,
        number(
            "--variants", least=1, metavar="N", help="Make N versions (A, B, ...), each with other numbers."
        ),
    ] = None,
    check: Annotated[
        bool,
        typer.Option("--check", help="Try N variants of every question and report on them; render nothing."),
    ] = False,
    shuffle: Annotated[
        bool,
        typer.Option(
            "--shuffle", help="Draw the order of questions by the seed, and that of options for each version."
        ),
    ] = False,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="The title of the document.")
    ] = None,
    track: TrackFilter = None,
    level: LevelFilter = None,
    zone: ZoneFilter = None,
    topic: TopicFilter = None,
    bloom: BloomFilter = None,
    tag: TagFilter = None,
    count: Annotated[
        int | None, number("--count", least=1, metavar="N", help="Draw N of the questions that fit.")
    ] = None,
    config: SettingsFile = None,
    quiet: Quiet = False,
) -> int:
    """Render sets, questions, or what fits a filter, as a page, a paper, or for a learning platform.

    Without targets, the questions of the bank around the working directory are meant. Published questions
    are rendered; name a draft by its file or its id. Labs are rendered as html, md, qmd and pdf; --track
    chooses among their personas.

    Exit status: 0; with --check 1 if a variant has a fault; 2 if something could not be read or made.

    \b
    Examples:
      qbank render questions/sets/quiz.yaml --format html --output quiz.html
      qbank render cloud-0001
      qbank render --track cloud --level L2-L4 --count 1 --seed 3 --format json --output cloud.json
      qbank render questions/sets/quiz.yaml --variants 3 --shuffle --output quiz/
      qbank render questions --variants 200 --check
    """
    from qbank.bank.discovery import TargetError
    from qbank.labs.targets import find_labs
    from qbank.render.registry import RenderError
    from qbank.sets.collection import SetError
    from qbank.sets.selection import Wanted
    from qbank.sets.targets import find_sheets

    try:
        with _collector_paused():
            words = {"track": track, "level": level, "zone": zone, "topic": topic, "bloom": bloom, "tag": tag}
            labs, others = find_labs(targets or [])
            if labs:
                _refuse_for_labs(
                    others,
                    {
                        **words,
                        "count": count,
                        "seed": seed,
                        "variants": variants,
                        "title": title,
                        "check": check,
                        "shuffle": shuffle,
                    },
                )
                return _labs(labs, _format(output_format, output), answers, read_filters(words), output)
            found = find_sheets(targets or [], Wanted(read_filters(words), count), seed=seed, title=title)
            if shuffle:
                found.sheets = [replace(sheet, shuffle=True) for sheet in found.sheets]
            if not quiet:
                for remark in found.remarks:
                    note(f"note: {remark}")
            if check:
                tries = DEFAULT_TRIES if variants is None else variants
                status = _check(found.sheets, tries, output_format, output)
            else:
                form = _format(output_format, output)
                documents = _documents(found, answers, variants, config, quiet=quiet)
                status = _write(form, documents, _settings(found), output)
    except (SetError, TargetError, RenderError) as error:
        raise CommandError(str(error)) from error
    for problem in found.unreadable:
        say(f"{problem} (left out)")
    return 2 if found.unreadable else status


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Let the garbage collector rest: a document holds millions of objects, none of them garbage.

    Looking through all of them time and again would make rendering take more than in proportion.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _format(given: str | None, output: str | None) -> Format:
    """Return the format that is asked for, or the one that the name of the output tells."""
    from qbank.render.registry import formats

    known = formats()
    if given is None:
        fitting = [form for form in known.values() if output is not None and output.endswith(form.suffix)]
        if len(fitting) > 1:
            names = " or ".join(form.name for form in fitting)
            raise CommandError(f"{output}: may be {names}; say which with --format")
        return fitting[0] if fitting else known["md"]
    if given not in known:
        from qbank.nearest import nearest

        *most, last = known
        near = nearest(given, known)
        hint = f"; did you mean '{near}'?" if near else ""
        raise CommandError(f"--format takes {', '.join(most)} or {last}, not {given!r}{hint}")
    return known[given]


def _check(sheets: Sequence[Sheet], tries: int, output_format: str | None, output: str | None) -> int:
    from qbank.cli.output import emit
    from qbank.report.questions.stress import stress_json, stress_text
    from qbank.sets.collection import instance
    from qbank.sets.variants.stress import stress

    if tries > MOST_TRIES:
        raise CommandError(f"--variants takes {MOST_TRIES:,} at most with --check")
    if output_format not in {None, "json"}:
        raise CommandError(f"--check writes text, or json with --format json; not {output_format!r}")
    entries = {
        one.entry.id: one.entry for sheet in sheets for group in sheet.groups for one in group.questions
    }
    for entry in entries.values():
        instance(entry)  # what is not valid has no variants
    results = [stress(entry, tries) for entry in entries.values()]
    written = stress_json(results) if output_format == "json" else stress_text(results)
    emit(written, None if output in {None, "-"} else Path(str(output)))
    return int(any(result.faults for result in results))


def _documents(
    found: Found, answers: Answers | None, variants: int | None, config: Path | None, *, quiet: bool
) -> list[Document]:
    from qbank.render.build import Chosen, build
    from qbank.sets.ordering import MOST_VERSIONS, instances, version_names

    if variants is not None and variants > MOST_VERSIONS:
        raise CommandError(f"--variants takes {MOST_VERSIONS} at most: they are named A to Z")
    versions = ("",) if variants is None else version_names(variants)
    folders: list[Path] | None = None
    documents = []
    for sheet in found.sheets:
        shown = answers or sheet.answers or (Answers.KEY if sheet.kind is SetKind.EXAM else Answers.COLLAPSED)
        drawn = False
        for version in versions:
            groups = instances(sheet, version)
            if folders is None and any(one.question.visual for _, of_group in groups for one in of_group):
                folders = _figure_folders(found.root, config)
            drawn = drawn or any(variant.seed is not None for _, of_group in groups for variant in of_group)
            documents.append(
                build(
                    [Chosen(heading, of_group) for heading, of_group in groups],
                    identifier=sheet.identifier,
                    title=sheet.title,
                    kind=sheet.kind,
                    answers=shown,
                    intro=sheet.intro,
                    version=version,
                    seed=sheet.seed,
                    points=sheet.points,
                    figure_folders=folders or (),
                )
            )
        if len(versions) > 1 and not drawn and not sheet.shuffle and not quiet:
            note(
                f"note: {sheet.identifier}: no question has parameters, and none are shuffled; the versions "
                "differ in their names alone"
            )
    return documents


def _figure_folders(root: Path | None, config: Path | None) -> list[Path]:
    from qbank.audit.settings import SettingsError, load_settings

    if root is None:
        return []
    try:
        settings = load_settings(root, config)
    except SettingsError as error:
        raise CommandError(str(error)) from error
    return [root / folder for folder in settings.visual_folders]


def _settings(found: Found) -> Settings:
    from qbank.render.registry import Settings

    if found.root is None or not (found.root / "templates").is_dir():
        return Settings()
    return Settings(templates=(found.root / "templates",))


def _refuse_for_labs(others: Sequence[str], options: dict[str, object]) -> None:
    if others:
        raise CommandError(
            f"{others[0]}: labs cannot go together with questions and sets; render them one after the other"
        )
    given = next((name for name, value in options.items() if value and name != "track"), None)
    if given is not None:
        raise CommandError(f"--{given} is for questions and sets; a lab takes --track and --answers")


def _labs(
    files: Sequence[Path],
    form: Format,
    answers: Answers | None,
    filters: Mapping[str, tuple[str, ...]],
    output: str | None,
) -> int:
    """Render labs, each as a page or a worksheet of its own."""
    from qbank.bank.discovery import find_root
    from qbank.labs.resolve import LabError, load_of_bank
    from qbank.render.registry import Settings

    root = find_root(files[0].parent)
    tracks = filters.get("track", ())
    settings = Settings((root / "templates",)) if root and (root / "templates").is_dir() else Settings()
    made: dict[str, bytes] = {}
    try:
        for file in files:
            lab = load_of_bank(file)
            unknown = [track for track in tracks if track not in lab.personas]
            if unknown:
                there = ", ".join(lab.personas)
                raise CommandError(
                    f"{file}: --track {unknown[0]}: this lab has no such persona; it has {there}"
                )
            printed = form.render_lab(lab, settings, answers=answers or Answers.COLLAPSED, tracks=tracks)
            for name, content in _named(printed, lab.id + form.suffix).items():
                if made.setdefault(name, content) != content:
                    raise CommandError(f"two labs want to write '{name}'; give one another id")
    except LabError as error:
        raise CommandError(str(error)) from error
    return _write_files(form, made, output)


def _named(made: Output, name: str) -> Files:
    return {name: made} if isinstance(made, bytes) else made


def _write_files(form: Format, files: Files, output: str | None) -> int:
    """Write one file to where it is wanted, or several into a folder."""
    from qbank.render.writing import write_file, write_folder

    folder = output is not None and (output.endswith(("/", os.sep)) or Path(output).is_dir())
    if len(files) == 1 and not folder:
        content = next(iter(files.values()))
        if output in {None, "-"}:
            _print(form, content)
        else:
            write_file(Path(str(output)), content)
        return 0
    if output in {None, "-"} or (not folder and Path(str(output)).suffix):
        raise CommandError(f"this makes {len(files)} files ({_some(files)}); name a folder, as --output out/")
    write_folder(Path(str(output)), files)
    return 0


def _write(form: Format, documents: Sequence[Document], settings: Settings, output: str | None) -> int:
    from qbank.render.writing import write_folder

    folder = output is not None and (output.endswith(("/", os.sep)) or Path(output).is_dir())
    if len(documents) == 1 and not folder:
        made = form.render(documents[0], settings)
        return _write_files(form, _named(made, form.file_name(documents[0])), output)
    files = form.render_all(documents, settings)
    if output in {None, "-"}:
        raise CommandError(f"this makes {len(files)} files ({_some(files)}); name a folder, as --output out/")
    write_folder(Path(str(output)), files)
    return 0


def _some(files: Iterable[str]) -> str:
    names = list(files)
    return ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")


def _print(form: Format, made: bytes) -> None:
    from qbank.cli.output import emit

    if not form.text:
        raise CommandError(f"the format '{form.name}' is no text; name a file, as --output file{form.suffix}")
    emit((made.decode(),))
