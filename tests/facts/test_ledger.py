from each import each
from qbank.facts.counted import counted, singular
from qbank.facts.devices.finding import names_of
from qbank.facts.fact import Fact, Field
from qbank.facts.ledger import Ledger, read
from qbank.facts.lexicon.loading import bundled
from qbank.facts.vocabulary import Kind, Modality, Origin, Role, Standing, Why
from qbank.napkin.verifier import verify

SCENARIO = (
    "A note-taking app may use at most 6 GB on a phone with 12 GB of RAM. It runs an 8B model on an A100 "
    "with 80 GB. Last year the app took 3 GB."
)
MATH = "- Weights: 8B * 0.5 bytes = 4 GB\n- Cache: 4.29 GB\n- App: 4 GB + 4.29 GB = 8.29 GB"


def ledger() -> Ledger:
    fields = (
        Field(("scenario",), SCENARIO, Origin.SCENARIO, verify(SCENARIO)),
        Field(("details", "napkin_math"), MATH, Origin.CALCULATIONS, verify(MATH, context=[SCENARIO])),
    )
    return read(fields, bundled(), names_of(None).find)


def fact(text: str) -> Fact:
    return next(fact for fact in ledger().facts if fact.text == text)


def test_quantities_get_the_role_that_the_words_around_them_tell() -> None:
    roles = {
        text: fact(text).role for text in ("6 GB", "12 GB", "8B", "80 GB", "3 GB", "0.5 bytes", "8.29 GB")
    }
    assert roles == {
        "6 GB": Role.LIMIT,
        "12 GB": Role.CAPACITY,
        "8B": Role.PARAMETERS,
        "80 GB": Role.CAPACITY,
        "3 GB": Role.DEMAND,
        "0.5 bytes": Role.ELEMENT_SIZE,
        "8.29 GB": Role.DEMAND,
    }


def test_subjects_standing_and_the_claims_are_bound() -> None:
    assert fact("80 GB").subject.device is not None
    assert fact("12 GB").subject.thing == "phone"
    assert fact("3 GB").standing is Standing.FORMER
    assert fact("4 GB").subject.thing == "weights"
    assert fact("8.29 GB").modality is Modality.COMPUTED
    assert [other.text for other in fact("4 GB").same] == ["4 GB"]


def read_alone(text: str) -> Ledger:
    return read(
        [Field(("scenario",), text, Origin.CALCULATIONS, verify(text))], bundled(), names_of(None).find
    )


def test_a_noun_of_several_words_is_counted() -> None:
    [count] = read_alone("We have 3,000 vibration sensors.").facts
    assert (count.number, count.subject.name) == (3000, "vibration sensors")


def test_a_semicolon_ends_what_is_said_of_another_time() -> None:
    told = read_alone("Logs are held for 45 days in one place; last year it was 60 days.").facts
    assert [(one.text, one.standing) for one in told if one.kind is Kind.TIME] == [
        ("45 days", Standing.TOPIC),
        ("60 days", Standing.FORMER),
    ]


@each(
    "text, rooms",
    [
        ("Left on the L4: 24 GB - 14 GB = 10 GB", {"24 GB", "10 GB"}),
        ("Share of the SRAM: 192 KB / 256 KB = 75%", {"256 KB"}),
        ("The chip has 1 MB of flash.\nOne slot: (1 MB - 48 KB) / 2 = 488 KB", {"1 MB", "488 KB"}),
        ("Each drive has 4 TB.\nData of the stripe: 3 * 4 TB = 12 TB", {"4 TB", "12 TB"}),
        ("Host RAM: 512 GB, 300 GB in use", {"512 GB"}),
        ("Host RAM: 512 GB, 300 GB already used", {"512 GB"}),
        ("The stack takes 4 GB.\nShare of each: 4 GB / 2 = 2 GB", set()),
    ],
)
def test_what_there_is_of_something_is_a_capacity(text: str, rooms: set[str]) -> None:
    facts = {fact.text: fact for fact in read_alone(text).facts}
    assert {name for name, fact in facts.items() if fact.role is Role.CAPACITY} == rooms


