"""The audit of what a change brings: which files it is about, and what it loosens of its own gate."""
