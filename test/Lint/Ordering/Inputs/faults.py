# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""faults.py PTX-CHECK FOLDER: checks what is told of kernels with one fault of order each.

`faults.tsv` in FOLDER has a line for each module: its path, the rules that tell of it by default, those of `-Wall` besides,
and of a fault that no rule tells why. A correct twin, `NAME.ok.ptx`, and a module with no line must be silent with -Wall,
but for names that are not used."""

import json
import pathlib
import subprocess
import sys

CHECK, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
UNUSED = {"unused-register", "unused-variable", "unused-parameter", "register-never-written",
          "read-before-write", "unelected-instruction", "unused-label"}


def findings(files, *flags):
    """The names of the rules that say something of each file."""
    result = {file: set() for file in files}
    run = subprocess.run([CHECK, "--no-config", "--output-format=json", *flags, *map(str, files)],
                         capture_output=True, text=True)
    for finding in json.loads(run.stdout)["diagnostics"]:
        if finding["name"] not in UNUSED:
            result[pathlib.Path(finding["file"])].add(finding["name"])
    return result


def main():
    expected = {}
    for line in (FOLDER / "faults.tsv").read_text().splitlines():
        path, default, wall, reason = line.split("\t")
        if not default and not wall and not reason:
            sys.exit(f"{path}: neither a rule nor a reason")
        expected[FOLDER / path] = (set(default.split()), set(wall.split()))
    files = sorted(FOLDER.rglob("*.ptx"))
    default, wall = findings(files), findings(files, "-Wall")
    wrong = 0
    for file in files:
        want = expected.pop(file, (set(), set()))
        for found, rules, flags in (default[file], want[0], "by default"), (wall[file], want[0] | want[1], "-Wall"):
            if found != rules:
                wrong += 1
                print(f"{file.relative_to(FOLDER)} {flags}: {sorted(found)}, expected {sorted(rules)}")
    for file in expected:
        wrong += 1
        print(f"{file.relative_to(FOLDER)}: no such module")
    print(f"{len(files)} modules, {wrong} differences")
    return wrong != 0


sys.exit(main())
