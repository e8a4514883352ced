"""QB2xx: whether the fields are what the question format asks for."""

from __future__ import annotations

from collections.abc import Iterator

from qbank.bank.editing.editor import replace_value
from qbank.problems import Problem, ProblemKind
from qbank.rules.core.base import Example, ProblemRule, QuestionRule
from qbank.rules.core.finding import Applicability, Finding, Fix, Severity
from qbank.rules.core.fixing import quote_or_unquote, rename_key, replace_text
from qbank.rules.core.question_file import QuestionFile
from qbank.yamlio.document import FieldPath


class _SuggestingRule(ProblemRule):
    """A rule whose fix is the near value that the model suggests.

    It is a guess, so a reader must agree, unless nothing but the case of letters changes.
    """

    fixable = Applicability.UNSAFE

    def fix(self, question: QuestionFile, problem: Problem) -> Fix | None:
        """Put the suggestion in place of the value."""
        value, suggestion = question.value(problem.path), problem.suggestion
        if suggestion is None:
            return None
        if not isinstance(value, str):
            edits = replace_value(question.document, problem.path, suggestion)
            return Fix(Applicability.UNSAFE, edits) if edits else None
        same = value.casefold() == suggestion.casefold()
        sure = Applicability.SAFE if same else Applicability.UNSAFE
        return replace_text(question, problem.path, 0, len(value), suggestion, applicability=sure)


class _RenamingRule(ProblemRule):
    """A rule whose fix gives a field the name that the model suggests, unless that is taken."""

    fixable = Applicability.UNSAFE

    def fix(self, question: QuestionFile, problem: Problem) -> Fix | None:
        """Rename the field."""
        holder = question.value(problem.path[:-1])
        if problem.suggestion is None or not isinstance(holder, dict) or problem.suggestion in holder:
            return None
        return rename_key(question, problem.path, problem.suggestion)


class _QuotingRule(ProblemRule):
    """A rule whose fix adds or removes the quotes that made YAML read something else."""

    fixable = Applicability.SAFE

    def fix(self, question: QuestionFile, problem: Problem) -> Fix | None:
        """Add or remove quotes, where that is all there is to it."""
        return quote_or_unquote(question, problem)


class MissingField(_RenamingRule):
    """A field that every question needs is missing.

    Without its track, level, zone, topic and area a question cannot be found or balanced; without a status
    and a provenance nobody knows whether to trust it; without a solution there is no answer. The message says
    what may stand there. If a field is there whose name nothing reads and which is near, it is pointed at,
    and the fix renames it; else the finding stands at the first field of those among which it is missing, or
    at the name of the field in which it is missing.
    """

    code = "QB201"
    name = "missing-field"
    kinds = frozenset({ProblemKind.MISSING})
    bad = (
        Example(yaml="", without=("provenance",), underlines="schema_version"),
        Example(
            yaml="provenence: human\n",
            without=("provenance",),
            underlines="provenence",
            fixed="provenance: human\n",
        ),
        Example(yaml="", without=("details.realistic_solution",), underlines="details"),
        Example(yaml="level: L4\nzone:\n", underlines=""),
        Example(yaml='details:\n  options: ["1 GiB", "2 GiB"]\n', underlines="details"),
    )
    good = (Example(yaml="provenance: human\n"),)


class UnknownField(_RenamingRule):
    """A field has a name that nothing reads.

    Usually a slip of the pen, so that what was meant is missing; where that is a field every question needs,
    the finding is QB201 instead. The file is not refused: other tools may have left the field. The fix
    renames it when there is one near name that is not taken.
    """

    code = "QB202"
    name = "unknown-field"
    severity = Severity.WARNING
    kinds = frozenset({ProblemKind.UNKNOWN_FIELD})
    bad = (
        Example(yaml="competency: memory\n", underlines="competency"),
        Example(
            yaml="expected_time_minuts: 10\n",
            without=("expected_time_minutes",),
            underlines="expected_time_minuts",
            fixed="expected_time_minutes: 10\n",
        ),
        Example(
            yaml="details:\n  'resource':\n    - name: A paper\n      url: https://example.org\n",
            underlines="'resource'",
            fixed="details:\n  'resources':\n    - name: A paper\n      url: https://example.org\n",
        ),
    )
    good = (Example(yaml="expected_time_minutes: 10\n"),)


