# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Edits that make a legal instruction illegal for one known reason.

Each kind of edit has a name; causes.tsv tells which diagnostic it has to cause. An edit counts only if `ptxas` rejects
what comes out. Of a row that `ptxas` 13.0 does not know nothing is recorded here."""

import re

import operands
from case import PLACES, Case, spell
from forms import read_table
from modules import VERSIONS

# Since when there are targets. Those of one family are tried below it: sm_100 for a feature of sm_100a.
TARGETS = {"sm_10": "1.0", "sm_11": "1.0", "sm_12": "1.2", "sm_13": "1.2", "sm_20": "2.0", "sm_30": "3.0",
           "sm_32": "4.0", "sm_35": "3.1", "sm_50": "4.0", "sm_52": "4.1", "sm_53": "4.2", "sm_60": "5.0",
           "sm_61": "5.0", "sm_70": "6.0", "sm_72": "6.1", "sm_75": "6.3", "sm_80": "7.0", "sm_86": "7.1",
           "sm_87": "7.4", "sm_89": "7.8", "sm_90": "7.8", "sm_100": "8.6"}
# Types that few instructions have, and modifiers that belong to others.
RARE_TYPES = ["b8", "s4", "f16x2", "f64", "pred", "b128", "s64", "u8", "b1", "e4m3x2"]
FOREIGN_MODIFIERS = ["noftz", "shiftamt", "noinc", "xor"]
OTHER_WIDTH = {"%r": "%rd", "%rd": "%r", "%f": "%fd", "%fd": "%f", "%h": "%rd", "%q": "%r", "%bb": "%rd"}


def words_of(forms, opcode):
    """All words that the forms of `opcode`'s first word have."""
    first = opcode.split(".")[0]
    return {w for f in forms if f.opcode.split(".")[0] == first for p in f.places for t in p.words
            for w in t.split(".")}


def statement(mnemonic, texts):
    return mnemonic + (" " + ", ".join(texts) if texts else "") + ";"


def gate_target(form):
    """The lowest target of a form as the manual has it, and one below it; None if there is none."""
    text = form.row["min_target"].split()[0]
    match = re.match(r"sm_(\d+)$", text)
    if match and text in TARGETS:
        names = list(TARGETS)
        at = names.index(text)
        return (text, names[at - 1]) if at else None
    return None


def set_member(text):
    """The target of a set that a message has to name: the first of an architecture, or else of a family."""
    members = text
    if text.startswith("set:"):
        members = next(r for r in read_table("target_sets.tsv") if r["set"] == text[4:].split()[0])
        members = next(v for k, v in members.items() if k.startswith("members")).replace("sm_101", "sm_110")
    if "sm_90a" in members:
        return "sm_90a"
    family = re.search(r"sm_\d+f(?=\+)", members)
    return family[0] if family else re.search(r"sm_\d+a", members)[0]


