"""Sentences that are fine and stay without a remark of the rules about physics."""

from __future__ import annotations

from typing import Any

from each import each
from rules.rule_examples import laid_over

PATH = "questions/cloud/memory/cloud-0001.yaml"

QUIET = (
    # Another format, several devices, or a part of the model.
    "Quantized to INT4, the 70B model fits on one 48 GB card.",
    "The 140 GB of weights are sharded over two 80 GB GPUs.",
    "With tensor parallelism of 4, the 70B FP16 model is served by A100 GPUs of 80 GB.",
    "Each of the 8 GPUs holds 17.5 GB of the 140 GB.",
    "The 200 GB table is kept in host memory and the 24 GB GPU holds its hot rows.",
    "FSDP trains the 70B model on a node with 8 H100 GPUs.",
    "A LoRA of the 70B model in BF16 is trained on two 80 GB GPUs.",
    "A 7B model in FP16 runs on a 16 GB T4.",
    "The 1.5 TB corpus is streamed from storage to a server with 512 GB of memory.",
    "The 32 GB of host memory hold the 28 GB checkpoint while the GPU with 24 GB receives it in two halves.",
    "The phone with 8 GB of memory loads the 3.8 GB model and leaves the rest to the system.",
    "A 400 KB model lives in the 1 MB flash, and the 192 KB SRAM holds its arena of 48 KB.",
    "The 96 GB variant of the card runs the 70B model in INT8.",
    "The model has 70B parameters and was trained on 15T tokens in BF16 on 16,000 H100 GPUs.",
    "The 80 GB GPU of this model line runs in a server with 64 GB of memory.",
    "An 80 GB H100 holds a model in a node with 48 GB of RAM.",
    # What does not fit, and says so.
    "The 28 GB model does not fit on a 24 GB A10G.",
    "Can a 70B FP16 model run on one 80 GB GPU?",
    "A colleague claims that the 140 GB model fits on a single H100.",
    "If the cache grew to 100 GB, it would have to fit in 80 GB.",
    "The 28 GB of weights exceed the 24 GB of the card, so the server offloads four layers.",
    # Rates.
    "Eight H100 GPUs together achieve 3,200 TFLOPS in BF16.",
    "The H100 achieves 420 TFLOPS on this layer, 42% of its peak.",
    "A cluster of A100 GPUs sustains 12 PFLOPS.",
    "With a batch of 64 one A100 decodes 2,400 tokens/s of a model with 14 GB of weights.",
    "Speculative decoding gives one user 220 tokens/s with 14 GB of weights on an A100.",
    "Prefill runs at 9,000 tokens/s on one H100 with 14 GB of weights.",
    "A mixture of experts with 94 GB of weights reads 6 GB per token, so one user gets 300 tokens/s.",
    "An 80 GB H100 decodes 120 tokens/s for one user.",
    "The 14 GB model comes from an SSD at 7 GB/s, and a single user gets 90 tokens/s on an H100.",
    # Shares.
    "The decoder takes four cores at 380% CPU utilization.",
    "Fusing the kernels improved MFU by 120%.",
    "The new scheduler gives 150% higher utilization.",
    "At 130% offered load the queue grows without bound.",
    "Efficiency rose from 40% to 62%.",
    "Battery capacity is 110% of the nominal value when new.",
    "Accuracy is 91.5%, recall is 100%.",
    # Times.
    "The GPUs overlap the transfer of 14 GB over PCIe 4.0 x16 with compute, which takes 20 ms of the step.",
    "Sending the 64 GB over eight links of 25 Gbps takes 2.6 s.",
    "The 4 KB request takes 2 ms over the 100 Mbps link, most of it queueing.",
    "Only the delta of the 14 GB is sent over the 1 Gbps uplink, in 4 s.",
    "A host with 64 GB sends the batch over a 25 Gbps link in 10 ms.",
    "The node copies the batch to a GPU with 80 GB over PCIe 4.0 x16 in 3 ms.",
    "A 25 Gbps link carries 14 GB in about 4.5 s.",
    "The regions are 6,000 km apart, and the round trip takes 75 ms.",
    "The 6,000 km between the regions cost 30 ms one way and 60 ms for the round trip.",
    "The satellite passes at 550 km, and a ping takes 45 ms.",
)


@each("sentence", QUIET)
@each("field", ["scenario", "realistic_solution"])
def test_a_good_sentence_draws_nothing(audit: Any, sentence: str, field: str) -> None:
    text = f'scenario: "{sentence}"\n' if field == "scenario" else f'details:\n  {field}: "{sentence}"\n'
    audited = audit({PATH: laid_over(text, PATH)})
    assert [one for one in audited.findings if one.code.startswith("QB85")] == []
