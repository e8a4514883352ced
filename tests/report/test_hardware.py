from __future__ import annotations

import json
from fractions import Fraction

from each import each
from qbank.catalog import Catalog, Entry, Found, Match, Source, Value, bundled
from qbank.model.catalog_words import Confidence, Shelf
from qbank.report.hardware.json import compare_json, entry_data, show_json, value_data
from qbank.report.hardware.rows import rows
from qbank.report.hardware.text import comparison, hardware_page, hardware_table
from qbank.report.json_document import array, dumps
from qbank.report.terminal import Style, sanitize

CATALOG = bundled()
PLAIN = Style()


def value(name: str, stated: float | str | tuple[int, ...], unit: str, **more: str) -> Value:
    return Value(name, stated, unit, ("OURS",), Confidence.LOW, **more)


def entry(identifier: str, *values: Value, **more: object) -> Entry:
    named = {one.name: one for one in values}
    return Entry(identifier, identifier, Shelf.EDGE, "npu", named, **more)  # type: ignore[arg-type]


def page(shown: Entry, style: Style = PLAIN) -> str:
    catalog = Catalog([shown], [Source("OURS", "Our bench", "lab notes", "2026-11-21", opened=False)])
    return "".join(hardware_page(Found(shown, shown.id, Match.ID), catalog, style))


FAST = entry(
    "fast", value("tdp", 10, "W"), value("peak_int8_matrix_dense", 8, "TOP/s"), value("core", "A", "name")
)
SLOW = entry(
    "slow", value("tdp", 2.5, "W"), value("peak_int8_dense", 1, "TOP/s"), value("cores", (1, 2), "1")
)


def test_a_page() -> None:
    shown = page(
        entry(
            "chip",
            value("memory_capacity", 80, "GB", label="vendor"),
            value(
                "memory_bandwidth",
                900,
                "GB/s",
                note="rounded",
                conflict="others say 897",
                condition="at 25 °C",
            ),
            value("energy", 4.275, "Wh", derived="2.85 × 1.5"),
            omitted={"tdp": "not published"},
            conflicts=("two revisions",),
            has=("mig",),
            lacks=("fp8",),
            note="new",
        )
    )
    assert shown == (
        "chip  chip\n"
        "edge; npu\n"
        "\n"
        "  memory_capacity   80 GB     low     OURS\n"
        "                    the maker's GB: 10^9 or 2^30 bytes\n"
        "  memory_bandwidth  900 GB/s  low     OURS\n"
        "                    at 25 °C\n"
        "                    rounded\n"
        "                    conflict: others say 897\n"
        "  energy            4.275 Wh  low     OURS\n"
        "                    derived: 2.85 × 1.5\n"
        "\n"
        "Conflict: two revisions.\n"
        "No tdp: not published.\n"
        "Has mig.\n"
        "Lacks fp8.\n"
        "Note: new.\n"
        "\n"
        "Sources\n"
        "  OURS  Our bench (2026-11-21): lab notes; not opened, known from what others quote\n"
    )


def test_a_page_says_which_variant_and_why() -> None:
    shown = "".join(hardware_page(CATALOG.find("a100"), CATALOG, PLAIN))
    assert shown.startswith("a100-sxm4-80gb  NVIDIA A100 SXM4 80 GB\n")
    assert "'a100' alone means a100-sxm4-80gb by default (most texts" in " ".join(shown.split())
    assert "Also called A100, A100 80GB" in shown


def test_every_page_has_all_values_and_sources_and_no_control_characters() -> None:
    failures = []
    for shown in CATALOG:
        text = "".join(hardware_page(Found(shown, shown.id, Match.ID), CATALOG, PLAIN))
        failures += [
            f"{shown.id}: {name}"
            for name, one in shown.values.items()
            if name not in text or one.text not in text
        ]
        failures += [f"{shown.id}: {key}" for key in shown.sources if f"  {key} " not in text]
        if text.split("\n") != [sanitize(line) for line in text.split("\n")]:
            failures.append(f"{shown.id}: control characters")
    assert failures == []


def test_every_entry_as_json_has_its_id_and_its_sources() -> None:
    failures = []
    for shown in CATALOG:
        data = json.loads("".join(show_json(Found(shown, shown.id, Match.ID), CATALOG)))
        if data["id"] != shown.id or data["sources"].keys() != set(shown.sources):
            failures.append(shown.id)
    assert failures == []


def test_texts_of_a_bank_cannot_control_a_terminal() -> None:
    evil = "\x1b[2J\u202e"
    chip = entry(
        f"chip{evil}",
        value("core", evil, "name", note=evil, conflict=evil, condition=evil, derived=evil, label=evil),
        value("tdp", 1, "W"),
        aliases=(evil,),
        note=evil,
        omitted={"x": evil},
        sku=evil,
        release=evil,
        has=(evil,),
        conflicts=(evil,),
    )
    twin = entry("twin", value("tdp", 1, "W"))
    catalog = Catalog([chip, twin], [Source("OURS", evil, evil, evil)])
    found = [Found(one, evil, Match.DEFAULT, (), evil) for one in (chip, twin)]
    texts = (
        *hardware_page(found[0], catalog, PLAIN),
        *hardware_table([chip, twin], PLAIN),
        *comparison(found, PLAIN),
        *array([entry_data(chip)]),
        *show_json(found[0], catalog),
        *compare_json(found),
    )
    for text in texts:
        assert "\x1b" not in text
        assert "\u202e" not in text


