"""A bank as a whole: finding questions, how well they cover the field, which are alike, what has changed.

`record` says what is kept of a question, from which `index` and `search` take their columns; `words` reads
what somebody searches for, `coverage` counts, `likeness` looks for near-duplicates, `revisions` compares
two states of a bank, `tables` writes everything into tables for other programs. This room knows nothing of
rules and formats.
"""
