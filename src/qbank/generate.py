"""Files of the repository that are made from the code: `python -m qbank.generate --write`, or `--check`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from qbank import resources
from qbank.catalog import docs as catalog_docs
from qbank.cli import reference as command_docs
from qbank.formulas import docs as formula_docs
from qbank.model import json_schema, reference
from qbank.report.verify import claim_forms
from qbank.rules import docs

FILES: Final[Mapping[str, Callable[[], str]]] = {
    **{f"schema/{name}.schema.json": partial(json_schema.text_of, name) for name in json_schema.SCHEMAS},
    "docs/question-format.md": reference.render,
    "docs/lab-format.md": reference.render_lab,
    "docs/hardware-catalog.md": catalog_docs.render,
    "docs/formula-library.md": formula_docs.render,
    "docs/claim-forms.md": claim_forms.render,
    "docs/rules.md": docs.render,
    "docs/commands.md": command_docs.render,
}
"""Path in the source tree, and what makes the content."""


def write(root: Path) -> list[Path]:
    """Write the files that are out of date and return their paths.

    Raises:
        OSError: a file cannot be written.
    """
    written = []
    for path in outdated(root):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(FILES[path.relative_to(root).as_posix()](), encoding="utf-8", newline="\n")
        written.append(path)
    return written


def outdated(root: Path) -> list[Path]:
    """Return the files that are missing, or are not what the code says."""
    return [
        path
        for name, make in FILES.items()
        if not (path := root / name).is_file() or path.read_text(encoding="utf-8") != make()
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the files; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m qbank.generate", description=__doc__)
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", action="store_true", help="write what is out of date")
    action.add_argument("--check", action="store_true", help="fail if anything is out of date")
    parser.add_argument("--root", type=Path, default=None, help="the source tree (that of this package)")
    chosen = parser.parse_args(arguments)
    root = chosen.root or resources.template_folder().parent
    if chosen.write:
        for path in write(root):
            print(f"wrote {path}")
        return 0
    old = outdated(root)
    for path in old:
        print(f"{path} is out of date; run `make generate`", file=sys.stderr)
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())
