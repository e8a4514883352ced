"""Choosing questions and making variants of them: what stands between a bank and a rendered document.

- `targets` finds what someone means; `bank_questions` holds a bank's questions by id, and `files` reads files
  and says what is wrong in them; `loading` assembles a set, `selection` chooses its questions, `ordering`
  arranges them and makes versions.
- `answers` says which answers count as right: amounts, the key with its interval, options and distractors.
- `variants` draws the numbers of a question, fills them into its texts and looks over what comes out.

This room knows nothing of rules and formats.
"""
