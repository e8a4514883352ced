"""The nearest known name to one that is not known, for "did you mean ...?"."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Final

from qbank.quoting import quoted

CUTOFF: Final = 0.7

# Longer texts are no slips of the pen, and comparing them would cost more than it tells.
_LONGEST: Final = 80


def nearest(name: str, candidates: Iterable[str], cutoff: float = CUTOFF) -> str | None:
    """Return the candidate that `name` was most likely meant to be, or None.

    Case and the choice between `-`, `_` and blanks do not count. A name that begins one candidate alone
    (`kv-cache` of `kv-cache-management`) is taken for it, and a number for the only word that ends in it
    (`3` for `L3`); else the one most similar in spelling (at least `cutoff`, from 0 to 1); else the only one
    that holds the name's words or is held by them.
    """
    if not name.strip() or len(name) > _LONGEST:
        return None
    wanted = _folded(name)
    known = {candidate: _folded(candidate) for candidate in candidates}
    return (
        _only(known, lambda folded: folded == wanted)
        or _only(known, lambda folded: folded.startswith(f"{wanted}-"))
        or (_only(known, lambda folded: _is_numbered(folded, wanted)) if wanted.isdecimal() else None)
        or _by_spelling(wanted, known, cutoff)
        or _only(known, lambda folded: _holds(folded, wanted) or _holds(wanted, folded))
    )


def meant(name: str, candidates: Iterable[str]) -> str:
    """Return the question whether the nearest candidate is meant, as the end of a message; else nothing."""
    near = nearest(name, candidates)
    return f"; did you mean {quoted(near)}?" if near else ""


def meant_id(id_: str, candidates: Iterable[str]) -> str:
    """Return the same of ids such as `cloud-0001`, which are alike in spelling whether they are meant or not.

    Meant is one with the same number, or the only one that is a slip of a character away.
    """
    known = list(candidates)
    near = nearest(id_, [other for other in known if _number(other) == _number(id_)])
    if near is None:
        slips = [other for other in known if _is_slip(id_, other)]
        near = slips[0] if len(slips) == 1 else None
    return f"; did you mean {quoted(near)}?" if near else ""


def slip_of(name: str, candidates: Iterable[str]) -> str | None:
    """Return the only candidate from which a name is a slip of a letter away; digits tell names apart."""
    found = [other for other in candidates if _is_slip(name, other) and _digits(name) == _digits(other)]
    return found[0] if len(found) == 1 else None


def _digits(name: str) -> str:
    return "".join(filter(str.isdecimal, name))


def _number(id_: str) -> str:
    return id_[len(id_.rstrip("0123456789")) :].lstrip("0")


def _is_slip(written: str, meant_: str) -> bool:
    """Whether a character is another, left out, one too many, or in the place of its neighbour."""
    start = _alike(written, meant_)
    written, meant_ = written[start:], meant_[start:]
    end = _alike(written[::-1], meant_[::-1])
    written, meant_ = written[: len(written) - end], meant_[: len(meant_) - end]
    return max(len(written), len(meant_)) <= 1 or (len(written) == 2 and written == meant_[::-1])


def _alike(one: str, other: str) -> int:
    """Return with how many characters both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _folded(name: str) -> str:
    return "-".join(name.casefold().replace("_", " ").replace("-", " ").split())


def _only(known: dict[str, str], fits: Callable[[str], bool]) -> str | None:
    found = [name for name, folded in known.items() if fits(folded)]
    return found[0] if len(found) == 1 else None


def _is_numbered(folded: str, number: str) -> bool:
    """Whether a name is one word with a number and perhaps a sign behind it, as `l3` or `l6+`."""
    word, found, behind = folded.partition(number)
    return bool(found) and word.isalpha() and not any(map(str.isalnum, behind))


def _by_spelling(wanted: str, known: dict[str, str], cutoff: float) -> str | None:
    best: str | None = None
    best_ratio = 0.0
    matcher = SequenceMatcher(b=wanted, autojunk=False)
    for candidate, folded in known.items():
        matcher.set_seq1(folded)
        floor = max(cutoff, best_ratio)
        # The two cheap upper bounds spare the real comparison for nearly all candidates.
        if matcher.real_quick_ratio() < floor or matcher.quick_ratio() < floor:
            continue
        ratio = matcher.ratio()
        if ratio >= cutoff and ratio > best_ratio:
            best, best_ratio = candidate, ratio
    return best


def _holds(longer: str, shorter: str) -> bool:
    return f"-{shorter}-" in f"-{longer}-"
