"""`qbank site`: the bank as a web site of static files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from qbank.audit.settings import load_settings
from qbank.cli.banks import bank_root, report_left_out
from qbank.cli.commands.web.serving import serve
from qbank.cli.errors import CommandError
from qbank.cli.options import BankFolder, Jobs, Quiet, SettingsFile, flag, number, path, text
from qbank.cli.output import echo_note, echo_remarks
from qbank.cli.progress import MIN_FILES, progress
from qbank.render.writing import write_file
from qbank.site.settings import site_settings
from qbank.units.format import counted

if TYPE_CHECKING:
    from qbank.site.output import Written

DEFAULT_OUTPUT = "site"
DEFAULT_PORT = 8000


def site(  # noqa: PLR0917 - each option is a parameter
    output: Annotated[
        Path | None,
        path(
            "--output",
            "-o",
            metavar="FOLDER",
            help="Where the site goes, `site` if not given; with --single-file a file.",
        ),
    ] = None,
    public: Annotated[
        bool, flag("--public", help="Leave out answers, solutions, findings, and the sets that are exams.")
    ] = False,
    drafts: Annotated[bool, flag("--drafts", help="Show drafts and flagged questions too.")] = False,
    single_file: Annotated[
        bool, flag("--single-file", help="Make one page that holds everything, for small banks.")
    ] = False,
    since: Annotated[
        str | None, text("--since", metavar="REV", help="Show what changed since this revision of git.")
    ] = None,
    serving: Annotated[
        bool, flag("--serve", help="Serve it on 127.0.0.1, build again at every save and reload the page.")
    ] = False,
    port: Annotated[
        int, number("--port", least=0, most=65_535, metavar="N", help="With --serve: the port; 0 for any.")
    ] = DEFAULT_PORT,
    jobs: Jobs = None,
    bank: BankFolder = None,
    config: SettingsFile = None,
    quiet: Quiet = False,
) -> int:
    """Make the bank a web site: search, question pages, baskets, practice, hardware, formulas, review.

    It is made of static files that open from a disk and from any host, and asks nothing of anybody else.
    Deleted and archived questions stay out, and drafts unless they are asked for. Only what has changed is
    made again. Colours, logo and texts are settings, under `[tool.qbank.site]`.

    Exit status: 0; 2 if a file could not be read, and was left out.

    \b
    Examples:
      qbank site
      qbank site --output public --public
      qbank site --single-file --output bank.html
      qbank site --since origin/main
      qbank site --serve
    """
    if single_file and serving:
        raise CommandError("--single-file and --serve cannot go together; one file needs no server")
    root = bank_root(bank)
    target = output or Path(DEFAULT_OUTPUT + (".html" if single_file else ""))
    if single_file and target.is_dir():
        raise CommandError(f"{target}: is a folder; --single-file makes one file, such as bank.html")

    def make() -> tuple[str, bool]:
        from qbank.site.build import build
        from qbank.site.output import write_site

        settings = load_settings(root, config)
        looks = site_settings(settings, public=public, drafts=drafts)
        with progress(MIN_FILES, show=not quiet, doing="Building") as advance:
            made = build(settings, looks, single=single_file, since=since, jobs=jobs, progress=advance)
        echo_remarks(made.remarks, quiet=quiet)
        if single_file:
            write_file(target, made.files["index.html"])
            said = f"{counted(made.questions, 'question')}: wrote {target}"
        else:
            said = _told(made.questions, target, write_site(target, made.files))
        return said, report_left_out(made.unreadable)

    if serving:
        return serve(root, target, lambda: make()[0], port)
    said, is_partial = make()
    if not quiet:
        echo_note(said)
    return 2 if is_partial else 0


def _told(questions: int, target: Path, written: Written) -> str:
    parts = [f"{counted(written.written, 'file')} written" if written.written else "nothing to write"]
    if written.unchanged:
        parts.append(f"{written.unchanged:,} unchanged")
    if written.removed:
        parts.append(f"{written.removed:,} removed")
    return f"{counted(questions, 'question')}: {', '.join(parts)}; open {target / 'index.html'}"
