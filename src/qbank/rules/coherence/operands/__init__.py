"""Where the operands of calculations come from, and what they have to measure."""
