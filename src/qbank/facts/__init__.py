"""The ledger of facts: what every quantity of a question is of.

A question's texts are read once. Read the modules in this order: `vocabulary` (the words that facts are
described with), `lexicon` (what the words of texts tell, as data), `pieces` (a text cut into words,
quantities and names of hardware), `phrases` (what stands around a quantity), `roles` and `subjects` (what a
quantity is, and of what), `relations` (what is said to fit, to exceed, to be chosen), `ledger` (all of it,
over the whole question). The room reads text. It knows nothing of files, YAML or rules.
"""
