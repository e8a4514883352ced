"""Making the default instance of a question, or a variant of it with numbers drawn by a seed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any

from pydantic import ValidationError

from qbank.model.question import Question
from qbank.model.taxonomy import QuestionKind
from qbank.problems import Path, format_path
from qbank.sets.answers.amounts import AmountError
from qbank.sets.answers.key import answer_key, made_options
from qbank.sets.answers.numeric_key import NumericKey
from qbank.sets.answers.option_order import lettered
from qbank.sets.answers.wrong_answers import WrongAnswer, wrong_answers
from qbank.sets.fillable_texts import fillable_texts, replace_at
from qbank.sets.kinds import question_kind
from qbank.sets.variants.drawing import shuffled
from qbank.sets.variants.parameters import (
    Value,
    VariantError,
    has_parameters,
    quantities_of,
    texts_of,
    values_of,
)
from qbank.sets.variants.placeholders import fill
from qbank.sets.variants.variant import Option, Variant


def make_variant(data: dict[str, Any], path: FilePath | None = None, seed: str | None = None) -> Variant:
    """Return a question with its numbers in place; without a seed, its default instance.

    Args:
        data: the fields of a valid question.
        path: the file it was read from.
        seed: what to draw its parameters by; a question without parameters is the same for every seed.

    Raises:
        VariantError: a value, a key or an option cannot be had.
    """
    source = data
    values: dict[str, Value] = {}
    if has_parameters(data):
        values = values_of(data, seed)
        data = filled(data, values)
    else:
        seed = None
    question = _question(data, source)
    key = None if source.get("answer") is None else _key(source["answer"], values, ("answer",))
    part_keys = tuple(
        _key(part["answer"], values, ("parts", index, "answer"))
        if isinstance(part.get("answer"), dict)
        else None
        for index, part in enumerate(source.get("parts") or ())
    )
    kind = question_kind(source)
    options = _options(data, kind, key, seed, values)
    return Variant(
        question=question,
        path=path,
        kind=kind,
        key=key,
        part_keys=part_keys,
        options=options,
        seed=seed,
        values=texts_of(values),
        wrong_answers=() if options else _wrong_answers(data, key, values),
        part_wrong_answers=tuple(
            _wrong_answers(part, part_key, values)
            for part, part_key in zip(data.get("parts") or (), part_keys, strict=True)
        ),
    )


def filled(data: dict[str, Any], values: Mapping[str, Value]) -> dict[str, Any]:
    """Return the data of a question with values in its texts."""
    printed = texts_of(values)
    for path, text in fillable_texts(data):
        filled_text = fill(text, printed).text
        if filled_text != text:
            data = replace_at(data, path, filled_text)
    return data


def _wrong_answers(
    asked: Mapping[str, Any], key: NumericKey | None, values: Mapping[str, Value]
) -> tuple[WrongAnswer, ...]:
    """Return the wrong answers that the mistakes of a question or a part lead to."""
    mistakes = asked.get("mistakes")
    return wrong_answers(mistakes, key, quantities_of(values)) if mistakes and key is not None else ()


def _question(data: dict[str, Any], source: Mapping[str, Any]) -> Question:
    try:
        return Question.model_validate(data)
    except ValidationError:
        if data is source:
            raise
        from qbank.model.validation.validate import question_problems  # noqa: PLC0415 - of what is wrong only

        problem = question_problems(data)[0]
        message = problem.message.removeprefix(f"{format_path(problem.path)}: ")
        raise VariantError(problem.path, f"with its values in place, {message}") from None


def _key(answer: Any, values: Mapping[str, Value], path: Path) -> NumericKey:
    try:
        return answer_key(answer, values)
    except AmountError as error:
        raise VariantError(path, str(error)) from None


def _options(
    data: Mapping[str, Any],
    kind: QuestionKind,
    key: NumericKey | None,
    seed: str | None,
    values: Mapping[str, Value],
) -> tuple[Option, ...]:
    details = data["details"]
    listed = details.get("options")
    if listed:
        slips = {
            mistake["option"]: mistake
            for mistake in data.get("mistakes") or ()
            if mistake.get("option") is not None
        }
        right = details.get("correct_index")
        return lettered(
            [_option(text, index == right, slips.get(index, {})) for index, text in enumerate(listed)]
        )
    if kind is not QuestionKind.CHOICE or key is None:
        return ()
    options, faults = made_options(data, key, values)
    if faults:
        raise VariantError(faults[0].path, faults[0].message)
    return lettered(
        shuffled(options, "options", data["id"], seed or "", names=[option.feedback for option in options])
    )


def _option(text: str, correct: bool, slip: Mapping[str, Any]) -> Option:
    feedback = slip.get("feedback") or slip.get("text", "")
    return Option(text, correct, feedback, credit=0.0 if correct else float(slip.get("credit") or 0))
