"""An analysed exam for somebody who reads it in a terminal: what to do first, then the numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from qbank.report.results.numbers import interval_text, percent, share, signed
from qbank.report.results.tables import table
from qbank.report.terminal import Style, sanitize, wrap
from qbank.results.advice import Advice, Gravity, differs
from qbank.results.analysis import Analysis, Comparison, GroupAnalysis, ItemAnalysis
from qbank.results.exam import Exam
from qbank.results.options import on_papers
from qbank.results.statistics.differences import p_text
from qbank.units.format import counted

HEADINGS: Final = {
    Gravity.CHECK: ("Look at these before marks are given out", "error"),
    Gravity.IMPROVE: ("Mend these before they are used again", "warning"),
    Gravity.KNOW: ("Worth knowing", "info"),
}
"""What stands over the advice of each gravity, and in which role."""

_HEADS: Final = (
    "", "question", "n", "difficulty", "95 %", "item-rest r", "95 %", "upper-lower", "weight",
    "alpha without",
)  # fmt: skip
_SPARE: Final = (6, 4, 9, 8, 7, 5)
"""Which of these go where not all fit: intervals first, then what an exam is looked at last for."""
_BAR: Final = 40


def results_text(analysis: Analysis, advice: Sequence[Advice], style: Style) -> Iterator[str]:
    """Yield the lines of a report."""
    exam = analysis.exam
    yield style.paint(sanitize(title_of(exam)), "bold") + "\n"
    yield f"{summary_of(analysis)}\n"
    yield from _advice(advice, style)
    yield from _questions(analysis, style)
    yield from _paper(analysis, style)
    yield from _details(analysis.items, style)
    if exam.unmatched:
        yield from _heading("Not found on the paper, and left out", style)
        for line in exam.unmatched[:20]:
            yield from _wrapped(line, style)
        if len(exam.unmatched) > 20:
            yield f"  and {len(exam.unmatched) - 20} more\n"


def title_of(exam: Exam) -> str:
    """Return what an exam is called."""
    return ": ".join(filter(None, (exam.set, exam.title))) or "Results"


def summary_of(analysis: Analysis) -> str:
    """Say how much was looked at, and where it is from."""
    students, questions = counted(analysis.n, "student"), counted(len(analysis.items), "question")
    return f"{students}, {questions}; read from: {', '.join(analysis.exam.sources)}"


def _advice(advice: Sequence[Advice], style: Style) -> Iterator[str]:
    for gravity, (heading, role) in HEADINGS.items():
        of_gravity = [one for one in advice if one.gravity is gravity]
        if of_gravity:
            yield f"\n{style.paint(heading, role)}\n"
        for one in of_gravity:
            yield from _wrapped(f"{one.text} [{one.question}]" if one.question else one.text, style)
    if not any(one.gravity is not Gravity.KNOW for one in advice):
        yield "\nNothing has to be looked at.\n"


def _questions(analysis: Analysis, style: Style) -> Iterator[str]:
    yield from _heading("Questions", style)
    rows = [list(_HEADS)]
    for number, item in enumerate(analysis.items, 1):
        statistics = item.statistics
        rows.append(
            [
                str(number),
                sanitize(item.item.id),
                str(statistics.n),
                share(statistics.difficulty),
                interval_text(statistics.difficulty_interval),
                signed(statistics.item_rest),
                interval_text(statistics.item_rest_interval),
                signed(statistics.upper_lower),
                percent(statistics.effective_weight),
                signed(statistics.alpha_without),
            ]
        )
    yield from table(rows, style, margin="  ", spare=_SPARE, more="--format csv")


def _paper(analysis: Analysis, style: Style) -> Iterator[str]:
    yield from _heading("The paper", style)
    totals, reliable = analysis.distribution, analysis.reliability
    spread = "" if totals.sd is None else f", SD {totals.sd:.3f}"
    yield from _wrapped(
        f"Totals, as shares of the points: mean {totals.mean:.3f}{spread}, median {totals.median:.3f}, "
        f"from {totals.lowest:.3f} to {totals.highest:.3f}",
        style,
    )
    if reliable is not None and reliable.alpha is not None:
        name = "KR-20" if reliable.binary else "Cronbach's alpha"
        left_out = f", {reliable.constant} that did not vary left out" if reliable.constant else ""
        error = "" if reliable.sem is None else f"; standard error of measurement {reliable.sem:.2f} points"
        yield from _wrapped(
            f"{name} {reliable.alpha:.3f} ({interval_text(reliable.interval)}) over {reliable.items} "
            f"questions{left_out}{error}",
            style,
        )
    if analysis.reliability_remark:
        yield from _wrapped(f"Reliability: {analysis.reliability_remark}", style)
    if analysis.times is not None:
        times = analysis.times
        yield from _wrapped(
            f"Time: median {times.median:.0f} min; half of the students between "
            f"{times.lower_quartile:.0f} and {times.upper_quartile:.0f} min",
            style,
        )
    if analysis.rasch_remark:
        yield from _wrapped(analysis.rasch_remark, style)
    most = max(totals.histogram)
    block = "█" if style.unicode else "#"
    for tenth, count in enumerate(totals.histogram):
        bar = block * round(_BAR * count / most) if most else ""
        yield f"  {tenth * 10:>3} to {tenth * 10 + 10:>3} %  {bar} {count}\n".replace("  \n", "\n")
    yield from _comparison("Versions", analysis.forms, style)
    for name, groups in analysis.groups.items():
        if 1 < len(groups) < len(analysis.items):  # one a question would say the same again
            yield from _groups(f"By {name}", groups, style)


def _details(items: Sequence[ItemAnalysis], style: Style) -> Iterator[str]:
    for number, item in enumerate(items, 1):
        lines = [*_options(item), *_mistakes(item)]
        tests = [*_tested("Variants", item.variants, style), *_tested("Versions", item.forms, style)]
        if not lines and not tests:
            continue
        yield from _heading(f"{number}. {sanitize(item.item.id)}  {sanitize(item.item.title)}", style)
        yield from table(lines, style, margin="  ")
        yield from _letters(item, style)
        yield from tests


def _options(item: ItemAnalysis) -> Iterator[list[str]]:
    for option in item.options:
        own = option.statistics
        yield [
            f"{'*' if option.correct else ' '}{option.id.upper()}",
            str(own.count),
            percent(100 * own.share),
            f"strong {percent(None if own.upper is None else 100 * own.upper)}",
            f"weak {percent(None if own.lower is None else 100 * own.lower)}",
            f"r {signed(own.rest)}",
            sanitize(option.text),
        ]


def _letters(item: ItemAnalysis, style: Style) -> Iterator[str]:
    """Say which letters options have on papers, where these differ from those in the bank."""
    if any(on_papers(option.id, option.printed) for option in item.options):
        own = ", ".join(option.id.upper() for option in item.options)
        forms = sorted({form for option in item.options for form in option.printed})
        others = [
            f"{', '.join(option.printed.get(form, '–') for option in item.options)} on "
            + (f"paper {form}" if form else "the paper")
            for form in forms
        ]
        yield from _wrapped(f"Options {own} are {'; '.join(others)}", style)


def _mistakes(item: ItemAnalysis) -> Iterator[list[str]]:
    if not item.options:
        for mistake in item.mistakes:
            yield ["", str(mistake.count), "", "", "", "", sanitize(mistake.text)]
    for wrong in item.wrong:
        slip = f" {wrong.slip}" if wrong.slip else ", which no listed mistake explains"
        yield ["", str(wrong.count), "", "", "", "", sanitize(f"{wrong.answer}{slip}")]


def _tested(title: str, comparison: Comparison, style: Style) -> Iterator[str]:
    """Yield the groups of a question: a table where they differ, else a line."""
    if differs(comparison) or not comparison.groups:
        yield from _comparison(title, comparison, style)
    else:
        yield from _wrapped(f"{title}: {alike_text(comparison)}", style)


def alike_text(comparison: Comparison) -> str:
    """Say in a line how groups fared that chance alone may make differ."""
    shares = ", ".join(f"{group.name} {share(group.difficulty)}" for group in comparison.groups)
    probability = comparison.probability
    return shares if probability is None else f"{shares} ({p_text(probability)})"


def _comparison(title: str, comparison: Comparison, style: Style) -> Iterator[str]:
    if comparison.groups:
        probability = comparison.probability
        said = "" if probability is None else f" ({p_text(probability)})"
        yield from _groups(f"{title}{said}", comparison.groups, style)


def _groups(title: str, groups: Iterable[GroupAnalysis], style: Style) -> Iterator[str]:
    yield f"  {title}\n"
    rows = [
        ["", sanitize(group.name), str(group.n), share(group.difficulty), interval_text(group.interval)]
        for group in groups
    ]
    yield from table(rows, style, margin="  ")


def _wrapped(text: str, style: Style) -> Iterator[str]:
    for line in wrap(sanitize(text), style.width, "  ", "    "):
        yield f"{line}\n"


def _heading(title: str, style: Style) -> Iterator[str]:
    yield f"\n{style.paint(title, 'frame')}\n"
