"""Properties of hardware: what a question says that devices, links and batteries have."""
