"""The key file beside a paper, and the codes by which an answer finds its question."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from qbank.cli import main
from qbank.results.normal_text import coded_reference, normalised, plain, text_hash
from qbank.results.paper_key import KeyFileError, read_key, written

ROOT = Path(__file__).resolve().parents[2]
SET = str(ROOT / "questions" / "sets" / "edge-quiz.yaml")


def render(*arguments: str) -> None:
    assert main(["render", SET, "--quiet", *arguments]) == 0


def test_a_key_file_tells_every_place_of_the_paper(tmp_path: Path) -> None:
    render("--format", "qti12", "--variants", "2", "--shuffle", "--seed", "3", "-o", f"{tmp_path}/out/")
    a, b = (read_key(tmp_path / "out" / f"edge-quiz-{form}.key.json") for form in "AB")
    assert (a.set, a.form, b.form) == ("edge-quiz", "A", "B")
    for key in (a, b):
        assert [item.position for item in key.questions] == list(range(1, 14))
        assert all(text_hash(item.text) == item.hash for item in key.questions)
        for item in key.questions:
            assert item.kind != "choice" or sum(option.correct for option in item.options) == 1
    assert {item.id for item in a.questions} == {item.id for item in b.questions}
    varied = [item for item in a.questions if item.variant is not None]
    assert {item.variant for item in varied} == {"3-A"}
    texts = {item.id: item.text for item in b.questions}
    assert any(item.text != texts[item.id] for item in varied)
    assert all(item.text == texts[item.id] for item in a.questions if item.variant is None)


def test_two_builds_give_the_same_key_file(tmp_path: Path) -> None:
    for name in "ab":
        render("--format", "moodle", "-o", f"{tmp_path}/{name}.xml")
    assert (tmp_path / "a.key.json").read_bytes() == (tmp_path / "b.key.json").read_bytes()
    assert written(read_key(tmp_path / "a.key.json")) == (tmp_path / "a.key.json").read_bytes()


def test_key_files_go_with_what_is_collected_or_wanted(tmp_path: Path) -> None:
    render("--format", "html", "-o", f"{tmp_path}/page.html")
    render("--format", "html", "--key-file", "-o", f"{tmp_path}/paper.html")
    render("--format", "gift", "--no-key-file", "-o", f"{tmp_path}/quiz.gift")
    assert [path.name for path in tmp_path.glob("*.key.json")] == ["paper.key.json"]


def test_codes_are_printed_on_request_and_change_no_text(tmp_path: Path) -> None:
    render("--format", "qti12", "--seed", "7", "-o", f"{tmp_path}/without.zip")
    render("--format", "qti12", "--seed", "7", "--codes", "-o", f"{tmp_path}/with.zip")
    assert (tmp_path / "with.key.json").read_bytes() == (tmp_path / "without.key.json").read_bytes()
    key = read_key(tmp_path / "with.key.json")
    with zipfile.ZipFile(tmp_path / "with.zip") as package:
        content = "".join(package.read(name).decode() for name in package.namelist() if name.endswith("xml"))
    assert all(f"[{item.reference}]" in content for item in key.questions)


def test_what_platforms_do_to_a_text_does_not_change_its_normal_form() -> None:
    sent = (
        '<p dir="auto">A 7B model takes <em>14&nbsp;GB</em>, or \\(2 \\cdot 7\\).</p>\n'
        "<p>How&#32;many? [cloud-0001@7]</p>"
    )
    assert normalised(sent) == normalised("A 7B model takes 14 GB, or .\r\n\r\nHow  many?")
    assert normalised("a &lt; b and c &gt; d") == normalised("a < b and c > d")
    assert plain("<p>14 <b>GB</b></p>") == "14 GB"
    assert coded_reference("see [edge-0001] and [cloud-0001@0-A]") == "cloud-0001@0-A"
    assert coded_reference("bus [0] and [a-b") is None


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1]", b'{"qbank": "paper key", "version": 9, "set": "s"}', b"\xff\xfe"]
)
def test_what_is_no_key_file_is_refused_with_a_word(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.key.json"
    path.write_bytes(content)
    with pytest.raises(KeyFileError, match="no key file of a paper"):
        read_key(path)
