#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares `ptx-check --link` with `nvlink`: link.py --check PTX-CHECK --seed N [--count N].

Each case is two or three modules that declare, define and use up to three names: variables, functions and entries of random kinds,
linkages, sizes, alignments and prototypes. `ptxas -c` assembles the modules, and `nvlink` links the objects.

Prints each case in which one of them accepts what the other rejects, or in which a name that `nvlink` reports is missing from the
errors of ptx-check, and the counts; exits with 1 if there is one. Without `ptxas` and `nvlink` it does nothing."""

import argparse
import collections
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HEADER = ".version 8.4\n.target sm_90\n.address_size 64\n"
PARAMETERS = [".b32", ".b32", ".b32", ".u32", ".s32", ".f32", ".b64", ".align 4 .b8 %s[8]", ".align 8 .b8 %s[8]"]


class Modules:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, share):
        return self.random.random() < share

    def variable(self, name):
        choose = self.random.choice
        linkage = choose([".extern "] * 3 + [".visible "] * 3 + [".weak ", ".common ", ""])
        space = "global" if linkage == ".common " else choose(["global"] * 6 + ["const", "shared"])
        size = "[]" if linkage == ".extern " and self.chance(0.2) else choose([""] * 5 + ["[2]", "[4]", "[4]"])
        alignment = choose([""] * 4 + [".align 16 ", ".align 8 "])
        initializer = ""
        if linkage != ".extern " and space != "shared" and self.chance(0.25):
            initializer = " = {3}" if size else " = 3"
        managed = space == "global" and linkage in (".extern ", ".visible ") and self.chance(0.08)
        attribute = ".attribute(.managed) " if managed else ""
        kind = choose(["b32"] * 5 + ["f32", "s32", "b64", "b8"])
        return (f"{linkage}.{space} {attribute}{alignment}.{kind} {name}{size}{initializer};\n",
                f"mov.u64 r, {name};" if self.chance(0.7) else "")

    def function(self, name):
        choose = self.random.choice
        linkage = choose([".extern "] * 3 + [".visible "] * 3 + [".weak ", ""])
        parameters = [choose(PARAMETERS) for _ in range(choose([0, 1, 1, 1, 1, 2]))]
        results = [choose([".b32", ".b32", ".b64", ".f32"])] if self.chance(0.3) else []

        def declare(kind, what):
            return ".param " + (kind % what if "%" in kind else f"{kind} {what}")

        listed = ", ".join(declare(kind, f"p{i}") for i, kind in enumerate(parameters))
        head = f"{linkage}.func " + "".join(f"({declare(kind, 'o')}) " for kind in results) + f"{name}({listed})"
        if linkage != ".extern ":
            return head + " { ret; }\n", ""
        draw = self.random.random()
        if draw > 0.75:
            return head + ";\n", ""
        if draw > 0.6:
            return head + ";\n", f"mov.u64 r, {name};"
        arguments = [f"z{i}" for i in range(len(parameters))]
        declared = [declare(kind, argument) for kind, argument in zip(parameters, arguments)] + [declare(kind, "y") for kind in results]
        call = "call " + "(y), " * bool(results) + name + (f", ({', '.join(arguments)})" if arguments else "")
        return head + ";\n", "{ " + "".join(f"{d}; " for d in declared) + call + "; }"

    def entry(self, name):
        linkage = self.random.choice([".visible ", ".visible ", ".weak "])
        parameter = self.random.choice(["", ".param .b32 a", ".param .b64 a"])
        return f"{linkage}.entry {name}({parameter}) {{ ret; }}\n", ""

    def module(self, number, kinds):
        declarations, uses = "", ""
        for name, kind in kinds.items():
            if self.chance(0.25):
                continue
            if self.chance(0.06):
                kind = self.random.choice([self.variable, self.function, self.entry])
            declared, used = kind(name)
            declarations += declared
            uses += f"    {used}\n" if used else ""
        return f"{HEADER}{declarations}.visible .entry main{number}()\n{{\n    .reg .b64 r;\n{uses}    ret;\n}}\n"

    def case(self):
        kinds = {f"x{i}": self.random.choice([self.variable] * 3 + [self.function] * 3 + [self.entry])
                 for i in range(self.random.choice([1, 1, 2, 3]))}
        return [self.module(number, kinds) for number in range(self.random.choice([2, 2, 2, 3]))]


def run(*command):
    done = subprocess.run(command, text=True, capture_output=True)
    return done.returncode, done.stdout + done.stderr


def difference(check, files):
    """What differs, "" if nothing does, and the verdict of nvlink; None if ptxas rejects a module."""
    objects = [file.with_suffix(".o") for file in files]
    for file, made in zip(files, objects):
        if run("ptxas", "-c", "-arch", "sm_90", file, "-o", made)[0]:
            return None
    status, theirs = run("nvlink", "-arch", "sm_90", *objects, "-o", files[0].with_suffix(".cubin"))
    code, ours = run(check, "--link", "--no-config", "--output-format=concise", *files)
    verdict = "rejects" if status else "accepts"
    if code not in (0, 1) or bool(status) != bool(code):
        return f"nvlink {verdict}:\n{theirs}\n{ours}", verdict
    missing = set(re.findall(r"'(x\d)'", theirs)) - set(re.findall(r"error: `(x\d)`", ours))
    return (f"{missing} missing:\n{theirs}\n{ours}" if missing else ""), verdict


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", default="ptx-check")
    parser.add_argument("--seed", required=True)
    parser.add_argument("--count", type=int, default=200)
    options = parser.parse_args()
    if not (shutil.which("ptxas") and shutil.which("nvlink")):
        print("there is no ptxas and no nvlink")
        return
    modules, counts = Modules(options.seed), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.count):
            texts = modules.case()
            files = [Path(folder, f"{letter}{number}.ptx") for letter, _ in zip("abc", texts)]
            for file, text in zip(files, texts):
                file.write_text(text)
            found = difference(options.check, files)
            if found is None:
                counts["not asked: ptxas rejects a module"] += 1
                continue
            what, verdict = found
            counts[f"nvlink {verdict}"] += 1
            if what:
                counts["different"] += 1
                print(*texts, what, sep="\n")
    for name, count in sorted(counts.items()):
        print(f"{name}: {count}")
    sys.exit(counts["different"] != 0)


main()
