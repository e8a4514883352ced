"""Formats of other programs, by small files of each: what is taken, what is right, and what is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from each import each
from importing.outcome import Outcome, outcome_of
from qbank.importing.place import Place
from qbank.importing.recognising import recognise

GIFT = r"""// question: 1 [id:cloud-0007] [tag:kv]
$CATEGORY: $course$/Memory/kv cache management

::Weights::[html]<p style\="x">How much for 7B in FP16\: ?</p>{
  ~7 GB#Counts one byte.
  =14 GB#Two bytes each.
  ~%50%13 GB
  ####Because.
}

It is {T#no#yes} so.

How many? {#=3:0.5 =%50%4}

Name it {=cat =%50%kitten}.

Match {=a -> 1 =b -> 2}

Write about it. {}

With $$\frac{1}{2} = 0.5$$ and $\nu_1$ unescaped { =half ~third }

Just a text.
"""


def of(text: str | bytes, name: str, folder: Path) -> Outcome:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return outcome_of(path)


def answers(result: Outcome) -> list[Any]:
    """Return what is right of each: an option, a number with its interval, or the start of the solution."""
    found: list[Any] = []
    for draft in result.drafts:
        details = draft.fields.get("details", {})
        if "options" in details:
            right = details.get("correct_index")
            found.append(None if right is None else details["options"][right])
        elif answer := draft.fields.get("answer"):
            found.append((answer["value"], answer["interval"]))
        elif parts := draft.fields.get("parts"):
            found.append([part.get("answer") for part in parts])
        else:
            found.append(details.get("realistic_solution", ""))
    return found


def test_gift(tmp_path: Path) -> None:
    result = of(GIFT, "q.txt", tmp_path)
    assert answers(result) == [
        "14 GB", "True", (3, [2.5, 3.5]), "Accepted answers:\n- cat\n- kitten (50 %)",
        "- a\n\n  → 1\n- b\n\n  → 2", "", "half",
    ]  # fmt: skip
    first = result.drafts[0]
    assert (first.id, first.categories, first.fields["tags"]) == (
        "cloud-0007", ("Memory", "kv cache management"), ["kv"],
    )  # fmt: skip
    assert first.fields["mistakes"] == [
        {"text": "Counts one byte.", "option": 0},
        {"text": "Worth 50 % of the points.", "option": 2, "credit": 0.5},
    ]
    assert first.fields["details"]["realistic_solution"].startswith("Because.\n\n**When right:**")
    assert r"$\nu_1$" in result.drafts[-1].fields["scenario"]
    assert [remark.message for remark in result.remarks if remark.lost] == [
        "a text without answers in braces: Just a text."
    ]


def test_aiken(tmp_path: Path) -> None:
    text = "What?\nA) one\nB. two\nANSWER: B\n\nWhich?\nA) x\nB) y\n\nAnd?\nA) 1\nB) 2\nANSWER: D\n"
    result = of(text, "q.txt", tmp_path)
    assert answers(result) == ["two", None, None]
    assert result.messages == [
        f"{tmp_path}/q.txt:6: which option is right is not said",
        f"{tmp_path}/q.txt:10: the answer 'D', which is no option",
    ]
    assert [remark.lost for remark in result.remarks] == [False, True]


TEXT2QTI = """Quiz title: T

Title: Sum
Points: 2
1.  What is 2+3?
... Count.
a)  6
... One too many.
*c) 5

2. Which?
[*] A
[ ] B
[*] C

3. How much?
= 1.5 +- 10%

4. Between?
= [1, 2]

5. Who?
* Santa
* Nick

6. Write.
____

GROUP
pick: 1
```{.python .run}
print("1. x")
```
END_GROUP
"""


def test_text2qti(tmp_path: Path) -> None:
    result = of(TEXT2QTI, "q.md", tmp_path)
    assert answers(result) == [
        "5", "Right:\n- A\n- C", (1.5, [1.35, 1.65]), (1.5, [1, 2]), "Accepted answers:\n- Santa\n- Nick", "",
    ]  # fmt: skip
    first = result.drafts[0].fields
    assert (first["title"], first["points"]) == ("Sum", 2)
    assert first["mistakes"] == [{"text": "One too many.", "option": 0}]
    [lost] = [remark for remark in result.remarks if remark.lost]
    assert (lost.place.line, lost.content) == (31, "question")
    assert "never done" in lost.message


REXAMS = """Question
========
What is $x^2$ of 3?

Answerlist
----------
* 6
* 9

Solution
========
Multiply.

Answerlist
----------
* False. That is twice.
* True.

