"""Reads files of GIFT with pygiftparser, and prints their questions.

Reads JSON from standard input: ["text of a file", ...]
Writes JSON: [[{"title", "valid", "kind", "answers"}, ...], ...]
"""

import io
import json
import sys

from pygiftparser import parser


def read(question):
    answers = getattr(question.answers, "answers", None) or [] if question.valid else []
    return {
        "title": question.title,
        "valid": question.valid,
        "kind": type(question.answers).__name__ if question.valid else "",
        "answers": [
            [getattr(one, "value", None), getattr(one, "tolerance", None), one.fraction] for one in answers
        ],
    }


json.dump(
    [[read(one) for one in parser.parseFile(io.StringIO(text))] for text in json.load(sys.stdin)], sys.stdout
)
