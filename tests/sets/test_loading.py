import pytest

from each import each
from qbank.sets.bank_questions import BankQuestions
from qbank.sets.files import SetError
from qbank.sets.loading import load_set, looks_like_set
from qbank.sets.ordering import ordered, repeated, seed_for, variants_of, version_names
from qbank.sets.variants.checked import checked_variant
from qbank.sets.variants.parameters import values_of

HEAD = "title: Week 3\nkind: quiz\n"


@pytest.fixture
def load(bank):
    for number in range(1, 7):
        status = "status: draft\n" if number == 6 else ""
        bank.add(
            f"cloud-000{number}", f"title: Number {number}\nlevel: L{number if number < 6 else 1}\n{status}"
        )
    bank.add("cloud-0007", "status: deleted\ndeletion_reason: the same as cloud-0001\n")
    bank.add(
        "cloud-0008",
        "question: What do {batch} requests of 2 GB take?\n"
        "parameters:\n  batch: {default: 8, choices: [8, 16, 32, 64, 128]}\n",
    )

    def load(content, name="week3.yaml", **options):
        path = bank.write(f"questions/sets/{name}", content)
        return load_set(path, BankQuestions.of_bank(bank.root), **options)

    return load


def listed(sheet):
    return [[chosen.question.id for chosen in group.questions] for group in sheet.groups]


def test_a_list_keeps_its_order(load):
    sheet = load(
        HEAD + "intro: Read first.\nquestions: [cloud-0003, cloud-0001@7]\nanswers: key\npoints: 5\n"
    )
    assert listed(sheet) == [["cloud-0003", "cloud-0001"]]
    assert [chosen.seed for chosen in sheet.groups[0].questions] == [None, "7"]
    assert (sheet.identifier, sheet.title, sheet.kind, sheet.intro) == (
        "week3",
        "Week 3",
        "quiz",
        "Read first.",
    )
    assert (sheet.answers, sheet.points, sheet.seed) == ("key", 5, None)


def test_sections_have_headings(load):
    sheet = load(
        HEAD
        + "sections:\n  - {title: One, questions: [cloud-0002]}\n  - {title: Two, questions: [cloud-0001]}\n"
    )
    assert [group.title for group in sheet.groups] == ["One", "Two"]
    assert listed(sheet) == [["cloud-0002"], ["cloud-0001"]]


def test_a_selection_takes_ranges_of_levels(load):
    sheet = load(HEAD + "select: {level: [L2-L3, L5]}\n")
    assert listed(sheet) == [["cloud-0002", "cloud-0003", "cloud-0005"]]
    with pytest.raises(SetError, match=r"week3.yaml:3:17: select.level.*'L3-L2'"):
        load(HEAD + "select: {level: L3-L2}\n")


def test_a_selection_is_drawn_by_the_seed_of_the_file_or_of_the_caller(load):
    content = HEAD + "seed: 5\nselect: {level: [L1, L2, L3, L4], count: 2}\n"
    assert listed(load(content)) == listed(load(content))
    seeds = {tuple(map(tuple, listed(load(content, seed=seed)))) for seed in range(20)}
    assert len(seeds) > 3


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            HEAD + "questions: [cloud-0001, cloud-9999]\n",
            r"week3.yaml:3:25: questions\[1\]: there is no question",
        ),
        (HEAD + "questions: [cloud-0007]\n", r"'cloud-0007' has been deleted: 'the same as cloud-0001'"),
        (
            HEAD + "select: {track: edge}\n",
            r"week3.yaml:3:9: select: no question fits; without `track: edge`",
        ),
        (HEAD, "a set needs 'questions', 'select' or 'sections'"),
        ("kind: quiz\nquestions: [cloud-0001]\n", "title: missing"),
        (HEAD + "questions: [cloud-0001]\nselect: {}\n", "stands beside 'questions'"),
        (HEAD + "questions: [cloud-0001\n", r"week3.yaml:\d+:\d+: "),
        ("", "empty"),
    ],
)
def test_what_is_wrong_with_a_set_is_told_at_its_place(load, content, said):
    with pytest.raises(SetError, match=said):
        load(content)


def test_unknown_fields_keep_nobody_from_rendering(load):
    assert listed(load(HEAD + "questions: [cloud-0001]\nteacher: somebody\n")) == [["cloud-0001"]]


def test_a_shuffled_set_has_an_order_for_each_version(load):
    content = (
        HEAD
        + "shuffle: true\nseed: 3\nquestions: [cloud-0001, cloud-0002, cloud-0003, cloud-0004, cloud-0005]\n"
    )
    sheet = load(content)
    orders = [
        tuple(chosen.question.id for chosen in ordered(sheet, version)[0].questions)
        for version in ("", *version_names(4))
    ]
    assert len(set(orders)) == 5
    assert all(sorted(order) == sorted(orders[0]) for order in orders)
    again = [tuple(chosen.question.id for chosen in ordered(load(content), "A")[0].questions)]
    assert again == [orders[1]]


