"""The commands, a module each: they read what was asked for, and leave the work to the rooms below."""
