"""Labs: models of systems to explore, which a page computes in the browser as qbank does here.

A lab file names formulas of the library and values of the catalog; `resolve` turns it into one list of
compiled quantities for each persona, in base units, and says with its place what is wrong. `compute`
evaluates that list at a setting, `javascript` writes it for a page, and `puzzle` counts the settings that
satisfy a puzzle. Nothing here knows rules, formats or pages.
"""
