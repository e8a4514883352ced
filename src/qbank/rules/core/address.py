"""Where the page of a rule is read: its address on a site that the settings name, or in `docs/rules.md`."""

from __future__ import annotations

from typing import Final

from qbank import resources

PAGE: Final = "docs/rules.md"
"""The page in the sources of qbank that explains all rules."""


def rule_anchor(code: str, name: str) -> str:
    """Return the part of an address behind `#`, as forges make it of the heading of a rule."""
    return f"{code}-{name}".lower()


def rule_address(code: str, name: str, base: str = "") -> str:
    """Return the address of a rule's page; without a base the place in the sources of qbank."""
    return f"{base or PAGE}#{rule_anchor(code, name)}"


def rule_link(code: str, name: str, base: str = "") -> str | None:
    """Return what can be opened here: the address on the site, or of the page that this installation carries.

    None if there is neither.
    """
    if not base:
        page = resources.rules_page()
        return None if page is None else rule_address(code, name, page.as_uri())
    return rule_address(code, name, base)
