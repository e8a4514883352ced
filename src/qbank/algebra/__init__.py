"""Expression trees: parsed, computed exactly or in floats, solved, and printed as LaTeX and JavaScript."""
