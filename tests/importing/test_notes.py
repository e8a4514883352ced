"""What a question file has no place for, or the audit does not take, is told when it is imported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from importing.outcome import Outcome
from importing.test_formats import answers, moodle, of
from qbank.importing.completing import Defaults, complete
from qbank.yamlio.reader import read_bytes


def completed(result: Outcome, folder: Path) -> list[dict[str, Any]]:
    files = complete(
        result.drafts, Defaults(track="cloud", level="L3", topic="roofline-analysis"), (), folder
    )
    return [read_bytes(file.text.encode()).data for file in files]


def said(result: Outcome) -> list[str]:
    return [remark.message for remark in result.remarks]


def test_all_of_a_category_is_kept(tmp_path: Path) -> None:
    category = '<quiz><question type="category"><category><text>$course$/top/{}</text></category></question>'
    for path, topic, tags in (
        ("Default for ML/Week 1/Easy", "roofline-analysis", ["week-1", "easy"]),
        ("Exam/KV cache management", "kv-cache-management", ["exam"]),
    ):
        text = moodle("essay", "Why?").replace("<quiz>", category.format(path))
        [data] = completed(of(text, "q.xml", tmp_path), tmp_path)
        assert (data["topic"], data["tags"]) == (topic, tags)


def test_id_numbers_of_others_are_told(tmp_path: Path) -> None:
    result = of(moodle("essay", "Why?", "<idnumber>MLS-01</idnumber>"), "q.xml", tmp_path)
    assert said(result) == ["the id number 'MLS-01' is none of a bank, and is not kept"]
    assert said(of(moodle("essay", "Why?", "<idnumber>cloud-0007</idnumber>"), "q.xml", tmp_path)) == []


def test_what_the_audit_does_not_take_is_told(tmp_path: Path) -> None:
    text = "question,topic,level,scenario\nWhy?,nope,L9,A page with <b> in its text loads slowly on phones.\n"
    result = of(text, "q.csv", tmp_path)
    completed(result, tmp_path)
    assert said(result) == [
        "level: 'L9' is not one that a question may have",
        "topic: 'nope' is not one that a question may have",
        "the scenario holds '<b>', which is HTML to the audit (QB216): say it in other words",
    ]


def test_a_table_in_german(tmp_path: Path) -> None:
    result = of("Titel;Frage;A;B;C;Richtig;Punkte\nGröße;Wie viel?;7;14;28;B;1,5\n", "q.csv", tmp_path)
    assert answers(result) == ["14"]
    assert result.drafts[0].fields["points"] == 1.5
    assert result.remarks == []


def test_tips_keywords_and_introductions_of_h5p(tmp_path: Path) -> None:
    content = {
        "introPage": {"showIntroPage": True, "introduction": "<p>Read.</p>"},
        "questions": [
            {"library": "H5P.Blanks 1.1", "params": {"questions": ["It is *big:large* and *red*."]}},
            {
                "library": "H5P.Essay 1.1",
                "params": {
                    "taskDescription": "Why?",
                    "keywords": [{"keyword": "cache", "options": {"points": 2}}],
                },
            },
        ],
    }
    result = of(json.dumps({"library": "H5P.QuestionSet 1.1", "params": content}), "q.json", tmp_path)
    gaps, essay = (draft.fields for draft in result.drafts)
    assert gaps["hints"] == ["(1) large"]
    assert essay["details"]["realistic_solution"] == "Keywords that earn points:\n- cache"
    assert said(result) == [
        "the introduction of the question set: Read.",
        "what each keyword is worth is not taken",
    ]
