"""Texts of questions as blocks, and blocks in the markup of each output."""
