"""Bounds on what a question may hold."""

from __future__ import annotations

MOST_ITEMS = 50
"""Options of a choice, and parts of an exercise: each is read with all the texts around it."""
