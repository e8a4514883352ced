from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank

PERIOD = "title: Growth of the Cache.\n"
OPTIONS = ("audit", "--select", "QB5", "--fail-on", "warning", "-f", "concise", "--baseline", "known.json")


def test_the_life_of_a_baseline(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", PERIOD)
    missing = run(*OPTIONS)
    assert (missing.returncode, missing.stdout) == (2, "")
    assert "there is no such baseline; `--update-baseline` makes one" in missing.stderr

    made = run(*OPTIONS, "--update-baseline")
    assert (made.returncode, made.stdout) == (0, "")
    assert "note: known.json: made with 1 finding\n" in made.stderr
    assert "1 in the baseline" in made.stderr

    bank.add("cloud-0002", PERIOD)
    new = run(*OPTIONS, "--update-baseline")
    assert new.returncode == 1
    assert new.stdout.startswith("questions/cloud/memory/cloud-0002.yaml:")

    bank.add("cloud-0002")
    bank.add("cloud-0001")
    gone = run(*OPTIONS)
    assert gone.returncode == 0
    assert "known.json: 1 finding of it is no more; --update-baseline takes them out" in gone.stderr
    shrunk = run(*OPTIONS, "--update-baseline")
    assert "known.json: 1 finding of it is no more, 0 left" in shrunk.stderr

    bank.add("cloud-0001", PERIOD)
    assert run(*OPTIONS).returncode == 1


def test_it_is_not_changed_after_an_audit_that_could_not_see_everything(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", PERIOD)
    run(*OPTIONS, "--update-baseline")
    before = Path("known.json").read_bytes()
    bank.add("cloud-0001")
    (bank.root / "questions" / "cloud" / "gone.yaml").symlink_to("nowhere.yaml")
    done = run(*OPTIONS, "--update-baseline")
    assert done.returncode == 2
    assert "known.json: left as it is" in done.stderr
    assert Path("known.json").read_bytes() == before


def test_wrong_use(bank: Bank, run: Run) -> None:
    bank.add()
    assert "--update-baseline needs --baseline" in run("audit", "--update-baseline").stderr
    done = run(*OPTIONS[:3], "--baseline", "x", "--update-baseline", "--diff")
    assert "--update-baseline and --diff cannot go together" in done.stderr