class UnknownValue(_SuggestingRule):
    """A value is none of the words that the field takes.

    Tracks, levels, zones, topics, areas and the like are closed lists: a misspelt one makes a question
    invisible to everyone who selects by it. The message gives the nearest word, or the list. The fix puts in
    the nearest word; it is safe where only the case of letters differs.
    """

    code = "QB203"
    name = "unknown-value"
    kinds = frozenset({ProblemKind.CHOICE})
    bad = (
        Example(
            yaml="topic: kv-cache-managment\n",
            underlines="kv-cache-managment",
            fixed="topic: kv-cache-management\n",
        ),
        Example(
            yaml="phase: 'Inference'  # of the model\n",
            underlines="'Inference'",
            fixed="phase: 'inference'  # of the model\n",
        ),
        Example(yaml="level: 4\n", underlines="4", fixed="level: L4\n"),
        Example(yaml="status: live\n", underlines="live"),
    )
    good = (Example(yaml="topic: kv-cache-management\n"),)


class WrongType(_QuotingRule):
    """A value is not of the kind the field takes.

    Often YAML has read something else than was written: `1.0` without quotes is a number, `yes` is text, text
    with a `: ` in it is a mapping. The fix adds or removes the quotes where that is all there is to it, and
    writes `true` and `false` for `yes` and `no`.
    """

    code = "QB204"
    name = "wrong-type"
    kinds = frozenset({ProblemKind.TYPE})
    bad = (
        Example(yaml="schema_version: 1.0\n", underlines="1.0", fixed="schema_version: '1.0'\n"),
        Example(yaml="expected_time_minutes: '10'\n", underlines="'10'", fixed="expected_time_minutes: 10\n"),
        Example(yaml="validated: no\n", underlines="no", fixed="validated: false\n"),
        Example(yaml="tags: serving\n", underlines="serving"),
        Example(yaml="validated: [true]\n", underlines="[true]"),
    )
    good = (Example(yaml="expected_time_minutes: 10\nvalidated: true\n"),)


class WrongLength(ProblemRule):
    """A text is too short or too long, or a list has too few or too many items.

    A title has at most 120 characters, so that it fits a line; a question at most 200, so that it asks one
    thing; a scenario at least 30, so that there is one. What a long question explains belongs into the
    scenario.
    """

    code = "QB205"
    name = "wrong-length"
    kinds = frozenset({ProblemKind.LENGTH})
    bad = (
        Example(yaml="scenario: A GPU is slow.\n", underlines="A GPU is slow."),
        Example(yaml=f"title: {'Very ' * 24}Long\n", underlines=f"{'Very ' * 24}Long"),
        Example(yaml="details:\n  realistic_solution: ''\n", underlines="''"),
    )
    good = (Example(yaml="scenario: A GPU computes more slowly than its data sheet says.\n"),)


class OutOfRange(ProblemRule):
    """A number is outside what makes sense for the field.

    Positions, minutes and points are not negative; difficulty goes from 1 to 4.
    """

    code = "QB206"
    name = "out-of-range"
    kinds = frozenset({ProblemKind.RANGE})
    bad = (
        Example(yaml="expected_time_minutes: -5\n", underlines="-5"),
        Example(yaml="chains:\n  - id: cloud-chain-1\n    position: -1\n", underlines="-1"),
    )
    good = (Example(yaml="expected_time_minutes: 5\n"),)


class WrongFormat(ProblemRule):
    """A text is not written the way the field asks for.

    Ids are lower-case words and numbers joined by hyphens; dates are written like `2026-04-01`. Other tools
    sort, compare and link by them.
    """

    code = "QB207"
    name = "wrong-format"
    kinds = frozenset({ProblemKind.PATTERN})
    bad = (
        Example(
            yaml="id: cloud-KV_1\n", path="questions/cloud/memory/cloud-KV_1.yaml", underlines="cloud-KV_1"
        ),
        Example(yaml="created_at: 1 April 2026\n", underlines="1 April 2026"),
    )
    good = (Example(yaml="created_at: '2026-04-01'\n"), Example(yaml="created_at: 2026-04-01\n"))


