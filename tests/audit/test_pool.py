"""Several processes. Each test starts its own interpreter, for one that runs threads must not be forked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Bank

PREAMBLE = """
import os, sys
from pathlib import Path
from qbank.audit import pool
from qbank.audit.engine import Audit
from qbank.audit.settings import Settings
from qbank.audit.plan import Plan
from qbank.rules.core.base import QuestionRule
from qbank.rules.core.finding import Severity
from qbank.rules.registry import RuleSet, select

pool.MIN_PARALLEL_FILES = 2
pool.CHUNK = 3

def ids(result):
    return [finding.question_id for finding in result.findings if finding.code == "QB501"]
"""


@pytest.fixture
def ten(bank: Bank) -> Bank:
    for number in range(10):
        bank.add(f"cloud-00{number:02}", "title: Growth of the Cache.\n")
    return bank


def run(script: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PREAMBLE + textwrap.dedent(script)],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_two_processes_give_what_one_gives(ten: Bank) -> None:
    done = run(
        """
        one = Audit.of([], Settings(root=Path.cwd())).run(jobs=1)
        told = []
        two = Audit.of([], Settings(root=Path.cwd())).run(jobs=2, progress=lambda done, _: told.append(done))
        assert one == two, (one, two)
        assert len(ids(two)) == 10
        assert told == list(range(11))  # from where none is done
        print("same")
        """,
        ten.root,
    )
    assert (done.stdout, done.stderr) == ("same\n", "")


def test_started_afresh_instead_of_forked_they_give_the_same(ten: Bank) -> None:
    script = ten.write(
        "run.py",
        PREAMBLE
        + textwrap.dedent("""
        if __name__ == "__main__":
            import multiprocessing
            pool._context = lambda: multiprocessing.get_context("spawn")
            settings = Settings(root=Path.cwd(), severities={"QB501": Severity.INFO})
            one = Audit.of([], settings).run(jobs=1)
            two = Audit.of([], settings).run(jobs=2)
            assert one == two and len(ids(two)) == 10
            print("same")
        """),
    )
    done = subprocess.run(
        [sys.executable, script], cwd=ten.root, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == ("same\n", "")


def test_a_failing_rule_loses_no_file(ten: Bank) -> None:
    done = run(
        """
        class Bad(QuestionRule):
            "Fails on one question."
            code, name, severity = "QB999", "bad", Severity.ERROR
            def check(self, question):
                if question.id == "cloud-0004":
                    raise ZeroDivisionError("by zero")
                return ()
        plan = Plan(Settings(root=Path.cwd()), RuleSet([*select(("QB501",)), Bad()]))
        result = Audit.of([], plan=plan).run(jobs=2)
        [crash] = result.crashes
        assert crash.path.endswith("cloud-0004.yaml") and crash.what == "QB999 bad", crash
        assert len(ids(result)) == 10
        print("kept")
        """,
        ten.root,
    )
    assert (done.stdout, done.stderr) == ("kept\n", "")


def test_a_process_that_dies_loses_no_file(ten: Bank) -> None:
    done = run(
        """
        parent = os.getpid()
        class Deadly(QuestionRule):
            "Ends the process, but not this one."
            code, name, severity = "QB999", "deadly", Severity.ERROR
            def check(self, question):
                if question.id == "cloud-0004" and os.getpid() != parent:
                    os._exit(9)
                return ()
        plan = Plan(Settings(root=Path.cwd()), RuleSet([*select(("QB501",)), Deadly()]))
        result = Audit.of([], plan=plan).run(jobs=2)
        assert len(ids(result)) == 10
        assert result.crashes == ()
        print(result.remarks)
        """,
        ten.root,
    )
    assert "a worker process ended unexpectedly" in done.stdout
    assert done.stderr == ""


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_all_of_them_quietly(ten: Bank) -> None:
    script = PREAMBLE + textwrap.dedent("""
        import time
        class Slow(QuestionRule):
            "Takes its time."
            code, name, severity = "QB999", "slow", Severity.ERROR
            def check(self, question):
                Path("started-" + question.id).touch()
                time.sleep(0.3)
                return ()
        pool.CHUNK = 5
        plan = Plan(Settings(root=Path.cwd()), RuleSet([Slow()]))
        try:
            Audit.of([], plan=plan).run(jobs=2)
        except KeyboardInterrupt:
            import multiprocessing
            assert multiprocessing.active_children() == []
            print("interrupted")
        """)
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=ten.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 30
    while not list(ten.root.glob("started-*")) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (out, err, process.returncode) == ("interrupted\n", "", 0)
    # Each process only ended the file it was at, not the chunk.
    assert len(list(ten.root.glob("started-*"))) <= 4


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals")
def test_ctrl_c_while_processes_are_started_is_not_lost(ten: Bank) -> None:
    done = run(
        """
        import signal
        # What is raised in here is lost.
        os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGINT))
        try:
            Audit.of([], Settings(root=Path.cwd())).run(jobs=2)
        except KeyboardInterrupt:
            print("interrupted")
        """,
        ten.root,
    )
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


def test_who_stops_listening_stops_the_processes(ten: Bank) -> None:
    done = run(
        """
        import multiprocessing
        def stop(done, total):
            raise ZeroDivisionError
        try:
            Audit.of([], Settings(root=Path.cwd())).run(jobs=2, progress=stop)
        except ZeroDivisionError:
            assert multiprocessing.active_children() == []
            print("stopped")
        """,
        ten.root,
    )
    assert (done.stdout, done.stderr) == ("stopped\n", "")
