#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks a `ptxas` about each form at its version and target gates, and writes what it says into lib/ptx/Isa/Reference/Evidence.tsv.

probe.py CELLS PTXAS [--new] [-o FILE]. CELLS is the program ptx-evidence-cells. With --new the release is asked only about the cells of
the PTX version that came with it (13.4: PTX 9.4). The statements are the accepted ones of test/Isa/data/row_cases.tsv, those of gates.tsv
there, those of the tables in test/Isa/newer, and those of statements.txt in this folder. For each cell, which is a form with one of its
gates, the shortest statement is asked that has a version before the gate and a target without it; else one that has either. Rows about
other releases are kept as they are. Run it after a change of records; a test rejects rows of cells that are gone."""

import argparse
import csv
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
for folder in ("rows", "Inputs"):
    sys.path.insert(0, str(SOURCE / "test" / "Isa" / folder))

import modules  # noqa: E402
import newer_forms  # noqa: E402
from ptxas import Ptxas  # noqa: E402

TABLE = SOURCE / "lib" / "ptx" / "Isa" / "Reference" / "Evidence.tsv"
COLUMNS = ["section", "syntax", "condition", "version", "authority", "verdict", "probe"]


def alone(version, target, statement):
    """A module that declares what the statement names."""
    return modules.module(version, target, [statement])


def statements():
    """What `ptxas` accepts somewhere: each statement with what makes a module of a version, a target and it."""
    found = []
    with open(SOURCE / "test" / "Isa" / "data" / "row_cases.tsv", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if not row["edit"] and row["verdict"] == "accepts":
                found.append(row["statement"])
    with open(SOURCE / "test" / "Isa" / "data" / "gates.tsv", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            found.append(re.sub(r"%us(\d)", r"%h\1", row["instruction_or_decl"]))
    more = HERE / "statements.txt"
    found += [line for line in more.read_text(encoding="utf-8").splitlines() if line and not line.startswith("//")]
    around = {statement: alone for statement in found}
    for table in sorted((SOURCE / "test" / "Isa" / "newer").glob("*.tsv")):
        for line in table.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                around.setdefault(newer_forms.expand(line.split("\t")[4]), newer_forms.module)
    return around


def cells_of(program, version, lines):
    """For each cell the places to ask at and the statement, the best one first."""
    done = subprocess.run([program, version], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    cells = {}
    for line in done.stdout.splitlines():
        *key, having, before, below, statement = line.split("\t")
        cells.setdefault(tuple(key), []).append(((before == "-") + (below == "-"), len(statement), having, before, below, statement))
    return {key: sorted(choices) for key, choices in cells.items()}


def verdict_of(ptxas, place, statement, module):
    version, target = place.split()
    said = ptxas.reject(module(version, target, statement), target)
    return f"{'rejects' if said else 'accepts'} {place}"


def is_checked(verdict):
    """Whether `ptxas` looks at the target of the verdict. It compiles for sm_75 and later alone: with an earlier `.target` it
    checks some instructions against the target that it is run for."""
    verb, _, target = verdict.split()
    return verb == "rejects" or int(re.search(r"\d+", target)[0]) >= 75


def evidence(ptxas, choices, around):
    """The verdicts of the first choice that `ptxas` accepts where it should, else of the first one."""
    results = []
    for _, _, having, before, below, statement in choices[:4]:
        verdicts = [verdict_of(ptxas, place, statement, around[statement]) for place in (having, before, below) if place != "-"]
        verdicts[1:] = filter(is_checked, verdicts[1:])
        results.append(("; ".join(verdicts), statement))
        if verdicts[0].startswith("accepts") and all(v.startswith("rejects") for v in verdicts[1:]):
            return results[-1]
    return next((result for result in results if result[0].startswith("accepts")), results[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cells", help="the program ptx-evidence-cells")
    parser.add_argument("ptxas", help="the program ptxas of a release")
    parser.add_argument("--new", action="store_true", help="the cells of the PTX version that came with the release")
    parser.add_argument("-o", "--output", type=Path, default=TABLE)
    options = parser.parse_args()
    ptxas = Ptxas(options.ptxas)
    release = ptxas.release()
    authority = f"ptxas {release}"
    # CUDA 13.N came with PTX 9.N.
    version = release.replace("13.", "9.")
    with open(TABLE, encoding="utf-8") as file:
        known = [line.rstrip("\n").split("\t") for line in file][1:]
    # A row whose probe is a statement was written here; the others are publications.
    kept = [row for row in known if row[4] != authority or not row[6].endswith(";")]
    around = statements()
    cells = cells_of(options.cells, version, around)
    if options.new:
        cells = {key: choices for key, choices in cells.items() if key[3] == version}
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda choices: evidence(ptxas, choices, around), cells.values()))
    # What it rejects where the records have it needs a module of another kind, or is a fault of the records.
    rejected = [(verdicts, statement) for verdicts, statement in found if verdicts.startswith("rejects")]
    print("".join(f"{verdicts}: {statement}\n" for verdicts, statement in rejected), end="")
    rows = kept + [[*key, authority, verdicts, statement] for key, (verdicts, statement) in zip(cells, found)
                   if (verdicts, statement) not in rejected]
    rows.sort(key=lambda row: ([int(n) for n in row[0].split("@")[0].split(".")], row))
    with open(options.output, "w", encoding="utf-8", newline="\n") as file:
        file.writelines("\t".join(row) + "\n" for row in [COLUMNS, *rows])
    print(f"{len(found)} cells asked, {len(kept)} rows kept")


if __name__ == "__main__":
    main()
