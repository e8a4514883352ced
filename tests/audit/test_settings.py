from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from qbank.audit.settings import Settings, SettingsError, load_settings, settings_for
from qbank.napkin.verdicts import Tolerances
from qbank.rules.core.finding import Severity

if TYPE_CHECKING:
    from tests.conftest import Lock

SHARE = "must be a number from 0 to 1, such as 0.05"
LIST = 'must be a list of texts, such as ["QB5"]'
EVERYTHING = """\
select = ["QB5", "title-period"]
ignore = ["QB502"]
fail-on = "warning"
verify = ["scenario"]
exclude = ["drafts"]
visual-folders = ["drawings"]

[per-path-ignores]
"questions/edge/**" = ["QB505"]

[severities]
QB501 = "error"
QB503 = "off"

[tolerances]
approximate = 0.1
imprecise = 0
"""


def test_defaults_without_a_file(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == Settings(root=tmp_path)
    assert load_settings(None) == Settings()


def test_qbank_toml_says_everything(tmp_path: Path) -> None:
    file = tmp_path / "qbank.toml"
    file.write_text(EVERYTHING)
    assert load_settings(tmp_path) == Settings(
        select=("QB5", "title-period"),
        ignore=("QB502",),
        per_path_ignores={"questions/edge/**": ("QB505",)},
        severities={"QB501": Severity.ERROR, "QB503": None},
        fail_on=Severity.WARNING,
        tolerances=Tolerances(Fraction(1, 10), Fraction(0)),
        verify=("scenario",),
        exclude=("drafts",),
        visual_folders=("drawings",),
        root=tmp_path,
        file=file,
    )


def test_pyproject_says_the_same(tmp_path: Path) -> None:
    (tmp_path / "qbank.toml").write_text(EVERYTHING)
    own = load_settings(tmp_path)
    (tmp_path / "qbank.toml").unlink()
    table = EVERYTHING.replace("[per", "[tool.qbank.per").replace("[sev", "[tool.qbank.sev")
    table = table.replace("[tol", "[tool.qbank.tol")
    (tmp_path / "pyproject.toml").write_text(f"[tool.other]\nx = 1\n[tool.qbank]\n{table}")
    shared = load_settings(tmp_path)
    assert shared.file == tmp_path / "pyproject.toml"
    assert shared.select == own.select
    assert shared.severities == own.severities
    assert shared.per_path_ignores == own.per_path_ignores


def test_underscores_are_understood(tmp_path: Path) -> None:
    (tmp_path / "qbank.toml").write_text('fail_on = "info"\nper_path_ignores = {"*" = ["QB5"]}\n')
    settings = load_settings(tmp_path)
    assert settings.fail_on is Severity.INFO
    assert settings.per_path_ignores == {"*": ("QB5",)}


def test_a_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    (tmp_path / "qbank.toml").write_bytes(b'\xef\xbb\xbffail-on = "info"\n')
    assert load_settings(tmp_path).fail_on is Severity.INFO


def test_qbank_toml_wins_with_a_remark(tmp_path: Path) -> None:
    (tmp_path / "qbank.toml").write_text('select = ["QB1"]\n')
    (tmp_path / "pyproject.toml").write_text('[tool.qbank]\nselect = ["QB2"]\n')
    settings = load_settings(tmp_path)
    assert settings.select == ("QB1",)
    [remark] = settings.remarks
    assert "pyproject.toml is not used" in remark


def test_a_pyproject_without_our_table_is_no_matter(tmp_path: Path) -> None:
    (tmp_path / "qbank.toml").write_text('select = ["QB1"]\n')
    (tmp_path / "pyproject.toml").write_text("broken = = =")
    assert load_settings(tmp_path).remarks == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('selct = ["QB5"]', "selct: is no setting; did you mean 'select'?"),
        (
            "zzz = 1",
            "zzz: is no setting; there are select, ignore, per-path-ignores, severities, fail-on, "
            "tolerances, suppressions, verify, exclude, visual-folders",
        ),
        ('select = "QB5"', f"select: {LIST}, not 'QB5'"),
        ("select = [5]", "select.0: must be a text, not 5"),
        ('select = [""]', "select.0: must not be empty"),
        ('select = ["QB99"]', "select: 'QB99' is no rule"),
        ('ignore = ["titel-period"]', "ignore: 'titel-period' is no rule; did you mean 'title-period'?"),
        ('fail-on = "loud"', "fail-on: 'loud' is no severity; write error, warning or info"),
        ('fail-on = "warnings"', "fail-on: 'warnings' is no severity; did you mean 'warning'?"),
        ('fail-on = "off"', "fail-on: 'off' is no severity; write error, warning or info"),
        ('verify = ["scenari"]', "verify.0: 'scenari' cannot be verified; did you mean 'scenario'?"),
        ("fail-on = 1", "fail-on: 1 is no severity; write error, warning or info"),
        ('severities = {QB501 = "erro"}', "severities.QB501: 'erro' is no severity; did you mean 'error'?"),
        ('severities = {QB501 = "x"}', "severities.QB501: 'x' is no severity; write error, warning, info"),
        ('severities = {QB999 = "off"}', "severities.QB999: 'QB999' is no rule"),
        ("severities = []", "severities: must be a table, not a list"),
        ("tolerances = 0.05", "tolerances: must be a table, not 0.05"),
        ("tolerances = {approximate = 5}", f"tolerances.approximate: {SHARE}, not 5"),
        ("tolerances = {imprecise = nan}", f"tolerances.imprecise: {SHARE}, not nan"),
        ('tolerances = {imprecise = "1"}', f"tolerances.imprecise: {SHARE}, not '1'"),
        ("tolerances = {imprecize = 0}", "tolerances.imprecize: is no setting; did you mean 'imprecise'?"),
        ("suppressions = {up-to = 1}", "suppressions.up-to: 1 is no severity; write error, warning or info"),
        ("suppressions = {give_reason = 1}", "suppressions.give-reason: must be true or false, not 1"),
        ("suppressions = {reason = true}", "suppressions.reason: is no setting; did you mean 'give-reason'?"),
        ('per-path-ignores = {"a/b" = "QB5"}', f'per-path-ignores."a/b": {LIST}'),
        ('per-path-ignores = {"a" = ["QB999"]}', "per-path-ignores.a: 'QB999' is no rule"),
        ("[tool.qbank]", "tool: in qbank.toml the settings stand at the top, without [tool.qbank]"),
        ("fail-on = 'info'\nfail_on = 'info'", "fail_on: stands here twice, also as 'fail-on'; keep one"),
        (f"select = [{'1' * 200}]", "select.0: must be a text, not 1111"),
    ],
)  # fmt: skip
def test_what_is_no_setting_is_said_in_plain_words(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "qbank.toml"
    file.write_text(text)
    with pytest.raises(SettingsError) as caught:
        load_settings(tmp_path)
    assert str(caught.value).startswith((f"{file}:1:1: {message}", f"{file}: {message}"))


def test_every_problem_is_named(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.qbank]\nselct = []\nfail-on = "x"\n')
    with pytest.raises(SettingsError) as caught:
        load_settings(tmp_path)
    assert [line.split(": ")[1] for line in str(caught.value).splitlines()] == [
        "tool.qbank.fail-on",
        "tool.qbank.selct",
    ]


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"a = 1\nselect = [\n", ":3:1: is not valid TOML: "),
        (b"select = ]\n", ":1:10: is not valid TOML: "),
        (b"a = 1\na = 2\n", ":2:6: is not valid TOML: "),
        (b"a = '\xff'\n", ":1:6: is not UTF-8; save it as UTF-8"),
        (b"a = " + b"[" * 100_000, ": is "),
    ],
)
def test_a_broken_file_is_named_with_the_place(tmp_path: Path, content: bytes, place: str) -> None:
    file = tmp_path / "qbank.toml"
    file.write_bytes(content)
    with pytest.raises(SettingsError) as caught:
        load_settings(tmp_path)
    assert f"{file}{place}" in str(caught.value)


