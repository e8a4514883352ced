"""QB1xx: whether the file can be read, and reads the same for everybody."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from qbank import lazy_re
from qbank.bank.editing.edits import Edit
from qbank.napkin.lexing.lookalikes import INVISIBLE
from qbank.rules.core.base import Example, FileRule, ReadProblemRule
from qbank.rules.core.finding import Applicability, Finding, Fix, Severity
from qbank.rules.core.question_file import SourceFile
from qbank.rules.schema.escapes import escaped_texts
from qbank.yamlio.decoding import control_character
from qbank.yamlio.document import Document
from qbank.yamlio.read_problems import ReadProblemKind


class UnreadableFile(ReadProblemRule):
    """A file cannot be opened or read.

    It may lack read permission, be a broken link, or have vanished since the folder was listed. Nothing can
    be said about a question that cannot be read, so this is never less than an error.
    """

    code = "QB101"
    name = "unreadable-file"
    kinds = frozenset({ReadProblemKind.UNREADABLE})


class FileTooLarge(ReadProblemRule):
    """A file is far larger than a question can be.

    A question is a few thousand bytes. Larger files are refused unread, so that nobody can stop an audit by
    sending one. Split a file that holds several questions; keep data and drawings in files of their own.
    """

    code = "QB102"
    name = "file-too-large"
    kinds = frozenset({ReadProblemKind.SIZE})
    bad = (Example(whole=True, underlines="", yaml="- One more item of it.\n" * 50_000),)
    good = (Example(yaml="scenario: A service of some size answers requests all day.\n"),)


class NotUtf8(ReadProblemRule):
    """A file is not UTF-8.

    Its letters would come out as others, or not at all, on other machines. Most editors can save a file in
    another encoding; `iconv -f WINDOWS-1252 -t UTF-8` does it for the most common case. A UTF-8 byte order
    mark at the beginning is accepted.
    """

    code = "QB103"
    name = "not-utf-8"
    kinds = frozenset({ReadProblemKind.ENCODING})
    bad = (Example(whole=True, underlines="\ufffd", yaml="title: Ten µs per packet\n".encode("cp1252")),)
    good = (Example(yaml="title: Ten µs per Packet\n"),)


class ControlCharacter(ReadProblemRule):
    r"""A control character stands in the file, raw or written as an escape.

    YAML forbids them raw, terminals act on them, and editors count lines differently when some of them are
    there. An escape such as `\x1b` in double quotes puts the same character before readers. They come in with
    text copied from PDF files or terminals. Delete the character; tabs and line ends are none.
    """

    code = "QB104"
    name = "control-character"
    kinds = frozenset({ReadProblemKind.CONTROL_CHARACTER})
    bad = (
        Example(whole=True, underlines="\x07", yaml="title: A Bell\x07 in the Title\n"),
        Example(yaml='title: "Room \\x1b[31mLeft"\n', underlines="\\x1b"),
    )
    good = (Example(yaml='title: "A Tab\\tas an Escape"\n'),)

    def check(self, file: SourceFile) -> Iterator[Finding]:
        """Report what the reader refused, and the first of each text that an escape stands for."""
        yield from super().check(file)
        for path, text in islice(escaped_texts(file, control_character), _MOST):
            found = control_character(text)
            if found is not None and file.document is not None:
                message, at = found
                yield self.finding(file, message, file.document.text_span(path, at, at + 1))


class SyntaxFault(ReadProblemRule):
    """The file is not valid YAML.

    The usual causes are a value holding `: ` or beginning with `*`, `&`, `[`, `{`, `%` or `@` without quotes,
    a quote that is never closed, and fields that do not start in the same column. Put the value in quotes, or
    write longer text as a block (`|`), inside of which nothing needs quoting.
    """

    code = "QB105"
    name = "invalid-yaml"
    kinds = frozenset({ReadProblemKind.SYNTAX})
    bad = (
        Example(whole=True, underlines=":", yaml="title: Latency: the Long Tail\n"),
        Example(whole=True, underlines='"', yaml='title: "The Long Tail\nlevel: L4\n'),
        Example(whole=True, underlines="@", yaml="title: @Scale\n"),
    )
    good = (Example(yaml='title: "Latency: the Long Tail"\n'),)


class NotOneDocument(ReadProblemRule):
    """A file holds no question at all, or several.

    One file holds one question, so that its name can be the question's id and a change of it is a change of
    one question. Other tools would silently take the first of several documents (or the last). Split the
    file; delete an empty one.
    """

    code = "QB106"
    name = "not-one-document"
    kinds = frozenset({ReadProblemKind.DOCUMENTS})
    bad = (
        Example(whole=True, underlines="---", yaml="title: The First\n---\ntitle: The Second\n"),
        Example(whole=True, underlines="", yaml="# Nothing but a remark.\n"),
    )
    good = (Example(yaml="---\nschema_version: '1.0'\n"),)


class NestedTooDeep(ReadProblemRule):
    """Lists and mappings lie too deep in each other.

    No question needs more than a handful of levels; dozens are a slip, or an attempt to exhaust whoever reads
    the file. Quote text that begins with `[` or `{`.
    """

    code = "QB107"
    name = "nested-too-deep"
    kinds = frozenset({ReadProblemKind.DEPTH})
    bad = (Example(whole=True, underlines="[", yaml=f"tags: {'[' * 65}{']' * 65}\n"),)
    good = (Example(yaml="tags: [serving, memory]\n"),)


class Aliases(ReadProblemRule):
    """An alias is broken, refers to itself, or stands for far too much.

    `*name` repeats the value marked `&name`. A few lines of aliases of aliases can stand for billions of
    values, and one that lies inside its own value never ends. Text that begins with `*` needs quotes. Write
    repeated values out: a question is read by people first.
    """

    code = "QB108"
    name = "bad-alias"
    kinds = frozenset({ReadProblemKind.ALIASES})
    bad = (
        Example(
            whole=True,
            underlines="*d",
            yaml="a: &a [1,1,1,1,1,1,1,1,1,1]\n"
            + "".join(
                f"{name}: &{name} [{','.join([f'*{before}'] * 10)}]\n"
                for before, name in zip("abcd", "bcde", strict=True)
            ),
        ),
        Example(whole=True, underlines="*all", yaml="tags: &all\n  - memory\n  - *all\n"),
        Example(whole=True, underlines="*emphasis", yaml="title: *emphasis\n"),
    )
    good = (Example(yaml="created_at: &day '2026-04-01'\nlast_modified: *day\n"),)


class NotAMapping(ReadProblemRule):
    """A file holds something else than fields.

    A question is a mapping: lines of `name: value`. A file that is a list or a single text is something else,
    or lacks a colon and a space somewhere.
    """

    code = "QB111"
    name = "not-a-mapping"
    kinds = frozenset({ReadProblemKind.NOT_A_MAPPING})
    bad = (
        Example(whole=True, underlines="- title: A Question", yaml="- title: A Question\n"),
        Example(whole=True, underlines="just some text", yaml="just some text\n"),
    )
    good = (Example(yaml="title: A Question About Fields\n"),)


class DuplicateKey(ReadProblemRule):
    """A field occurs twice in the same mapping.

    Most YAML readers keep the last one without a word, others the first, so two people looking at the same
    question see different ones. It comes from merging by hand. Keep one of them.
    """

    code = "QB112"
    name = "duplicate-key"
    kinds = frozenset({ReadProblemKind.DUPLICATE_KEY})
    bad = (
        Example(yaml="level: L4\nlevel: L5\n", underlines="level"),
        Example(
            yaml="details:\n  napkin_math: 2 * 3 = 6\n  napkin_math: 2 * 4 = 8\n",
            underlines="napkin_math",
        ),
    )
    good = (Example(yaml="level: L4\n"),)


class ExplicitTag(ReadProblemRule):
    """A value carries a YAML tag.

    `!!python/object`, `!!float` and the like ask the reader to build something else than what is written;
    with some readers that runs code. Question files hold plain text, numbers, lists and mappings only. Remove
    the tag; quote a text that begins with `!`.
    """

    code = "QB113"
    name = "explicit-tag"
    kinds = frozenset({ReadProblemKind.TAG})
    bad = (
        Example(yaml="expected_time_minutes: !!int 10\n", underlines="!!int"),
        Example(yaml="title: !important A Title With a Bang\n", underlines="!important"),
    )
    good = (Example(yaml="title: '!important: a Title in Quotes'\n"),)


class MergeKey(ReadProblemRule):
    """A mapping uses the merge key `<<`.

    YAML 1.2 has none: some readers merge the fields, some see a field named `<<`. Write the fields out.
    """

    code = "QB114"
    name = "merge-key"
    kinds = frozenset({ReadProblemKind.MERGE_KEY})
    bad = (Example(yaml="human_reviewed:\n  <<: {status: not-reviewed}\n  notes: none\n", underlines="<<"),)
    good = (Example(yaml="human_reviewed:\n  status: not-reviewed\n"),)


class OddKey(ReadProblemRule):
    """The name of a field is no text.

    A number, a truth value, a list or an alias as the name of a field comes from a missing quote or a stray
    `?`. Quote it if it is meant to be a name.
    """

    code = "QB115"
    name = "odd-key"
    kinds = frozenset({ReadProblemKind.KEY})
    bad = (
        Example(yaml="human_reviewed:\n  status: not-reviewed\n  null: nobody\n", underlines="null"),
        Example(yaml="human_reviewed:\n  status: not-reviewed\n  [a]: nobody\n", underlines="["),
    )
    good = (Example(yaml="human_reviewed:\n  status: not-reviewed\n  'by': somebody\n"),)


class InvisibleCharacter(FileRule):
    """An invisible character can hide something from a reader.

    Characters that turn the direction of text make a line read differently from what it says; zero-width and
    filler characters make two words differ that look the same, and break searching, checking and copying; tag
    characters can carry whole sentences nobody sees. They come in by copying from web pages, or on purpose. A
    reviewer cannot see them, so they are pointed out here. Joiners inside emoji and inside the scripts that
    need them are left alone, and so is a soft hyphen that is written as an escape.
    """

    code = "QB121"
    name = "invisible-character"
    severity = Severity.WARNING
    fixable = Applicability.UNSAFE
    bad = (
        Example(
            yaml="title: Latency \u202eliat gnol eht\u202c of Serving\n",
            underlines=("\u202e", "\u202c"),
            fixed="title: Latency liat gnol eht of Serving\n",
        ),
        Example(
            yaml="question: How much mem\u200b\u200bory is needed?\n",
            underlines="\u200b\u200b",
            fixed="question: How much memory is needed?\n",
        ),
        Example(
            yaml='title: "The \\u202eWeights\\u200b Leave Room"\n',
            underlines=("\\u202e", "\\u200b"),
            fixed='title: "The Weights Leave Room"\n',
        ),
        Example(
            yaml="tags: [a\U000e0068\U000e0069b]\n", underlines="\U000e0068\U000e0069", fixed="tags: [ab]\n"
        ),
    )
    good = (
        Example(yaml="tags: ['👩‍💻', '🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f']\n"),
        Example(yaml='title: "A Soft\\u00adHyphen Written as an Escape"\n'),
    )

    def check(self, file: SourceFile) -> Iterable[Finding]:
        """Report every run of invisible characters."""
        document = file.document
        if document is None:
            return ()
        raw = () if document.text.isascii() else self._found(file, document.text)
        return islice(chain(raw, self._escaped(file, document)), _MOST)

    def _found(self, file: SourceFile, text: str) -> Iterator[Finding]:
        assert file.document is not None
        for start, end in _hidden_in(text):
            fix = Fix(Applicability.UNSAFE, (Edit(start, end, ""),))
            yield self.finding(file, _hidden(text[start:end]), file.document.lines.span(start, end), fix=fix)

    def _escaped(self, file: SourceFile, document: Document) -> Iterator[Finding]:
        for path, text in escaped_texts(file, _INVISIBLE.search):
            for start, end in _hidden_in(text):
                source = document.source_range(path, start, end)
                written = "" if source is None else document.text[slice(*source)]
                # Whoever writes the escape of a soft hyphen means it; what stands raw was reported.
                if text[start:end].strip("\u00ad") and written.isascii():
                    fix = Fix(Applicability.UNSAFE, (Edit(*source, ""),)) if source is not None else None
                    span = document.text_span(path, start, end)
                    yield self.finding(file, _hidden(text[start:end]), span, fix=fix)


# Reporting a handful is enough to have a look; a hostile file could hold half a million.
_MOST = 10
_INVISIBLE = lazy_re.compile(f"[{INVISIBLE}]")
# Flags such as England's are a black flag followed by tag characters; they come first so as to be passed
# over.
_RUN = lazy_re.compile(f"\U0001f3f4[\U000e0020-\U000e007f]+|(?P<invisible>{_INVISIBLE.pattern}+)")
_JOINERS = frozenset("\u200c\u200d")
_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _hidden_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield where runs of invisible characters stand, but for those that their script or an emoji needs."""
    for match in _RUN.finditer(text):
        if match["invisible"] is not None and not _joins(text, *match.span()):
            yield match.span()


def _joins(text: str, start: int, end: int) -> bool:
    """Whether a run is a joiner between characters of a script, or an emoji, that takes joiners."""
    if end - start != 1:
        return False
    before, after = text[start - 1 : start], text[end : end + 1]
    if text[start] in _JOINERS:
        return before >= "\u0600" and after >= "\u0600"
    # Variants of Chinese characters are chosen by an invisible selector.
    return text[start] >= "\U000e0100" and before >= "\u3400"


def _hidden(run: str) -> str:
    name = unicodedata.name(run[0], "unassigned").lower()
    more = f" and {len(run) - 1} more" if len(run) > 1 else ""
    harm = "makes text read differently from what it says" if run[0] in _DIRECTIONS else "cannot be seen"
    return f"the character U+{ord(run[0]):04X} ({name}){more} {harm}; remove it unless it is meant"
