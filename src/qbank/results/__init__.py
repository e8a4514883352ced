"""After the exam: what platforms export becomes statistics of questions, and nothing of persons.

`paper_key` is what a paper remembers of its questions, `reading` reads what platforms export into sheets,
`joining` finds the questions of sheets on the paper and makes an exam of them, `statistics` and `analysis`
compute, and `advice` says what to do.
"""
