"""Chapters and quizzes as people write them in Markdown."""

from __future__ import annotations

from typing import Any

import pytest

from each import each
from importing.outcome import Outcome, outcome
from qbank.importing.formats import markdown
from qbank.importing.place import SourceError


def read(text: str) -> Outcome:
    return outcome(markdown.read, text.encode(), "c.md")


def fields(text: str) -> list[dict[str, Any]]:
    return [draft.fields for draft in read(text).drafts]


CHAPTER = """# Memory

Prose of the chapter.

## Exercises

### Exercise 3.1: Size the Cache (★★☆☆) (5 points)

A model serves 32 users.

| GPU | Memory |
|---|---|
| A100 | 80 GB |

*Table 1: one GPU*

How much memory does the cache take?

(a) Per token?
(b) For all users,
    counted together?

**Hint:** Keys and values.

<details>
<summary><strong>Solution</strong></summary>

Count heads.

(a) 0.5 MB
(b) 32 GB

</details>

### Exercise 3.2 ★★★ Bandwidth

Why is decoding slow?

#### Solution

Each token reads all weights.

```
### Exercise 9: in code
```

## Further reading

A book.
"""


def test_a_chapter_of_exercises() -> None:
    result = read(CHAPTER)
    first, second = result.drafts
    assert (first.place.line, second.place.line) == (7, 35)
    assert first.fields == {
        "title": "Size the Cache",
        "scenario": "A model serves 32 users.",
        "question": "How much memory does the cache take?",
        "tables": [
            {"caption": "Table 1: one GPU", "columns": ["GPU", "Memory"], "rows": [["A100", "80 GB"]]}
        ],
        "parts": [
            {"prompt": "Per token?", "answer": "0.5 MB"},
            {"prompt": "For all users,\ncounted together?", "answer": "32 GB"},
        ],
        "hints": ["Keys and values."],
        "details": {"realistic_solution": "Count heads."},
        "difficulty": 2,
        "points": 5,
    }
    assert second.fields["title"] == "Bandwidth"
    assert second.fields["difficulty"] == 3
    assert second.fields["details"]["realistic_solution"].endswith("```\n### Exercise 9: in code\n```")
    assert result.messages == [
        "c.md:3: text outside of exercises (line 3): Prose of the chapter.",
        "c.md:49: text outside of exercises (line 49): A book.",
    ]


@each(
    "start",
    [
        "**Exercise 1.**",
        "**1.**",
        "Exercise 1:",
        "1.",
        "1)",
        "### 1.",
        "## Problem 1",
        "**Q1:**",
        "- **Q1**",
        "Q:",
    ],
)
def test_ways_to_begin(start: str) -> None:
    text = f"{start} " if not start.startswith("#") else f"{start}\n\n"
    [draft] = fields(f"{text}Why is the sky blue?\n\n**Answer:** It scatters.\n")
    assert draft["question"] == "Why is the sky blue?"
    assert draft["details"] == {"realistic_solution": "It scatters."}


def test_questions_and_answers() -> None:
    first, second = fields("Q: Why?\nA: Because\nof this.\n\nQ: How?\n\nA: So.\n\n- and so\n")
    assert (first["question"], first["details"]["realistic_solution"]) == ("Why?", "Because\nof this.")
    assert second["details"]["realistic_solution"] == "So.\n\n- and so"


@each(
    "options",
    [
        "A. Compute\nB. Memory\n\n**Answer:** B. It reads weights.",
        "A) Compute\nB) Memory\n\nAnswer: (B) It reads weights.",
        "- (A) Compute\n- (B) Memory\n\nCorrect answer: B - It reads weights.",
        "- [ ] Compute\n- [x] Memory\n\nExplanation: It reads weights.",
    ],
)
def test_options(options: str) -> None:
    [draft] = fields(f"1. What limits decoding?\n\n{options}\n")
    assert draft["details"] == {
        "options": ["Compute", "Memory"],
        "correct_index": 1,
        "realistic_solution": "It reads weights.",
    }


def test_answers_at_the_end_by_number() -> None:
    result = read(
        "# Problems\n\n1. (★) **Weights.** How much?\n   a) in GB\n   b) in GiB\n2. (★★) How long?\n\n"
        "## Solutions\n\n1. a) 140 GB\n   b) 130 GiB\n2. 5.6 s\n3. nothing\n"
    )
    first, second = (draft.fields for draft in result.drafts)
    assert first["title"] == "Weights"
    assert [part["answer"] for part in first["parts"]] == ["140 GB", "130 GiB"]
    assert second["details"]["realistic_solution"] == "5.6 s"
    assert result.messages == ["c.md:13: an answer to '3', which is no exercise here"]


