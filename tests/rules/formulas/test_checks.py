from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rules.rule_examples import laid_over

PATH = "questions/cloud/memory/cloud-0001.yaml"


def check(**said: str) -> str:
    values = {
        "formula": "ring_allreduce_time",
        "given": "{n: 8, a: 0 s, m: 14 GB, b: 300 GB/s}",
        "expect": "81.7 ms",
        **said,
    }
    return "checks:\n- " + "  ".join(f"{name}: {value}\n" for name, value in values.items())


@pytest.fixture
def found(audit: Any) -> Any:
    def run(snippet: str) -> list[tuple[str, str]]:
        audited = audit({PATH: laid_over(snippet, PATH)}, rules=("QB803", "QB804", "QB805"))
        return [(finding.code, finding.message) for finding in audited.findings]

    return run


@pytest.mark.parametrize(
    "expect",
    [
        "81.7 ms",
        "0.0817 s",
        "0.08166 s",
        "0.08167 s",
        "81 ms",
        "82 ms",
        "~80 ms",
        "≈ 0.08 s",
        "0.08166666667",
        "8.17e-2",
        "8.2e-2",
    ],
)
def test_a_value_may_be_rounded_or_truncated_at_its_digits(found: Any, expect: str) -> None:
    assert found(check(expect=expect)) == []


def test_a_plain_number_has_the_digits_that_it_is_written_with(found: Any) -> None:
    snippet = check(formula="ring_allreduce_bytes", given="{n: 8, m: 16.01 GB}", expect="2.8e10")
    assert found(snippet) == []


@pytest.mark.parametrize("expect", ["81.8 ms", "0.0815 s", "80 ms", "~70 ms", "0.09", "82.0 ms"])
def test_a_value_that_is_off_is_reported(found: Any, expect: str) -> None:
    ((code, message),) = found(check(expect=expect))

    assert code == "QB803"
    assert message.startswith(
        "checks[0].expect: T = 2*(n - 1)*a + 2*(n - 1)/n*m/b (ring_allreduce_time) is 0.08166667 s"
    )


@pytest.mark.parametrize(
    ("said", "code", "message"),
    [
        (
            {"formula": "ring_allreduce_tim"},
            "QB804",
            "checks[0].formula: 'ring_allreduce_tim' is no formula; did you mean 'ring_allreduce_time'?",
        ),
        (
            {"given": "{n: 8, a: 0, m: 14 GB}"},
            "QB804",
            "checks[0].given: ring_allreduce_time also needs b (one-way bandwidth beta)",
        ),
        (
            {"given": "{n: 8, a: 0, m: 14 GB, b: 300 GB/s, beta: 1}"},
            "QB804",
            "checks[0].given.beta: ring_allreduce_time has no variable 'beta'; there are n, a, m, b",
        ),
        (
            {"given": "{n: 8, a: 0, m: 14 GB, b: 300 GB}"},
            "QB805",
            "checks[0].given.b: ring_allreduce_time: b: '300 GB' is in byte, and byte/second is needed",
        ),
        (
            {"given": "{n: 0, a: 0, m: 14 GB, b: 300 GB/s}"},
            "QB805",
            "checks[0].given.n: ring_allreduce_time: n (ranks) is 0, below 1, the least it can be",
        ),
        (
            {"given": "{n: 2.5, a: 0, m: 14 GB, b: 300 GB/s}"},
            "QB805",
            "checks[0].given.n: ring_allreduce_time: n (ranks) is 2.5, and only whole numbers make sense",
        ),
        (
            {"expect": "81.7 GB"},
            "QB805",
            "checks[0].expect: ring_allreduce_time: T: '81.7 GB' is in byte, and second is needed",
        ),
        (
            {"expect": "soon"},
            "QB805",
            "checks[0].expect: ring_allreduce_time: T: 'soon' begins with no number",
        ),
        (
            {"formula": "max_sequences", "given": "{C: 24 GB, W: 28 GB, m: 1 GB}", "expect": "0"},
            "QB805",
            "checks[0].given: max_sequences holds only when C >= W",
        ),
    ],
)
def test_what_is_wrong_with_a_check_is_said_plainly(
    found: Any, said: dict[str, str], code: str, message: str
) -> None:
    assert found(check(**said)) == [(code, message)]


@pytest.mark.parametrize(
    "snippet",
    [
        "checks: []\n",
        "checks: none\n",
        "checks:\n- 3\n- {formula: 7}\n- {formula: amdahl, given: [1], expect: 2}\n",
        "checks:\n- {formula: amdahl, given: {p: 0.9}, expect: true}\n",
        "checks:\n- {formula: mm1_time, given: {l: '{rate}', u: 4}, expect: 1 s}\n",
    ],
)
def test_what_has_no_shape_or_varies_is_left_to_others(found: Any, snippet: str) -> None:
    assert found(snippet) == []


OWN = """formulas:
- id: cart_time
  name: Time of a cart
  area: own
  result: {symbol: T, unit: second}
  expression: m/b
  variables: {m: {unit: byte, meaning: load}, b: {unit: byte/second, meaning: rate}}
  source: definition
  examples:
  - {given: {m: 10, b: 5}, result: 2, because: 10/5}
  - {given: {m: 4, b: 5}, result: 0.8, because: 4/5}
"""


@pytest.mark.parametrize(
    ("own", "code", "said"),
    [
        (OWN, "QB803", "is 2 s, not '3 s'"),
        (OWN.replace("m/b", "m/c"), "QB805", "a formula of the bank is wrong"),
    ],
)
def test_formulas_of_the_bank_are_known(audit: Any, tmp_path: Any, own: str, code: str, said: str) -> None:
    folder = tmp_path / "schema" / "formulas"
    folder.mkdir(parents=True)
    (folder / "own.yaml").write_text(own, encoding="utf-8")
    snippet = check(formula="cart_time", given="{m: 10 GB, b: 5 GB/s}", expect="3 s")

    (finding,) = audit({PATH: laid_over(snippet, PATH)}, rules=("QB803", "QB804", "QB805")).findings
    assert finding.code == code
    assert said in finding.message


def test_the_check_of_the_formula_page_holds(found: Any) -> None:
    page = (Path(__file__).parents[3] / "docs" / "formulas.md").read_text(encoding="utf-8")
    block = re.search(r"^```yaml\n(checks:.*?)^```", page, re.M | re.S)
    assert block is not None
    assert found(block[1]) == []
    assert found(block[1].replace("81.7", "91.7")) != []
