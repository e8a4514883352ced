"""Commands that look up what qbank knows: hardware, formulas, rules."""