def test_latex_and_signs_stay_as_they_are_written() -> None:
    text = r"Let $a_{1} \times b$ be 3 * 4 * 5 and `x_y`; see [this](https://a.org)."
    [draft] = fields(f"### Exercise 1\n\n{text}\n")
    assert draft["scenario"] == text


@each("text", ["just prose\n", "# Title\n\nmore prose\n\n- a list\n"])
def test_no_exercise(text: str) -> None:
    with pytest.raises(SourceError, match="no exercise found"):
        read(text)


def test_not_utf_8() -> None:
    result = outcome(markdown.read, b"1. x\ncaf\xe9\n", "c.md")
    assert result.messages[0].startswith(
        "c.md:2: the byte 0xE9 is not valid UTF-8; it is read as Windows-1252"
    )
    assert "caf\xe9" in result.drafts[0].fields["scenario"]
    with pytest.raises(SourceError, match=r"c\.md:1"):
        outcome(markdown.read, "1. x\n".encode("utf-16-le"), "c.md")


@each("title", ["# Quiz on Caches", "## Problem statement", "# Q & A", "# Question bank"])
def test_headings_that_begin_no_exercise(title: str) -> None:
    result = read(f"{title}\n\nRead this.\n\n1. Why is decoding slow?\n")
    assert [draft.fields for draft in result.drafts] == [{"question": "Why is decoding slow?"}]
    assert result.messages == ["c.md:3: text outside of exercises (line 3): Read this."]


@each("text", ["1. " + "*" * 100_000, "1. a\n" + "(" * 100_000, "1. x\n" * 20_000, "|\n" * 50_000 + "1. x"])
def test_much_is_read_in_time(text: str) -> None:
    assert read(text).drafts


def test_texts_of_parts_keep_their_inner_margin() -> None:
    [one] = fields(
        "### Exercise 1\n\nA model serves users.\n\n(a) Prove it:\n\n"
        "    ```python\n    if x:\n        y\n    ```\n(b) Name\n    - one\n      - inner\n"
    )
    assert [part["prompt"] for part in one["parts"]] == [
        "Prove it:\n\n```python\nif x:\n    y\n```",
        "Name\n- one\n  - inner",
    ]


def test_parts_with_roman_numbers() -> None:
    [one] = fields(
        "**Exercise 1.** Consider a GPU.\n\n(i) One?\n(ii) Two?\n(iii) Three?\n"
        "\nAnswer:\n(i) 1\n(ii) 2\n(iii) 3\n"
    )
    assert one["parts"] == [
        {"label": "i", "prompt": "One?", "answer": "1"},
        {"label": "ii", "prompt": "Two?", "answer": "2"},
        {"label": "iii", "prompt": "Three?", "answer": "3"},
    ]


def test_cells_that_are_numbers() -> None:
    [one] = fields("1. Consider this.\n\n   | a | b |\n   |---|---|\n   | 2.0 | 1,000 |\n   | 2.10 | -3 |\n")
    assert one["tables"] == [{"columns": ["a", "b"], "rows": [[2.0, "1,000"], ["2.10", -3]]}]


@each(
    "line, expected",
    [
        ("**Exercise 4.1** ★★☆☆ *Ridge Point* (4 points, 10 min)", (2, 4, 10, "Ridge Point")),
        ("**Exercise 4.1** [10 min; 4 pts] **Ridge Point.**", (None, 4, 10, "Ridge Point")),
        ("### 4.1 Ridge Point (4 marks)", (None, 4, None, "Ridge Point")),
    ],
)
def test_what_stands_beside_the_number(line: str, expected: tuple[object, ...]) -> None:
    [one] = fields(f"{line}\n\nA GPU has 312 TFLOP/s and 2 TB/s.\n")
    assert tuple(map(one.get, ("difficulty", "points", "expected_time_minutes", "title"))) == expected
    assert one["scenario"] == "A GPU has 312 TFLOP/s and 2 TB/s."


def test_a_quiz_that_is_bold_in_part() -> None:
    found = fields("Q: One?\nA: 1\n\n**Q2:** Two?\n**A:** 2\n\nQ3. Three?\n")
    assert [one["question"] for one in found] == ["One?", "Two?", "Three?"]
    assert [one.get("details") for one in found] == [
        {"realistic_solution": "1"},
        {"realistic_solution": "2"},
        None,
    ]


