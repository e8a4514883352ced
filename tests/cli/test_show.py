from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank

MATH = r"""
details:
  realistic_solution: It takes **14 GB**.
  napkin_math: |
    **Assumptions & Constraints:** 7B parameters, 2 bytes each.
    **Calculations:**
    - Weights: 7e9 * 2 bytes = 14 GB
    - Loading: 14 GB / 28 GB/s = 5 s
    - Cache: tokens * 3 GB = 9 GB
    **Conclusion:** It fits.
  options: [7 GB, 14 GB]
  correct_index: 1
"""


def lines(text: str) -> dict[str, str]:
    """Return the mark of each line by what the line says."""
    return {line[2:].strip(): line[:1] for line in text.splitlines()}


def test_a_question_with_marks(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", MATH + "tags: [one, two]\n")
    done = run("show", "cloud-0001")
    assert (done.returncode, done.stderr) == (0, "")
    marks = lines(done.stdout)
    assert marks["- Weights: 7e9 * 2 bytes = 14 GB"] == "✓"
    assert marks["- Loading: 14 GB / 28 GB/s = 5 s"] == "✗"
    assert marks["→ 14 GB / 28 GB/s = 0.5 s, stated as 5 s"] == " "
    assert marks["- Cache: tokens * 3 GB = 9 GB"] == "?"
    assert marks["B. 14 GB"] == "✓"
    assert marks["A. 7 GB"] == " "
    assert "Tags: one, two" in done.stdout
    assert "questions/cloud/memory/cloud-0001.yaml" in done.stdout
    assert done.stdout.endswith("1 wrong, 1 unchecked.\n")


def test_which_mistake_leads_to_which_option(bank: Bank, run: Run) -> None:
    mistakes = "mistakes:\n- {text: Counts one byte., option: 0}\n- {text: Doubles., expression: 28 GB}\n"
    bank.add("cloud-0001", MATH + mistakes)
    shown = run("show", "cloud-0001").stdout
    assert "  A. 7 GB\n     → Counts one byte.\n✓ B. 14 GB\n\n" in shown
    assert "Mistakes\n  - Doubles.\n    → 28 GB\n" in shown
    assert shown.count("Counts one byte.") == 1
    asked = run("show", "cloud-0001", "--no-answers").stdout
    assert "Counts one byte." not in asked
    assert "Doubles." not in asked


def test_mistakes_and_derived_values_come_to_numbers(bank: Bank, run: Run) -> None:
    fields = (
        "kind: numeric\nparameters:\n  batch: {default: 8, choices: [4, 8]}\n"
        "derived:\n  spent: {expression: 4 ms + batch * 2 ms, unit: ms, digits: 3}\n  age: 200 ms + spent\n"
        "answer: {value: '{age}', digits: 3}\n"
        "mistakes:\n- {text: Forgets the wait., expression: spent}\n- {text: Twice., expression: nope * 2}\n"
    )
    bank.add("cloud-0001", fields)
    shown = run("show", "cloud-0001").stdout
    assert "Numbers derived from them\n  - spent = 20 ms (4 ms + batch * 2 ms)\n  - age = 220 ms" in shown
    assert "  - Forgets the wait.\n    → 20 ms (spent)\n" in shown
    assert "  - Twice.\n    → nope * 2\n" in shown
    asked = run("show", "cloud-0001", "--no-answers").stdout
    assert "batch = 8" in asked
    assert "220 ms" not in asked


def test_mistakes_of_parts_stand_with_their_part(bank: Bank, run: Run) -> None:
    part = (
        "kind: exercise\nparts:\n- prompt: How large is it?\n  answer: {value: 14 GB}\n"
        "  mistakes:\n  - {text: Counts one byte., expression: 7e9 * 1 byte}\n"
    )
    bank.add("cloud-0001", part)
    shown = run("show", "cloud-0001").stdout
    assert "Answer\n  14 GB\n\nMistakes\n  - Counts one byte.\n    → 7 GB (7e9 * 1 byte)\n" in shown
    assert "one byte" not in run("show", "cloud-0001", "--no-answers").stdout


def test_what_is_asked_alone(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", MATH + "scenario: A model of 2 * 7 GB = 15 GB is served to all the users here.\n")
    done = run("show", "cloud-0001", "--no-answers")
    assert "Napkin math" not in done.stdout
    assert "14 GB**" not in done.stdout
    assert not set("✓✗≈?") & {line[:1] for line in done.stdout.splitlines()}


def test_colours_and_plain_terminals(bank: Bank, run: Run, spawn: Run) -> None:
    bank.add("cloud-0001", MATH)
    coloured = run("show", "cloud-0001", FORCE_COLOR="1").stdout
    assert "\x1b[1m14 GB\x1b[0m" in coloured
    assert "**" not in coloured
    assert "\x1b[1;31m14 GB / 28 GB/s = 5 s\x1b[0m" in coloured
    plain = spawn("show", "cloud-0001", encoding="ascii").stdout
    assert "x - Loading" in plain
    assert "-> 14 GB" in plain


def test_parts_tables_and_numbers_that_vary(bank: Bank, run: Run) -> None:
    bank.add(
        "cloud-0001",
        r"""
question: How much do {n} models take?
parameters: {n: {default: 2, choices: [2, 3]}}
tables: [{caption: Models, columns: [Name, Size], rows: [[small, 1 GB], [large, null]]}]
parts:
- {prompt: What of one?, answer: {value: 7 GB, interval: [6 GB, 8 GB]}, napkin_math: 7 * 1 GB = 7 GB}
- {label: z, prompt: And of all?, answer: Twice that.}
hints: [Count.]
rubric: [{criterion: Counts, points: 2}]
related: [cloud-0002]
visual: {kind: svg, path: a.svg, alt: A curve going up.}
""",
    )
    shown = run("show", "cloud-0001", "-q").stdout
    assert "How much do 2 models take?" in shown
    assert "- n = 2, one of 2, 3" in shown
    assert "  small  1 GB\n  large\n" in shown
    assert "\n(a)\n  What of one?\n" in shown
    assert "7 GB, from 6 GB to 8 GB" in shown
    assert "✓ 7 * 1 GB = 7 GB" in shown
    assert "\n(z)\n" in shown
    for text in ("Count.", "- Counts (2)", "cloud-0002", "A curve going up."):
        assert text in shown


def test_several_questions_and_files(bank: Bank, run: Run) -> None:
    path = bank.add("cloud-0001", "title: Pears\n")
    bank.add("cloud-0002", "title: Plums\n")
    for arguments in (["cloud-0001", "cloud-0002"], ["questions"], [path, "cloud-0002"]):
        shown = run("show", *arguments).stdout
        assert shown.index("Pears") < shown.index("─────") < shown.index("Plums")


def test_a_file_of_another_name(bank: Bank, run: Run) -> None:
    path = bank.add("cloud-0001")
    path.rename(path.with_name("other.yaml"))
    assert "other.yaml" in run("show", "cloud-0001").stdout


def test_wrong_use(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001")
    bank.write("questions/cloud/cloud-0009.yaml", "title: 'open\n")
    for target, message in (
        ("cloud-0011", "there is no question 'cloud-0011' in the bank; did you mean 'cloud-0001'?"),
        ("cloud-0001@3", "`qbank render` makes variants"),
        ("cloud-0009", "questions/cloud/cloud-0009.yaml:1:8: "),
        ("questions/nothing.yaml", "no such file"),
        ("bad\x1b.yaml", "bad\\x1b.yaml"),
    ):
        done = run("show", target)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr


def test_hostile_text_is_shown_harmless_and_problems_are_told(bank: Bank, run: Run) -> None:
    bank.add(
        "cloud-0001", 'title: "a\\x1b[2Jb"\nscenario: "\\x1b]0;x\\x07 and more than enough of it to read"\n'
    )
    done = run("show", "cloud-0001", FORCE_COLOR="1")
    assert "a\\x1b[2Jb" in done.stdout
    assert "\x1b[2J" not in done.stdout
    assert "\x1b]" not in done.stdout
    bank.add("cloud-0001", "level: L9\n")
    assert "1 problem that `qbank audit` explains" in run("show", "cloud-0001").stderr


@pytest.mark.parametrize("value", ["[1, [2]]", "{a: {b: 1}}", "5", "null", "''", "[{}]", "[null, x]"])
def test_fields_of_any_shape(bank: Bank, run: Run, value: str) -> None:
    fields = (
        "title", "scenario", "question", "tables", "parts", "parameters", "hints", "rubric", "related",
        "chains", "tags", "visual", "answer", "details",
    )  # fmt: skip
    bank.write("questions/x.yaml", "id: cloud-0001\n" + "".join(f"{name}: {value}\n" for name in fields))
    bank.write(
        "questions/y.yaml",
        "id: cloud-0002\ndetails:\n"
        + "".join(
            f"  {name}: {value}\n"
            for name in ("options", "correct_index", "resources", "napkin_math", "realistic_solution")
        ),
    )
    for name in ("x", "y"):
        assert run("show", f"questions/{name}.yaml").returncode == 0


def test_a_long_line_is_wrapped_with_its_indent(bank: Bank, run: Run) -> None:
    words: Any = " ".join(["word"] * 40)
    bank.add("cloud-0001", f"scenario: |\n  - {words}\n")
    shown = run("show", "cloud-0001", COLUMNS="60").stdout
    assert all(len(line) <= 60 for line in shown.splitlines())
    assert "\n    word word" in shown
