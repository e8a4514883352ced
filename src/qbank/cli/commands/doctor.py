"""`qbank doctor`: what this installation is made of, what it finds here, and how long each phase takes."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from qbank import __version__
from qbank.audit.engine import Audit
from qbank.audit.plan import Plan
from qbank.audit.settings import Settings, SettingsError, load_settings
from qbank.bank.cache_folder import FOLDER
from qbank.bank.discovery import find_root
from qbank.cli.banks import from_here
from qbank.cli.options import BankFolder, Output, TextOrJson
from qbank.cli.output import emit_as
from qbank.errors import InputError
from qbank.extras import EXTRAS, version_of
from qbank.problems import joined
from qbank.report.json_document import VERSION, line
from qbank.report.terminal import Style, sanitize
from qbank.resources import schema_folder, template_folder
from qbank.rules.core.additions import check_additions
from qbank.units.format import counted
from qbank.yamlio.read_problems import ReadError

T = TypeVar("T")

_NEEDED: Final = ("PyYAML", "msgspec", "jsonschema-rs", "pydantic", "sympy", "typer", "rich", "jinja2")


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was looked at: what, how it is, and whether that is as it should be.

    What is not `there` is as it should be, too, where only some work needs it.
    """

    subject: str
    state: str
    fine: bool = True
    there: bool = True


def doctor(bank: BankFolder = None, output_format: TextOrJson = "text", output: Output = None) -> int:
    """Look at this installation, the bank around, its settings and its cache, and time each phase.

    Exit status: 0 if all is well, 1 if something is not, 2 for wrong use.

    \b
    Examples:
      qbank doctor
      qbank doctor --bank ../other-bank --format json
    """
    lines = [*_installation(), *_extras()]
    root = find_root(Path.cwd() if bank is None else bank)
    if root is None:
        lines.append(Line("bank", "none in this folder or above; `qbank init` starts one", bank is None))
    else:
        lines += _bank(root)
    emit_as(output_format, output, partial(_text, lines), lambda: line({"version": VERSION, "checks": lines}))
    return int(not all(one.fine for one in lines))


def _installation() -> Iterator[Line]:
    yield Line("qbank", f"{__version__} in {Path(__file__).parents[2]}")
    yield Line("python", f"{platform.python_version()} ({sys.executable}), {platform.system()}")
    for name in _NEEDED:
        found = version_of(name)
        yield Line(name, found or "is missing; install qbank anew", found is not None)
    import yaml

    fast = bool(getattr(yaml, "__with_libyaml__", False))
    yield Line("libyaml", "there" if fast else "is missing; install PyYAML from a wheel", fast)
    try:
        yield Line("data", f"{schema_folder()}, {template_folder()}")
    except FileNotFoundError as error:
        yield Line("data", str(error), False)


def _extras() -> Iterator[Line]:
    for extra, (packages, purpose) in EXTRAS.items():
        found = {package: version_of(package) for package in packages}
        missing = [package for package, there in found.items() if there is None]
        if missing:
            are = "is" if len(missing) == 1 else "are"
            how = f"pip install 'qbank[{extra}]'"
            state = f"{joined(missing)} {are} not installed; for {purpose}: {how}"
            yield Line(f"extra {extra}", state, there=False)
        else:
            yield Line(f"extra {extra}", ", ".join(f"{package} {there}" for package, there in found.items()))


def _bank(root: Path) -> Iterator[Line]:
    yield Line("bank", str(root))
    try:
        settings = load_settings(root)
    except SettingsError as error:
        yield Line("settings", str(error), False)
        return
    yield Line("settings", "the defaults" if settings.file is None else from_here(root, str(settings.file)))
    for remark in settings.remarks:
        yield Line("settings", remark)
    yield from _cache(root)
    try:
        check_additions(root)
    except InputError as error:
        yield from (Line("data of the bank", wrong, False) for wrong in str(error).splitlines())
    try:
        yield from _phases(root, settings)
    except InputError as error:
        yield Line("questions", str(error), False)


def _cache(root: Path) -> Iterator[Line]:
    folder = root / FOLDER
    try:
        files = [file for file in folder.iterdir() if file.is_file()]
        size = sum(file.stat().st_size for file in files)
    except FileNotFoundError:
        yield Line("cache", "none yet; audits of fifty files and more keep one")
        return
    except OSError as error:
        yield Line("cache", f"{folder}: {error.strerror}", False)
        return
    writable = os.access(folder, os.W_OK)
    state = f"{counted(len(files), 'file')}, {size / 1e6:.1f} MB in {folder}"
    yield Line("cache", state if writable else f"{state}; cannot be written", writable)


def _phases(root: Path, settings: Settings) -> Iterator[Line]:
    """Go through an audit step by step, in one process and without a cache."""
    plan, imported = _timed(lambda: Plan(settings))
    chosen, rules = _timed(lambda: plan.chosen)
    yield Line("time: rules", f"{_ms(imported + rules)} to import {counted(len(chosen.rules), 'rule')}")
    from qbank.yamlio.reader import read_file

    audit, seconds = _timed(lambda: Audit.of((root / "questions",), plan=plan))
    tasks = audit.tasks[:: max(len(audit.tasks) // _SAMPLE, 1)][:_SAMPLE]
    yield Line("time: files", f"{_ms(seconds)} to find {counted(len(audit.tasks), 'file')}")

    def read() -> int:
        number = 0
        for task in tasks:
            try:
                read_file(task.path)
                number += 1
            except ReadError:
                continue
        return number

    number, seconds = _timed(read)
    yield Line("time: reading", f"{_each(seconds, len(tasks))} a file, of {counted(number, 'file')}")
    from qbank.audit.file_audit import audit_files

    _, first = _timed(lambda: list(audit_files(tasks[:1], plan)))
    outcomes, seconds = _timed(lambda: list(audit_files(tasks, plan)))
    yield Line("time: first file", f"{_ms(first)}, with what is imported and read for it")
    yield Line("time: auditing", f"{_each(seconds, len(outcomes))} a file in one process")
    crashes = [crash for outcome in outcomes for crash in outcome.crashes]
    for crash in crashes[:1]:
        yield Line("defects", f"{crash.path}: {crash.what}: {crash.error}; please report it", False)


_SAMPLE: Final = 100


def _timed(step: Callable[[], T]) -> tuple[T, float]:
    started = time.perf_counter()
    done = step()
    return done, time.perf_counter() - started


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:,.0f} ms"


def _each(seconds: float, number: int) -> str:
    return f"{seconds * 1000 / max(number, 1):,.1f} ms"


def _text(lines: list[Line], style: Style) -> Iterator[str]:
    width = max(len(one.subject) for one in lines)
    for one in lines:
        mark = style.paint("no ", "error")
        if one.fine:
            mark = style.paint("ok ", "good") if one.there else style.paint("-  ", "dim")
        yield f"{mark}  {one.subject:{width}}  {sanitize(one.state)}\n"
