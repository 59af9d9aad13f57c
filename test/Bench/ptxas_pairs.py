# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the CPU time of ptx-check with that of `ptxas`:

    ptxas_pairs.py --check PROGRAM CORPUS [--files largest|smallest|WORD] [--count N] [--pairs N]

`CORPUS` is a folder of PTX files with a table `verdicts.tsv` (docs/testing.md). Of the files that
`ptxas` accepts it takes the `N` largest of each kind, the `N` smallest of all, or the `N` in which an
instruction that begins with `WORD`, such as `wgmma`, is most frequent.

Each file is checked by `ptx-check -j1` and `ptxas -arch compute_<arch>` in turn, as whole processes, so that
a machine whose speed changes is as fast for one as for the other. Printed are the median of user and
system time of each in milliseconds, the median of the ratios of the pairs, and at the end their geometric
mean and the least of them."""

import argparse
import csv
import math
import os
import re
import statistics
import subprocess
from collections import defaultdict
from pathlib import Path


def accepted(corpus):
    """Path, bytes, kind and architecture of each file that `ptxas` accepts."""
    with open(corpus / "verdicts.tsv", encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            if row["fe_verdict"] == "accept":
                yield corpus / row["path"], int(row["bytes"]), row["kind"], row["arch"]


def selected(files, which, count):
    if which == "smallest":
        return sorted(files, key=lambda f: f[1])[:count]
    if which == "largest":
        kinds = defaultdict(list)
        for file in files:
            kinds[file[2]].append(file)
        return [f for kind in sorted(kinds) for f in sorted(kinds[kind], key=lambda f: -f[1])[:count]]
    word = re.compile(rb"^\s*(?:@!?[\w%$]+\s+)?" + which.encode() + rb"\b", re.MULTILINE)
    uses = {f[0]: len(word.findall(f[0].read_bytes())) for f in files}
    return sorted((f for f in files if uses[f[0]]), key=lambda f: -uses[f[0]])[:count]


def cpu_time(command, null):
    """User and system time of a process, in seconds."""
    child = subprocess.Popen(command, stdout=null, stderr=null)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def compare(check, path, arch, pairs, null):
    """Median times of both, and the median of their ratios."""
    ours, theirs = [check, "-j1", str(path)], ["ptxas", "-arch", f"compute_{arch}", "-o", os.devnull, str(path)]
    times = [(cpu_time(ours, null), cpu_time(theirs, null)) for _ in range(pairs + 1)][1:]  # one to warm up
    mine, other = zip(*times)
    return statistics.median(mine), statistics.median(other), statistics.median(b / a for a, b in times)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--check", required=True, help="the program ptx-check")
    parser.add_argument("--files", default="largest", help="largest, smallest, or the beginning of a mnemonic")
    parser.add_argument("--count", type=int, default=2, help="how many files, of each kind if the largest")
    parser.add_argument("--pairs", type=int, default=9, help="how many pairs are timed")
    parser.add_argument("corpus", type=Path)
    options = parser.parse_args()
    ratios = []
    with open(os.devnull, "w", encoding="ascii") as null:
        for path, size, kind, arch in selected(list(accepted(options.corpus)), options.files, options.count):
            mine, other, ratio = compare(options.check, path, arch, options.pairs, null)
            ratios.append(ratio)
            print(f"{1e3 * mine:8.2f} {1e3 * other:9.2f} {ratio:7.2f}  {size:8}  {kind:15} {path.name}", flush=True)
    if ratios:
        print(f"{len(ratios)} files: geometric mean {math.exp(statistics.mean(map(math.log, ratios))):.2f}, "
              f"least {min(ratios):.2f}")


if __name__ == "__main__":
    main()
