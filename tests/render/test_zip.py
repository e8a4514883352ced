from __future__ import annotations

import io
import os
import subprocess
import sys
import zipfile

from qbank.render.zip import zipped

FILES = {"b/two.txt": b"two" * 1000, "a.txt": b"one", "manifest": b""}


def test_entries_are_sorted_and_know_no_clock_and_no_machine() -> None:
    archive = zipfile.ZipFile(io.BytesIO(zipped(FILES, first=("manifest",))))
    assert archive.namelist() == ["manifest", "a.txt", "b/two.txt"]
    assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert {entry.external_attr >> 16 for entry in archive.infolist()} == {0o100644}
    assert {entry.create_system for entry in archive.infolist()} == {3}
    assert {name: archive.read(name) for name in archive.namelist()} == FILES


def test_the_order_of_the_files_given_does_not_matter() -> None:
    assert zipped(FILES) == zipped(dict(reversed(FILES.items())))


def test_another_process_at_another_time_gives_the_same_bytes() -> None:
    program = (
        "import sys; from qbank.render.zip import zipped; from test_zip import FILES; "
        "sys.stdout.buffer.write(zipped(FILES))"
    )
    path = os.pathsep.join([os.path.dirname(__file__), *sys.path])  # noqa: PTH120
    environment = os.environ | {"PYTHONPATH": path, "PYTHONHASHSEED": "7", "TZ": "Pacific/Kiritimati"}
    made = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)
    assert made.stdout == zipped(FILES)
