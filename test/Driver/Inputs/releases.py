# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks ptx-check, or an installed `ptxas`, for the verdicts that releases of `ptxas` give: releases.py PROGRAM TABLE FOLDER.

A row of the table has the verdicts of 13.0 to 13.5, a letter each (`A` accepts, `R` rejects, `-` does not read the version),
the version, the target and the statement, or a module without its header. ptx-check is asked with --ptxas-compat and
--for-cuda of each release, and without --for-cuda, where it has to say what 13.5 does. Of `ptxas` the verdicts of its own
release are asked. Prints what differs and exits with 1 if anything does.
"""

import re
import subprocess
import sys
from pathlib import Path

RELEASES = [f"13.{minor}" for minor in range(6)]
REGISTERS = """.reg .pred %p<4>; .reg .b8 %b<4>; .reg .b16 %h<9>; .reg .u16 %uh<4>; .reg .b32 %r<9>; .reg .u32 %u<4>;
.reg .s32 %s<4>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .v4 .b32 %w;"""


def module(version, target, text):
    head = f".version {version}\n.target {target}\n.address_size 64\n"
    if text.startswith("."):
        return head + text + "\n"
    return (f"{head}.shared .align 1024 .b8 s[1024];\n.func fv() {{ ret; }}\n"
            f".visible .entry k()\n{{\n{REGISTERS}\n{text}\nret;\n}}\n")


def rejected_by_ptxas(program, modules):
    return {path for path, target in modules if subprocess.run(
        [program, "-arch", re.sub("^sm_", "compute_", target), path], capture_output=True, check=False).returncode != 0}


def rejected_here(program, modules, options):
    done = subprocess.run([program, "--no-config", "--ptxas-compat", "--output-format=concise", *options, *(path for path, _ in modules)],
                          capture_output=True, check=False, encoding="latin-1")
    return {Path(path) for path in re.findall(r"^(.*?):\d+:\d+: error: ", done.stdout, re.MULTILINE)}


program, table, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
folder.mkdir(parents=True, exist_ok=True)
is_ptxas = Path(program).name == "ptxas"
asked = RELEASES
if is_ptxas:
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    asked = [release for release in RELEASES if f"release {release}," in version]
    print("asked:", *asked)
rows = []
for number, line in enumerate(table.read_text(encoding="latin-1").splitlines(), 1):
    if not line or line.startswith("//"):
        continue
    verdicts, version, target, text = line.split(" ", 3)
    path = folder / f"{number}.ptx"
    path.write_text(module(version, target, text), encoding="latin-1")
    rows.append((number, verdicts, path, target))
faults = 0
for index, release in enumerate(RELEASES):
    if release not in asked:
        continue
    known = [(number, verdicts[index], path, target) for number, verdicts, path, target in rows if verdicts[index] != "-"]
    modules = [(path, target) for _, _, path, target in known]
    if is_ptxas:
        answers = [rejected_by_ptxas(program, modules)]
    else:
        answers = [rejected_here(program, modules, [f"--for-cuda={release}"])]
        if release == RELEASES[-1]:
            answers.append(rejected_here(program, modules, []))
    for rejected in answers:
        for number, verdict, path, _ in known:
            if (path in rejected) != (verdict == "R"):
                faults += 1
                print(f"{table.name}:{number}: `ptxas` {release} {'rejects' if verdict == 'R' else 'accepts'} it")
sys.exit(faults != 0)
