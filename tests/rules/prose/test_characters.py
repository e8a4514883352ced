from __future__ import annotations

from qbank.bank.editing.edits import apply_edits
from qbank.rules.core.finding import Finding
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.prose.characters import CurlyQuotes, UndecodedEscape
from qbank.rules.registry import find
from qbank.yamlio.reader import read_bytes


def found(code: str, text: str) -> tuple[list[Finding], str]:
    """Return what a rule finds, and the text after all its fixes."""
    document = read_bytes(text.encode())
    findings = list(find(code).check(QuestionFile(document)))  # type: ignore[attr-defined]
    return findings, apply_edits(
        text, [edit for finding in findings if finding.fix for edit in finding.fix.edits]
    )


def test_each_line_has_a_finding_of_its_own_and_no_other_line_changes() -> None:
    text = "details:\n  napkin_math: |\n    2 \\u00d7 3 \\u00d7 4\n    5 \u00d7 6\n    7 \\u00d7 8\n"
    findings, after = found(UndecodedEscape.code, text)
    assert [finding.line for finding in findings] == [3, 5]
    assert findings[0].message.endswith("write '\u00d7' (and 1 more like it)")
    assert after == "details:\n  napkin_math: |\n    2 \u00d7 3 \u00d7 4\n    5 \u00d7 6\n    7 \u00d7 8\n"


def test_curly_quotes_in_every_style() -> None:
    text = (
        "title: It\u2019s\nscenario: >-\n  a \u201cb\u201d\n  c\u2019s d\nquestion: 'Why \u2018x\u2019?'\n"
        'hints: ["\u201cy\u201d"]\nrubric:\n- criterion: \u201cz\u201d is named\n  points: 1\n'
    )
    findings, after = found(CurlyQuotes.code, text)
    # A plain text cannot begin with a straight quote, so the last one is reported and left to its author.
    assert [(finding.line, finding.fix is not None) for finding in findings] == [
        (1, True),
        (3, True),
        (4, True),
        (5, True),
        (6, True),
        (8, False),
    ]
    assert after == (
        "title: It's\nscenario: >-\n  a \"b\"\n  c's d\nquestion: 'Why ''x''?'\n"
        'hints: ["\\"y\\""]\nrubric:\n- criterion: \u201cz\u201d is named\n  points: 1\n'
    )


def test_the_quotes_of_other_languages_are_left_alone() -> None:
    assert found(CurlyQuotes.code, "title: \u201eKalt\u201c und \u201awarm\u2018\n")[0] == []


def test_notes_are_found_in_every_text_that_readers_see() -> None:
    text = "status: draft\nparts:\n- prompt: TODO\n  answer: FIXME\nhints: [TBD]\nmistakes:\n- text: TODO\n"
    findings, _ = found("QB525", text)
    assert sorted(finding.line for finding in findings) == [3, 4, 5, 7]
