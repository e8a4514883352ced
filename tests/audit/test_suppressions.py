from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from audited import audit
from each import each
from qbank.audit.engine import Audit
from qbank.audit.plan import Plan
from qbank.audit.settings import Comments, Settings
from qbank.audit.suppressions import Suppression, split, suppressions
from qbank.rules.core.base import QuestionRule
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.registry import RuleSet, all_rules
from qbank.yamlio.positions import Span
from qbank.yamlio.reader import read_bytes

if TYPE_CHECKING:
    from tests.conftest import Bank

EVERY_LINE = range(1, 40)


def finding(line: int, code: str = "QB501") -> Finding:
    return Finding(code, "name", Severity.ERROR, "message", "path", line, 1, line, 2)


def suppressed(text: str, code: str = "QB501") -> list[int]:
    """The lines on which findings of a rule are suppressed."""
    by = suppressions(read_bytes(text.encode()))
    lines = [finding(line, code) for line in EVERY_LINE]
    remaining, kept_back, *_ = split(lines, by)
    assert len(kept_back) == len(lines) - len(remaining)
    return [found.line for found in lines if found not in remaining]


def test_nothing_without_comments() -> None:
    assert suppressed("title: a\n# qbank is a tool\nlevel: L1\n") == []
    assert suppressions(None) == ()


def test_behind_a_value() -> None:
    text = "title: a  # qbank: ignore QB501\nlevel: L1\n"
    assert suppressed(text) == [1]
    assert suppressed(text, "QB502") == []


@each("selector", ["QB501, QB2", "QB2 QB501", "QB5", "qb5", "title-period", "ALL", ""])
def test_codes_prefixes_names_or_nothing(selector: str) -> None:
    assert suppressed(f"level: L1\ntitle: a  # qbank: ignore {selector}\n") == [2]


@each("form", ["#qbank:ignore QB501", "#  qbank : ignore QB501", "# see QB1  # qbank: ignore QB501"])
def test_spacing_and_words_before(form: str) -> None:
    assert suppressed(f"title: a {form}\n") == [1]


def test_a_reason_is_no_code() -> None:
    assert suppressed("title: a # qbank: ignore QB502 -- QB501 would be wrong\n") == []
    assert suppressed("title: a # qbank: ignore QB502 -- QB501 would be wrong\n", "QB502") == [1]


def test_an_unknown_code_suppresses_nothing_and_does_not_mean_all() -> None:
    assert suppressed("title: a # qbank: ignore QB999\n") == []
    assert suppressed("title: a # qbank: ignore QB999, QB501\n") == [1]


def test_an_unknown_verb_does_nothing() -> None:
    assert suppressed("title: a # qbank: ignroe QB501\n") == []
    assert suppressed("title: a # qbank:\n") == []


@each("header", ["|", ">-", "|2+"])
def test_behind_the_header_of_a_block_it_holds_for_the_whole_text(header: str) -> None:
    text = f"level: L1\nscenario: {header}  # qbank: ignore QB501\n  one\n\n  three\n\nlevel2: x\n"
    assert suppressed(text) == [2, 3, 4, 5]


def test_behind_a_key_it_holds_for_all_of_its_fields() -> None:
    text = "details:  # qbank: ignore\n  a: 1\n  b:\n    - x\n    - y\nlevel: L1\n"
    assert suppressed(text) == [1, 2, 3, 4, 5]


def test_a_field_inside_another() -> None:
    assert suppressed("details:\n  a: |  # qbank: ignore\n    x\n  b: 1\n") == [2, 3]


def test_a_value_over_several_lines_may_have_it_at_its_end() -> None:
    assert suppressed('level: L1\nscenario: "one\n  two\n  three"  # qbank: ignore\nx: 1\n') == [2, 3, 4]


def test_items_of_a_list() -> None:
    text = "tags:\n  - a\n  - b  # qbank: ignore\n  - c\n"
    assert suppressed(text) == [3]
    assert suppressed("tags: [a, b]  # qbank: ignore\nx: 1\n") == [1]
    assert suppressed("tags: [a,  # qbank: ignore\n  b]\nx: 1\n") == [1, 2]


def test_a_key_at_the_start_of_an_item_is_itself_and_not_the_item() -> None:
    text = "resources:\n  - name: n  # qbank: ignore\n    url: u\n  - name: m\n"
    assert suppressed(text) == [2]


def test_on_a_line_of_its_own_it_holds_for_the_next_field() -> None:
    text = "level: L1\n# qbank: ignore QB501\n\n# another comment\nscenario: |\n  one\n  two\nx: 1\n"
    assert suppressed(text) == [5, 6, 7]


def test_above_an_item_it_holds_for_the_item() -> None:
    text = "resources:\n  # qbank: ignore\n  - name: n\n    url: u\n  - name: m\n"
    assert suppressed(text) == [3, 4]


def test_above_the_first_field_it_holds_for_that_field() -> None:
    assert suppressed("# qbank: ignore\ntitle: a\nlevel: L1\n") == [2]


def test_with_no_field_after_it_it_holds_for_nothing_else() -> None:
    assert suppressed("title: a\n# qbank: ignore\n") == [2]


@each(
    "text",
    [
        "# qbank: ignore-file QB501\ntitle: a\n",
        "title: a\ndetails:\n  b: 1  # qbank: ignore-file QB5\n",
        "title: a\n# qbank: ignore-file\n",
    ],
)
def test_the_whole_file(text: str) -> None:
    assert suppressed(text) == list(EVERY_LINE)


