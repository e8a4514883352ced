"""Rules about how texts are written."""
