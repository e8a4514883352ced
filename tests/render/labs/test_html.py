from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from qbank.labs.quantity import LabModel
from qbank.render.registry import RenderError, Settings, formats
from render.labs.sample import sample

MOST_BYTES = 400_000
_ELEMENT = re.compile(r"<(style|script)([^>]*)>(.*?)</\1>", re.DOTALL)


def page(lab: LabModel, settings: Settings | None = None, **asked: str) -> str:
    made = formats()["html"].render_lab(lab, settings, tracks=tuple(asked.values()))
    assert isinstance(made, bytes)
    return made.decode()


def data_of(html: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="lab">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    read: dict[str, object] = json.loads(found[1])
    return read


def test_the_page_may_run_its_own_script_and_nothing_else() -> None:
    html = page(sample())
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    assert policy[1].startswith("default-src &#39;none&#39;;")
    elements = [found for found in _ELEMENT.findall(html) if "application/json" not in found[1]]
    assert [name for name, _, _ in elements] == ["style", "script"]
    for _, attributes, source in elements:
        digest = base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()
        assert attributes == ""
        assert f"sha256-{digest}" in policy[1].replace("&#43;", "+").replace("&#61;", "=")
    assert not re.search(r"""\s(?:style|on\w+)=["']""", html.replace(elements[1][2], ""))
    assert not re.search(r"(?:src|href)=[\"'](?!#|https://example\.org/ring|data:)", html)
    assert len(html.encode()) < MOST_BYTES


def test_text_of_a_lab_stays_text(tmp_path: Path) -> None:
    evil = "</script><script>alert(1)</script><!-- {{ 7 * 7 }}"
    changes = {
        "Every Instrument <b>& More": f"'{evil}'",
        "label: Interconnect": f"label: '{evil}'",
        "title: Times side by side": f"title: '{evil}'",
        "text: At once.": f"text: '{evil}'",
        "says: The model fits": f"says: '{evil}'",
        "role: Training lead of a language model": f"role: '{evil[:40]}'",
        "prompt: Which of the two cuts would you begin with": f"prompt: '{evil}'",
    }
    html = page(sample(tmp_path, **changes))
    assert "<script>alert" not in html
    assert html.count("</script>") == 2
    assert "{{ 7 * 7 }}" in html
    assert "alert(1)" in json.dumps(data_of(html))


def test_the_data_is_the_same_each_time_and_its_stamp_changes_with_the_lab(tmp_path: Path) -> None:
    first = page(sample())
    assert page(sample()) == first
    other = page(sample(tmp_path, **{"gradient: 14 GB": "gradient: 28 GB"}))
    stamps = {str(data_of(html)["stamp"]) for html in (first, other)}
    assert len(stamps) == 2


def test_it_opens_with_the_track_that_is_asked_for() -> None:
    assert data_of(page(sample()))["first"] == "cloud"
    assert data_of(page(sample(), track="edge"))["first"] == "edge"
    assert page(sample(), track="edge").count("<section data-track=") == 2, "the others are there, too"


def test_limits_and_conditions_are_numbers_of_functions() -> None:
    html = page(sample())
    tracks = data_of(html)["tracks"]
    assert isinstance(tracks, list)
    gauge = tracks[0]["parts"][0]["instruments"][4]
    written = html.split("const expressions = [\n")[1].split("\n];")[0].split(",\n")
    assert "efficiency" in written[gauge["fails"]]
    assert gauge["limitTitle"] == "Limit"
    line = tracks[0]["parts"][0]["instruments"][0]
    assert (line["limitTitle"], line["log"]) == ("Step of one node", True)
    heat = tracks[0]["parts"][2]["instruments"][0]
    assert heat["failsTitle"] == "Memory held by a device > Memory of a device"
    puzzle = tracks[0]["parts"][2]["puzzle"]
    assert 0 < puzzle["solving"] < puzzle["settings"] == 4 * 4 * 7


def test_a_formula_has_a_place_for_each_number() -> None:
    html = page(sample())
    template = html.split('<template id="formula-t_comm">')[1].split("</template>")[0]
    assert "<mi>β</mi>" in template
    assert {"@nodes@", "@gradient@", "@rate@", "@latency@"} == set(re.findall(r"@\w+@", template))


def test_a_formula_says_what_its_symbols_stand_for() -> None:
    html = page(sample())
    template = html.split('<template id="formula-t_comm">')[1].split("</template>")[0]
    assert '<span data-of="t_comm">All-reduce</span>' in template
    assert '<span data-of="nodes">Number of nodes</span>' in template
    assert template.count("<li><math") == 5


def test_without_a_script_it_is_a_worksheet() -> None:
    body = page(sample()).split("<body")[1]
    text = re.sub(r"<script.*?</script>", "", body, flags=re.DOTALL)
    assert "drawn by a script, which does not run here" in text
    assert "How long does an all-reduce over 10\u00a0Gb/s Ethernet take?" in text
    opened = re.search(r'<section data-track="cloud"[^>]*>', text)
    assert opened is not None
    assert "hidden" not in opened[0]


def test_a_bank_can_replace_the_style(tmp_path: Path) -> None:
    folder = tmp_path / "render" / "lab"
    folder.mkdir(parents=True)
    (folder / "lab.css").write_text(".line { stroke: rebeccapurple; }")
    assert "rebeccapurple" in page(sample(), Settings((tmp_path,)))
    (folder / "lab.css").write_text("a { } </style>")
    with pytest.raises(RenderError, match=r"lab\.css.*ends its own element"):
        page(sample(), Settings((tmp_path,)))


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_script_is_javascript(tmp_path: Path) -> None:
    script = _ELEMENT.findall(page(sample()))[-1][2]
    (tmp_path / "lab.js").write_text(script, encoding="utf-8")
    subprocess.run(["node", "--check", tmp_path / "lab.js"], check=True)
