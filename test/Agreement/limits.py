#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares ptx-check with `ptxas` at the bounds of numbers: limits.py --check PTX-CHECK --seed N [--count N] [--ptxas PTXAS].

The bounds are those that ptx-check names when a number is far too large, so that each number that a record bounds is tried: each
operand and each element of a vector of each statement of test/Isa, and each number of a directive in MODULES. A case is a bound, or the
number before or after it, plus or minus nothing, 2^32, 2^63 or 2^64, in one of the notations. `--count` cases are drawn by the seed.

Prints each difference that no line of EXPLAINED is about, with a count of each line; exits with 1 if there is any. Without a `ptxas`
whose release is known it does nothing."""

import collections
import random
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "oracle"))
import batches  # noqa: E402
import sweep  # noqa: E402
from random_verdicts import print_explained, read_options, reason_of  # noqa: E402

NOTATIONS = ["{}", "{:#x}", "{:#o}", "{:#b}", "{}U", "{:#X}U"]
FAR = [0, 1 << 32, -(1 << 32), 1 << 63, -(1 << 63), 1 << 64]
HUGE = 0x4_0000_0001  # more than 32 bits; its lowest are in most ranges

# Where a number is in a module: the text, with {} for the number, and the bounds.
MODULES = """
.entry k() .maxntid {} {{ ret; }}|1 1024
.entry k() .maxntid 1, {} {{ ret; }}|1 1024
.entry k() .reqntid {} {{ ret; }}|1 1024
.entry k() .reqntid 1, 1, {} {{ ret; }}|1 64
.entry k() .maxnreg {} {{ ret; }}|0 256
.entry k() .maxntid 32 .minnctapersm {} {{ ret; }}|0 32
.entry k() .reqntid 32 .reqnctapercluster {} {{ ret; }}|1 16
.entry k() .maxclusterrank {} {{ ret; }}|1 16
.extern .func f() .abi_preserve {};|0 255
.extern .func f() .abi_preserve_control {};|0 11
.global .align {} .b32 x;|1 4096
.global .b8 x[{}];|1 4294967295
.shared .b32 x[{}];|1 65536
.extern .func f(.param .b8 a[{}]);|1 4294967295
.entry k(.param .b8 a[{}]) {{ ret; }}|1 32764
.entry k() {{ .reg .b32 r<{}>; ret; }}|1 4096
.entry k() {{ .local .align {} .b8 x[8]; ret; }}|1 256
.entry k() {{ .param .align {} .b8 x[8]; ret; }}|1 128
.global .u8 x = {};|0 255
.global .s8 x = {};|-128 127
.global .u16 x = {};|0 65535
.global .s32 x = {};|-2147483648 2147483647
.global .u32 x = {};|0 4294967295
.global .u64 x = {};|0 18446744073709551615
.global .s64 x = {};|-9223372036854775808 9223372036854775807
.global .u32 x[2] = {{ 1, {} }};|0 4294967295
.global .u8 x = 0xFF({});|0 255
.global .u32 x = {} >> 1;|0 4294967295
.section .d {{ .b8 {} }}|-128 255
.section .d {{ .b16 {} }}|-32768 65535
.section .d {{ .b32 {} }}|-2147483648 4294967295
.section .d {{ .b64 {} }}|-9223372036854775808 18446744073709551615
.file 1 "a.cu", {}, 1|0 4294967295
.file {} "a.cu"|0 4294967295
.file 1 "a.cu"~.entry k() {{ .loc 1 {} 1 ret; }}|0 4294967295
.entry k() {{ .pragma "frequency {}"; ret; }}|1 4294967295
.func f(.reg .b32 a);~.entry k() {{ call f, ({}); ret; }}|0 4294967295
.func f(.reg .b16 a);~.entry k() {{ call f, ({}); ret; }}|0 65535
.entry k() {{ .reg .u32 r; .global .b32 x[4]; ld.global.u32 r, [x+{}]; ret; }}|-2147483648 2147483647
.entry k() {{ .reg .b32 r; .reg .b64 d; ld.global.u32 r, [d+{}]; ret; }}|-2147483648 2147483647
.entry k() {{ .reg .b16 r; mov.b16 r, {}; ret; }}|-32768 65535
.entry k() {{ .reg .b32 r; mov.b32 r, {}; ret; }}|-2147483648 4294967295
.entry k() {{ .reg .b64 r; mov.b64 r, {}; ret; }}|-9223372036854775808 18446744073709551615
""".strip().splitlines()

# What differs by intent: a pattern of the text of the case, a tab and the message of ptx-check or `ptxas`, and the reason, which
# docs/ptxas-differences.md has.
EXPLAINED = [
    (r"^fabric\.try_pullred.*PTX3009", "a mask of `fabric.try_pullred` that `ptxas` takes for a negative number"),
    (r"PTX3121 .* take \d{19,} bytes", "a parameter of an entry with 2^63 elements and more"),
    (r"Memory allocation failure", "more registers or variables of one name than `ptxas` has memory for"),
]


def notation(value, style):
    text = style.format(abs(value)).replace("0o", "0")
    return ("-" if value < 0 else "") + text


def positions(statement):
    """The places of the statement's operands and elements that a number can replace."""
    return [m.span() for m in re.finditer(r"(?<=[ ,{])(?:!?%\w+(?:\.[xyzw])?|-?\d[\w.]*)(?=[,;}])", statement)]


