from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import yaml

from each import each
from qbank import bundled_data, resources
from qbank.bundled_data import DataError
from qbank.catalog.reader import read_data
from qbank.facts.lexicon.checking import effectless, wrong_bounds
from qbank.facts.lexicon.loading import FOLDER, bundled, load
from qbank.facts.lexicon.words import Lexicon, parted
from qbank.facts.vocabulary import Kind
from qbank.model.lexicon import lexicon_problems
from qbank.units import readings

ROOT = Path(__file__).parents[2]


def test_our_own_files_fit_their_model() -> None:
    files = bundled_data.yaml_files(resources.schema_folder() / FOLDER)
    assert {file.name: lexicon_problems(read_data(file)) for file in files} == {
        file.name: [] for file in files
    }


def test_the_longest_phrase_is_found_and_entries_of_a_word_add_up() -> None:
    entries = [
        {"words": ["memory"], "thing": "memory", "is": "place"},
        {"words": ["Memory bandwidth"], "thing": "bandwidth", "roles": {"byte-rate": "bandwidth"}},
        {"words": ["memory"], "cues": ["total"]},
    ]
    lexicon = Lexicon(map(parted, entries))
    words = ["memory", "bandwidth", "memory"]
    first, last = lexicon.find(words, 0), lexicon.find(words, 2)
    assert first is not None
    assert last is not None
    assert (first[0].thing, first[1]) == ("bandwidth", 2)
    assert (last[0].thing, last[0].sort, last[0].cues) == ("memory", "place", {"total"})
    assert lexicon.find(words, 1) is None


def test_case_counts_where_an_entry_says_so() -> None:
    entries = [{"words": ["sram"], "thing": "memory"}, {"words": ["SRaM"], "exact": True, "thing": "x"}]
    lexicon = Lexicon(map(parted, entries))
    assert [lexicon.word(word).meaning.thing for word in ("SRAM", "sram ", "SRaM's")] == [
        "memory",
        "memory",
        "x",
    ]


def test_ours_knows_common_words() -> None:
    assert bundled().find(["at", "most"], 0) is not None


def test_a_bank_adds_magnitudes_and_is_told_of_an_unknown_unit(tmp_path: Path) -> None:
    folder = tmp_path / "schema" / FOLDER
    folder.mkdir(parents=True)
    file = folder / "own.yaml"
    file.write_text(
        "magnitudes:\n- {what: a lamp, of: [lamp], unit: W, least: 1, most: 60, source: box}\n"
        "entries:\n- {words: [lamp], classes: [lamp]}\n"
    )
    added = [
        one
        for one in load(tmp_path).magnitudes((Kind.POWER, readings("W")[0].dimension))
        if one.what == "a lamp"
    ]
    assert [(one.least, one.most, one.bounds) for one in added] == [(1, 60, "1 to 60 W")]
    file.write_text("magnitudes:\n- {what: a lamp, of: [lamp], unit: wump, most: 60, source: box}\n")
    with pytest.raises(DataError, match=r"own.yaml:2:\d+: magnitudes\[0\]\.unit: .*wump"):
        load(tmp_path)


@each(
    "entry, magnitude, message",
    [
        ("", "unit: W", r"magnitudes\[0\]: it needs a bound, `least` or `most`"),
        ("", "unit: W, least: 9, most: 2", r"magnitudes\[0\]\.least: 9 is more than `most`, which is 2"),
        ("", "unit: W, most: -0.5", r"magnitudes\[0\]\.most: -0\.5 W is less than 0"),
        (
            "",
            "unit: W, most: 2, unless: [gpuu]",
            r"unless: no word has the class 'gpuu'; did you mean 'gpu'\?",
        ),
        ("classes: [lampp]", "unit: W, most: 2", r"of: no word has the class 'lamp'; did you mean 'lampp'\?"),
        (
            "is: datum",
            "unit: W, most: 2, of: [gpu]",
            r"is: nothing asks for 'datum'; known are 'activity', 'data'",
        ),
        (
            "cues: [limt]",
            "unit: W, most: 2, of: [gpu]",
            r"cues: nothing asks for 'limt'; did you mean 'limit'",
        ),
    ],
)
def test_what_can_have_no_effect_is_told(entry: str, magnitude: str, message: str) -> None:
    of = "" if "of:" in magnitude else ", of: [gpu]" if "class" not in entry else ", of: [lamp]"
    text = f"magnitudes:\n- {{what: a lamp, source: box, {magnitude}{of}}}\n"
    if entry:
        text += f"entries:\n- {{words: [lamp], {entry}}}\n"
    with TemporaryDirectory() as root:
        folder = Path(root, "schema", FOLDER)
        folder.mkdir(parents=True)
        (folder / "own.yaml").write_text(text)
        with pytest.raises(DataError, match=rf"own.yaml:\d+:\d+: .*{message}"):
            load(Path(root))


def test_ours_asks_for_classes_that_words_or_names_have() -> None:
    files = [read_data(file) for file in bundled_data.yaml_files(resources.schema_folder() / FOLDER)]
    assert [list(wrong_bounds(data)) for data in files] == [[]] * len(files)
    assert list(effectless(files, files)) == [[]] * len(files)


def test_every_cue_of_a_word_is_asked_for() -> None:
    """What no module names tells nothing: a rule went, and its words stayed."""
    words = yaml.safe_load((ROOT / "schema" / "lexicon" / "words.yaml").read_text(encoding="utf-8"))
    given = {cue for word in words["entries"] for cue in word.get("cues", ())}
    assert given - _names_in("src/qbank/facts", "src/qbank/rules") == set()


def test_every_cue_that_a_rule_asks_for_is_given() -> None:
    """A branch behind a cue that no word has, and that reading does not add, can never hold."""
    given = _names_in("src/qbank/facts") | {
        name
        for file in (ROOT / "schema" / "lexicon").glob("*.yaml")
        for name in re.findall(r"[a-z0-9-]+", file.read_text(encoding="utf-8"))
    }
    asked = {
        argument.value
        for tree in _trees("src/qbank/rules")
        for node in ast.walk(tree)
        for argument in _asked_in(node)
        if isinstance(argument, ast.Constant)
    }
    assert len(asked) > 40
    assert asked - given == set()


def test_a_phrase_that_is_what_its_last_word_is_measures_all_that_that_does() -> None:
    lexicon = bundled()
    found = [lexicon.find(words, 0) for words in (["hard", "limit"], ["limit"])]
    hard, plain = (meaning for meaning, _ in filter(None, found))
    assert hard.thing == plain.thing
    assert plain.roles.items() <= hard.roles.items()


def _trees(*folders: str) -> Iterator[ast.Module]:
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.py")):
            yield ast.parse(file.read_text(encoding="utf-8"))


def _names_in(*folders: str) -> set[str]:
    nodes = (node for tree in _trees(*folders) for node in ast.walk(tree))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def _asked_in(node: ast.AST) -> list[ast.expr]:
    """Return the names in `ledger.says("x")` and `"x" in fact.cues`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "says":
        return node.args
    if isinstance(node, ast.Compare) and isinstance(node.left, ast.Constant):
        of = (
            one.attr
            for right in node.comparators
            for one in ast.walk(right)
            if isinstance(one, ast.Attribute)
        )
        return [node.left] if {"cues", "traits"} & set(of) else []
    return []
