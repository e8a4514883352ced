"""Reading marked-up text of other tools (HTML, Markdown, XML) into blocks, and writing blocks as text."""
