"""Verdicts, and the closed list of reasons why a claim stays unchecked."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """What the recomputation says about a claim."""

    OK = "ok"
    IMPRECISE = "imprecise"
    WRONG = "wrong"
    UNCHECKED = "unchecked"


class Reason(StrEnum):
    """Why a claim is unchecked."""

    MISSING_OPERAND = "missing-operand"
    UNITS = "units"
    WORDS = "words"
    NO_VALUE = "no-value"
    TOO_LARGE = "too-large"
    DISAGREEMENT = "disagreement"


EXPLANATIONS: dict[Reason, str] = {
    Reason.MISSING_OPERAND: "an operand is a name or symbol whose value the text does not give",
    Reason.UNITS: "the units do not combine to that of the stated value, and no plain scale explains it",
    Reason.WORDS: "part of the expression is in words that are not arithmetic",
    Reason.NO_VALUE: "the expression has no value, such as a division by zero",
    Reason.TOO_LARGE: "the numbers are beyond what is computed for a napkin",
    Reason.DISAGREEMENT: "qbank's two evaluators differ, which is a defect of qbank: please report it",
}
"""What each reason means, for people."""
