# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what ptx-compute makes of random constants with what `ptxas` folds them to.

Usage: folded.py PTX_COMPUTE [--ptxas=PATH] [--arch=sm_100a] [--seed=N] [--count=N] [--only=REGEX]. Of each instruction two kernels are
assembled: one computes and stores the result, the other stores the bits that ptx-compute gives. Equal machine code means that `ptxas` folded
the instruction to these bits. If only immediate operands differ, it folded them to others. Anything else was not folded.
"""

import argparse
import collections
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

from reference import cases, lane_width, lanes_of, random_operands


def width_of(name):
    return lane_width(name) * lanes_of(name) if name else 1


def register(name):
    """A register type that holds the type."""
    width = width_of(name)
    return "pred" if width == 1 else f"b{max(width, 16)}"


def kernel(name, case, operands, result):
    """A kernel that computes, or, with `result`, stores its bits."""
    stored = register(case.result)
    lines = [f".visible .entry {name}(.param .b64 p)", "{", ".reg .b64 %p;", f".reg .{stored} %d;", ".reg .b32 %o;", "ld.param.b64 %p, [p];"]
    if result is None:
        for i, (source, bits) in enumerate(zip(case.sources, operands)):
            lines += [f".reg .{register(source)} %s{i};", f"mov.{register(source)} %s{i}, {bits:#x};"]
        sources = [f"%s{i}" for i in range(len(operands))]
        if re.search(r"x4\.f32$", case.mnemonic):
            sources = ["{" + ", ".join(sources[:4]) + "}"] + sources[4:]
        lines.append(f"{case.mnemonic} %d, {', '.join(sources)};")
    elif stored == "pred":
        lines.append(f"setp.eq.b32 %d, {result & 1}, 1;")
    else:
        lines.append(f"mov.{stored} %d, {result:#x};")
    if stored == "pred":
        lines += ["selp.b32 %o, 1, 0, %d;", "st.global.b32 [%p], %o;"]
    else:
        lines.append(f"st.global.{stored} [%p], %d;")
    return "\n".join(lines + ["ret;", "}"])


def sections(path):
    """The code of each kernel of an ELF file."""
    with open(path, "rb") as file:
        data = file.read()
    start, size, count, names = struct.unpack_from("<Q", data, 40)[0], *struct.unpack_from("<HHH", data, 58)
    headers = [struct.unpack_from("<IIQQQQ", data, start + i * size) for i in range(count)]
    text = headers[names][4]
    found = {}
    for name, _, _, _, offset, length in headers:
        title = data[text + name:data.index(b"\0", text + name)].decode()
        if title.startswith(".text."):
            found[title[6:]] = data[offset:offset + length]
    return found


def differs_in_immediates(a, b):
    """Whether the instructions, of 16 bytes each, differ only in the 4 bytes of an immediate operand."""
    return len(a) == len(b) and all(a[i:i + 4] == b[i:i + 4] and a[i + 8:i + 16] == b[i + 8:i + 16] for i in range(0, len(a), 16))


def assemble(arguments, kernels):
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "k.ptx"), os.path.join(folder, "k.cubin")
        with open(source, "w", encoding="utf-8") as file:
            file.write(f".version {arguments.version}\n.target {arguments.arch}\n.address_size 64\n" + "\n".join(kernels))
        run = subprocess.run([arguments.ptxas, "-arch", arguments.arch, source, "-o", target], capture_output=True, text=True)
        if run.returncode:
            return None, run.stderr
        return sections(target), ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--ptxas", default="ptxas")
    parser.add_argument("--arch", default="sm_100a")
    parser.add_argument("--version", default="9.0")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    if not shutil.which(arguments.ptxas):
        print(f"skipped: there is no {arguments.ptxas}")
        return 0
    rng = random.Random(arguments.seed)
    totals = collections.Counter()
    notes = {}
    for case in cases():
        if not re.search(arguments.only, case.mnemonic):
            continue
        runs = [random_operands(rng, case.sources) for _ in range(arguments.count)]
        text = "".join(f"{case.mnemonic} {' '.join(f'{o:x}' for o in operands)}\n" for operands in runs)
        answers = subprocess.run([arguments.program], input=text, capture_output=True, text=True, check=True).stdout.split("\n")
        results = [int(answer.split()[0], 16) for answer in answers if answer]
        certainties = [answer.split()[1] for answer in answers if answer]
        kernels = []
        for i, (operands, result) in enumerate(zip(runs, results)):
            kernels += [kernel(f"a{i}", case, operands, None), kernel(f"b{i}", case, operands, result & ((1 << max(width_of(case.result), 16)) - 1))]
        code, error = assemble(arguments, kernels)
        if code is None:
            totals["rejected instructions"] += 1
            notes[case.mnemonic] = error.splitlines()[0] if error else ""
            continue
        for i, (operands, result) in enumerate(zip(runs, results)):
            mine, stored = code[f"a{i}"], code[f"b{i}"]
            if mine == stored:
                totals["equal"] += 1
            elif not differs_in_immediates(mine, stored):
                totals["not folded"] += 1
            elif certainties[i] != "exact":
                totals["folded to other bits, open or approximate"] += 1
            else:
                totals["FOLDED TO OTHER BITS"] += 1
                notes.setdefault(case.mnemonic, f"{' '.join(f'{o:x}' for o in operands)}: {result:x}")
    for mnemonic, note in notes.items():
        print(f"{mnemonic}: {note}")
    print(", ".join(f"{count} {kind}" for kind, count in totals.items()))


if __name__ == "__main__":
    sys.exit(main())
