from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank


def test_the_second_run_says_the_same_and_no_cache_keeps_nothing(bank: Bank, run: Run) -> None:
    for number in range(60):
        bank.add(f"cloud-00{number:02}", "title: Growth of the Cache.\n")
    first = run("audit", "--no-cache")
    assert not (bank.root / ".qbank_cache").exists()
    assert run("audit").stdout == first.stdout
    [kept] = (bank.root / ".qbank_cache").glob("audit-*")
    again = run("audit")
    assert (again.stdout, again.stderr) == (first.stdout, first.stderr)
    kept.write_bytes(b"noise")
    assert run("audit", "--no-cache").stdout == first.stdout
    assert kept.read_bytes() == b"noise"


def test_without_a_place_for_it_there_is_a_remark(bank: Bank, run: Run) -> None:
    for number in range(60):
        bank.add(f"cloud-00{number:02}")
    bank.write(".qbank_cache", "in the way")
    done = run("audit")
    assert done.returncode == 0
    assert "note: nothing is kept for the next run: " in done.stderr
