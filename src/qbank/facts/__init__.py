"""The ledger of facts: what every quantity of a question is of.

A question's texts are read once, in this order:

- `vocabulary` has the words that facts are described with, `lexicon/` tells what words mean, as data, and
  `devices/` finds names of hardware.
- `segmentation/` cuts a text into `pieces`: words, quantities, names of hardware.
- `labels` and `phrases/` tell what stands around a quantity.
- `fact` is what is kept of it. `field_reader` reads the facts of one text with the modules of `reading/`,
  each of which answers one question: what it is, what it is of, how it is stated.
- `binding` adds what other places of the question tell of a fact; `ledger` has all of it.

Beside them, `hardware/` says which facts are properties of devices, `derivation` whether a value follows from
others, `comparisons` what the text itself compares, `counted` and `clock` find numbers of things and spans
between times of the day, and `placed` puts facts in their places. The room reads text. It knows nothing of
files, YAML or rules.
"""
