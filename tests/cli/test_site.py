"""`qbank site --serve`: built, served on this machine alone, built again at a save."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

if TYPE_CHECKING:
    from tests.conftest import Bank


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_what_is_served_is_built_again_at_a_save(bank: Bank) -> None:
    path = bank.add("cloud-0001", "title: Growth of the Cache\n")
    command = [sys.executable, "-m", "qbank", "site", "--serve", "--port", "0", "--output", "out"]
    with subprocess.Popen(command, cwd=bank.root, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = ""
        while "waiting for the next save" not in said:
            said += process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, said
        with urlopen(f"{found[0]}data/bank.js", timeout=20) as answer:
            assert b"Growth of the Cache" in answer.read()
        path.write_text(path.read_text("utf-8").replace("Growth", "Shrinking"), "utf-8")
        while "after 1 change" not in process.stderr.readline():
            pass
        with urlopen(f"{found[0]}data/bank.js", timeout=20) as answer:
            assert b"Shrinking of the Cache" in answer.read()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