@each(
    "text, roles",
    [
        ("A job keeps 3 GB of the L4's 24 GB.", [Role.DEMAND, Role.CAPACITY]),
        ("It uses 3 GB of the 24 GB.", [Role.DEMAND, Role.CAPACITY]),
        ("Of the card's 16 GB the model takes 12 GB.", [Role.CAPACITY, Role.DEMAND]),
        ("It keeps 20% of the host's 384 GB.", [Role.SHARE, Role.CAPACITY]),
    ],
)
def test_a_part_and_its_whole(text: str, roles: list[Role]) -> None:
    assert [one.role for one in read_alone(text).facts] == roles


def test_a_form_factor_counts_nothing() -> None:
    [size] = read_alone("a cartridge of two 15.36 TB U.2 SSDs").facts
    assert (size.text, size.holders) == ("15.36 TB", 2)


def test_the_whole_on_a_device_is_of_that_device() -> None:
    whole = read_alone("Left on the L4: 24 GB - 14 GB = 10 GB").facts[0]
    assert whole.subject.device is not None
    assert whole.subject.device.text == "L4"


def test_terms_of_a_sum_lie_where_its_label_says_and_are_what_it_is() -> None:
    facts = read_alone("A buffer is half of the flash: ~500 KB.\nFlash: 180 KB + 500 KB = 680 KB").facts
    assert [(fact.place, fact.role) for fact in facts[2:]] == [("flash", Role.DEMAND)] * 3


def test_a_term_gets_the_unit_of_its_sum() -> None:
    first = read_alone("Weights: 1.4 + 0.6 = 2 GB").facts[0]
    assert (first.text, first.value) == ("1.4 GB", 1.4e9)


def test_the_terms_of_a_mean_get_the_unit_of_what_it_comes_to() -> None:
    texts = [fact.text for fact in read_alone("Mean draw: (9 + 0.3) / 2 = 4.65 mA").facts]
    assert texts == ["9 mA", "0.3 mA", "2", "4.65 mA"]


@each(
    "text, per",
    [
        ("A bell rings 20 times an hour.", "hour"),
        ("A bell rings 20 times per hour.", "hour"),
        ("A gate sends 20 events each minute.", "minute"),
        ("A shop sells 20 items every day.", "day"),
        ("A trainer costs $2.40 an H100 hour.", "hour"),
        ("A set holds 20 images, each of 3 MB.", ""),
    ],
)
def test_what_a_number_is_per_may_stand_behind_what_it_counts(text: str, per: str) -> None:
    numbers = [fact for fact in read_alone(text).facts if fact.text in {"20", "20 images", "$2.40"}]
    assert [fact.per for fact in numbers] == [per]


def test_a_computed_value_is_of_what_its_line_names_wherever_it_is_used() -> None:
    ledger = read_alone("Weights: 7B params * 2 bytes = 14 GB\nStep: 14 GB / 2 TB/s = 7 ms")
    used = [fact for fact in ledger.facts if fact.text == "14 GB"]
    assert [fact.subject.thing for fact in used] == ["weights", "weights"]


def test_the_label_of_a_claim_names_what_comes_out() -> None:
    first = read_alone("RAM: 72 KB + 104 KB = 176 KB").facts[0]
    assert first.role is Role.DEMAND


def _of_text(text: str) -> dict[str, Fact]:
    ledger = read([Field(("scenario",), text, Origin.SCENARIO, verify(text))], bundled(), names_of(None).find)
    return {one.text: one for one in ledger.facts}


def test_what_can_be_used_of_a_capacity_and_several_of_it_is_one() -> None:
    facts = _of_text("The battery holds 20 Wh.\n- Usable: 20 Wh * 0.9 = 18 Wh\n- Walk: 2 W * 8 h = 16 Wh\n")
    assert facts["18 Wh"].role is Role.CAPACITY
    assert facts["16 Wh"].role is Role.ENERGY


def test_a_denial_behind_a_value_denies_something_else() -> None:
    facts = _of_text("The host has one 25 Gb/s card and, as far as we can see from here, no other path.")
    assert facts["25 Gb/s"].modality is Modality.GIVEN


