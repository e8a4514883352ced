"""Showing what an audit or a verification found: for people, for editors, and as data.

This room turns results into text; it decides nothing about them. Whatever comes from a question file is made
harmless here before it can reach a terminal.
"""
