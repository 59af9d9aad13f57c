# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the types of registers that the database allows for operands with those that `ptxas` accepts: database_operands.py DATABASE MATRIX.

Each line of MATRIX has a statement with a register `x`, and the types of `x` that `ptxas` accepts. Prints the lines that differ, and exits with 1 if
others differ than those of DIFFERING."""

import csv
import re
import sys

from ptxkit import database

path, matrix = sys.argv[1:]
facts = database.load(path)
# What `ptxas` accepts and the manual does not allow: predicates in other registers, and results in predicates.
DIFFERING = {"and.pred x,x,x": {"f16x2"}, "mov.pred x,x": {"f16x2"}, "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {x},[z]": {"pred"}}


def allowed(form, mnemonic, operands):
    """The types of `x`; None if a length does not fit or the types depend on other operands."""
    words = form.words(mnemonic)
    places = [one for one in form.operands if one.kinds != ("suffix",)]
    found = None
    for operand, text in zip(places, operands):
        length = len(text.split(",")) if text.startswith("{") else 0
        shape = operand.shape(words)
        if shape is None or length not in shape.lengths_of(words):
            return None
        if re.search(r"\bx\b", text):
            types = set(facts.registers(operand, words, length))
            found = types if found is None else found & types
    return found


compared = differing = 0
with open(matrix, encoding="utf-8") as file:
    for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
        statement = row["probe"].rstrip(";")
        mnemonic, _, rest = statement.partition(" ")
        operands = re.findall(r"\{[^}]*\}|\[[^]]*\]|[^,]+", rest)
        found = [allowed(form, mnemonic, operands) for form in facts.matching(mnemonic) if form.min_operands <= len(operands) <= form.max_operands]
        found = [types for types in found if types is not None]
        if not found:
            continue
        compared += 1
        accepted = {name[1:] for name in row["accepted_reg_types"].split()}
        if set().union(*found) != accepted - DIFFERING.get(statement, set()):
            differing += 1
            print(f"{statement}: {sorted(set().union(*found))}, but ptxas accepts {sorted(accepted)}")
print(f"{compared} statements, {differing} differ")
sys.exit(bool(differing))
