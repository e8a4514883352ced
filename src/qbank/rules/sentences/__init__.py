"""Whether what one sentence of prose tells of its own values hangs together."""
