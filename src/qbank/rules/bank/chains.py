"""QB62x: whether chains, which lead through a topic from easy to hard, hold together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from msgspec import Struct

from qbank.bank.discovery import find_registries
from qbank.grouping import grouped
from qbank.model.taxonomy import Level
from qbank.problems import quote
from qbank.quoting import printable
from qbank.rules.bank.chain_registry import Registry, read_registry
from qbank.rules.bank.questions import by_id
from qbank.rules.core.base import BankRule, Example
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.summary import BankView, Summary
from qbank.yamlio.document import FieldPath

_HEIGHT: Final = {str(level): index for index, level in enumerate(Level)}
_STEPS: Final = {"primary": (1, 2), "secondary": (0, 3)}
_ANY_STEP: Final = (0, 3)
_MOST_CHAINS: Final = 2
_FOLDER: Final = "questions/cloud/memory"


class Step(Struct, frozen=True):
    """A question's place in a chain. `index` is the entry in the question's `chains`, or -1 in a registry."""

    position: int
    summary: Summary
    index: int
    place: FieldPath | None = None


class Chain(Struct, frozen=True):
    """A chain in the order of positions. `tier` says how steep it may be; `registry` is the file it stands
    in."""

    id: str
    steps: tuple[Step, ...]
    tier: str | None = None
    registry: Registry | None = None

    @property
    def live(self) -> list[Step]:
        """The steps whose questions are in use."""
        return [step for step in self.steps if step.summary.live]


def registries(bank: BankView) -> list[Registry]:
    """Read the bank's chain registries."""
    return [] if bank.root is None else [read_registry(file) for file in find_registries(bank.root)]


def chains(bank: BankView) -> list[Chain]:
    """Gather the chains of the questions, and those that stand in a registry alone."""
    steps = grouped(
        (link.chain, Step(link.position, summary, link.index))
        for summary in bank.summaries
        for link in summary.chains
    )
    found = [
        Chain(name, tuple(sorted(those, key=lambda step: step.position))) for name, those in steps.items()
    ]
    known = bank.cached_view(by_id)
    for registry in bank.cached_view(registries):
        for chain in registry.chains:
            if chain.id in steps:
                continue
            there = tuple(
                Step(position, known[name], -1, place)
                for position, (name, place) in enumerate(chain.entries)
                if name in known
            )
            found.append(Chain(chain.id, there, chain.tier, registry))
    return found


class _ChainRule(BankRule):
    """A rule that looks at one chain after the other."""

    def check(self, bank: BankView) -> Iterator[Finding]:
        """Look at every chain."""
        for chain in bank.cached_view(chains):
            yield from self.look(bank, chain)

    def look(self, bank: BankView, chain: Chain) -> Iterator[Finding]:
        """Yield what is wrong with a chain."""
        raise NotImplementedError

    def at(self, bank: BankView, chain: Chain, step: Step, message: str, field: str = "id") -> Finding:
        """Make a finding at a step: in the question's file, or in the registry."""
        detail = f"chain {quote(chain.id)}: {message}"
        if chain.registry is not None and step.place is not None:
            shown = bank.shown(chain.registry.file)
            return self._finding(shown, detail, chain.registry.span(step.place), question_id=step.summary.id)
        path: FieldPath = ("chains", step.index, field)
        return self.finding(bank, step.summary, detail, path)


def _name(step: Step) -> str:
    return quote(step.summary.id) if step.summary.id else printable(step.summary.path)


def _example(*levels: str, more: str = "") -> dict[str, str]:
    """Make files cloud-0002, cloud-0003, ... of a chain, at positions 1, 2, ... of it."""
    return {
        f"{_FOLDER}/cloud-{index + 1:04}.yaml": (
            f"level: {level}\nchains:\n  - id: cloud-chain-7\n    position: {index}\n{more}"
        )
        for index, level in enumerate(levels, start=1)
    }


_START: Final = "level: L3\nchains:\n  - id: cloud-chain-7\n    position: 0\n"


