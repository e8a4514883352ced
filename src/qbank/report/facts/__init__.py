"""The ledger of facts, for people and for programs."""
