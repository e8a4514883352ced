"""The bank on disk: finding question files, reading them with all their places, and editing them exactly.

This room knows YAML, text and files. It does not know what the fields of a question mean: what a file says
is handed on as plain data, and whether that data makes a question is decided above.
"""
