"""One test a property, with all its data."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

Test = Callable[..., None]


def each(names: str, data: Iterable[Any]) -> Callable[[Test], Test]:
    """Run a test for every datum, and tell all those for which it fails.

    `pytest.mark.parametrize`, which is called alike, makes a test of every datum: that takes longer than most
    data do. It is for what needs fixtures of its own.
    """
    values = list(data)
    parameters = [name.strip() for name in names.split(",")]
    assert values, "a test without data cannot fail"

    def decorate(test: Test) -> Test:
        signature = inspect.signature(test)

        @wraps(test)
        def run(**fixtures: Any) -> None:
            failures: list[Exception] = []
            for value in values:
                given = dict(zip(parameters, value if len(parameters) > 1 else (value,), strict=True))
                try:
                    test(**fixtures, **given)
                except Exception as error:
                    error.add_note(f"for {', '.join(f'{name} = {of!r}' for name, of in given.items())}")
                    failures.append(error)
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(values)} fail", failures)

        left = [parameter for name, parameter in signature.parameters.items() if name not in parameters]
        run.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return run

    return decorate
