# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the instructions of each function by kind, and those in loops: count.py FILE."""

import sys
from collections import Counter

from ptxkit import library


def in_loops(blocks):
    """The blocks from which control can come back to them."""
    found = set()
    for start in range(len(blocks)):
        seen, waiting = set(), list(blocks[start]["successors"])
        while waiting:
            block = waiting.pop()
            if block not in seen:
                seen.add(block)
                waiting += blocks[block]["successors"]
        if start in seen:
            found.add(start)
    return found


check = library.check_file(sys.argv[1])
for number, function in enumerate(check.functions()):
    if "instructions" not in function:
        continue
    blocks = check.flow(number)["blocks"]
    loops = in_loops(blocks)
    kinds, repeated = Counter(), Counter()
    for index, block in enumerate(blocks):
        for instruction in function["instructions"][block["begin"]:block["end"]]:
            kind = instruction["mnemonic"].split(".")[0]
            kinds[kind] += 1
            repeated[kind] += index in loops
    print(function["name"], len(blocks), "blocks")
    for kind, count in sorted(kinds.items()):
        print(f"  {kind} {count}" + (f", {repeated[kind]} in loops" if repeated[kind] else ""))
