"""Writes catalog, formulas and lexicon as JSON into the package, whenever it is built or installed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DataHook(BuildHookInterface):
    """Loads the files, for what is loaded from YAML is kept as JSON."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Load all three."""
        sys.path.insert(0, str(Path(self.root) / "src"))
        from qbank import bundled_data  # noqa: PLC0415
        from qbank.catalog import loading  # noqa: PLC0415
        from qbank.facts.lexicon import loading as lexicon  # noqa: PLC0415
        from qbank.formulas import library  # noqa: PLC0415

        loading.bundled()
        library.bundled()
        lexicon.bundled()
        for name in ("catalog", "formulas", "lexicon"):
            if not (bundled_data.FOLDER / f"{name}.json").is_file():
                raise FileNotFoundError(f"{name}.json could not be written to {bundled_data.FOLDER}")
