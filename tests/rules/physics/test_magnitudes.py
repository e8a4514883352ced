"""Figures that no such thing has."""

from __future__ import annotations

from typing import Any

from each import each
from qbank.facts.lexicon import bundled
from rules.rule_examples import laid_over

PATH = "questions/cloud/memory/cloud-0001.yaml"


def _found(audit: Any, text: str) -> list[str]:
    files = {PATH: laid_over(f"scenario: >-\n  {text}\n", PATH)}
    audited = audit(files, rules=("QB860",))
    return [audited.underlined(finding) for finding in audited.findings]


@each(
    "text, figure",
    [
        ("The earbud has a battery of 60 Ah and plays for a day.", "60 Ah"),
        ("Over Bluetooth the patch sends its log with 40 MB/s.", "40 MB/s"),
        ("The tag is a microcontroller with 16 GB of RAM.", "16 GB"),
        ("The chip runs at a clock of 900 GHz.", "900 GHz"),
        ("At full load the junction reaches 1,050 °C.", "1,050 °C"),
        ("The utility charges $120 per kWh at night.", "$120 per kWh"),
        ("The smartphone draws 700 W as it renders.", "700 W"),
        ("Two servers of the lab draw 3 MW at night.", "3 MW"),
        ("The grid emits 450 kg/kWh in winter.", "450 kg/kWh"),
        ("The microcontroller's core draws 14 A while it is awake.", "14 A"),
        ("A 13B model in FP16 comes as a checkpoint of 26 MB.", "26 MB"),
        ("The webcam over the door draws 12 kW at night.", "12 kW"),
        ("A quadcopter hovers at a height of 90 km and films.", "90 km"),
        ("The tram rolls at 900 m/s past the sensor.", "900 m/s"),
        ("The pins of the microcontroller stand 5 kV.", "5 kV"),
        ("In full sun the cell gets 900 kW/m².", "900 kW/m²"),
        ("Such a server weighs 95 t with its rails.", "95 t"),
        ("Each lookup misses all caches and waits 2 ns for the LPDDR5 memory.", "2 ns"),
        ("A seek of the disk takes 9 s on average.", "9 s"),
        ("The phone's battery holds 55 Wh.", "55 Wh"),
        ("The e-bike has a battery of 62 kWh.", "62 kWh"),
        ("The electric car carries a battery of 75 MWh.", "75 MWh"),
        ("The CAN bus carries 500 Mb/s in all.", "500 Mb/s"),
        ("One DDR5 channel delivers 380 GB/s.", "380 GB/s"),
        ("The microcontroller is clocked at 4.8 GHz.", "4.8 GHz"),
        ("The accelerometer is sampled at 16 MHz.", "16 MHz"),
        ("Object storage costs $230 per GB there.", "$230 per GB"),
        ("The disk has an MTBF of 2.5 billion years.", "2.5 billion years"),
        ("One annotator draws 400,000 boxes per hour.", "400,000 boxes per hour"),
        ("The phone's surface temperature may reach 143 °C.", "143 °C"),
        ("The model runs in Frankfurt, and a round trip from Sydney takes 3 ms.", "3 ms"),
        ("A round trip between Virginia and Tokyo takes 12 ms.", "12 ms"),
        ("Users sit in Hamburg. The service runs in Osaka, with a round trip of 12 ms.", "12 ms"),
        ("Over the geostationary satellite the round trip takes 40 ms.", "40 ms"),
        ("The index lies on NVMe drives. Each random read takes about 90 ns.", "about 90 ns"),
        ("Cold rows lie on a hard disk, and one read takes 3 µs.", "3 µs"),
        ("The servers have a mean time between failures of 3,000,000 hours each.", "3,000,000 hours"),
        ("One reviewer draws 9,000 bounding boxes per hour.", "9,000 bounding boxes per hour"),
        ("One CPU core decodes 45,000 photos per second.", "45,000 photos per second"),
        ("The delivery robots roll at 25 m/s over the pavement.", "25 m/s"),
        ("A sports watch has a battery of 2,400 mAh and lasts for weeks.", "2,400 mAh"),
        ("The smart ring's battery stores 9 Wh, so nobody charges it.", "9 Wh"),
        ("An nRF52840 wakes every 10 s. While it computes it draws 1.5 A.", "1.5 A"),
        ("We rent an H100 at $310 per GPU and hour.", "$310 per GPU"),
        ("The API charges $4 per output token.", "$4 per output"),
        ("The Jetson Orin Nano in the bird box dissipates 300 W.", "300 W"),
        ("An access to main memory takes 0.9 ns on that server.", "0.9 ns"),
        ("A coin cell of 40 Ah feeds the tag.", "40 Ah"),
        ("Profiling on a phone shows a steady 48 W for camera and CPU together.", "48 W"),
        ("Robots bring shelves. A trip means 60 m of driving at an average of 22 m/s.", "22 m/s"),
        ("Sensors report over LoRa, which gives about 5 Mbit/s.", "about 5 Mbit/s"),
        ("Solar panels of 1 m² with a rated power of 2,000 W feed it.", "2,000 W"),
        ("Egress to the internet costs $90 per GB.", "$90 per GB"),
        ("In the cold store it has −300 °C.", "−300 °C"),
        ("Active users: 70 billion", "70 billion"),
        ("A solar panel of 0.8 m² yields 1,500 W at noon.", "1,500 W"),
        ("The pack weighs 2 kg, and its battery stores 6 kWh.", "6 kWh"),
        ("Four LiFePO4 cells in series have a nominal 3.9 V each.", "3.9 V"),
        ("Each launch of the kernel costs 600 µs.", "600 µs"),
        ("Under a clear sky the cell gets 9,000 W/m².", "9,000 W/m²"),
        ("On these hard disks a seek takes 7 µs.", "7 µs"),
        ("The annual failure rate of the disks is 70 %.", "70 %"),
        ("The cut-through switch takes 4,000 µs from port to port.", "4,000 µs"),
        ("In deep sleep the nRF52840 draws 120 mA.", "120 mA"),
        ("Cold plates get water of 140 °C.", "140 °C"),
        ("The team trains on H100s with 80 TB of HBM each.", "80 TB"),
        ("Reserved capacity brings the H100 down to $2,400 an hour per card.", "$2,400"),
        ("A random 4 KB read from the NVMe drive takes 80 ms.", "80 ms"),
        ("On these hard disks a random read, seek and rotation included, takes 8 µs.", "8 µs"),
        ("One nearline disk does 180,000 random reads per second.", "180,000 random reads per second"),
        ("The access point radiates 63 dBm into a Wi-Fi of an office.", "63 dBm"),
        ("The gateway logs a received level of +71 dBm.", "71 dBm"),
        ("A GPU fails every 50 million hours.", "50 million hours"),
        ("Every port of the 32 has an optic that draws 140 W.", "140 W"),
        ("The host CPU runs at 3.2 THz.", "3.2 THz"),
        ("The context window is 128 billion tokens.", "128 billion tokens"),
        ("A LoRaWAN payload of 51 MB is sent every hour.", "51 MB"),
        ("Each log line has 200 MB.", "200 MB"),
        ("Smart glasses with a battery of 1.2 kWh show captions.", "1.2 kWh"),
        ("The city has 3 trillion inhabitants.", "3 trillion"),
        ("S3 charges $23 per GB and month.", "$23 per GB"),
        ("One inference on the Cortex-M4 uses 12 J.", "12 J"),
        ("The PIR sensor draws 50 A.", "50 A"),
        ("Ping between two racks of the hall is 300 ms.", "300 ms"),
        ("The weights of MobileNetV2 take 3.5 GB.", "3.5 GB"),
    ],
)
def test_far_outside(audit: Any, text: str, figure: str) -> None:
    assert _found(audit, text) == [figure]