@each(
    "text",
    [
        "scenario: |\n  # qbank: ignore-file\n  text\n",
        "scenario: >\n  text # qbank: ignore-file\n",
        'scenario: "# qbank: ignore-file"\n',
        "scenario: 'a\n  # qbank: ignore-file'\n",
        "scenario: a#qbank:ignore-file\n",
        "scenario: |\n  text\n\n  # qbank: ignore-file\nlevel: L1\n",
    ],
)
def test_text_of_a_question_suppresses_nothing(text: str) -> None:
    assert suppressed(text) == []


def test_windows_line_ends() -> None:
    assert suppressed("level: L1\r\nscenario: |  # qbank: ignore\r\n  one\r\n  two\r\nx: 1\r\n") == [2, 3, 4]


def test_a_field_given_twice() -> None:
    assert suppressed("title: a\ntitle: b  # qbank: ignore\nx: 1\n") == [2]


def test_many_aliases_take_no_time() -> None:
    lines = ["a0: &a0 [x, y]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 12)]
    text = "\n".join(["# qbank: ignore", *lines])
    assert suppressed(text) == [2]


def test_several_comments() -> None:
    by = suppressions(read_bytes(b"# qbank: ignore QB501\ntitle: a # qbank: ignore QB502\n"))
    assert by == (
        Suppression(frozenset({"QB501"}), 2, 2, Span(1, 17, 1, 22), "QB501"),
        Suppression(frozenset({"QB502"}), 2, 2, Span(2, 26, 2, 31), "QB502"),
    )


class TestUnused:
    """Only when every rule that a comment names has spoken can it be told to be of no use."""

    def told(self, bank: Bank, *targets: Path, **settings: Any) -> list[str]:
        found = audit(targets, Settings(root=bank.root, **settings)).findings
        return [finding.message.partition(" suppresses")[0] for finding in found if finding.code == "QB003"]

    def test_one_word_of_several(self, bank: Bank) -> None:
        bank.add("cloud-0001", "title: The Cache.  # qbank: ignore QB501, QB502\n")
        assert self.told(bank) == ["'QB502'"]

    def test_a_rule_that_did_not_run_may_be_needed(self, bank: Bank) -> None:
        bank.add("cloud-0001", "title: The Cache  # qbank: ignore QB5\n")
        assert self.told(bank) == ["'QB5'"]
        assert self.told(bank, select=("QB0", "QB501")) == []
        assert self.told(bank, ignore=("QB502",)) == []
        assert self.told(bank, severities={"QB502": None}) == []

    def test_a_rule_about_the_bank_needs_the_whole_bank(self, bank: Bank) -> None:
        path = bank.add("cloud-0001", "related: [cloud-0002]  # qbank: ignore QB631\n")
        bank.add("cloud-0002")
        assert self.told(bank, path) == []
        assert self.told(bank) == ["'QB631'"]

    def test_what_suppresses_a_finding_about_the_bank_is_of_use(self, bank: Bank) -> None:
        bank.add("cloud-0001", "related: [nothing]  # qbank: ignore QB631\n")
        assert self.told(bank) == []

    def test_it_can_be_suppressed_itself(self, bank: Bank) -> None:
        bank.add("cloud-0001", "# qbank: ignore-file QB003\ntitle: The Cache  # qbank: ignore QB501\n")
        assert self.told(bank) == []

    def test_in_a_file_that_a_rule_crashed_on_nothing_is_known(self, bank: Bank) -> None:
        class Failing(QuestionRule):
            code = "QB999"
            name = "failing"
            severity = Severity.ERROR

            def check(self, question: QuestionFile) -> list[Finding]:
                raise ValueError(question.id)

        bank.add("cloud-0001", "title: The Cache  # qbank: ignore QB501\n")
        rules = RuleSet([*all_rules(), Failing()])
        result = Audit.of([bank.root], plan=Plan(Settings(root=bank.root), rules)).run()
        assert [finding.code for finding in result.findings] == []


class TestWhatTheSettingsForbid:
    """A comment that does what it must not suppresses nothing, and QB004 says why."""

    def told(self, bank: Bank, comment: str, **allowed: Any) -> list[str]:
        bank.add("cloud-0001", f"title: The Cache.  # qbank: {comment}\nphase: infrence\n")
        settings = Settings(root=bank.root, suppressions=Comments(**allowed))
        return sorted({finding.code for finding in audit([], settings).findings})

    def test_comments_without_rules(self, bank: Bank) -> None:
        assert self.told(bank, "ignore") == ["QB203"]
        assert self.told(bank, "ignore", name_rules=True) == ["QB004", "QB203", "QB501"]
        assert self.told(bank, "ignore-file", name_rules=True) == ["QB004", "QB203", "QB501"]
        assert self.told(bank, "ignore QB501", name_rules=True) == ["QB203"]

    def test_comments_without_a_reason(self, bank: Bank) -> None:
        assert self.told(bank, "ignore QB501", give_reason=True) == ["QB004", "QB203", "QB501"]
        assert self.told(bank, "ignore QB501 --", give_reason=True) == ["QB004", "QB203", "QB501"]
        assert self.told(bank, "ignore QB501 -- so it is called", give_reason=True) == ["QB203"]

    def test_what_weighs_more(self, bank: Bank) -> None:
        assert self.told(bank, "ignore-file QB501, QB203") == []
        everything_but_errors = self.told(bank, "ignore-file QB501, QB203", up_to=Severity.WARNING)
        assert everything_but_errors == ["QB004", "QB203"]
        assert self.told(bank, "ignore-file QB501", up_to=Severity.INFO) == ["QB004", "QB203", "QB501"]
        assert self.told(bank, "ignore-file QB004, QB501", up_to=Severity.INFO)[:2] == ["QB003", "QB004"]
