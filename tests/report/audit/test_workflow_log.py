from __future__ import annotations

import json

from qbank.report.audit.workflow_log import harmless, is_watched
from qbank.report.json_document import dumps


def test_only_where_a_runner_reads() -> None:
    assert is_watched({"GITHUB_ACTIONS": "true"})
    assert not is_watched({})


def test_no_chunk_holds_a_command() -> None:
    chunks = [
        "a.yaml:1:1: title: ##[error]got you\n",
        "::error::x.yaml:1:1\n",
        "  ::stop-commands::x\n",
        "fine\n",
    ]
    safe = list(harmless(chunks))
    assert not any("##[" in chunk or chunk.lstrip().startswith("::") for chunk in safe)
    assert safe[-1] == "fine\n"


def test_commands_that_are_meant_stay() -> None:
    assert list(harmless(["::error::a ##[b\n"], commands=True)) == ["::error::a ##\\u005bb\n"]


def test_json_means_the_same() -> None:
    data = {"message": "##[error]x"}
    [line] = harmless([dumps(data)])
    assert "##[" not in line
    assert json.loads(line) == data
