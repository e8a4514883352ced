from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from qbank.survey import index as module
from qbank.survey import index_file
from qbank.survey.index_file import open_index
from qbank.survey.search import Wanted, count, search, unreadable
from qbank.survey.words import read_words

if TYPE_CHECKING:
    from tests.conftest import Bank, Lock

LATER = 3_000_000_000


def found(bank: Bank, words: str = "") -> list[str]:
    with open_index(bank.root) as index:
        return [hit.record.id for hit in search(index, Wanted({}, read_words(words))).shown]


def file(bank: Bank) -> Path:
    [path] = (bank.root / ".qbank_cache").glob("search-*.sqlite")
    return path


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the files that the index reads."""
    names: list[str] = []
    original = module.read_content

    def noting(path: Path) -> bytes:
        names.append(path.name)
        return original(path)

    monkeypatch.setattr(module, "read_content", noting)
    return names


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets files be old when they are read."""
    now = time.time_ns
    monkeypatch.setattr(module.time, "time_ns", lambda: now() + LATER)


def test_new_changed_moved_and_deleted_files_are_noticed(bank: Bank) -> None:
    first = bank.add("cloud-0001", "title: Pears\n")
    assert found(bank, "pears") == ["cloud-0001"]
    bank.add("cloud-0002", "title: Pears and Plums\n")
    assert found(bank, "pears") == ["cloud-0001", "cloud-0002"]
    bank.add("cloud-0001", "title: Quinces\n")
    assert found(bank, "pears") == ["cloud-0002"]
    assert found(bank, "quinces") == ["cloud-0001"]
    first.rename(first.with_name("other.yaml"))
    assert found(bank, "quinces") == ["cloud-0001"]
    first.with_name("other.yaml").unlink()
    assert found(bank, "quinces") == []
    assert found(bank) == ["cloud-0002"]


