"""The language server: what an editor shows while a question is being written.

This room answers an editor: findings as one types, what a claim comes to, fixes, and words to choose from. It
knows rules, audit and reports. What counts is the text in the editor, saved or not; only `server` speaks the
protocol's wire, and everything else here is a function of texts and places.
"""
