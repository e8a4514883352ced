"""What a field is read with: its sections and clauses, then what each fact of it is and is of."""