def test_a_file_whose_size_and_mtime_were_kept_is_noticed(bank: Bank, later: None) -> None:
    path = bank.add("cloud-0001", "title: Pears\n")
    found(bank)
    before = path.stat()
    time.sleep(0.02)
    path.write_bytes(path.read_bytes().replace(b"Pears", b"Plums"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert found(bank, "plums") == ["cloud-0001"]


def test_a_file_written_twice_within_a_tick_of_the_clock_is_noticed(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = bank.add("cloud-0001", "title: Pears\n")
    states = module.file_states(bank.root)
    monkeypatch.setattr(module, "file_states", lambda root: states)
    assert found(bank, "pears") == ["cloud-0001"]
    path.write_bytes(path.read_bytes().replace(b"Pears", b"Plums"))
    assert found(bank, "plums") == ["cloud-0001"]


def test_old_files_are_not_read_again(bank: Bank, later: None, reads: list[str]) -> None:
    bank.add("cloud-0001")
    bank.add("cloud-0002")
    found(bank)
    assert reads == ["cloud-0001.yaml", "cloud-0002.yaml"]
    found(bank)
    assert len(reads) == 2


def test_a_touched_file_keeps_its_entry(bank: Bank, later: None, reads: list[str]) -> None:
    path = bank.add("cloud-0001")
    found(bank)
    os.utime(path, ns=(1, 1))
    found(bank)
    found(bank)
    assert reads == ["cloud-0001.yaml"] * 2


def test_files_that_hold_no_question_are_told_with_their_places(bank: Bank) -> None:
    bank.add("cloud-0001")
    bank.write("questions/cloud/bad.yaml", "title: 'never closed\n")
    bank.write("questions/cloud/none.yaml", "title: no id\n")
    bank.write("questions/cloud/latin.yaml", b"title: caf\xe9\n")
    with open_index(bank.root) as index:
        told = dict(line.split(":", 1) for line in unreadable(index))
        assert count(index) == 1
    assert set(told) == {f"questions/cloud/{name}.yaml" for name in ("bad", "none", "latin")}
    assert told["questions/cloud/none.yaml"] == "1:1: it holds no question with an id"
    assert told["questions/cloud/latin.yaml"].startswith("1:11: ")
    bank.write("questions/cloud/none.yaml", "id: cloud-0009\n")
    with open_index(bank.root) as index:
        assert count(index) == 2


def test_a_file_that_may_not_be_read_is_told_and_tried_again(bank: Bank, lock: Lock) -> None:
    path = bank.add("cloud-0001")
    with pytest.MonkeyPatch.context() as patch:
        original = module.read_content

        def refused(asked: Path) -> bytes:
            return original(asked.with_name("not-there.yaml"))

        patch.setattr(module, "read_content", refused)
        with open_index(bank.root) as index:
            [line] = unreadable(index)
            assert line.startswith(f"{path.relative_to(bank.root).as_posix()}:1:1: ")
    assert found(bank) == ["cloud-0001"]


def damages() -> Iterator[Any]:
    def garbage(path: Path) -> None:
        path.write_bytes(b"no database at all" * 500)

    def truncated(path: Path) -> None:
        path.write_bytes(path.read_bytes()[:5000])

    def zeroed(path: Path) -> None:
        data = path.read_bytes()
        path.write_bytes(data[:100] + bytes(len(data) - 100))

    def empty(path: Path) -> None:
        path.write_bytes(b"")

    def without_a_table(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("DROP TABLE tag")

    def without_words(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("DROP TABLE words")

    for damage in (garbage, truncated, zeroed, empty, without_a_table, without_words):
        yield pytest.param(damage, id=damage.__name__)


@pytest.mark.parametrize("damage", list(damages()))
def test_a_damaged_index_is_made_anew(bank: Bank, damage: Any) -> None:
    bank.add("cloud-0001", "title: Pears\ntags: [fruit]\n")
    found(bank)
    damage(file(bank))
    bank.add("cloud-0002", "title: Plums\ntags: [fruit]\n")
    with open_index(bank.root) as index:
        assert index.remark is None
        hits = search(index, Wanted({"tag": ("fruit",)}, read_words("pears")))
    assert [hit.record.id for hit in hits.shown] == ["cloud-0001"]
    assert found(bank) == ["cloud-0001", "cloud-0002"]


def test_an_index_that_came_with_the_bank_is_not_opened(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    bank.add("cloud-0001", "title: Pears\n")
    found(bank)
    theirs = file(bank)
    with closing(sqlite3.connect(theirs)) as connection:
        connection.execute("UPDATE question SET title = 'forged'")
        connection.commit()
    # The same bank for another user, who has another secret.
    monkeypatch.setenv("XDG_CACHE_HOME", str(bank.root.parent / "another-home"))
    with open_index(bank.root) as index:
        assert search(index, Wanted()).shown[0].record.title == "Pears"
    assert not theirs.exists()


@pytest.mark.skipif(os.name == "nt", reason="links")
def test_a_link_in_the_place_of_the_cache_is_not_followed(bank: Bank, tmp_path_factory: Any) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (bank.root / ".qbank_cache").symlink_to(elsewhere)
    bank.add("cloud-0001")
    with open_index(bank.root) as index:
        assert index.remark is not None
        assert "link" in index.remark
        assert count(index) == 1
    assert list(elsewhere.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="links")
def test_a_link_in_the_place_of_the_index_is_not_followed(bank: Bank) -> None:
    bank.add("cloud-0001")
    found(bank)
    path = file(bank)
    precious = bank.write("precious.db", b"precious")
    path.unlink()
    path.symlink_to(precious)
    with open_index(bank.root) as index:
        assert index.remark is not None
        assert count(index) == 1
    assert precious.read_bytes() == b"precious"


def test_where_no_folder_can_be_made_the_index_is_in_memory(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank.add("cloud-0001")

    def refuse(root: Path) -> Path:
        raise PermissionError(13, "Permission denied", str(root / ".qbank_cache"))

    monkeypatch.setattr(index_file, "make_cache_folder", refuse)
    with open_index(bank.root) as index:
        assert index.remark is not None
        assert "permission denied" in index.remark
        assert count(index) == 1
    assert not (bank.root / ".qbank_cache").exists()


def test_a_stale_index_that_may_not_be_written_is_brought_up_to_date_in_memory(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank.add("cloud-0001", "title: Pears\n")
    found(bank)
    kept = file(bank).read_bytes()
    original = index_file._connect

    def read_only(name: str) -> sqlite3.Connection:
        connection = original(name)
        if name != ":memory:":
            connection.execute("PRAGMA query_only = ON")
        return connection

    monkeypatch.setattr(index_file, "_connect", read_only)
    bank.add("cloud-0002", "title: Plums\n")
    with open_index(bank.root) as index:
        assert index.remark is not None
        assert [hit.record.id for hit in search(index, Wanted()).shown] == ["cloud-0001", "cloud-0002"]
    assert file(bank).read_bytes() == kept


def test_a_run_that_was_stopped_leaves_a_good_index(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(120):
        bank.add(f"cloud-{number:04}")

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        open_index(bank.root, stop)
    assert len(found(bank)) == 120


def test_several_processes_make_one_index(bank: Bank) -> None:
    for number in range(60):
        bank.add(f"cloud-{number:04}")
    script = (
        "import sys; from pathlib import Path; from qbank.survey.index_file import open_index; "
        "from qbank.survey.search import count\n"
        "with open_index(Path(sys.argv[1])) as index: print(index.remark, count(index))"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", script, str(bank.root)], stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    assert [process.communicate(timeout=60)[0] for process in running] == ["None 60\n"] * 4
    assert len(found(bank)) == 60


def test_the_folder_is_ignored_by_git(bank: Bank) -> None:
    bank.add("cloud-0001")
    found(bank)
    assert "*" in (bank.root / ".qbank_cache" / ".gitignore").read_text().splitlines()


def test_odd_data_is_no_failure(bank: Bank) -> None:
    bank.write(
        "questions/cloud/odd.yaml",
        "id: odd\ntitle: [1]\ntags: {a: 1}\ndetails: 5\nparts: [x, {prompt: 3}]\nkind: [a]\n"
        "expected_time_minutes: 99999999999999999999\n",
    )
    assert found(bank) == ["odd"]
