from __future__ import annotations

from pathlib import Path

from qbank.bank.editing.edits import Edit
from qbank.rules.core.causes import united
from qbank.rules.core.finding import Applicability, Finding, Fix, Related, Severity
from qbank.yamlio.reader import read_bytes

TEXT = "a: Orin TOPS 275\nb: Orin TOPS 275\nc: [Orni, Orin]\n"


def finding(
    line: int, marked: str, code: str = "QB702", message: str = "is no device", **more: object
) -> Finding:
    column = TEXT.split("\n")[line - 1].index(marked) + 1
    place = (line, column, line, column + len(marked))
    return Finding(code, "a-rule", Severity.ERROR, message, "a.yaml", *place, **more)  # type: ignore[arg-type]


def test_what_is_said_twice_of_the_same_words_is_one_finding() -> None:
    document = read_bytes(TEXT.encode(), Path("a.yaml"))
    fixes = [Fix(Applicability.SAFE, (Edit(at, at + 4, "Nano"),)) for at in (3, 20)]
    first = finding(1, "Orin", message="details.a: is no device", fix=fixes[0])
    again = finding(2, "Orin", message="details.b: is no device", fix=fixes[1])
    [told] = united([again, first], document)
    assert (told.line, told.message) == (1, "details.a: is no device; so on line 2")
    assert told.related == (Related("here too", 2, 4, 2, 8),)
    assert told.fix == Fix(Applicability.SAFE, (*fixes[0].edits, *fixes[1].edits))


def test_an_answer_that_nothing_comes_to_is_told_once() -> None:
    document = read_bytes(TEXT.encode(), Path("a.yaml"))
    cause = finding(1, "275", code="QB223", message="answer.value: 275 stands nowhere")
    [told] = united([finding(1, "275", code="QB901", message="275 is told as the result"), cause], document)
    assert (told.code, [one.message for one in told.related]) == ("QB223", ["so 275 is told as the result"])


def test_other_words_other_messages_and_other_fixes_stay_apart() -> None:
    document = read_bytes(TEXT.encode(), Path("a.yaml"))
    fix = Fix(Applicability.SAFE, ())
    for other in (
        finding(3, "Orni"),
        finding(2, "Orin", message="something else"),
        finding(2, "Orin", code="QB701"),
        finding(2, "Orin", fix=fix),
    ):
        assert united([finding(1, "Orin"), other], document) == [finding(1, "Orin"), other]
    assert united([first := finding(1, "Orin"), first], None) == [first, first]


def test_several_things_of_one_place_stay_apart() -> None:
    document = read_bytes(TEXT.encode(), Path("a.yaml"))
    missing = [finding(1, "a", code="QB201", message=f"{field}: missing") for field in ("b", "c", "d")]
    assert united(missing, document) == missing


def test_what_follows_from_a_finding_is_told_with_it() -> None:
    document = read_bytes(TEXT.encode(), Path("a.yaml"))
    peak = finding(1, "275", code="QB701", message="a: has 200 TOPS")
    above = finding(1, "TOPS", code="QB851", message="a: is above", related=(Related("275", 1, 14, 1, 17),))
    [told] = united([peak, above], document)
    assert told.code == "QB701"
    assert [place.message for place in told.related] == ["so is above"]
    apart = finding(2, "275", code="QB851")
    assert united([peak, apart], document) == [peak, apart]
