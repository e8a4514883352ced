from fractions import Fraction

import pytest

from qbank.model.taxonomy import QuestionKind
from qbank.sets.variants.make import make_variant
from qbank.sets.variants.parameters import VariantError


def test_the_default_instance_has_the_default_values(data):
    variant = make_variant(data)
    assert variant.reference == "cloud-0001"
    assert variant.question.details.realistic_solution == "The weights take 14 GB."
    assert variant.question.details.napkin_math == "**Calculations:** 7B parameters × 2 bytes = 14 GB"
    assert variant.key.answer_text == "14 GB"
    assert (variant.key.low_text, variant.key.high_text) == ("13.3", "14.7")


def test_the_file_is_left_as_it_is(data):
    before = str(data)
    make_variant(data, seed="3")
    assert str(data) == before


def test_a_seed_gives_the_same_variant_each_time_and_seeds_differ(data):
    shown = [make_variant(data, seed=str(seed)).values["weights"] for seed in range(30)]
    assert shown == [make_variant(data, seed=str(seed)).values["weights"] for seed in range(30)]
    assert len(set(shown)) >= 5


def test_the_draw_of_a_seed_is_a_contract(data):
    # Exams have been printed with these numbers: a change here breaks them.
    assert make_variant(data, seed="7").values == {"params": "13B", "width": "4 bytes", "weights": "52 GB"}


def test_a_parameter_added_leaves_the_others_as_they_were(data):
    before = make_variant(data, seed="7").values
    data["parameters"]["another"] = {"default": 1, "choices": [1, 2, 3]}
    assert make_variant(data, seed="7").values.items() >= before.items()


def test_a_variant_is_named_by_its_seed(data):
    assert make_variant(data, seed="7").reference == "cloud-0001@7"


def test_a_question_without_parameters_keeps_its_braces(data):
    del data["parameters"], data["derived"], data["mistakes"]
    data["answer"] = {"value": "14 GB"}
    variant = make_variant(data, seed="7")
    assert "{params}" in variant.question.scenario
    assert variant.reference == "cloud-0001"


def test_the_key_comes_from_the_exact_value(data):
    data["derived"]["weights"] = {"expression": "params * width / 3", "unit": "GB", "digits": 1}
    data["answer"] = {"value": "{weights}"}
    key = make_variant(data).key
    assert key.value == Fraction("4.66666666667")
    assert key.holds(Fraction(5))  # what the solution shows


def test_ends_of_the_interval_may_be_names(data):
    data["derived"]["low"] = "weights - 1 GB"
    data["derived"]["high"] = "weights + 1 GB"
    data["answer"] = {"value": "{weights}", "interval": ["{low}", "{high}"]}
    key = make_variant(data).key
    assert (key.low_text, key.high_text) == ("13", "15")


def test_parts_have_keys_of_their_own(data):
    data["parts"] = [
        {"prompt": "How many?", "answer": {"value": "{params}"}},
        {"prompt": "Why?", "answer": "Because of {params} parameters."},
    ]
    variant = make_variant(data)
    assert [key.answer_text if key else None for key in variant.part_keys] == ["7 billion", None]
    assert variant.question.parts[1].answer == "Because of 7B parameters."


def test_a_choice_may_be_made_of_the_mistakes(data):
    data["kind"] = "choice"
    variant = make_variant(data)
    assert variant.kind is QuestionKind.CHOICE
    assert sorted((option.text, option.correct) for option in variant.options) == [
        ("1.8 GB", False),
        ("14 GB", True),
        ("28 GB", False),
    ]
    assert {option.feedback for option in variant.options if not option.correct} == {
        "Counts bits for bytes.",
        "Doubles the weights for gradients.",
    }


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("params * width", "counts as right"),
        ("params * 2.02 bytes", "counts as right"),
        ("params", "comes to a plain number"),
        ("params * width / 8.1", "too near to"),
    ],
)
def test_a_distractor_has_to_be_proven_apart(data, expression, said):
    data["kind"] = "choice"
    data["mistakes"][1]["expression"] = expression
    with pytest.raises(VariantError, match=said) as caught:
        make_variant(data)
    assert caught.value.path == ("mistakes", 1, "expression")


