"""Documents for the tests of the formats: a plain one with every kind of item, and one made of hostile text.

`PIECES` are texts that break an export which escapes nothing or too little. `hostile_document` holds every one
of them in every field that text of a question file can reach.
"""
# ruff: noqa: E501 - the texts as they would stand in a file

from __future__ import annotations

import dataclasses
import uuid
from fractions import Fraction
from typing import Any, Final

from qbank.model.taxonomy import Answers, QuestionKind, SetKind
from qbank.render.text.blocks import clean, one_line, read_blocks, read_line
from qbank.render.text.document import (
    Blocks,
    Code,
    CodeBlock,
    Criterion,
    Document,
    Figure,
    Item,
    Math,
    MathBlock,
    Option,
    Paragraph,
    Part,
    Resource,
    Section,
    Table,
    TableBlock,
    Text,
)
from qbank.sets.answers.numeric_key import NumericKey

PIECES: Final[dict[str, str]] = {
    "script": "<script>alert('qb')</script><img src=x onerror=alert(1)> </script> <!-- c --> &lt;b&gt; &amp; &#60;",
    "attribute": "\" onmouseover=\"alert(1)\" ' onfocus='alert(1)' `x` javascript:alert(1)",
    "cdata": "end ]]> of cdata <![CDATA[ x ]]]]><![CDATA[>",
    "callout": "::: {.callout-note}\ninside\n:::\n\n::::\n\n:::: {#sec-evil}",
    "fence": "```{python}\nprint('run')\n```\n\n```{r echo=FALSE}\n1\n```\n\n~~~{.python .cell}\nx\n~~~\n\n````{=html}\n<b>\n````",
    "inline cell": "`{python} 1+1` and `r 1+1` and `x`{=html} and [span]{.x} and {{< include /etc/passwd >}} {{% raw %}}",
    "cell option": "#| echo: false\n#| eval: true\n%%bash",
    "money": "from $5 to $6 and $0.001/image, $15M, US$ 3, $5/GPU-hr $",
    "cloze": "{{c1::x}} {{Front}} {{/x}} {{#x}} {{! c }} [latex]x[/latex] [sound:x.mp3] [$]x[/$]",
    "jinja": "{{ 7*7 }} {% for x in y %} {# c #} ${7*7} #{7*7} <%= 7 %>",
    "braces": "} { {name} {{ }} \\{ \\} %s %(x)s {0}",
    "pipes": "a | b || c |\n| a | b |\n|---|---|\n| 1 |",
    "cite": "@name [@doe2020, p. 3] -@x someone@example.org [^1] ^[note] [1]: http://x.y",
    "rtl": "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 \u202eabc\u202c \u2066x\u2069 \u200f end",
    "emoji": "\U0001f469\u200d\U0001f4bb \U0001f680 e\u0301 \U0001d54f \u2603\ufe0f",
    "control": "bell\x07 esc\x1b[31mred\x1b[0m nul\x00 del\x7f nel\x85 ls\u2028 ps\u2029 bom\ufeff last\uffff lone\ud800",
    "latex": r"\n \neq \nu \nabla \frac{a}{b} \( x \) \[ y \] $x \neq \frac{a}{b}$ $$\sum_{i=1}^{n} x_i$$ \input{/etc/passwd}",
    "bad latex": r"$\frac{a$ $\begin{x}$ $\href{javascript:alert(1)}{x}$ $\text{<script>alert(2)</script>}$ $a & b < c$",
    "headings": "# one\n#### four\n\nsetext\n======\n\nanother\n------\n\n***\n\n---\ntitle: evil\n---",
    "gift": "= right ~ wrong #feedback : colon -> arrow %50% {T} {#3:2} // comment\n::title:: [html]x $CATEGORY: y",
    "lists": "1986. a year\n\n- dash\n+ plus\n* star\n1) one\n(@) example\n(a) letter",
    "quote": "> quoted\n\n    indented code\n\n| line block\n\nTerm\n:   definition\n\n<http://auto.link> https://bare.link",
    "emphasis": "**never closed *nor this __or_ that ~~strike~~ H~2~O x^2^ ==mark== snake_case_name `open",
    "entities": "&copy; &nbsp; -- --- ... 'single' \"double\" \\# \\\\ trailing\\",
    "typst": '#let x = 1 #eval("1") #read("/etc/passwd") $ x $ <label> @ref *b* _e_ `raw` = Heading /* c */ // c',
    "path": "../../etc/passwd C:\\temp\\new file:///etc/passwd \\\\host\\share",
}
"""Hostile texts by what they aim at."""

