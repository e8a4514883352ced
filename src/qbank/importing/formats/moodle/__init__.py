"""Moodle XML: every kind of its questions that can be asked on paper."""
