"""Building a site: what the files are called, and what is in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any, Final

import msgspec

from qbank import __version__, lazy_re
from qbank.audit.engine import Audit
from qbank.audit.files import Task
from qbank.audit.settings import Settings
from qbank.bank.discovery import FileKind
from qbank.errors import InputError
from qbank.grouping import grouped
from qbank.model.taxonomy import ZONE_LEVELS
from qbank.picking import pick
from qbank.problems import quote
from qbank.quoting import named
from qbank.render.registry import Settings as TemplateSettings
from qbank.render.text import wording
from qbank.results.measured import measured_questions
from qbank.rules.core.additions import check_additions
from qbank.sets.measured import faulty_results
from qbank.site import reference
from qbank.site.bank import (
    Notes,
    SetOfBank,
    alike_of,
    chains_of,
    changes_since,
    findings_of,
    history_of,
    rules_of,
    sets_of,
)
from qbank.site.fragment import Fragment, Recipe
from qbank.site.fragments import Fragments
from qbank.site.listing import columns
from qbank.site.settings import SiteSettings
from qbank.site.shards import count, encoded, file_name, script, shard_of, sharded
from qbank.site.shell import Shell
from qbank.survey.coverage import DIMENSIONS
from qbank.units.format import counted

PAGE_SIZE: Final = 32
"""Questions whose pages share a file, about."""
TEXT_SIZE: Final = 512
"""Questions whose texts share a file, about."""
MOST_IN_ONE_FILE: Final = 1_500
"""Above this, a page with everything in it is too much for a phone."""

_ID: Final = lazy_re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")

Progress = Callable[[int, int], None]


@dataclass(slots=True)
class Site:
    """A site: its files by path, and what somebody who builds it should know.

    `unreadable` are files of the bank that were left out, a line each with the place and what is the matter.
    """

    files: dict[str, bytes]
    questions: int
    remarks: list[str] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Known:
    """What is known of the bank's questions: each with its file and fragment, and what the bank says."""

    shown: list[tuple[Task, Fragment]]
    paths: dict[str, str]
    sets: list[SetOfBank]
    findings: Mapping[str, list[dict[str, Any]]]
    history: Mapping[str, list[list[str]]]
    alike: Mapping[str, list[list[Any]]]
    changes: list[dict[str, Any]] | None
    measured: Mapping[str, dict[str, Any]]


