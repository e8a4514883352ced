from __future__ import annotations

import sys
from types import ModuleType

import pytest

from each import each
from qbank.render.registry import Format, RenderError, formats
from render.hostile import document

KNOWN = formats()


# Formats that need more to be installed have tests of their own.
@each("name", [name for name, form in KNOWN.items() if form.extra is None])
def test_every_format_is_a_module_that_prints(name: str) -> None:
    form = KNOWN[name]
    assert form.name == name
    assert form.suffix.startswith((".", "-"))
    output = form.render(document())
    assert output
    assert output == form.render(document())


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("qbank.render.imagined")

    def render(*_: object) -> bytes:
        import no_such_package  # type: ignore[import-not-found]

        return bytes(no_such_package)

    module.render = render  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "qbank.render.imagined", module)
    needy = Format("imagined", ".x", "", "imagined", extra="imagined")
    with pytest.raises(
        RenderError, match=r"needs the package 'no_such_package'; .*`pip install 'qbank\[imagined\]'`"
    ):
        needy.render(document())
    with pytest.raises(RenderError):
        needy.render_all([document()])
    with pytest.raises(ModuleNotFoundError):
        Format("imagined", ".x", "", "imagined").render(document())


def test_names_of_files() -> None:
    assert KNOWN["md"].file_name(document()) == "week-3.md"
    assert KNOWN["md"].file_name(document(version="A")) == "week-3-A.md"
