"""Taking questions out of other files: chapters, quizzes, tables, other banks, exports of platforms.

A module a format reads a source into drafts, each with its place there, and into remarks about what could
not be taken. `completing` makes whole questions of drafts, `writing` puts them into a bank. What is read is
hostile: nothing of it is run, unpacked to disk, or fetched, and all work on it is bounded.
"""
