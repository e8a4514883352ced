"""What can be wrong with the data of a file, and how it is told."""
