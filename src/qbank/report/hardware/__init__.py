"""The hardware catalog, for people and for programs."""
