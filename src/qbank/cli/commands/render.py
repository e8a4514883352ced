"""`qbank render`: sets and questions in the formats that instructors use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from qbank.cli.banks import report_left_out
from qbank.cli.errors import CommandError
from qbank.cli.filters import Filters, takes_filters
from qbank.cli.options import Quiet, SettingsFile, argument, choice, flag, number, text
from qbank.cli.output import echo_remarks, emit
from qbank.cli.rendering import chosen_format, emit_documents, emit_files, template_settings
from qbank.labs.targets import find_labs
from qbank.model.taxonomy import Answers, SetKind
from qbank.sets import papers
from qbank.sets.loading import AssembledSet
from qbank.sets.selection import SelectionCriteria
from qbank.sets.targets import TargetSets, find_sets

if TYPE_CHECKING:
    from qbank.render.build import Documents
    from qbank.render.text.document import Document

DEFAULT_TRIES = 200
MOST_TRIES = 100_000


@takes_filters("track", "level", "zone", "topic", "bloom", "tag")
def render(  # noqa: PLR0917 - each option is a parameter
    targets: Annotated[
        list[str] | None,
        argument(
            "TARGET",
            "Set, question and lab files, folders, patterns, or ids such as cloud-0007 or cloud-0007@7.",
        ),
    ] = None,
    output_format: Annotated[
        str | None,
        text(
            "--format",
            "-f",
            metavar="FORMAT",
            help=(
                "md, qmd, slides, html, pdf, tex, docx, qti12, qti21, moodle, gift, anki or json; "
                "told by --output."
            ),
        ),
    ] = None,
    output: Annotated[
        str | None,
        text(
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
        bool, flag("--check", help="Try N variants of every question and report on them; render nothing.")
    ] = False,
    shuffle: Annotated[
        bool,
        flag(
            "--shuffle",
            help="Draw the order of questions by the seed, and that of options in versions and on platforms.",
        ),
    ] = False,
    codes: Annotated[
        bool, flag("--codes", help="Print a code such as [cloud-0001@7] at the end of each question.")
    ] = False,
    key_file: Annotated[
        bool | None,
        flag(
            "--key-file/--no-key-file",
            help="Write a key file beside each paper, to read results by; done for pdf and platforms.",
        ),
    ] = None,
    title: Annotated[str | None, text("--title", metavar="TEXT", help="The title of the document.")] = None,
    filters: Filters = {},  # noqa: B006 - never changed
    count: Annotated[
        int | None, number("--count", least=1, metavar="N", help="Draw N of the questions that fit.")
    ] = None,
    record: Annotated[
        bool,
        flag("--record", help="Note the papers in papers.jsonl of the bank, for sets to avoid."),
    ] = False,
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
      qbank render questions/sets/edge-quiz.yaml --format html --output quiz.html
      qbank render cloud-0001
      qbank render --track cloud --level L2-L4 --count 1 --seed 3 --format json --output cloud.json
      qbank render questions/sets/edge-quiz.yaml --variants 3 --shuffle --output quiz/
      qbank render questions --variants 200 --check
    """
    output = None if output == "-" else output
    labs, others = find_labs(targets or [])
    if labs:
        options = {"count": count, "seed": seed, "variants": variants, "title": title, "check": check}
        _refuse_for_labs(others, {**filters, **options, "shuffle": shuffle, "record": record})
        return _render_labs(labs, filters.get("track", ()), output_format, answers, output, quiet=quiet)
    found = find_sets(targets or [], SelectionCriteria(filters, count), seed=seed, title=title)
    if shuffle:
        found.sets = [replace(assembled, shuffle=True) for assembled in found.sets]
    if check:
        echo_remarks(found.remarks, quiet=quiet)
        tries = DEFAULT_TRIES if variants is None else variants
        status = _check_variants(found.sets, tries, output_format, output)
    else:
        form = chosen_format(output_format, output)
        if form.website:
            _leave_out_exams(found, config)
        echo_remarks(found.remarks, quiet=quiet)
        made = _documents(found, variants=variants, answers=answers, config=config, codes=codes)
        echo_remarks(made.remarks, quiet=quiet)
        beside = form.collected if key_file is None else key_file
        settings = template_settings(found.root)
        written = emit_documents(form, made.documents, settings, output, key_files=beside)
        described = dict.fromkeys(name for document in made.documents for name in form.described(document))
        echo_remarks(
            (
                f"{name}: its drawing is missing or cannot be drawn here; its description stands there"
                for name in described
            ),
            quiet=quiet,
        )
        echo_remarks(
            dict.fromkeys(one for document in made.documents for one in form.losses(document)), quiet=quiet
        )
        _echo_written(written, output, quiet=quiet)
        if record:
            _record(found, made.documents, quiet=quiet)
        status = 0
    return 2 if report_left_out(found.unreadable) else status