def test_headings_that_ask() -> None:
    result = read(
        "# Q & A\n\n## What is a cache?\n\nKeys:\n\n- a\n\n## Prose\n\nText.\n\n### Why?\n\n**Answer:** So.\n"
    )
    assert [draft.fields for draft in result.drafts] == [
        {"question": "What is a cache?", "details": {"realistic_solution": "Keys:\n\n- a"}},
        {"question": "Why?", "details": {"realistic_solution": "So."}},
    ]
    assert result.messages == ["c.md:11: text outside of exercises (line 11): Text."]


def test_what_was_not_taken_is_told_in_the_order_of_the_file() -> None:
    result = read("Before.\n\n## Exercise 1\n\n![roof](<roof.png>)\n\n## Other\n\nAfter.\n")
    assert result.messages == [
        "c.md:1: text outside of exercises (line 1): Before.",
        "c.md:3: the picture 'roof.png' is not in the source; its description is taken",
        "c.md:9: text outside of exercises (line 9): After.",
    ]


SOLUTION = {"realistic_solution": "It reads the weights."}


@pytest.mark.parametrize(
    "block",
    [
        '::: {.callout-tip collapse="true" title="Solution"}\nIt reads the weights.\n:::',
        "::: {.callout-tip}\n## Solution to 1\nIt reads the weights.\n:::",
        "::: {#sol-one}\nIt reads the weights.\n:::",
        "::: solution\nIt reads the weights.\n:::",
        ":::{dropdown} Show the answer\n:class: tip\nIt reads the weights.\n:::",
        "::::: {.lösung}\n:::: {.column}\nIt reads the weights.\n::::\n:::::",
        "```{solution} one\n:class: dropdown\nIt reads the weights.\n```",
    ],
)
def test_blocks_of_solutions(block: str) -> None:
    [first, second] = fields(f"## Exercise 1: One {{#exr-1}}\n\nWhy?\n\n{block}\n\n## Exercise 2\n\nHow?\n")
    assert first == {"title": "One", "question": "Why?", "details": SOLUTION}
    assert second == {"question": "How?"}


def test_blocks_of_exercises_and_others() -> None:
    result = read(
        "::: {#exr-line}\n\n## Line {.x}\n\nWhy?\n\n::: {.hint}\nLook.\n:::\n\nSay it.\n:::\n\n"
        "```{exercise} Two\n:label: two\nHow?\n```\n\n"
        "::: {.callout-note #mind}\n**Mind**\n\nthe gap\n:::\n\n```{python}\n#| echo: true\n1\n```\n\n"
        "```{python}\n#| echo: false\n2\n```\n"
    )
    first, second = (draft.fields for draft in result.drafts)
    assert first == {"title": "Line", "scenario": "Why?\n\n\nSay it.", "hints": ["Look."]}
    assert second["scenario"] == "How?\n\n**Mind**\n\nthe gap\n\n```python\n1\n```"
    assert result.messages == [
        "c.md:19: the block '::: {.callout-note #mind}' is taken as text; see whether it is the answer",
        "c.md:25: a cell of code is taken as text; what it prints is not known",
        "c.md:30: a cell of code, of which the page shows what it prints",
    ]


def test_bold_keys() -> None:
    found = fields(
        "1. What?\n   a) one\n   b) **two**\n   c) three\n\n"
        "2. What?\n   A. **one**\n   B. two\n   C. three\n\n"
        "3. True or false: it is. **False**\n"
    )
    assert [one["details"] for one in found] == [
        {"options": ["one", "two", "three"], "correct_index": 1},
        {"options": ["one", "two", "three"], "correct_index": 0},
        {"options": ["True", "False"], "correct_index": 1},
    ]
    assert found[2]["scenario"] == "True or false: it is."


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("24 GB ± 1", {"value": "24 GB", "interval": ["23 GB", "25 GB"]}),
        ("24 GB +/- 1 GB", {"value": "24 GB", "interval": ["23 GB", "25 GB"]}),
        ("200 ± 5 %", {"value": 200, "interval": [190, 210]}),
        ("24 GB ± 1 s", None),
        ("24 GB", None),
        ("1,024 GB ± 1", None),
        ("about 24 GB ± 1", None),
    ],
)
def test_numbers_with_what_they_may_be_off_by(said: str, expected: dict[str, Any] | None) -> None:
    [found] = fields(f"1. How much?\n\n   **Answer:** {said}\n")
    assert found.get("answer") == expected
    assert found["details"] == {"realistic_solution": said}
