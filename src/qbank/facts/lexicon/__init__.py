"""The lexicon: what the words of texts tell, as data in `schema/lexicon/`, to which a bank can add.

An entry says of some words or phrases what thing they name, what a quantity beside them is (by the kind of
its unit), and what they say of their clause. A word of several entries means all that these say.
"""
