"""What a question tells, sentence by sentence, and which sentences assert what they say."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from qbank import lazy_re
from qbank.napkin.claim import Claim
from qbank.rules.coherence.values import told_fields
from qbank.rules.core.claims import claims_of
from qbank.rules.core.default_variant import shown_text
from qbank.rules.core.question_file import QuestionFile
from qbank.yamlio.document import FieldPath

_LONGEST: Final = 1_000
_END: Final = lazy_re.compile(
    r"[.!?\n](?:(?<!\n)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\betc\.)(?<!\bca\.)[*_)\"']*\s+"
    r"|(?<=\n)[ \t]*(?=\n|[-*•|#]|\d+[.)]\s))"
)
"""Where a sentence or the item of a list ends; a line that merely goes on below is none."""

_WORD: Final = lazy_re.compile(r"[a-zï]+(?:['’]t)?")
_OPINION: Final = """
    claim claims claimed claiming say says said saying argue argues argued arguing argument believe
    believes believed think thinks thought assume assumes assumed assuming assumption suggest suggests
    suggested suggesting propose proposes proposed proposing proposal insist insists naive naively naïve
    naïvely mistake mistaken mistakenly wrong wrongly incorrect incorrectly false falsely misconception
    fallacy supposed supposedly alleged allegedly advertised marketing colleague junior intern teammate
    someone tempting pitfall trap myth
"""
_DENIAL: Final = """
    not cannot never no none nor neither without too fail fails failed failing failure exceed exceeds
    exceeded exceeding insufficient unable impossible impossibly infeasible unrealistic unphysical violate
    violates violated violating contradict contradicts contradicting contradiction absurd oom overflow
    overflows crash crashes crashed short lack lacks lacking barely more larger bigger beyond unless until
    rather instead far break breaks hardly can't don't doesn't didn't won't isn't aren't wouldn't couldn't
    shouldn't wasn't weren't
"""
_SUPPOSITION: Final = """
    if whether would could should might may must suppose imagine hypothetical hypothetically ideal ideally
    want wants try tries tried trying attempt attempts attempting goal target targets targeting aim aims
    need needs needed needing require requires required requiring requirement demand demands wish hope how
    why what which does do before after previously formerly vs versus compared unlike option options
"""
_NOT_ASSERTED: Final = frozenset(f"{_OPINION} {_DENIAL} {_SUPPOSITION}".split())


@dataclass  # not frozen: many are made and few are kept
class Sentence:
    """A sentence of a field, or an item of a list.

    Attributes:
        question, path: where it stands.
        start, end: code-point offsets in the field.
        text: the sentence.
    """

    question: QuestionFile
    path: FieldPath
    start: int
    end: int
    text: str

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return the part of the field that is a part of the sentence."""
        return self.start + start, self.start + end

    @cached_property
    def letters(self) -> str:
        """The text in lower case, each letter at its place: `İ` alone would become two."""
        return self.text.replace("İ", "i").lower()

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words in lower case."""
        return frozenset(_WORD.findall(self.letters.replace("’", "'")))

    @property
    def claims(self) -> list[Claim]:
        """The claims of the verifier that begin in it."""
        return [
            field_claim.claim
            for field_claim in claims_of(self.question)
            if field_claim.path == self.path and self.start <= field_claim.claim.start < self.end
        ]

    def asserts(self, *, besides: frozenset[str] = frozenset()) -> bool:
        """Whether it says how things are: no question, wish, condition, denial, comparison or hearsay.

        `besides` are words that do not count against it.
        """
        return "?" not in self.text and _NOT_ASSERTED.isdisjoint(self.words - besides)


class FactualText:
    """The texts in which a question tells facts.

    Attributes:
        fields: where each stands, and the text.
        text, letters: all of them, as written and in lower case.
    """

    def __init__(self, question: QuestionFile) -> None:
        self.question = question
        self.fields: Final[tuple[tuple[FieldPath, str], ...]] = tuple(
            (path, text)
            for path in told_fields(question)
            if path != ("title",) and (text := shown_text(question, path))
        )
        self._ends: dict[FieldPath, tuple[list[int], list[int]]] = {}
        self.text: Final = "\n".join([text for _, text in self.fields])
        self.letters: Final = self.text.lower()

    def has(self, *pieces: str) -> bool:
        """Whether any of these lower-case pieces occurs."""
        return any(piece in self.letters for piece in pieces)

    def sentence(self, path: FieldPath, text: str, at: int) -> Sentence:
        """Return the sentence around a place in a field."""
        ends = self._ends.get(path)
        if ends is None:
            hits = [hit.span() for hit in _END.finditer(text)]
            ends = self._ends[path] = ([sign for sign, _ in hits], [behind for _, behind in hits])
        signs, behinds = ends
        before = bisect_right(behinds, at)
        following = bisect_left(signs, at)
        start = max(behinds[before - 1] if before else 0, at - _LONGEST)
        # The sign at its end belongs to a sentence: it tells a question.
        end = min(signs[following] + 1 if following < len(signs) else len(text), at + _LONGEST)
        return Sentence(self.question, path, start, end, text[start:end])

    def sentences(self, cue: re.Pattern[str]) -> Iterator[Sentence]:
        """Yield the sentences in which a cue begins, each once."""
        for path, text in self.fields:
            end = 0
            for hit in cue.finditer(text):
                if hit.start() < end:
                    continue
                sentence = self.sentence(path, text, hit.start())
                end = sentence.end
                yield sentence


def factual_text(question: QuestionFile) -> FactualText:
    """Return what a question tells; made once a question."""
    return question.cached_view(FactualText)