class ChainPositionTaken(_ChainRule):
    """Two questions have the same position in a chain.

    Then nobody can tell which comes first. Deleted and archived questions do not count: another one may have
    taken their place. The second file, in the order of paths, is reported.
    """

    code = "QB621"
    name = "chain-position-taken"
    severity = Severity.ERROR
    bad = (
        Example(
            yaml="chains:\n  - id: cloud-chain-7\n    position: 1\n",
            path=f"{_FOLDER}/cloud-0005.yaml",
            others={
                f"{_FOLDER}/cloud-0001.yaml": _START,
                f"{_FOLDER}/cloud-0002.yaml": "chains: [{id: cloud-chain-7, position: 1}]\n",
            },
            underlines="1",
        ),
    )
    good = (Example(yaml=_START, others=_example("L4")),)

    def look(self, bank: BankView, chain: Chain) -> Iterator[Finding]:
        """Compare the positions of different questions."""
        first: dict[int, Step] = {}
        for step in chain.live:
            other = first.setdefault(step.position, step)
            # Two files of one id, or one question twice, are reported as such.
            if other.summary.path != step.summary.path and other.summary.id != step.summary.id:
                taken_by = f"{_name(other)} ({printable(other.summary.path)})"
                message = f"position {step.position} is taken by {taken_by}"
                yield self.at(bank, chain, step, message, "position")


class ChainGap(_ChainRule):
    """A chain lacks a position.

    Positions count 0, 1, 2, ... (or from 1), so a missing one is a question that was lost, moved or never
    written. Close the gap by renumbering. This can be told only when the whole bank is audited.
    """

    code = "QB622"
    name = "chain-gap"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="chains:\n  - id: cloud-chain-7\n    position: 3\n",
            path=f"{_FOLDER}/cloud-0005.yaml",
            others={f"{_FOLDER}/cloud-0001.yaml": _START},
            underlines="3",
        ),
    )
    good = (Example(yaml=_START, others=_example("L4", "L4")),)

    def look(self, bank: BankView, chain: Chain) -> Iterator[Finding]:
        """Compare every position with the one before."""
        if not bank.complete or chain.registry is not None:
            return
        before = -1
        for step in chain.steps:
            starts_at_one = before < 0 and step.position == 1
            lacking = step.position - before - 1
            if lacking > 0 and not starts_at_one:
                places = f"{before + 1}" if lacking == 1 else f"{before + 1} to {step.position - 1}"
                yield self.at(bank, chain, step, f"no question has the position {places}", "position")
            before = step.position


class ChainQuestionTwice(_ChainRule):
    """A question stands twice in the same chain.

    A chain leads from one question to the next; one that comes back is a slip of copying.
    """

    code = "QB623"
    name = "chain-question-twice"
    severity = Severity.ERROR
    bad = (
        Example(
            yaml=(
                "chains:\n  - id: cloud-chain-7\n    position: 0\n  - id: cloud-chain-7\n    position: 1\n"
            ),
            underlines="cloud-chain-7",
        ),
        Example(
            yaml="",
            others={"chains.yaml": "cloud-chain-7: [cloud-0001, cloud-0001]\n"},
            underlines="cloud-0001",
        ),
    )
    good = (Example(yaml="chains: [{id: cloud-chain-7, position: 0}, {id: cloud-chain-8, position: 0}]\n"),)

    def look(self, bank: BankView, chain: Chain) -> Iterator[Finding]:
        """Look for a question seen before."""
        seen: set[str] = set()
        for step in chain.steps:
            if step.summary.path in seen:
                yield self.at(bank, chain, step, f"{_name(step)} stands in it a second time")
            seen.add(step.summary.path)


