"""What the verifier says of single lines of napkin math that were written without sight of it.

    python benchmarks/verdicts.py benchmarks/verdicts/FILE.jsonl [--show]

A line of the file is one line of napkin math with the truth beside it, `{"line", "wrong": bool, "truth",
"note"}`; each is verified as a text of its own, with its "context", the scenario, if it has one. `found`
counts the wrong lines that draw QB301 to QB304, `ok` those that are called right and draw nothing. Of the
right lines, `errors` counts those that draw a finding of level error (QB301, QB303), `warnings` those of
level warning (QB302, QB304), and `decided` those on which there is a verdict. `--show` prints the lines that
went wrong.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from qbank.napkin.claim import Claim, amount_text
from qbank.napkin.verdicts import Verdict
from qbank.napkin.verifier import verify
from qbank.rules.numeric.napkin import only_lacks_units


def is_error(claim: Claim) -> bool:
    return claim.verdict is Verdict.WRONG and is_found(claim) and (claim.is_comparison or not claim.doubt)


def is_found(claim: Claim) -> bool:
    if claim.verdict is Verdict.IMPRECISE:
        return not claim.is_comparison
    return claim.verdict is Verdict.WRONG and (claim.is_comparison or not only_lacks_units(claim))


def show(kind: str, line: dict[str, str], claims: list[Claim]) -> None:
    print(f"{kind}: {line['line']}\n    truth: {line['truth']} {line.get('note', '')}")
    for claim in claims:
        remark = claim.doubt or claim.note or claim.detail
        computed = amount_text(claim.computed)
        print(f"    {claim.verdict}: {claim.text!r}: {claim.expression} = {computed} ({remark})")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    lines = [json.loads(line) for line in args.file.read_text(encoding="utf-8").splitlines() if line.strip()]
    wrong = [line for line in lines if line["wrong"]]
    right = [line for line in lines if not line["wrong"]]
    found = ok = errors = warnings = decided = 0
    for line in lines:
        claims = verify(line["line"], context=[line.get("context", "")])
        accused = any(map(is_found, claims))
        if line["wrong"]:
            found += accused
            ok += not accused and any(claim.verdict is Verdict.OK for claim in claims)
            kind = "" if accused else "missed"
        else:
            error = any(map(is_error, claims))
            errors += error
            warnings += accused and not error
            known = any(claim.verdict is not Verdict.UNCHECKED for claim in claims)
            decided += known
            kind = "false error" if error else "false warning" if accused else "" if known else "undecided"
        if kind and args.show:
            show(kind, line, claims)
    print(f"wrong {len(wrong)}: found {found}, called ok {ok}")
    print(f"right {len(right)}: errors {errors}, warnings {warnings}, decided {decided}")


if __name__ == "__main__":
    main()
