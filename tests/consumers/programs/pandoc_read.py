"""Reads Markdown as pandoc does, and prints the documents it takes it for.

Reads JSON from standard input: [{"reader": "gfm", "text": "..."}, ...]
Writes JSON: a list of pandoc's documents.

usage: python pandoc_read.py
"""

import json
import sys

import pypandoc

read = [
    json.loads(pypandoc.convert_text(one["text"], "json", format=one["reader"]))
    for one in json.load(sys.stdin)
]
sys.stdout.write(json.dumps(read))
