"""Rules about arithmetic, answers and parameters."""
