"""What is in the files of a site."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from qbank.audit.settings import load_settings
from qbank.errors import InputError
from qbank.site.build import Site
from qbank.site.output import write_site
from qbank.site.settings import SiteSettings, site_settings
from site_bank import HOSTILE, data_of, made, pages


def ids(site: Site) -> list[str]:
    found: list[str] = data_of(site.files, "bank")["columns"]["id"]
    return found


def test_every_published_question_is_listed_and_has_a_page_and_a_part_for_authors(bank: Path) -> None:
    site = made(bank)
    files = sorted(path.stem for path in (bank / "questions" / "tinyml").rglob("*.yaml"))
    assert ids(site) == files
    assert sorted(pages(site.files)) == sorted(pages(site.files, "author")) == files
    listed = data_of(site.files, "bank")
    assert listed["meta"]["authors"]
    for id_, author in pages(site.files, "author").items():
        assert author["path"].endswith(f"/{id_}.yaml")
        assert isinstance(author["findings"], list)
    claims = [claim for author in pages(site.files, "author").values() for claim in author["claims"]]
    assert any(claim["verdict"] == "ok" and claim["computed"] for claim in claims)


@pytest.mark.parametrize(
    ("status", "shown", "on_request"),
    [
        ("draft", False, True),
        ("flagged", False, True),
        ("archived", False, False),
        ("deleted", False, False),
        ("published", True, True),
    ],
)
def test_what_is_not_published_stays_out(
    bank: Path, changed: Callable[..., Path], status: str, shown: bool, on_request: bool
) -> None:
    changed("tinyml-0001", status=status)
    for drafts, wanted in ((False, shown), (True, on_request)):
        site = made(bank, drafts=drafts)
        assert ("tinyml-0001" in ids(site)) is wanted
        everything = b"".join(
            content for name, content in site.files.items() if "author" in name or "page" in name
        )
        assert (b'"tinyml-0001":{' in everything) is wanted


def test_a_public_site_holds_no_answer(bank: Path, changed: Callable[..., Path]) -> None:
    """Neither keys nor solutions nor claims, in no file of it, in one file or many."""
    file = changed("tinyml-0001")
    secret = "Zebra-quokka-solution"
    details = yaml.safe_load(file.read_text(encoding="utf-8"))["details"]
    changed(
        "tinyml-0001", details={**details, "realistic_solution": f"{secret}. {details['realistic_solution']}"}
    )
    assert secret.encode() in b"".join(made(bank).files.values())
    for single in (False, True):
        files = made(bank, public=True, single=single).files
        assert secret.encode() not in b"".join(files.values())
        data = b"".join(files[name] for name in files if name.startswith("data/page"))
        for told in ("data-correct", "data-low", "right-answer", "<details"):
            assert told.replace("<", "\\u003c").encode() not in data, told
    assert not [name for name in made(bank, public=True).files if "author" in name or "review" in name]


def test_sets_that_are_exams_are_no_part_of_a_public_site(bank: Path) -> None:
    quiz = bank / "questions" / "sets" / "own-quiz.yaml"
    exam = quiz.with_name("secret-exam.yaml")
    exam.write_text(quiz.read_text(encoding="utf-8").replace("kind: quiz", "kind: exam"), encoding="utf-8")
    assert b"secret-exam" in b"".join(made(bank).files.values())
    assert b"secret-exam" not in b"".join(made(bank, public=True).files.values())


def test_questions_of_exams_to_come_are_held_back(bank: Path) -> None:
    sets = bank / "questions" / "sets"
    (sets / "final.yaml").write_text("title: Final\nkind: exam\nquestions: [tinyml-0001]\n", encoding="utf-8")
    said = (
        "1 question of exams (final) can be read on this site; "
        "`hold-back` of [site] leaves those of a set out"
    )
    assert made(bank, public=True).remarks == [said]
    (bank / "qbank.toml").write_text('[site]\nhold-back = ["questions/sets/final.yaml"]\n', encoding="utf-8")
    assert "tinyml-0001" in ids(made(bank))
    for single in (False, True):
        site = made(bank, public=True, single=single)
        assert site.remarks == []
        everything = b"".join(site.files.values())
        assert b'"tinyml-0001":' not in everything
        assert b'"tinyml-0002":' in everything
        assert b"final.yaml" not in everything
    (bank / "qbank.toml").write_text(
        '[site]\nreview = false\nhold-back = ["questions/sets/final.yaml"]\n', encoding="utf-8"
    )
    assert "tinyml-0001" not in ids(made(bank))
    (sets / "final.yaml").write_text("title: Final\nkind: exam\nquestions: [tinyml-9999]\n", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be held back"):
        made(bank, public=True)


@pytest.mark.parametrize("single", [False, True])
def test_hostile_texts_end_no_element_and_stay_text(
    bank: Path, changed: Callable[..., Path], single: bool
) -> None:
    changed("tinyml-0001", title=HOSTILE[:100], scenario=f"{HOSTILE} and some more words to be long enough.")
    site = made(bank, single=single)
    for name, content in site.files.items():
        if name.startswith("data/") and name != "data/formulas.js":
            assert b"<" not in content, name
    page = site.files["index.html"].decode()
    assert "alert(1)</script>" not in page
    assert "\x1b" not in page
    ends = len(re.findall(r"</script", page, re.I))
    assert ends == len(re.findall(r"<script\b", page, re.I))
    if not single:
        view = pages(site.files)["tinyml-0001"]["views"][0]
        assert "<script" not in view
        assert "<img" not in view
        assert "&lt;script&gt;" in view
        assert 'href="javascript' not in view


def test_two_builds_give_the_same_bytes_and_a_change_touches_few_files(
    bank: Path, changed: Callable[..., Path], tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    first = made(bank)
    assert write_site(folder, first.files).written == len(first.files)
    again = made(bank)
    assert again.files == first.files
    assert write_site(folder, again.files).written == 0
    changed("tinyml-0002", title="Another title of this question")
    third = made(bank)
    written = write_site(folder, third.files)
    differing = {name for name in third.files if third.files[name] != first.files.get(name)}
    assert written.written == len(differing)
    assert {name.rpartition("-")[0] or name for name in differing} <= {
        "data/bank.js", "data/page", "data/text", "data/author", "data/review.js"
    }  # fmt: skip
    assert sum("page-" in name for name in differing) == 1


def test_a_folder_of_somebody_else_is_left_alone(bank: Path, tmp_path: Path) -> None:
    folder = tmp_path / "other"
    (folder / "data").mkdir(parents=True)
    (folder / "index.html").write_text("mine", encoding="utf-8")
    with pytest.raises(Exception, match="no page of `qbank site`"):
        write_site(folder, made(bank).files)
    assert (folder / "index.html").read_text(encoding="utf-8") == "mine"
    (folder / "index.html").unlink()
    (folder / "data" / "own.js").write_text("mine", encoding="utf-8")
    (folder / "data" / "page-ff.js").write_text('qbankData("page-ff",{});\n', encoding="utf-8")
    assert write_site(folder, made(bank).files).removed == 1
    assert (folder / "data" / "own.js").exists()


def test_the_policy_lets_the_page_run_its_own_script_alone(bank: Path) -> None:
    page = made(bank).files["index.html"].decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    assert "unsafe" not in policy[1]
    assert "http" not in policy[1]
    assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>[^<]", page)
    assert not re.search(r"\son\w+=|style=", page)
    single = made(bank, single=True).files["index.html"].decode()
    assert "unsafe" not in single.split("</head>")[0]
    assert re.search(r"script-src 'sha256-[\w+/=]+'", single)


def test_a_question_that_is_not_valid_is_shown_as_far_as_it_can_be(
    bank: Path, changed: Callable[..., Path]
) -> None:
    changed("tinyml-0003", topic="no-such-topic")
    site = made(bank)
    assert "tinyml-0003" in ids(site)
    assert "not valid" in pages(site.files)["tinyml-0003"]["views"][0]
    assert pages(site.files, "author")["tinyml-0003"]["findings"]


def test_variants_are_views_of_their_own(bank: Path) -> None:
    shown = pages(made(bank).files)
    varied = {id_: page for id_, page in shown.items() if page["seeds"]}
    assert varied
    for page in varied.values():
        assert len(page["views"]) == len(page["seeds"]) + 1
        assert len(set(page["views"])) > 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('accent = "#ffff00"', "contrast"),
        ('accent = "red"', "must be a colour"),
        ('titel = "x"', "did you mean 'title'"),
        ('logo = "../../etc/logo.svg"', "leads out of the bank"),
        ('logo = "nothing.svg"', "there is no file"),
        ("review = 1", "must be true or false"),
        ('hold-back = "a.yaml"', "must be a list of set files"),
        ('repository = "javascript:alert(1)"', "must be an address"),
    ],
)
def test_settings_that_cannot_be_used_are_told(bank: Path, line: str, said: str) -> None:
    (bank / "qbank.toml").write_text(f"[site]\n{line}\n", encoding="utf-8")
    settings = load_settings(bank)
    with pytest.raises(Exception, match=said) as told:
        site_settings(settings, public=False, drafts=False)
    assert "qbank.toml:2:1: site." in str(told.value)


def test_an_empty_text_is_as_if_it_were_not_there(bank: Path) -> None:
    names = ("title", "intro", "course", "footer", "repository", "accent", "accent-dark", "logo")
    (bank / "qbank.toml").write_text(
        "[site]\n" + "".join(f'{name} = ""\n' for name in names), encoding="utf-8"
    )
    assert site_settings(load_settings(bank), public=False, drafts=False) == SiteSettings()


def test_questions_have_pages_of_their_own_if_wanted(bank: Path, tmp_path: Path) -> None:
    settings = bank / "qbank.toml"
    settings.write_text("[site]\npages = true\n", encoding="utf-8")
    files = made(bank, public=True).files
    names = sorted(name for name in files if name.startswith("q/"))
    assert names == ["q/index.html", *(f"q/{id_}.html" for id_ in ids(made(bank)))]
    listed = re.findall(r'<li><a href="([^"]+)"', files["q/index.html"].decode())
    assert listed == [f"{id_}.html" for id_ in ids(made(bank))]
    assert b'<a href="q/index.html">' in files["index.html"]
    assert b"q/index.html" not in made(bank, public=True, single=True).files["index.html"]
    page = files["q/tinyml-0001.html"].decode()
    assert "script-src 'none'" in page
    assert "<script" not in page
    assert 'href="../index.html#/q/tinyml-0001"' in page
    write_site(tmp_path / "out", files)
    settings.unlink()
    assert write_site(tmp_path / "out", made(bank, public=True).files).removed == len(names)


def test_paper_shows_no_focus_and_a_page_without_scripts_waits_for_nothing(bank: Path) -> None:
    style = made(bank).files["assets/site.css"].decode()
    assert re.search(r"@media print \{\s+\* \{ outline: none !important; \}", style)
    assert re.search(r"@media \(scripting: none\) \{ \.loading[^}]*display: none", style)


def test_templates_colours_and_texts_of_the_bank_are_used(bank: Path) -> None:
    (bank / "qbank.toml").write_text(
        '[site]\ntitle = "Ours <b>"\naccent = "#7a1f5c"\nfooter = "F"\n', encoding="utf-8"
    )
    (bank / "templates" / "site").mkdir(parents=True)
    (bank / "templates" / "site" / "site.css").write_text("body { margin: 7px }", encoding="utf-8")
    files = made(bank).files
    assert b"<title>Ours &lt;b&gt;</title>" in files["index.html"]
    assert b"margin: 7px" in files["assets/site.css"]
    assert b"--accent: #7a1f5c; --on-accent: #ffffff" in files["assets/site.css"]


def test_inputs_of_a_formula_are_called_as_the_formula_shows_them(bank: Path) -> None:
    content = made(bank).files["data/formulas.js"].decode()
    found, _ = json.JSONDecoder().raw_decode(content.removeprefix('qbankData("formulas",'))
    for formula in found:
        for name, said in formula["variables"].items():
            assert said["latex"] in formula["latex"] or name not in formula["expression"]
            assert said["mathml"], f"{formula['id']}: {name}"
    known = {formula["id"]: formula for formula in found}
    assert known["ring_allreduce_time"]["variables"]["a"]["shown"] == "α"
    assert ">α<" in known["ring_allreduce_time"]["variables"]["a"]["mathml"]
    assert known["mm1_time"]["holds_when"] == ["λ < μ"]


def test_words_of_the_field_are_said_as_pages_say_them(bank: Path) -> None:
    names = data_of(made(bank).files, "bank")["fields"]["names"]
    assert names["track"]["tinyml"] == "TinyML"
    assert names["topic"]["kv-cache-management"] == "KV cache management"
    assert names["kind"]["choice"] == "multiple choice"


def test_near_duplicates_are_told_to_whoever_makes_a_set(bank: Path, changed: Callable[..., Path]) -> None:
    """Of what the site shows alone; also where nothing for authors is."""
    pytest.importorskip("datasketch")
    [file] = (bank / "questions").rglob("tinyml-0004.yaml")
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    for number, status in ((9001, "published"), (9002, "draft")):
        twin = {**data, "id": f"tinyml-{number}", "status": status, "chains": []}
        file.with_name(f"tinyml-{number}.yaml").write_text(yaml.safe_dump(twin), encoding="utf-8")
    for public in (False, True):
        alike = data_of(made(bank, public=public).files, "alike")
        assert alike["tinyml-0004"] == [["tinyml-9001", 1.0]]
        assert sorted(alike) == ["tinyml-0004", "tinyml-9001"]


def test_a_bank_of_drafts_makes_an_empty_site_and_says_why(bank: Path) -> None:
    for file in (bank / "questions" / "tinyml").rglob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("status: published", "status: draft"), encoding="utf-8")
    site = made(bank)
    assert site.questions == 0
    assert any("--drafts" in line for line in site.remarks)
