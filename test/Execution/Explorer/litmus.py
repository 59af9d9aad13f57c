# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares `ptx-sanitize` with `ptx-litmus` on random programs that both have: litmus.py [--seed=N] [--count=N] [--show].

`ptx-litmus` has the memory model as axioms, and `ptx-sanitize` as clocks of one execution. Each warp of a program is a thread of the
litmus test. Compared are whether a thread can wait forever, and, if none can, whether there is a data race (manual 8.7.1).
Programs that misuse an mbarrier object or a barrier are left out: what follows then is not defined.

Prints the disagreements with their programs, and exits with 1 if there are any.
"""

import collections
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import agree
import programs

COMPARED = {"endless", "6500", "6501"}
HERE = {"full", "empty", "x", "y", "z", "f"}


def has_only_common_steps(program):
    """Whether `ptx-litmus` models all steps: it has no bytes of transactions without a copy, and in a test each barrier is for a number
    of threads, so that threads that end do not count as those that came to one of all."""
    meetings = {sum(step[0] == "sync" and not step[2] for step in steps) for steps in program}
    return (
        len(meetings) == 1
        and not any(step[0] in ("expect", "complete", "arrive_expect") for steps in program for step in steps)
    )


def to_litmus(program):
    """The same program as a litmus test: an entry for each warp."""
    used = {step[1] for steps in program for step in steps if len(step) > 1} & HERE
    lines = [agree.HEADER]
    lines += [f".shared .align 8 .b64 {name};" for name in ("full", "empty") if name in used]
    lines += [f".shared .align 4 .b32 {name};" for name in "xyzf" if name in used]
    for warp, steps in enumerate(program):
        lines += ["//@litmus thread", f".visible .entry W{warp}()", "{", "    .reg .pred %p<4>;", "    .reg .b32 %r<4>;"]
        lines += [f"    mov.u32 %r1, {warp};", "    setp.ne.u32 %p1, %r1, %r1;"]
        for at, step in enumerate(steps):
            if step[0] == "sync" and not step[2]:
                step = (*step[:2], 32 * len(program))
            lines += programs.to_statements(step, f"W{warp}_{at}")
        lines += ["    ret;", "}"]
    return "\n".join([*lines, "//@litmus exists W0:%r1 == 0", ""])


def ask(question, paths):
    """The answers of ptx-litmus, one for each file; None where it refuses one."""
    run = subprocess.run(["ptx-litmus", question, "--format=json", *map(str, paths)], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(f"exit code {run.returncode}\n{run.stdout}{run.stderr}")
    answers = {answer["test"]: answer for answer in map(json.loads, run.stdout.splitlines())}
    return [answers.get(str(path)) for path in paths]


def compare(errors, hangs, races):
    """What the tools disagree about, or None."""
    here, there = bool(errors & {"endless", "6500"}), bool(hangs)
    if here != there:
        return f"a hang {'here' if here else 'in ptx-litmus'} only"
    here, there = "6501" in errors, bool(races)
    if not hangs and here != there:
        return f"a race {'here' if here else 'in ptx-litmus'} only"
    return None


def main():
    options = dict(argument.removeprefix("--").partition("=")[::2] for argument in sys.argv[1:])
    seed, count = int(options.get("seed", 1)), int(options.get("count", 1000))
    made, tally, wrong = random.Random(seed), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        while count > 0:
            batch = []
            while len(batch) < 20:
                program = programs.make(made)
                if has_only_common_steps(program):
                    batch.append(program)
            paths = [Path(folder) / f"{number}.ptx" for number in range(len(batch))]
            for path, program in zip(paths, batch):
                path.write_text(to_litmus(program), encoding="utf-8")
            found = agree.sanitize(batch, folder)
            for program, (errors, warnings), hang, race in zip(batch, found, ask("--hangs", paths), ask("--races", paths)):
                if errors - COMPARED or warnings or not hang or not race or not hang.get("waiting") and hang["verdict"] != "ends":
                    tally["left out"] += 1
                    continue
                count -= 1
                hangs, races = hang["waiting"], race["races"]
                tally["hang" if hangs else "race" if races else "clean"] += 1
                what = compare(errors, hangs, races)
                if what:
                    wrong += 1
                    print(f"{what}; errors {sorted(errors)}")
                    print(to_litmus(program) if "show" in options else
                          "\n".join(f"  warp {warp}: {steps}" for warp, steps in enumerate(program)))
    for verdict, number in tally.most_common():
        print(f"{number:6} {verdict}")
    print(f"{wrong} of {sum(tally.values()) - tally['left out']} programs disagree")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
