# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares `ptx-sanitize --prove` with the explorer on random protocols.

The explorer sees every interleaving of a given number of passes. So

* what is proved for a number of passes is clean in all interleavings;
* a witness with an error has a fault in some interleaving, if the explorer can see its number of passes.

A witness with a warning alone, a wait that can miss its phase, is counted on its own. Prints the disagreements with their protocols,
and exits with 1 if there are any.
"""

import argparse
import collections
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import protocols

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Execution" / "Explorer"))
import explorer  # noqa: E402

HEADER = ".version 8.6\n.target sm_90a\n.address_size 64\n"
PASSES = 3  # of the launch, and the most that the explorer is asked for


def prove(batch, folder, tool):
    """The verdict for each protocol, the least number of passes of the claim or that of the witness, whether it has an error, and
    whether the claim is about all numbers of passes."""
    path, text, ends = Path(folder) / "protocols.ptx", HEADER, []
    for number, protocol in enumerate(batch):
        text += protocols.to_ptx(f"k{number}", protocol, PASSES)
        ends.append(text.count("\n"))
    path.write_text(text, encoding="utf-8")
    run = subprocess.run([tool, "--prove", str(path)], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1, 4):
        sys.exit(f"exit code {run.returncode}\n{run.stdout}{run.stderr}")
    found, passes = [], None
    for line in run.stdout.splitlines():
        if claimed := re.search(r": shown: for (?:all `n` from (\d+)|the numbers)", line):
            found[-1][1] = int(claimed[1]) if claimed[1] else PASSES
            found[-1][3] = bool(claimed[1])
        elif launch := re.search(r": launch k\d+ .*n: (\d+)", line):
            passes = int(launch[1])
        elif verdict := re.search(r": (proved|witness|unknown); ", line):
            found.append([verdict[1], passes, False, False])
    for line, kind in re.findall(r":(\d+):\d+: (error|warning): ", run.stdout + run.stderr):
        if kind == "error":
            found[next(i for i, end in enumerate(ends) if int(line) <= end)][2] = True
    return found


def disagreement(protocol, verdict, number, has_error):
    """None if they agree; otherwise the reason."""
    if verdict == "proved":
        for passes in range(number, PASSES + 1):
            seen = explorer.explore(protocols.unrolled(protocol, passes))
            if seen:
                return f"proved from {number} passes on; for {passes} the explorer says {sorted(seen)}"
    if verdict == "witness" and has_error and number <= PASSES:
        seen = explorer.explore(protocols.unrolled(protocol, number))
        if seen is not None and not seen:
            return f"a witness with {number} passes; the explorer says clean"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000, help="the number of protocols")
    parser.add_argument("--tool", default="ptx-sanitize", help="the program")
    options = parser.parse_args()
    count = options.count
    made = random.Random(options.seed)
    tally, wrong = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        while count > 0:
            batch = [protocols.make(made) for _ in range(min(count, 10))]
            count -= len(batch)
            for protocol, (verdict, number, has_error, is_general) in zip(batch, prove(batch, folder, options.tool), strict=True):
                what = disagreement(protocol, verdict, number, has_error)
                kind = "proved for this number of passes" if verdict == "proved" and not is_general else verdict
                tally[kind if verdict != "witness" or has_error else "witness of a missed phase"] += 1
                if what:
                    wrong += 1
                    print(what, protocol, sep="\n")
    for verdict, number in tally.most_common():
        print(f"{number:6} {verdict}")
    print(f"{wrong} of {sum(tally.values())} protocols disagree")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
