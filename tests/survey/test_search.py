from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qbank.survey.index_file import open_index
from qbank.survey.search import MARK_END, MARK_START, Hits, Wanted, records, search
from qbank.survey.words import SearchError, read_words

if TYPE_CHECKING:
    from tests.conftest import Bank


@pytest.fixture
def fruit(bank: Bank) -> Bank:
    bank.add("cloud-0001", "title: Pears\ntags: [fruit, green]\nscenario: The quick brown fox eats plums.\n")
    bank.add("cloud-0002", "title: Plums\ntags: [fruit]\nstatus: draft\n")
    bank.add("edge-0001", "title: Stones\ntrack: edge\nlevel: L5\nscenario: A quick fox finds a pear tree.\n")
    return bank


def hits(bank: Bank, words: str = "", limit: int | None = None, **filters: tuple[str, ...]) -> Hits:
    with open_index(bank.root) as index:
        return search(index, Wanted(filters, read_words(words)), limit)


def ids(found: Hits) -> list[str]:
    return [hit.record.id for hit in found.shown]


def test_without_anything_all_are_found_in_the_order_of_ids(fruit: Bank) -> None:
    assert ids(hits(fruit)) == ["cloud-0001", "cloud-0002", "edge-0001"]
    assert hits(fruit, limit=2).fitting == 3


def test_the_title_counts_more_than_the_scenario(fruit: Bank) -> None:
    assert ids(hits(fruit, "plum")) == ["cloud-0002", "cloud-0001"]
    assert ids(hits(fruit, "pears")) == ["cloud-0001", "edge-0001"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ('"quick fox"', ["edge-0001"]),
        ("quick fox -plums", ["edge-0001"]),
        ("-plums", ["edge-0001"]),
        ("title:stone*", ["edge-0001"]),
        ("title:fox", []),
        ("tags:green", ["cloud-0001"]),
        ("id:edge-0001", ["edge-0001"]),
        ("QUICK brown", ["cloud-0001"]),
    ],
)
def test_words(fruit: Bank, words: str, found: list[str]) -> None:
    assert ids(hits(fruit, words)) == found


def test_filters(fruit: Bank) -> None:
    assert ids(hits(fruit, tag=("fruit",))) == ["cloud-0001", "cloud-0002"]
    assert ids(hits(fruit, tag=("fruit",), status=("published",))) == ["cloud-0001"]
    assert ids(hits(fruit, track=("edge", "mobile"))) == ["edge-0001"]
    assert ids(hits(fruit, "quick", level=("L5",))) == ["edge-0001"]
    assert hits(fruit, "quick", tag=("nothing",)).fitting == 0


def test_questions_that_fit_alike_are_in_the_order_of_ids(bank: Bank) -> None:
    # Added against the order of their ids, so that the order of the index is another one.
    for number in (5, 3, 4, 1, 2):
        bank.add(f"cloud-000{number}", "title: The same\n")
        hits(bank)
    assert ids(hits(bank, "same", limit=3)) == ["cloud-0001", "cloud-0002", "cloud-0003"]


def test_the_excerpt_marks_what_was_searched_for(fruit: Bank) -> None:
    [hit] = hits(fruit, "brown").shown
    assert f"{MARK_START}brown{MARK_END}" in hit.excerpt


def test_records_fit_the_same_conditions(fruit: Bank) -> None:
    with open_index(fruit.root) as index:
        wanted = Wanted({"track": ("cloud",)}, read_words("fruit -draft"))
        assert [record.id for record in records(index, wanted)] == ids(search(index, wanted))


@pytest.mark.parametrize(
    ("words", "message"),
    [("titel:captions", "'titel' is no part of .* did you mean 'title'"), ("foo:bar", "known are .*title")],
)
def test_an_unknown_part_is_refused(words: str, message: str) -> None:
    with pytest.raises(SearchError, match=message):
        read_words(words)


@pytest.mark.parametrize("words", ["8:1", "http://example.org", '"foo:bar"', "title:pears", "10:30"])
def test_what_is_text_with_a_colon_is_searched_for(words: str) -> None:
    assert read_words(words).match
