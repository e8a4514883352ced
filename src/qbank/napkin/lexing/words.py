"""The vocabulary of the grammar: words with a meaning of their own between numbers."""

from __future__ import annotations

from fractions import Fraction


def word_set(words: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(words.split())


_SPELLINGS = {
    "sqrt": "sqrt root",
    "max": "max Max MAX",
    "min": "min Min MIN",
    "sum": "sum Sum",
    "avg": "avg Avg mean average",
    "floor": "floor Floor",
    "ceil": "ceil Ceil ceiling",
    "round": "round Round",
    "abs": "abs",
    "ln": "ln",
    "log": "log",
    "log2": "log2 log_2 log₂ lg",
    "log10": "log10 log_10",
    "exp": "exp",
}
FUNCTIONS = {spelling: name for name, spellings in _SPELLINGS.items() for spelling in spellings.split()}
"""Spelling to function; `evaluate.FUNCTIONS` computes them."""
FRACTION = "frac"
"""What stands before two bracketed numbers of which the second divides the first."""

ONLY_FUNCTIONS = word_set("sqrt frac ln log log2 log_2 log₂ log10 log_10 exp floor ceil")
"""Function names that are no nouns as well."""

EQUALS = frozenset("=≈")
"""Relations of what is the same."""

COPULAS = frozenset(("is", "are"))

OPERATOR_WORDS = {"x": "*", "X": "*", "times": "*", "plus": "+", "minus": "-"}

VERBAL_OPERATORS = {"multiplied": "*", "divided": "/"}
"""What says an operation with "by" behind it."""

GERUNDS = {
    spelling: (sign, joint)
    for word, sign, joint in (
        ("dividing divide", "/", "by"), ("multiplying multiply", "*", "by"), ("adding add", "+", "and"),
    )
    for stem in word.split()
    for spelling in (stem, stem.capitalize())
}  # fmt: skip
"""What says an operation before its operands, and the word between these: `dividing 6 by 2`."""

PARTS = {
    "half": (Fraction(1, 2), 1), "third": (Fraction(1, 3), 3), "quarter": (Fraction(1, 4), 2),
    "fifth": (Fraction(1, 5), 1), "tenth": (Fraction(1, 10), 1),
}  # fmt: skip
"""What part of a thing a word with "of" behind it says, and the decimals to show it with."""

APPROXIMATIONS = word_set("about around approximately approx roughly nearly almost circa ca only just")
"""Words between a relation and its value; all but the last two say that the value is rounded."""

EXACT_FILLERS = frozenset(("only", "just"))

CLAUSE_WORDS = word_set("""
    and or but so which is are was were be if when while with without because since then that than as at by
    for from in into on to vs versus against until after before we you they it each every not no per gives
    leaves leaving taking takes costs means yields equals totals requires needs exceeds fits using given plus
    minus times multiplied divided of the a an this during saves makes allows uses draws holds produces
    becomes reaches consumes
""")
"""Words that end a noun phrase behind a number: what follows them is no longer part of the operand."""

ARTICLES = frozenset(("the", "a", "an", "this", "that", "each"))

CHANGES = word_set("""
    faster slower larger smaller bigger more less fewer higher lower greater better worse cheaper longer
    shorter reduction reductions reduced reduces reduce reducing decrease decreases decreased drop drops
    dropped
    increase increases increased increasing grew grows growth gain gains improvement improvements improved
    improves speedup boost saving savings saves saved cut cuts overhead penalty difference gap dominates
    dominated slowdown compression compressed amplification suppression error drift margin
""")
"""Words beside a factor or a percentage that compares two values."""

SHARES = word_set("""
    of utilization utilisation active idle sleep busy duty share used efficiency rate load
""")
"""Words beside a percentage that is a part of something."""

TOTALS = word_set("""
    total totals totaling totalling sum combined altogether overall net accumulated
""")
"""Words beside a value that others add up to."""

RESTS = word_set("""
    leaving leaves leave left remaining remains headroom spare free surplus deficit margin saved saves saving
    savings slack idle gap difference waits wait reserve shortfall penalty
""")
"""Words beside a value that is what one value has over another."""

RESULT_VERBS = word_set("""
    is are be takes take took costs cost needs need requires require holds hold gives give yields yield means
    becomes become reaches reach hits hit draws draw uses use consumes consume produces produce adds add gets
    get to can outputs every
""")
"""Words in front of a value that something before it comes to."""