class SchemaVersion(ProblemRule):
    """The file is of a version of the format that this qbank does not read.

    Fields may mean something else in another version, so the rest of the findings cannot be trusted. Versions
    1.x are read.
    """

    code = "QB208"
    name = "schema-version"
    kinds = frozenset({ProblemKind.VERSION})
    bad = (Example(yaml="schema_version: '2.0'\n", underlines="'2.0'"),)
    good = (Example(yaml="schema_version: '1.3'\n"),)


class OptionIsMapping(_QuotingRule):
    """An option of a multiple-choice question was read as a mapping.

    `- Latency: it doubles` is a mapping with the field `Latency` for every YAML reader, and the option would
    be lost. The fix puts quotes around it and changes nothing else.
    """

    code = "QB211"
    name = "option-is-mapping"
    kinds = frozenset({ProblemKind.MAPPING_OPTION})
    bad = (
        Example(
            yaml="details:\n  options:\n    - Latency: it doubles\n    - Throughput\n  correct_index: 0\n",
            underlines="Latency: it doubles",
            fixed="details:\n  options:\n    - 'Latency: it doubles'\n    - Throughput\n  correct_index: 0\n",
        ),
        Example(
            yaml=(
                "details:\n  options:\n    - ZeRO-3: it doesn't\n        replicate anything  # true\n"
                "    - Data parallelism\n  correct_index: 0\n"
            ),
            underlines="ZeRO-3: it doesn't\n        replicate anything",
            fixed=(
                "details:\n  options:\n    - 'ZeRO-3: it doesn''t\n        replicate anything'  # true\n"
                "    - Data parallelism\n  correct_index: 0\n"
            ),
        ),
    )
    good = (
        Example(
            yaml="details:\n  options:\n    - 'Latency: it doubles'\n    - Ratio 2:1\n  correct_index: 0\n"
        ),
    )


class AnswerIndex(ProblemRule):
    """`correct_index`, or the `option` of a mistake, points at no option that it can mean.

    Both count from 0, so with four options the last is 3. A question whose right answer does not exist cannot
    be graded. A mistake leads to a wrong option, and each option says of one mistake only what is behind it.
    """

    code = "QB212"
    name = "answer-index"
    kinds = frozenset({ProblemKind.OPTION_INDEX})
    bad = (
        Example(yaml='details:\n  options: ["1 GiB", "2 GiB"]\n  correct_index: 2\n', underlines="2"),
        Example(yaml="details:\n  correct_index: 0\n", underlines="0"),
        Example(
            yaml="details:\n  options: [1 GiB, 2 GiB]\n  correct_index: 1\n"
            "mistakes:\n  - {text: Counts bits., option: 1}\n",
            underlines="1",
        ),
    )
    good = (
        Example(yaml='details:\n  options: ["1 GiB", "2 GiB"]\n  correct_index: 1\n'),
        Example(
            yaml="details:\n  options: [1 GiB, 2 GiB]\n  correct_index: 1\n"
            "mistakes:\n  - {text: Counts bits., option: 0}\n"
        ),
    )


class UnsafeUrl(_SuggestingRule):
    """A link is not a plain https address.

    Readers click on it. Addresses of other kinds can run code, show something else than they name, or be
    changed on the way. The fix turns `http` into `https`; check that the page is there.
    """

    code = "QB213"
    name = "unsafe-url"
    kinds = frozenset({ProblemKind.URL})
    bad = (
        Example(
            yaml="details:\n  resources:\n    - name: A paper\n      url: http://example.org/paper\n",
            underlines="http://example.org/paper",
            fixed="details:\n  resources:\n    - name: A paper\n      url: https://example.org/paper\n",
        ),
        Example(
            yaml="details:\n  resources:\n    - name: A paper\n      url: 'javascript:alert(1)'\n",
            underlines="'javascript:alert(1)'",
        ),
    )
    good = (
        Example(yaml="details:\n  resources:\n    - name: A paper\n      url: https://example.org/paper\n"),
    )


