"""Labs: models of systems to explore, which a page computes in the browser as qbank does here.

A lab file names formulas of the library and values of the catalog. `definitions` reads its quantities as they
are for all, `personas` puts in the numbers and controls of one persona, and `parts` reads what is shown and
asked; `resolve` does all three and says with its place what is wrong. `compute` evaluates the quantities at
a setting, `javascript` writes them for a page, and `puzzle` counts the settings that satisfy a puzzle.
Nothing here knows rules, formats or pages.
"""