def bounds_in(message):
    """The bounds that a message names, or none."""
    found = re.search(r"from (-?\d+) to (-?\d+)", message)
    if found:
        return [int(found[1]), int(found[2])]
    listed = re.search(r"expected ((?:-?\d+(?:, | or ))*-?\d+)\b", message)
    return sorted(map(int, re.findall(r"-?\d+", listed[1]))) if listed else []


def bounded_places(check, chooser, count):
    """(version, target, statement with {} for a number, bounds) for operands that a record bounds: those of `count`
    statements, one of each beginning of a mnemonic in its turn."""
    tried = {}
    for version, targets, statement in sweep.newer_statements() + sweep.older_statements():
        target = targets[0] if targets else "sm_90a"
        version = max(version, "9.5" if "107" in target else "9.0", key=sweep.number)
        for at, (begin, end) in enumerate(positions(statement)):
            mnemonic = tuple(statement.split(" ")[0].split(".")[:2])
            tried.setdefault((mnemonic, at), []).append((version, target, statement, begin, end))
    tried = [chooser.choice(kind) for kind in tried.values() for _ in range(max(1, count // len(tried)))]
    texts = [sweep.Module(v, t, f"{s[:b]}{HUGE}{s[e:]}").text() for v, t, s, b, e in tried]
    places = []
    for (version, target, statement, begin, end), found in zip(tried, sweep.check_modules(check, texts, "-w")):
        bounds = next((bounds_in(d["message"]) for d in found if bounds_in(d["message"])), [])
        if len(found) == 1 and bounds:
            before, after = (part.replace("{", "{{").replace("}", "}}") for part in (statement[:begin], statement[end:]))
            places.append((version, target, before + "{}" + after, bounds))
    return places


def cases(check, chooser, count):
    places = [("", "", text.replace("~", "\n"), [int(bound) for bound in bounds.split()])
              for text, _, bounds in (line.rpartition("|") for line in MODULES)]
    in_statements = bounded_places(check, chooser, count)
    print(f"{len(places)} numbers of modules, {len(in_statements)} of statements")
    found = {}
    for number in range(count):
        version, target, text, bounds = chooser.choice(places if number % 4 == 0 or not in_statements else in_statements)
        value = chooser.choice(bounds) + chooser.choice([-1, 0, 0, 1]) + chooser.choice([0, *FAR])
        text = text.format(notation(value, chooser.choice(NOTATIONS)))
        module = (sweep.Module(version, target, text) if version else
                  sweep.Module("", "", "", f".version 9.0\n.target sm_90\n.address_size 64\n{text}\n"))
        found[module.text()] = module
    return list(found.values())


def main():
    options = read_options(__doc__, 1000)
    if not options.release:
        return 0
    modules = cases(options.check, random.Random(options.seed), options.count)
    counts, reasons, wrong = collections.Counter(), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as options.folder:
        in_statements = batches.compare(options, [module for module in modules if module.statement], options.other_release)
        answers = [*in_statements, *sweep.compare(options, [module for module in modules if not module.statement], options.other_release)]
    for module, errors, answer in answers:
        counts[answer.verdict] += 1
        if answer.verdict == "C" or (answer.verdict == "A") != bool(errors):
            continue
        shown = module.statement or module.source.split("\n", 3)[3].strip()
        text = f"{errors[0]['code']} {errors[0]['message']}" if errors else answer.text
        reason = reason_of(EXPLAINED, f"{shown}\t{text}")
        if reason:
            reasons[reason] += 1
            continue
        wrong += 1
        print(f"{'false' if errors else 'missed'}\t{module.target}\t{shown}\t{text}", flush=True)
    print_explained(reasons)
    print(f"ptxas {options.release}: {counts['A']} accepted, {counts['R']} rejected, {wrong} not as ptx-check says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
