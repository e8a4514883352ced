"""The files that qbank carries, all of them: what is said of them in the documentation holds."""

from __future__ import annotations

import subprocess
import sys

from qbank import bundled_data, resources
from qbank.catalog import Direction, Match, Value, bundled
from qbank.catalog.checking import with_more
from qbank.catalog.lookup import Catalog, spellings
from qbank.model.catalog_words import Shelf
from qbank.units import Dimension, dimension

CATALOG = bundled()
VALUES = [(entry, value) for entry in CATALOG for value in entry.values.values()]

BYTES = dimension(byte=1)
BYTE_RATE = dimension(byte=1, second=-1)
OP_RATE = dimension(operation=1, second=-1)
POWER = dimension(joule=1, second=-1)
FREQUENCY = dimension(second=-1)
PRICE = dimension(dollar=1, second=-1)
DIMENSIONS = {
    "memory_capacity": BYTES,
    "memory_bandwidth": BYTE_RATE,
    "bandwidth": BYTE_RATE,
    "bandwidth_per_stack": BYTE_RATE,
    "per_direction": BYTE_RATE,
    "per_direction_bytes": BYTE_RATE,
    "bidirectional_total": BYTE_RATE,
    "nvlink_per_direction": BYTE_RATE,
    "nvlink_total_bidirectional": BYTE_RATE,
    "pcie_per_direction": BYTE_RATE,
    "npu_peak": OP_RATE,
    "gpu_fp32": OP_RATE,
    "tdp": POWER,
    "power_min": POWER,
    "power_max": POWER,
    "clock": FREQUENCY,
    "boost_clock": FREQUENCY,
    "base_clock": FREQUENCY,
    "cpu_max_clock": FREQUENCY,
    "transfer_rate": FREQUENCY,
    "sram": BYTES,
    "flash": BYTES,
    "l2_cache": BYTES,
    "capacity": dimension(joule=1, volt=-1),
    "voltage": dimension(volt=1),
    "energy": dimension(joule=1),
    "price": PRICE,
    "price_per_accelerator": PRICE,
    "macs_per_cycle_options": dimension(operation=1, cycle=-1),
    "parameters": dimension(),
    "layers": dimension(),
}


def test_the_files_are_without_a_problem() -> None:
    """Fields, units, sources, unique names, devices of prices: what the files of a bank are checked for."""
    files = bundled_data.yaml_files(resources.schema_folder() / "catalog")
    assert len(with_more(Catalog((), ()), files)) == len(CATALOG)


def test_the_catalog_holds_every_part() -> None:
    counts = {shelf: sum(entry.track is shelf for entry in CATALOG) for shelf in Shelf}
    assert counts[Shelf.CLOUD] >= 32
    assert counts[Shelf.EDGE] >= 10
    assert counts[Shelf.MOBILE] >= 11
    assert counts[Shelf.TINYML] >= 16
    assert counts[Shelf.INTERCONNECT] >= 32
    assert counts[Shelf.ENERGY_SOURCE] >= 3
    assert counts[Shelf.CLOUD_PRICE] >= 15
    assert len(VALUES) >= 541


def test_every_name_leads_to_its_entry() -> None:
    lost = []
    for entry in CATALOG:
        for match, name in spellings(entry):
            if match is Match.FAMILY or name in entry.ambiguous:
                continue
            written = (name, name.upper().replace(" ", "-"), name.lower().replace("-", " "))
            lost += [
                (entry.id, spelling) for spelling in written if CATALOG.find(spelling).entry is not entry
            ]
    assert lost == []


def test_shared_names_are_shared() -> None:
    for entry in CATALOG:
        for name in entry.ambiguous:
            owners = [own for known in CATALOG.meanings(name).values() for own in known]
            assert len(set(owners)) > 1, f"{entry.id}: no other entry is called {name}"


def test_every_value_measures_what_its_name_says() -> None:
    for entry, value in VALUES:
        where = f"{entry.id}: {value.name}"
        assert value.text.isprintable(), where
        assert bool(value.options) is not value.is_text, where
        for quantity in value.quantities:
            assert quantity.value > 0, where
            if (expected := expected_dimension(value)) is not None:
                assert quantity.dimension == expected, where


def expected_dimension(value: Value) -> Dimension | None:
    if value.name in DIMENSIONS:
        return DIMENSIONS[value.name]
    if value.name.startswith("peak_"):
        return OP_RATE
    return BYTE_RATE if value.direction is not None else None


def test_peak_rates_say_their_format() -> None:
    unnamed = {"peak_total", "peak_neural_compute_engine"}
    for entry, value in VALUES:
        if value.name.startswith("peak_") and value.name not in unnamed:
            assert value.peak is not None, f"{entry.id}: {value.name}"
            integer = value.peak.format.startswith(("int", "uint"))
            assert value.unit in (("TOP/s", "GOP/s") if integer else ("TFLOP/s", "GFLOP/s")), entry.id


def test_features_are_known_one_way_or_the_other() -> None:
    for entry in CATALOG:
        assert not set(entry.has) & set(entry.lacks), entry.id
        formats = {peak.format for peak, _ in entry.peaks()}
        assert not formats & set(entry.lacks), entry.id
        if any(peak.sparse for peak, _ in entry.peaks()):
            assert "sparsity" not in entry.lacks, entry.id


def test_prices_have_a_device_and_a_date() -> None:
    for entry in CATALOG:
        if entry.track is Shelf.CLOUD_PRICE:
            assert entry.accelerator in CATALOG
            assert entry.accelerator_count
            assert entry.purchase == entry.kind
            assert entry.date


def test_one_way_and_both_ways_stay_apart() -> None:
    h100 = CATALOG.find("H100").entry
    assert h100.link_rate("nvlink").direction is Direction.ONE_WAY
    assert h100.link_rate("nvlink", both_ways=True).direction is Direction.BOTH_WAYS
    assert h100.link_rate("nvlink").quantity.value == 450 * 10**9
    assert h100.link_rate("nvlink", both_ways=True).quantity.value == 900 * 10**9


def test_reading_imports_nothing_heavy() -> None:
    script = (
        "import sys; from qbank.catalog import bundled; bundled().find('a100');"
        "print(*[name for name in ('pydantic', 'sympy', 'ruamel', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
