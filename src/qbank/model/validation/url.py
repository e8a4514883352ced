"""What is wrong with an address that readers are sent to."""

from __future__ import annotations

from urllib.parse import urlsplit


def fault_of_url(url: str) -> str | None:
    """Return what is wrong with an address, as the end of a sentence; None if nothing is."""
    if not url.startswith("https://"):
        return "is not an https address"
    if not url.isprintable() or any(character in ' "<>\\^`{|}' for character in url):
        return "holds characters that no address may hold"
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return "is not a well-formed address"
    if not parts.hostname:
        return "names no host"
    if "@" in parts.netloc:
        return "holds a user name before its host"
    return None
