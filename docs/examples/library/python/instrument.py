# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts how often each block of the first entry runs, in a variable of the module, and prints the module: instrument.py FILE."""

import sys

from ptxkit import library
from ptxkit.edits import Edits

COUNT = "{\n.reg .b64 %counter;\nmov.b64 %counter, block_counts;\nred.global.add.u64 [%counter+OFFSET], 1;\n}"
check = library.check_file(sys.argv[1])
edits = Edits(check)
number, entry = next((number, each) for number, each in enumerate(check.functions()) if each["kind"] == "entry" and "instructions" in each)
blocks = [block for block in check.flow(number)["blocks"] if block["begin"] < block["end"]]
edits.insert_before(entry, f".visible .global .align 8 .b64 block_counts[{len(blocks)}];")
for index, block in enumerate(blocks):
    # Before the first instruction of the block, which can be in the same line as its label.
    first = entry["instructions"][block["begin"]]
    edits.replace({"begin": first["begin"], "end": first["begin"]}, COUNT.replace("OFFSET", str(8 * index)) + "\n")
changed = edits.check()
if changed.errors:
    sys.exit(changed.report())
print(changed.formatted(), end="")
