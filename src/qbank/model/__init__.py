"""What files hold: questions, sets, labs, formulas, catalog; their words, and what can be wrong.

Knows data only: no files, no positions, no rules. `question`, `set`, `lab`, `formula` and `catalog` are
models of pydantic; `fields` has the types they share, and `required` and `optional`, by which every field
says what it means with an example. `taxonomy` and `catalog_words` have the words that fields take, each
with its meaning; they are plain Python and import quickly. `validation` finds what is wrong with data, and
`json_schema` and `reference` make the schemas and the pages of formats from the models.
"""