MARK: Final = "\u27e6{}\u27e7"
"""Wraps the name of a piece, so that a test can find it in what was rendered."""


def piece(name: str) -> str:
    """Return a hostile text between marks that no format needs to escape."""
    return f"{MARK.format('begin ' + name)} {PIECES[name]} {MARK.format('end ' + name)}"


def everything() -> str:
    """Return all hostile texts, a paragraph or more each."""
    return "\n\n".join(piece(name) for name in PIECES)


def hostile_line() -> str:
    """Return all hostile texts on one line, as for a title."""
    return one_line(everything())


def blocks() -> Blocks:
    """Read each hostile text for itself, so that none swallows the others."""
    return tuple(block for name in PIECES for block in read_blocks(piece(name)))


def item(**fields: Any) -> Item:
    """Make an item with plain content, except for the fields given."""
    identifier = fields.get("id", "cloud-0001")
    plain: dict[str, Any] = {
        "id": identifier,
        "guid": str(uuid.uuid5(uuid.NAMESPACE_URL, f"qbank:{identifier}")),
        "number": 1,
        "title": "The Cache That Ate the GPU",
        "kind": QuestionKind.OPEN,
        "track": "cloud",
        "level": "L3",
        "zone": "diagnosis",
        "topic": "kv-cache-management",
        "area": "memory",
        "bloom": "analyze",
        "tags": ("llm", "memory"),
        "stars": 2,
        "points": 5.0,
        "minutes": 10,
        "scenario": read_blocks(
            "You serve a 7B model in FP16 on one 24 GB GPU. At the tenth user it runs out of memory."
        ),
        "question": read_blocks("How much memory do the weights take?"),
        "tables": (),
        "figure": None,
        "options": (),
        "key": None,
        "parts": (),
        "hints": (),
        "solution": read_blocks("The weights take **14 GB**; the cache takes the rest."),
        "reckoning": read_blocks("- Weights: 7B params * 2 bytes = 14 GB"),
        "mistake": read_blocks("**The Pitfall:** Sizing by the weights alone."),
        "rubric": (),
        "checks": (),
        "related": (),
        "resources": (),
    }
    return Item(**(plain | fields))


def numeric_key() -> NumericKey:
    """Make the key of `14 GB`, accepted from 13.3 to 14.7."""
    return NumericKey(low=Fraction("13.3"), high=Fraction("14.7"), value=Fraction(14), unit="GB", digits=2)


def options(*contents: Blocks, correct: int = 1) -> tuple[Option, ...]:
    """Make options, of which one is right."""
    return tuple(
        Option(chr(ord("a") + place), content, place == correct) for place, content in enumerate(contents)
    )


def choice_with_slips(**fields: Any) -> Document:
    """Make a document of one choice, whose wrong option A says which slip leads to it."""
    wrong, right = options(read_blocks("7 GB"), read_blocks("14 GB"))
    wrong = dataclasses.replace(wrong, feedback=read_blocks("Counts *one* byte."))
    return document(item(kind=QuestionKind.CHOICE, options=(wrong, right)), **fields)


