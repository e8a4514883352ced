"""A session as an editor has it: a process, the wire, and texts that are nowhere but in the editor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from lsprotocol import types

from lsp.session import applied, in_session

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
    ]:
        place = _at(text, part)
        found = typed.run(typed.client.hover(typed.uri, place.line, place.character))
        assert (found or "").startswith(said or ""), part
        assert (found is None) == (said is None), part


def test_a_quick_fix_makes_the_text_right(typed: Editor) -> None:
    text = typed.question("title: The 🔥 Cache.  # mine\n")
    [found] = _type(typed, text)
    [action] = typed.run(typed.client.actions(typed.uri, found.range))
    assert (action.title, action.kind, action.is_preferred) == (
        "qbank: fix title-period",
        types.CodeActionKind.QuickFix,
        True,
    )
    assert list(action.diagnostics or ()) == [found]
    assert action.edit is not None
    assert action.edit.changes is not None
    after = applied(text, list(action.edit.changes[typed.uri]))
    assert after == typed.question("title: The 🔥 Cache  # mine\n")
    assert _type(typed, after) == []
    nowhere = types.Range(types.Position(0, 0), types.Position(0, 1))
    assert typed.run(typed.client.actions(typed.uri, nowhere)) == []


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
