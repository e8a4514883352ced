"""What a site may look like and say: `[tool.qbank.site]`, and the options of the command."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from qbank import lazy_re
from qbank.audit.settings import PYPROJECT, Settings, no_setting, settings_error
from qbank.model.taxonomy import Status
from qbank.problems import quote

_TEXTS: Final = ("title", "intro", "course", "footer", "repository")
_COLOURS: Final = ("accent", "accent-dark")
_SWITCHES: Final = ("review", "pages")
_KNOWN: Final = (*_TEXTS, *_COLOURS, *_SWITCHES, "logo", "hold-back")
_LONGEST: Final = 2_000
_COLOUR: Final = lazy_re.compile(r"#[0-9a-fA-F]{6}")
_ADDRESS: Final = lazy_re.compile(r"https?://[^\s\"'<>\\]+")
_LOGOS: Final = (".svg", ".png", ".jpg", ".jpeg")

_LEAST_CONTRAST: Final = 4.5
"""Of text on its ground, by WCAG 2.2, criterion 1.4.3."""
_PAPER: Final = "#f7f6f3"
_NIGHT: Final = "#252a2f"


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """What a site looks like and shows.

    Attributes:
        title, intro, course, footer: texts of the front page; empty ones are left out.
        repository: the address that a path of the bank is put behind, for links to files.
        accent, accent_dark: the colour of links and buttons on light and dark ground; empty for our own.
        logo: a picture for the head.
        review: whether what authors see is there: claims, findings, facts, history.
        pages: whether each question has a page of its own too, for links and search engines.
        hold_back: set files that stay out with all of their questions, but for authors.
        public: whether answers and solutions stay out.
        drafts: whether drafts and flagged questions are there.
    """

    title: str = ""
    intro: str = ""
    course: str = ""
    footer: str = ""
    repository: str = ""
    accent: str = ""
    accent_dark: str = ""
    logo: Path | None = None
    review: bool = True
    pages: bool = False
    hold_back: tuple[str, ...] = ()
    public: bool = False
    drafts: bool = False

    @property
    def answers(self) -> bool:
        """Whether answers are there."""
        return not self.public

    @property
    def authors(self) -> bool:
        """Whether what authors see is there; it tells answers."""
        return self.review and not self.public

    @property
    def statuses(self) -> frozenset[str]:
        """The statuses of questions that are shown."""
        shown = (Status.PUBLISHED, Status.DRAFT, Status.FLAGGED) if self.drafts else (Status.PUBLISHED,)
        return frozenset(map(str, shown))

    def theme(self) -> str:
        """Return the style that puts the bank's colours in the places of ours."""
        rules = []
        if self.accent:
            on = _readable_on(self.accent)
            rules.append(f":root {{ --accent: {self.accent}; --on-accent: {on}; }}")
        if self.accent_dark:
            values = f"--accent: {self.accent_dark}; --on-accent: {_readable_on(self.accent_dark)};"
            rules.append(f':root[data-theme="dark"] {{ {values} }}')
            system = f':root:not([data-theme="light"]) {{ {values} }}'
            rules.append(f"@media (prefers-color-scheme: dark) {{ {system} }}")
        return "".join(f"{rule}\n" for rule in rules)


def site_settings(settings: Settings, *, public: bool, drafts: bool) -> SiteSettings:
    """Read the settings of a bank's site.

    Raises:
        SettingsError: something in them cannot be used.
    """
    table = dict(settings.site)
    problems = list(_problems(table, settings.root))
    if problems:
        file = settings.file or Path(PYPROJECT)
        raise settings_error(file, [(f"site.{name}", problem) for name, problem in problems])
    logo = table.pop("logo", "")
    hold_back = tuple(table.pop("hold-back", ()))
    return SiteSettings(
        **{name.replace("-", "_"): value for name, value in table.items()},
        hold_back=hold_back,
        logo=settings.root / logo if logo and settings.root is not None else None,
        public=public,
        drafts=drafts,
    )


def _problems(table: Mapping[str, Any], root: Path | None) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if name not in _KNOWN:
            yield name, no_setting(name, _KNOWN)
        elif name in _SWITCHES:
            if not isinstance(value, bool):
                yield name, f"must be true or false, not {quote(value)}"
        elif name == "hold-back":
            if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
                yield name, f"must be a list of set files, not {quote(value)}"
        elif not isinstance(value, str) or len(value) > _LONGEST:
            yield name, f"must be a text of at most {_LONGEST} characters"
        elif not value:
            continue  # as if it were not there
        elif name in _COLOURS:
            yield from ((name, problem) for problem in _colour_problems(name, value))
        elif name == "repository" and not _ADDRESS.fullmatch(value):
            yield name, "must be an address such as https://github.com/owner/name/blob/main"
        elif name == "logo":
            yield from ((name, problem) for problem in _logo_problems(value, root))


def _colour_problems(name: str, value: str) -> list[str]:
    if not _COLOUR.fullmatch(value):
        return [f"must be a colour such as #0b5c73, not {quote(value)}"]
    ground = _PAPER if name == "accent" else _NIGHT
    found = _contrast(value, ground)
    if found < _LEAST_CONTRAST:
        darker = "darker" if name == "accent" else "lighter"
        return [
            f"{value} has a contrast of {found:.1f} on {ground}; text needs {_LEAST_CONTRAST}, "
            f"so take a {darker} colour"
        ]
    return []


def _logo_problems(value: str, root: Path | None) -> list[str]:
    if not value.lower().endswith(_LOGOS):
        return [f"must be a picture, {', '.join(_LOGOS)}, not {quote(value)}"]
    if root is None:
        return []
    real, bounds = os.path.realpath(root / value), os.path.realpath(root)
    if not real.startswith(bounds + os.sep):
        return [f"{quote(value)} leads out of the bank"]
    return [] if os.path.isfile(real) else [f"there is no file {quote(value)} in the bank"]  # noqa: PTH113


def _readable_on(colour: str) -> str:
    """Return white or black, whichever is read better on a colour."""
    return max("#ffffff", "#10181b", key=lambda ink: _contrast(ink, colour))


def _contrast(one: str, other: str) -> float:
    """Return the contrast of two colours by WCAG 2.2, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