def plain_items() -> tuple[Item, ...]:
    """Make one item of every kind, with everything that an item can hold."""
    figure = Figure(
        "cache.svg",
        "Bar chart: the cache grows from 2 GB to 40 GB.",
        "The cache over the batch",
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20"/></svg>',
    )
    table = Table(
        "Two devices",
        TableBlock(
            header=(read_line("GPU"), read_line("Memory")),
            rows=(
                (read_line("A100"), read_line("80 GB")),
                (read_line("T4"), read_line("16 GB")),
            ),
        ),
    )
    part = Part(
        "a",
        read_blocks("How much per token?"),
        read_blocks("0.5 MB"),
        None,
        read_blocks("2 * 32 * 4096 * 2 bytes"),
        2.0,
    )
    counted = dataclasses.replace(
        part,
        label="b",
        prompt=read_blocks("And the weights?"),
        answer=read_blocks("14 GB"),
        key=numeric_key(),
    )
    return (
        item(
            id="cloud-0001",
            figure=figure,
            hints=(read_blocks("Count the bytes of one parameter."), read_blocks("FP16 takes two.")),
        ),
        item(
            id="cloud-0002",
            number=2,
            title="Which GPU Holds It",
            kind=QuestionKind.CHOICE,
            options=options(*(read_blocks(size) for size in ("7 GB", "14 GB", "28 GB", "56 GB"))),
        ),
        item(
            id="cloud-0003@7",
            number=3,
            title="Weights in FP16",
            kind=QuestionKind.NUMERIC,
            key=numeric_key(),
            tables=(table,),
        ),
        item(
            id="cloud-0004",
            number=4,
            title="In Three Steps",
            kind=QuestionKind.EXERCISE,
            parts=(part, counted),
        ),
        item(
            id="cloud-0005",
            number=5,
            title="Write to the Board",
            kind=QuestionKind.MEMO,
            rubric=(
                Criterion(read_blocks("Names the cache as the bottleneck."), 2.0),
                Criterion(read_blocks("Gives numbers."), 1.5),
            ),
            related=("cloud-0001", "kv-cache-management"),
            resources=(Resource("Roofline", "https://doi.org/10.1145/1498765.1498785"),),
        ),
    )


def document(*items: Item, **fields: Any) -> Document:
    """Make a document with the plain items, except for what is given."""
    plain: dict[str, Any] = {
        "identifier": "week-3",
        "title": "Week 3: memory",
        "kind": SetKind.QUIZ,
        "intro": read_blocks("Ten minutes, no calculator."),
        "sections": (Section("", items or plain_items()),),
        "answers": Answers.COLLAPSED,
    }
    return Document(**(plain | fields))


def hostile_items() -> tuple[Item, ...]:
    """Make one item of every kind, each with all hostile texts in all of its fields."""
    read = blocks()
    raw: Blocks = (
        Paragraph((Text(hostile_line()), Code(hostile_line()), Math(hostile_line()))),
        CodeBlock(clean(everything()), "python"),
        MathBlock(hostile_line()),
    )
    line = read_line(hostile_line())
    table = Table(
        hostile_line(), TableBlock(header=(line, line), rows=((line, (Text(hostile_line()),)), (line, line)))
    )
    svg = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(3)</script></svg>'
    fields: dict[str, Any] = {
        "title": hostile_line(),
        "tags": tuple(map(one_line, PIECES.values())),
        "scenario": read + raw,
        "question": read,
        "tables": (table,),
        "figure": Figure("evil.svg", hostile_line(), hostile_line(), svg),
        "hints": (read, raw),
        "solution": read + raw,
        "reckoning": read,
        "mistake": read,
        "related": (hostile_line(),),
        "rubric": (Criterion(read, 1.0),),
        "resources": (Resource(hostile_line(), "https://example.org/?a=1&b=(2)"),),
    }
    part = Part(hostile_line()[:20], read, read, None, read, 1.0)
    return (
        item(id="cloud-0666", **fields),
        item(id="cloud-0667", number=2, kind=QuestionKind.CHOICE, options=options(read, raw, read), **fields),
        item(id="cloud-0668", number=3, kind=QuestionKind.NUMERIC, key=numeric_key(), **fields),
        item(id="cloud-0669", number=4, kind=QuestionKind.EXERCISE, parts=(part, part), **fields),
    )


def hostile_document(**fields: Any) -> Document:
    """Make a document in which every text is hostile."""
    hostile = {
        "title": hostile_line(),
        "intro": blocks(),
        "sections": (Section(hostile_line(), hostile_items()),),
    }
    return document(**(hostile | fields))