def of_legal(recorder, form, legal):
    """One case for each kind of edit that can be done to the simplest legal instruction of a form."""
    choice, extras, made, (version, target) = legal[0]
    mnemonic = form.mnemonic(choice)
    texts = [o.text for o in made]
    known = words_of(recorder.forms, form.opcode)
    cases = []

    def add(edit, text, where=(version, target), needs="", message=None):
        answer = recorder.reject(*where, text)
        if answer and (message is None or re.search(message, answer)):
            cases.append(Case(form.id, edit, *where, text, "rejects: " + answer.replace("\t", " "), needs))
            return True
        return False

    # The mnemonic.
    add("unknown-modifier", statement(mnemonic + ".qux", texts), needs="qux")
    for word in FOREIGN_MODIFIERS:
        if word not in known and add("foreign-modifier", statement(f"{mnemonic}.{word}", texts), needs=word):
            break
    for index, place in enumerate(form.places):
        if place.name in ("type", "dtype", "stype", "ctype", "size") and len(place.words) > 1:
            for word in RARE_TYPES:
                parts = [p.words[c] for p, c in zip(form.places, choice)]
                parts[index] = "." + word
                if word not in known and add("foreign-type", statement("".join(parts), texts), needs=word):
                    break
            break
    for index, place in enumerate(form.places[1:], 1):
        if len(place.words) > 1 and "" not in place.words and place.name.lower() in (
                "mode", "rnd", "cmpop", "op", "scope", "layout", "shape", "dim", "geom", "clamp", "num", "level"):
            parts = [p.words[c] for p, c in zip(form.places, choice)]
            parts[index] = ""
            text = statement("".join(parts), texts)
            # Some could be left out once; of rcp.f64 the manual alone says so (9.7.3.13).
            retired = form.id == "rcp.rnd.f64" or any(recorder.reject(*w, text) is None for w in (("1.3", "sm_13"), ("3.1", "sm_13")))
            if add("retired-form" if retired else "missing-modifier", text):
                break

    # The operands.
    first = form.opcode.split(".")[0]
    same = [f for f in recorder.forms if f.opcode.split(".")[0] == first]
    counts = [len([i for i in operands.split_items(f.operand_text.split(" | ")[0])]) for f in same]
    least = [len([1 for _, o in operands.split_items(f.operand_text.split(" | ")[0]) if not o]) for f in same]
    if texts and len(texts) - 1 < min(least):
        add("missing-operand", statement(mnemonic, texts[:-1]))
    if len(texts) >= max(counts):
        add("extra-operand", statement(mnemonic, texts + ["%r9"]))
    for index, operand in enumerate(made):
        changed = list(texts)
        name = re.match(r"%[a-z]+", operand.text)
        if operand.role == "register" and name and not operand.any_width:
            changed[index] = operand.text.replace(name[0], OTHER_WIDTH[name[0]], 1)
            if add("wrong-width", statement(mnemonic, changed), needs=str(index + 1)):
                break
    for index, operand in enumerate(made):
        changed = list(texts)
        if operand.role == "register":
            changed[index] = "%p9"
            if add("predicate-for-register", statement(mnemonic, changed), needs=str(index + 1)):
                break
    for index, operand in enumerate(made):
        changed = list(texts)
        if operand.role == "predicate":
            changed[index] = "%r9"
            if add("register-for-predicate", statement(mnemonic, changed), needs=str(index + 1)):
                break
    for index, operand in enumerate(made):
        changed = list(texts)
        if operand.role == "immediate":
            changed[index] = "%r9"
            if add("register-for-immediate", statement(mnemonic, changed), needs=str(index + 1)):
                break
    for index, operand in enumerate(made):
        changed = list(texts)
        if operand.written and operand.role == "register":
            changed[index] = "7"
            if add("immediate-as-destination", statement(mnemonic, changed), needs=str(index + 1)):
                break
    for index, operand in enumerate(made):
        changed = list(texts)
        if operand.role == "address":
            changed[index] = "%rd9" if operand.space != "tmem" else "%r9"
            if add("register-for-address", statement(mnemonic, changed), needs=str(index + 1)):
                break
    for index, operand in enumerate(made):
        changed = list(texts)
        other = {"global": "[sm]", "shared": "[gl]", "local": "[gl]", "const": "[gl]"}.get(operand.space.split(":")[0])
        if operand.role == "address" and other:
            changed[index] = other
            if add("wrong-space", statement(mnemonic, changed), needs=str(index + 1)):
                break
    for choice2, extras2, made2, where in legal:
        index = next((i for i, o in enumerate(made2) if o.role == "vector"), None)
        if index is None:
            continue
        if add("vector-size", arity(form.mnemonic(choice2), made2, index), where, str(index + 1)):
            break
    return cases + gates(recorder, form, legal, add)


def arity(mnemonic, made, index):
    """The statement with a vector of another size: one element less, or two instead of one."""
    texts = [o.text for o in made]
    elements = texts[index][1:-1].split(", ")
    elements = elements[:-1] if len(elements) > 1 else elements * 2
    texts[index] = "{" + ", ".join(elements) + "}"
    return statement(mnemonic, texts)