def build(
    settings: Settings,
    site: SiteSettings,
    *,
    single: bool = False,
    since: str | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Site:
    """Return the site of a bank.

    Args:
        settings: those of the bank; its root is the bank.
        site: how the site looks, and what it shows.
        single: whether it is one file.
        since: a revision; what has changed since then is told to authors.
        jobs: how many processes, by default as many as there are processors.
        progress: is told how many questions are done.

    Raises:
        InputError: something cannot be read, or a template of the bank is broken.
    """
    root = settings.root
    assert root is not None
    notes = Notes()
    audit = Audit.of((root / "questions",), settings)
    check_additions(root)
    folder = root / "templates"
    own = (folder,) if folder.is_dir() else ()
    recipe = Recipe(
        audit.plan.for_rules,
        own,
        tuple(root / name for name in settings.visual_folders),
        site.answers,
        site.authors,
    )
    known = _known(root, audit, site, recipe, notes, since=since, jobs=jobs, progress=progress)
    shards = _shards(known, settings, site)
    shell = Shell(site, TemplateSettings(own))
    formulas = reference.formulas(root)
    if single:
        files = {"index.html": shell.single({name: encoded(data) for name, data in shards.items()}, formulas)}
        if len(known.shown) > MOST_IN_ONE_FILE:
            notes.remarks.append(
                f"one file of {len(known.shown):,} questions is slow to open; a folder is not"
            )
    else:
        files = {"index.html": shell.page(), "assets/site.css": shell.style.encode()}
        files["assets/site.js"] = shell.script.encode()
        files |= {f"data/{name}.js": script(name, data) for name, data in shards.items()}
        files["data/formulas.js"] = formulas
        if site.pages:
            files |= dict(_question_pages(known.shown, shell))
    return Site(files, len(known.shown), [*dict.fromkeys(notes.remarks)], notes.unreadable)


def _question_pages(shown: Sequence[tuple[Task, Fragment]], shell: Shell) -> Iterator[tuple[str, bytes]]:
    # Anything else is no name of a file.
    named_well = [fragment for _, fragment in shown if _ID.fullmatch(fragment.entry["id"])]
    for fragment in named_well:
        view = msgspec.json.decode(fragment.page)["views"][0]
        yield f"q/{fragment.entry['id']}.html", shell.question(fragment.entry, view)
    yield "q/index.html", shell.questions([fragment.entry for fragment in named_well])


def _known(
    root: Path,
    audit: Audit,
    site: SiteSettings,
    recipe: Recipe,
    notes: Notes,
    *,
    since: str | None,
    jobs: int | None,
    progress: Progress | None,
) -> _Known:
    tasks = [task for task in audit.tasks if task.kind is FileKind.QUESTION]
    fragments = Fragments(audit.plan, recipe)
    made = fragments.of(tasks, progress, jobs)
    notes.remarks += filter(None, (fragments.remark,))
    sets = sets_of(root, notes.remarks)
    shown = _shown(made, site, notes.remarks)
    if not site.authors:
        # Which questions an exam is made of is a secret as well.
        sets, shown = _without_exams(sets, shown, site, notes.remarks)
    paths = {fragment.entry["id"]: audit.plan.paths.relative(task.shown) for task, fragment in shown}
    known = _Known(shown, paths, sets, {}, {}, _alike(root, paths, notes), None, {})
    if site.authors:
        known.findings = findings_of(audit, audit.run(jobs=jobs, cached=True))
        known.history = history_of(root, notes.remarks)
        known.measured = {
            id_: pick(one, "students", "difficulty", "discrimination")
            for id_, one in measured_questions(root).items()
        }
        notes.unreadable += map(str, faulty_results(root))
        known.changes = None if since is None else changes_since(root, since)
    return known


def _without_exams(
    sets: Sequence[SetOfBank], shown: list[tuple[Task, Fragment]], site: SiteSettings, remarks: list[str]
) -> tuple[list[SetOfBank], list[tuple[Task, Fragment]]]:
    """Return sets and questions without what is held back, and on a public site without sets that are exams.

    Raises:
        InputError: a set that is to be held back is none, or cannot be put together.
    """
    by_path = {one.path: one for one in sets}
    held: set[str] = set()
    for path in site.hold_back:
        one = by_path.get(path)
        if one is None or one.problem:
            why = "there is no valid set of this path in the bank" if one is None else one.problem
            raise InputError(f"site.hold-back: {quote(path)} cannot be held back: {why}")
        held.update(one.ids())
    kept = [one for one in sets if one.path not in site.hold_back and not (site.public and one.is_exam)]
    left = [(task, fragment) for task, fragment in shown if fragment.entry["id"] not in held]
    there = {str(fragment.entry["id"]) for _, fragment in left}
    exams = {one.path: there.intersection(one.ids()) for one in sets if one.is_exam}
    if open_ := set().union(*exams.values()):
        of = ", ".join(PurePosixPath(path).stem for path, ids in exams.items() if ids)
        remarks.append(
            f"{counted(len(open_), 'question')} of exams ({of}) can be read on this site; "
            "`hold-back` of [site] leaves those of a set out"
        )
    return kept, left


def _alike(root: Path, paths: Mapping[str, str], notes: Notes) -> dict[str, list[list[Any]]]:
    """Return what is nearly the same among the questions shown: nobody wants two of them in one set."""
    alike = alike_of(root, notes)
    pairs = {id_: [pair for pair in alike.get(id_, ()) if pair[0] in paths] for id_ in paths}
    return {id_: found for id_, found in pairs.items() if found}


def _shown(
    made: Sequence[tuple[Task, Fragment]], site: SiteSettings, remarks: list[str]
) -> list[tuple[Task, Fragment]]:
    """Return what is shown, in the order of ids, each once: of the file with its name, else of the first."""
    shown: dict[str, tuple[Task, Fragment]] = {}
    for task, fragment in sorted(made, key=lambda one: one[0].path.stem != one[1].entry["id"]):
        id_ = fragment.entry["id"]
        if fragment.entry["status"] not in site.statuses:
            continue
        if id_ in shown:
            remarks.append(f"{named(task.path)}: left out, for {named(shown[id_][0].path)} has the same id")
            continue
        shown[id_] = (task, fragment)
    if made and not shown:
        remarks.append(
            "no question is published, so the site is empty; --drafts shows drafts and flagged ones"
        )
    return [shown[id_] for id_ in sorted(shown)]


def _shards(known: _Known, settings: Settings, site: SiteSettings) -> dict[str, Any]:
    """Return all data but the formulas, by the names of the files."""
    shown, authors = known.shown, site.authors
    used = grouped((id_, one.path) for one in known.sets for id_ in dict.fromkeys(one.ids()))
    parts = {"page": count(len(shown), PAGE_SIZE), "text": count(len(shown), TEXT_SIZE)}
    entries = [_entry(fragment, used, parts, authors=authors) for _, fragment in shown]
    fragments = {fragment.entry["id"]: fragment for _, fragment in shown}
    chains = chains_of(fragment.entry for fragment in fragments.values())
    shards: dict[str, Any] = {
        "bank": {
            "meta": _meta(settings, site, parts, known),
            **columns(entries),
            "fields": _fields(),
        },
        **sharded("text", parts["text"], ((id_, [one.asked, one.answer]) for id_, one in fragments.items())),
        **sharded("page", parts["page"], ((id_, _page(one, chains)) for id_, one in fragments.items())),
        "sets": known.sets,
        "alike": known.alike,
        "hardware": reference.hardware(settings.root),
    }
    if authors:
        author = partial(_author, known)
        shards |= sharded("author", parts["page"], ((id_, author(one)) for id_, one in fragments.items()))
        shards["review"] = _review(known, settings)
    return shards


def _entry(
    fragment: Fragment, used: Mapping[str, list[str]], parts: Mapping[str, int], *, authors: bool
) -> dict[str, Any]:
    id_ = fragment.entry["id"]
    files = {kind: file_name(shard_of(id_, number)) for kind, number in parts.items()}
    chains = [chain for chain, _ in fragment.entry["chains"]]
    entry = {**fragment.entry, **files, "sets": used.get(id_, []), "chains": chains}
    if not authors:
        entry |= {"claims": 0, "unsure": 0}
    return entry


def _meta(settings: Settings, site: SiteSettings, parts: Mapping[str, int], known: _Known) -> dict[str, Any]:
    return {
        "version": __version__,
        "bank": site.title or (settings.root.resolve().name if settings.root else "") or "bank",
        "title": site.title or "Question bank",
        **pick(site, "intro", "course", "footer", "repository"),
        "parts": dict(parts),
        **pick(site, "public", "authors"),
        "changes": known.changes is not None,
    }


def _fields() -> dict[str, Any]:
    """Return the words of the field in order, how they are said and what they mean, and levels by zone."""
    return {
        "words": {name: [str(word) for word in words] for name, words in DIMENSIONS.items()},
        "names": {name: _names(name, words) for name, words in DIMENSIONS.items()},
        "meanings": {name: _meanings(words) for name, words in DIMENSIONS.items()},
        "zoneLevels": {str(zone): [str(level) for level in levels] for zone, levels in ZONE_LEVELS.items()},
    }


def _names(name: str, words: Sequence[str]) -> dict[str, str]:
    """Return how words of a dimension are said, where that is not how they are written."""
    said: dict[str, str] = {}
    if name == "track":
        said = wording.TRACKS
    elif name == "kind":
        said = {str(kind): told for kind, told in wording.KINDS.items()}
    elif name in {"topic", "area"}:
        said = {word: wording.topic_in_words(word) for word in words}
    return {word: told for word, told in said.items() if told != word}


def _meanings(words: Sequence[str]) -> dict[str, str]:
    return {str(word): said for word in words if (said := getattr(word, "meaning", ""))}


def _page(fragment: Fragment, chains: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    page = msgspec.json.decode(fragment.page)
    own = {chain: list(chains[chain]) for chain, _ in fragment.entry["chains"]}
    return {**page, "related": fragment.entry["related"], "chains": own}


def _author(known: _Known, fragment: Fragment) -> dict[str, Any]:
    id_ = fragment.entry["id"]
    path = known.paths[id_]
    return {
        **(msgspec.json.decode(fragment.author) if fragment.author else {}),
        "path": path,
        "findings": known.findings.get(path, []),
        "history": known.history.get(path, []),
        "measured": known.measured.get(id_),
    }


def _review(known: _Known, settings: Settings) -> dict[str, Any]:
    ids = {path: id_ for id_, path in known.paths.items()}
    findings = [
        {**finding, "path": path, "id": ids.get(path, "")}
        for path, found in sorted(known.findings.items())
        for finding in found
    ]
    codes = {finding["code"] for finding in findings}
    return {"findings": findings, "rules": rules_of(codes, settings.rules_url), "changes": known.changes}
