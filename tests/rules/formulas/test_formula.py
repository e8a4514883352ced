"""What QB801 and QB802 report, and above all what they leave alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from each import each
from qbank.rules.core.base import Example
from qbank.rules.core.question_file import SourceFile
from qbank.rules.formulas.formula import RecognisedSlip
from qbank.rules.formulas.misread import MisreadValue
from rules.rule_examples import laid_over, whole_text

RULES_OF_FORMULAS = (RecognisedSlip(), MisreadValue())

WRONG = (
    (
        "A pipeline of 7 stages takes 16 microbatches per step; which share is idle?",
        "idle share = (m - 1)/(m + p - 1) = 15/22 = 68.2 %",
    ),
    (
        "A drafter proposes γ = 3 tokens, each accepted with α = 0.7, in speculative decoding.",
        "Tokens per pass: E = (1 − 0.7^3) / 0.3 = 2.19",
    ),
    (
        "A buoy has no cell: a supercapacitor of 0.8 F is used from 4.5 V down to 2.5 V.",
        "E = ½ · 0.8 · (4.5 − 2.5)² = 1.6 J",
    ),
    (
        "A keyword net has a depthwise layer of 3 × 3 on 48 channels, map 40 × 20, then a pointwise one.",
        "depthwise: 40·20·3·3 = 7,200 MAC\npointwise: 40·20·48·96 = 3,686,400 MAC",
    ),
    (
        "A search asks 30 shards; each is slow in 2 % of the cases, independently.",
        "P(shard fast) = 1 − 0.02 = 0.98\nP(at least one slow) = 0.98^30 = 0.545",
    ),
    (
        "A sensor stands 3 km from its gateway in line of sight and sends at 433 MHz.",
        "L = 10·log10(3) + 20·log10(433) + 32.44\n  = 4.77 + 52.73 + 32.44 = 89.94 dB",
    ),
    (
        "A loader. Of the bytes, 60 % come from a disk at 3 GB/s, 40 % from a share at 0.5 GB/s.",
        "Mean rate: 0.60 × 3 + 0.40 × 0.5 = 2.0 GB/s",
    ),
    (
        "A grey picture (160 × 120, one byte per pixel) goes over a single-lane SPI clocked at 8 MHz.",
        "Frame time: 160 × 120 / 8,000,000 = 2.4 ms",
    ),
    (
        "Every call needs the gate (99.9%), the store (99.5%) and the model (99%); there is no fallback.",
        "Availability: 1 - (1 - 0.999) × (1 - 0.995) × (1 - 0.99) = 0.99999995",
    ),
    (
        "BF16 weights and gradients train with Adam, an FP32 master copy and two FP32 moments.",
        "Training state per parameter: 2 B (weights) + 2 B (gradients) = 4 B",
    ),
    (
        "Two cameras 0.1 m apart, with a focal length of 600 pixels, measure a pallet 3 m away by stereo.",
        "Error of the depth for a quarter of a pixel: 3 · 0.25 / (600 · 0.1) = 0.0125 m",
    ),
    (
        "You train on 16 nodes with pipeline parallelism: 8 stages and 24 microbatches per step.",
        ("**Calculations:**\n- Bubble fraction = 8 / (24 + 8) = 25%\n- Step time 1.2 s, so 0.3 s are idle."),
    ),
    (
        "A 4-stage GPipe pipeline processes 12 micro-batches.",
        "**Calculations:** bubble $= p/(m+p-1) = 4/(12+4-1) = 26.7\\%$",
    ),
    (
        "PP=4, m=16.",
        "1. Pipeline bubble ≈ 4/(16 + 4) = 20%.\n2. So a fifth is idle.",
    ),
    (
        "Your team trains a 7B model in data parallel over 8 GPUs; gradients are 14 GB in FP16.",
        (
            "- Ring All-Reduce traffic per GPU: $14 \\text{ GB} \\times 7/8 = 12.25 \\text{ GB}$\n- At "
            "50 GB/s: 12.25 GB / 50 GB/s = 245 ms"
        ),
    ),
    (
        "4 GPUs do an all-reduce of 10 GB.",
        "2 * 4 / 3 * 10 GB = 26.7 GB per GPU for the ring all-reduce",
    ),
    (
        "Llama-2-7B has 32 layers, 32 heads, head dim 128; the context is 4096 tokens, batch 8.",
        "KV cache = 32 × 32 × 128 × 4096 × 8 × 2 bytes = 8.6 GB",
    ),
    (
        "The model has 80 layers and 8 KV heads of head size 128.",
        "Per token the KV cache takes 80 × 8 × 128 × 2 B = 164 KB",
    ),
    (
        "MobileNet needs 569M MACs on a 2 TOPS NPU.",
        "Latency = 569M MACs / 2 TOPS = 0.285 ms at full utilization",
    ),
    (
        "The systolic array has 16384 MACs and runs at 1 GHz.",
        "Peak = 16384 MACs × 1 GHz = 16.4 TOPS",
    ),
    (
        "Checkpoints take 5 min, the cluster MTBF is 8 h.",
        "Optimal checkpoint interval (Young): √(5 min × 480 min) = 49 min",
    ),
    (
        "A 13B model is trained on 300B tokens.",
        "Training compute = 2 × 13B × 300B = 7.8e21 FLOPs",
    ),
    (
        "A speculative decoder drafts 5 tokens at an acceptance rate of 0.7.",
        "E = (1 - 0.7^5)/(1 - 0.7) = 2.77 tokens per step with 5 draft tokens",
    ),
    (
        "A car at 15 m/s brakes at 6 m/s².",
        "Braking distance: 15 m/s * 15 m/s / 6 m/s^2 = 37.5 m",
    ),
    (
        "Your host link is 10 Gbps.",
        "Uploading the 5 GB checkpoint takes 5 GB / 10 GB/s = 0.5 s",
    ),
    (
        "The GPUs have NVLink with 600 GB/s total bidirectional bandwidth.",
        "All-gather of 12 GB: 12 GB / 600 GB/s = 20 ms over NVLink",
    ),
    (
        "The accelerator peaks at 624 TFLOPS (with 2:4 sparsity).",
        "Prefill: 140 TFLOP / 624 TFLOPS = 224 ms",
    ),
    (
        "Weights are kept in INT8.",
        "INT8 weights: 13B params × 2 bytes = 26 GB",
    ),
    (
        "8 pipeline stages with 2 virtual stages each, 16 microbatches.",
        "Interleaved bubble = 8 / (2 × 16) = 25%",
    ),
)
"""A scenario and the napkin math of a question, with a slip."""

RIGHT = (
    (  # the share that sleeps is no duty cycle
        "A probe takes 5 mA awake and 0.01 mA asleep. It is awake for about a twentieth of the time.",
        "- Load: 24.7 / 500 = ~5% (95% sleep).\n    - Average: 0.05 * 5 mA + 0.95 * 0.01 mA = 0.2595 mA",
    ),
    (
        "Disks of 700 TB hold objects coded Reed-Solomon with 8 data and 3 parity shards.",
        "Coded: 700 TB * 8 / 11 = 509 TB",
    ),
    (
        "AdamW in mixed precision: BF16 weights and gradients, FP32 master weights and two moments for 3B.",
        "FP32 master and moments: 3e9 * (4 + 4 + 4) bytes = 36 GB",
    ),
    (
        "Federated learning: 400 phones get the model of 12 MB and return 3 MB in every round.",
        "Received per round: 400 * 3 MB = 1.2 GB",
    ),
    (
        "A module of 13 TOPS on one Gen 2 lane serves the cameras, of which 3.9 TOPS can be used.",
        "Load: 1.72 TOPS / 3.9 TOPS = 44%",
    ),
    (
        "",
        ("With 4 pipeline stages and 8 micro-batches the bubble takes 3 / (8 + 3) = 27.3% of the step."),
    ),
    (
        "",
        ("With 5 pipeline stages and 8 micro-batches the bubble takes 4 / (8 + 4) = 33.3% of the step."),
    ),
    (
        "",
        (
            "Bubble fraction = (p - 1) / (m + p - 1) = 7 / (16 + 7) = 30.4% for p = 8 stages and m "
            "= 16 micro-batches."
        ),
    ),
    (
        "",
        "The pipeline has 8 stages; 32 micro-batches. Bubble over ideal time: 7 / 32 = 21.9%.",
    ),
    (
        "",
        "With 8 stages and 64 micro-batches (m >> p) the bubble is about 8 / (64 + 8) = 11.1%.",
    ),
    (
        "",
        (
            "8 stages and 32 micro-batches. A naive estimate is 8 / (32 + 8) = 20%; the exact "
            "bubble is 7/39 = 17.9%."
        ),
    ),
    (
        "",
        (
            "Pipeline efficiency with 4 stages and 8 micro-batches: 8 / (8 + 4 - 1) = 72.7%, so the "
            "bubble is 27.3%."
        ),
    ),
    (
        "",
        ("Gradients are 28 GB. A ring all-reduce over 8 GPUs moves 2 * 7/8 * 28 GB = 49 GB per GPU."),
    ),
    (
        "",
        (
            "An all-gather over 8 GPUs moves 7/8 * 28 GB = 24.5 GB per GPU; an all-reduce would "
            "need twice that."
        ),
    ),
    (
        "",
        ("The all-reduce is a reduce-scatter and an all-gather. Each phase moves 7/8 * 28 GB = 24.5 GB."),
    ),
    (
        "",
        ("All-reduce volume ≈ 2M for large N: 2 * 14 GB = 28 GB per GPU in a ring all-reduce over 8 GPUs."),
    ),
    (
        "",
        "With 64 GPUs a ring all-reduce sends about 2 * 14 GB = 28 GB.",
    ),
    (
        "",
        "A naive all-reduce over 8 GPUs through the root: 2 * (8 - 1) * 1 GB = 14 GB.",
    ),
    (
        "",
        ("ZeRO-3 shards the parameters: all-gather of 140 GB over 64 GPUs is 63/64 * 140 GB = 137.8 GB."),
    ),
    (
        "",
        "KV cache: 2 * 32 layers * 8 KV heads * 128 head dim * 8192 tokens * 2 bytes = 1.07 GB.",
    ),
    (
        "",
        (
            "Keys alone take 32 layers * 8 KV heads * 128 head dim * 8192 tokens * 2 bytes = 0.537 "
            "GB; values as much again: 2 * 0.537 GB = 1.07 GB of KV cache."
        ),
    ),
    (
        "",
        "Per KV head and layer: 128 values * 8192 tokens * 2 bytes = 2.1 MB of KV cache for K.",
    ),
    (
        "",
        ("The KV cache per token is 2 (K,V) × 80 layers × 8 heads × 128 dims × 2 bytes = 327,680 bytes."),
    ),
    (
        "",
        ("A forward pass of the 7B model over 1,000 tokens costs 2 * 7B params * 1000 tokens = 14 TFLOPs."),
    ),
    (
        "",
        "The layer has 300M MACs; on the 4 TOPS NPU it takes 2 * 300 MMACs / 4 TOPS = 150 us.",
    ),
    (
        "",
        "The layer has 600 MOPs; on the 4 TOPS NPU it takes 600 MOPs / 4 TOPS = 150 us.",
    ),
    (
        "",
        "The NPU has 1024 MACs per cycle: 1024 MACs * 1 GHz = 1.024 TMAC/s, 2.05 TOPS.",
    ),
    (
        "",
        "Young's interval: sqrt(2 * 60 s * 43,200 s) = 2,277 s.",
    ),
    (
        "",
        (
            "With an acceptance of 0.8 and 4 draft tokens: (1 - 0.8^5) / (1 - 0.8) = 3.36 tokens "
            "per verification."
        ),
    ),
    (
        "",
        "Braking distance at 20 m/s and 8 m/s^2: 20^2 / (2 * 8) = 25 m.",
    ),
    (
        "",
        "Pre-training compute: 6 * 70B params * 1.4T tokens = 5.88e23 FLOPs.",
    ),
    (
        "",
        "Prefill during training evaluation: 2 * 70B params * 2000 tokens = 280 TFLOPs forward.",
    ),
    (
        "",
        "FP16 weights: 7B * 2 bytes = 14 GB. FP32 master weights: 7B * 4 bytes = 28 GB.",
    ),
    (
        "",
        (
            "NVLink gives 900 GB/s bidirectional, 450 GB/s each way. Moving the 18 GB of KV takes "
            "18 GB / 450 GB/s = 40 ms."
        ),
    ),
    (
        "",
        "The link is 100 Gbps Ethernet, 12.5 GB/s. Sending 10 GB takes 10 GB / 12.5 GB/s = 0.8 s.",
    ),
    (
        "",
        ("Dense peak is 989 TFLOPS (1,979 with sparsity). 140 TFLOP / 989 TFLOPS = 142 ms of compute."),
    ),
    (
        "",
        "LoRA with rank 16 on a 4096 x 4096 matrix adds 16 * (4096 + 4096) = 131K parameters.",
    ),
    (
        "",
        "Each federated round with 100 clients and a 25 MB model moves 2 * 100 * 25 MB = 5 GB.",
    ),
    (
        "",
        ("In a federated round the server receives 100 client updates: 100 * 25 MB = 2.5 GB of uploads."),
    ),
    (
        "",
        "Data-parallel batch: 8 GPUs * 4 * 16 = 512 samples; the all-reduce is overlapped.",
    ),
    (
        "",
        (
            "The bus is 8 lanes of 4 GB/s: 8 * 4 GB/s = 32 GB/s; the all-reduce needs 24 GB / 32 "
            "GB/s = 0.75 s."
        ),
    ),
    (
        "",
        "Switching from FP16 to INT8 weights: 7B * 1 byte = 7 GB.",
    ),
    (
        "",
        "INT4 weights of 7B params take 7B * 0.5 bytes = 3.5 GB against 14 GB in FP16.",
    ),
    (
        "",
        "Adam keeps two FP32 moments beside FP16 weights: 7B * 8 bytes = 56 GB.",
    ),
    (
        "",
        "A bubble of 20% costs 0.2 * 10 s = 2 s per step with 4 stages and 12 micro-batches.",
    ),
    (
        "You train with pipeline parallelism: 8 stages and 24 microbatches per step.",
        "- Bubble fraction = 7 / (24 + 7) = 22.6%\n- Bubble over ideal = 7/24 = 29.2%",
    ),
    (
        "A pipeline of 4 stages processes 12 micro-batches.",
        "Utilization = 12 / 15 = 80%, bubble = 3/15 = 20%",
    ),
    (
        "A batch of 64 is split into 16 micro-batches over 4 stages.",
        "Micro-batch size = 64 / 16 = 4. The bubble shrinks with more micro-batches.",
    ),
    (
        "8 GPUs, bubble matters.",
        ("With 4 stages the bubble costs 3 slots of 15: 3/15 = 20%. Cost: 8 GPUs * $2/h * 0.2 = $3.2/h"),
    ),
    (
        "Gradients are 14 GB on 8 GPUs.",
        (
            "ReduceScatter: 7/8 × 14 GB = 12.25 GB. AllGather: the same, so all-reduce = 2 × 12.25 "
            "GB = 24.5 GB"
        ),
    ),
    (
        "FSDP over 8 GPUs.",
        (
            "FSDP gathers parameters: 7/8 × 14 GB = 12.25 GB per GPU; gradients: 7/8 × 14 GB = "
            "12.25 GB; no all-reduce"
        ),
    ),
    (
        "Tensor parallel degree 4.",
        "Each all-reduce moves 2 × 3/4 × 32 MB = 48 MB; two per layer: 2 × 48 MB = 96 MB",
    ),
    (
        "512 GPUs all-reduce 28 GB.",
        "2 × 28 GB / 50 GB/s = 1.12 s (511/512 ≈ 1)",
    ),
    (
        "8 nodes share a parameter server.",
        ("The server receives 8 × 14 GB = 112 GB per step, where an all-reduce would send 24.5 GB per node"),
    ),
    (
        "32 layers, 8 KV heads, head dim 128, 4096 tokens.",
        ("K cache: 32 × 8 × 128 × 4096 × 2 bytes = 268 MB; V the same; KV cache total 2 × 268 MB = 537 MB"),
    ),
    (
        "32 layers, 8 KV heads, head dim 128.",
        ("KV bytes per token: 2 × 32 × 8 × 128 × 2 bytes = 131 KB; for 4096 tokens 131 KB × 4096 = 537 MB"),
    ),
    (
        "MLA keeps a latent of 576 values over 61 layers.",
        "KV cache per token: 61 layers × 576 × 2 bytes = 70 KB with the shared latent",
    ),
    (
        "A model with 61 layers keeps one latent of 576 values, from which keys and values are both made.",
        "KV per token: 61 layers × 576 × 2 B = 70,272 B",
    ),
    (
        "A search fans every query out to 100 leaf servers and waits for all of them; 99% are fast.",
        "All leaf servers available: 0.99^100 ≈ 0.366",
    ),
    (
        "569M MACs on a 2 TOPS NPU.",
        "Latency = 2 × 569M MACs / 2 TOPS = 0.569 ms",
    ),
    (
        "569M MACs on an MCU with 4 MAC/cycle at 400 MHz.",
        "Latency = 569M MACs / (4 MAC/cycle × 400 MHz) = 356 ms",
    ),
    (
        "The NPU has 512 MACs at 500 MHz.",
        "Rate = 512 MACs × 500 MHz = 256 GMAC/s = 0.512 TOPS",
    ),
    (
        "Checkpoints take 5 min, MTBF 8 h.",
        "τ = √(2 × 5 min × 480 min) = 69 min (Young)",
    ),
    (
        "MTBF 8 h and a queue.",
        "Std of the wait = sqrt(4 s * 9 s) = 6 s, far below the MTBF",
    ),
    (
        "A 13B model serves prompts.",
        (
            "Prefill of 1000 tokens: 2 × 13B × 1000 = 26 TFLOPs; training on as many would be 6 × "
            "13B × 1000 = 78 TFLOPs"
        ),
    ),
    (
        "Fine-tuning with LoRA on a 7B model.",
        "LoRA training compute forward only: 2 × 7B × 1M = 1.4e16 FLOPs",
    ),
    (
        "Distillation: teacher forward passes.",
        ("Teacher: 2 × 70B × 1B tokens = 1.4e20 FLOPs; student training: 6 × 7B × 1B tokens = 4.2e19 FLOPs"),
    ),
    (
        "A speculative decoder drafts 5 tokens.",
        "(1 - 0.7^6)/(1 - 0.7) = 2.94 tokens per step with 5 draft tokens",
    ),
    (
        "The link is 10 Gbps, the disk 10 GB/s.",
        "Reading 5 GB from disk takes 5 GB / 10 GB/s = 0.5 s; sending it 5 GB / 1.25 GB/s = 4 s",
    ),
    (
        "NVLink 600 GB/s bidirectional.",
        "One way it is 300 GB/s: 12 GB / 300 GB/s = 40 ms",
    ),
    (
        "Both directions are busy on the 600 GB/s bidirectional link.",
        "Each GPU sends 6 GB and receives 6 GB: 12 GB / 600 GB/s = 20 ms",
    ),
    (
        "GPUs exchange 2.1 GB each over links of 600 GB/s.",
        "All-to-all of 8 GPUs, both ways: 2 × 7/8 × 2.1 GB / 600 GB/s = 6.1 ms\n"
        "- All-to-all once: 7/8 × 2.1 GB / 600 GB/s = 3.06 ms",
    ),
    (
        "624 TFLOPS with sparsity; the weights are 2:4 pruned and sparse kernels are used.",
        "140 TFLOP / 624 TFLOPS = 224 ms on the sparse model",
    ),
    (
        "Mixed precision training in FP16 with Adam.",
        "FP16 training state: 7B × 16 bytes = 112 GB; gradients 7B × 2 bytes = 14 GB",
    ),
    (
        "INT8 weights and FP16 activations.",
        "INT8 weights 7B × 1 byte = 7 GB; activations in FP16: 100M × 2 bytes = 200 MB",
    ),
    (
        "BF16 weights.",
        "The optimizer keeps 7B × 8 bytes = 56 GB next to the BF16 weights of 14 GB",
    ),
    (
        "FP32 baseline becomes FP16.",
        "FP32: 7B × 4 bytes = 28 GB. FP16: 7B × 2 bytes = 14 GB.",
    ),
    (
        "A ring all-reduce of 14 GB over 8 GPUs, then over 64 GPUs.",
        "The time of the ring all-reduce grows with the GPUs by (63 * 8) / (64 * 7) = 1.125",
    ),
    (
        "Eight servers, each with a 200 Gb/s link to the store.",
        "Store: 8 * 25 GB/s = 200 GB/s. A checkpoint of 350 GB takes 350 GB / 200 GB/s = 1.75 s",
    ),
    (
        "Sixteen nodes read 90 TB.",
        "Each reads 11.4 GB/s over RDMA.\n- Aggregate: 16 * 11.4 GB/s = 182.4 GB/s\n"
        "- One pass: 90,000 GB / 182.4 GB/s = 493 s",
    ),
    (
        "500 phones upload updates of 4 MB.",
        "Federated upload: 500 × 4 MB = 2 GB to the server",
    ),
    (
        "Quantize to INT4.",
        "INT4 with group scales: 7B × 0.5625 bytes = 3.94 GB",
    ),
    (
        "Eight lanes of sensors.",
        "Bits: 8 × 4 / (8 + 4) = 2.67",
    ),
    (
        "A step takes 100 ms of which 30 ms are communication.",
        (
            "Communication overhead = 30 ms / 100 ms = 30%; with accumulation over 4 steps 40% / 4 "
            "= 10% of the bytes per sample"
        ),
    ),
    (
        "Checkpoint every 30 min taking 2 min.",
        "Checkpoint overhead = 2 min / 30 min = 6.7%; rework 15 min / 480 min = 3.1%",
    ),
    (
        "An NPU of 256 MACs runs a detector of 45M MACs per image at 400 MHz.",
        "Peak: 256 MACs/cycle * 400 MHz = 204.8 GOPS",
    ),
)
"""The same without a slip, or with one that the text explains."""


def messages(scenario: str, napkin: str) -> list[str]:
    """What the rules say about a question with these texts."""
    fields = {
        "title": "A Napkin",
        "topic": "pipeline-parallelism",
        "scenario": f"{scenario} The team sizes it on a napkin.".strip(),
        "question": "What does it take?",
    }
    snippet = "".join(f"{name}: {json.dumps(text)}\n" for name, text in fields.items())
    snippet += (
        f"details:\n  napkin_math: {json.dumps(napkin)}\n  realistic_solution: It is worked out below.\n"
    )
    text = whole_text(Example(yaml=snippet))
    assert isinstance(text, str)
    question = SourceFile.from_bytes(text.encode(), "x.yaml").question()
    assert question is not None
    return [finding.message for rule in RULES_OF_FORMULAS for finding in rule.check(question)]


@each("scenario, napkin", WRONG)
def test_a_slip_is_found_however_people_write_it(scenario: str, napkin: str) -> None:
    assert len(messages(scenario, napkin)) == 1


@each("scenario, napkin", RIGHT)
def test_what_is_right_or_explained_is_left_alone(scenario: str, napkin: str) -> None:
    assert messages(scenario, napkin) == []


def test_the_message_tells_the_formula_and_what_is_right() -> None:
    (said,) = messages("", "With 4 stages and 8 micro-batches the bubble is 4 / (8 + 4) = 33.3%")

    assert said == (
        "details.napkin_math: 4 / (8 + 4) should be 0.2727273: a pipeline fills in p - 1 steps, not p; "
        "by f = (p - 1)/(m + p - 1) (pipeline_bubble_fraction) with p = 4, m = 8"
    )


@each(
    "excuse",
    ["(m >> p)", "which is naive", "for large m", "as a rule of thumb", "and exactly 3/11 = 27.3%"],
)
def test_a_difference_that_the_text_explains_is_no_slip(excuse: str) -> None:
    slip = "With 4 stages and 8 micro-batches the bubble is 4 / (8 + 4) = 33.3%"

    assert messages("", slip)
    assert not messages("", f"{slip} {excuse}.")


def test_a_difference_of_no_more_than_napkin_math_is_no_slip() -> None:
    assert messages("", "All-reduce over 8 GPUs: 2 * 8/8 * 14 GB = 28 GB")
    assert not messages("", "All-reduce over 64 GPUs: 2 * 64/64 * 14 GB = 28 GB")


def test_a_slip_among_what_people_get_wrong_is_meant() -> None:
    slip = "With 4 stages and 8 micro-batches the bubble is 4 / (8 + 4) = 33.3%"
    text = whole_text(Example(yaml=f"details:\n  common_mistake: {slip}\n"))
    assert isinstance(text, str)
    question = SourceFile.from_bytes(text.encode(), "x.yaml").question()
    assert question is not None
    assert not [one for rule in RULES_OF_FORMULAS for one in rule.check(question)]


def test_a_bank_may_list_slips_of_its_own(audit: Any, tmp_path: Path) -> None:
    folder = tmp_path / "schema" / "formulas"
    folder.mkdir(parents=True)
    (folder / "own.yaml").write_text(
        """formulas:
