"""The audit: every rule over every file of a bank, with the bank's settings, suppressions and fixes.

This room plans and runs. It knows rules by their registry alone, and leaves showing the outcome to the
reports above it.
"""
