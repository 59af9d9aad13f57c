# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gives loads of global memory another cache operator, and prints the module: cache.py FILE OPERATOR, such as `cache.py kernel.ptx cg`."""

import sys

from ptxkit import library
from ptxkit.edits import Edits

OPERATORS = {"ca", "cg", "cs", "lu", "cv"}
path, operator = sys.argv[1:]
check = library.check_file(path)
edits = Edits(check)
for function in check.functions():
    for instruction in function.get("instructions", []):
        opcode, *modifiers = instruction["mnemonic"].split(".")
        # Other qualifiers, as of volatile loads, do not go with cache operators.
        if opcode == "ld" and modifiers[:1] == ["global"] and not {"volatile", "relaxed", "acquire", "nc"} & set(modifiers):
            others = [modifier for modifier in modifiers[1:] if modifier not in OPERATORS]
            edits.set_mnemonic(instruction, ".".join(["ld.global", operator, *others]))
changed = edits.check()
if changed.errors:
    sys.exit(changed.report())
print(changed.text(), end="")
