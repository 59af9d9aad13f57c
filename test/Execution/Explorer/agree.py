# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares `ptx-sanitize` with the explorer on random programs: agree.py [--seed=N] [--count=N] [--show].

The explorer sees every interleaving; an execution of `ptx-sanitize` stands for all of them if it finds no fault. So

* a program that is clean in all interleavings has no error;
* each error is one that the explorer knows: a hang, a race, a misuse, an unordered initialization, bytes left over; what follows
  a misuse is not defined, and the explorer stops there;
* a program with a fault has an error, or the warning that a wait can miss its phase.

Prints the disagreements with their programs, and exits with 1 if there are any.
"""

import collections
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import explorer
import programs

HEADER = ".version 8.6\n.target sm_90a\n.address_size 64\n"
# What each rule says, in the words of the explorer.
MEANING = {
    "endless": {"hang"},
    "6500": {"hang"},
    "6501": {"race"},
    "6507": {"misuse"},
    "6508": {"leftover"},
    "6509": {"unordered", "misuse"},
    "6510": {"hang", "misuse"},
    "6511": {"hang"},
    "6519": {"misuse"},
}


def sanitize(batch, folder):
    """The codes of errors and of warnings by program."""
    path, text, ends = Path(folder) / "programs.ptx", HEADER, []
    for number, program in enumerate(batch):
        text += programs.to_ptx(f"k{number}", program)
        ends.append(text.count("\n"))
    path.write_text(text, encoding="utf-8")
    run = subprocess.run(["ptx-sanitize", "--step-limit=200000", str(path)], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1, 4) or "not shown" in run.stdout + run.stderr:
        sys.exit(f"exit code {run.returncode}\n{run.stdout}{run.stderr}")
    found = [(set(), set()) for _ in batch]
    # Who polls a flag forever does not end.
    endless = re.compile(r"not followed: an execution did not end")
    launches = re.split(r"(?m)^.*: launch k", run.stdout)[1:]
    for number, text in enumerate(launches):
        if endless.search(text):
            found[number][0].add("endless")
    for line, kind, code in re.findall(r":(\d+):\d+: (error|warning): .*\[PTX(\d+)", run.stdout + run.stderr):
        number = next(i for i, end in enumerate(ends) if int(line) <= end)
        found[number][kind == "warning"].add(code)
    return found


def disagreement(verdict, errors, warnings):
    for code in sorted(errors):
        if not verdict & {"misuse", "unordered"} and not MEANING.get(code, set()) & verdict:
            return f"PTX{code}, and the explorer says {sorted(verdict) or 'clean'}"
    if verdict and not errors and not ("6506" in warnings and verdict <= {"hang", "race", "misuse"}):
        return f"the explorer says {sorted(verdict)}, and there is no error"
    return None


def main():
    options = dict(argument.removeprefix("--").partition("=")[::2] for argument in sys.argv[1:])
    seed, count = int(options.get("seed", 1)), int(options.get("count", 3000))
    made = random.Random(seed)
    tally, wrong, late = collections.Counter(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        while count > 0:
            batch, verdicts = [], []
            while len(batch) < min(count, 20):
                program = programs.make(made)
                verdict = explorer.explore(program)
                if verdict is None:
                    late += 1
                    continue
                batch.append(program)
                verdicts.append(verdict)
            count -= len(batch)
            for program, verdict, (errors, warnings) in zip(batch, verdicts, sanitize(batch, folder)):
                tally[" ".join(sorted(verdict)) or ("clean, can miss a phase" if "6506" in warnings else "clean")] += 1
                what = disagreement(verdict, errors, warnings)
                if what:
                    wrong += 1
                    print(f"{what}; errors {sorted(errors)}, warnings {sorted(warnings)}")
                    if "show" in options:
                        print(programs.to_ptx("k", program))
                    else:
                        for warp, steps in enumerate(program):
                            print(f"  warp {warp}: {' '.join(' '.join(map(str, step)) + ';' for step in steps)}")
    for verdict, number in tally.most_common():
        print(f"{number:6} {verdict}")
    print(f"{wrong} of {sum(tally.values())} programs disagree; {late} were too large to explore")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
