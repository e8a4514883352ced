"""Which fields are verified, with what around them, and which may be wrong on purpose."""

from __future__ import annotations

from typing import Any

from each import each
from qbank.napkin.verdicts import Verdict
from qbank.rules.core.claims import field_claims
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.core.settings import RuleSettings
from qbank.rules.numeric.napkin import LikelyWrongValue, WrongValue
from qbank.yamlio.reader import read_bytes

QUESTION = b"""\
scenario: "A batch of 8 GPUs * 4 = 33 draws 250 W a GPU."
details:
  realistic_solution: "2 * 3 = 7"
  common_mistake: "2 * 4 = 9"
  napkin_math: "8 GPUs * 250 = 2 kW, leaving nothing"
  options: ["2 * 5 = 11", "2 * 6 = 13"]
  correct_index: 1
"""


def question(**settings: Any) -> QuestionFile:
    return QuestionFile(read_bytes(QUESTION), settings=RuleSettings(**settings))


def test_every_field_is_verified() -> None:
    found = {
        found.path: (found.claim.verdict, found.deliberate)
        for found in field_claims(question())
        if found.claim.form == "equation"
    }
    wrong = Verdict.WRONG
    assert found == {
        ("scenario",): (wrong, False),
        ("details", "realistic_solution"): (wrong, False),
        ("details", "common_mistake"): (wrong, True),
        ("details", "napkin_math"): (Verdict.OK, False),
        ("details", "options", 0): (wrong, True),
        ("details", "options", 1): (wrong, False),
    }


@each("verify", [(), ("scenario",), ("realistic_solution", "options")])
def test_settings_name_the_fields_besides_napkin_math(verify: tuple[str, ...]) -> None:
    fields = {found.path[-1] for found in field_claims(question(verify=verify))}
    expected = {"napkin_math", *verify} - {"options"} | ({0, 1} if "options" in verify else set())
    assert fields == expected


def test_what_may_be_wrong_on_purpose_is_not_reported() -> None:
    rule = WrongValue()
    reported = {finding.field for finding in rule.check(question())}
    assert reported == {"details.realistic_solution", "details.options[1]"}
    assert [finding.field for finding in LikelyWrongValue().check(question())] == ["scenario"]


def test_operands_take_their_units_from_the_scenario() -> None:
    slipped = read_bytes(QUESTION.replace(b"= 2 kW", b"= 2000 kW"))
    claims = field_claims(QuestionFile(slipped))
    [claim] = [found.claim for found in claims if found.path[-1] == "napkin_math"]
    assert claim.verdict is Verdict.WRONG
    assert claim.note == "assumed: 250 as 250 W"
