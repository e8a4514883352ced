"""What a case of the tables of planted absurdities is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Absurdity:
    """A text that no careful reader lets pass, and its twin that is fine.

    Attributes:
        rule: code of the rule that reports the first.
        absurd, twin: what stands in the field.
        field: the field; with a dot, one under `details`.
    """

    rule: str
    absurd: str
    twin: str
    field: str = "details.realistic_solution"

    def yaml(self, text: str) -> str:
        """The field with a text, as YAML."""
        *above, name = self.field.split(".")
        indent = "  " * len(above)
        lines = "".join(f"{indent}  {line}\n" for line in text.split("\n"))
        return "".join(f"{one}:\n" for one in above) + f"{indent}{name}: |-\n{lines}"
