"""`qbank results`: what came of an exam."""