class ChainMixed(_ChainRule):
    """A chain leaves its track or topic.

    A chain deepens one topic on one track; a question from elsewhere breaks what it builds up. What most of
    its questions have counts as the chain's own; the others are reported.
    """

    code = "QB624"
    name = "chain-mixed"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="topic: flash-attention\ncompetency_area: optimization\n" + _START.replace(": 0", ": 3"),
            path="questions/cloud/optimization/cloud-0009.yaml",
            others={f"{_FOLDER}/cloud-0001.yaml": _START, **_example("L3", "L3")},
            underlines="cloud-chain-7",
        ),
        Example(
            yaml="level: L4\n",
            path="questions/edge/memory/edge-0001.yaml",
            others={
                f"{_FOLDER}/cloud-0001.yaml": "level: L3\n",
                f"{_FOLDER}/cloud-0002.yaml": "level: L3\n",
                "chains.json": '[{"id": "c", "questions": ["cloud-0001", "cloud-0002", "edge-0001"]}]\n',
            },
            underlines='"edge-0001"',
        ),
    )
    good = (Example(yaml=_START, others=_example("L4")),)

    def look(self, bank: BankView, chain: Chain) -> Iterator[Finding]:
        """Compare every question with the majority."""
        known = [step for step in chain.live if step.summary.track and step.summary.topic]
        kinds = Counter((step.summary.track, step.summary.topic) for step in known)
        if len(kinds) < 2:
            return
        (track, topic), _ = kinds.most_common(1)[0]
        for step in known:
            own = step.summary
            if own.track != track:
                detail = f"runs through the track {quote(track)}, and {_name(step)} is of {quote(own.track)}"
            elif own.topic != topic:
                detail = (
                    f"runs through the topic {quote(topic)}, and {_name(step)} is about {quote(own.topic)}"
                )
            else:
                continue
            yield self.at(bank, chain, step, detail)


class ChainLevel(_ChainRule):
    """The level falls, or jumps, from one question of a chain to the next.

    A chain goes from easy to hard. From step to step the level stays or rises by at most three; where a
    registry calls a chain `primary`, it rises by one or two. Put the questions in order, or add one between.
    """

    code = "QB625"
    name = "chain-level"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="chains:\n  - id: cloud-chain-7\n    position: 2\n",
            path=f"{_FOLDER}/cloud-0005.yaml",
            others={f"{_FOLDER}/cloud-0001.yaml": _START, **_example("L5")},
            underlines="cloud-chain-7",
        ),
        Example(
            yaml="level: L5\n",
            path=f"{_FOLDER}/cloud-0005.yaml",
            others={
                f"{_FOLDER}/cloud-0001.yaml": "level: L1\n",
                "questions/chains.yaml": "- {id: c, tier: primary, questions: [cloud-0001, cloud-0005]}\n",
            },
            underlines="cloud-0005",
        ),
    )
    good = (Example(yaml=_START, others=_example("L4", "L4")),)

    def look(self, bank: BankView, chain: Chain) -> Iterator[Finding]:
        """Compare the level of every question with the one before."""
        least, most = _STEPS.get(chain.tier or "", _ANY_STEP)
        known = [step for step in chain.live if step.summary.level in _HEIGHT]
        for before, step in pairwise(known):
            if before.position == step.position:
                continue
            old, new = before.summary.level or "", step.summary.level or ""
            rise = _HEIGHT[new] - _HEIGHT[old]
            change = f"from {old} ({_name(before)}) to {new} ({_name(step)})"
            # Where a question lies between them that is not among the files, only a fall is certain.
            if rise < 0:
                yield self.at(bank, chain, step, f"the level falls {change}")
            elif step.position - before.position == 1 and not least <= rise <= most:
                wanted = f"{least} or {most}" if (least, most) == (1, 2) else f"at most {most}"
                yield self.at(bank, chain, step, f"the level goes {change}; a step is {wanted} levels")


class TooManyChains(BankRule):
    """A question stands in more than two chains.

    Readers who follow chains would meet it again and again.
    """

    code = "QB626"
    name = "too-many-chains"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "chains:\n  - {id: chain-1, position: 0}\n  - {id: chain-2, position: 0}\n"
                "  - {id: chain-3, position: 0}\n"
            ),
            underlines="chains",
        ),
    )
    good = (Example(yaml="chains:\n  - {id: chain-1, position: 0}\n  - {id: chain-2, position: 0}\n"),)

    def check(self, bank: BankView) -> Iterator[Finding]:
        """Count the chains of every question."""
        found: dict[str, dict[str, Step]] = defaultdict(dict)
        for chain in bank.cached_view(chains):
            for step in chain.steps:
                found[step.summary.path][chain.id] = step
        for those in found.values():
            if len(those) > _MOST_CHAINS:
                summary = next(iter(those.values())).summary
                names = ", ".join(quote(name) for name in sorted(those)[:5])
                detail = f"stands in {len(those)} chains ({names}), at most {_MOST_CHAINS} are allowed"
                yield self.finding(bank, summary, f"chains: {detail}", ("chains",), key=True)


