"""What an author does with a bank besides auditing it: starting it, adding, formatting and moving questions.

`formatting` writes a file in its canonical form, its fields in the order that `field_order` takes from the
models; `ids` finds an id that nobody has taken, `scaffold` makes a question to fill in, `starting` a whole
bank, and `moving` takes a question elsewhere together with everything that refers to it. This room knows
nothing of the command line.
"""
