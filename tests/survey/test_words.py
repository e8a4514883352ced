from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.survey.record import TEXTS
from qbank.survey.words import SearchError, read_words


@each(
    "text, match, without",
    [
        ("", "", ""),
        ("kv cache", '"kv" AND "cache"', ""),
        ('"kv cache" -gpu', '"kv cache"', '"gpu"'),
        ("quant*", '"quant*"*', ""),
        ("title:cache -math:byte", 'title : "cache"', 'math : "byte"'),
        ("kv\x00\udcffcache\n", '"kv" AND "cache"', ""),
        ("3:1 AND NEAR(a b)", '"3:1" AND "AND" AND "NEAR(a" AND "b)"', ""),
    ],
)
def test_words(text: str, match: str, without: str) -> None:
    found = read_words(text)
    assert (found.match, found.without) == (match, without)


@each("text", ['never "closed', "+++", 'kv "..."', "x" * 1001, "a " * 33, '""', "*"])
def test_what_cannot_be_searched_for(text: str) -> None:
    with pytest.raises(SearchError):
        read_words(text)


@given(st.text(max_size=40) | st.text('ab"*-:^() title', max_size=40))
def test_whatever_is_read_is_a_search_that_the_index_takes(text: str) -> None:
    try:
        words = read_words(text)
    except SearchError:
        return
    connection = sqlite3.connect(":memory:")
    connection.execute(f"CREATE VIRTUAL TABLE words USING fts5({', '.join(TEXTS)})")
    for part in (words.match, words.without):
        if part:
            connection.execute("SELECT rowid FROM words WHERE words MATCH ?", (part,)).fetchall()
    connection.close()
