"""Names of hardware: which of the catalog a text has, and the most that anything of such a name has."""
