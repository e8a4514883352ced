"""Classical test statistics as the field defines them, with intervals; `docs/results.md` has formulas and
sources."""
