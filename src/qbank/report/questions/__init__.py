"""Questions, for people and for programs."""
