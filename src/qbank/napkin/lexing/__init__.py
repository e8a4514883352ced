"""From the characters of a text to tokens: numbers, words, units and signs."""
