"""Matching an expression with numbers against the library of formulas and their known slips.

A formula has `patterns`, whose `shape` is a product of factors and sums without order and brackets; `match`
binds their variables to operands, `recognise` weighs what matches by what the text says (`words`), and a
`matcher` holds all patterns of a library.
"""
