# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the CHECK lines of tests whose RUN lines make PTX and give it to FileCheck.

    python3 -m ptxkit.update_checks [--tools FOLDER] [--llvm FOLDER] FILE...

A RUN line is run up to its `| FileCheck %s`, after which only `--check-prefix` or `--check-prefixes` can follow. What it prints is checked
function by function: below the head of the function of that name in LLVM IR or MLIR, else at the end of the test. (In PTX they are always
there: `ptx-fmt` prints comments, which must not come before the code that they are about.) Registers and labels are variables of FileCheck. Let `ptx-fmt --canonical -` be the last program before FileCheck: then the lines do not depend on how the PTX was
laid out. Older CHECK lines of these prefixes are replaced. Exits with 1 if a test cannot be updated.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from ptxkit import lit, programs

NOTE = "NOTE: CHECK lines were written by ptxkit.update_checks"
RUN = re.compile(r"^\W*RUN:\s*(.*)$")
FILECHECK = re.compile(r"\|\s*FileCheck\s+(?P<options>.*)$")
PREFIXES = re.compile(r"^--?check-prefix(?:es)?=(.*)$")
# Of the output: the head of a function of PTX. Of a test: that of a function of LLVM IR or MLIR.
FUNCTION = re.compile(r"^(?:\.\w+ )*\.(?:entry|func)\b(?:\s*\([^)]*\))?\s*([\w$%]+)")
HEADS = (re.compile(r'^\s*define\b.*?@"?([\w$.]+)"?\('), re.compile(r'^\s*(?:llvm|gpu)\.func\b.*?@"?([\w$.]+)"?'))
NAMES = re.compile(r"(?P<range>%[A-Za-z_]+<\d+>)|(?P<register>%[A-Za-z_]+\d+)\b|(?P<label>\$[\w$]+)")


class Unfit(Exception):
    """A test that this program cannot update."""


def run_lines(text):
    """The commands of the RUN lines; those that end in a backslash go on in the next."""
    commands, unfinished = [], ""
    for line in text.splitlines():
        if found := RUN.match(line):
            part = found[1].strip()
            if part.endswith("\\"):
                unfinished += part[:-1] + " "
            else:
                commands.append(unfinished + part)
                unfinished = ""
    return commands


def prefixes_of(options):
    """The prefixes that FileCheck is given beside the test."""
    prefixes = []
    for option in options.replace("%s", " ").split():
        found = PREFIXES.match(option)
        if not found:
            raise Unfit(f"`{option}` of FileCheck is not understood")
        prefixes += found[1].split(",")
    return prefixes or ["CHECK"]


def output_of(command, test, folders):
    """What `command` prints, with the substitutions that every suite has, and those of ptxkit.lit."""
    words = {"%s": str(test), "%S": str(test.parent), "%%": "%"}
    words.update({f"%{name}": shlex.quote(program) for name in programs.NAMES if (program := programs.find(name, folders.tools))})
    pattern = "|".join(re.escape(word) + r"(?![\w-])" for word in sorted(words, key=len, reverse=True))
    command = re.sub(pattern, lambda found: words[found[0]], command)
    path = os.pathsep.join(filter(None, [folders.tools, folders.llvm, os.environ["PATH"]]))
    for name in lit.LLVM_PROGRAMS + lit.LLVM_COMPILERS:
        if program := lit.find_llvm(name, path):
            command = re.sub(rf"(?<![\w./%-]){name}(?![\w./+-])", lambda found: shlex.quote(program), command)
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=test.parent, env={**os.environ, "PATH": path}, text=True,
                          stdout=subprocess.PIPE, check=False)
    if done.returncode:
        raise Unfit(f"exit code {done.returncode} of: {command}")
    return done.stdout


def functions_of(ptx):
    """The functions of a module: the name of each with its lines, down to the brace that closes it."""
    functions, lines = {}, ptx.splitlines()
    at = 0
    while at < len(lines):
        found = FUNCTION.match(lines[at])
        end = at
        while found and end < len(lines) and lines[end].rstrip() not in ("}",) and not lines[end].rstrip().endswith(";"):
            end += 1
        if found and end < len(lines) and "{" in "".join(lines[at:end + 1]):
            while lines[end].rstrip() != "}":
                end += 1
            functions[found[1]] = lines[at:end + 1]
        at = max(end, at) + 1
    return functions


