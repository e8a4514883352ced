from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

from each import each
from qbank.rules.core.question_file import QuestionFile, SourceFile
from qbank.rules.core.summary import BankView, ChainLink, Summary
from qbank.yamlio.document import Document
from qbank.yamlio.positions import Span
from rules.rule_examples import laid_over


def _summary(data: dict[str, Any], path: str = "a.yaml") -> Summary:
    return Summary.of(QuestionFile(Document(None, json.dumps(data), data), path))


def test_what_a_summary_holds() -> None:
    summary = _summary(
        {
            "id": "cloud-0001",
            "track": "cloud",
            "status": "archived",
            "chains": [{"id": "c", "position": 2}, {"id": "d"}, "e", {"id": "f", "position": True}],
            "related": ["x", 5, "y"],
        }
    )
    assert summary.chains == (ChainLink(0, "c", 2),)
    assert summary.related == ((0, "x"), (2, "y"))
    assert (summary.id, summary.track, summary.level, summary.live) == ("cloud-0001", "cloud", None, False)


@each("value", [None, 5, [1], {"a": 1}, "text"])
def test_odd_values_are_no_trouble(value: Any) -> None:
    names = ["id", "track", "level", "topic", "status", "scenario", "question", "chains", "related"]
    assert _summary(dict.fromkeys(names, value)).chains == ()


def test_a_summary_can_be_pickled() -> None:
    summary = _summary({"id": "cloud-0001", "scenario": "x", "chains": [{"id": "c", "position": 2}]})
    assert pickle.loads(pickle.dumps(summary)) == summary


def test_the_content_does_not_depend_on_line_breaks() -> None:
    one = _summary({"scenario": "a  b\nc\n", "question": "d?"})
    two = _summary({"scenario": "a b c", "question": " d?"})
    other = _summary({"scenario": "a b c d?"})
    assert one.content == two.content
    assert one.content != other.content
    assert _summary({"question": "d?"}).content is None


def test_a_view_is_in_order_and_finds_places_again(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("b.yaml", "a.yaml")]
    summaries = []
    for file in files:
        file.write_text(laid_over("", "cloud-0001.yaml"))
        question = SourceFile.read(file).question()
        assert question is not None
        summaries.append(Summary.of(question))
    view = BankView(summaries)
    assert [Path(summary.path).name for summary in view.summaries] == ["a.yaml", "b.yaml"]
    assert view.span(summaries[0], ("id",)) == Span(2, 5, 2, 15)
    assert view.span(summaries[0], ("id",), key=True) == Span(2, 1, 2, 3)
    files[1].unlink()
    assert view.span(summaries[1], ("id",)) == Span(2, 5, 2, 15)
    assert view.span(summaries[1], ("level",)) == Span(1, 1, 1, 1)


def test_a_view_works_things_out_once() -> None:
    calls = []

    def look(bank: BankView) -> int:
        calls.append(bank)
        return len(bank.summaries)

    view = BankView([_summary({})])
    assert (view.cached_view(look), view.cached_view(look), len(calls)) == (1, 1, 1)
