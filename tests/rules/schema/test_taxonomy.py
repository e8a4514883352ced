from __future__ import annotations

from each import each
from qbank.model.taxonomy import LEVEL_BLOOM, ZONE_BLOOM, ZONE_LEVELS
from qbank.rules.registry import find


@each("code, wanted", [("QB401", ZONE_BLOOM), ("QB402", ZONE_LEVELS)])
def test_the_table_of_the_page_is_the_taxonomy(code: str, wanted: object) -> None:
    rows = [line.strip("| ").split(" | ") for line in find(code).explanation.splitlines() if "| " in line]
    told = {zone: tuple(values.split(", ")) for zones, values in rows[1:] for zone in zones.split(", ")}
    assert told == wanted


def test_the_page_on_levels_names_every_pair() -> None:
    page = " ".join(find("QB403").explanation.split())
    for level, bloom in LEVEL_BLOOM.items():
        assert f"{level} with {bloom}" in page or f"{level} goes with {bloom}" in page
