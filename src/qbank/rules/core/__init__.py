"""What rules are made of: findings, examples, fixes, and the question as rules read it."""
