# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a table for the author of a code generator, with one line for each syntax line: the words of each place, the operands with their
direction, kind and types, and where it can be used first. table.py DATABASE [NAME]..."""

import sys

from ptxkit import database


def place(slot):
    """`.rnd=rn|rz`; `{.ftz}` can be left out."""
    words = "|".join(slot.words)
    text = words if words == slot.name else f"{slot.name}={words}"
    return f"{{{text}}}" if slot.optional else text


def operand(one):
    """`out d: register b32|f32`."""
    direction = "out" if one.written else "in"
    return f"{direction} {one.name}{'?' if one.optional else ''}: {'|'.join(one.kinds)} {'|'.join(one.types)}".rstrip()


path, *names = sys.argv[1:]
facts = database.load(path)
for instruction in facts.instructions:
    if names and instruction.name not in names:
        continue
    for form in instruction.forms:
        target = min(form.targets, key=lambda name: database.version_key(form.targets[name]), default="")
        print(form.opcode, " ".join(map(place, form.modifiers)), "; ".join(map(operand, form.operands)),
              f"PTX {form.targets[target]} {target}" if target else "not on any target", sep="\t")
