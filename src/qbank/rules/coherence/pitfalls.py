"""QB921: a common mistake that names the value that is right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import takewhile
from math import isclose

from qbank.facts.derivation import UNMEASURED, agree
from qbank.facts.fact import Fact
from qbank.facts.labels import POSSESSIVES
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import GIVING, Kind, Origin
from qbank.rules.core.base import Example
from qbank.rules.core.default_variant import shown_text
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation, ledger_of, mistake_of
from qbank.rules.core.question_file import QuestionFile

_BOLD = "**"
_SIGNS = frozenset("→/*×+-−")
_OPENING = 2
_LEADING = frozenset(("leads", "answer", "answers"))
_REACH = 6
_CASES = frozenset(
    ("denied", "modal", "supposed", "on-condition", "former", "alternative", "falls-short", "claimed")
)
_REASONS = frozenset(("instead", "because", "which", "when", "where", "since", "although", "while"))
_NOUNS = 7
_UNPLANNED = frozenset(("denied", "modal"))


class RightPitfall(LedgerRule):
    """The common mistake comes to the value that the calculations conclude with.

    What people get wrong has another value than the question. Here its first sentence, the pitfall, plans
    with a value that is computed, given nowhere, and told as the result, or is the last of its kind that the
    solution tells; or it begins with the value that the calculations end in (`Answering 90 MB`). Name the
    value that the mistake leads to. `the 14 GB`, `its 14 GB`, `the memory of 14 GB` and `because 14 GB are
    kept` are known to be right, and left alone.
    """

    code = "QB921"
    name = "right-pitfall"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  common_mistake: |\n"
                "    **The Pitfall:** Buying a card of 480 GB.\n"
                "    **The Rationale:** The second reel of a day is forgotten.\n"
                "  napkin_math: |\n"
                "    **Calculations:**\n"
                "    - Reels: 2 * 240 GB = 480 GB\n"
                "    **Conclusion & Interpretation:**\n"
                "    - **Result: 480 GB for a day.**\n"
            ),
            underlines="480 GB",
        ),
        Example(
            yaml=(
                "details:\n"
                "  common_mistake: Answering 90 MB, because bits are taken for bytes.\n"
                "  napkin_math: |\n"
                "    - Rate: 12 Mbit/s / 8 = 1.5 MB/s\n    - Minute: 1.5 MB/s * 60 s = 90 MB\n"
            ),
            underlines="90 MB",
        ),
        Example(
            yaml=(
                "details:\n"
                "  common_mistake: Planning the flight with 24 minutes, as if the wind did not blow.\n"
                "  napkin_math: 'Endurance: 60 Wh / 150 W * 60 = **24 min**. Share: 24 / 30 = 80%.'\n"
            ),
            underlines="24 minutes",
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: Each frame of 2 MB is kept, so the film needs 960 MB.\n"
                "  common_mistake: Reserving 960 MB for the film.\n"
                "  napkin_math: |\n"
                "    - Film: 2 MB * 480 = 960 MB\n    - Copy: 960 MB / 120 MB/s = 8 s\n"
            ),
            underlines="960 MB",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: One lane takes 40 cars a minute, and both take 80.\n"
                "  common_mistake: Building a bridge because one lane takes only 40 cars/min.\n"
                "  napkin_math: |\n"
                "    - Lane: 1,200 m/min / 30 m = 40 cars/min\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  common_mistake: Comparing 180 KB with all of the 256 KB on the chip.\n"
                "  napkin_math: |\n"
                "    - Ring: 6 s * 30 KB/s = 180 KB\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  common_mistake: |\n"
                "    **The Pitfall:** Buying a card of 240 GB.\n"
                "    **The Rationale:** The second reel of a day is forgotten, and 480 GB look large.\n"
                "  napkin_math: |\n"
                "    **Calculations:**\n"
                "    - Reels: 2 * 240 GB = 480 GB\n"
                "    **Conclusion & Interpretation:**\n"
                "    - **Result: 480 GB for a day.**\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  common_mistake: Answering 720 MB, because bits are taken for bytes.\n"
                "  napkin_math: |\n"
                "    - Rate: 12 Mbit/s / 8 = 1.5 MB/s\n    - Minute: 1.5 MB/s * 60 s = 90 MB\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  common_mistake: >-\n"
                "    Buying a faster line: with one window it would still take 80 hours.\n"
                "  napkin_math: |\n"
                "    - Before: 36 TB / 125 MB/s = 288,000 s = 80 h\n"
                "    - After: 36 TB / 1.25 GB/s = 28,800 s = 8 h\n"
                "    - **Result: 80 h → 8 h.**\n"
            ),
        ),
    )

    def violations_in(self, question: QuestionFile) -> Iterator[Violation]:
        """Compare what people come to with what the question concludes."""
        ledger, mistake = ledger_of(question), mistake_of(question)
        planned = _planned(mistake)
        if not planned:
            return
        results, ends, told = list(_results(question, ledger)), list(_ends(ledger)), list(_told(ledger))
        for fact in planned:
            may_be = [*results, *told, *ends] if _is_answered(mistake, fact) else [*results, *told]
            result = next((one for one in may_be if one.kind is fact.kind and agree(one, fact)), None)
            if result is not None:
                what = f"{fact.text} is told as the mistake, and is the result of the calculations"
                yield Violation(fact, what, (result,))


def _results(question: QuestionFile, ledger: Ledger) -> Iterator[Fact]:
    """Yield what calculations conclude with and nothing gives: of a result line, or in bold."""
    for fact in ledger.facts:
        is_term = fact.operand_of is not None and bool(ledger.claims[fact.operand_of].operator)
        if not fact.is_topic or is_term or _goes_on(ledger, fact) or not ledger.is_computed(fact):
            continue
        given = any(agree(one, fact) for one in ledger.by_kind[fact.kind] if one.origin in GIVING)
        if not given and _is_concluded(question, ledger, fact):
            yield fact


def _ends(ledger: Ledger) -> Iterator[Fact]:
    """Yield what calculations come to and go on with no more, the last of their kind, that nothing gives."""
    last: dict[Kind, Fact] = {}
    for claim, fact in ledger.worked_out("+*/"):
        if fact.path[-1] == "napkin_math" and len(claim.operands) > 1:
            last[fact.kind] = fact
    operands = [one for claim in ledger.claims if claim.operator for one in claim.operands]
    for fact in last.values():
        goes_on = any(
            (one.kind is fact.kind and agree(one, fact)) or (one.is_bare and isclose(one.value, fact.value))
            for one in operands
        )
        is_told = fact.kind is not Kind.COUNT or _is_result(ledger, fact)
        is_case = "denied" in cues_in(ledger.label_of(fact))  # `Without a pipeline: 20 fps`
        if fact.is_topic and is_told and not (goes_on or is_case or _is_given(fact)):
            yield fact


def _told(ledger: Ledger) -> Iterator[Fact]:
    """Yield of each kind the last that calculations come to and the solution tells as it is."""
    told: dict[Kind, list[Fact]] = defaultdict(list)
    for fact in ledger.facts:
        if fact.origin is Origin.SOLUTION and fact.is_topic and fact.cues.isdisjoint(_CASES):
            told[fact.kind].append(fact)
    last: dict[Kind, Fact] = {}
    for _, fact in ledger.worked_out("+-*/"):
        if fact.kind not in UNMEASURED and any(agree(one, fact) for one in told[fact.kind]):
            last[fact.kind] = fact
    for fact in last.values():
        is_case = not cues_in(ledger.label_of(fact)).isdisjoint(_CASES)
        if fact.is_topic and not is_case and not _is_given(fact):
            yield fact


def _is_given(fact: Fact) -> bool:
    return any(one.origin in GIVING for one in (fact, *fact.same))


def _is_result(ledger: Ledger, fact: Fact) -> bool:
    """Whether a result line tells a number: `**Result: 7 replicas**`."""
    return any(one.origin is Origin.CONCLUSION and one.number == fact.number for one in ledger.facts)


def _is_answered(mistake: Ledger, fact: Fact) -> bool:
    """Whether a pitfall begins with a value, or leads to it: `Answering 480 MB/s`, `which leads to 90 MB`."""
    before = [one for one in mistake.pieces[fact.path][: fact.at] if one.sentence == fact.sentence]
    before = list(takewhile(lambda one: one.text != ":", reversed(before)))[::-1]
    words = [one.text for one in before if one.is_word]
    begins = 1 <= len(words) <= _OPENING and words[0].endswith("ing")
    return begins or not _LEADING.isdisjoint(words[-_REACH:])


def _is_concluded(question: QuestionFile, ledger: Ledger, fact: Fact) -> bool:
    if fact.origin is Origin.CONCLUSION:
        is_headed = any(piece.sentence == fact.sentence for piece in ledger.label_of(fact))
        return is_headed and (fact.kind not in UNMEASURED or fact.kind is Kind.SHARE)
    is_made = fact.result_of is not None and fact.kind not in UNMEASURED
    return is_made and shown_text(question, fact.path)[: fact.start].endswith(_BOLD)


def _goes_on(ledger: Ledger, fact: Fact) -> bool:
    """Whether a value is reckoned with, or what something was before: `89 h → 7 h`."""
    return any(piece.text in _SIGNS for piece in ledger.pieces[fact.path][fact.at + 1 : fact.at + 2])


def _is_reckoned_with(before: Sequence[Piece]) -> bool:
    """Whether a value is no end: `Comparing 188 KiB with`, `Concluding from 90.9 fps that`."""
    if before and before[-1].text == "from":
        return True
    verb = next((piece for piece in reversed(before) if piece.text.endswith("ing")), None)
    return verb is not None and "reckoning" in verb.meaning.cues


def _is_definite(before: Sequence[Piece]) -> bool:
    """Whether a value is that of what is known: `the 14 GB`, `the latency of 57 ms`, not `a latency of`."""
    if not before:
        return False
    last = before[-1]
    if last.text == "the" or last.text in POSSESSIVES or last.meaning.relations:
        return True
    phrase = takewhile(lambda one: one.is_word or one.text == "-", reversed(before[-1 - _NOUNS : -1]))
    up_to_article = takewhile(lambda one: one.text not in {"a", "an"}, phrase)
    return last.text == "of" and any(one.text == "the" for one in up_to_article)


def _planned(ledger: Ledger) -> list[Fact]:
    """Return what the first sentence of a common mistake comes to: the last of its values."""
    told: set[float] = set()
    planned: list[Fact] = []
    for fact in ledger.facts:
        before = ledger.pieces[fact.path][: fact.at]
        if any(one.sentence == fact.sentence and one.text.partition(" ")[0] in _REASONS for one in before):
            break  # `because one line carries only 2 Mbit/s`, `instead of 41 fps` are known to be right
        first = {one.sentence for one in before if one.is_word and one.meaning.part != "heading"}
        if _is_definite(before):
            told.add(fact.value)
        elif (
            first <= {fact.sentence}
            and fact.is_topic
            and fact.value not in told
            and fact.cues.isdisjoint(_UNPLANNED)
            and not (_goes_on(ledger, fact) or _is_reckoned_with(before))
        ):
            is_value = fact.kind not in UNMEASURED or fact.kind is Kind.SHARE
            is_number = fact.kind is Kind.COUNT and _is_answered(ledger, fact)  # `Deploying 7 replicas`
            planned = [fact] if is_value or is_number else planned
    return planned
