# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what the rules of order of `ptx-check` say of modules with what `ptx-sanitize --strict` does: check_agreement.py FOLDER...

A rule of order (PTX61xx) that is on by default says that a launch is wrong. Then the launch of the module has to be so as well, where
all of it is followed. Prints the modules where it is not.
"""

import re
import subprocess
import sys
from pathlib import Path

# Rules that judge the text, and not what a launch does.
TEXT = {"PTX6185"}


def codes(*command):
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.returncode, set(re.findall(r"(?:warning|error): .*\[(PTX\d+)", run.stdout + run.stderr))


def main():
    told = disagreements = 0
    for folder in sys.argv[1:]:
        for path in sorted(Path(folder).glob("*.ptx")):
            text = path.read_text(encoding="utf-8")
            if "//@litmus" in text:
                continue
            _, rules = codes("ptx-check", "--no-config", str(path))
            rules = {code for code in rules if code.startswith("PTX61")} - TEXT
            if not rules:
                continue
            told += 1
            result, found = codes("ptx-sanitize", "--strict", str(path))
            if result == 0 and not found:
                disagreements += 1
                print(f"{path.name}: {' '.join(sorted(rules))}, and the launch is clean")
    print(f"{disagreements} of {told} disagree")
    return disagreements != 0


sys.exit(main())
