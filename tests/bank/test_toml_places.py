from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from each import each
from qbank.audit.settings import SettingsError, load_settings
from qbank.bank.toml_places import shown_place

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Bank

TEXT = '''\
# a remark
select = [
  "QB1",
]
note = """
fail-on = "not this"
"""
fail_on = "eror"
[ "per-path-ignores" ]
"a.b/*" = ["QB999"]
[site]
  accent = "no"
  links.left = 1
[[other]]
x = 1
'''


@each(
    "keys, place",
    [
        (("select", "0"), "2:1"),
        (("fail-on",), "8:1"),
        (("per-path-ignores", "a.b/*"), "10:1"),
        (("per-path-ignores", "gone"), "9:1"),
        (("site", "accent"), "12:3"),
        (("site", "links", "left"), "13:3"),
        (("other", "x"), "15:1"),
    ],
)
def test_a_setting_is_found_where_it_stands(tmp_path: Path, keys: tuple[str, ...], place: str) -> None:
    file = tmp_path / "places.toml"
    file.write_text(TEXT)
    assert shown_place(file, keys) == f"{file}:{place}"
    assert shown_place(file, ("nowhere", *keys)) == str(file)


@each(
    "content, told",
    [
        (b'# x\nfail-on = "eror"\n', "qbank.toml:2:1: fail-on: 'eror' is no severity"),
        (b'severities = {QB501 = "x"}\n', "qbank.toml:1:1: severities.QB501: 'x' is no severity"),
        (b'a = "b"\nb = "\xc3\xa9\xff"\n', "qbank.toml:2:7: is not UTF-8; save it as UTF-8"),
        (b"a = \n", "qbank.toml:1:5: is not valid TOML"),
    ],
)
def test_what_is_wrong_with_settings_has_its_place(bank: Bank, content: bytes, told: str) -> None:
    bank.write("qbank.toml", content)
    with pytest.raises(SettingsError) as caught:
        load_settings(bank.root)
    assert str(caught.value).startswith(told)
