"""The ledger of facts: what every quantity of a question is of.

A question's texts are read once. Read the modules in this order: `vocabulary` (the words that facts are
described with), `lexicon` (what the words of texts tell, as data), `pieces` (a text cut into words,
quantities and names of hardware), `phrases` (what stands around a quantity), `fact` (what is kept of it),
`field_reader` (the facts of one text, what claims say of them, and what is said to fit, to exceed, to be
chosen), `binding` (what other places of the question tell of a fact), `ledger` (all of it, over the whole
question). Beside them, `devices` finds names of hardware, `hardware` says which facts are properties of it,
`derivation` whether a value follows from others, and `placed` puts facts in their places. The room reads
text. It knows nothing of files, YAML or rules.
"""