def test_a_question_added_to_a_shuffled_set_leaves_the_others_in_their_order(load):
    listed_ids = "cloud-0001, cloud-0002, cloud-0003, cloud-0004"
    content = HEAD + "shuffle: true\nquestions: [{}]\n"
    before = [chosen.question.id for chosen in ordered(load(content.format(listed_ids)))[0].questions]
    after = [
        chosen.question.id
        for chosen in ordered(load(content.format(listed_ids + ", cloud-0005")))[0].questions
    ]
    assert [id_ for id_ in after if id_ != "cloud-0005"] == before


def test_what_the_numbers_of_a_question_are_drawn_by(load):
    sheet = load(HEAD + "questions: [cloud-0001, cloud-0008, cloud-0008@x]\n")
    chosen = sheet.groups[0].questions
    assert [seed_for(one, sheet) for one in chosen] == [None, None, "x"]
    assert [seed_for(one, sheet, "B") for one in chosen] == [None, "0-B", "x"]
    sheet = load(HEAD + "seed: 9\nquestions: [cloud-0001, cloud-0008, cloud-0008@x]\n")
    assert [seed_for(one, sheet) for one in sheet.groups[0].questions] == [None, "9", "x"]
    assert [variant.reference for _, found in variants_of(sheet) for variant in found] == [
        "cloud-0001",
        "cloud-0008@9",
        "cloud-0008@x",
    ]


def test_a_question_is_found_without_reading_the_others(bank, monkeypatch):
    for number in range(1, 5):
        bank.add(f"cloud-000{number}")
    read = []
    from qbank.sets import files

    original = files.read_file
    monkeypatch.setattr(files, "read_file", lambda path: (read.append(path.name), original(path))[1])
    bank_ = BankQuestions.of_bank(bank.root)
    assert bank_.find("cloud-0003").id == "cloud-0003"
    assert bank_.find("cloud-0003").id == "cloud-0003"
    assert read == ["cloud-0003.yaml"]


def test_a_question_in_a_file_of_another_name_is_found(bank):
    bank.write("questions/odd.yaml", "id: cloud-0042\ntitle: Odd\n")
    assert BankQuestions.of_bank(bank.root).find("cloud-0042").path.name == "odd.yaml"


def test_files_that_cannot_be_read_are_left_out_and_told(bank):
    bank.add("cloud-0001")
    bank.write("questions/broken.yaml", "id: [\n")
    bank.write("questions/list.yaml", "title: no id\n")
    found = BankQuestions.of_bank(bank.root)
    assert [entry.id for entry in found] == ["cloud-0001"]
    assert len(found.unreadable) == 2
    assert all(said.startswith("questions/") for said in found.unreadable)


def test_an_invalid_question_is_refused_with_its_places(bank):
    bank.add("cloud-0001", "level: L9\nzone: nowhere\n")
    with pytest.raises(SetError) as caught:
        checked_variant(BankQuestions.of_bank(bank.root).find("cloud-0001"))
    lines = str(caught.value).splitlines()
    assert len(lines) == 2
    assert ".yaml:4:8: level: 'L9'" in lines[0]


def test_a_variant_that_cannot_be_had_is_refused_with_its_place(bank):
    bank.add(
        "cloud-0008",
        "question: What is {x}?\nparameters:\n  n: {default: 1, choices: [1, 0]}\nderived:\n  x: 1 / n\n",
    )
    entry = BankQuestions.of_bank(bank.root).find("cloud-0008")
    assert checked_variant(entry).question.question == "What is 1?"
    parameters = {"id": entry.id, "parameters": entry.data["parameters"]}
    seed = next(seed for seed in "abcdefghijkl" if values_of(parameters, seed)["n"].text == "0")
    with pytest.raises(SetError, match=rf"derived.x: .*division by zero.* \(seed '{seed}'\)"):
        checked_variant(entry, seed)


@each(
    "data, is_set",
    [
        ({"questions": []}, True),
        ({"select": {}}, True),
        ({"scenario": "", "questions": []}, False),
        ({}, False),
    ],
)
def test_sets_are_told_from_questions(data, is_set):
    assert looks_like_set(data) is is_set


def test_a_variant_whose_math_is_wrong_is_refused(bank):
    bank.add(
        "cloud-0008",
        "parameters:\n  batch: {default: 8, choices: [8, 16]}\n"
        "details:\n  napkin_math: |\n    **Calculations:** {batch} * 2 GB = 16 GB\n",
    )
    entry = BankQuestions.of_bank(bank.root).find("cloud-0008")
    assert checked_variant(entry).reference == "cloud-0008"
    seeds = {values_of(entry.data, seed)["batch"].text: seed for seed in "abcdefghij"}
    assert checked_variant(entry, seeds["8"]).reference == f"cloud-0008@{seeds['8']}"
    with pytest.raises(SetError, match=r"details.napkin_math: '16 \* 2 GB = 16 GB' is wrong \(seed"):
        checked_variant(entry, seeds["16"])


