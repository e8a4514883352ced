"""Files for learning platforms and flash cards, a module a format."""
