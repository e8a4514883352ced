"""The bank in a browser: building its site, and serving it."""
