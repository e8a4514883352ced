"""The short ways to a verdict find what the long way finds: every reading weighed in exact numbers."""

import importlib
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from qbank.napkin import Claim, verify
from qbank.napkin.forms import worded_comparison
from qbank.napkin.parsing.measures import Measures

ROOT = Path(__file__).parents[2]
SHORT_WAYS = {
    ("judging.judge", "surely_holds"): None,
    ("judging.glance", "compute_both"): None,
    ("forms.equation", "leaves_units_out"): False,
    ("judging.interpretations", "_is_plain"): False,
}
"""By module and name, and what each returns where there is none."""

NUMBERS = ("3", "12.5", "1,024", "0.75", "400", "380", "152", "36", "8", "16", "1.5e4", "2K", "70B")
UNITS = (
    *("", "", "", " GB", " GB/s", " ms", " s", " W", "%", " bytes"),
    *(" tokens", " Gbps", " MB", " kWh", " FLOPs"),
)
SIGNS = (" * ", " × ", " / ", " + ", " - ", " x ")
RELATIONS = (" = ", " ≈ ", " = ~", " → ", " > ", " (", " is below ")


@st.composite
def lines(draw: st.DrawFn) -> str:
    """`a op b = c`, in which any unit may be left out."""
    words = ["Load: " if draw(st.booleans()) else "- "]
    for place in range(draw(st.integers(1, 3))):
        words += [draw(st.sampled_from(SIGNS)) if place else "", *operand(draw)]
    relation = draw(st.sampled_from(RELATIONS))
    return "".join([*words, relation, *operand(draw), ")" if relation == " (" else ""])


def operand(draw: st.DrawFn) -> list[str]:
    return [draw(st.sampled_from(NUMBERS)), draw(st.sampled_from(UNITS))]


def by_the_long_way(text: str, context: list[str]) -> list[Claim]:
    with pytest.MonkeyPatch.context() as patch:
        for (module, name), nothing in SHORT_WAYS.items():
            patch.setattr(
                importlib.import_module(f"qbank.napkin.{module}"), name, lambda *_, nothing=nothing: nothing
            )
        patch.setattr(Measures, "_is_whole", lambda *_: False)
        patch.setattr(worded_comparison, "_values_around", lambda page, *_: page.quantities)
        found = verify(text, context=context)
        assert all(claim.expression for claim in found)  # what is left for later is done now
        return found


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(lines(), min_size=1, max_size=3), st.lists(lines(), max_size=1))
@example(["400 * 380 = 152 kg"], ["The 400 kWh come from a grid with 380 g/kWh."])
@example(["12 × 3 = 36 GB", "- 3 GB each"], [])
@example(["It takes 8 ms. Of 20 ms. That is below 9 ms, more than 7 ms", "and below 10 ms!"], [])
@example(["The buffer takes 512 KB (0.5 MB) and 8 bits (256 levels)."], [])
def test_short_and_long_ways_agree(text: list[str], context: list[str]) -> None:
    whole = "\n".join(text)
    assert verify(whole, context=context) == by_the_long_way(whole, context)


@pytest.mark.parametrize("folder", sorted(path for path in (ROOT / "questions").iterdir() if path.is_dir()))
def test_they_agree_on_the_questions(folder: Path) -> None:
    for file in sorted(folder.rglob("*.yaml")):
        data = yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader)
        text = (data.get("details") or {}).get("napkin_math") or ""
        context = [data.get("scenario") or "", data.get("question") or ""]
        assert verify(text, context=context) == by_the_long_way(text, context), file
