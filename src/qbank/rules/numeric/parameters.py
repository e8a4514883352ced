"""QB23x: whether the names of a question with varying numbers have values, and are used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from qbank.nearest import nearest
from qbank.problems import format_path, joined, quote
from qbank.rules.core.base import Example, QuestionRule
from qbank.rules.core.default_variant import answer_keys, asked_for, defaults
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile
from qbank.sets.answers.amounts import AmountError
from qbank.sets.answers.key import answer_key
from qbank.sets.answers.numeric_key import NumericKey
from qbank.sets.fillable_texts import fillable_texts
from qbank.sets.variants.expressions import names_in
from qbank.sets.variants.parameters import VariantError, at_the_ends, check_default, has_parameters
from qbank.sets.variants.placeholders import misshapen, placeholders
from qbank.unchecked import as_mapping
from qbank.yamlio.document import FieldPath

_TEXT = "question: What do {batch} requests of {size} take, {total} or less?\n"
_SIZES = (
    "parameters:\n  batch: {default: 8, choices: [8, 16]}\n  size: {default: 2 GB, min: 1 GB, max: 4 GB}\n"
)
_TOTAL = "derived:\n  total: batch * size\n"


class BadParameter(QuestionRule):
    """A parameter cannot take the values that it should.

    Its default and what it may take are numbers with units that measure the same thing. The default is one of
    the values: among the choices, or a whole number of steps above `min`. Without a `step`, a parameter goes
    in steps of the last digit that is written in `min` or `max`.
    """

    code = "QB231"
    name = "bad-parameter"
    severity = Severity.ERROR
    bad = (
        Example(
            yaml="question: What do {batch} requests take?\n"
            "parameters:\n  batch: {default: 12, min: 8, max: 32, step: 8}\n",
            underlines="12",
        ),
        Example(
            yaml="question: What does {size} of cache take?\n"
            "parameters:\n  size: {default: 2 GB, choices: [2 GB, 4 s]}\n",
            underlines="4 s",
        ),
        Example(
            yaml="question: What do {batch} requests take?\n"
            "parameters:\n  batch: {default: many, choices: [many, few]}\n",
            underlines="many",
        ),
    )
    good = (Example(yaml=_TEXT + _SIZES + _TOTAL),)

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Read every parameter."""
        parameters = question.data.get("parameters")
        if not isinstance(parameters, dict):
            return
        fault = question.cached_view(defaults).fault
        if fault is not None and fault.path == ("parameters",):
            yield self.at_field(question, fault.path, str(fault), key=True)
            return
        # What a parameter lacks, and plain numbers out of order, the model says.
        reported = {problem.path[:2] for problem in question.problems}
        for name, fields in parameters.items():
            if not isinstance(fields, dict) or ("parameters", name) in reported:
                continue
            try:
                check_default(name, fields)
            except VariantError as error:
                yield self.at_field(question, error.path, str(error))


