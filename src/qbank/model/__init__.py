"""What a question and a set are: their fields, their words and what can be wrong with them.

Knows data only: no files, no positions, no rules. `taxonomy`, `nearest` and `problems` are plain Python and
import quickly; `question`, `set`, `validate` and `json_schema` bring pydantic with them.
"""
