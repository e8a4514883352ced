from __future__ import annotations

from pathlib import Path
from typing import Any

from each import each
from qbank.problems import ProblemKind
from qbank.rules.core.base import ProblemRule, ReadProblemRule
from qbank.rules.core.question_file import SourceFile
from qbank.rules.registry import all_rules, find
from qbank.yamlio.read_problems import ReadProblemKind
from rules.rule_examples import laid_over

PATH = "questions/cloud/memory/cloud-0001.yaml"


def test_every_kind_of_problem_has_its_rule() -> None:
    read = [rule.kinds for rule in all_rules() if isinstance(rule, ReadProblemRule)]
    assert sorted(kind for kinds in read for kind in kinds) == sorted(ReadProblemKind)
    found = {kind for rule in all_rules() if isinstance(rule, ProblemRule) for kind in rule.kinds}
    assert found == set(ProblemKind)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    source = SourceFile.read(tmp_path / "gone.yaml", shown="gone.yaml")
    assert source.question() is None
    rule = find("QB101")
    (finding,) = rule.check(source)  # type: ignore[attr-defined]
    assert (finding.code, finding.path, finding.line, finding.column) == ("QB101", "gone.yaml", 1, 1)


def test_bytes_from_standard_input() -> None:
    text = laid_over("", PATH)
    source = SourceFile.from_bytes(text.encode(), "<stdin>")
    question = source.question()
    assert question is not None
    assert (question.path, question.id, question.document.path) == ("<stdin>", "cloud-0001", None)
    assert SourceFile.from_bytes(b"\xff", "<stdin>").question() is None


@each("char", ["\u200b", "\u00ad", "\u2062", "\u202e", "\u2066", "\u3164", "\U000e0041"])
def test_hidden_characters(audit: Any, char: str) -> None:
    audited = audit({PATH: laid_over(f"tags: ['a{char}b']\n", PATH)})
    assert [audited.underlined(finding) for finding in audited.of("QB121")] == [char]
    assert f"U+{ord(char):04X}" in audited.of("QB121")[0].message


@each("text", ["👩🏽‍🚀", "می‌خواهم", "क्‍ष", "×µ—’…", "é", "葛󠄀"])
def test_characters_that_belong_to_a_script_or_an_emoji(audit: Any, text: str) -> None:
    assert audit({PATH: laid_over(f"tags: ['{text}']\n", PATH)}).of("QB121") == []


def test_a_joiner_between_latin_letters_hides(audit: Any) -> None:
    assert len(audit({PATH: laid_over("tags: ['a\u200db']\n", PATH)}).of("QB121")) == 1