- id: truck_time
  name: Time of a truck there and back
  area: own
  result: {symbol: T, unit: second}
  expression: 2*m/b
  variables: {m: {unit: byte, meaning: load}, b: {unit: byte/second, meaning: rate}}
  source: definition
  cues: [truck]
  slips:
  - {expression: m/b, says: a truck also drives back}
  examples:
  - {given: {m: 10, b: 5}, result: 4, because: 2*10/5}
  - {given: {m: 5, b: 5}, result: 2, because: "2"}
""",
        encoding="utf-8",
    )
    snippet = "details:\n  napkin_math: The truck needs {} s\n"
    path = "questions/cloud/memory/cloud-0001.yaml"

    (found,) = audit({path: laid_over(snippet.format("10 GB / 5 GB/s = 2"), path)}, rules=("QB801",)).findings
    assert "should be 4 s: a truck also drives back; by T = 2*m/b" in found.message
    assert not audit(
        {path: laid_over(snippet.format("2 * 10 GB / 5 GB/s = 4"), path)}, rules=("QB801",)
    ).findings


MIXTURE = (
    "A mixture of experts has 90 billion parameters in all, of which 14 billion are active for each token."
)


@each(
    "scenario, napkin, count",
    [
        (f"{MIXTURE} It is trained on 2T tokens.", "Training: 6 * 90e9 * 2e12 = 1.08e24 FLOP", 1),
        (f"{MIXTURE} It is trained on 2T tokens.", "Training: 6 * 14e9 * 2e12 = 1.68e23 FLOP", 0),
        (f"{MIXTURE} All of them are resident in FP16.", "Weight memory: 14e9 * 2 bytes = 28 GB", 1),
        (f"{MIXTURE} All of them are resident in FP16.", "Weight memory: 90e9 * 2 bytes = 180 GB", 0),
        (MIXTURE, "Read per token in FP16: 14e9 * 2 bytes = 28 GB", 0),
    ],
)
def test_total_and_active_parameters_are_kept_apart(scenario: str, napkin: str, count: int) -> None:
    text = json.dumps({"scenario": scenario, "details": {"napkin_math": f"- {napkin}"}})
    question = SourceFile.from_bytes(text.encode(), "x.yaml").question()
    assert question is not None
    assert len(list(MisreadValue().check(question))) == count


@each(
    "scenario, napkin",
    (
        (
            "A search asks 30 shards; each is slow in 2 % of the cases, independently.",
            "P(all fast) = 0.98^30 = 0.545\nP(at least one slow) = 1 − 0.98^30 = 0.455",
        ),
        (
            "A video loader. Of the time, 60 % are spent on a disk at 3 GB/s, 40 % on a share at 0.5 GB/s.",
            "Mean rate: 0.60 × 3 + 0.40 × 0.5 = 2.0 GB/s",
        ),
        (
            "A keyword net has a depthwise layer of 3 × 3 on 48 channels, map 40 × 20.",
            "depthwise, per channel: 40·20·3·3 = 7,200 MAC\nall: 48·7,200 = 345,600 MAC",
        ),
        (
            "A sensor stands 3 km from its gateway in line of sight and sends at 433 MHz.",
            "L = 20·log10(3) + 20·log10(433) + 32.44 = 94.71 dB",
        ),
        (
            "A buoy transmits with 14 dBm to a mast, and 20 dB are lost in the hull.",
            "Given: d = 2.5 km, f = 868.3 MHz\n(1) 20·log10(2.5) = 7.96 dB\n(2) 20·log10(868.3) = 58.77 dB",
        ),
        (
            "A save of 20e9 parameters has BF16 weights, FP32 master weights and both FP32 moments of Adam.",
            "Bytes per parameter: 2 + 4 + 4 + 4 = 14\nState: 20e9 × 14 B = 280 GB",
        ),
        (
            "A recorder takes 8,000 samples a second of 2 bytes from each of two microphones.",
            "Per microphone: 8,000 × 2 B × 3 s = 48,000 B\nTwo microphones: 96,000 B",
        ),
    ),
)
def test_what_is_right_as_it_stands_is_no_slip(scenario: str, napkin: str) -> None:
    assert messages(scenario, napkin) == []


@each(
    "napkin, count",
    (
        ("precision = TP / (TP + FN) = 40 / 50 = 0.8\nrecall = TP / (TP + FP) = 40 / 45 = 0.889", 2),
        ("precision = TP / (TP + FP) = 40 / 45 = 0.889\nrecall = TP / (TP + FN) = 40 / 50 = 0.8", 0),
    ),
)
def test_a_symbol_of_the_sister_is_told_by_its_name(napkin: str, count: int) -> None:
    counts = "TP = 40, FP = 45 − 40 = 5, FN = 50 − 40 = 10\n"
    assert len(messages("A belt raised 45 alarms; 50 falls were staged.", counts + napkin)) == count
