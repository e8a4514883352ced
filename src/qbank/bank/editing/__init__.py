"""Exact edits of files: they change the characters they must, and keep comments and style."""
