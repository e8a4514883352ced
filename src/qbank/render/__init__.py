"""Turning sets of questions into what instructors hand out: pages, papers, imports for learning platforms.

`build` makes one `Document` of the questions chosen; a module a format prints it. A format knows the document
and nothing of files, banks or settings. All text in a document comes from strangers: it is data in a template
and never a template, and every format escapes it in its own way. The same document gives the same bytes.
"""