def _leave_out_exams(found: TargetSets, config: Path | None) -> None:
    """Leave exams, and what is held back of sites, out of a website that a folder of sets makes."""
    from qbank.audit.settings import load_settings

    if not found.listed or found.root is None:
        return
    held = {
        (found.root / path).resolve() for path in load_settings(found.root, config).site.get("hold-back", ())
    }
    kept = []
    for one in found.sets:
        is_held = one.path is not None and one.path.resolve() in held
        if one.path in found.listed and (is_held or one.kind is SetKind.EXAM):
            why = "held back" if is_held else "an exam"
            left_out = f"left out of pages for readers, for it is {why}; name its file to render it"
            found.remarks.append(f"{one.identifier}: {left_out}")
        else:
            kept.append(one)
    if not kept:
        raise CommandError("there are only exams and sets that are held back here; name a file to render it")
    found.sets = kept


def _documents(
    found: TargetSets, *, variants: int | None, answers: Answers | None, config: Path | None, codes: bool
) -> Documents:
    from qbank.render.build import documents_of

    def figure_folders() -> list[Path]:
        from qbank.audit.settings import load_settings

        if found.root is None:
            return []
        return [found.root / folder for folder in load_settings(found.root, config).visual_folders]

    return documents_of(
        found.sets,
        answers=answers,
        versions=variants,
        figure_folders=figure_folders,
        codes=codes,
        templates=template_settings(found.root).templates,
    )


def _echo_written(paths: Sequence[str], output: str | None, *, quiet: bool) -> None:
    """Say what was written, if it is anything else than the one file that was named."""
    if list(paths) != [output]:
        echo_remarks((f"wrote {path}" for path in paths), quiet=quiet)


def _record(found: TargetSets, documents: Sequence[Document], *, quiet: bool) -> None:
    if found.root is None:
        raise CommandError(f"--record: there is no bank around these questions to keep {papers.FILE} in")
    today = date.today().isoformat()
    made_papers = [
        papers.Paper(today, made.identifier, made.version, made.seed, tuple(item.id for item in made.items))
        for made in documents
    ]
    added = papers.record(found.root, made_papers)
    echo_remarks([f"{added} of {len(made_papers)} papers are new in {papers.FILE}"], quiet=quiet)


def _check_variants(
    sets: Sequence[AssembledSet], tries: int, output_format: str | None, output: str | None
) -> int:
    from qbank.report.questions.stress import stress_json, stress_text
    from qbank.sets.variants.checked import checked_variant
    from qbank.sets.variants.stress import stress

    if tries > MOST_TRIES:
        raise CommandError(f"--variants takes {MOST_TRIES:,} at most with --check")
    if output_format not in {None, "json"}:
        raise CommandError(f"--check writes text, or json with --format json; not {output_format!r}")
    questions = {
        chosen.question.id: chosen.question
        for assembled in sets
        for group in assembled.groups
        for chosen in group.questions
    }
    for question in questions.values():
        checked_variant(question)  # what is not valid has no variants
    results = [stress(question, tries) for question in questions.values()]
    written = stress_json(results) if output_format == "json" else stress_text(results)
    emit(written, None if output is None else Path(output))
    return int(any(result.faults for result in results))


def _refuse_for_labs(others: Sequence[str], options: dict[str, object]) -> None:
    if others:
        raise CommandError(
            f"{others[0]}: labs cannot go together with questions and sets; render them one after the other"
        )
    unfit = next((name for name, value in options.items() if value and name != "track"), None)
    if unfit is not None:
        raise CommandError(f"--{unfit} is for questions and sets; a lab takes --track and --answers")


def _render_labs(
    files: Sequence[Path],
    tracks: Sequence[str],
    output_format: str | None,
    answers: Answers | None,
    output: str | None,
    *,
    quiet: bool,
) -> int:
    """Render labs, each as a page or a worksheet of its own."""
    from qbank.bank.discovery import find_root
    from qbank.labs.resolve import load_of_bank

    form = chosen_format(output_format, output)
    settings = template_settings(find_root(files[0].parent))
    labs = [load_of_bank(file) for file in files]
    for file, lab in zip(files, labs, strict=True):
        unknown = [track for track in tracks if track not in lab.personas]
        if unknown:
            there = ", ".join(lab.personas)
            raise CommandError(f"{file}: --track {unknown[0]}: this lab has no such persona; it has {there}")
        if not tracks and len(lab.personas) > 1 and form.name != "html":  # the page lets readers choose one
            remark = (
                f"{lab.id}: for all {len(lab.personas)} tracks; --track {next(iter(lab.personas))} is for one"
            )
            echo_remarks([remark], quiet=quiet)
    made = form.render_labs(labs, settings, answers=answers or Answers.COLLAPSED, tracks=tracks)
    _echo_written(emit_files(form, made, output), output, quiet=quiet)
    return 0