def test_a_table() -> None:
    shown = "".join(hardware_table([FAST, SLOW], PLAIN))
    assert shown == (
        "edge (2)\n"
        "  fast  npu  fast  10 W, 8 TOP/s int8, core A\n"
        "  slow  npu  slow  1 TOP/s int8, 2.5 W, cores 1, 2\n"
    )


@each("width", [40, 80, 120])
def test_a_table_keeps_to_the_width(width: int) -> None:
    for line in "".join(hardware_table(CATALOG.entries, Style(width=width))).splitlines():
        # An id and a kind are never cut.
        assert len(line) <= width or len(line.split("  ")[-1].strip()) <= 12


def test_nothing_makes_an_empty_table() -> None:
    assert "".join(hardware_table([], PLAIN)) == ""
    assert json.loads("".join(array([]))) == []


def test_rows() -> None:
    found = {row.name: row for row in rows([FAST, SLOW])}
    assert list(found) == ["tdp", "peak_int8_dense", "core", "cores"]
    assert found["tdp"].ratios == (1, Fraction(1, 4))
    # Rates of one format stand side by side whatever the makers call their engines.
    assert found["peak_int8_dense"].ratios == (1, Fraction(1, 8))
    assert found["core"].ratios == (None, None)
    assert found["cores"].values[0] is None
    assert found["cores"].ratios == (None, None)


def test_rates_of_several_engines_stay_apart() -> None:
    both = entry("both", value("peak_fp64_vector", 1, "TFLOP/s"), value("peak_fp64_tensor", 2, "TFLOP/s"))
    one = entry("one", value("peak_fp64_vector", 3, "TFLOP/s"))
    assert [row.name for row in rows([both, one])] == ["peak_fp64_vector", "peak_fp64_tensor"]


def test_no_ratio_to_nothing_or_of_other_dimensions() -> None:
    nothing = entry("nothing", value("capacity", 0, "GB"))
    charge = entry("charge", value("capacity", 1, "mAh"))
    bytes_ = entry("bytes", value("capacity", 1, "GB"))
    assert next(rows([nothing, bytes_])).ratios == (None, None)
    assert next(rows([bytes_, charge])).ratios == (1, None)


def test_a_comparison() -> None:
    found = [Found(one, one.id, Match.ID) for one in (FAST, SLOW)]
    assert "".join(comparison(found, PLAIN)) == (
        "                 fast     slow\n"
        "tdp              10 W     2.5 W (×0.25)\n"
        "peak_int8_dense  8 TOP/s  1 TOP/s (×0.125)\n"
        "core             A        -\n"
        "cores            -        1, 2\n"
        "\n"
        "× is the ratio to fast.\n"
    )


def test_a_comparison_that_is_too_wide_goes_on_below() -> None:
    found = [Found(one, one.id, Match.ID) for one in (FAST, SLOW)]
    shown = "".join(comparison(found, Style(width=40))).split("\n\n")
    assert len(shown) == 3
    assert shown[0].splitlines()[0].split() == ["fast"]
    assert shown[1].splitlines()[0].split() == ["slow"]


def test_a_comparison_says_why_a_value_is_absent() -> None:
    silent = entry(
        "silent", value("cores", 1, "1"), omitted={"tdp": "not published", "price": "not for sale"}
    )
    shown = "".join(comparison([Found(one, one.id, Match.ID) for one in (FAST, silent)], PLAIN))
    assert shown.endswith("silent has no tdp: not published.\n")


def test_without_unicode() -> None:
    found = [Found(one, one.id, Match.ID) for one in (FAST, SLOW)]
    assert "2.5 W (x0.25)" in "".join(comparison(found, Style(unicode=False)))


def test_json_of_a_value() -> None:
    bandwidth = CATALOG.find("a100").entry.value("memory_bandwidth")
    data = json.loads(dumps(value_data(bandwidth)))
    assert data["value"] == 2039
    assert data["unit"] == "GB/s"
    assert data["base"] == {"value": 2.039e12, "unit": "byte/second"}
    assert data["source"] == ["EPOCH", "LOCK", "NVDS"]
    assert data["confidence"] == "high"
    assert value_data(value("core", "A", "name"))["base"] is None
    assert value_data(value("cores", (1, 2), "1"))["base"] == {"value": [1, 2], "unit": "1"}


def test_json_of_an_entry_has_all_its_names() -> None:
    assert set(entry_data(CATALOG.find("a100").entry)["aliases"]) >= {"A100", "A100 80GB", "A100-SXM4-80GB"}
    assert set(entry_data(CATALOG.find("apple-m4").entry)["aliases"]) == {"M4", "M4 chip"}
    assert entry_data(CATALOG.find("p4d.24xlarge").entry)["purchase"] == "on-demand"


def test_json_of_a_comparison() -> None:
    data = json.loads(
        "".join(compare_json([Found(FAST, "x", Match.DEFAULT, (), "why"), Found(SLOW, "y", Match.ID)]))
    )
    assert data["version"] == 1
    assert data["entries"][0] == {
        "id": "fast",
        "name": "fast",
        "asked": "x",
        "match": "default",
        "reason": "why",
    }
    assert data["values"][0]["name"] == "tdp"
    assert data["values"][0]["ratios"] == [1.0, 0.25]
    assert data["values"][1]["names"] == ["peak_int8_matrix_dense", "peak_int8_dense"]
    assert data["values"][3]["values"][0] is None
