"""What can be wrong with the data of a file, and how it is told.

`validate` asks `by_schema` first, which tells valid data without pydantic; for all else the model is asked,
and `wording` puts what pydantic reports into plain words. `cross_fields` checks one field against another.
"""