def test_options_of_the_file_stay_in_its_order(data):
    data["kind"] = "choice"
    data["details"] |= {"options": ["{params}", "{weights}"], "correct_index": 1}
    assert [(option.text, option.correct) for option in make_variant(data).options] == [
        ("7B", False),
        ("14 GB", True),
    ]


def test_a_listed_option_has_the_mistake_that_leads_to_it_as_feedback(data):
    data["kind"] = "choice"
    data["details"] |= {"options": ["1 GB", "{weights}", "2 GB"], "correct_index": 1}
    data["mistakes"] = [{"text": "Forgets the {width}.", "option": 2}, {"text": "Leads nowhere."}]
    feedback = [option.feedback for option in make_variant(data).options]
    assert feedback == ["", "", "Forgets the 2 bytes."]


@pytest.mark.parametrize(
    ("field", "value", "path", "said"),
    [
        ("derived", {"weights": "params * nothing"}, ("derived", "weights"), "'nothing', which has no value"),
        ("derived", {"weights": {"expression": "params / 0"}}, ("derived", "weights", "expression"), "zero"),
        (
            "derived",
            {"weights": {"expression": "params * width", "unit": "s"}},
            ("derived", "weights", "unit"),
            "comes to byte, and 's' is second",
        ),
        ("parameters", {"params": {"default": "many"}}, ("parameters", "params", "default"), "no number"),
        ("answer", {"value": "14 bananas and a half"}, ("answer",), "no number"),
        ("answer", {"value": "{unknown}"}, ("answer",), "no number"),
    ],
)
def test_what_cannot_be_had_is_told_with_its_place(data, field, value, path, said):
    data[field] = value
    with pytest.raises(VariantError, match=said) as caught:
        make_variant(data)
    assert caught.value.path == path


def test_a_text_that_its_values_make_too_long_is_told(data):
    data["question"] = "How much do {weights} take? " * 7
    data["derived"]["weights"] = {"expression": "params * width / 3", "unit": "GB", "digits": 15}
    with pytest.raises(VariantError, match="with its values in place, ") as caught:
        make_variant(data)
    assert caught.value.path == ("question",)


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({"default": 2, "min": 1, "max": 4}, {"1", "2", "3", "4"}),
        ({"default": 8, "min": 8, "max": 32, "step": 8}, {"8", "16", "24", "32"}),
        ({"default": 0.5, "min": 0.4, "max": 0.6}, {"0.4", "0.5", "0.6"}),
        ({"default": "1 GB", "min": "1 GB", "max": "2 GB", "step": "500 MB"}, {"1.0 GB", "1.5 GB", "2.0 GB"}),
        ({"default": "40%", "min": "40%", "max": "60%", "step": "10%"}, {"40%", "50%", "60%"}),
        ({"default": "$2", "min": "$2", "max": "$3", "step": 0.5}, {"$2.0", "$2.5", "$3.0"}),
        ({"default": 10000, "choices": [10000, 20000]}, {"10,000", "20,000"}),
    ],
)
def test_a_parameter_takes_each_of_its_values(data, fields, shown):
    data["parameters"] = {"params": fields}
    data["derived"] = {"weights": "params * 2"}
    assert {make_variant(data, seed=str(seed)).values["params"] for seed in range(100)} == shown


@pytest.mark.parametrize(
    ("expression", "unit", "digits", "shown"),
    [
        ("params * width", None, None, "14 GB"),
        ("params * width", "GB", 3, "14 GB"),
        ("params * width / 3", "GB", 3, "4.67 GB"),
        ("params * width / 3", None, None, "4.667 GB"),
        ("params / 7", None, None, "1,000,000,000"),
        ("width * 100 / 3.35 TB/s", None, None, "59.7 ps"),
        ("width * 100 / 3.35 TB/s", "ns", 3, "0.0597 ns"),
        ("$2/h * 3 hours * 1.25", None, None, "$7.5"),
        ("params / 1e10", "%", None, "70%"),
    ],
)
def test_derived_values_are_printed_in_a_fitting_unit(data, expression, unit, digits, shown):
    fields = {"expression": expression, "unit": unit, "digits": digits}
    data["derived"]["weights"] = {name: value for name, value in fields.items() if value is not None}
    assert make_variant(data).values["weights"] == shown
