# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the database of instructions with other sources: database_facts.py SCHEMA DATABASE CHECK SOURCE.

The objects of ptxkit.database have the keys of the schema. The tables of test/Isa/data, which were made from the manual, and the list of
ptx-check have as many instructions, registers and targets. Each verdict of `ptxas` in the database is what its gates say, and what the
library says of a module around the statement. Each fault is printed."""

import csv
import dataclasses
import json
import re
import subprocess
import sys
from pathlib import Path

schema_path, database_path, check, source = sys.argv[1:]
sys.path[:0] = [f"{source}/tools/python", f"{source}/test/Evidence"]

import probe  # noqa: E402
from ptxkit import database, library  # noqa: E402

faults = []
facts = database.load(database_path)


def compare(what, ours, other):
    if ours != other:
        faults.append(f"{what}: {ours} and {other}")


# Each key of the schema is a field of the class of its object.
schema = json.loads(Path(schema_path).read_text(encoding="utf-8"))
classes = {"release": database.Release, "target": database.Target, "targetOption": database.TargetOption, "feature": database.Feature,
           "type": database.PtxType, "modifier": database.Modifier, "stateSpace": database.StateSpace, "directive": database.Directive,
           "specialRegister": database.SpecialRegister, "contradiction": database.Contradiction, "place": database.Place,
           "operand": database.Operand, "shape": database.Shape, "rule": database.Rule, "verdict": database.Verdict, "evidence": database.Evidence,
           "gate": database.Gate, "dispute": database.Dispute, "form": database.Form, "instruction": database.Instruction}
compare("definitions", sorted(classes), sorted(set(schema["definitions"]) - {"version", "condition"}))
for name, kind in [*classes.items(), (None, database.Database)]:
    keys = (schema["definitions"][name] if name else schema)["properties"]
    named = {re.sub(r"_(\w)", lambda match: match[1].upper(), field.name) for field in dataclasses.fields(kind)}
    compare(kind.__name__, sorted(named), sorted(keys))


# What other tables count.
def table(name):
    with open(f"{source}/test/Isa/data/{name}", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def asked(*options):
    return subprocess.run([check, *options], capture_output=True, text=True, check=True).stdout


listed = json.loads(asked("--list-instructions", "--output-format=json"))
compare("instructions", [(one.name, one.section) for one in facts.instructions], [(one["name"], one["section"]) for one in listed])
compare("versions", facts.versions[-1], facts.ptx)
# The table is that of PTX 9.2, which no longer lists sm_21.
words = {word.name for word in (*facts.targets, *facts.target_options)} - {"sm_21"}
compare("words of .target", sorted(words), sorted(row["target"] for row in table("targets.tsv")))
compare("registers", [register.name for register in facts.special_registers], [register["name"] for register in library.special_registers()])
for instruction in facts.instructions:
    for form in instruction.forms:
        for dispute in form.contradictions:
            if not 0 <= dispute.contradiction < len(facts.contradictions):
                faults.append(f"{form.syntax}: no contradiction {dispute.contradiction}")

# Verdicts of ptxas on both sides of the gates.
around = probe.statements()
asked_verdicts = 0
for instruction in facts.instructions:
    for form in instruction.forms:
        for gate in form.gates:
            row = next((row for row in gate.evidence if row.probe.endswith(";") and row.verdicts), None)
            mnemonic = row and re.sub(r"^@\S+ ", "", row.probe).split()[0].rstrip(";")
            # Some probes have their modifiers in another order than the manual.
            if not row or form.words(mnemonic) is None:
                continue
            for verdict in row.verdicts:
                asked_verdicts += 1
                # What is accepted can be of any form; what is rejected is not of this one, whatever its operands.
                forms = facts.matching(mnemonic) if verdict.accepts else (form,)
                place = verdict.version, verdict.target
                if any(each.admits(mnemonic, *place, by_ptxas=True, strict=not verdict.accepts) for each in forms) != verdict.accepts:
                    faults.append(f"{row.probe} at {place}: the gates say otherwise than {row.authority}")
                module = around.get(row.probe, probe.alone)(*place, row.probe)
                if (library.check_text(module, ptxas_compat=True).errors == 0) != verdict.accepts:
                    faults.append(f"{row.probe} at {place}: the library says otherwise than {row.authority}")
if asked_verdicts < 2500:
    faults.append(f"only {asked_verdicts} verdicts")
print("\n".join(faults[:20]) or f"{asked_verdicts} verdicts agree")
sys.exit(bool(faults))
