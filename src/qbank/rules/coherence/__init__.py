"""Rules about whether the texts of a question agree with one another."""
