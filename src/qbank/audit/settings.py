"""A bank's settings, and reading them from `qbank.toml` or `[tool.qbank]` in `pyproject.toml`."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from qbank.bank.discovery import SETTINGS_FILE, find_root
from qbank.bank.given_files import shown_byte
from qbank.bank.toml_places import shown_place
from qbank.errors import InputError
from qbank.napkin.verdicts import Tolerances
from qbank.nearest import meant
from qbank.problems import joined
from qbank.quoting import named, reason
from qbank.rules.core.finding import Severity
from qbank.rules.core.settings import DEFAULT_SETTINGS, RuleSettings
from qbank.yamlio.positions import LineIndex

PYPROJECT: Final = "pyproject.toml"
SETTINGS: Final = (
    "select",
    "ignore",
    "per-path-ignores",
    "severities",
    "fail-on",
    "tolerances",
    "suppressions",
    "verify",
    "exclude",
    "visual-folders",
    "rules-url",
    "site",
)
"""What a settings file may say; `_` in place of `-` is understood."""

_TOLERANCES: Final = ("approximate", "imprecise")
_COMMENTS: Final = ("up-to", "name-rules", "give-reason")
_SEVERITIES: Final = tuple(severity.value for severity in Severity)
_OFF: Final = "off"
_PARTS: Final = re.compile(r'"[^"]*"|[^.]+')
_ADDRESS: Final = re.compile(r"https?://[\w.:-]+(?:/[\w./~%-]*)?", re.ASCII)


class Comments(Struct, frozen=True):
    """What comments in files may do: let pass findings up to a severity, without rules, without a reason."""

    up_to: Severity = Severity.ERROR
    name_rules: bool = False
    give_reason: bool = False


ANY_COMMENT: Final = Comments()


class SettingsError(InputError):
    """Settings that cannot be used; the message names the file, the setting, and what to write instead."""


class Settings(Struct, frozen=True):
    """Everything a bank, or a command line, may choose about an audit.

    Rules are named by code, prefix of a code, name, or `ALL`. A severity of None switches rules off.
    Patterns of paths are relative to `root`. `rules_url` is the page that links to rules lead to, empty for
    the one that qbank carries. `site` is the table that `qbank site`
    reads itself. `file` is the settings file, None if there is none.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_path_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    severities: Mapping[str, Severity | None] = field(default_factory=dict)
    fail_on: Severity = Severity.ERROR
    tolerances: Tolerances = DEFAULT_SETTINGS.tolerances
    verify: tuple[str, ...] = DEFAULT_SETTINGS.verify
    exclude: tuple[str, ...] = ()
    visual_folders: tuple[str, ...] = DEFAULT_SETTINGS.visual_folders
    suppressions: Comments = ANY_COMMENT
    rules_url: str = ""
    site: Mapping[str, Any] = field(default_factory=dict)
    root: Path | None = None
    file: Path | None = None
    remarks: tuple[str, ...] = ()

    @property
    def selects(self) -> bool:
        """Whether rules are named at all."""
        return bool(self.select or self.ignore or self.per_path_ignores or self.severities)

    def for_rules(self) -> RuleSettings:
        """Return the part of the settings that rules read."""
        return RuleSettings(
            root=self.root,
            visual_folders=self.visual_folders,
            tolerances=self.tolerances,
            verify=self.verify,
        )


def load_settings(root: Path | None, file: Path | None = None) -> Settings:
    """Read the settings of the bank at `root`, or those in `file`; the defaults where there are none.

    In a bank, `qbank.toml` wins over `pyproject.toml`.

    Raises:
        SettingsError: if a settings file cannot be read or says something that is no setting.
    """
    if file is not None:
        return _file_settings(file, root if root is not None else file.absolute().parent)
    if root is None:
        return Settings()
    own, shared = root / SETTINGS_FILE, root / PYPROJECT
    if own.is_file():
        settings = _settings(own, _parse(own), root)
        if shared.is_file() and _pyproject_table(_parse_leniently(shared)) is not None:
            remark = f"{named(own)} holds the settings; [tool.qbank] in {named(shared)} is not used"
            settings = replace(settings, remarks=(*settings.remarks, remark))
        return settings
    table = _pyproject_table(_parse(shared)) if shared.is_file() else None
    return Settings(root=root) if table is None else _settings(shared, table, root)


def settings_for(targets: Sequence[Path], file: Path | None = None) -> Settings:
    """Read the settings that hold for some targets: those of the bank that the first one lies in.

    Without targets, those of the bank around the working directory.

    Raises:
        SettingsError: as `load_settings`.
    """
    starts = [_start(target) for target in targets] or [Path.cwd()]
    roots = list(dict.fromkeys(find_root(start) for start in starts))
    settings = load_settings(roots[0], file)
    if len(roots) > 1 and file is None:
        chosen = "the defaults" if settings.file is None else named(settings.file)
        remark = (
            f"the paths belong to different banks; all are audited with the settings of the first ({chosen})"
        )
        return replace(settings, remarks=(*settings.remarks, remark))
    return settings