class ChainRegistryFault(BankRule):
    """A chain registry cannot be understood, or names questions that are not there.

    `chains.yaml` or `chains.json`, at the bank's root or in `questions/`, maps every chain to the ids of its
    questions, or is a list of chains with `id` and `questions`. Whether a question is missing can be told
    only when the whole bank is audited.
    """

    code = "QB627"
    name = "chain-registry"
    severity = Severity.ERROR
    bad = (
        Example(yaml="", others={"chains.yaml": "cloud-chain-7: cloud-0001\n"}, underlines="cloud-0001"),
        Example(
            yaml="",
            others={"chains.yaml": "cloud-chain-7: [cloud-0001, cloud-9999]\n"},
            underlines="cloud-9999",
        ),
        Example(yaml="", others={"chains.json": '{"cloud-chain-7": ["cloud-0001"}\n'}, underlines="}"),
        Example(
            yaml="",
            others={
                "questions/chains.yaml": "c:\n  - cloud-0001\n  - cloud-0002\n",
                f"{_FOLDER}/cloud-0002.yaml": "status: deleted\ndeletion_reason: outdated\n",
            },
            underlines="cloud-0002",
        ),
    )
    good = (
        Example(yaml="", others={"chains.yaml": "cloud-chain-7: [cloud-0001]\n"}),
        Example(
            yaml="",
            others={"questions/chains.json": '[{"chain_id": "c", "questions": [{"id": "cloud-0001"}]}]\n'},
        ),
    )

    def check(self, bank: BankView) -> Iterator[Finding]:
        """Report what is wrong with each registry."""
        known = bank.cached_view(by_id)
        for registry in bank.cached_view(registries):
            shown = bank.shown(registry.file)
            for fault in registry.faults:
                yield self._finding(shown, fault.message, registry.span(fault.place))
            if not bank.complete:
                continue
            for chain in registry.chains:
                for name, place in chain.entries:
                    summary = known.get(name)
                    if summary is not None and summary.live:
                        continue
                    trouble = (
                        "no question has this id" if summary is None else f"this question is {summary.status}"
                    )
                    message = f"chain {quote(chain.id)}: {quote(name)}: {trouble}"
                    yield self._finding(shown, message, registry.span(place))


class ChainRegistryDisagrees(BankRule):
    """A chain registry and the questions themselves describe the same chain differently.

    A bank keeps its chains in the questions or in a registry. Where both do, they must name the same
    questions in the same order, or readers of one see another chain than readers of the other. This can be
    told only when the whole bank is audited.
    """

    code = "QB628"
    name = "chain-registry-disagrees"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=_START,
            others={"chains.yaml": "cloud-chain-7: [cloud-0002, cloud-0001]\n", **_example("L4")},
            underlines="cloud-chain-7",
        ),
    )
    good = (
        Example(
            yaml=_START, others={"chains.yaml": "cloud-chain-7: [cloud-0001, cloud-0002]\n", **_example("L4")}
        ),
    )

    def check(self, bank: BankView) -> Iterator[Finding]:
        """Compare the chains that stand in both."""
        if not bank.complete or not bank.cached_view(registries):
            return
        in_files = {chain.id: chain for chain in bank.cached_view(chains) if chain.registry is None}
        for registry in bank.cached_view(registries):
            for chain in registry.chains:
                if chain.id not in in_files:
                    continue
                theirs = [step.summary.id for step in in_files[chain.id].steps]
                if theirs == [name for name, _ in chain.entries]:
                    continue
                order = ", ".join(quote(name) for name in theirs[:8])
                message = f"chain {quote(chain.id)}: the questions themselves say {order}"
                yield self._finding(bank.shown(registry.file), message, registry.span(chain.path))
