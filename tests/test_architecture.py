"""The shape of the code: rooms in order, small folders, no circles, and a page that shows it as it is."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "qbank"
PAGE = ROOT / "docs" / "architecture.md"
MOST_MODULES = 20
MOST_IMPORTS_IN_FUNCTIONS = 150


IMPORT = re.compile(r"^([ ]*)from ([\w.]+) import (\([^)]*\)|.*)$", re.M)
"""Found in the text: to parse all modules takes twenty times as long."""


@cache
def modules() -> dict[str, list[ast.ImportFrom]]:
    """Return the imports of every module of the package by its dotted name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(("qbank", *path.relative_to(PACKAGE).with_suffix("").parts))
        found[name.removesuffix(".__init__")] = list(imports(path.read_text(encoding="utf-8")))
    return found


def imports(text: str) -> Iterator[ast.ImportFrom]:
    for indent, module, names in IMPORT.findall(text):
        try:
            [node] = ast.parse(f"from {module} import {names}").body
        except SyntaxError:  # words of a text
            continue
        assert isinstance(node, ast.ImportFrom)
        node.col_offset = len(indent)
        yield node


def imported_names(found: list[ast.ImportFrom]) -> set[str]:
    """Return what may be modules among all that is imported, inside functions as well."""
    names = {f"{node.module}.{alias.name}" for node in found for alias in node.names}
    return names | {node.module for node in found if node.module}


def test_modules_import_each_other_in_no_circle() -> None:
    graph = {
        name: {
            other
            for other in imported_names(found) & modules().keys()
            # A package is there before the modules in it are.
            if other != name and not name.startswith(f"{other}.")
        }
        for name, found in modules().items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" -> ".join(error.args[1])) from None


def test_no_folder_holds_more_than_a_reader_can_survey() -> None:
    folders = Counter(path.parent.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
    assert {folder: count for folder, count in folders.items() if count > MOST_MODULES} == {}


def test_imports_inside_functions_are_few() -> None:
    inside = Counter({name: sum(node.col_offset > 0 for node in found) for name, found in modules().items()})
    assert inside.total() <= MOST_IMPORTS_IN_FUNCTIONS, inside.most_common(10)


def test_every_folder_says_what_it_holds() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    silent = [
        folder.relative_to(PACKAGE).as_posix()
        for folder in folders
        if not ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    ]
    assert silent == []


def test_the_page_shows_the_rooms_in_the_order_that_the_contract_holds_them_to() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = next(one["layers"] for one in contracts["contracts"] if one["type"] == "layers")
    rooms = [layer.removeprefix("qbank.") for layer in layers]
    assert sorted(rooms) == sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))
    drawing = (PAGE.parent / "pictures" / "architecture.svg").read_text(encoding="utf-8")
    assert re.findall(r'class="room"[^>]*>(\w+)<', drawing) == rooms
    named = re.findall(r"`(\w+)/`", PAGE.read_text(encoding="utf-8").split("| room |")[1].split("\n\n")[0])
    assert sorted(named) == sorted(rooms)


def test_modules_that_the_page_names_are_there() -> None:
    named = set(re.findall(r"`((?:\w+/)*\w+\.py)`", PAGE.read_text(encoding="utf-8")))
    assert [path for path in sorted(named) if not (PACKAGE / path).is_file()] == []
    folders = set(re.findall(r"`((?:\w+/)+)`", PAGE.read_text(encoding="utf-8")))
    places = (PACKAGE, ROOT)
    assert [path for path in sorted(folders) if not any((place / path).is_dir() for place in places)] == []
