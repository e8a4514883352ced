"""Rules about a bank as a whole: its questions together, its chains and its sets."""
