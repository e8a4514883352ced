from pathlib import Path

import pytest

from qbank import bundled_data, resources
from qbank.catalog.reader import read_data
from qbank.facts.lexicon import FOLDER, Lexicon, LexiconError, bundled, load
from qbank.facts.vocabulary import Kind
from qbank.model.lexicon import lexicon_problems
from qbank.units import readings


def test_our_own_files_fit_their_model() -> None:
    files = bundled_data.yaml_files(resources.schema_folder() / FOLDER)
    assert {file.name: lexicon_problems(read_data(file)) for file in files} == {
        file.name: [] for file in files
    }


def test_the_longest_phrase_is_found_and_entries_of_a_word_add_up() -> None:
    lexicon = Lexicon(
        [
            {"words": ["memory"], "thing": "memory", "is": "place"},
            {"words": ["Memory bandwidth"], "thing": "bandwidth", "roles": {"byte-rate": "bandwidth"}},
            {"words": ["memory"], "cues": ["total"]},
        ]
    )
    words = ["memory", "bandwidth", "memory"]
    first, last = lexicon.find(words, 0), lexicon.find(words, 2)
    assert first is not None
    assert last is not None
    assert (first[0].thing, first[1]) == ("bandwidth", 2)
    assert (last[0].thing, last[0].sort, last[0].cues) == ("memory", "place", {"total"})
    assert lexicon.find(words, 1) is None


def test_case_counts_where_an_entry_says_so() -> None:
    lexicon = Lexicon(
        [{"words": ["sram"], "thing": "memory"}, {"words": ["SRaM"], "exact": True, "thing": "x"}]
    )
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
    file.write_text("magnitudes:\n- {what: a lamp, of: [lamp], unit: W, least: 1, most: 60, source: box}\n")
    added = [
        one
        for one in load(tmp_path).magnitudes[Kind.POWER, readings("W")[0].dimension]
        if one.what == "a lamp"
    ]
    assert [(one.least, one.most, one.bounds) for one in added] == [(1, 60, "1 to 60 W")]
    file.write_text("magnitudes:\n- {what: a lamp, of: [lamp], unit: wump, most: 60, source: box}\n")
    with pytest.raises(LexiconError, match="wump"):
        load(tmp_path)
