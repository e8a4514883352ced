"""The one kind of error that a person can mend: input that cannot be used."""

from __future__ import annotations


class InputError(Exception):
    """Input that cannot be used; the message says what is wrong with it and what to do."""
