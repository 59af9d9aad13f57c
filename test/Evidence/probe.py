#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks `ptxas` 13.0 about each form at its version and target gates, and writes what it says into lib/ptx/Isa/Reference/Evidence.tsv.

probe.py CELLS [-o FILE]. CELLS is the program ptx-evidence-cells. The statements are the accepted ones of test/Isa/data/row_cases.tsv, those of
gates.tsv there, and those of statements.txt in this folder. For each cell, which is a form with one of its gates, the shortest statement is asked that has a
version before the gate and a target without it; else one that has either. Rows about later releases are kept as they are. Run it after
a change of records; a row of a cell that is no longer there fails a test."""

import argparse
import csv
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
sys.path.insert(0, str(SOURCE / "test" / "Isa" / "rows"))

from modules import module  # noqa: E402
from ptxas import Ptxas  # noqa: E402

TABLE = SOURCE / "lib" / "ptx" / "Isa" / "Reference" / "Evidence.tsv"
COLUMNS = ["section", "syntax", "condition", "version", "authority", "verdict", "probe"]
ASKED = "ptxas 13.0"


def statements():
    """What `ptxas` accepts somewhere."""
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
    return list(dict.fromkeys(found))


def cells_of(program, lines):
    """For each cell the places to ask at and the statement, the best one first."""
    done = subprocess.run([program], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    cells = {}
    for line in done.stdout.splitlines():
        *key, having, before, below, statement = line.split("\t")
        cells.setdefault(tuple(key), []).append(((before == "-") + (below == "-"), len(statement), having, before, below, statement))
    return {key: sorted(choices) for key, choices in cells.items()}


def verdict_of(ptxas, place, statement):
    version, target = place.split()
    said = ptxas.reject(module(version, target, [statement]), target)
    return f"{'rejects' if said else 'accepts'} {place}"


def evidence(ptxas, choices):
    """The verdicts of the first choice that `ptxas` accepts where it should, else of the first one."""
    results = []
    for _, _, having, before, below, statement in choices[:4]:
        verdicts = [verdict_of(ptxas, place, statement) for place in (having, before, below) if place != "-"]
        results.append(("; ".join(verdicts), statement))
        if verdicts[0].startswith("accepts") and all(v.startswith("rejects") for v in verdicts[1:]):
            return results[-1]
    return next((result for result in results if result[0].startswith("accepts")), results[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cells", help="the program ptx-evidence-cells")
    parser.add_argument("-o", "--output", type=Path, default=TABLE)
    options = parser.parse_args()
    kept = []
    if TABLE.exists():
        with open(TABLE, encoding="utf-8") as file:
            kept = [line.rstrip("\n").split("\t") for line in file][1:]
        kept = [row for row in kept if row[4] != ASKED]
    cells = cells_of(options.cells, statements())
    ptxas = Ptxas()
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda choices: evidence(ptxas, choices), cells.values()))
    # What it rejects where the records have it needs a module of another kind, or is a fault of the records.
    rejected = [(verdicts, statement) for verdicts, statement in found if verdicts.startswith("rejects")]
    print("".join(f"{verdicts}: {statement}\n" for verdicts, statement in rejected), end="")
    rows = kept + [[*key, ASKED, verdicts, statement] for key, (verdicts, statement) in zip(cells, found)
                   if (verdicts, statement) not in rejected]
    rows.sort(key=lambda row: ([int(n) for n in row[0].split("@")[0].split(".")], row))
    with open(options.output, "w", encoding="utf-8", newline="\n") as file:
        file.writelines("\t".join(row) + "\n" for row in [COLUMNS, *rows])
    print(f"{len(found)} cells asked, {len(kept)} rows kept")


if __name__ == "__main__":
    main()
