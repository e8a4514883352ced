"""Labs as pages, which compute in the browser, and as worksheets with static plots for paper.

What a lab is, and every value on it, comes from `qbank.labs`; here it is only written down. A module a format
prints a lab by `render_lab`.
"""
