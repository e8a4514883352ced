"""Rules about formulas: those that arithmetic instantiates, and those that are stated outright."""
