"""QB921: a common mistake that names the value that is right."""

from __future__ import annotations

from collections.abc import Iterator

from qbank.facts.derivation import UNMEASURED, agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import GIVING, Origin
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation, ledger_of, mistake_of
from qbank.rules.core.question_file import QuestionFile


class RightPitfall(LedgerRule):
    """The common mistake comes to the value that the calculations conclude with.

    What people get wrong has another value than the question. Here its first sentence, the pitfall, plans
    with a value that is computed, given nowhere, and told as the result. Name the value that the mistake
    leads to. `the 14 GB` is known to be right, and left alone.
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
    )
    good = (
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
    )

    def violations_in(self, question: QuestionFile) -> Iterator[Violation]:
        """Compare what people come to with what the question concludes."""
        ledger = ledger_of(question)
        results = list(_results(ledger))
        for fact in _planned(mistake_of(question)) if results else ():
            result = next((one for one in results if one.kind is fact.kind and agree(one, fact)), None)
            if result is not None:
                what = f"{fact.text} is told as the mistake, and is the result of the calculations"
                yield Violation(fact, what, (result,))


def _results(ledger: Ledger) -> Iterator[Fact]:
    """Yield what calculations conclude with and come to, and nothing gives."""
    for fact in ledger.facts:
        if fact.origin is Origin.CONCLUSION and fact.is_topic and fact.kind not in UNMEASURED:
            given = any(agree(one, fact) for one in ledger.by_kind[fact.kind] if one.origin in GIVING)
            if not given and ledger.is_computed(fact):
                yield fact


def _planned(ledger: Ledger) -> Iterator[Fact]:
    """Yield what the first sentence of a common mistake comes to."""
    for fact in ledger.facts:
        before = ledger.pieces[fact.path][: fact.at]
        first = {piece.sentence for piece in before if piece.is_word and piece.meaning.part != "heading"}
        known = bool(before) and before[-1].text == "the"
        if first <= {fact.sentence} and fact.is_topic and not known and "denied" not in fact.cues:
            yield fact
