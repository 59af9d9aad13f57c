#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares ptx-check with `nvcc` on seeded faults: faults.py --check PTX-CHECK --seed N [--count N] [--harmless N] [--nvcc NVCC].

Each fault is one edit of a statement in FUNCTIONS, in CUDA C++, in a raw literal of C++ or in a string of Python. `nvcc` judges the
statement. A statement without its end is only tried in CUDA C++, since a string can be a part of a program, and so is `%%2`, which a
function such as `printf` can replace. Prints each fault that `nvcc` rejects and ptx-check does not report, or reports at another line, each harmless edit with a finding,
and the sums; exits with 1 if less than 97 % are found, less than 95 % at the line, or a harmless edit is not silent. Without `nvcc` it
does nothing."""

import argparse
import concurrent.futures
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# The body of a function with the parameters of HEAD; a line for each instruction.
FUNCTIONS = [
    r'''asm volatile("{\n\t"
    ".reg .pred p;\n\t"
    "setp.lt.u32 p, %1, %2;\n\t"
    "selp.b32 %0, %1, %2, p;\n\t"
    "}\n\t"
    : "=r"(a) : "r"(b), "r"(c));''',
    r'''asm volatile("{\n\t"
    ".reg .u64 t;\n\t"
    "cvt.u64.u32 t, %1;\n\t"
    "mad.lo.u64 %0, t, 4, %2;\n\t"
    "}\n\t"
    : "=l"(l) : "r"(b), "l"(p));''',
    r'''asm volatile("{\n\t"
    ".reg .b32 lo, hi;\n\t"
    "mov.b64 {lo, hi}, %1;\n\t"
    "add.u32 lo, lo, hi;\n\t"
    "xor.b32 %0, lo, hi;\n\t"
    "}\n\t"
    : "=r"(a) : "l"(l));''',
    r'''asm volatile(
    "ld.global.v2.u32 {%0, %1}, [%2];\n\t"
    : "=r"(a), "=r"(b) : "l"(p) : "memory");''',
    r'''asm volatile(
    "atom.global.add.u32 %0, [%1], %2;\n\t"
    "st.global.u32 [%1 + 4], %0;\n\t"
    : "=&r"(a) : "l"(p), "r"(c) : "memory");''',
    r'''asm volatile("{\n\t"
    ".reg .pred done;\n\t"
    "AGAIN_%=:\n\t"
    "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n\t"
    "@!done bra AGAIN_%=;\n\t"
    "}\n\t"
    :: "r"(b), "r"(c) : "memory");''',
    r'''asm volatile(
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %4, %5}, {%4, %5}, {%0, %1, %2, %3};\n\t"
    : "+f"(f), "+f"(g), "+f"(h), "+f"(i) : "r"(b), "r"(c));''',
    r'''asm volatile(
    "cvt.rn.f16x2.f32 %0, %1, %2;\n\t"
    "shfl.sync.bfly.b32 %0, %0, 1, 31, 0xffffffff;\n\t"
    : "=r"(a) : "f"(f), "f"(g));''',
    r'''asm volatile("{\n\t"
    ".reg .f32 x;\n\t"
    "fma.rn.f32 x, %1, %2, %1;\n\t"
    "ex2.approx.ftz.f32 %0, x;\n\t"
    "}\n\t"
    : "=f"(f) : "f"(g), "f"(h));''',
    r'''asm volatile(
    "cp.async.cg.shared.global [%0], [%1], 16;\n\t"
    "cp.async.commit_group;\n\t"
    "cp.async.wait_group 0;\n\t"
    :: "r"(b), "l"(p) : "memory");''',
    r'''asm volatile("{\n\t"
    ".reg .u32 lane;\n\t"
    "mov.u32 lane, %%laneid;\n\t"
    "bfe.u32 %0, lane, %1, 3;\n\t"
    "}\n\t"
    : "=r"(a) : "r"(b));''',
]

HEAD = "__global__ void k(unsigned *p, unsigned a, unsigned b, unsigned c, unsigned long long l, float f, float g, float h, float i) {\n"
TAIL = "\n  p[0] = a + b + (unsigned)l + (unsigned)(f + g + h + i);\n}\n"

# What one fault changes: its kind, a pattern of a line and its replacement.
FAULTS = [
    ("mnemonic, letters exchanged", r'"(@!\w+ )?(\w)(\w)(\w+)\.', r'"\g<1>\3\2\4.'),
    ("type that does not exist", r"\.(u|b|s|f)(32|64)\b(?=[^.\n]* )", r".\g<1>23"),
    ("type of another width", r"\.(u|b)32 (?=%)", r".\g<1>64 "),
    ("type of another kind", r"(add|mad\.lo|bfe)\.u(32|64)", r"\1.b\2"),
    ("modifier of others", r'"(\w+)\.(?=\w)', r'"\1.wide.v4.'),
    ("modifier misspelt", r"\.(sync|global|shared|approx|rn|parity|aligned)\b", r".\1x"),
    ("modifier missing", r"\.(rn|sync|approx|bfly|aligned|cg)(?=\.)", ""),
    ("comma missing", r"(?<=[\w\]}]), (?=[%\w\[{])", " "),
    ("comma too many", r", (?=%|\w)", ",, "),
    ("semicolon missing", r';\\n\\t"$', r'\\n\\t"'),
    ("semicolon in place of a comma", r"(?<=[\w\]}]), (?=[%\w\[{])", "; "),
    ("bracket missing", r"\](?=[,;])", ""),
    ("no brackets", r"\[(%\d)\]", r"\1"),
    ("brackets around a register", r" (%0), (?!\[)", r" [\1], "),
    ("operand missing", r', [^,"]+;\\n', r";\\n"),
    ("operand too many", r'([^"}]);\\n', r"\1, 7, 8, 9;\\n"),
    ("number as destination", r'(\w+\.[uf]\d\d) (%0|lo|x|t|lane),', r"\1 5,"),
    ("index too high", r"%1\b", "%9"),
    ("symbolic operand", r"%1\b", "%[x]"),
    ("register not declared", r"\b(lo|x|t|lane|done|p)(?=[,;])", r"\1q"),
    ("declaration misspelt", r"\.reg \.", ".rge ."),
    ("type of a declaration", r"\.reg \.(u|b|f)(32|64)", r".reg .v\2"),
    ("constraint letter", r': "=(&?)[rlf]"', r': "=\1k"'),
    ("constraint of another width", r'(:|:: )( ?)"r"\(b\)', r'\1\2"h"((short)b)'),
    ("clobber", r'"memory"', '"memroy"'),
    ("percent of a special register", r"%%laneid", "%%lane_id"),
    ("percent missing", r"%%laneid", "laneid"),
    ("percent doubled", r"%2\b", "%%2"),
    ("vector too long", r"\{%0, %1\}", "{%0, %1, %1}"),
    ("vector too short", r"\{%4, %5\}, ", "{%4}, "),
    ("label that is not declared", r"bra AGAIN", "bra AGIAN"),
    ("guard of another type", r"@!done", "@!%1"),
    ("wrong size of a copy", r", 16;", ", 12;"),
    ("floating-point number", r", (3|1|4|31),", r", 1.5,"),
    ("parenthesis missing", r'"\((\w)\)\);$', r'"(\1);'),
    ("quote missing", r'\\n\\t"$', r"\\n\\t"),
    ("brace too many", r'"\}', r'"}}'),
    ("brace missing", r'"\}\\n', r'"\\n'),
    ("shape", r"m16n8k16", "m16n8k12"),
    ("types of a matrix", r"f32\.f16\.f16\.f32", "f32.f16.bf16.f32"),
]

# What is wrong with a constraint shows only where the template uses the operand: these lines count.
AT_USES = {"constraint of another width"}
ONLY_CUDA = {"parenthesis missing", "quote missing", "percent doubled"}

HARMLESS = [
    ("blanks", r", ", " ,   "),
    ("comment of PTX", r';\\n\\t"$', r'; // a, b; {\\n\\t"'),
    ("comment between", r'(\w);\\n', r"\1 /* ; */;\\n"),
    ("line split", r'(\w), ', r'\1, "\n    "'),
    ("register renamed", None, None),
    ("parallel declaration", r"(\.reg \.\w+ )", r"\1unused_a, "),
    ("number of another base", r"\b(16|31)(?=[,;])", lambda m: hex(int(m[1]))),
    ("macro for a literal", r'^    ("[^"]+")$', r'    TEXT_ \1'),
    ("keyword", r"asm volatile", "__asm__ __volatile__"),
    ("empty literal", r'(\\n\\t")$', r'\1 ""'),
    ("tabs", r'"(?=[a-z])', r'"\\t  '),
]


def applied(edit, body, chosen):
    """The body after the edit at one of the places that it fits, and the line of the edit; none if it fits nowhere."""
    kind, pattern, replacement = edit
    if pattern is None:
        names = re.findall(r"\.reg \.\w+ (\w+)", body)
        return (re.sub(r"(?<![\w.])" + names[0] + r"\b(?!\()", "other_name", body), 0) if names and len(names[0]) > 1 else None
    lines = body.split("\n")
    places = []
    for number, line in enumerate(lines):
        is_left_out = (kind == "register not declared" and ".reg" in line) or (kind == "tabs" and line.startswith("    :"))
        places += [] if is_left_out else [(number, match) for match in re.finditer(pattern, line)]
    if not places:
        return None
    number, match = chosen.choice(places)
    line = lines[number]
    lines[number] = line[:match.start()] + match.expand(replacement) + line[match.end():] if isinstance(replacement, str) \
        else line[:match.start()] + replacement(match) + line[match.end():]
    return "\n".join(lines), number


def lines_of(kind, body, line):
    """The lines of the source that a message about the edit can name."""
    if kind not in AT_USES:
        return {line + 3}
    lines = body.split("\n")
    operands = re.findall(r'"=?[+&]?\w"\(', "".join(lines[:line] + [lines[line].split('"h"')[0]]))
    return {i + 3 for i, text in enumerate(lines) if f"%{len(operands)}" in text}


def cases_of(edits, count, chosen):
    cases, seen = [], set()
    for turn in range(50 * count):
        edit = edits[turn % len(edits)]
        result = applied(edit, chosen.choice(FUNCTIONS), chosen)
        if result and result[0] not in seen and len(cases) < count:
            seen.add(result[0])
            cases.append((edit[0], *result))
    return cases


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--harmless", type=int, default=60)
    parser.add_argument("--nvcc", default="nvcc")
    options = parser.parse_args()
    if not shutil.which(options.nvcc):
        print("nvcc was not found")
        return 0
    chosen = random.Random(options.seed)
    faults = cases_of(FAULTS, options.count, chosen)
    harmless = cases_of(HARMLESS, options.harmless, chosen)
    with tempfile.TemporaryDirectory() as folder:
        def judge(index):
            kind, body, line = (faults + harmless)[index]
            code = '#define TEXT_ ""\n' + HEAD + "  " + body + TAIL
            source = Path(folder, f"{index}.cu")
            source.write_text(code)
            compiled = subprocess.run([options.nvcc, "-arch=sm_90a", "-cubin", "-w", "-o", f"{source}.cubin", source],
                                      capture_output=True, text=True)
            readers = [(source, code)]
            if kind not in ONLY_CUDA:
                readers += [(Path(folder, f"{index}.cpp"), 'const char *text = R"KERNEL(' + code + ')KERNEL";\n'),
                            (Path(folder, f"{index}.py"), "text = r'''" + code + "'''\n")]
            path, text = readers[index % len(readers)]
            path.write_text(text)
            found = subprocess.run([options.check, "--no-config", "--output-format=concise", path], capture_output=True, text=True).stdout
            return compiled.returncode != 0, compiled.stderr.strip().split("\n")[0], path.suffix, found

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(judge, range(len(faults) + len(harmless))))
    rejected = found = placed = loud = accepted = 0
    kinds = set()
    for (kind, body, line), (is_rejected, message, language, output) in zip(faults, results):
        if not is_rejected:
            accepted += 1
            if " error: " in output:
                print(f"accepted by nvcc [{kind}] {language}: {output.splitlines()[0]}\n{body}")
            continue
        rejected += 1
        kinds.add(kind)
        lines = [int(number) for number in re.findall(r":(\d+):\d+: error: ", output)]
        found += bool(lines)
        is_placed = bool(lines_of(kind, body, line) & set(lines))
        placed += is_placed
        if not is_placed:
            print(f"{'elsewhere' if lines else 'missed'} [{kind}] {language}, line {line + 3}: {message}\n{output}{body}")
    for (kind, body, line), (is_rejected, message, language, output) in zip(harmless, results[len(faults):]):
        if is_rejected:
            print(f"rejected by nvcc [{kind}]: {message}\n{body}")
        elif output:
            loud += 1
            print(f"not silent [{kind}] {language}: {output}{body}")
    print(f"{len(faults)} faults of {len(FAULTS)} kinds: nvcc rejects {rejected} of {len(kinds)} kinds, {found} found, {placed} at the line; "
          f"{len(harmless)} harmless edits: {loud} not silent")
    return int(found < 0.97 * rejected or placed < 0.95 * rejected or loud > 0)


if __name__ == "__main__":
    sys.exit(main())
