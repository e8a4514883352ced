"""Pages and papers, a module a format."""
