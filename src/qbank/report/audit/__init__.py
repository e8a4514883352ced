"""What an audit found, a module a format."""
