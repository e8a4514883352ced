"""Rules about what cannot be: things that do not fit, and rates and times beyond their limit."""