def _start(target: Path) -> Path:
    """Return the folder from which to look upwards; a target that does not exist is someone else's error."""
    absolute = target.absolute()
    # Path.is_dir would raise for what may not be looked at.
    return absolute if os.path.isdir(absolute) else absolute.parent  # noqa: PTH112


def _file_settings(file: Path, root: Path) -> Settings:
    data = _parse(file)
    if file.name != PYPROJECT:
        return _settings(file, data, root)
    table = _pyproject_table(data)
    if table is None:
        raise SettingsError(f"{named(file)}: there is no [tool.qbank] in this file")
    return _settings(file, table, root)


def _parse(file: Path) -> dict[str, Any]:
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise SettingsError(f"{named(file)}: cannot be read: {reason(error)}") from error
    except UnicodeDecodeError as error:
        place = shown_byte(file, error.object, error.start)
        raise SettingsError(f"{place}: is not UTF-8; save it as UTF-8") from error
    import tomllib  # noqa: PLC0415 - few audits find such a file

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(_syntax_error(file, text, str(error))) from error
    except RecursionError as error:
        raise SettingsError(f"{named(file)}: is nested too deeply") from error


def _parse_leniently(file: Path) -> dict[str, Any]:
    """Parse a file that is not used: what is wrong with it is not our business."""
    try:
        return _parse(file)
    except SettingsError:
        return {}


def _syntax_error(file: Path, text: str, message: str) -> str:
    what, _, place = message.rpartition(" (at ")
    found = re.fullmatch(r"line (\d+), column (\d+)\)", place)
    if found:
        line, column = int(found[1]), int(found[2])
    elif place == "end of document)":
        end = LineIndex(text).position(len(text))
        line, column = end.line, end.column
    else:
        return f"{named(file)}: is not valid TOML: {message[:1].lower()}{message[1:]}"
    return f"{named(file)}:{line}:{column}: is not valid TOML: {what[:1].lower()}{what[1:]}"


def _pyproject_table(data: Mapping[str, Any]) -> Any | None:
    tool = data.get("tool")
    return tool.get("qbank") if isinstance(tool, dict) else None


def _settings(file: Path, data: Any, root: Path) -> Settings:
    if not isinstance(data, dict):
        raise SettingsError(f"{named(file)}: [tool.qbank] must be a table of settings")
    table = _Table(data)
    settings = Settings(
        select=table.rules("select"),
        ignore=table.rules("ignore"),
        per_path_ignores=table.per_path_ignores(),
        severities=table.severities(),
        fail_on=table.fail_on(),
        tolerances=table.tolerances(),
        suppressions=table.suppressions(),
        verify=table.verify(),
        exclude=table.texts("exclude", ()),
        visual_folders=table.texts("visual-folders", DEFAULT_SETTINGS.visual_folders),
        rules_url=table.rules_url(),
        site=table.site(),
        root=root,
        file=file,
    )
    table.refuse_others()
    if table.problems:
        raise settings_error(file, table.problems)
    return settings


def settings_error(file: Path, problems: Iterable[tuple[str, str]]) -> SettingsError:
    """Say what is wrong in a settings file, a line each; each problem comes with the setting, as in `a.b`."""
    tables = ("tool", "qbank") if file.name == PYPROJECT else ()
    lines = []
    for setting, problem in problems:
        parts = (part.strip('"') for part in _PARTS.findall(setting))
        name = ".".join((*tables, setting))
        lines.append(f"{shown_place(file, (*tables, *parts))}: {name}: {problem}")
    return SettingsError("\n".join(lines))


