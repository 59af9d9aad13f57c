#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes test/Isa/data/row_cases.tsv: instructions for every row of instructions.tsv and shapes.tsv, with the verdict
of `ptxas` on each.

Of a form it tries every word of every place, other places and the target being chosen so that `ptxas` accepts the
instruction; then edits of an accepted instruction, one of each kind, that break one rule of the row and that
`ptxas` rejects. What `ptxas` 13.0 does not know, PTX 9.1 and 9.2, is taken from new_features.tsv. Needs `ptxas`;
takes minutes; with a regular expression as argument only the rows that it matches are made anew. generate.py
makes the tests."""

import concurrent.futures
import os
import re
import sys

import edits
import forms
import operands
import shapes
from case import PLACES, RETIRED, Case, spell
from modules import VERSIONS, module
from ptxas import Ptxas

CASES = os.path.join(forms.DATA, "row_cases.tsv")
COLUMNS = ("row", "edit", "version", "target", "statement", "verdict", "needs")

# Statements for what is more than one instruction, or has operands of another kind.
STATEMENTS = {
    "block": ["{ .reg .b32 t; mov.b32 t, 1; }"],
    "guard": ["@%p1 mov.b32 %r1, 1;", "@!%p1 mov.b32 %r1, 1;"],
    "bra": ["bra L1; L1:", "bra.uni L1; L1:", "@%p1 bra L1; L1:"],
    "brx.idx": [f"L0: .branchtargets L1, L2; brx.idx{uni} %r1, L0; L1: L2:" for uni in ("", ".uni")],
    "call.direct": ["call fn;", "call.uni fn;", "{ .param .b32 a, r; call (r), fp, (a); }",
                    "{ .param .b32 a, r; call.uni (r), fp, (a); }"],
    "call.indirect.targets": [
        f"{{ .param .b32 a, r; T: .calltargets fp; call{uni} (r), %rd1, (a), T; }}" for uni in ("", ".uni")],
    "call.indirect.proto": [
        f"{{ .param .b32 a, r; P: .callprototype (.param .b32 _) _ (.param .b32 _); call{uni} (r), %rd1, (a), P; }}"
        for uni in ("", ".uni")] + ["P: .callprototype _ (); call %rd1, P;"],
    "mov.sreg": ["mov.u32 %r1, %tid.x;", "mov.u64 %rd1, %clock64;", "mov.b32 %r1, %laneid;"],
    "mov.var": ["mov.u64 %rd1, gl;", "mov.b64 %rd1, gl+16;", "mov.s64 %rd1, lo;", "mov.u32 %r1, sm;",
                "mov.s32 %r1, sm+4;", "mov.b32 %r1, sm;", "mov.u64 %rd1, cn;"],
    "mov.func": ["mov.u64 %rd1, fn;", "mov.u32 %r1, fn;"],
    "mov.pack": ["mov.b32 %r1, {%h1, %h2};", "mov.b32 {%h1, %h2}, %r1;", "mov.b32 {%h1, _}, %r1;",
                 "mov.b64 %rd1, {%r1, %r2};", "mov.b64 {%r1, %r2}, %rd1;", "mov.b64 %rd1, {%h1, %h2, %h3, %h4};",
                 "mov.b64 {%h1, %h2, %h3, %h4}, %rd1;", "mov.b128 %q1, {%rd1, %rd2};",
                 "mov.b128 {%rd1, %rd2}, %q1;", "mov.b16 %h1, {%bb1, %bb2};",
                 "mov.b32 %r1, {%bb1, %bb2, %bb3, %bb4};", "mov.b128 %q1, {%r1, %r2, %r3, %r4};"],
    "cvta": ["cvta.global.u64 %rd1, gl;", "cvta.shared.u64 %rd1, sm+16;", "cvta.const.u64 %rd1, cn;"],
    "mapa": ["mapa.shared::cluster.u32 %r1, sm, %r2;", "mapa.shared::cluster.u32 %r1, sm+4, 1;"],
}
# What may also stand for an operand.
VARIANTS = {"vote.legacy": "!", "vote.sync": "!", "vote.sync.ballot": "!", "set.bool": "!", "setp.bool": "!"}


class Recorder:
    def __init__(self, all_forms):
        self.ptxas = Ptxas()
        self.forms = all_forms

    def reject(self, version, target, statement):
        return self.ptxas.reject(module(version, target, [statement]), target)

    def messages(self, version, target, statement):
        return self.ptxas.messages(module(version, target, [statement]), target)

    # Legal instructions.

    def build(self, form, choice, extras):
        """The instruction of a choice, or None if there is none such."""
        try:
            return operands.Builder(form, choice, extras).build()
        except LookupError:
            return None

    def accepted(self, form, choices, extras_list, places):
        """The first choice, extras, place that `ptxas` accepts."""
        for number, choice in enumerate(choices):
            for extras in extras_list:
                made = self.build(form, choice, extras)
                if made is None:
                    continue
                statement = spell(form.mnemonic(choice), made)
                for version, target in places if number < 6 else places[:2]:
                    if self.reject(version, target, statement) is None:
                        return choice, extras, (version, target)
        return None

    def legal(self, form):
        """Legal instructions of a row, as (choice, extras, operands, place); the first is the simplest."""
        names = operands.optional_names(form)
        extras_list = [()] + [(n,) for n in names] + ([tuple(names)] if len(names) > 1 else [])
        base = self.accepted(form, form.choices_with(0, 0, 60), extras_list, PLACES + RETIRED)
        if base is None:
            return []
        found, seen = [], set()

        def add(entry):
            choice, extras, place = entry
            made = self.build(form, choice, extras)
            statement = spell(form.mnemonic(choice), made)
            if statement not in seen:
                seen.add(statement)
                found.append((choice, extras, made, place))

        add(base)
        places = [base[2]] + [p for p in PLACES if p != base[2]]
        for index, place in enumerate(form.places):
            for word in range(len(place.words)):
                if len(place.words) == 1 or any(c[index] == word for c, _, _, _ in found):
                    continue
                entry = self.accepted(form, form.choices_with(index, word, 60), [base[1]], places)
                if entry:
                    add(entry)
        for extras in extras_list[1:]:
            entry = self.accepted(form, form.choices_with(0, 0, 40), [extras], places)
            if entry:
                add(entry)
        return found

    # Rows.

    def row(self, form):
        cases = []
        for statement in STATEMENTS.get(form.id, []):
            cases += self.statement(form.id, statement)
        if form.id in ("bra", "brx.idx", "call.direct", "call.indirect.targets", "call.indirect.proto", "mov.pack",
                       "mov.var", "mov.sreg"):
            return cases + edits.of_statement(self, form)
        legal = self.legal(form)
        for choice, extras, made, (version, target) in legal:
            cases.append(Case(form.id, "", version, target, spell(form.mnemonic(choice), made), "accepts"))
        if form.id in VARIANTS:
            text = cases[0].statement
            at = text.rindex("%p")
            cases += self.statement(form.id, text[:at] + "!" + text[at:])
        if legal:
            cases += edits.of_legal(self, form, legal)
        return cases

    def statement(self, row, text):
        """A case of `text`, at the first place that accepts it."""
        for version, target in PLACES + RETIRED:
            if self.reject(version, target, text) is None:
                return [Case(row, "", version, target, text, "accepts")]
        print(f"{row}: no place for `{text}`: {self.reject(*PLACES[0], text)}", file=sys.stderr)
        return []


def new_features():
    """The cases of what `ptxas` 13.0 does not know: accepted at the version on the targets, not one version or
    target below."""
    cases = []
    for row in forms.read_table("new_features.tsv"):
        version = row["version"]
        section = "manual " + row["section"]
        for target in row["targets"].split():
            cases.append(Case(row["row"], "", version, target, row["instruction"], section))
        for target in row["not_on"].split():
            cases.append(Case(row["row"], "target-below", version, target, row["instruction"], section, row["needs"]))
        if row["version_gate"] == "yes":
            before = VERSIONS[VERSIONS.index(version) - 1]
            cases.append(Case(row["row"], "version-below", before, row["targets"].split()[0], row["instruction"],
                              section, version))
    return cases


def read_cases():
    """The cases that row_cases.tsv has, by row; not those of new_features.tsv."""
    cases = {}
    if os.path.exists(CASES):
        for row in forms.read_table_at(CASES):
            if row["verdict"].startswith("manual") and not row["row"].startswith("shape:"):
                continue
            cases.setdefault(row["row"], []).append(Case(**row))
    return cases


def main():
    all_forms = forms.read_forms()
    recorder = Recorder(all_forms)
    pattern = sys.argv[1] if len(sys.argv) > 1 else "."
    cases = read_cases() if len(sys.argv) > 1 else {}

    def whole(row):
        return [c for text in STATEMENTS[row] for c in recorder.statement(row, text)] + edits.of_row(recorder, row)

    jobs = [(row, lambda row=row: whole(row)) for row in ("block", "guard")]
    jobs += [(form.id, lambda form=form: recorder.row(form)) for form in all_forms]
    jobs += [(f"shape:{n + 1}", lambda n=n, row=row: shapes.cases(recorder, n, row))
             for n, row in enumerate(shapes.rows())]
    jobs = [(name, job if re.search(pattern, name) else None) for name, job in jobs]
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        for name, made in pool.map(lambda j: (j[0], j[1]() if j[1] else None), jobs):
            if made is not None:
                cases[name] = made
    newer = {}
    for case in new_features():
        newer.setdefault(case.row, []).append(case)
    with open(CASES, "w", encoding="utf-8", newline="\n") as out:
        print(*COLUMNS, sep="\t", file=out)
        for name, _ in jobs:
            seen = set()
            for case in cases.get(name, []) + newer.get(name, []):
                if case.key() not in seen:
                    seen.add(case.key())
                    print(*(getattr(case, column) for column in COLUMNS), sep="\t", file=out)


if __name__ == "__main__":
    main()
