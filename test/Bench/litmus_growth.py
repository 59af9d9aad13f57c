# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the time of ptx-litmus grows with the size of a test, as a table of Markdown.

Usage: litmus_growth.py [--runs=N] [--count] PTX-LITMUS FOLDER

For each number of threads and of instructions a thread, 8 random tests of loads, stores, atomic operations and fences on as many variables
as threads, which ask for values of 4 loads that other threads store; the times are of the processor, in the median of N runs (default 3), and the
table has the median and the slowest of the 8. With --count: millions of instructions, by valgrind, of one run.
"""

import argparse
import pathlib
import random
import re
import resource
import statistics
import subprocess

THREADS = (2, 3, 4)
LENGTHS = (2, 4, 6, 8, 10, 12)
TESTS = 8


def instruction(rng, registers, variables):
    """One instruction; those that return something get a new register."""
    variable = f"x{rng.randrange(variables)}"
    kind = rng.randrange(10)
    if kind < 4:
        return f"st.{rng.choice(['relaxed', 'release'])}.gpu {variable}, {rng.randrange(1, 4)}"
    if kind == 9:
        return f"fence.{rng.choice(['sc', 'acq_rel'])}.gpu"
    registers.append(f"r{len(registers)}")
    if kind == 8:
        return f"atom.acq_rel.gpu.add {registers[-1]}, {variable}, 1"
    return f"ld.{rng.choice(['relaxed', 'acquire'])}.gpu {registers[-1]}, {variable}"


def litmus(seed, threads, length):
    rng = random.Random(f"{seed}/{threads}/{length}")
    columns = [[] for _ in range(threads)]
    for column in columns:
        registers = []
        column += [instruction(rng, registers, threads) for _ in range(length)]
    wanted = []
    for thread, column in enumerate(columns):
        for step in column:
            if load := re.match(r"ld\S+ (r\d+), (x\d+)", step):
                stores = [re.match(rf"st\S+ {load[2]}, (\d+)", one) for other in columns if other is not column for one in other]
                wanted.append(f"P{thread}:{load[1]} == {rng.choice(['0'] + [store[1] for store in stores if store])}")
    rows = "\n".join(" " + " | ".join(row) + " ;" for row in zip(*columns))
    header = " | ".join(f"P{thread}@cta {thread},gpu 0" for thread in range(threads))
    initial = " ".join(f"x{variable}=0;" for variable in range(threads))
    condition = " /\\ ".join(rng.sample(wanted, min(4, len(wanted))) or ["x0 == 1"])
    return f"PTX growth-{seed}\n{{ {initial} }}\n {header} ;\n{rows}\nexists ({condition})\n"


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def millions(command):
    run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"] + command, capture_output=True, text=True,
                         check=False)
    return int(re.search(r"Collected : (\d+)", run.stderr)[1]) / 1e6


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--count", action="store_true")
    parser.add_argument("tool")
    parser.add_argument("folder", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    print("| instructions a thread | " + " | ".join(f"{threads} threads" for threads in THREADS) + " |")
    print("|---" * (len(THREADS) + 1) + "|")
    for length in LENGTHS:
        cells = []
        for threads in THREADS:
            costs = []
            for seed in range(TESTS):
                path = arguments.folder / f"{threads}-{length}-{seed}.litmus"
                path.write_text(litmus(seed, threads, length), encoding="utf-8")
                command = [arguments.tool, str(path)]
                if arguments.count:
                    costs.append(millions(command))
                else:
                    costs.append(1000 * statistics.median(seconds(command) for _ in range(arguments.runs)))
            cells.append(f"{statistics.median(costs):.0f} ({max(costs):.0f})")
        print(f"| {length} | " + " | ".join(cells) + " |", flush=True)


main()
