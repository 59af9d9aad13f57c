#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares ptx-check and `ptxas` with unchecked.tsv, the probes of what `ptxas` takes although the manual does not.

Each line has the kind of probe, the target, the verdict of `ptxas` and a statement. The verdict is that of 13.0 to 13.5, or
has a letter for each of these releases, where they differ: ARRRRR is accepted by 13.0 alone. What the newest accepts, ptx-check
warns of and does not reject; what it rejects, ptx-check rejects. `unchecked.py ptx-check FILE` compares ptx-check;
with `--ptxas` it asks `ptxas` of one of these releases once more, and does nothing if there is none; `--record` writes verdicts
of the newest into FILE."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Isa" / "Inputs"))
from check_modules import check_modules  # noqa: E402

# The rules that tell of what `ptxas` takes although the manual does not.
CLAIMS = {"undocumented-form", "unchecked-operand", "wrapped-immediate"}

DECLARATIONS = """\
.version 9.0
.target {target}
.address_size 64
.global .align 4 .b32 gl;
.global .align 16 .b32 array[8];
.global .texref tex;
.global .texref texa[2];
.shared .align 16 .b8 sm[64];
.func f() {{ ret; }}
.entry e() {{ ret; }}
.entry k()
{{
    .reg .pred %p<9>;
    .reg .b16 %h<9>;
    .reg .u16 %us<9>;
    .reg .b32 %r<9>;
    .reg .u32 %u<9>;
    .reg .f32 %f<9>;
    .reg .f16x2 %x<9>;
    .reg .b64 %rd<9>;
    .reg .f64 %fd<9>;
    .reg .b128 %q<9>;
    .reg .v2 .b32 %v1;
K:  {statement};
L:  ret;
}}
"""


def read(path):
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file]


def verdict_of_check(found):
    """What ptx-check says by its diagnostics: accepts, claims (a warning that `ptxas` takes it nevertheless), rejects."""
    if any(d["severity"] == "error" for d in found):
        return "rejects"
    return "claims" if any(d["name"] in CLAIMS for d in found) else "accepts"


def verdict_of_ptxas(ptxas, target, module):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "probe.ptx")
        with open(path, "w", encoding="utf-8") as file:
            file.write(module)
        run = subprocess.run([ptxas, "-arch", target.replace("sm_", "compute_"), path], capture_output=True,
                             check=False)
    return "accepts" if run.returncode == 0 else "rejects"


RELEASES = [f"13.{minor}" for minor in range(6)]


def verdict_in(recorded, release):
    """What a row says of the release."""
    if recorded in ("accepts", "rejects"):
        return recorded
    return "accepts" if recorded[RELEASES.index(release)] == "A" else "rejects"


def release_of_ptxas():
    """The release of the `ptxas` that is installed, if it is one of those whose verdicts are known."""
    if not shutil.which("ptxas"):
        return None
    run = subprocess.run(["ptxas", "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"release (\d+\.\d+)", run.stdout)
    return found[1] if found and found[1] in RELEASES else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ptxas", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("check")
    parser.add_argument("file")
    options = parser.parse_args()
    check = shutil.which(options.check) or options.check
    asks = options.ptxas or options.record
    release = release_of_ptxas() if asks else RELEASES[-1]
    if not release or (options.record and release != RELEASES[-1]):
        print("there is no ptxas of a release whose verdicts are here")
        return 0
    ptxas = shutil.which("ptxas")
    rows = read(options.file)
    modules = [DECLARATIONS.format(target=row[1], statement=row[3]) for row in rows[1:]]
    if asks:
        found = [verdict_of_ptxas(ptxas, row[1], module) for row, module in zip(rows[1:], modules)]
    else:
        found = map(verdict_of_check, check_modules(check, modules, "--ptxas-compat"))
    wrong = 0
    for row, verdict in zip(rows[1:], found):
        kind, target, recorded, statement = row
        expected = verdict_in(recorded, release)
        if expected == "accepts" and not asks:
            expected = "claims"
        if options.record:
            row[2] = recorded if expected == verdict else verdict
        elif verdict != expected:
            print(f"{kind}: `{statement};` on {target}: found {verdict}, expected {expected}")
            wrong += 1
    if options.record:
        with open(options.file, "w", encoding="utf-8") as file:
            file.writelines("\t".join(row) + "\n" for row in rows)
    who = f"ptxas {release}" if asks else "ptx-check"
    print(f"{who}: {len(rows) - 1} probes, {wrong} not as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