def test_sections_draw_what_is_listed_nowhere(load):
    sections = (
        "sections:\n"
        "  - {title: One, select: {track: cloud, count: 2}}\n"
        "  - {title: Two, questions: [cloud-0001], points: 4}\n"
        "  - {title: Three, select: {level: L2-L5, count: 3}}\n"
    )
    for seed in range(30):
        sheet = load(HEAD + sections, seed=seed)
        ids = [id_ for group in listed(sheet) for id_ in group]
        assert len(ids) == len(set(ids)) == 6
    assert [group.points for group in sheet.groups] == [None, 4, None]


def test_a_section_has_one_source(load):
    with pytest.raises(SetError, match="a section needs 'questions' or 'select'"):
        load(HEAD + "sections: [{title: One}]\n")
    with pytest.raises(SetError, match="a section has only one of them"):
        load(HEAD + "sections: [{title: One, questions: [cloud-0001], select: {track: cloud}}]\n")


def test_what_is_to_be_avoided_is_not_drawn(load, bank):
    bank.write("questions/sets/old.yaml", HEAD + "questions: [cloud-0001, cloud-0002@7]\n")
    (bank.root / "papers.jsonl").write_text(
        '{"date": "2026-02-01", "set": "x", "version": "", "seed": 1, "questions": ["cloud-0003@1"]}\n'
    )
    avoid = "avoid: {sets: [old.yaml], since: '2026-01-01', questions: [cloud-0004]}\n"
    assert listed(load(HEAD + avoid + "select: {track: cloud}\n")) == [["cloud-0008", "cloud-0005"]]
    with pytest.raises(SetError, match=r"3 questions are asked for, and 2 fit.*4 are left out by `avoid`"):
        load(HEAD + avoid + "select: {track: cloud, count: 3}\n")
    with pytest.raises(SetError, match=r"there is no set 'older\.yaml' beside this file"):
        load(HEAD + "avoid: {sets: [older.yaml]}\nselect: {track: cloud}\n")
    with pytest.raises(SetError, match="is this set, or avoids it in turn"):
        load(HEAD + "avoid: {sets: [week3.yaml]}\nselect: {track: cloud}\n")


def test_selection_by_form_points_and_minutes(load, bank):
    bank.add("cloud-0010", "kind: memo\npoints: 3\nexpected_time_minutes: 12\n")
    bank.add("cloud-0011", "kind: open\npoints: 2.5\nexpected_time_minutes: 4\n")

    def chosen(select):
        return listed(load(f"{HEAD}select: {{{select}}}\n"))[0]

    assert chosen("kind: memo") == ["cloud-0010"]
    assert chosen("points: 2-3") == ["cloud-0010", "cloud-0011"]
    assert chosen("points: 2.5") == ["cloud-0011"]
    assert chosen("minutes: 12-14") == ["cloud-0010"]
    with pytest.raises(SetError, match="without `minutes: 20-` it would be 1"):
        chosen("kind: memo, minutes: 20-")
    with pytest.raises(SetError, match="no number and no range"):
        chosen("minutes: five")


def test_no_question_is_twice_on_a_paper(load):
    """Variants with equal numbers give way to each other where their seeds are not given."""
    numbers = set()
    for seed in range(20):
        sheet = load(HEAD + f"seed: {seed}\nquestions: [cloud-0008@a, cloud-0008]\n", name=f"s{seed}.yaml")
        [(_, variants)] = variants_of(sheet)
        first, second = (variant.values["batch"] for variant in variants)
        assert first != second
        numbers.add(second)
    assert len(numbers) > 1
    same = next(
        seed
        for seed in range(100)
        if values_of(sheet.groups[0].questions[0].question.data, str(seed))["batch"].text == first
    )
    with pytest.raises(SetError, match="is on the paper already with the same numbers"):
        variants_of(load(HEAD + f"questions: [cloud-0008@a, cloud-0008@{same}]\n"))


def test_versions_have_other_numbers_as_long_as_there_are_some(load):
    """The question has five choices; one with a seed of its own is the same in all versions."""
    for seed in range(5):
        sheet = load(HEAD + f"seed: {seed}\nquestions: [cloud-0008, cloud-0001]\n", name=f"v{seed}.yaml")
        made = []
        for version in version_names(6):
            [(_, variants)] = variants_of(sheet, version, made)
            made += variants
            batches = [variant.values["batch"] for variant in made if variant.values]
            assert len(set(batches)) == min(len(batches), 5)
            assert repeated(made) == (["cloud-0008"] if version == "F" else [])
    pinned = load(HEAD + "questions: [cloud-0008@a]\n")
    [(_, first)] = variants_of(pinned, "A")
    [(_, second)] = variants_of(pinned, "B", first)
    assert (first, repeated([*first, *second])) == (second, [])