class Variables:
    """The variables of one function: each register and label is defined where it appears first."""

    def __init__(self):
        self.names = {}

    def pattern(self, line):
        text = ""
        last = 0
        for found in NAMES.finditer(line):
            text += literal(line[last:found.start()]) + self.name(found)
            last = found.end()
        return " ".join((text + literal(line[last:])).split())

    def name(self, found):
        if found["range"]:
            return re.sub(r"\d+", "{{[0-9]+}}", found[0])
        known = self.names.get(found[0])
        if known:
            return f"[[{known}]]"
        kind = re.sub(r"\d+$", "", found[0]).strip("%").upper() if found["register"] else "L"
        number = sum(name.startswith(kind) and name[len(kind):].isdigit() for name in self.names.values())
        self.names[found[0]] = f"{kind}{number}"
        pattern = re.sub(r"\d+$", "", found[0]) + "[0-9]+" if found["register"] else r"\$[A-Za-z0-9_$]+"
        return f"[[{self.names[found[0]]}:{pattern}]]"


def literal(text):
    """`text` as FileCheck takes it literally."""
    return text.replace("{{", "{{[{][{]}}").replace("[[", "{{[[][[]}}")


def check_lines(comment, prefix, lines):
    """The CHECK lines of a function."""
    variables = Variables()
    head, rest = lines[0], lines[1:]
    result = [f"{comment} {prefix}-LABEL: {head.strip()}"]
    for line in rest:
        result.append(f"{comment} {prefix}-NEXT:  {variables.pattern(line)}" if line.strip() else f"{comment} {prefix}-EMPTY:")
    return result


def update(test, folders):
    """Rewrites the CHECK lines of one test. Returns whether its text is another one."""
    text = test.read_text(encoding="utf-8")
    comment = {".ll": ";"}.get(test.suffix, "//")
    outputs = {}  # by prefix
    for command in run_lines(text):
        found = FILECHECK.search(command)
        if not found:
            continue
        prefixes = prefixes_of(found["options"])
        functions = functions_of(output_of(command[:found.start()], test, folders))
        for prefix in prefixes:
            if outputs.setdefault(prefix, functions) != functions:
                raise Unfit(f"RUN lines with the prefix {prefix} print different functions; give each a prefix")
    if not outputs:
        raise Unfit("no RUN line ends in `| FileCheck %s`")
    own = re.compile(rf"^\s*{re.escape(comment)}\s*(?:{'|'.join(map(re.escape, outputs))})(?:-[A-Z]+)*:|^{re.escape(comment)} {re.escape(NOTE)}")
    kept = [line for line in text.splitlines() if not own.match(line)]
    while kept and not kept[-1].strip():
        kept.pop()

    written = {name: [line for prefix, functions in outputs.items() if name in functions for line in check_lines(comment, prefix, functions[name])]
               for name in dict.fromkeys(name for functions in outputs.values() for name in functions)}
    result = [f"{comment} {NOTE}"]
    for line in kept:
        heads = [found[1] for head in HEADS if (found := head.match(line))]
        lines = written.pop(heads[0], []) if heads else []
        result += [line, *lines]
    for lines in written.values():
        result += ["", *lines]
    updated = "\n".join(result) + "\n"
    if updated != text:
        with test.open("w", encoding="utf-8", newline="\n") as file:
            file.write(updated)
    return updated != text


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="ptx-update-checks", description=__doc__.split("\n\n", maxsplit=1)[0])
    # Commands run in the folder of their test.
    parser.add_argument("--tools", type=os.path.abspath, help="folder of the programs of ptxkit, for a build that is not installed")
    parser.add_argument("--llvm", type=os.path.abspath, help="folder of the programs of LLVM")
    parser.add_argument("tests", nargs="+", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    code = 0
    for test in options.tests:
        try:
            if update(test.resolve(), options):
                print(f"{test}: updated")
        except (OSError, UnicodeDecodeError, Unfit) as error:
            print(f"ptx-update-checks: error: {test}: {error}", file=sys.stderr)
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
