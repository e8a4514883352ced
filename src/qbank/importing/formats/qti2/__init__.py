"""QTI 2.1, 2.2 and 3.0: items and packages of them."""
