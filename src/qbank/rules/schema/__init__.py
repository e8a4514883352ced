"""Rules about files, fields and the taxonomy."""