@each(
    "text",
    [
        "Rows lie on NVMe drives, and hot ones in DRAM, where a read takes 90 ns.",
        "Robots work on the pier, where the wind blows at 22 m/s.",
        "The phone only shows pictures, and the server draws 480 W for CPU and disks.",
        "Outside it has −20 °C, and the box stays at 5 °C.",
        "Two solar panels of 1 m² each yield 800 W.",
        "The pack of four LiFePO4 cells has 12.8 V.",
        "Eight H100 in one server are rented at $98 per hour.",
        "Users sit in Hamburg and Osaka. Within Osaka the round trip takes 3 ms.",
        "The robot's car drives at 40 m/s on the road.",
        "The servers have a mean time between failures of 60,000 hours each.",
        "The phone charges with 67 W, and a server beside it draws 900 W.",
        "A campus of 400 servers draws 3 MW at night.",
        "A JBOD of 90 nearline disks does 15,000 random reads per second.",
        "Two thousand H100 cost $4,600 an hour.",
        "The receiver decodes down to -137 dBm, and the path loss is 120 dB.",
        "The received level is −92 dBm, 30 dB above the noise.",
        "A random read from the NVMe drive takes 90 µs, and an epoch of random reads 40 minutes.",
        "With 16,384 GPUs, one failure every 3 hours is usual.",
        "Logs come to 4 TB a day, and each log line has 300 bytes.",
        "Emails of the company take 40 TB.",
        "All users together send 3 trillion tokens a day with a context of 128K tokens.",
        "The TV tower radiates 100 kW, and a LoRa node listens nearby.",
        "600 sensors and a camera in the park draw 3 kW in all.",
        "The array of 1,200 hard disks gives 200,000 IOPS, and the chip beside it 40 TOPS.",
        "The stadium (an arena) stores 90 TB of footage.",
        "Training ResNet-50 takes 300 GB, and its checkpoint 300 MB.",
        "The engineer's team of 40 engineers costs $4,800 an hour.",
        "Phones all over the city draw 300 kW at night.",
        "Over Bluetooth the patch sends to a phone, which has Wi-Fi with 40 MB/s.",
        "A salesman claims that the earbud has a battery of 60 Ah.",
        "Imagine a smartphone that draws 700 W.",
        "The oven next to the smartphone draws 700 W.",
        "The radio works at 2.4 GHz beside a microcontroller.",
        "The app launches kernels for 6 ms in every frame.",
        "A 13B model in FP16 comes as a checkpoint of 26 GB, each shard of its weights with 1.3 MB of names.",
        "A 13B model has 4-bit weights, and a layer's weights take 40 MB.",
        "Electricity costs $0.31 per kWh, and the PUE is 1.4.",
        "The webcam over the door draws 12 W, and the heater below it 2 kW.",
        "The servers of the campus emit 58 t of CO2 a year.",
        "A quadcopter hovers at a height of 90 m, 12 km from the tower.",
        "In full sun the cell gets 900 W/m².",
        "Files lie on NVMe that reads at 56 GB/s per node.",
        "H.265 footage goes on tape. The drive streams 400 MB/s.",
        "The annual failure rate is 1.4 %. Of the raw space 79 % hold data.",
        "In deep sleep the nRF52840 draws 1.5 µA, and its radio 5 mA.",
        "Battery packs cost $115 per kWh this year.",
        "Each AA cell (2,850 mAh at 1.5 V) replaces a coin cell.",
        "A D alkaline cell holds 20,500 mAh.",
        "An M2 Ultra has a memory bandwidth of 800 GB/s.",
        "A GroqChip has a memory bandwidth of 80 TB/s.",
        "The rugged phone has a battery of 85 Wh.",
        "A lookup that misses all caches waits 110 ns for the LPDDR5 memory.",
        "The microcontroller has a radio at 2.4 GHz and a clock of 64 MHz.",
        "A heat sink's surface temperature may reach 143 °C.",
        "The disk has an MTBF of 2.5 million hours.",
        "The model runs in Frankfurt, and a round trip from Sydney takes 280 ms, one within Sydney 2 ms.",
        "The model runs in Frankfurt, and a user in Sydney sees a round trip of 1 ms to the replica.",
    ],
)
def test_fine_or_unclear(audit: Any, text: str) -> None:
    assert _found(audit, text) == []


def test_each_has_bounds_and_a_source_and_something_that_it_is_of() -> None:
    lexicon = bundled()
    known = [one for group in lexicon.magnitudes.values() for one in group]
    assert len(known) > 50
    assert all(one.least < one.most and len(one.source) > 10 and one.things for one in known)
