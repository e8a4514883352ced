"""Choosing questions and making variants of them: what stands between a bank and a rendered document.

`collection` holds the questions of a bank, `selection` and `ordering` choose and arrange them, `variants`
draws their numbers, `numeric_key` says which answers count as right. This room knows nothing of rules and
formats.
"""
