# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what is specific to targets and families: feature_history.py PTX-CHECK TABLE.

A line of the table has an instruction, a variant, the first version, targets and a statement, as table 72 of the manual of PTX 9.4 has
them. For each target: the version, or the first one that knows the target, accepts the statement; the version before it rejects it; the
newest version rejects it for the target without its suffix. Prints what is otherwise. Exits with 1 if anything is."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor

from newer_forms import report

VERSIONS = ["7.8", "8.0", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "8.8", "9.0", "9.1", "9.2", "9.3", "9.4"]
# Where the first version of a target is not that of its row.
KNOWN_SINCE = {"sm_120a": "8.7", "sm_121a": "8.8"}


def problems_of(tool, line):
    instruction, variant, version, targets, statement = line.split("\t")
    name = f"{instruction} {variant}: "
    for target in targets.split():
        first = max(version, KNOWN_SINCE.get(target, version))
        if said := report(tool, first, target, statement, errors_only=True):
            yield f"{name}PTX {first}, {target}: {statement}\n    {said[0][0]}: {said[0][1]}"
        # What `ptxas` accepts although the manual does not is a warning.
        before = VERSIONS[VERSIONS.index(first) - 1]
        if not report(tool, before, target, statement):
            yield f"{name}accepted by PTX {before}, {target}: {statement}"
        base = re.sub(r"[af]$", "", target)
        if not report(tool, VERSIONS[-1], base, statement):
            yield f"{name}accepted for {base}: {statement}"


def main():
    tool, table = sys.argv[1:3]
    with open(table, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]
    with ThreadPoolExecutor(4) as pool:
        problems = [text for found in pool.map(lambda line: list(problems_of(tool, line)), lines) for text in found]
    print("\n".join(problems) or f"{len(lines)} rows")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