class _Table:
    """The settings of a file as they were parsed; what is wrong with them ends up in `problems`."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.problems: list[tuple[str, str]] = []
        self._data: dict[str, Any] = {}
        for key, value in data.items():
            name = key.replace("_", "-")
            if name != key and name in data:
                self._report(key, f"stands here twice, also as {name!r}; keep one")
            else:
                self._data[name] = value

    def rules(self, name: str) -> tuple[str, ...]:
        return self._known(name, self.texts(name, ()))

    def per_path_ignores(self) -> dict[str, tuple[str, ...]]:
        name = "per-path-ignores"
        ignores = {}
        for glob, rules in self._named(name):
            place = f"{name}.{_quoted(glob)}"
            ignores[glob] = self._known(place, self._texts(place, rules))
        return ignores

    def severities(self) -> dict[str, Severity | None]:
        name = "severities"
        severities: dict[str, Severity | None] = {}
        for rule, level in self._named(name):
            known = self._choice(f"{name}.{_quoted(rule)}", level, (*_SEVERITIES, _OFF), "is no severity")
            severities[rule] = None if known in {None, _OFF} else Severity(known)
            self._known(f"{name}.{_quoted(rule)}", (rule,))
        return severities

    def fail_on(self) -> Severity:
        name = "fail-on"
        known = self._choice(name, self._data.pop(name, "error"), _SEVERITIES, "is no severity")
        return Severity(known or "error")

    def verify(self) -> tuple[str, ...]:
        name, fields = "verify", DEFAULT_SETTINGS.verify
        if name not in self._data:
            return fields
        chosen = [
            self._choice(f"{name}.{index}", item, fields, "cannot be verified")
            for index, item in enumerate(self._list(name, self._data.pop(name)))
        ]
        return tuple(item for item in chosen if item is not None)

    def tolerances(self) -> Tolerances:
        name, default = "tolerances", DEFAULT_SETTINGS.tolerances
        table = dict(self._table(name))
        shares = {}
        for kind in _TOLERANCES:
            share = table.pop(kind, None)
            if share is None:
                continue
            if isinstance(share, int | float) and not isinstance(share, bool) and 0 <= share <= 1:
                # 0.05 means a twentieth, not the binary number next to it.
                shares[kind] = Fraction(repr(share))
            else:
                self._report(
                    f"{name}.{kind}", f"must be a number from 0 to 1, such as 0.05, not {_shown(share)}"
                )
        for kind in table:
            self._report(f"{name}.{_quoted(kind)}", no_setting(kind, _TOLERANCES))
        return replace(default, **shares)

    def suppressions(self) -> Comments:
        name, chosen = "suppressions", ANY_COMMENT
        table = dict(self._table(name))
        for key in _COMMENTS:
            field_name, place = key.replace("-", "_"), f"{name}.{key}"
            value = table.pop(key, table.pop(field_name, None))
            if value is None:
                continue
            if key == "up-to":
                level = self._choice(place, value, _SEVERITIES, "is no severity")
                chosen = replace(chosen, up_to=Severity(level or "error"))
            elif isinstance(value, bool):
                chosen = replace(chosen, **{field_name: value})
            else:
                self._report(place, f"must be true or false, not {_shown(value)}")
        for key in table:
            self._report(f"{name}.{_quoted(key)}", no_setting(key, _COMMENTS))
        return chosen

    def rules_url(self) -> str:
        name = "rules-url"
        address = self._data.pop(name, "")
        if isinstance(address, str) and (not address or _ADDRESS.fullmatch(address)):
            return address
        what = "must be the address of a page, such as https://example.org/qbank/rules"
        self._report(name, f"{what}, not {_shown(address)}")
        return ""

    def site(self) -> Mapping[str, Any]:
        return {key.replace("_", "-"): value for key, value in self._table("site").items()}

    def texts(self, name: str, default: tuple[str, ...]) -> tuple[str, ...]:
        return self._texts(name, self._data.pop(name)) if name in self._data else default

    def refuse_others(self) -> None:
        for name in self._data:
            at_top = "in qbank.toml the settings stand at the top, without [tool.qbank]"
            self._report(_quoted(name), at_top if name == "tool" else no_setting(name, SETTINGS))

    def _table(self, name: str) -> Mapping[str, Any]:
        value = self._data.pop(name, {})
        if isinstance(value, dict):
            return value
        self._report(name, f"must be a table, not {_shown(value)}")
        return {}

    def _named(self, name: str) -> Iterator[tuple[str, Any]]:
        for key, value in self._table(name).items():
            if key:
                yield key, value
            else:
                self._report(f'{name}.""', "must not be empty")

    def _list(self, place: str, value: Any) -> list[Any]:
        if isinstance(value, list):
            return value
        example = '["questions/visuals"]' if place == "visual-folders" else '["QB5"]'
        self._report(place, f"must be a list of texts, such as {example}, not {_shown(value)}")
        return []

    def _texts(self, place: str, value: Any) -> tuple[str, ...]:
        found = []
        for index, item in enumerate(self._list(place, value)):
            if not isinstance(item, str):
                self._report(f"{place}.{index}", f"must be a text, not {_shown(item)}")
            elif not item:
                self._report(f"{place}.{index}", "must not be empty")
            else:
                found.append(item)
        return tuple(found)

    def _choice(self, place: str, value: Any, choices: Sequence[str], wrong: str) -> str | None:
        if isinstance(value, str) and value in choices:
            return value
        hint = meant(value, choices) if isinstance(value, str) else ""
        hint = hint or f"; write {joined(choices, 'or')}"
        self._report(place, f"{_shown(value)} {wrong}{hint}")
        return None

    def _known(self, place: str, selectors: tuple[str, ...]) -> tuple[str, ...]:
        # Few banks name rules, and commands that run none need not import them.
        from qbank.rules.registry import UnknownRuleError, select  # noqa: PLC0415

        for selector in selectors:
            try:
                select((selector,))
            except UnknownRuleError as error:
                self._report(place, str(error))
        return selectors

    def _report(self, place: str, problem: str) -> None:
        self.problems.append((place, problem))


def no_setting(name: str, known: Sequence[str]) -> str:
    """Say that a name is none of the settings there are, and which may be meant."""
    return f"is no setting{meant(name, known) or '; there are ' + ', '.join(known)}"


def _quoted(part: str) -> str:
    return part if part.replace("-", "").replace("_", "").isalnum() else f'"{part}"'


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, (dict, list)):
        return "a table" if isinstance(value, dict) else "a list"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
