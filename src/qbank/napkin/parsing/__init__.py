"""From tokens to expression trees: quantities with their units, and what is computed of them."""