def test_a_count_under_a_label_of_events_is_none_of_parameters() -> None:
    assert _of_text("Daily users: 90 million\n")["90 million"].role is not Role.PARAMETERS


def test_no_text_makes_it_fail() -> None:
    texts = (
        "",
        "\n",
        "()",
        "((((((1 GB",
        "= = = 4",
        ": : 3 s",
        "1e999999 GB",
        "\u0000 5 W",
        "GB " * 2_000,
        "−" * 50,
    )
    for text in texts:
        read([Field(("scenario",), text, Origin.SCENARIO, verify(text))], bundled(), names_of(None).find)


def test_a_place_in_a_row_is_no_quantity_and_names_a_percentile() -> None:
    found = read_alone(
        "Half of the uploads take 8 s, the 95th percentile is 21 s, and the 3rd try takes 5 s."
    )
    assert [(fact.text, fact.rank) for fact in found.facts] == [
        ("Half", 0),
        ("8 s", 0),
        ("21 s", 95),
        ("5 s", 0),
    ]


@each(
    "text, value, name",
    [
        ("The T4 has 16 GB of memory, draws 70 W and does 65 TFLOPS at FP16.", "65 TFLOPS", "T4"),
        (
            "It runs on a Jetson Orin NX 16GB. Its memory delivers 102.4 GB/s.",
            "102.4 GB/s",
            "Jetson Orin NX 16GB",
        ),
        ("A slice of TPU v5e is rented. A v4 chip computes 275 TFLOPS.", "275 TFLOPS", "v4"),
        ("A slice of TPU v5e is rented. A v5e chip has 16 GB.", "16 GB", "TPU v5e"),
    ],
)
def test_a_value_is_of_the_hardware_that_its_sentence_is_about(text: str, value: str, name: str) -> None:
    assert {one.subject.name for one in read_alone(text).facts if one.text == value} == {name}


def test_a_bare_factor_has_the_unit_that_its_digits_have_elsewhere() -> None:
    facts = read_alone("A card of 24 GB.\nUsable: 24 * 0.9 = 21.6 GB").facts
    assert [(one.text, one.role) for one in facts if one.text.startswith("24")] == [
        ("24 GB", Role.CAPACITY),
        ("24 GB", Role.CAPACITY),
    ]
    assert [one.role for one in facts if one.text == "21.6 GB"] == [Role.CAPACITY]


def test_a_bare_factor_of_a_term_of_a_sum_has_its_unit_too() -> None:
    facts = read_alone("Each draws 2.5 kW.\nDraw: 3 * 2.5 + 1 = 8.5 kW").facts
    assert [one.text for one in facts] == ["2.5 kW", "3", "2.5 kW", "1", "8.5 kW"]


@each(
    "text, result, kind",
    [
        ("In days: 96 / 24 = 4", "4 days", Kind.TIME),
        ("Hours: 24 * 3 = 72", "72 hours", Kind.TIME),
        ("In GB: 3.2e9 / 1e9 = 3.2", "3.2 GB", Kind.BYTES),
        ("Hour of the peak: 8 + 9 = 17", "17", Kind.COUNT),
        ("In all: 8 + 9 = 17", "17", Kind.COUNT),
        ("S = 60 / 24 = 2.5", "2.5", Kind.COUNT),
    ],
)
def test_a_bare_result_has_the_unit_of_its_label(text: str, result: str, kind: Kind) -> None:
    assert [(one.text, one.kind) for one in read_alone(text).facts][-1:] == [(result, kind)]


@each(
    "text, kind",
    [
        ("A disk does 150 random reads a second.", Kind.EVENT_RATE),
        ("A gate lets 150 requests a second through.", Kind.EVENT_RATE),
        ("Of frames, 150 a second are drawn.", Kind.COUNT),
        ("A shop sells 150 items a day.", Kind.COUNT),
        ("The team measures 150 ms per round trip.", Kind.TIME),
        ("The kernel does 150 FLOP/B against 90 FLOP/B.", Kind.OTHER),
    ],
)
def test_what_a_number_with_words_behind_it_measures(text: str, kind: Kind) -> None:
    assert read_alone(text).facts[0].kind is kind


