"""What an editor says of the place under the mouse: a claim, a finding, a rule that is named, a word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from lsprotocol import types

from qbank.lsp.fields import place_at, used_at
from qbank.lsp.markdown import block, rule_text
from qbank.lsp.named import Names, Sort
from qbank.lsp.reading import Reading
from qbank.lsp.words import meaning_at, title_of, titled
from qbank.report.facts.table import about_fact
from qbank.report.formula.text import formula_table
from qbank.report.hardware.text import headline
from qbank.report.results.stored import measured_lines
from qbank.report.terminal import Style
from qbank.report.verify.table import circumstances, understood
from qbank.results.measured import measured_questions
from qbank.rules.core.claims import FieldClaim
from qbank.rules.core.default_variant import defaults
from qbank.rules.core.directives import directives
from qbank.rules.formulas.formula_context import FormulaContext
from qbank.rules.formulas.verified import verified_claim
from qbank.rules.registry import UnknownRuleError, find, select
from qbank.units.dimension import describe
from qbank.units.format import format_quantity, format_significant
from qbank.units.parse import typed_units

_MEASURED: Final = re.compile(r"\d[ \t]?(?P<unit>[A-Za-zµ%°$][A-Za-zµ/²³^0-9·*-]{0,30})")
_COMPARED: Final = re.compile(r"(?:id|difficulty|expected_time_minutes|level):")
"""Lines of fields that say what an exam measures."""
_LONGEST_LINE: Final = 2_000


def hover(reading: Reading, index: int, names: Names) -> types.Hover | None:
    """Return what there is to say of the character at an index; None if nothing."""
    texts = [*_parameter(reading, index)]
    if not texts:  # what is said of its value is said of the name, which means nothing by itself
        texts += [*_claims(reading, index), *_facts(reading, index), *_unit(reading, index)]
    texts += [*_entry(reading, index, names), *_findings(reading, index)]
    texts += _fared(reading, index, names)
    texts = texts or [*_named_rules(reading, index), *_word(reading, index, names.questions)]
    if not texts:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(texts))
    return types.Hover(contents=content)


def _parameter(reading: Reading, index: int) -> Iterator[str]:
    """Say what a name in braces stands for: its value by default, and what it may be or is made of."""
    used = used_at(reading.text, index)
    if used is not None and reading.question is not None:
        value = reading.question.cached_view(defaults).texts.get(used.name)
        yield block(used.name if value is None else f"{used.name} = {value}", *filter(None, (used.says,)))


def _fared(reading: Reading, index: int, names: Names) -> Iterator[str]:
    """Say how the question fared in exams, on its id and on what is compared with that."""
    question = reading.question
    if question is None or question.id is None or names.root is None:
        return
    begin, end = reading.text.line_around(index)
    if _COMPARED.match(reading.text.text, begin, end) is None:
        return
    measured = measured_questions(names.root).get(question.id)
    if measured is not None:
        yield block(*measured_lines(measured))


def _facts(reading: Reading, index: int) -> Iterator[str]:
    """Say what a number was taken to be."""
    for start, end, fact in reading.facts:
        # A mouse between a number and the noun behind it is on the number.
        if start <= index <= end:
            about = " ".join((fact.role.replace("_", " "), about_fact(fact)))
            yield block(f"{fact.text}: {about}")


def _unit(reading: Reading, index: int) -> Iterator[str]:
    """Say what the unit behind a number is in base units."""
    start, end = reading.text.line_around(index)
    for hit in _MEASURED.finditer(reading.text.text, start, min(end, start + _LONGEST_LINE)):
        if hit.start("unit") <= index < hit.end("unit"):
            for unit in typed_units(hit["unit"])[:1]:
                size = format_quantity(format_significant(unit.scale), describe(unit.dimension))
                yield block(f"1 {hit['unit']} = {size}")


def _entry(reading: Reading, index: int, names: Names) -> Iterator[str]:
    """Say what is known of a device, a link or a formula that is named."""
    named = names.at(reading.text, index)
    if named is None:
        return
    if named.sort is Sort.ENTRY and (entry := names.devices.catalog.get(named.id)) is not None:
        yield block(f"{entry.id}: {entry.name}", headline(entry), f"qbank hardware show {entry.id}")
    elif named.sort is Sort.FORMULA:
        formula = names.formulas.find(named.id)
        yield block(*(line.rstrip("\n") for line in formula_table((formula,), Style())))


def _claims(reading: Reading, index: int) -> Iterator[str]:
    at = [claim for start, end, claim in reading.claims if start <= index < max(end, start + 1)]
    if reading.question is None or not at:
        return
    context = FormulaContext(reading.question)
    for claim in at:
        yield _claim(claim, context)


def _claim(found: FieldClaim, context: FormulaContext) -> str:
    claim = found.claim
    about = list(circumstances(verified_claim(found, context)))
    what = [understood(claim)] if claim.computed is not None else [claim.text]
    return f"**{claim.verdict}**\n\n{block(*what, *about)}"


def _findings(reading: Reading, index: int) -> Iterator[str]:
    codes = []
    for finding in reading.outcome.findings:
        start, end = reading.extent(finding)
        if start <= index < max(end, start + 1) and finding.code not in codes:
            codes.append(finding.code)
    yield from (rule_text(find(code)) for code in codes)


def _named_rules(reading: Reading, index: int) -> Iterator[str]:
    """Say what the rules are that a comment such as `# qbank: ignore QB301` names."""
    document = reading.source.document
    if document is None:
        return
    at = reading.text.lines.position(index)
    for directive in directives(document):
        if directive.comment.line != at.line:
            continue
        for word in directive.selectors:
            if word.column <= at.column < word.end_column:
                yield from _rules(word.text)


def _rules(selector: str) -> Iterator[str]:
    try:
        rules = select((selector,)).rules
    except UnknownRuleError:
        return
    if len(rules) == 1:
        yield rule_text(rules[0])
    else:
        yield "\n".join(f"- **{rule.code}** {rule.summary}" for rule in rules)


def _word(reading: Reading, index: int, questions: Mapping[str, Path]) -> Iterator[str]:
    at = place_at(reading.text, index)
    document = reading.source.document
    if at is not None and at.fields == ("id",) and document is not None:
        yield block(f"{at.word}: {titled(document.data)}")
        return
    word = None if at is None else meaning_at(reading.kind, at, questions)
    if word is None:
        return
    if word.file is not None:
        yield block(f"{word.text}: {title_of(word.file)}")
    elif word.meaning:
        yield f"**{word.text}**\n\n{word.meaning}"
