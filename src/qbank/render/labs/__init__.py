"""Labs as pages, which compute in the browser, and as worksheets with static plots for paper.

What a lab is, and every value on it, comes from `qbank.labs`; here it is only written down. A module a format
prints a lab by `render_lab`. A page gets the lab as data for its script (`data`) and its texts; paper gets a
`worksheet` of blocks and of drawings, which `plots` and `panels` lay out for templates of SVG.
"""