def test_what_a_device_moves_up_to_is_its_bandwidth() -> None:
    roles = [read_alone(f"The module moves {text}40 GB/s.").facts[0].role for text in ("", "up to ")]
    assert roles == [Role.THROUGHPUT, Role.BANDWIDTH]


def test_kelvins_per_watt_are_no_thousands() -> None:
    fact = read_alone("The block has 6.5 K/W to ambient.").facts[0]
    assert (fact.mention.unit.name, fact.value) == ("K/W", 6.5)


def test_small_words_tie_no_unit_to_a_number() -> None:
    assert [one.text for one in read_alone("It has a PUE of 0.85 over the year.").facts] == ["0.85"]


def test_nouns_in_the_singular() -> None:
    plurals = ("boxes", "caches", "batches", "batteries", "cameras", "bus")
    assert [singular(word) for word in plurals] == ["box", "cache", "batch", "battery", "camera", "bus"]


def read_prose(text: str) -> dict[str, Fact]:
    ledger = read([Field(("scenario",), text, Origin.SCENARIO, verify(text))], bundled(), names_of(None).find)
    return {fact.text: fact for fact in ledger.facts}


@each(
    "text, value, standing",
    [
        ("A drive of 4 TB takes all of it; last year's 2 TB were too few.", "4 TB", Standing.TOPIC),
        ("A drive of 4 TB takes all of it; last year's 2 TB were too few.", "2 TB", Standing.FORMER),
        ("The fund has 900 Wh (last year it was 700 Wh).", "900 Wh", Standing.TOPIC),
        ("The fund has 900 Wh (last year it was 700 Wh).", "700 Wh", Standing.FORMER),
        ("Before indexing, a node copies all to its disk of 4 TB.", "4 TB", Standing.TOPIC),
        ("Before the move, a node had a disk of 4 TB.", "4 TB", Standing.FORMER),
    ],
)
def test_a_word_of_another_case_stays_in_its_brackets_and_its_part(
    text: str, value: str, standing: Standing
) -> None:
    assert read_prose(text)[value].standing is standing


def test_rent_is_an_amount_for_its_time() -> None:
    fact = read_prose("The club has a budget of 900 € per month.")["900 € per month"]
    assert (fact.kind, round(fact.value), fact.per) == (Kind.MONEY, 900, "month")


def test_a_label_holds_for_its_sentence_in_prose() -> None:
    facts = read_prose("Pick one for the H100: it has 80 GB. The service asks for 5 TFLOPS of something.")
    assert facts["80 GB"].label == "pick one for the h100"
    assert facts["5 TFLOPS"].label == ""


@each(
    "text, value, seconds",
    [
        ("The meter ran over an hour of heavy use.", "an hour", 3600),
        ("It was read during a ten-minute session.", "ten-minute", 600),
    ],
)
def test_times_in_words(text: str, value: str, seconds: float) -> None:
    assert read_prose(text)[value].value == seconds


@each(
    "text, role",
    [
        ("The box can never draw more than 25 W.", Role.LIMIT),
        ("The firmware limits the input to 25 W.", Role.LIMIT),
        ("The old box never went above 25 W.", Role.POWER),
        ("The breaker trips when the load, fans included, exceeds 25 W.", Role.LIMIT),
    ],
)
def test_what_cannot_be_more_is_a_limit_and_what_was_not_is_none(text: str, role: Role) -> None:
    assert read_prose(text)["25 W"].role is role


@each(
    "text, role",
    [
        ("The gateway drops what takes longer than it likes after 90 s.", Role.LIMIT),
        ("The server closes a round 90 s after it began.", Role.LIMIT),
        ("A watchdog kills any job without a step for 90 s.", Role.LIMIT),
        ("The provider gives a notice of 90 s.", Role.LIMIT),
        ("The node polls for the notice every 90 s.", Role.INTERVAL),
        ("The node warms up for 90 s.", Role.DURATION),
    ],
)
def test_a_time_after_which_something_ends_is_a_limit(text: str, role: Role) -> None:
    assert read_prose(text)["90 s"].role is role


