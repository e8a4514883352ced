"""YAML in and out: data with the place of every part of it, bounded on hostile input."""
