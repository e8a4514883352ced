"""Rules about whether what one sentence tells hangs together."""