@each(
    "line, role",
    [
        ("Budget for the model: 700 KB", Role.LIMIT),
        ("Cap on the upload: 700 KB", Role.LIMIT),
        ("Model of the first budget: 700 KB", Role.DEMAND),
    ],
)
def test_a_label_with_a_limit_at_its_head_gives_a_limit(line: str, role: Role) -> None:
    assert {fact.text: fact for fact in read_alone(f"{line}\n").facts}["700 KB"].role is role


@each("text", ["The battery offers 50 Wh of usable energy.", "A pack stores 50 Wh of energy."])
def test_a_noun_that_only_names_what_is_measured_tells_no_role(text: str) -> None:
    assert read_prose(text)["50 Wh"].role is Role.CAPACITY


def test_what_lies_on_a_device_is_of_the_data_and_its_memory_is_room() -> None:
    facts = {
        fact.text: fact
        for fact in read_alone(
            "INT8 weights on one A100 80GB: 30 GB + 16.7 GB = 46.7 GB\nOne A100 80GB: 80 * 0.9 = 72 GB\n"
        ).facts
    }
    assert facts["46.7 GB"].role is Role.DEMAND
    assert facts["72 GB"].role is Role.CAPACITY


@each("text, count", [("A node has four 3.84 TB drives.", 4), ("A node has a 3.84 TB drive.", 1)])
def test_a_room_knows_how_many_there_are_of_it(text: str, count: int) -> None:
    assert read_prose(text)["3.84 TB"].holders == count


@each(
    "text, things",
    [
        ("ZeRO stage 3 shards the states.", []),
        ("Mixtral 8x7B has experts.", []),
        ("It takes a size 312 cell.", []),
        ("Three shards hold the states.", ["shard"]),
    ],
)
def test_names_with_a_number_count_nothing(text: str, things: list[str]) -> None:
    assert [one.noun for one in counted(read_alone(text))] == things


@each("number, size", [("131 072", 131_072), ("8 388 608", 8_388_608), ("16 512", 16_512)])
def test_a_blank_parts_thousands_where_it_can_mean_nothing_else(number: str, size: int) -> None:
    assert read_alone(f"Parameters: {number} in all").facts[0].value == size


@each(
    "text, values",
    [
        ("The stages take 3, 4, 5 and 6 ms.", [0.003, 0.004, 0.005, 0.006]),
        ("It takes between 20 and 30 ms.", [0.02, 0.03]),
        ("The log has 20/45/80 ms.", [0.02, 0.045, 0.08]),
        ("The log has 20 / 45 ms.", [0.045]),  # a division
        ("It is 12, and 5 ms remain.", [0.005]),
    ],
)
def test_numbers_of_a_list_have_the_unit_that_stands_behind_its_last(text: str, values: list[float]) -> None:
    found = [fact for fact in read_alone(text).facts if fact.kind is Kind.TIME]
    assert [round(fact.value, 6) for fact in found] == values
    assert all(fact.text.endswith(" ms") for fact in found)


@each(
    "text, ranks",
    [
        ("p50, p95 and p99 are 12, 30 and 42 ms.", [50, 95, 99]),
        ("p50/p90/p99 = 12/30/42 ms", [50, 90, 99]),
        ("The 95th percentile was 60 ms and the 99th percentile was 90 ms.", [95, 99]),
        ("Half of the requests take 8 ms at most, 95% are done within 60 ms.", [0, 95]),
        ("The slowest of 500 requests took 90 ms, the median is 20 ms.", [100, 50]),
        ("The slowest stage takes 30 ms.", [0]),
        ("The model reaches 95% of its accuracy within 60 ms.", [0]),
        ("The median is 20 ms, and 8% of the requests took longer than the 60 ms of a frame.", [50, 92]),
        ("8% of all scans took 60 ms or more.", [92]),
        ("More than 8% of them took longer than 60 ms.", [0]),
        ("A scan takes 8% longer than 60 ms.", [0]),
    ],
)
def test_times_are_percentiles_where_the_words_for_it_stand_apart(text: str, ranks: list[float]) -> None:
    found = [fact for fact in read_alone(text).facts if fact.kind is Kind.TIME]
    assert [fact.rank for fact in found] == ranks


