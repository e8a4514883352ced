"""Links and anchors lead somewhere, and every page can be found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from docs.pages import PAGES, ROOT, prose
from each import each

LINK = re.compile(r"(?:\[[^\]]*\]\(|\b(?:href|src)=\")([^)\s\"]+)[)\"]")


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    return frozenset(_anchors(re.findall(r"^#+ (.*)$", prose(page), re.M)))


def _anchors(headings: list[str]) -> Iterator[str]:
    seen: Counter[str] = Counter()
    for heading in headings:
        said = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", said).lower().replace(" ", "-")
        yield f"{slug}-{seen[slug]}" if seen[slug] else slug
        seen[slug] += 1


@each("page", PAGES)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(prose(page)):
        path, _, anchor = target.partition("#")
        if "://" in path or path.startswith("mailto:"):
            assert path.startswith(("https://", "mailto:")), f"{page.name} links to {target}"
            continue
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), f"{page.name} links to {target}"
        assert not anchor or anchor in anchors(file), f"{page.name} links to {target}"


def test_headings_are_told_apart_as_on_github() -> None:
    assert list(_anchors(["`qbank list --format json`", "A [b](c.md), d", "A b d"])) == [
        "qbank-list---format-json",
        "a-b-d",
        "a-b-d-1",
    ]


def test_the_front_page_leads_to_every_page() -> None:
    front = ROOT / "docs" / "README.md"
    linked = {(front.parent / target).resolve() for target in LINK.findall(prose(front)) if "#" not in target}
    assert linked >= {*ROOT.glob("docs/*.md"), ROOT / "docs" / "gallery" / "README.md"} - {front}
    assert "(docs/README.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
