"""How well a bank covers the field: tables, heat maps and pages."""