def gates(recorder, form, legal, add):
    """The form at its first version and lowest target, and one version or target below."""
    cases = []
    version = form.row["min_ptx"]
    if version not in VERSIONS or float(version) > 9.0:
        return cases
    found = gate_target(form)
    target, below = found if found else (None, None)
    floor = target or ("sm_13" if form.row["min_target"] == "all" else legal[0][3][1])
    texts = [spell(form.mnemonic(c), m) for c, _, m, _ in legal[:12]]
    since = TARGETS.get(floor, "9.0")
    start = max(version, since, key=VERSIONS.index)
    for text in texts:
        if recorder.reject(start, floor, text) is None:
            cases.append(Case(form.id, "", start, floor, text, "accepts"))
            # That no modifier needs more makes it the best for what is below.
            texts = [text]
            break
    if VERSIONS.index(version) > 0:
        before = VERSIONS[VERSIONS.index(version) - 1]
        # A target of that version which is high enough, so that the version alone is wrong.
        names = [t for t, s in TARGETS.items() if VERSIONS.index(s) <= VERSIONS.index(before)]
        if found:
            names = [t for t in names if list(TARGETS).index(t) >= list(TARGETS).index(target)]
        if names and re.match(r"sm_\d+$|all$", form.row["min_target"]):
            # Its modifiers and operands may need more than the form does.
            messages = recorder.messages(before, names[0], texts[0])
            said = re.findall(r"requires PTX ISA \.version ([\d.]+) or later", messages)
            highest = max([version] + [v for v in said if v in VERSIONS], key=VERSIONS.index)
            if "texmode" not in messages:
                add("version-below", texts[0], (before, names[0]), highest, r"PTX ISA \.version")
    if below:
        at = legal[0][3][0]
        # Its modifiers and operands may need more than the form does.
        said = re.findall(r"requires \.target (sm_\d+) or higher", recorder.messages(at, below, texts[0]))
        highest = max([target] + said, key=lambda t: int(t[3:]))
        add("target-below", texts[0], (at, below), highest, r"\.target|SM 1\.3|sm_")
    elif re.match(r"set:|\{", form.row["min_target"]):
        base = re.match(r"sm_\d+", legal[0][3][1])[0]
        if base != legal[0][3][1]:
            add("target-below", texts[0], (legal[0][3][0], base), set_member(form.row["min_target"]))
    return cases


# Rows that are more than one instruction.
STATEMENTS = {
    "block": [("unknown-modifier", "{ .reg .b32 t; mov.b32.qux t, 1; }")],
    "guard": [("register-for-guard", "@%r1 mov.b32 %r2, 1;")],
    "bra": [("foreign-modifier", "bra.wide L1; L1:"), ("extra-operand", "bra L1, %r1, %r2; L1:")],
    "brx.idx": [("foreign-modifier", "L0: .branchtargets L1; brx.idx.wide %r1, L0; L1:"),
                ("wrong-width", "L0: .branchtargets L1; brx.idx %rd1, L0; L1:")],
    "call.direct": [("foreign-modifier", "call.wide fn;"), ("unknown-modifier", "call.qux fn;")],
    "call.indirect.targets": [("foreign-modifier", "T: .calltargets fn; call.wide %rd1, T;")],
    "call.indirect.proto": [("foreign-modifier", "P: .callprototype _ (); call.wide %rd1, P;")],
    "mov.pack": [("wrong-width", "mov.b32 %rd1, {%h1, %h2};"), ("vector-size", "mov.b32 {%h1, %h2, %h3}, %r1;")],
    "mov.var": [("foreign-modifier", "mov.wide.u64 %rd1, gl;"), ("wrong-width", "mov.u64 %r1, gl;")],
    "mov.sreg": [("wrong-width", "mov.u32 %rd1, %tid.x;"), ("immediate-as-destination", "mov.u32 7, %tid.x;")],
}


# What the message names; else the number of the operand.
NEEDS = {"foreign-modifier": "wide", "unknown-modifier": "qux", "extra-operand": "", "register-for-guard": "%r1"}


def of_row(recorder, row):
    cases = []
    for edit, text in STATEMENTS[row]:
        answer = recorder.reject(*PLACES[0], text)
        if answer:
            needs = NEEDS.get(edit, "1")
            cases.append(Case(row, edit, *PLACES[0], text, "rejects: " + answer, needs))
    return cases


def of_statement(recorder, form):
    return of_row(recorder, form.id)
