"""Rules about room: what has to lie, pass or be paid, and what there is for it."""
