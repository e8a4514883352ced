"""A session as an editor has it: a process, the wire, and texts that are nowhere but in the editor."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from lsp.conftest import PLACE
from lsp.session import applied, in_session
from qbank.lsp.server import goes_wrong
from qbank.rules.registry import all_rules
from rules.rule_examples import laid_over

if TYPE_CHECKING:
    from pathlib import Path

    from lsp.conftest import Editor
    from lsp.session import Client

WRONG = "details:\n  napkin_math: |\n    **Calculations:**\n    - Load: 14 GB / 28 GB/s = 5 s\n"


@pytest.fixture
def typed(editor: Editor) -> Iterator[Editor]:
    """The session with one question open."""
    editor.run(_open(editor, editor.question()))
    yield editor
    editor.client.close(editor.uri)
    assert editor.run(editor.client.diagnostics(editor.uri)) == []


async def _open(editor: Editor, text: str) -> None:
    editor.client.open(editor.uri, text)
    await editor.client.diagnostics(editor.uri)


def _type(editor: Editor, text: str) -> list[types.Diagnostic]:
    editor.client.type(editor.uri, text)
    return editor.run(editor.client.diagnostics(editor.uri))


def _done(text: str, action: types.CodeAction, uri: str) -> str:
    assert action.edit is not None
    assert action.edit.changes is not None
    return applied(text, list(action.edit.changes[uri]))


def _at(text: str, part: str) -> types.Position:
    before = text[: text.index(part)]
    line = before.rpartition("\n")[2]
    return types.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2)


def test_findings_are_those_of_the_text_in_the_editor(typed: Editor) -> None:
    assert _type(typed, typed.question()) == []
    text = typed.question("title: The 🔥 Cache.\n")
    [found] = _type(typed, text)
    assert (found.code, found.source, found.severity) == ("QB501", "qbank", types.DiagnosticSeverity.Warning)
    assert found.message == "title: ends with a period"
    start = _at(text, ".\n")
    assert found.range == types.Range(start, types.Position(start.line, start.character + 1))
    assert typed.question() == (typed.root / "questions/cloud/memory/cloud-0001.yaml").read_text("utf-8")
    assert _type(typed, typed.question()) == []


def test_of_many_changes_the_last_one_counts(typed: Editor) -> None:
    for length in range(1, 40):
        typed.client.type(typed.uri, typed.question(f"title: {'x' * length}.\n"))
    assert _type(typed, typed.question("title: No Period\n")) == []


def test_hover_shows_what_a_claim_comes_to(typed: Editor) -> None:
    text = typed.question(WRONG)
    [found] = [one for one in _type(typed, text) if one.code == "QB301"]
    place = _at(text, "28 GB/s")
    said = typed.run(typed.client.hover(typed.uri, place.line, place.character))
    assert said is not None
    assert said.startswith("**wrong**\n\n```text\n14 GB / 28 GB/s = 0.5 s, stated as 5 s\n")
    assert "QB301" not in said
    said = typed.run(typed.client.hover(typed.uri, found.range.start.line, found.range.start.character))
    assert said is not None
    assert "stated as 5 s" in said
    assert "**QB301 napkin-wrong-value** (error" in said


def test_hover_shows_what_a_finding_and_a_topic_mean(typed: Editor) -> None:
    text = typed.question("title: The Cache.\ntopic: flash-attention\nzone: analyze  # qbank: ignore QB402\n")
    _type(typed, text)
    for part, said in [
        (".\n", "**QB501 title-period** (warning, safe fix)\n\nA title ends with a period."),
        ("flash", "**flash-attention**\n\nArea: optimization."),
        ("analyze  #", "**analyze**\n\nExplain why a system behaves as it does."),
        ("QB402", "**QB402 "),
        ("Every token", None),
        ("cloud-0001\n", "```text\ncloud-0001: The Cache. (L"),
    ]:
        place = _at(text, part)
        found = typed.run(typed.client.hover(typed.uri, place.line, place.character))
        assert (found or "").startswith(said or ""), part
        assert (found is None) == (said is None), part


def test_a_quick_fix_makes_the_text_right(typed: Editor) -> None:
    text = typed.question("title: The 🔥 Cache.  # mine\n")
    [found] = _type(typed, text)
    assert found.code_description is not None
    assert found.code_description.href.endswith("docs/rules.md#qb501-title-period")
    offered = typed.run(typed.client.actions(typed.uri, found.range))
    assert [(action.title, bool(action.is_preferred)) for action in offered] == [
        ("Delete .", True),
        ("Ignore QB501 in title", False),
        ("Ignore QB501 in this file", False),
    ]
    for comment in offered[1:]:
        assert _type(typed, _done(text, comment, typed.uri)) == []
    assert _type(typed, text) == [found]
    action = offered[0]
    assert action.kind == types.CodeActionKind.QuickFix
    assert list(action.diagnostics or ()) == [found]
    assert action.edit is not None
    assert action.edit.changes is not None
    after = applied(text, list(action.edit.changes[typed.uri]))
    assert after == typed.question("title: The 🔥 Cache  # mine\n")
    assert _type(typed, after) == []
    nowhere = types.Range(types.Position(0, 0), types.Position(0, 1))
    assert typed.run(typed.client.actions(typed.uri, nowhere)) == []


def test_a_comment_that_lets_pass_says_for_what_it_holds(typed: Editor) -> None:
    text = typed.question(WRONG)
    [found] = [one for one in _type(typed, text) if one.code == "QB301"]
    titles = [action.title for action in typed.run(typed.client.actions(typed.uri, found.range))]
    assert "Ignore QB301 in napkin_math" in titles
    text = typed.question(
        "kind: choice\ndetails:\n  options:\n  - 14 GB\n  - 28 GB\n  - All of the above\n  correct_index: 0\n"
    )
    [found] = [one for one in _type(typed, text) if text.splitlines()[one.range.start.line].endswith("above")]
    titles = [action.title for action in typed.run(typed.client.actions(typed.uri, found.range))]
    assert f"Ignore {found.code} in this entry" in titles


def test_all_safe_fixes_at_once(typed: Editor) -> None:
    text = typed.question("title: The Cache.\nquestion: Why is 2 \\u00d7 3 GB too much\n")
    assert {found.code for found in _type(typed, text)} == {"QB501", "QB511", "QB521"}
    whole = types.Range(types.Position(0, 0), types.Position(0, 0))
    [action] = typed.run(typed.client.actions(typed.uri, whole, ["source.fixAll"]))
    assert action.kind == "source.fixAll.qbank"
    assert action.edit is not None
    assert action.edit.changes is not None
    left = _type(typed, applied(text, list(action.edit.changes[typed.uri])))
    assert not {found.code for found in left} & {"QB501", "QB521"}
    assert typed.run(typed.client.actions(typed.uri, whole, ["refactor"])) == []


def test_completion_while_the_file_is_no_yaml_yet(typed: Editor) -> None:
    text = "id: cloud-0001\nzone: mastery\nrelated: [cloud-\nlevel: \ntopic: flash\ndetails: {\n"
    assert _type(typed, text) != []

    def offered(line: int, column: int) -> list[types.CompletionItem]:
        return typed.run(typed.client.completions(typed.uri, line, column))

    assert [item.label for item in offered(2, 16)] == ["cloud-0001", "cloud-0002"]
    levels = [item.label for item in offered(3, 7)]
    assert levels[0] == "L6+"
    [topic] = offered(4, 12)
    assert topic.text_edit == types.TextEdit(
        types.Range(types.Position(4, 7), types.Position(4, 12)), "flash-attention"
    )
    assert topic.documentation == "Area: optimization."
    assert offered(5, 10) == []
    resolved = typed.run(typed.client.completion_item_resolve_async(offered(2, 16)[1]))
    assert isinstance(resolved.documentation, types.MarkupContent)
    assert "Growth of the Cache" in resolved.documentation.value


def test_names_of_parameters_and_formulas(typed: Editor) -> None:
    text = typed.question(
        "question: How large is {total} of {}?\nparameters:\n  batch: {default: 8, choices: [8, 16]}\n"
        "derived:\n  total:\n    expression: batch * 2 GB\n"
        "checks:\n- formula: ring_all\n  given: {n: 8}\n  expect: 14 GB\n"
    )
    _type(typed, text)
    lines = text.split("\n")
    line = next(number for number, one in enumerate(lines) if one.startswith("question:"))

    def offered(line: int, column: int) -> list[str]:
        return [item.label for item in typed.run(typed.client.completions(typed.uri, line, column))]

    assert offered(line, lines[line].index("{}") + 1) == ["batch", "total"]
    inside = lines[line].index("total") + 2
    assert "total = 16 GB" in str(typed.run(typed.client.hover(typed.uri, line, inside)))
    defined = typed.run(typed.client.definition(typed.uri, line, inside))
    assert defined is not None
    assert lines[defined.range.start.line] == "  total:"
    check = lines.index("- formula: ring_all")
    assert "ring_allreduce_time" in offered(check, len(lines[check]))


def test_other_ways_out_of_a_wrong_value(typed: Editor) -> None:
    for claim, title, becomes in [
        ("14 GB / 28 GB/s = 500 s", "Change the unit to ms (look at the result)", "= 500 ms"),
        ("730 bytes * 40 Hz = 28.9 KB/s", "Write ≈ for =", "≈ 28.9 KB/s"),
        ("730 bytes * 40 Hz = 28.9 KB/s", "Replace 28.9 with 29.2 (look at the result)", "= 29.2 KB/s"),
    ]:
        text = typed.question(f"details:\n  napkin_math: |\n    **Calculations:**\n    - Load: {claim}\n")
        found = [found for found in _type(typed, text) if found.code in {"QB301", "QB302"}]
        offered = typed.run(typed.client.actions(typed.uri, found[0].range))
        [action] = [action for action in offered if action.title == title]
        after = _done(text, action, typed.uri)
        assert becomes in after
        assert not {found.code for found in _type(typed, after)} & {"QB301", "QB302"}
        assert sum(bool(action.is_preferred) for action in offered) <= 1
    hint = typed.run(typed.client.hints(typed.uri))
    assert [label for _, label in hint if label == "✓"]


def test_hints_say_what_a_claim_comes_to(typed: Editor) -> None:
    text = typed.question(WRONG)
    _type(typed, text)
    line = _at(text, "= 5 s").line
    assert [label for at, label in typed.run(typed.client.hints(typed.uri)) if at == line] == ["✗ 0.5 s"]


def test_the_outline_of_a_question(typed: Editor) -> None:
    text = typed.question("related: [cloud-0002]\n")
    _type(typed, text)
    symbols = {one.name: one for one in typed.run(typed.client.symbols(typed.uri))}
    assert {"id", "title", "scenario", "details", "related"} <= set(symbols)
    assert [child.name for child in symbols["related"].children or ()] == ["1. cloud-0002"]
    assert "napkin_math" in {child.name for child in symbols["details"].children or ()}
    start = symbols["related"].selection_range.start
    assert (start.line, start.character) == (_at(text, "related:").line, 0)


def test_the_page_of_a_question_and_a_claim_computed(typed: Editor) -> None:
    _type(typed, typed.question(WRONG))
    page = typed.run(typed.client.command("qbank.preview", typed.uri))
    assert isinstance(page, str)
    assert "Load: 14 GB / 28 GB/s = 5 s" in page
    assert "0.5 s" in page
    _type(typed, "title: [\n")
    assert typed.run(typed.client.command("qbank.preview", typed.uri)) is None
    for expression, claim in (
        ("7e9 * 2 bytes", "7e9 * 2 bytes = 14 GB"),
        ("14 GB / 28 GB/s", "14 GB / 28 GB/s = 0.5 s"),
        ("2 GB + 3 s", None),
        ("apples", None),
        ("1 = 1", None),
        ("9" * 600, None),
    ):
        assert typed.run(typed.client.command("qbank.claim", expression)) == claim, expression


def test_formatting_is_that_of_fmt(typed: Editor) -> None:
    text = typed.question("title:   The Cache   # mine\n")
    _type(typed, text)
    after = applied(text, typed.run(typed.client.formatted(typed.uri)))
    assert "title: The Cache  # mine\n" in after
    _type(typed, after)
    assert typed.run(typed.client.formatted(typed.uri)) == []


def test_going_to_what_is_named_and_back(typed: Editor) -> None:
    scenario = "scenario: |\n  An A100 serves a model, as in cloud-0002 before it.\n"
    text = typed.question(f"related: [cloud-0002]\ntopic: flash-attention\n{scenario}")
    _type(typed, text)

    def target(part: str) -> str:
        place = _at(text, part)
        found = typed.run(typed.client.definition(typed.uri, place.line, place.character + 2))
        return "" if found is None else found.uri.rpartition("/")[2]

    assert target("cloud-0002]") == target("cloud-0002 before") == "cloud-0002.yaml"
    assert target("flash-attention") == "question.schema.json"
    assert target("A100 serves") == "gpus.yaml"
    assert target("serves") == ""
    place = _at(text, "cloud-0002]")
    found = typed.run(typed.client.references(typed.uri, place.line, place.character + 2))
    here = [location for location in found if location.uri == typed.uri]
    assert [location.range.start for location in here] == sorted(
        [place, _at(text, "cloud-0002 before")], key=lambda at: at.line
    )
    assert any(location.uri.endswith("cloud-0002.yaml") for location in found)
    place = _at(text, "A100 serves")
    [device] = typed.run(typed.client.references(typed.uri, place.line, place.character + 2))
    assert device.range.start == place
    said = typed.run(typed.client.hover(typed.uri, place.line, place.character + 2)) or ""
    assert "a100-sxm4-80gb" in said


def test_the_questions_of_the_bank(typed: Editor) -> None:
    found = typed.run(typed.client.bank_symbols("0002 growth"))
    assert [symbol.name for symbol in found] == ["cloud-0002  Growth of the Cache in a Long Conversation"]


def test_another_id_and_all_that_refers_to_it(tmp_path: Path) -> None:
    old, other = (tmp_path / f"questions/cloud/memory/cloud-000{number}.yaml" for number in (1, 2))
    old.parent.mkdir(parents=True)
    old.write_text(laid_over("", PLACE), encoding="utf-8")
    text = laid_over("related: [cloud-0001]\n", PLACE.replace("0001", "0002"))
    other.write_text(text, encoding="utf-8")

    async def do(client: Client) -> None:
        client.open(other.as_uri(), text)
        await client.diagnostics(other.as_uri())
        place = _at(text, "cloud-0001]")
        place = types.Position(place.line, place.character + 1)
        for name, why in (
            ("Cloud 1", "is no id"),
            ("cloud-0002", "is taken"),
        ):
            with pytest.raises(JsonRpcException, match=why):
                await client.rename(other.as_uri(), place, name)
        edit = await client.rename(other.as_uri(), place, "cloud-0007")
        assert edit is not None
        changes = list(edit.document_changes or ())
        renamed = [change for change in changes if isinstance(change, types.RenameFile)]
        assert [(one.old_uri, one.new_uri) for one in renamed] == [
            (old.as_uri(), old.with_stem("cloud-0007").as_uri())
        ]
        texts = {
            change.text_document.uri: list(change.edits)
            for change in changes
            if isinstance(change, types.TextDocumentEdit)
        }
        assert "related: [cloud-0007]" in applied(text, texts[other.as_uri()])
        assert "id: cloud-0007" in applied(old.read_text("utf-8"), texts[old.as_uri()])
        assert old.is_file()
        client.type(other.as_uri(), f"{text}# more\n")
        with pytest.raises(JsonRpcException, match="is not saved"):
            await client.rename(other.as_uri(), place, "cloud-0007")

    in_session(tmp_path, do)


def test_puzzles_are_tried_when_nobody_types(editor: Editor) -> None:
    uri = (editor.root / "questions/labs/lab-ring.yaml").as_uri()
    [rule] = [rule for rule in all_rules() if rule.code == "QB960"]
    text = laid_over(rule.bad[0].yaml, "questions/labs/lab-ring.yaml")
    editor.client.open(uri, text)
    [found] = [one for one in editor.run(editor.client.diagnostics(uri)) if one.code == "QB960"]
    editor.client.type(uri, f"# more\n{text}")
    # At once what was found before, where it stands now.
    [moved] = [one for one in editor.run(editor.client.first(uri)) if one.code == "QB960"]
    assert moved.range.start.line == found.range.start.line + 1
    editor.client.type(uri, text.replace("t_comm <= 1[ms]", "t_comm <= 1[s]"))
    assert "QB960" not in {one.code for one in editor.run(editor.client.diagnostics(uri))}
    editor.client.close(uri)


def test_what_relates_all_facts_follows_when_nobody_types(typed: Editor) -> None:
    """Meanwhile it stays with its words; a change of these takes it back."""
    snippet = "details:\n  realistic_solution: |\n    The H100 (700 W, 5 TB/s of HBM3) is bound by memory.\n"
    text = typed.question(snippet)
    [found] = [one for one in _type(typed, text) if one.code == "QB701"]
    assert found.range.start == _at(text, "5 TB/s")
    moved_text = f"# more\n{text}"
    typed.client.type(typed.uri, moved_text)
    [moved] = [one for one in typed.run(typed.client.first(typed.uri)) if one.code == "QB701"]
    assert moved.range.start == _at(moved_text, "5 TB/s")
    typed.client.type(typed.uri, text.replace("5 TB/s", "3.35 TB/s"))
    assert "QB701" not in {one.code for one in typed.run(typed.client.first(typed.uri))}
    assert "QB701" not in {one.code for one in typed.run(typed.client.diagnostics(typed.uri))}


HOSTILE = [
    "",
    "\ufeff",
    ":",
    "- - - -\n" * 50,
    "[" * 5000,
    "a: &a [*a]\n",
    "id: !!python/object/apply:os.system ['true']\n",
    "title: \x00\x1b[2J\u202e\u2028\x85\n",
    "title: '\ud800'\nscenario: \udfff\n",
    "details:\n  napkin_math: '" + "9" * 4000 + " ^ " + "9" * 4000 + " = 1 GB'\n",
    "scenario: |\r\n  a\r  b\n\tc\n",
    "title: \ud83d\nrelated: [",
    "x: y\n" * 70_000 + "z: " + "w" * 1_000_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_are_findings_and_no_more(typed: Editor, text: str) -> None:
    assert all(found.message.isprintable() for found in _type(typed, text))
    for line, character in ((0, 0), (0, 3), (1, 14), (2, 0), (9999, 9999)):
        typed.run(typed.client.hover(typed.uri, line, character))
        typed.run(typed.client.completions(typed.uri, line, character))
        typed.run(typed.client.definition(typed.uri, line, character))
        typed.run(typed.client.references(typed.uri, line, character))
    typed.run(typed.client.hints(typed.uri))
    typed.run(typed.client.symbols(typed.uri))
    typed.run(typed.client.formatted(typed.uri))
    everything = types.Range(types.Position(0, 0), types.Position(9999, 0))
    typed.run(typed.client.actions(typed.uri, everything, ["quickfix", "source.fixAll.qbank"]))
    assert _type(typed, typed.question()) == []


def test_long_texts_are_left_to_the_audit(typed: Editor) -> None:
    long = typed.question("title: The Cache.\n") + "# more\n" * 5_000
    assert _type(typed, long) == []
    assert any("cloud-0001.yaml is too long" in said for said in typed.client.said)
    assert [found.code for found in _type(typed, long[:30_000])] == ["QB501"]


def test_every_beginning_of_a_question_can_be_read(typed: Editor) -> None:
    text = typed.question(WRONG)
    for length in range(0, len(text), 97):
        _type(typed, text[:length])
    assert {found.code for found in _type(typed, text)} >= {"QB301"}


def test_other_documents(editor: Editor) -> None:
    question = editor.question("title: A Period.\n")
    # Never saved: what it holds decides.
    for uri, text, codes in [
        ("untitled:Untitled-1", question, ["QB501"]),
        ((editor.root / "mkdocs.yml").as_uri(), "site_name: x\nnav: [\n", []),
        ((editor.root / "questions/chains.yaml").as_uri(), "c: [cloud-0001]\n", []),
        (
            (editor.root / "questions/sets/quiz.yaml").as_uri(),
            "title: Quiz\nkind: quizz\n",
            ["QB201", "QB203"],
        ),
    ]:
        editor.client.open(uri, text)
        assert [found.code for found in editor.run(editor.client.diagnostics(uri))] == codes, uri
        editor.client.close(uri)
        assert editor.run(editor.client.diagnostics(uri)) == []


def test_settings_hold_and_broken_ones_are_told_once(tmp_path: Path) -> None:
    place = tmp_path / "questions/cloud/memory/cloud-0001.yaml"
    place.parent.mkdir(parents=True)
    settings = tmp_path / "qbank.toml"
    settings.write_text('ignore = ["QB501"]\nexclude = ["questions/old/**"]\n')
    uri, old = place.as_uri(), (tmp_path / "questions/old/cloud-0002.yaml").as_uri()

    async def do(client: Client) -> None:
        client.open(uri, "title: A Period.\n")
        assert "QB501" not in {found.code for found in await client.diagnostics(uri)}
        client.open(old, "title: A Period.\n")
        assert await client.diagnostics(old) == []
        settings.write_text('ignore = ["QB999"]\n')
        for text in ("title: A Period.\n", "title: Another Period.\n"):
            client.type(uri, text)
            assert "QB501" in {found.code for found in await client.diagnostics(uri)}

    client = in_session(tmp_path, do, encodings=["utf-8"])
    assert len(client.said) == 1
    assert "QB999" in client.said[0]


def test_that_a_request_was_refused_is_nothing_for_the_log() -> None:
    for error, logged in ((JsonRpcException("no", code=-32803), False), (ValueError("no"), True)):
        record = logging.LogRecord("pygls", logging.ERROR, "", 1, "", (), (type(error), error, None))
        assert goes_wrong(record) is logged
