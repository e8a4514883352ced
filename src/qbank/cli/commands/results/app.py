"""`qbank results`: what came of an exam."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from qbank.bank.discovery import find_root
from qbank.cli.banks import bank_root, from_here, report_left_out
from qbank.cli.errors import CommandError
from qbank.cli.options import BankFolder, Output, Quiet, TextOrJson, argument, choice, flag, path, text
from qbank.cli.output import echo_note, echo_remarks, emit, emit_as, style_of
from qbank.nearest import meant
from qbank.quoting import printable, quoted
from qbank.report.results.csv import results_csv
from qbank.report.results.json import results_json
from qbank.report.results.page import results_page
from qbank.report.results.regraded import regraded_json, regraded_text
from qbank.report.results.stored import measured_json, measured_text
from qbank.report.results.text import results_text
from qbank.results.advice import advice_on
from qbank.results.analysis import analyse
from qbank.results.exam import Exam
from qbank.results.joining import join
from qbank.results.measured import Measured, measured_questions
from qbank.results.paper_key import SUFFIX, PaperKey, read_key
from qbank.results.privacy import refuse_in_repository
from qbank.results.reading.registry import read_results
from qbank.results.regrade import Correction, regrade
from qbank.results.scores import RememberedPseudonyms, scores_csv
from qbank.results.sheet import Pseudonyms
from qbank.results.store import stored_data, write_results
from qbank.sets.bank_questions import BankQuestions
from qbank.sets.files import SetError
from qbank.sets.measured import faulty_results

app = typer.Typer(
    name="results",
    help="""Turn what platforms export after an exam into statistics of questions.

    Known are Canvas, Moodle, Gradescope, Open edX, PrairieLearn, Blackboard, Google Forms, R/exams and plain
    tables; a file is recognised by what is in it. Nothing of a person is kept or shown.

    \b
    Examples:
      qbank results show exports/quiz.csv --key quiz.key.json
      qbank results add exports/quiz.csv --key quiz.key.json
    """,
    rich_markup_mode=None,
)

KeyFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--key",
        "-k",
        parser=Path,
        metavar="FILE",
        help="A key file of the paper, one for each version; else those beside the exports.",
    ),
]
Incomplete = Annotated[
    bool,
    flag("--incomplete", help="Go on where questions of the paper could not be found in the files."),
]
Exports = Annotated[list[str], argument("EXPORT...", "Files that a platform exported, all of one exam.")]


_FORMATS = ("text", "json", "csv", "html")


@app.command("show", short_help="Show how the questions of an exam fared.")
def show(  # noqa: PLR0917 - each option is a parameter
    exports: Annotated[
        list[str] | None,
        argument(
            "EXPORT...", "Files that a platform exported, all of one exam; or sets and ids of the bank."
        ),
    ] = None,
    keys: KeyFiles = None,
    output_format: Annotated[
        str,
        choice(_FORMATS, "--format", "-f", help="text: to read; json: as data; csv: a table; html: a page."),
    ] = "text",
    output: Output = None,
    bank: BankFolder = None,
    quiet: Quiet = False,
) -> int:
    """Show how the questions of an exam fared, and what to do about it.

    Questions are found by code, id, text or place; what could not be found is listed. Of several attempts
    of a student the first one counts. Key files that lie beside the exports are taken without being named.
    A file with answers of persons is refused in a git work tree that does not ignore it.

    Without files, and for sets and ids, it shows what the bank keeps; that is written as text and json.

    Exit status: 0; 2 if a file cannot be used.

    \b
    Examples:
      qbank results show exports/quiz.csv --key quiz.key.json
      qbank results show exports/responses.csv exports/grades.csv --key quiz.key.json -f html -o quiz.html
      qbank results show exports/matrix.csv --format json
      qbank results show
    """
    kept = _kept(exports or (), bank)
    if kept is not None:
        if output_format not in {"text", "json"}:
            raise CommandError("what the bank keeps is written as text and json")
        emit_as(output_format, output, partial(measured_text, kept), partial(measured_json, kept))
        if not kept and not quiet:
            echo_note("note: the bank keeps no results; `qbank results add EXPORT` keeps those of an exam")
        return 2 if report_left_out(faulty_results(bank_root(bank))) else 0
    lookup = bank_lookup(bank)
    exam = read_exam(exports or (), keys, lookup, quiet=quiet)
    analysis = analyse(exam, lookup)
    advice = advice_on(analysis)
    match output_format:
        case "text":
            emit(results_text(analysis, advice, style_of(output)), output)
        case "json":
            emit(results_json(analysis, advice), output)
        case "csv":
            emit(results_csv(analysis), output)
        case "html":
            emit((results_page(analysis, advice),), output)
    return 0


@app.command("add", short_help="Keep in the bank how its questions fared.")
def add(  # noqa: PLR0917 - each option is a parameter
    exports: Exports,
    keys: KeyFiles = None,
    set_name: Annotated[
        str | None, text("--set", metavar="NAME", help="The set that was sat, for the one of the key file.")
    ] = None,
    day: Annotated[
        str | None,
        text("--on", metavar="DATE", help="The day of the exam, as 2026-10-01; today if left out."),
    ] = None,
    incomplete: Incomplete = False,
    bank: BankFolder = None,
    quiet: Quiet = False,
) -> int:
    """Keep in the bank how its questions fared: counts and sums by question, and nothing of a person.

    They are written to results/SET-DATE.yaml, where list, show, sets and rules find them. The same set of
    the same day is written anew. With fewer than ten students nothing is kept, and of half a paper neither,
    unless --incomplete says so.

    \b
    Examples:
      qbank results add exports/quiz.csv --key quiz.key.json --on 2026-10-01
      qbank results add exports/matrix.csv --set week-3
    """
    root = bank_root(bank)
    lookup = bank_lookup(root)
    exam = read_exam(exports, keys, lookup, quiet=quiet)
    _refuse_incomplete(exam, incomplete=incomplete, quiet=quiet)
    name = set_name or exam.set
    if not name:
        raise CommandError("name the set that was sat with --set; no key file tells it")
    strangers = [item.id for item in exam.items if lookup(item.id) is None]
    if strangers:
        raise CommandError(f"there is no question {quoted(strangers[0])} in the bank ({printable(root)})")
    analysis = analyse(exam, lookup)
    data = stored_data(analysis, advice_on(analysis), name, _day(day))
    kept = write_results(root, data)
    emit((f"{from_here(root, kept.relative_to(root).as_posix())}\n",))
    return 0


@app.command("regrade", short_help="See what another key would change.")
def regrade_exam(  # noqa: PLR0917 - each option is a parameter
    exports: Exports,
    keys: KeyFiles = None,
    correct: Annotated[
        list[str] | None,
        text(
            "--correct",
            metavar="ID=ANSWER",
            help="The right answer, in place of the key: a letter or a number.",
        ),
    ] = None,
    accept: Annotated[
        list[str] | None,
        text("--accept", metavar="ID=ANSWER", help="An answer that is right too; may be repeated."),
    ] = None,
    leave_out: Annotated[
        list[str] | None, text("--leave-out", metavar="ID", help="A question that is not to count.")
    ] = None,
    bands: Annotated[
        str, text("--bands", metavar="PERCENT,...", help="Where bands begin, in percent of the points.")
    ] = "90,80,70,60,50",
    scores: Annotated[
        Path | None,
        path("--scores", metavar="FILE", help="Write new totals in the form that the platform imports."),
    ] = None,
    incomplete: Incomplete = False,
    output_format: TextOrJson = "text",
    output: Output = None,
    bank: BankFolder = None,
    quiet: Quiet = False,
) -> int:
    """Show what a corrected key, a further right answer or a question left out would change, as counts.

    Letters are those of the question file; a number counts within the tolerance of the key. ID@C means
    version C of the paper, or variant C of the question, alone. Nothing is changed. The file of --scores
    tells of persons: it is refused where git would take it. Half a paper is refused too, unless --incomplete
    says so.

    \b
    Examples:
      qbank results regrade exports/quiz.csv --key quiz.key.json --leave-out cloud-0003
      qbank results regrade exports/quiz.csv --key quiz.key.json --leave-out cloud-0003 --format json
    """
    if scores is not None:
        refuse_in_repository(scores)
    pseudonyms = RememberedPseudonyms()
    exam = read_exam(exports, keys, bank_lookup(bank), quiet=quiet, pseudonyms=pseudonyms)
    _refuse_incomplete(exam, incomplete=incomplete, quiet=quiet)
    corrections = _corrections(correct or (), accept or (), leave_out or ())
    regraded = regrade(exam, corrections, _bands(bands))
    emit_as(output_format, output, partial(regraded_text, regraded), partial(regraded_json, regraded))
    if scores is not None:
        totals = {student.code: total for student, total in zip(exam.students, regraded.after, strict=True)}
        alone = [of for of, (change, _) in regraded.corrected.items() if change.left_out and "@" in of]
        said = "left out of some papers; the other points of these students are scaled to the whole paper"
        echo_remarks((f"{of}: {said}" for of in alone), quiet=quiet)
        emit((scores_csv(exam.set or "score", exam.sources, totals, pseudonyms),), scores)
    return 0


def _refuse_incomplete(exam: Exam, *, incomplete: bool, quiet: bool) -> None:
    """Refuse to go on with a part of the paper, where answers to the rest may be in the files."""
    said = [*exam.strangers, *filter(None, [", ".join(exam.missing)])]
    if exam.is_incomplete and not incomplete:
        left_out = "".join(f"\n  {line}" for line in exam.unmatched[:3])
        raise CommandError(
            "\n".join(said)
            + "; --incomplete goes on with the others"
            + (left_out and f". Left out:{left_out}")
        )
    echo_remarks(said, quiet=quiet)


def _corrections(
    correct: Sequence[str], accept: Sequence[str], leave_out: Sequence[str]
) -> dict[str, Correction]:
    found: dict[str, Correction] = {}
    for name, given, replaces in (("--correct", correct, True), ("--accept", accept, False)):
        for words in given:
            id_, sign, answer = words.partition("=")
            if not sign or not id_ or not answer.strip():
                raise CommandError(
                    f"{name} takes a question and an answer, such as cloud-0001=b, not {quoted(words)}"
                )
            before = found.get(id_, Correction(replaces=replaces))
            found[id_] = replace(before, accepted=(*before.accepted, answer.strip()))
    for id_ in leave_out:
        found[id_] = Correction(left_out=True)
    if not found:
        raise CommandError("say what to change with --correct, --accept or --leave-out")
    return found


def _bands(given: str) -> list[float]:
    words = [word.strip() for word in given.split(",")]
    if not all(word.isascii() and word.isdecimal() and int(word[:4]) <= 100 for word in words):
        raise CommandError(f"--bands takes percentages such as 90,80,70, not {given!r}")
    return [int(word) / 100 for word in words]


def _day(given: str | None) -> date:
    if given is None:
        return date.today()
    try:
        return date.fromisoformat(given)
    except ValueError:
        raise CommandError(f"--on takes a day such as 2026-10-01, not {given!r}") from None


def _kept(targets: Sequence[str], bank: Path | None) -> list[Measured] | None:
    """Return what the bank keeps of sets and questions, None where files are meant."""
    if targets and any(Path(target).exists() or "." in target for target in targets):
        return None
    root = bank_root(bank)
    measured = measured_questions(root)
    sets = {sitting.set for one in measured.values() for sitting in one.sittings}
    for target in targets:
        if target not in measured and target not in sets:
            hint = meant(target, [*measured, *sets])
            raise CommandError(f"{quoted(target)} is no file, and the bank keeps no results of it{hint}")
    found = [
        one
        for one in measured.values()
        if not targets or one.id in targets or any(sitting.set in targets for sitting in one.sittings)
    ]
    return sorted(found, key=lambda one: one.id)


def read_exam(
    exports: Sequence[str],
    keys: Sequence[Path] | None,
    lookup: Callable[[str], Any],
    *,
    quiet: bool,
    pseudonyms: Pseudonyms | None = None,
) -> Exam:
    """Read the files of an exam.

    Raises:
        InputError: a file cannot be used, or would be committed with what it tells of persons.
    """
    paths = [Path(export) for export in exports]
    for export in paths:
        if not export.exists():
            raise CommandError(f"{printable(export)}: no such file")
    pseudonyms = pseudonyms or Pseudonyms()
    sheets = []
    for export in paths:
        # What holds no answers of persons is told to be something else; nothing is shown before this.
        sheets.append(read_results(export, pseudonyms))
        refuse_in_repository(export)
    papers = [read_key(path) for path in keys] if keys else _keys_beside(paths, quiet=quiet)
    exam = join(sheets, papers, lookup)
    echo_remarks(exam.remarks, quiet=quiet)
    return exam


def bank_lookup(folder: Path | None) -> Callable[[str], Mapping[str, Any] | None]:
    """Return what finds the questions of a bank by id; outside of a bank it finds none."""
    root = find_root(Path.cwd() if folder is None else folder)
    if root is None or not (root / "questions").is_dir():
        return lambda _: None
    questions = BankQuestions.of_bank(root)

    def find(id_: str) -> Mapping[str, Any] | None:
        try:
            return questions.find(id_).data
        except SetError:
            return None

    return find


def _keys_beside(exports: Sequence[Path], *, quiet: bool) -> list[PaperKey]:
    folders = dict.fromkeys(path.parent for path in exports)
    files = [file for folder in folders for file in sorted(folder.glob(f"*{SUFFIX}"))]
    keys = [read_key(file) for file in files]
    if len({key.set for key in keys}) > 1:
        named = ", ".join(printable(file) for file in files[:4])
        raise CommandError(f"several exams have key files here ({named}); name those of this one with --key")
    if files and not quiet:
        echo_note(f"note: key files: {', '.join(printable(file) for file in files)}")
    return keys
