# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks statements on versions and targets: newer_forms.py PTX-CHECK TABLE.

A line of the table has the section of the manual of PTX 9.4, the first version, targets that have the form, targets one step below
that lack it (`-`: none), and a statement, separated by tabs. `{%r0..%r3}` is a vector of four registers. For each of them:

- with the version, or the first one that knows the target, and each target `ptx-check` reports nothing;
- with the version before it, and the same target, it reports an error;
- with the version, or a later one that knows the target, and a target below it reports an error about the target.

Prints what is otherwise, and how many lines there are. Exits with 1 if anything is otherwise.
"""

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

PRELUDE = """.version {version}
.target {target}
.address_size 64
.shared .align 1024 .b8 s[1024];
.global .align 1024 .b8 g[1024];
.visible .entry k()
{{
.reg .pred %p<9>;
.reg .b8 %b<9>;
.reg .b16 %h<9>;
.reg .b32 %r<260>;
.reg .b64 %rd<19>;
{wide}.reg .f32 %f<9>;
.reg .f64 %fd<9>;
{statement}
ret;
}}
"""
BEFORE = {"9.4": "9.3", "9.3": "9.2"}


def expand(statement):
    """Writes out `{%r0..%r3}`."""

    def registers(match):
        first, last = int(match[2]), int(match[3])
        return "{" + ", ".join(f"{match[1]}{i}" for i in range(first, last + 1)) + "}"

    return re.sub(r"\{(%[a-z]+)(\d+)\.\.%[a-z]+(\d+)\}", registers, statement)


def module(version, target, statement):
    """The module of a statement; `{%r0..%r3}` is written out."""
    # Registers of 128 bits came with 8.3.
    wide = ".reg .b128 %q<9>;\n" if "%q" in statement else ""
    return PRELUDE.format(version=version, target=target, wide=wide, statement=expand(statement))


def report(tool, version, target, statement, errors_only=False):
    """The rules and messages that `ptx-check` reports; warnings too, unless errors are asked for alone."""
    text = module(version, target, statement)
    done = subprocess.run([tool, "--format=json", "-Wno-all", "-"], input=text, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        return [("crash", done.stderr)]
    found = json.loads(done.stdout)
    return [(d["code"], d["message"]) for d in found["diagnostics"] if not errors_only or d["severity"] == "error"]


def problems_of(tool, line):
    section, version, targets, below, statement = line.split("\t")
    problems = []
    for target in targets.split():
        first = "9.4" if target.startswith("sm_107") else version
        if found := report(tool, first, target, statement):
            problems.append(f"{section}: {target}, PTX {first}: {statement}\n    {found[0][0]}: {found[0][1]}")
        if not report(tool, BEFORE[first], target, statement):
            problems.append(f"{section}: accepted by PTX {BEFORE[first]}, {target}: {statement}")
    for target in below.split():
        if target == "-":
            continue
        known = "9.4" if target.startswith("sm_107") else version
        codes = [code for code, _ in report(tool, known, target, statement)]
        if "PTX4002" not in codes:
            problems.append(f"{section}: {target}, PTX {known}: {statement}\n    expected PTX4002, found {codes}")
    return problems


def main():
    tool = sys.argv[1]
    lines = []
    for table in sys.argv[2:]:
        with open(table) as file:
            lines += [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]
    with ThreadPoolExecutor(4) as pool:
        problems = [text for found in pool.map(lambda line: problems_of(tool, line), lines) for text in found]
    print("\n".join(problems) or f"{len(lines)} statements")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
