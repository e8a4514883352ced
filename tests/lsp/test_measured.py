"""Over an id, its stars, its level and its minutes an editor says how the question fared in exams."""

from __future__ import annotations

import asyncio
from pathlib import Path

from lsp.conftest import PLACE
from lsp.session import session
from rules.rule_examples import laid_over

RESULTS = """\
set: week-3
date: '2026-10-01'
students: 200
minutes: 9
questions:
- {id: cloud-0001, students: 200, difficulty: 0.21, interval: [0.16, 0.27], minutes: 10}
"""


def test_hover_says_how_a_question_fared(tmp_path: Path) -> None:
    text = laid_over("difficulty: 1\n", PLACE)
    path = tmp_path / PLACE
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "week-3-2026-10-01.yaml").write_text(RESULTS)

    async def said() -> list[str]:
        async with session(tmp_path) as client:
            client.open(path.as_uri(), text)
            await client.diagnostics(path.as_uri())
            found = []
            for word in ("id: cloud", "difficulty: 1", "expected_time_minutes:", "zone:"):
                line = text[: text.index(word)].count("\n")
                found.append(await client.hover(path.as_uri(), line, 1) or "")
            return found

    *told, other = asyncio.run(said())
    assert all("Measured: difficulty 0.21 (" in one and "about 9 minutes" in one for one in told), told
    assert "Measured" not in other