def test_a_file_that_cannot_be_read(tmp_path: Path, lock: Lock) -> None:
    file = tmp_path / "qbank.toml"
    file.write_text("")
    lock(file)
    with pytest.raises(SettingsError, match="cannot be read: permission denied"):
        load_settings(tmp_path)


def test_a_pyproject_that_cannot_be_understood_is_no_bank_and_no_failure(tmp_path: Path) -> None:
    for content in ("tool = 3 # qbank", "qbank = " + "[" * 100_000):
        (tmp_path / "pyproject.toml").write_text(content)
        assert settings_for([tmp_path]).file is None


def test_the_settings_of_the_bank_that_the_target_lies_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        (tmp_path / name / "questions").mkdir(parents=True)
        (tmp_path / name / "qbank.toml").write_text(f'exclude = ["{name}"]\n')
    monkeypatch.chdir(tmp_path / "two")
    assert settings_for([]).exclude == ("two",)
    assert settings_for([tmp_path / "one" / "questions"]).exclude == ("one",)
    both = settings_for([tmp_path / "one" / "questions", tmp_path / "two" / "questions" / "x.yaml"])
    assert both.exclude == ("one",)
    [remark] = both.remarks
    assert "different banks" in remark


def test_a_named_settings_file(tmp_path: Path) -> None:
    (tmp_path / "bank" / "questions").mkdir(parents=True)
    file = tmp_path / "strict.toml"
    file.write_text('fail-on = "info"\n')
    settings = settings_for([tmp_path / "bank"], file)
    assert (settings.fail_on, settings.root, settings.file) == (Severity.INFO, tmp_path / "bank", file)


def test_a_named_settings_file_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"none\.toml: cannot be read: no such file"):
        settings_for([tmp_path], tmp_path / "none.toml")


def test_a_named_pyproject_without_our_table(tmp_path: Path) -> None:
    file = tmp_path / "pyproject.toml"
    file.write_text("[tool.other]\n")
    with pytest.raises(SettingsError, match=r"there is no \[tool.qbank\]"):
        settings_for([tmp_path], file)
    file.write_text("[tool]\nqbank = 3\n")
    with pytest.raises(SettingsError, match=r"must be a table"):
        settings_for([tmp_path], file)
