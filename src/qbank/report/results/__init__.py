"""What came of an exam: for a terminal, as data, as a table, and as a page with plots."""
