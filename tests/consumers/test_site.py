"""The bank's site in a browser, from a disk, used as its readers would."""

from __future__ import annotations

import fcntl
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from consumers.places import PROGRAMS, ROOT, Browser, needs, run
from consumers.test_accessibility import looked_at
from consumers.test_print import printed
from qbank.formulas.library import bundled

FILES = 3_000
"""Of a large bank; `benchmarks/site.py` makes and measures one of more than ten thousand."""
ROUTES = {
    "front": "#/",
    "list": "#/questions?q=memory",
    "question": "#/q/cloud-0003",
    "numbers": "#/q/tinyml-0202?variant=2",
    "basket": "#/basket?open=questions/sets/edge-quiz.yaml",
    "paper": "#/basket/paper?open=questions/sets/edge-quiz.yaml",
    "practice": "#/practice",
    "hardware": "#/hardware",
    "entry": "#/hardware/h100-sxm5-80gb",
    "compare": "#/hardware/compare?ids=h100-sxm5-80gb,a100-sxm4-80gb",
    "roofline": "#/roofline?ids=h100-sxm5-80gb,a100-sxm4-80gb:peak_bf16_tensor_dense:nvlink_per_direction",
    "links": "#/links",
    "formulas": "#/formulas",
    "formula": "#/formulas/ring_allreduce_time",
    "coverage": "#/coverage",
    "review": "#/review",
    "nothing": "#/nowhere",
}


