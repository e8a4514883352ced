"""After the exam: what platforms export becomes statistics of questions, and nothing of persons.

`paper_key` is what a paper remembers of its questions.
"""
