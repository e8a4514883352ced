"""Whole files made from the short examples that rules carry.

An example shows only the fields that matter. They are laid over a complete question that no rule objects to,
as text, so that comments, quotes and folding of the example stay as written.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any

from qbank.rules.core.base import Example

BASE_FIELDS = """\
schema_version: "1.0"
id: {id}
track: {track}
level: L4
zone: analyze
topic: kv-cache-management
competency_area: memory
bloom_level: analyze
phase: inference
title: Growth of the Cache in a Long Conversation
scenario: >-
  The chat service {id} keeps the keys and values of every token of a conversation in GPU memory. Its
  model has 32 layers with 8 key-value heads of 128 values each, held in FP16.
question: How much memory does one conversation of 8,192 tokens take?
details:
  realistic_solution: >-
    Every token takes 128 KiB: keys and values of 32 layers, 8 heads and 128 values of 2 bytes. A
    conversation of 8,192 tokens takes 1 GiB of cache beside the weights, so conversations and not requests
    bound the batch.
  common_mistake: |
    **The Pitfall:** Sizing the memory by the weights alone.
    **The Rationale:** The weights are on the model card, and the cache of a short prompt is small.
    **The Consequence:** The service runs out of memory as soon as its users stay.
  napkin_math: |
    **Assumptions & Constraints:** 32 layers, 8 key-value heads, 128 values a head, 2 bytes a value.
    **Calculations:** 2 * 32 * 8 * 128 * 2 bytes = 131,072 bytes per token.
    **Conclusion:** A conversation of 8,192 tokens takes about 1 GiB.
status: published
provenance: human
requires_explanation: true
expected_time_minutes: 10
"""
"""A question without a fault; `{id}` and `{track}` come from the name of the example's file."""

BASE_LAB = """\
schema_version: "1.0"
kind: lab
id: {id}
title: What a Ring Costs
level: L3
zone: analyze
topic: collective-communication
competency_area: networking
status: published
provenance: human
objectives: [Say what a further device costs.]
intro: Data parallel training exchanges its gradients in every step.
personas:
  cloud:
    role: Training lead
    situation: A model is trained on a cluster whose network is about to be chosen.
    given: {{gradient: 14 GB}}
quantities:
  nodes: {{label: Devices, slider: {{min: 2, max: 64, factor: 2}}}}
  gradient: {{label: Gradient, unit: GB}}
  rate: {{label: Rate of the link, field: ib-ndr.per_direction}}
  t_comm:
    label: All-reduce
    formula: ring_allreduce_time
    given: {{n: nodes, a: 5 µs, m: gradient, b: rate}}
    unit: ms
parts:
- title: The ring
  prediction: {{kind: number, prompt: "How long does it take on {{nodes}} devices?", quantity: t_comm}}
  workbench: [nodes]
  instruments:
  - {{kind: line, title: All-reduce, of: t_comm, x: nodes}}
  constraints: {{tries: 3, require: ["t_comm <= 500[ms]"]}}
"""
"""A lab without a fault."""

_TRACKS = ("cloud", "edge", "mobile", "tinyml", "global")


def whole_text(example: Example) -> str | bytes:
    """Return the content of an example's file."""
    if example.whole or isinstance(example.yaml, bytes):
        return example.yaml
    return laid_over(example.yaml, example.path, example.without)


def laid_over(snippet: str, path: str, without: tuple[str, ...] = ()) -> str:
    """Lay fields over the complete question or lab, which is named after the file at `path`."""
    name = PurePosixPath(path).stem
    track = next((track for track in _TRACKS if name.startswith(f"{track}-")), _TRACKS[0])
    # Of this field the fields within are laid over one by one.
    inner_of = "quantities" if is_lab(path) else "details"
    base = BASE_LAB if is_lab(path) else BASE_FIELDS
    fields = _fields(base.format(id=name, track=track), "")
    within = _fields(_body(fields[inner_of]), "  ")
    for left_out in without:
        top, _, inner = left_out.partition(".")
        del (within if inner else fields)[inner or top]
    over = _fields(snippet, "")
    if inner_of in fields:
        if _is_block(over.get(inner_of, ""), inner_of):
            within |= _fields(_body(over.pop(inner_of)), "  ")
        fields[inner_of] = f"{inner_of}:\n" + "".join(within.values())
    return "".join((fields | over).values())


def is_lab(path: str) -> bool:
    """Whether the file of an example is a lab."""
    return PurePosixPath(path).parent.name == "labs"


def _is_block(field: str, name: str) -> bool:
    return field.partition("\n")[0].strip() == f"{name}:"


def _body(field: str) -> str:
    return field.partition("\n")[2]


def _fields(text: str, indent: str) -> dict[str, str]:
    """Split the fields of a mapping; comments and blank lines above a field belong to it."""
    fields: dict[str, str] = {}
    name, pending = None, ""
    for line in text.splitlines(keepends=True):
        begins = line.startswith(indent) and line[len(indent) : len(indent) + 1] not in " \t\n#-"
        if begins:
            name = line.strip().partition(":")[0].strip("'\"")
            # A field given twice is an example of a field given twice.
            while name in fields:
                name += "'"
            fields[name] = pending + line
            pending = ""
        elif name is None or line[: len(indent) + 1].strip() == "#":
            pending += line
        else:
            fields[name] += pending + line
            pending = ""
    if name is not None:
        fields[name] += pending
    return fields


def reported(
    audit: Any, *, scenario: str, lines: Iterable[str], solution: str, question: str = ""
) -> set[str]:
    """Return the codes of what an audit reports of a question with these texts and lines of napkin math."""
    path = "questions/cloud/memory/cloud-0001.yaml"
    asked = f"question: {question}\n" if question else ""
    math = "\n    ".join(f"- {line}" for line in lines)
    text = (
        f"scenario: >-\n  {scenario}\n{asked}details:\n  realistic_solution: >-\n    {solution}\n"
        f"  napkin_math: |\n    {math}\n"
    )
    return {one.code for one in audit({path: laid_over(text, path)}).findings}
