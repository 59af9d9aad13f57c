# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares ptx-verify with an installed `ptxas`: compare_with_ptxas.py GUIDE FOLDER.

The option table of the guide has to name each option in the help of `ptxas`, and options whose value the
help names have to take it. A module for each target is given to both, with each `-arch` that `ptxas` has.
Prints what differs and exits with 1 if anything does. Takes a `ptxas` of 13.0 to 13.5, of which the newest alone has to know
all options of the table. Does nothing if it is another one.
"""

import re
import subprocess
import sys
from pathlib import Path

guide, folder = Path(sys.argv[1]), Path(sys.argv[2])
NEWEST = "13.5"
SUFFIXES = ["", "f", "a"]
faults = []


def output(*command):
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.returncode, run.stdout + run.stderr


def verdict(*command):
    return output(*command)[0] != 0


known = re.search(r"release (13\.[0-5]),", output("ptxas", "--version")[1])
if not known:
    sys.exit(0)
RELEASE = known[1]
help_text = output("ptxas", "--help")[1]

options = re.findall(r"^(--[\w-]+).*\((-[\w-]+)\)", help_text, re.MULTILINE)
rows = re.findall(r"^\| `(-[\w-]+), (--[\w-]+)", guide.read_text(encoding="utf-8"), re.MULTILINE)
for long, short in options:
    if (short, long) not in rows:
        faults.append(f"{guide.name} has no row for {short}, {long}")
for short, long in rows:
    if (long, short) not in options and RELEASE == NEWEST:
        faults.append(f"ptxas has no {short}, {long}")

targets = {number + suffix for number in re.findall(r"'sm_(\d+)'", help_text) for suffix in SUFFIXES
           if f"'sm_{number}{suffix}'" in help_text}
targets |= {"10", "13", "20", "30", "35", "50", "60", "70", "72", "101", "101f", "101a"}
names = sorted(set(re.findall(r"'((?:sm|compute|lto)_\w+)'", help_text)))
if len(options) < 50 or len(names) < 50:
    sys.exit("the help of ptxas could not be read")
# All code generators decide alike; two for each target show it.
names = [n for n in names if not n.startswith("lto_") or n in ("lto_90", "lto_90a")]
names = [n for n in names if not n.startswith("compute_") or n in ("compute_75", "compute_100f")]
folder.mkdir(parents=True, exist_ok=True)
for target in sorted(targets):
    module = folder / f"{target}.ptx"
    module.write_text(f".version 9.0\n.target sm_{target}\n.address_size 64\n"
                      ".visible .entry k()\n{\n    ret;\n}\n", encoding="utf-8")
    for name in names:
        command = [f"-arch={name}", "-o", "/dev/null", str(module)]
        theirs = verdict("ptxas", *command)
        ours = verdict("ptx-verify", f"--release={RELEASE}", *command)
        if theirs != ours:
            faults.append(f".target sm_{target}, -arch={name}: ptxas {theirs}, ptx-verify {ours}")
print("\n".join(faults) or f"{len(options)} options, {len(targets) * len(names)} verdicts agree")
sys.exit(1 if faults else 0)
