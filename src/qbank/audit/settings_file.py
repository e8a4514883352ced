"""Settings files, `qbank.toml` and `[tool.qbank]` in `pyproject.toml`, and what is wrong with them."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic_core import ErrorDetails

from qbank.audit.settings import PYPROJECT, SETTINGS_FILE, Settings, SettingsError
from qbank.bank.positions import LineIndex
from qbank.model.nearest import nearest
from qbank.napkin import Tolerances
from qbank.rules.finding import Severity
from qbank.rules.registry import UnknownRuleError, select
from qbank.rules.settings import DEFAULT_SETTINGS

Text = Annotated[str, StringConstraints(min_length=1)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Level = Literal["error", "warning", "info"]
Verifiable = Literal["realistic_solution", "common_mistake", "scenario", "options"]
LevelOrOff = Literal["error", "warning", "info", "off"]


def _kebab(name: str) -> str:
    return name.replace("_", "-")


class _Table(BaseModel):
    model_config = ConfigDict(
        alias_generator=_kebab, validate_by_name=True, extra="forbid", frozen=True, strict=True
    )


class TolerancesTable(_Table):
    """The table `tolerances`."""

    approximate: Share = float(DEFAULT_SETTINGS.tolerances.approximate)
    imprecise: Share = float(DEFAULT_SETTINGS.tolerances.imprecise)


class SettingsTable(_Table):
    """What a settings file may say; names are written with `-`, and `_` is understood."""

    select: list[Text] = []
    ignore: list[Text] = []
    per_path_ignores: dict[Text, list[Text]] = {}
    severities: dict[Text, LevelOrOff] = {}
    fail_on: Level = "error"
    tolerances: TolerancesTable = TolerancesTable()
    verify: list[Verifiable] = list(get_args(Verifiable))
    exclude: list[Text] = []
    visual_folders: list[Text] = list(DEFAULT_SETTINGS.visual_folders)


def bank_settings(root: Path) -> Settings:
    """Read the settings of the bank at `root`; `qbank.toml` wins over `pyproject.toml`.

    Raises:
        SettingsError: if a file cannot be read or says something that is no setting.
    """
    own, shared = root / SETTINGS_FILE, root / PYPROJECT
    table = _pyproject_table(_parse(shared)) if shared.is_file() and not own.is_file() else None
    if own.is_file():
        settings = _settings(own, _parse(own), root)
        if shared.is_file() and _pyproject_table(_parse_leniently(shared)) is not None:
            remark = f"{own} holds the settings; [tool.qbank] in {shared} is not used"
            settings = replace(settings, remarks=(*settings.remarks, remark))
        return settings
    if table is None:
        return Settings(root=root)
    return _settings(shared, table, root)


def read_settings(file: Path, root: Path) -> Settings:
    """Read one settings file for the bank at `root`.

    Raises:
        SettingsError: if it cannot be read or says something that is no setting.
    """
    data = _parse(file)
    if file.name == PYPROJECT:
        table = _pyproject_table(data)
        if table is None:
            raise SettingsError(f"{file}: there is no [tool.qbank] in this file")
        return _settings(file, table, root)
    return _settings(file, data, root)


def _parse(file: Path) -> dict[str, Any]:
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise SettingsError(f"{file}: cannot be read: {(error.strerror or str(error)).lower()}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{file}: is not UTF-8 (byte {error.start}); save it as UTF-8") from error
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(_syntax_error(file, text, str(error))) from error
    except RecursionError as error:
        raise SettingsError(f"{file}: is nested too deeply") from error


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
        return f"{file}: is not valid TOML: {message[:1].lower()}{message[1:]}"
    return f"{file}:{line}:{column}: is not valid TOML: {what[:1].lower()}{what[1:]}"


def _pyproject_table(data: Mapping[str, Any]) -> Any | None:
    tool = data.get("tool")
    return tool.get("qbank") if isinstance(tool, dict) else None


def _settings(file: Path, data: Any, root: Path) -> Settings:
    prefix = "tool.qbank." if file.name == PYPROJECT else ""
    if not isinstance(data, dict):
        raise SettingsError(f"{file}: [tool.qbank] must be a table of settings")
    problems = list(_doubled(data))
    table = None
    try:
        table = SettingsTable.model_validate(data)
    except ValidationError as error:
        problems.extend(map(_problem, error.errors(include_url=False)))
    else:
        problems.extend(_unknown_rules(table))
    if problems or table is None:
        raise SettingsError("\n".join(f"{file}: {prefix}{problem}" for problem in problems))
    return Settings(
        select=tuple(table.select),
        ignore=tuple(table.ignore),
        per_path_ignores={glob: tuple(rules) for glob, rules in table.per_path_ignores.items()},
        severities={
            rule: None if level == "off" else Severity(level) for rule, level in table.severities.items()
        },
        fail_on=Severity(table.fail_on),
        tolerances=Tolerances(_exact(table.tolerances.approximate), _exact(table.tolerances.imprecise)),
        verify=tuple(table.verify),
        exclude=tuple(table.exclude),
        visual_folders=tuple(table.visual_folders),
        root=root,
        file=file,
    )


def _exact(share: float) -> Fraction:
    return Fraction(repr(share))  # 0.05 means a twentieth, not the binary number next to it


def _doubled(data: Mapping[str, Any]) -> Iterator[str]:
    for key in data:
        if "_" in key and _kebab(key) in data:
            yield f"{key}: stands here twice, also as {_kebab(key)!r}; keep one"


def _unknown_rules(table: SettingsTable) -> Iterator[str]:
    places: Iterable[tuple[str, list[str]]] = (
        ("select", table.select),
        ("ignore", table.ignore),
        *((f"per-path-ignores.{_quoted(glob)}", rules) for glob, rules in table.per_path_ignores.items()),
        ("severities", list(table.severities)),
    )
    for place, selectors in places:
        for selector in selectors:
            try:
                select((selector,))
            except UnknownRuleError as error:
                yield f"{place}: {error}"


def _problem(error: ErrorDetails) -> str:
    """Say one of pydantic's errors the way a person would."""
    path = error["loc"]
    # A key of a table has its own entry in the location; it names the key, not a place below it.
    place = ".".join(_quoted(str(part)) for part in path if part != "[key]")
    value = error["input"]
    match error["type"]:
        case "extra_forbidden":
            return _unknown_setting(path)
        case "literal_error" if path[0] == "verify":
            return (
                f"{place}: {_shown(value)} cannot be verified; {_choice(value, list(get_args(Verifiable)))}"
            )
        case "literal_error":
            choices = [str(choice) for choice in get_args(LevelOrOff)]
            if path[0] != "severities":
                choices.remove("off")
            return f"{place}: {_shown(value)} is no severity; {_choice(value, choices)}"
        case "list_type":
            example = '["questions/visuals"]' if path[0] == "visual-folders" else '["QB5"]'
            return f"{place}: must be a list of texts, such as {example}, not {_shown(value)}"
        case "dict_type" | "model_type" | "model_attributes_type":
            return f"{place}: must be a table, not {_shown(value)}"
        case "string_type":
            return f"{place}: must be a text, not {_shown(value)}"
        case "string_too_short":
            return f"{place}: must not be empty"
        case "float_type" | "finite_number" | "greater_than_equal" | "less_than_equal":
            return f"{place}: must be a number from 0 to 1, such as 0.05, not {_shown(value)}"
        case _:
            return f"{place}: {error['msg'].lower()}, not {_shown(value)}"


def _unknown_setting(path: tuple[int | str, ...]) -> str:
    model: type[BaseModel] = SettingsTable if len(path) == 1 else TolerancesTable
    known = [_kebab(name) for name in model.model_fields]
    name = str(path[-1])
    place = ".".join(_quoted(str(part)) for part in path)
    if path == ("tool",):
        return "tool: in qbank.toml the settings stand at the top, without [tool.qbank]"
    near = nearest(name, known)
    return f"{place}: is no setting; " + (
        f"did you mean {near!r}?" if near else f"there are {', '.join(known)}"
    )


def _choice(value: object, choices: list[str]) -> str:
    near = nearest(value, choices) if isinstance(value, str) else None
    return f"did you mean {near!r}?" if near else f"write {', '.join(choices[:-1])} or {choices[-1]}"


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
