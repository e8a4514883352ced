"""Files of strangers: each ends in a finding or a refusal, within bounds, and never in a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from fork_server import MEMORY, qbank_program
from rules.rule_examples import laid_over

if TYPE_CHECKING:
    from tests.conftest import Bank

SECONDS = 120
"""For one file, on a machine that may be busy with other things; seconds are what it takes."""
MEGABYTES = 600


def napkin(line: str) -> str:
    return laid_over(f"details:\n  napkin_math: |\n    {line}\n", "cloud-0001.yaml")


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
FILES: dict[str, bytes | str] = {
    "aliases": BOMB,
    "long-aliases": f"a: &a {'x' * 500_000}\nb: [{', '.join(['*a'] * 1000)}]\n",
    "brackets": "a: " + "[" * 20_000 + "]" * 20_000,
    "braces": "a: " + "{a: " * 20_000,
    "dashes": "- " * 20_000,
    "keys": "? " * 20_000,
    "steps": "".join(" " * depth + "- \n" for depth in range(900)),
    "30-megabytes": "title: " + "a" * (30 << 20),
    "one-megabyte": "title: " + "a" * ((1 << 20) - 100),
    "many-fields": "".join(f"field{number}: 1\n" for number in range(20_000)),
    "one-field-often": "title: a\n" * 20_000,
    "tags": "id: !!python/object/apply:os.system ['touch owned']\ntitle: !x y\n",
    "nul": b"id: a\0b\n",
    "utf-16": "id: a\ntitle: b\n".encode("utf-16"),
    "latin-1": "title: é\n".encode("latin-1"),
    "raw-surrogate": b"title: \xed\xa0\x80\n",
    "surrogates": 'title: "\\ud800 x \\udfff"\nid: "\\ud800"\ntrack: "\\udfff"\n',
    "raw-escape": b"title: \x1b[31mred\x07\n",
    "escapes": 'track: "\\e]0;owned\\a \\u202e \\x9b31m"\nid: "\\e[2J"\n',
    "commands": "track: '::error file=a::x'\nlevel: '##[error]x'\nzone: \"%0A::set-env name=x::y\"\n",
    "documents": "track: '\"}]}]]></failure><x>&'\nid: '\"}],\"results\":[]'\n",
    "templates": "track: '{{7*7}} ${7*7} #{7*7} %(a)s {0.__class__}'\nid: '${jndi:ldap://x}'\n",
    "paths": "id: ../../../etc/passwd\nvisual: {kind: svg, path: ../../../../etc/passwd, alt: a drawing}\n",
    "numbers": "expected_time_minutes: " + "9" * 200_000 + "\nschema_version: 1e" + "9" * 5000 + "\n",
    "references": "related: [" + ", ".join(f"x{number}" for number in range(20_000)) + "]\n",
    "comments": "".join(f"x{number}: 1  # qbank: ignore QB501\n" for number in range(10_000)),
    "one-comment": "title: a  # " + "qbank: ignore " * 20_000 + "\n",
    "options": laid_over("details:\n  options: [" + "'1 GB + 1 GB = 3 GB', " * 4_000 + "x]\n", "a.yaml"),
    "powers": napkin("9^9^9^9 = 5; 10^(10^10) = 4; 2^-99999999 = 1; 1e999999999 = 3"),
    "parentheses": napkin("(" * 5000 + "1" + ")" * 5000 + " = 2"),
    "digits": napkin("1" * 200_000 + " = 2"),
    "equals": napkin("1 = 2 " * 20_000),
    "units": napkin("3 " + "GB/s" * 3000 + " = 4 GB"),
    "products": napkin("1.5e5 x " * 8000 + "= 3"),
    "repeats": laid_over("scenario: |\n  " + "1 GB of " * 8_000 + "\n", "cloud-0001.yaml"),
    "one-number": laid_over("scenario: |\n  " + "9" * 900_000 + "\n", "cloud-0001.yaml"),
    "almost-calls": napkin("log(" * 3000 + "2" + ")" * 3000 + " = 3"),
    "almost-prices": napkin("$" * 20_000 + "5 = 6"),
}


def audit(*options: str, cwd: Path) -> tuple[int, str, str]:
    """Audit in a process of its own: status and both outputs."""
    done = subprocess.run(
        [qbank_program(), "audit", *options, "questions"],
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
        env={**os.environ, "GITHUB_ACTIONS": "true"},
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="memory cannot be limited here")
@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_ends_in_findings(bank: Bank, name: str) -> None:
    content = FILES[name]
    data = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
    file = bank.write(f"questions/cloud/{name}.yaml", data)
    done = subprocess.run(
        [qbank_program(), "audit", "--format", "json", str(file.relative_to(bank.root))],
        cwd=bank.root,
        env={**os.environ, MEMORY: str(MEGABYTES << 20)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert (done.returncode in (0, 1), done.stderr) == (True, "")
    found = json.loads(done.stdout)
    assert found["findings"]
    assert not Path("owned").exists()
    assert file.read_bytes() == data


HOSTILE = ("escapes", "commands", "documents", "templates", "surrogates", "paths", "tags")


@pytest.mark.parametrize("name", ["full", "concise", "github", "json", "sarif", "gitlab", "junit"])
def test_no_report_is_taken_over(bank: Bank, name: str) -> None:
    for hostile in HOSTILE:
        content = FILES[hostile]
        assert isinstance(content, str)
        bank.write(f"questions/cloud/{hostile}.yaml", content)
    bank.write("questions/cloud/::error::\x1b[31m%0A##[x].yaml", "id: a\n")
    status, out, err = audit("--format", name, cwd=bank.root)
    assert status == 1
    for text in (out, err):
        assert not set(text) & {"\x1b", "\x07", "\x9b", "\u202e"}
        assert "##[" not in text
        commands = [line for line in text.splitlines() if line.lstrip().startswith("::")]
        assert all(
            name == "github" and line.startswith(("::error ", "::error::", "::warning ")) for line in commands
        )
    if name in {"json", "sarif", "gitlab"}:
        json.loads(out)
    elif name == "junit":
        assert ElementTree.fromstring(out).tag == "testsuites"


def test_what_cannot_be_read_is_told_and_the_rest_audited(bank: Bank) -> None:
    bank.add("cloud-0001", "title: Growth of the Cache.\n")
    folder = bank.root / "questions" / "cloud"
    (folder / "gone.yaml").symlink_to("nowhere.yaml")
    (folder / "itself.yaml").symlink_to("itself.yaml")
    os.mkfifo(folder / "pipe.yaml")
    status, out, err = audit("--format", "concise", "--select", "QB1,QB5", cwd=bank.root)
    assert status == 2
    assert "cloud-0001.yaml:10:27: warning[QB501]" in out
    assert err.count("the file cannot be read") == 3
    assert "gone.yaml" in err
    assert "pipe.yaml: the file cannot be read: it is not a regular file" in err
