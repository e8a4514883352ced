"""Cutting a text into pieces: words with what they mean, quantities, names of hardware, signs."""