@each(
    "text, value, name",
    [
        ("The clerk rolls the old maps, 40 GB, in a drawer.", "40 GB", "maps"),
        ("The lift hides 90 s, and nobody minds.", "90 s", "lift"),
        ("It needs 3 s of thought.", "3 s", "thought"),
        ("A porter carries a 12 W lantern.", "12 W", "lantern"),
        ("We keep 20 min for each guest.", "20 min", "guest"),
        ("The stages take 6 s for plums, 14 s and 24 s for pears.", "14 s", "pears"),
        ("At the door: 3 W of light; the bell needs 9 W.", "9 W", "bell"),
        ("The enclosure is specified for 60 W.", "60 W", "enclosure"),
        ("The tower is old. At night it takes 35 W.", "35 W", "tower"),
        ("They answer 54 letters/s.", "54 letters/s", "letters"),
        ("It sits beside a radio stack on an nRF52832, which has 64 KB.", "64 KB", "nRF52832"),
        ("The porters insist that the last 10% of the charge stay untouched.", "10%", "charge"),
        ("Each cabinet keeps a reserve of 24 GB.", "24 GB", "cabinet"),
        ("The board carries 4.9 GB of 4-bit weights.", "4.9 GB", "weights"),
        ("The governor takes 40% of the lantern light.", "40%", "lantern"),
        ("The lanterns seldom need 8 W.", "8 W", "lanterns"),
        ("A node of 8 H200 costs $310,000.", "$310,000", "node"),
    ],
)
def test_a_value_in_prose_is_of_what_is_tied_to_it_or_its_clause_is_about(
    text: str, value: str, name: str
) -> None:
    assert {one.subject.name for one in read_prose(text).values() if one.text == value} == {name}


def test_what_only_a_clause_says_is_a_name_and_no_thing() -> None:
    subject = read_prose("The gateway is mains-powered and good for 8 W.")["8 W"].subject
    assert (subject.name, subject.thing, subject.why) == ("gateway", "", Why.SENTENCE)


@each(
    "text, value, name",
    [
        ("Loaf: 3 * 2 kJ = 6 kJ\nIts price: 6 kJ * $2/kJ = $12", "$12", "loaf"),
        ("Sleep: 2 mW * 3 h = 6 mWh", "6 mWh", "sleep"),
        ("Copy: 90 TB / 1.25 GB/s = 72,000 s", "72,000 s", "copy"),
        ("Oven: 3 W * 2 h = 6 Wh; 4 W * 2 h = 8 Wh", "8 Wh", "oven"),
        ("Power of captions alone: 1.94 W - 1.16 W = 0.78 W", "0.78 W", "captions"),
        ("Power of captions alone: 1.94 W - 1.16 W = 0.78 W", "1.16 W", ""),
        ("Share of the shelf: 3 m / 12 m = 25%", "25%", "shelf"),
        ("Frame: 3,840 * 24 bits / (8 bits/byte) = 11,520 bytes", "8 bits/byte", "byte"),
    ],
)
def test_a_label_names_what_comes_out_of_its_line(text: str, value: str, name: str) -> None:
    assert {one.subject.name for one in read_alone(text).facts if one.text == value} == {name}


@each(
    "text, is_name",
    [
        ("so A is the cheaper one", True),
        ("A has the lowest price", True),
        ("Offers: A, at $3, and B", True),
        ("(a) is out", True),
        ("A node has two cards", False),
        ("Take a node", False),
    ],
)
def test_an_a_is_a_name_where_no_article_can_stand(text: str, is_name: bool) -> None:
    pieces = next(iter(read_alone(text).pieces.values()))
    [piece] = [one for one in pieces if one.text == "a"]
    assert piece.is_known is not is_name
