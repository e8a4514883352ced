from __future__ import annotations

from pathlib import Path

import pytest

from each import each
from qbank import resources


def test_schemas_are_found() -> None:
    assert resources.schema_path("question.schema.json").is_file()
    assert resources.schema_path("set.schema.json").parent == resources.schema_folder()


@each("name", ["no-such.json", "../pyproject.toml", "/etc/passwd", "", "."])
def test_other_files_are_not_found(name: str) -> None:
    with pytest.raises(FileNotFoundError, match="qbank carries no file 'schema/"):
        resources.schema_path(name)


def test_the_files_of_an_installed_package_come_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    template = tmp_path / "installed" / "templates" / "docs" / "page.md.j2"
    template.parent.mkdir(parents=True)
    template.touch()
    monkeypatch.setattr(resources, "_INSTALLED", tmp_path / "installed")
    assert resources.template_path("docs/page.md.j2") == template
    # What the package does not hold comes from the source tree.
    assert resources.schema_path("set.schema.json").is_file()


def test_a_broken_installation_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_INSTALLED", tmp_path)
    monkeypatch.setattr(resources, "_SOURCES", tmp_path)
    with pytest.raises(FileNotFoundError, match="lacks its folder 'templates'"):
        resources.template_path("docs/page.md.j2")
