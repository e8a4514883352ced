"""From a relation between two expressions to its verdict."""