class BadVisual(ProblemRule):
    """The path of a drawing is not a safe name.

    It is relative, ends in `.svg`, and holds letters, digits, `.`, `_`, `-` and `/` only, so that a question
    cannot reach files outside of the bank.
    """

    code = "QB214"
    name = "bad-visual"
    kinds = frozenset({ProblemKind.VISUAL})
    bad = (
        Example(
            yaml="visual:\n  kind: svg\n  path: ../../secret.svg\n  alt: Something else\n",
            underlines="../../secret.svg",
        ),
    )
    good = (
        Example(
            yaml="visual:\n  kind: svg\n  path: cloud-0001.svg\n  alt: The cache over time\n",
            others={"questions/cloud/memory/cloud-0001.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>\n"},
        ),
    )


class MissingVisual(QuestionRule):
    """The file of a drawing does not exist.

    It is looked for in the question's folder and in the bank's folders of drawings (`visuals/`,
    `questions/visuals/`, and the folder of the track in each of them; `visual-folders` in the settings names
    others). Outside of a bank nobody knows where drawings lie, so nothing is reported.
    """

    code = "QB215"
    name = "missing-visual"
    severity = Severity.ERROR
    bad = (
        Example(
            yaml="visual:\n  kind: svg\n  path: cloud-0001.svg\n  alt: The cache over time\n",
            underlines="cloud-0001.svg",
            others={"questions/cloud/memory/cloud-0002.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>\n"},
        ),
    )
    good = (
        Example(
            yaml="visual:\n  kind: svg\n  path: cloud-0001.svg\n  alt: The cache over time\n",
            others={"visuals/cloud/cloud-0001.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>\n"},
        ),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look for the file."""
        path: FieldPath = ("visual", "path")
        name, file, root = question.text(path), question.document.path, question.settings.root
        # A path that is no safe name is another rule's matter, and must not be looked for.
        unsafe = any(problem.path[:2] == path for problem in question.problems)
        if name is None or file is None or root is None or unsafe:
            return
        folders, track = question.settings.visual_folders, question.text(("track",))
        places = [file.parent]
        for folder in folders:
            places += [root / folder, *([root / folder / track] if track else ())]
        if not any(question.file_exists(place / name) for place in places):
            listed = ", ".join(f"'{folder}/'" for folder in folders)
            detail = f"there is no file '{name}', neither beside the question nor in {listed}"
            yield self.at_field(question, path, detail)


class UnsafeText(ProblemRule):
    """A scenario holds HTML or active content.

    Scenarios are plain text; they end up on web pages and in learning platforms, where markup of a stranger
    can run as code. Describe it in words.
    """

    code = "QB216"
    name = "unsafe-text"
    kinds = frozenset({ProblemKind.UNSAFE_TEXT})
    bad = (
        Example(
            yaml="scenario: A page of results <script>alert(1)</script> loads slowly on phones.\n",
            underlines="<script",
        ),
        Example(
            yaml="scenario: |\n  A page loads slowly on phones.\n  <br/>It has many images.\n",
            underlines="<br/>",
        ),
    )
    good = (Example(yaml="scenario: A batch of a < b requests, as List<int>, loads slowly on phones.\n"),)


class Conflict(ProblemRule):
    """Two fields contradict each other.

    Each is fine alone, but both cannot be meant, as with an interval whose lower end is above its upper one.
    """

    code = "QB217"
    name = "conflicting-fields"
    kinds = frozenset({ProblemKind.CONFLICT})
    bad = (
        Example(yaml="answer:\n  value: 5\n  interval: [7, 6]\n", underlines="[7, 6]"),
        Example(
            yaml="parts:\n  - {label: a, prompt: How large}\n  - {label: a, prompt: How fast}\n",
            underlines="a",
        ),
    )
    good = (Example(yaml="answer:\n  value: 5\n  interval: [4, 6]\n"),)

    def covers(self, problem: Problem) -> bool:
        """Leave an id that does not fit the track to the rule of its own."""
        return problem.path != ("id",)
