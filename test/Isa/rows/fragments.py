# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many registers the matrix operands have: what shapes.tsv says, and the tile counts of ldmatrix and tcgen05."""

import functools
import re

from forms import read_table

TYPES = {"f16", "bf16", "tf32", "f32", "f64", "s32", "u8", "s8", "u4", "s4", "b1", "e4m3", "e5m2", "e3m2", "e2m3",
         "e2m1"}
ROWS_PER_TILE = {"16x64b": 1, "32x32b": 1, "16x32bx2": 1, "16x128b": 2, "16x256b": 4}


def alternatives(text):
    """`{s8,u8}` and `s8` as lists."""
    return [t.split("(")[0].strip() for t in text.strip("{}").split(",")]


@functools.lru_cache(maxsize=None)
def counts():
    """Registers of d, a, b, c by instruction, shape and types of d, a, b, c."""
    table = {}
    for row in read_table("shapes.tsv"):
        if row["instr"] not in ("mma", "mma.sp", "wmma", "wgmma.mma_async", "wgmma.mma_async.sp"):
            continue
        for d in alternatives(row["dtype"]):
            for a in alternatives(row["atype"]):
                for b in alternatives(row["btype"]):
                    for c in ["-"] if row["instr"].startswith("wgmma") else alternatives(row["ctype"]):
                        table[row["instr"], row["shape"], d, a, b, c] = tuple(
                            row[f"regs_{x}"].split(" ")[0] for x in "dabc")
    return table


def fragment_type(type):
    return type if type in ("f32", "f64") else "b32"


def matrix_types(builder):
    """The types of d, a, b, c that the mnemonic of a multiplication gives."""
    types = [w for w in builder.words if w in TYPES]
    if builder.form.opcode == "wmma.mma" and len(types) == 2:
        return types[0], "f16", "f16", types[1]
    if builder.form.opcode.startswith("wgmma"):
        return types[0], types[1], types[2], "-"
    return tuple(types[:4])


def operand(builder, name):
    """The registers of the fragment `name`, and their type; None if it is none."""
    opcode = builder.form.opcode
    shape = next((w for w in builder.words if re.fullmatch(r"m\d+n\d+k\d+", w)), None)
    if opcode in ("mma", "mma.sp", "wmma.mma") or opcode.startswith("wgmma.mma_async"):
        if name not in ("d", "a", "b", "c"):
            return None
        types = matrix_types(builder)
        key = ("wmma" if opcode == "wmma.mma" else opcode, shape) + types
        found = counts().get(key)
        if not found:
            raise LookupError(f"no such shape: {key}")
        index = "dabc".index(name)
        return builder.vector(fragment_type(types[index]), int(found[index])), fragment_type(types[index])
    if opcode in ("wmma.load", "wmma.store") and name == "r":
        type = builder.words[-1]
        part = builder.words[1]
        for key, found in counts().items():
            if key[0] == "wmma" and key[1] == shape and key["--dabc".index(part)] == type:
                return builder.vector(fragment_type(type), int(found["dabc".index(part)])), fragment_type(type)
        raise LookupError(f"no such shape: {shape} {part} {type}")
    number = next((int(w[1:]) for w in builder.words if re.fullmatch(r"x\d+", w)), None)
    if opcode in ("ldmatrix", "stmatrix") and name == "r":
        return builder.vector("b32", number * (2 if "m16n16" in builder.words else 1)), "b32"
    if opcode in ("tcgen05.ld", "tcgen05.st") and name == "r":
        tile = next(ROWS_PER_TILE[w] for w in builder.words if w in ROWS_PER_TILE)
        type = "f32" if builder.words[-1] == "f32" else "b32"
        return builder.vector(type, number * tile), type
    return None