def qbank(*words: str | Path, cwd: Path) -> str:
    """Run the command and return what it wrote."""
    done = subprocess.run(
        [sys.executable, "-m", "qbank", *map(str, words)],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy our bank, with a question that the audit objects to, and build its sites once for all workers."""
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    root = folder / "bank-with-site"
    with (folder / "bank-with-site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (root / "site").exists():
            shutil.copytree(ROOT / "questions", root / "questions")
            file = root / "questions" / "cloud" / "memory" / "cloud-0003.yaml"
            text = file.read_text(encoding="utf-8")
            assert "status: published" in text
            file.write_text(
                text.replace("status: published", "status: published\ntagz: [x]"), encoding="utf-8"
            )
            qbank("site", "--output", root / "built", cwd=root)
            qbank("site", "--single-file", "--output", root / "bank.html", cwd=root)
            (root / "built").rename(root / "site")
    return root


@pytest.fixture(scope="module")
def site(bank: Path) -> Path:
    """Return its site."""
    return bank / "site"


def used(browser: Browser, page: Path, downloads: Path, **asked: Any) -> dict[str, Any]:
    """Use a site, and fail if it ran into an error or asked for anything from elsewhere."""
    downloads.mkdir()
    given = {"site": str(page), "downloads": str(downloads), **asked}
    outcome: dict[str, Any] = browser.use("site", given)
    assert outcome["errors"] == []
    return outcome


def looks_right(outcome: dict[str, Any], questions: int, *, authors: bool = True) -> None:
    """Check what does not depend on the bank."""
    count = f"{questions:,}"
    assert outcome["search"]["all"] == f"All {count} questions"
    assert outcome["search"]["address"] == "#/questions?q=kv+cache"
    assert {"kv", "cache"} >= set(outcome["search"]["marks"]) > set()
    filtered = outcome["filter"]
    assert (
        filtered["found"] == f"{filtered['then']:,} question{'s' if filtered['then'] != 1 else ''} of {count}"
    )
    assert 0 < filtered["then"] <= filtered["promised"]
    assert filtered["again"] == filtered["found"]
    assert (filtered["hash"], filtered["chips"]) == (
        "#/questions?track=mobile&level=L3",
        ["Mobile ×", "L3 ×"],
    )
    assert outcome["question"]["open"]
    assert (outcome["question"]["claims"] > 0) is authors
    basket = outcome["basket"]
    assert (basket["empty"], basket["kept"]) == (0, "4")
    assert basket["again"] == basket["order"]
    assert basket["paper"] == {"questions": 4, "answers": 0}
    practice = outcome["practice"]
    assert practice["wrong"]["said"].startswith("✗")
    assert practice["right"]["next"] == "Comes again in 1 day."
    assert practice["seen"][-1] == practice["first"]  # what was wrong comes back
    assert practice["opened"]  # and what is right, may be read about
    assert practice["next"] != practice["first"]
    assert practice["empty"]
    assert practice["topics"] > 0
    known = practice["progress"]
    assert {one["box"] for one in known.values()} <= {0, 1}
    bandwidths = [float(text.split()[0]) for text in outcome["hardware"]["sorted"] if text != "–"]
    assert bandwidths == sorted(bandwidths, reverse=True)
    (first, announced), (every, said) = outcome["hardware"]["first"], outcome["hardware"]["all"]
    assert announced == f"{every} entries; here are the first {first}Show all {every}"
    assert said == f"{every} entries"
    assert outcome["hardware"]["compared"] == 3
    assert outcome["hardware"]["sources"] > 10
    decode, product = outcome["roofline"]["rows"]
    assert decode[2:] == ["1 FLOP/B", "3.35 TFLOP/s", "0.339%", "memory", "4.18 ms"]
    assert product[5] == "compute"
    assert outcome["formulas"]["computed"] == "81.6667 ms"
    assert outcome["formulas"]["solved"] == "245 GB/s"
    assert outcome["formulas"]["line"] > 100
    assert outcome["coverage"]["totals"] == sorted(outcome["coverage"]["totals"])
    assert outcome["coverage"]["found"].startswith(f"{int(outcome['coverage']['count']):,} question")
    keys = outcome["keys"]
    assert keys["first"] == keys["back"] == keys["opened"] != keys["second"]
    assert keys["help"]


def test_the_site_is_used_from_a_disk(browser: Browser, bank: Path, site: Path, tmp_path: Path) -> None:
    outcome = used(browser, site / "index.html", tmp_path / "downloads")
    looks_right(outcome, 236)
    assert outcome["search"]["titles"][0] == "Cache That One Conversation Reserves"
    assert outcome["review"]["shown"] == ["warning"]
    # Opening a set of the bank and saving it changes how it is written, and nothing that it says.
    files = sorted((bank / "questions" / "sets").glob("*.yaml"))
    assert sorted(outcome["sets"]) == [file.relative_to(bank).as_posix() for file in files]
    for path, text in outcome["sets"].items():
        assert yaml.safe_load(text) == yaml.safe_load((bank / path).read_text(encoding="utf-8")), path
    name = outcome["basket"]["name"]
    saved = tmp_path / "downloads" / name
    assert name == "quiz-memory-script.yaml"
    data = yaml.safe_load(saved.read_text(encoding="utf-8"))
    assert data["title"] == 'Quiz: "memory" & </script>'
    assert [section["title"] for section in data["sections"]] == ["First part", "Part 2"]
    assert [id_ for section in data["sections"] for id_ in section["questions"]] == outcome["basket"]["order"]
    target = bank / "questions" / "sets" / name
    shutil.copy(saved, target)
    try:
        qbank("render", target, "--output", tmp_path / "quiz.pdf", cwd=bank)
        assert (tmp_path / "quiz.pdf").read_bytes().startswith(b"%PDF")
        qbank("audit", target, cwd=bank)
    finally:
        target.unlink()


def test_one_file_does_all_of_it(browser: Browser, bank: Path, tmp_path: Path) -> None:
    looks_right(used(browser, bank / "bank.html", tmp_path / "downloads"), 236)


def test_a_large_bank_is_used_from_a_disk(browser: Browser, tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("audit_benchmark", ROOT / "benchmarks" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    benchmark = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = benchmark
    spec.loader.exec_module(benchmark)
    benchmark.make_bank(tmp_path / "bank", FILES, ROOT / "questions")
    # What authors see of a question does not depend on how many there are, and takes minutes to work out.
    (tmp_path / "bank" / "qbank.toml").write_text("[site]\nreview = false\n", encoding="utf-8")
    qbank("site", "--output", tmp_path / "site", cwd=tmp_path / "bank")
    looks_right(used(browser, tmp_path / "site" / "index.html", tmp_path / "downloads"), FILES, authors=False)


def test_hostile_texts_do_nothing(browser: Browser, bank: Path, tmp_path: Path) -> None:
    """Whatever a title or a tag holds, no script of it runs, and the policy has nothing to stop."""
    root = tmp_path / "bank"
    shutil.copytree(bank / "questions" / "tinyml" / "precision", root / "questions" / "tinyml" / "precision")
    harm = '</script><img src=x onerror="document.title=1"><svg onload=alert(1)>'
    for number, file in enumerate(sorted((root / "questions").rglob("*.yaml"))):
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
        data |= {"title": f"{harm[:90]} {number}", "tags": [harm, "javascript:alert(2)", "__proto__"]}
        data["scenario"] = f"{harm} [x](javascript:alert(3)) \x85 {data['scenario']}"
        data["details"]["resources"] = [{"name": harm, "url": "javascript:alert(4)"}]
        file.write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), encoding="utf-8")
    for name in ("index.html", "one.html"):
        single = ("--single-file",) if name == "one.html" else ()
        target = root / "site" / name if single else root / "site"
        qbank("site", "--output", target, *single, cwd=root)
        pages = [
            f"{root / 'site' / name}{route}"
            for route in ("#/questions?q=script", "#/q/tinyml-0001", "#/basket")
        ]
        for one in looked_at(browser, pages, looks=[[390, "light"]]):
            assert (one["violations"], one["wide"], one["errors"]) == ([], [], []), one


def test_what_goes_wrong_is_told_and_nothing_is_lost(browser: Browser, bank: Path, tmp_path: Path) -> None:
    """A store that is refused, nonsense, addresses of nothing, missing files, two windows, going back."""
    root, site, torn = tmp_path / "bank", tmp_path / "site", tmp_path / "torn"
    folder = root / "questions" / "tinyml" / "memory"
    shutil.copytree(bank / "questions" / "tinyml" / "memory", folder)
    (root / "questions" / "sets").mkdir()
    quiz = "title: Ours\nkind: quiz\nquestions:\n  - tinyml-0003\n  - tinyml-0006\n"
    (root / "questions" / "sets" / "own-quiz.yaml").write_text(quiz, encoding="utf-8")

    def write(name: str, like: str, **fields: Any) -> None:
        data = yaml.safe_load((folder / f"{like}.yaml").read_text(encoding="utf-8"))
        text = yaml.safe_dump({**data, **fields}, sort_keys=False, allow_unicode=True)
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")

    write("tinyml-0002", "tinyml-0002", title="A very long title " * 280)
    write("tinyml-9001", "tinyml-0004", id="tinyml-9001", title="Its twin", chains=[])
    qbank("site", "--output", site, cwd=root)
    shutil.copytree(site, torn)
    for pattern in ("page-*.js", "text-*.js"):
        for file in (torn / "data").glob(pattern):
            file.unlink()
    given = {"site": site, "torn": torn}
    pages = {name: str(place / "index.html") for name, place in given.items()}
    seen = browser.use("site_trials", {**pages, "question": "tinyml-0002", "lost": "tinyml-0004"})
    assert seen["errors"] == []
    refused = seen["a store that is refused"]
    assert "keeps nothing" in refused["told"]
    assert refused["picked"] == 1
    nonsense = seen["a store of nonsense"]
    assert nonsense["shown"] == ["Basket", "Questions", "My set", "Practice", "Question bank"]
    assert nonsense["count"] == "1"
    found = seen["words that people type"]["found"]
    assert (
        found["five questions about the arenas of microcontrollers"] == found["arena microcontroller"] != []
    )
    assert sorted(found["microcontrollers, level 3"]) == sorted(found["tinyml L3"]) != []
    assert [said.split(":")[0] for said in seen["words that people type"]["offers"]] == ["“arena” alone"]
    assert "no track “mars”" in seen["a filter of nothing"]["told"]
    assert seen["a filter of nothing"]["chips"] == 1
    assert seen["addresses of nothing"] == [
        *("No such question", "No such entry", "No such formula", "Basket", "Roofline", "Links and memories"),
        *("Nothing here", "No such question"),
    ]
    missing = seen["files that are missing"]
    assert "is missing. Was the whole folder copied?" in missing["told"]
    assert "titles alone" in missing["found"]
    assert "could not be loaded" in missing["practice"]
    back = seen["going back"]
    assert back["top"] == 0 < back["before"] == back["after"]
    assert seen["two windows"] == {"there": 2, "count": "2"}
    assert seen["presses that come twice"]["place"].startswith("1 of ")
    assert seen["a set opened over a basket"] == {"there": 2, "back": 1}
    assert [said.split(" (")[0] for said in seen["twins in a basket"]] == [
        "Nearly the same as Its twin",
        "Nearly the same as Fitting a 312 KiB Vision Arena into 200 KiB",
    ]
    assert seen["a question with a title of 5,000 characters"] == [390, 390]


@pytest.mark.parametrize("names", [list(ROUTES)[start::3] for start in range(3)], ids=", ".join)
def test_axe_finds_nothing_and_nothing_is_too_wide_or_cut_off(
    browser: Browser, site: Path, names: list[str]
) -> None:
    seen = looked_at(browser, [f"{site / 'index.html'}{ROUTES[name]}" for name in names])
    assert len(seen) == 2 * len(names)
    for one in seen:
        assert (one["violations"], one["wide"], one["cut"], one["errors"]) == ([], [], [], []), one


def test_lists_fit_on_paper_without_what_only_works_on_a_screen(browser: Browser, site: Path) -> None:
    most = {"hardware": 13, "formulas": 17, "coverage": 4, "question": 1, "list": 9}
    seen = printed(browser, [f"{site / 'index.html'}{ROUTES[name]}" for name in most])
    for (name, sheets), one in zip(most.items(), seen, strict=True):
        assert (one["cut"], one["controls"]) == ([], []), name
        assert one["sheets"] <= sheets, name


def test_formulas_are_solved_for_every_variable(site: Path) -> None:
    """Computed in the page as in Python; and of every example each input is found again from the result."""
    needs("node", shutil.which("node"))
    scripts = [
        ROOT / "templates" / "render" / "html" / "lab-model.js",
        ROOT / "templates" / "site" / "solve.js",
    ]
    given = {"scripts": list(map(str, scripts)), "formulas": str(site / "data" / "formulas.js")}
    outcome = run(["node", PROGRAMS / "solve.mjs"], given=given)
    assert len(outcome) > 150
    lost = []
    for formula in bundled():
        if formula.id not in outcome:
            continue
        inputs = formula.read(formula.examples[0].given)
        result = outcome[formula.id]["result"]
        assert result == pytest.approx(float(formula.compute(inputs)), rel=1e-9), formula.id
        for name, found in outcome[formula.id]["found"].items():
            wanted = float(inputs[name])
            near = any(value == pytest.approx(wanted, rel=1e-5) for value in found["values"])
            if not near and not any(
                low * (1 - 1e-9) <= wanted <= high * (1 + 1e-9) or low <= wanted <= high
                for low, high in found["ranges"]
            ):
                lost.append((formula.id, name, wanted, found))
    assert lost == [], json.dumps(lost[:5])
