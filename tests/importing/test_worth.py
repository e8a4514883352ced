"""What questions, their gaps and their options are worth: none of it is lost without a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from importing.test_formats import item2, moodle, of

CANVAS = """<questestinterop><item ident="{0}"><itemmetadata><qtimetadata><qtimetadatafield>
<fieldlabel>points_possible</fieldlabel><fieldentry>1.0</fieldentry></qtimetadatafield></qtimetadata>
</itemmetadata><presentation><material><mattext>Why?</mattext></material><response_str ident="r">
<render_fib/></response_str></presentation></item></questestinterop>"""


def of_one_point(identifier: str) -> dict[str, str]:
    worth = f"<idnumber>{identifier}</idnumber><defaultgrade>1.0000000</defaultgrade>"
    return {"q.xml": moodle("essay", "Why?", worth), "c.xml": CANVAS.format(identifier)}


@pytest.mark.parametrize("name", of_one_point(""))
def test_one_point_is_a_point(name: str, tmp_path: Path) -> None:
    [draft] = of(of_one_point("exam-1")[name], name, tmp_path).drafts
    assert draft.fields["points"] == 1


@pytest.mark.parametrize("name", of_one_point(""))
@pytest.mark.parametrize("identifier", ["cloud-0007", "cloud-0007@2026"])
def test_our_exports_give_a_point_to_what_has_none(name: str, identifier: str, tmp_path: Path) -> None:
    [draft] = of(of_one_point(identifier)[name], name, tmp_path).drafts
    assert "points" not in draft.fields


def test_gaps_are_worth_their_weight(tmp_path: Path) -> None:
    [several] = of(moodle("cloze", "{1:SA:=a} {:SA:=b} {3:SA:=c}"), "q.xml", tmp_path).drafts
    assert [part["points"] for part in several.fields["parts"]] == [1, 1, 3]
    assert "points" not in several.fields
    [single] = of(moodle("cloze", "It is {2:SA:=a}."), "q.xml", tmp_path).drafts
    assert single.fields["points"] == 2


def feedback(*answers: tuple[int, str, str]) -> str:
    return "".join(
        f'<answer fraction="{share}"><text>{text}</text><feedback><text>{said}</text></feedback></answer>'
        for share, text, said in answers
    )


def test_feedback_names_no_letter(tmp_path: Path) -> None:
    """Papers show options in another order, and numbers have no letters at all."""

    def solution(kind: str, text: str, inner: str = "") -> str:
        [draft] = of(moodle(kind, text, inner), "q.xml", tmp_path).drafts
        return str(draft.fields["details"]["realistic_solution"])

    answers = feedback((100, "7", "Yes."), (0, "8", ""), (0, "*", "Divide."))
    assert solution("multichoice", "How many?", feedback((100, "7", "Yes."), (0, "8", ""))) == (
        "**When right:**\n\nYes."
    )
    assert solution("numerical", "How many?", answers).endswith(
        "**When right:**\n\nYes.\n\n**When wrong:**\n\nDivide."
    )
    unkeyed = feedback((0, "7", "Odd."), (0, "8", ""))
    assert solution("multichoice", "How many?", unkeyed).endswith("**7:**\n\nOdd.")
    gaps = "{1:NM:=80:0.5~40:0#Older~*#Look it up} {1:SA:=a}"
    assert solution("cloze", gaps) == "**(1) 40:**\n\nOlder\n\n**(1) otherwise:**\n\nLook it up"


def test_what_is_nearly_right_is_no_mistake(tmp_path: Path) -> None:
    """All points within 0.02 and half of them within 0.1 of the same number."""
    inner = "".join(
        f'<answer fraction="{share}"><text>{text}</text><tolerance>{slack}</tolerance>'
        f"<feedback><text>{said}</text></feedback></answer>"
        for share, text, slack, said in (
            (100, "0.5", 0.02, ""),
            (50, "0.5", 0.1, "Nearly."),
            (0, "2", 0.2, "No."),
        )
    )
    result = of(moodle("numerical", "How long?", inner), "q.xml", tmp_path)
    fields = result.drafts[0].fields
    assert fields["answer"] == {"value": 0.5, "interval": [0.48, 0.52]}
    assert fields["details"]["realistic_solution"] == "0.5 ± 0.1: 50 %\n\n**0.5:**\n\nNearly."
    assert fields["mistakes"] == [{"text": "No.", "expression": "2"}]
    assert [remark.message for remark in result.remarks] == [
        "the mistake 2 is taken as this number, not as what is within ± 0.2",
        "the answer '0.5 ± 0.1: 50 %' is taken as text, behind the solution",
    ]


def test_a_wrong_formula_is_a_mistake(tmp_path: Path) -> None:
    inner = "".join(
        f'<answer fraction="{share}"><text>{formula}</text><tolerance>0.01</tolerance>'
        "<tolerancetype>1</tolerancetype><correctanswerformat>1</correctanswerformat>"
        "<correctanswerlength>2</correctanswerlength>"
        f"<feedback><text>{said}</text></feedback></answer>"
        for share, formula, said in (
            (100, "{p}*{b}", "Good."), (50, "{p}/{b}", "You divided."),
            (0, "sin({p})", "A sine."), (0, "{p}", "")
        )
    )  # fmt: skip
    inner += "<dataset_definitions>"
    for name in "pb":
        inner += (
            f"<dataset_definition><name><text>{name}</text></name><minimum><text>1</text></minimum>"
            "<maximum><text>9</text></maximum><decimals><text>0</text></decimals></dataset_definition>"
        )
    inner += "</dataset_definitions>"
    result = of(moodle("calculated", "{p} times {b}?", inner), "q.xml", tmp_path)
    fields = result.drafts[0].fields
    assert fields["mistakes"] == [{"text": "You divided.", "expression": "p / b", "credit": 0.5}]
    assert fields["details"]["realistic_solution"] == (
        "sin({p}): 0 %\n\n{p}: 0 %\n\n**When right:**\n\nGood.\n\n**sin({p}):**\n\nA sine."
    )
    assert [remark.message for remark in result.remarks] == [
        "the answer is shown with 2 decimals there; here it is shown as it comes out"
    ]


def test_points_that_are_lost_are_told(tmp_path: Path) -> None:
    def told(text: str, name: str = "q.xml") -> list[str]:
        return [remark.message for remark in of(text, name, tmp_path).remarks]

    lost = ["wrong answers lose points (-50 %), which is not taken"]
    answers = feedback((100, "7", ""), (-50, "8", ""), (0, "9", ""))
    assert told(moodle("multichoice", "How many?", answers)) == lost
    assert told("How many? {=7 ~%-50%8 ~9}", "q.gift") == lost
    assert told(moodle("cloze", "{1:MR:=a~=b~%-50%c} {1:SA:=d}")) == lost
    choices = "".join(f'<simpleChoice identifier="{one}">{one}</simpleChoice>' for one in "ABC")
    mapped = (
        'cardinality="multiple" baseType="identifier"><mapping upperBound="2" defaultValue="-0.5">'
        '<mapEntry mapKey="A" mappedValue="1"/><mapEntry mapKey="B" mappedValue="1"/></mapping>'
    )
    body = f'<choiceInteraction responseIdentifier="R" maxChoices="0">{choices}</choiceInteraction>'
    text = item2(body, mapped)
    assert told(text)[-1:] == lost
    assert of(text, "q.xml", tmp_path).drafts[0].fields["points"] == 2


def test_numbers_that_count_in_part_are_kept(tmp_path: Path) -> None:
    [gaps] = of(moodle("cloze", "{1:NM:=80:0.5~%50%40} {1:SA:=a}"), "q.xml", tmp_path).drafts
    assert gaps.fields["details"]["realistic_solution"] == "(1) Accepted: 40 (50 %)"

    def branch(name: str, slack: int, score: int) -> str:
        return (
            f'<{name}><equal toleranceMode="absolute" tolerance="{slack} {slack}"><variable identifier="R"/>'
            f'<baseValue baseType="float">80</baseValue></equal><setOutcomeValue identifier="SCORE">'
            f'<baseValue baseType="float">{score}</baseValue></setOutcomeValue></{name}>'
        )

    rules = (
        f"<responseCondition>{branch('responseIf', 1, 4)}{branch('responseElseIf', 8, 1)}</responseCondition>"
    )
    text = item2(
        '<textEntryInteraction responseIdentifier="R"/>', 'cardinality="single" baseType="float">', rules
    )
    fields = of(text, "q.xml", tmp_path).drafts[0].fields
    assert (fields["answer"]["interval"], fields["points"]) == ([79, 81], 4)
    assert fields["details"]["realistic_solution"] == "Accepted: 80 ± 8 (25 %)"


def test_options_and_numbers_that_earn_a_share_keep_it(tmp_path: Path) -> None:
    def mistakes(text: str, name: str) -> object:
        [draft] = of(text, name, tmp_path).drafts
        return draft.fields["mistakes"]

    options = [
        {"text": "Half.", "option": 1, "credit": 0.5},
        {"text": "Worth 25 % of the points.", "option": 2, "credit": 0.25},
    ]
    answers = feedback((100, "7", ""), (50, "8", "Half."), (25, "9", ""), (0, "10", ""))
    assert mistakes(moodle("multichoice", "How many?", answers), "q.xml") == options
    assert mistakes("How many? {=7 ~%50%8#Half. ~%25%9 ~10}", "q.gift") == options
    numbers = [
        {"text": "You doubled.", "expression": "14", "credit": 0.5},
        {"text": "Worth 25 % of the points.", "expression": "21", "credit": 0.25},
    ]
    assert mistakes("How many? {#=7:0 =%50%14:0.1#You doubled. =%25%21:0}", "q.gift") == numbers


def test_a_tolerance_of_gift_may_be_in_percent(tmp_path: Path) -> None:
    [draft] = of("How many? {#=300:1%}", "q.gift", tmp_path).drafts
    assert draft.fields["answer"] == {"value": 300, "interval": [297, 303]}