class BadDerivedValue(QuestionRule):
    """A derived value cannot be computed.

    Its expression is napkin math in which names of parameters, and of derived values above it, stand for
    their values: numbers with units, `+ - * / ^`, brackets, and functions such as `ceil`, `max` and `sqrt`.
    A name is set off by a sign on each side. The result measures what `unit` says.
    """

    code = "QB232"
    name = "bad-derived-value"
    severity = Severity.ERROR
    bad = (
        Example(yaml=_TEXT + _SIZES + "derived:\n  total: batch * siez\n", underlines="batch * siez"),
        Example(
            yaml=_TEXT + _SIZES + "derived:\n  total: {expression: batch * size, unit: ms}\n", underlines="ms"
        ),
        Example(
            yaml=_TEXT + _SIZES + "derived:\n  total: size + 3 s * batch\n", underlines="size + 3 s * batch"
        ),
    )
    good = (
        Example(yaml=_TEXT + _SIZES + _TOTAL),
        Example(
            yaml=_TEXT + _SIZES + "derived:\n  total: {expression: batch * size / 8, unit: MB, digits: 2}\n"
        ),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Compute the values of the default instance."""
        fault = question.cached_view(defaults).fault
        if fault is not None and fault.path[0] == "derived":
            yield self.at_field(question, fault.path, str(fault))


class UnknownName(QuestionRule):
    """A text holds a name that has no value.

    In the texts of a question with parameters `{name}` stands for a value, so that readers would see the
    braces of one that has none. They see what is around a name as well, as in `{ name }` or `{name:.1f}`: how
    a value is printed, its `digits` say. Write `{{` and `}}` for braces that are meant as such.

    LaTeX keeps its own: nothing in `\\frac{a}{b}` is a name, and in `\\frac{{batch}}{2}` what the
    inner braces hold is.
    """

    code = "QB233"
    name = "unknown-name"
    severity = Severity.ERROR
    bad = (
        Example(
            yaml="question: What do {batches} requests of {batch} take?\n"
            "parameters:\n  batch: {default: 8, choices: [8, 16]}\n",
            underlines="{batches}",
        ),
        Example(
            yaml="question: What do {batch} requests of {batch:.1f} GB take?\n"
            "parameters:\n  batch: {default: 8, choices: [8, 16]}\n",
            underlines="{batch:.1f}",
        ),
    )
    good = (
        Example(yaml=_TEXT + _SIZES + _TOTAL),
        Example(
            yaml="question: What do {batch} requests take in {{braces}} or $\\frac{a}{b}$?\n"
            "parameters:\n  batch: {default: 8, choices: [8, 16]}\n"
        ),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look every name up."""
        if not has_parameters(question.data):
            return
        known = _known(question)
        for path, text in fillable_texts(question.data):
            for found in placeholders(text, known):
                if found.name and found.name not in known:
                    near = nearest(found.name, known)
                    hint = (
                        f"; did you mean {quote(f'{{{near}}}')}?" if near else "; write {{ and }} for braces"
                    )
                    detail = f"{quote(found.name)} has no value{hint}"
                    yield self.at_field(question, path, detail, part=(found.start, found.end))

            for start, end, name in misshapen(text, known):
                detail = f"{quote(text[start:end])} stays as it stands; write {quote(f'{{{name}}}')}"
                yield self.at_field(question, path, detail, part=(start, end))


class UnusedName(QuestionRule):
    """A parameter or a derived value is used nowhere, or not where readers learn of it.

    It stands in no text, no answer and no expression, so variants would differ in what nobody sees. Either a
    text holds a number where the name should be, or it is left over. A parameter that the answer depends on,
    and that no text shown with the question holds, cannot be known: readers of a variant work with the number
    of another.
    """

    code = "QB234"
    name = "unused-name"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="question: What do 8 requests of {size} take?\n" + _SIZES,
            underlines="batch",
        ),
        Example(
            yaml="question: What do 8 requests of {size} take?\n"
            + _SIZES
            + _TOTAL
            + "answer: {value: '{total}'}\n",
            underlines="batch",
        ),
    )
    good = (
        Example(yaml=_TEXT + _SIZES + _TOTAL),
        Example(yaml="question: How large is one of 8 with {total}?\n" + _SIZES + _TOTAL),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Collect the names that are used."""
        if not has_parameters(question.data):
            return
        known = _known(question)
        used: set[str] = set()
        shown: set[str] = set()
        for path, text in fillable_texts(question.data):
            names = {found.name for found in placeholders(text, known)}
            used |= names
            shown |= names if _is_asked(path) else set()
        for expression in _expressions(question):
            used |= names_in(expression, known)
        derived = as_mapping(question.data.get("derived"))
        for name in reversed(derived):  # each is made of those above it
            if name in shown:
                shown |= names_in(_expression(derived[name]), known)
        for field in ("parameters", "derived"):
            names_of = question.data.get(field)
            for name in names_of if isinstance(names_of, dict) else ():
                if name not in used:
                    detail = "is used in no text and no expression"
                    yield self.at_field(question, (field, name), detail, key=True)
                elif field == "parameters" and name not in shown:
                    detail = f"stands in no text that is shown with the question{_literal(question, name)}"
                    yield self.at_field(question, (field, name), detail, key=True)


_ASKED: Final = frozenset({"title", "scenario", "question", "visual", "tables"})


def _is_asked(path: FieldPath) -> bool:
    """Whether a text is shown with the question, and not only with its answer."""
    return path[0] in _ASKED or path[:2] == ("details", "options") or path[0::2] == ("parts", "prompt")


def _literal(question: QuestionFile, name: str) -> str:
    """Ask whether the only number that is the default of a parameter is meant, where a text has one."""
    value = question.cached_view(defaults).texts.get(name)
    if value is None:
        return ""
    number = re.compile(rf"(?<![\w.,]){re.escape(value)}(?![\w]|[.,]\d)")
    places = [path for path, text in fillable_texts(question.data) if _is_asked(path) if number.search(text)]
    return f"; is the {quote(value)} of {format_path(places[0])} meant?" if len(places) == 1 else ""


class AnswerTurnsSign(QuestionRule):
    """With some values of the parameters the answer is negative or nothing, and it is not by default.

    What is left of a memory, or the time until a deadline, is less than nothing in such a variant: a value
    among `choices`, or an end of a range, is too large or too small. The values at the ends are tried.
    """

    code = "QB235"
    name = "answer-turns-sign"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="question: What is left of 100 KiB behind {stack} KiB?\n"
            "parameters:\n  stack: {default: 8, choices: [8, 16, 320]}\n"
            "derived:\n  left: 100 KiB - stack * 1 KiB\nanswer: {value: '{left}'}\n",
            underlines="'{left}'",
        ),
    )
    good = (
        Example(
            yaml="question: What is left of 100 KiB behind {stack} KiB?\n"
            "parameters:\n  stack: {default: 8, choices: [8, 16, 32]}\n"
            "derived:\n  left: 100 KiB - stack * 1 KiB\nanswer: {value: '{left}'}\n",
        ),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Try the values at the ends."""
        if "parameters" not in question.data or question.cached_view(defaults).fault is not None:
            return
        usual = dict(question.cached_view(answer_keys))
        above = [path for path, key in usual.items() if isinstance(key, NumericKey) and key.value > 0]
        if not above:
            return
        try:
            for values in at_the_ends(question.data):
                for path in list(above):
                    key = answer_key(question.value(path), values)
                    if key.value <= 0:
                        above.remove(path)
                        names = as_mapping(question.data["parameters"])
                        given = joined(f"{name} = {values[name].text}" for name in names if name in values)
                        detail = f"is {key.answer_text} with {given}"
                        yield self.at_field(question, (*path, "value"), detail)
        except (VariantError, AmountError):
            return  # what cannot be had, those say who look for it


def _known(question: QuestionFile) -> frozenset[str]:
    names: set[str] = set()
    for field in ("parameters", "derived"):
        names |= as_mapping(question.data.get(field)).keys()
    return frozenset(names)


def _expressions(question: QuestionFile) -> Iterator[str]:
    derived = as_mapping(question.data.get("derived"))
    mistakes = (one for path in asked_for(question) for one in question.items((*path, "mistakes")))
    for item in (*derived.values(), *mistakes):
        yield _expression(item)


def _expression(item: object) -> str:
    expression = item.get("expression") if isinstance(item, dict) else item
    return expression if isinstance(expression, str) else ""
