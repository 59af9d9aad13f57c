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

import re
import sys
from pathlib import Path
from typing import NamedTuple

from check_modules import check_modules

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
BEFORE = {"9.5": "9.4", "9.4": "9.3", "9.3": "9.2"}


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


class Question(NamedTuple):
    """A statement on a version and a target, the name of what it is to give (a key of `EXPECTED`), and where it is from."""

    version: str
    target: str
    statement: str
    expected: str
    place: str


# What the diagnostics of a statement are to be.
EXPECTED = {
    "no report": lambda found: not found,
    "no error": lambda found: all(d["severity"] != "error" for d in found),
    "a report": bool,
    "a report of the target": lambda found: any(d["code"] == "PTX4002" for d in found),
}


def problems(tool, questions):
    """What is otherwise than expected."""
    modules = [module(question.version, question.target, question.statement) for question in questions]
    for question, found in zip(questions, check_modules(tool, modules, "-Wno-all")):
        if not EXPECTED[question.expected](found):
            said = [f"\n    {d['code']}: {d['message']}" for d in found[:1]]
            yield (f"{question.place}: {question.target}, PTX {question.version}: {question.statement}\n"
                   f"    expected {question.expected}{''.join(said)}")


def questions_of(line):
    section, version, targets, below, statement = line.split("\t")
    for target in targets.split():
        first = max(version, "9.4") if target.startswith("sm_107") else version
        yield Question(first, target, statement, "no report", section)
        yield Question(BEFORE[first], target, statement, "a report", section)
    for target in below.split():
        if target != "-":
            known = max(version, "9.4") if target.startswith("sm_107") else version
            yield Question(known, target, statement, "a report of the target", section)


def check(tool, tables, questions_of, what):
    """Asks the questions of all lines of the tables; the exit code."""
    lines = [line for table in tables for line in Path(table).read_text(encoding="utf-8").splitlines()
             if line.strip() and not line.startswith("#")]
    texts = list(problems(tool, [question for line in lines for question in questions_of(line)]))
    print("\n".join(texts) or f"{len(lines)} {what}")
    return bool(texts)


if __name__ == "__main__":
    sys.exit(check(sys.argv[1], sys.argv[2:], questions_of, "statements"))
