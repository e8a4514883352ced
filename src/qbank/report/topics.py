"""The topics of the taxonomy under their areas, to choose one from."""

from __future__ import annotations

from collections.abc import Iterator

from qbank.grouping import grouped
from qbank.model.taxonomy import TOPICS
from qbank.report.terminal import Style, wrap

_WIDEST = 100
_HOMELESS = "of no single area"


def topics_text(style: Style) -> Iterator[str]:
    """Yield the areas with their topics, each area in a paragraph."""
    areas = grouped((_HOMELESS if area is None else str(area), topic) for topic, area in TOPICS.items())
    for number, (area, topics) in enumerate(areas.items()):
        gap = "\n" if number else ""
        yield f"{gap}{style.paint(area, 'bold')}\n"
        for line in wrap(", ".join(sorted(topics)), min(style.width, _WIDEST), "  ", "  "):
            yield f"{line}\n"
