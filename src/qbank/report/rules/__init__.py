"""Rules, for people and for programs."""