Meta-information
================
exname: Square
extype: schoice
exsolution: 01
"""


def test_rexams(tmp_path: Path) -> None:
    result = of(REXAMS, "q.txt", tmp_path)
    assert answers(result) == ["9"]
    assert result.drafts[0].fields["mistakes"] == [{"text": "That is twice.", "option": 0}]
    number = REXAMS.replace("schoice", "num").replace("01\n", "9\nextol: 0.1\n")
    assert answers(of(number, "n.Rmd", tmp_path)) == [(9, [8.9, 9.1])]
    computed = of(number.replace("of 3", "of `r x`"), "c.Rmd", tmp_path)
    assert computed.drafts == []
    assert "computed by R, which is never run" in computed.messages[0]
    sweave = r"""\begin{question} Is \emph{it} $x_1$? \begin{answerlist} \item yes \item no
        \end{answerlist}\end{question}\extype{schoice}\exsolution{10}\exname{It}"""
    assert answers(of(sweave, "s.Rnw", tmp_path)) == ["yes"]


def test_blackboard(tmp_path: Path) -> None:
    text = (
        "MC\tWhat?\tone\tcorrect\ttwo\tincorrect\nTF\tTrue?\tfalse\nNUM\tHow many?\t5\t1\n"
        "ESS\tWhy?\tBecause.\nFIB_PLUS\tA [x] of [y].\tx\tone\tuno\t\ty\ttwo\nQUIZ_BOWL\tEh?\twho\n"
    )
    result = of(text, "q.txt", tmp_path)
    assert answers(result) == ["one", "False", (5, [4, 6]), "Because.", ["- one\n- uno", "two"]]
    assert [remark.lost for remark in result.remarks] == [True]


def moodle(kind: str, text: str, inner: str = "") -> str:
    return (
        f'<quiz><question type="{kind}"><name><text>N</text></name><questiontext format="html"><text>'
        f"<![CDATA[{text}]]></text></questiontext>{inner}</question></quiz>"
    )


def test_gaps_of_moodle(tmp_path: Path) -> None:
    text = "A {1:MC:~x#no~=y} and {2:NUMERICAL:=5:0.5~%50%7:1} and {:SA:=cat~%50%kitten#near} or "
    text += "{1:MCV:%100%a~b\\}}"
    result = of(moodle("cloze", text), "q.xml", tmp_path)
    [draft] = result.drafts
    assert draft.fields["scenario"] == "A (1) and (2) and (3) or (4)"
    assert answers(result) == [
        ["y", {"value": 5, "interval": [4.5, 5.5]}, "- cat\n- kitten\n\n  (50 %)", "a"]
    ]
    assert draft.fields["parts"][1]["points"] == 2
    assert "- b}" in draft.fields["parts"][3]["prompt"]
    single = of(moodle("cloze", "It is {1:MC:~x#no~=y}."), "s.xml", tmp_path)
    assert answers(single) == ["y"]
    boxes = "".join(f"<selectoption><text>{word}</text><group>{g}</group></selectoption>" for word, g in
                    (("a", 1), ("x", 2), ("b", 1)))  # fmt: skip
    assert answers(of(moodle("gapselect", "[[3]] [[2]]", boxes), "g.xml", tmp_path)) == [["b", "x"]]
    order = "".join(
        f'<answer fraction="{at}"><text>{word}</text></answer>' for at, word in ((2, "b"), (1, "a"))
    )
    assert answers(of(moodle("ordering", "Sort.", order), "o.xml", tmp_path)) == ["1. a\n2. b"]


def dataset(name: str, values: list[str]) -> str:
    items = "".join(
        f"<dataset_item><number>1</number><value>{value}</value></dataset_item>" for value in values
    )
    return (
        f"<dataset_definition><name><text>{name}</text></name><minimum><text>1</text></minimum><maximum><text>10"
        f"</text></maximum><decimals><text>1</text></decimals><dataset_items>{items}</dataset_items>"
        "</dataset_definition>"
    )


def test_calculated_of_moodle(tmp_path: Path) -> None:
    sets = f"<dataset_definitions>{dataset('a', ['2.5', '3'])}{dataset('my b', ['4'])}</dataset_definitions>"
    answer = (
        '<answer fraction="100"><text>pow({a},2) * {my b}</text><tolerance>0.01</tolerance>'
        "<tolerancetype>1</tolerancetype></answer>"
    )
    result = of(moodle("calculated", "Of {a} and {my b}, {={a}*2}?", answer + sets), "q.xml", tmp_path)
    [draft] = result.drafts
    assert draft.fields["question"] == "Of {a} and {my_b}, {value_1}?"
    assert draft.fields["parameters"]["a"] == {"default": 2.5, "choices": [2.5, 3]}
    assert draft.fields["derived"]["result"] == {"expression": "((a)^(2)) * my_b"}
    assert draft.fields["answer"] == {"value": "{result}", "interval": ["{low}", "{high}"]}
    many = dataset("a", [f"{number / 10}" for number in range(20, 50)])
    drawn = sets.replace(dataset("a", ["2.5", "3"]), many)
    [draft] = of(moodle("calculated", "Of {a} and {my b}?", answer + drawn), "q.xml", tmp_path).drafts
    assert draft.fields["parameters"]["a"] == {"default": 2, "min": 1, "max": 10, "step": 0.1}
    sine = of(moodle("calculated", "{a}", answer.replace("pow({a},2)", "sin({a})") + sets), "s.xml", tmp_path)
    assert sine.drafts[0].wants == "number"
    assert not sine.drafts[0].has_key
    assert [remark.content for remark in sine.remarks] == ["key"]


def item12(kind: str, presentation: str, processing: str) -> str:
    return (
        '<questestinterop><item ident="x" title="T"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>'
        f"question_type</fieldlabel><fieldentry>{kind}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>"
        '<presentation><material><mattext texttype="text/html">Which of [x] and [y]?</mattext></material>'
        f"{presentation}</presentation><resprocessing>{processing}</resprocessing></item></questestinterop>"
    )


def lid(ident: str, *labels: str, cardinality: str = "Single") -> str:
    options = "".join(
        f'<response_label ident="{label}"><material><mattext>{label.upper()}</mattext></material>'
        "</response_label>"
        for label in labels
    )
    return (
        f'<response_lid ident="{ident}" rcardinality="{cardinality}"><material><mattext>'
        f"{ident.removeprefix('response_')}</mattext></material><render_choice>{options}</render_choice>"
        "</response_lid>"
    )


def scored(ident: str, label: str, score: str, *, flag: str = "", name: str = "SCORE") -> str:
    return (
        f'<respcondition {flag}><conditionvar><varequal respident="{ident}">{label}</varequal></conditionvar>'
        f'<setvar action="Set" varname="{name}">{score}</setvar></respcondition>'
    )


@pytest.mark.parametrize(
    ("processing", "right"),
    [
        (scored("r", "b", "10.00", name="que_score") + scored("r", "a", "0", name="que_score"), "B"),
        (scored("r", "a", "10.0") + scored("r", "b", "5.0", flag='correctanswer="Yes"'), "B"),
        (scored("r", "a", "50") + scored("r", "b", "14.29"), "A"),
        (scored("r", "a", "0"), None),
        (scored("r", "a", "1", name="Incorrect") + scored("r", "b", "1"), "B"),
    ],
)
def test_scores_of_qti12_are_relative_to_the_best(processing: str, right: str | None, tmp_path: Path) -> None:
    result = of(item12("multiple_choice_question", lid("r", "a", "b"), processing), "q.xml", tmp_path)
    assert answers(result) == [right]
    assert [remark.content for remark in result.remarks] == ([] if right else ["key"])


def test_kinds_of_canvas(tmp_path: Path) -> None:
    two = lid("response_x", "a", "b") + lid("response_y", "a", "b")
    rules = scored("response_x", "a", "50") + scored("response_y", "b", "50")
    for kind, expected in (
        ("multiple_dropdowns_question", ["A", "B"]),
        ("matching_question", "- x\n\n  → A\n- y\n\n  → B"),
        ("fill_in_multiple_blanks_question", ["- A\n- B", "- A\n- B"]),
    ):
        result = of(item12(kind, two, rules), "q.xml", tmp_path)
        assert answers(result) == [expected], kind
    calculated = """<itemproc_extension><calculated><answer_tolerance>5%</answer_tolerance><formulas>
        <formula>x * y</formula></formulas><vars><var name="x" scale="0"><min>1</min><max>9</max></var>
        <var name="y" scale="1"><min>1</min><max>2</max></var></vars><var_sets><var_set ident="1">
        <var name="x">2</var><var name="y">1.5</var><answer>4</answer></var_set></var_sets></calculated>
        </itemproc_extension>"""
    text = item12("calculated_question", "", "").replace("</item>", f"{calculated}</item>")
    result = of(text, "c.xml", tmp_path)
    assert result.drafts[0].fields["derived"]["result"] == {"expression": "x * y"}
    assert result.drafts[0].fields["question"] == "Which of {x} and {y}?"
    assert "x = 2, y = 1.5: stored is 4, computed 3" in result.messages[0]


def item2(body: str, declaration: str, processing: str = "") -> str:
    return (
        '<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="T">'
        f'<responseDeclaration identifier="R" {declaration}</responseDeclaration><itemBody>'
        f"<p>What is it now?</p>{body}</itemBody><responseProcessing>{processing}</responseProcessing>"
        "</assessmentItem>"
    )


CHOICES = '<simpleChoice identifier="a">A</simpleChoice><simpleChoice identifier="b">B</simpleChoice>'


def test_qti2(tmp_path: Path) -> None:
    choice = f'<choiceInteraction responseIdentifier="R">{CHOICES}</choiceInteraction>'
    declared = (
        'cardinality="single" baseType="identifier"><correctResponse><value>b</value></correctResponse>'
    )
    assert answers(of(item2(choice, declared), "a.xml", tmp_path)) == ["B"]
    mapped = (
        'cardinality="single" baseType="identifier"><mapping><mapEntry mapKey="a" mappedValue="2"/>'
        '<mapEntry mapKey="b" mappedValue="1"/></mapping>'
    )
    assert answers(of(item2(choice, mapped), "b.xml", tmp_path)) == ["A"]
    newer = item2(choice, declared)
    for old, new in (
        ("assessmentItem", "qti-assessment-item"), ("responseDeclaration", "qti-response-declaration"),
        ("itemBody", "qti-item-body"), ("choiceInteraction", "qti-choice-interaction"),
        ("simpleChoice", "qti-simple-choice"), ("correctResponse", "qti-correct-response"),
        ("responseIdentifier", "response-identifier"), ("value>", "qti-value>"), ("baseType", "base-type"),
        ("imsqti_v2p1", "imsqtiasi_v3p0"), ("responseProcessing", "qti-response-processing"),
    ):  # fmt: skip
        newer = newer.replace(old, new)
    assert answers(of(newer, "c.xml", tmp_path)) == ["B"]
    entry = '<p>So <textEntryInteraction responseIdentifier="R"/>.</p>'
    equal = (
        '<responseCondition><responseIf><equal toleranceMode="relative" tolerance="10 20"><variable '
        'identifier="R"/><correct identifier="R"/></equal><setOutcomeValue identifier="SCORE"><baseValue>1'
        "</baseValue></setOutcomeValue></responseIf></responseCondition>"
    )
    number = 'cardinality="single" baseType="float"><correctResponse><value>10</value></correctResponse>'
    assert answers(of(item2(entry, number, equal), "d.xml", tmp_path)) == [(10, [9, 12])]
    hotspot = of(item2("<hotspotInteraction/>", number), "e.xml", tmp_path)
    assert hotspot.drafts == []
    assert "<hotspotInteraction>" in hotspot.messages[0]


def test_a_template_of_qti2_has_parameters(tmp_path: Path) -> None:
    body = '<p><printedVariable identifier="X"/> squared? <textEntryInteraction responseIdentifier="R"/></p>'
    template = (
        '<templateProcessing><setTemplateValue identifier="X"><randomInteger min="1" max="5"/>'
        '</setTemplateValue><setCorrectResponse identifier="R"><product><variable identifier="X"/>'
        '<variable identifier="X"/></product></setCorrectResponse></templateProcessing>'
    )
    text = item2(body, 'cardinality="single" baseType="integer">')
    result = of(text.replace("<itemBody>", f"{template}<itemBody>"), "t.xml", tmp_path)
    [draft] = result.drafts
    assert draft.fields["parameters"] == {"X": {"default": 3, "min": 1, "max": 5, "step": 1}}
    assert draft.fields["derived"]["result"] == {"expression": "X * X"}


@each(
    "data, suffix, name",
    [
        ("<?xml version='1.0'?>\n<!-- c -->\n<quiz><question/></quiz>", ".txt", "moodle"),
        ("<questestinterop/>", ".xml", "qti12"),
        ("<qti-assessment-item/>", ".xml", "qti2"),
        (GIFT, ".txt", "gift"),
        ("Q?\nA. x\nB. y\nANSWER: A\n", ".txt", "aiken"),
        (TEXT2QTI, ".txt", "text2qti"),
        (REXAMS, ".md", "rexams"),
        ("MC\tq\ta\tcorrect\tb\tincorrect\n", ".txt", "blackboard"),
        ("Question,Option 1,Option 2,Correct\nq,a,b,1\n", ".txt", "csv"),
        ('[{"question": "x"}]', ".txt", "json"),
        ("### Exercise 1\n\nWhat?\n", ".txt", "md"),
        ("<quiz>\nWhat?\n- [x] a\n- [ ] b\n</quiz>\n", ".md", "md"),
    ],
)
def test_a_format_is_told_by_the_content(data: str, suffix: str, name: str) -> None:
    assert recognise(Path(f"x{suffix}"), data.encode(), Place("x")) == name
