#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the tests of the rows of instructions.tsv and shapes.tsv to test/Isa/<chapter>/.

What a test holds is in row_cases.tsv, which record.py makes with `ptxas`; which diagnostic an edit has to cause is in
causes.tsv. `--check` compares with the files that are there, `--coverage` reads these files and reports rows without
a test of a legal or of an illegal instruction; both exit with 1 if something is amiss."""

import collections
import os
import re
import sys

import forms
from modules import declarations, header, names_in
from ptxas import arch

TESTS = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
CHAPTERS = {"1": "integer-arithmetic", "2": "extended-precision", "3": "floating-point", "4": "half-precision",
            "5": "mixed-precision", "6": "comparison", "7": "half-comparison", "8": "logic-and-shift",
            "9": "data-movement", "10": "texture", "11": "surface", "12": "control-flow", "13": "synchronization",
            "14": "warp-matrix", "15": "warpgroup-matrix", "16": "tcgen05", "17": "stack", "18": "video",
            "19": "miscellaneous"}
# Sections of long chapters that have a folder of their own.
PARTS = {**{f"1.{section}": "integer-bits" for section in range(14, 23)}, "16.10": "tcgen05-mma", "18.2": "packed-video",
         "9.15": "caching", "9.16": "caching", "9.17": "caching", "9.18": "caching",
         "9.19": "conversion", "9.20": "conversion", "9.21": "conversion", "9.22": "conversion", "9.23": "conversion",
         "9.24": "conversion", "9.25": "asynchronous-copy", "13.15": "mbarrier"}
# Folders of the rows of shapes, by the beginning of the mnemonic.
SHAPE_FOLDERS = {"wgmma": "warpgroup-matrix", "tcgen05.mma": "tcgen05-mma", "tcgen05": "tcgen05", "": "warp-matrix"}
OPCODE_NAMES = {"{}": "block", "@": "guard"}


def folder_of(section):
    """The folder of a section, such as 9.7.9.25.1."""
    chapter, part = section.split(".")[2:4]
    return PARTS.get(f"{chapter}.{part}", CHAPTERS[chapter])


def folders_of(chapter):
    """All folders of a chapter, which is a number."""
    return sorted({CHAPTERS[chapter], *(folder for part, folder in PARTS.items() if part.split(".")[0] == chapter)})


def row_names():
    """For each row its folder, file name and what a comment says of it."""
    result = {}
    for row in forms.read_table("instructions.tsv"):
        chapter = folder_of(row["section"])
        name = OPCODE_NAMES.get(row["opcode"], row["opcode"]).replace(".", "-")
        result[row["form_id"]] = (chapter, name, row["form_id"])
    for number, row in enumerate(forms.read_table("shapes.tsv"), 1):
        chapter = next(folder for begin, folder in SHAPE_FOLDERS.items() if row["instr"].startswith(begin))
        result[f"shape:{number}"] = (chapter, row["instr"].replace(".", "-") + "-shapes", f"shape:{number}")
    return result


def read_causes():
    """The rows of causes.tsv for each edit. Of several the first counts whose `statement` is found in the case's."""
    causes = collections.defaultdict(list)
    for row in forms.read_table_at(os.path.join(TESTS, "rows", "causes.tsv")):
        causes[row["edit"]].append(row)
    return causes


def cause_of(case, causes):
    """The row of causes.tsv that an edited statement belongs to."""
    return next(row for row in causes[case["edit"]] if re.search(row["statement"], case["statement"]))


def expectation(case, causes):
    """The comment that expects the diagnostic of an edit."""
    cause = cause_of(case, causes)
    mnemonic = re.split(r"[\s;]", case["statement"])[0]
    words = mnemonic.split(".")
    text = cause["text"].format(needs=case["needs"], opcode=words[0])
    return f"// expected-error@+1 {{{{{text}}}}} [{cause['rule']}]"


def manual_only():
    """What `ptxas` 13.0 takes and the manual forbids: the rows of manual_only.tsv. `later` is the release of `ptxas`
    from which on it is an error, with the rule and the text."""
    return forms.read_table_at(os.path.join(TESTS, "rows", "manual_only.tsv"))


def objections(case, rules):
    """The rows of manual_only.tsv that are about a statement which `ptxas` 13.0 takes."""
    return [] if case["edit"] else [
        row for row in rules
        if re.search(row["statement"], case["statement"]) and row["where"] in ("", case["version"], case["target"])]


def expected_of(rows):
    """The comments above a statement that expect a warning for each row, or the error of later releases."""
    lines = []
    for row in rows:
        if row["later"]:
            _, rule, text = row["later"].split(" ", 2)
            lines += ["// expected-note@below {{the syntax is}}", f"// expected-error@below {{{{{text}}}}} [{rule}]"]
        else:
            lines.append("// expected-warning@below {{}}")
    return lines


def blamed_name(case, causes):
    """The register or variable whose declaration a note of the diagnostic shows; None if there is no note."""
    if not case["edit"] or "declared" not in cause_of(case, causes)["note"].split():
        return None
    # Of several statements the one with registers counts.
    parts = [part.strip(" }") for part in case["statement"].split(";")]
    text = next((part for part in parts if "%" in part), parts[0]).split(" ", 1)[1]
    operands = re.findall(r"(?:[^,\[{]|\[[^]]*\]|\{[^}]*\})+", text)
    return re.search(r"%[a-z]+\d+|\w+", operands[int(case["needs"]) - 1])[0]


# The first versions with some types that variables are declared with. (Manual 5.2.1, 5.3)
FIRST_VERSIONS = {".texref": (1, 5), ".samplerref": (1, 5), ".surfref": (1, 5), ".b128": (8, 3)}


def newer_types(lines):
    """Each declaration of a type that the module's version lacks: its line, and what is said."""
    declared = next(line.split()[1] for line in lines if line.startswith(".version"))
    version = tuple(map(int, declared.split(".")))
    return {line: f"`{name}` requires PTX {first[0]}.{first[1]}; the module declares PTX {declared}"
            for line in lines for name, first in FIRST_VERSIONS.items()
            if name in line.split() and version < first}


def with_notes(lines, members, causes, newer):
    """Declarations, and above each what is expected of it. `newer`: see `newer_types`."""
    blamed = collections.Counter(filter(None, (blamed_name(c, causes) for c in members)))
    result = []
    directives = collections.Counter(
        note for c in members if c["edit"] for note in cause_of(c, causes)["note"].split())
    for line in lines:
        directive = line.split()[0].lstrip(".")
        if directives[directive]:
            result.append(f"// expected-note@below {{{{the {directive} is declared here}}}}")
        register = re.search(r"(%[a-z]+)<", line)
        pattern = register[1] + r"\d+" if register else r"\w+"
        for name, count in sorted(blamed.items()):
            if re.fullmatch(pattern, name) and (register or re.search(rf"\b{name}\b", line)):
                times = f" {count}" if count > 1 else ""
                result.append(f"// expected-note@below{times} {{{{`{name}` declared}}}}")
        if directive == "version":
            result += ["// expected-note@+1 {{the version is declared here}}"] * len(newer)
        if line in newer:
            result.append(f"// expected-error@+1 {{{{{newer[line]}}}}} [PTX4001]")
        result.append(line)
    return result


def statements(case):
    """The statement as lines. Labels are local to a block, so that they can be used again."""
    text = case["statement"]
    return "{ " + text + " }" if re.search(r"\b\w+:(\s|$)", text) and not text.startswith("{") else text


def verdict(case, rules):
    """What is known of a case, as a comment."""
    text = case["verdict"]
    if text.startswith("manual"):
        return text
    later = "".join(f", {row['later'].split()[0]} rejects" for row in objections(case, rules) if row["later"])
    return f"ptxas 13.0 {text}{later} ({arch(case['target'])})"


def part_key(case, rules):
    """What can be in one module: the same header, one texturing mode, one kind of tensor core group. Of gates each
    stands alone, because repeats of one cause are one diagnostic."""
    names = names_in(case["statement"])
    alone = case["edit"] in ("version-below", "target-below", "retired-form") or bool(objections(case, rules))
    return (case["version"], case["target"], "samp" in names, "cta_group::2" in case["statement"],
            (case["row"], case["edit"], case["statement"]) if alone else None)


def render(cases, causes):
    """The text of a test file."""
    parts = collections.defaultdict(list)
    rules = manual_only()
    for case in cases:
        parts[part_key(case, rules)].append(case)
    modules = []
    for (version, target, *_), members in parts.items():
        text = "\n".join(c["statement"] for c in members)
        parameter = ".param .b64 prm" if "prm" in names_in(text) else ""
        head, inside = header(version, target, text), declarations(text)
        newer = newer_types(head + inside)
        lines = with_notes(head, members, causes, newer) + [f".entry k({parameter})", "{"]
        lines += ["    " + line for line in with_notes(inside, members, causes, newer)]
        said = None
        for case in members:
            note = f"// row {case['row']}" + (f", {case['edit']}" if case["edit"] else "") + ": " + verdict(case, rules)
            if note != said:
                lines.append("    " + note)
                said = note
            if case["edit"]:
                if "syntax" in cause_of(case, causes)["note"].split():
                    lines.append("    // expected-note@below {{the syntax is}}")
                lines.append("    " + expectation(case, causes))
            lines += ["    " + line for line in expected_of(objections(case, rules))]
            lines.append("    " + statements(case))
        modules.append("\n".join(lines + ["    ret;", "}"]))
    # The instructions of a module stand there one by one, not to be run one behind the other.
    order = " -Wno-pending-accumulator" if any("wgmma.mma_async" in m for m in modules) else ""
    if any(m.count("barrier.cluster.arrive;") and m.count("barrier.cluster.arrive.") for m in modules):
        order += " -Wno-repeated-cluster-arrival -Wno-cluster-wait-without-arrival"
    if any("cvta." in m and ".u32" in m for m in modules):
        order += " -Wno-narrow-address"
    if any(".tensormap [prm]" in m for m in modules):  # a parameter of 8 bytes
        order += " -Wno-copy-beyond-object -Wno-underaligned-object"
    return (f"// RUN: ptx-check --verify{order} --split-input-file %s\n"
            "// Written by test/Isa/rows/generate.py.\n\n" + "\n// -----\n".join(modules) + "\n")


def files():
    """The text of each file by its path below test/Isa."""
    names, causes = row_names(), read_causes()
    grouped = collections.defaultdict(list)
    for case in forms.read_table("row_cases.tsv"):
        chapter, name, _ = names[case["row"]]
        grouped[f"{chapter}/{'fail-' if case['edit'] else ''}{name}.ptx"].append(case)
    return {path: render(cases, causes) for path, cases in sorted(grouped.items())}


def existing():
    """The generated files that are there."""
    found = {}
    for chapter in sorted({*CHAPTERS.values(), *PARTS.values()}):
        folder = os.path.join(TESTS, chapter)
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = file.read()
            if "Written by test/Isa/rows/generate.py" in text:
                found[f"{chapter}/{name}"] = text
    return found


def coverage():
    """Prints which rows have no test of a legal, or of an illegal instruction; returns how many."""
    tested = collections.defaultdict(lambda: collections.defaultdict(int))
    recorded = collections.Counter()
    for path, text in existing().items():
        illegal = os.path.basename(path).startswith("fail-")
        for row, said in re.findall(r"// row ([^\s,]+?)(?:, [\w-]+)?: (\w+)", text):
            tested[row][illegal] += 1
            recorded[said] += 1
    missing = 0
    for row in row_names():
        for illegal, what in ((False, "a legal"), (True, "an illegal")):
            if not tested[row][illegal]:
                print(f"{row}: no test of {what} instruction")
                missing += 1
    print(f"{len(row_names())} rows; {missing} tests are missing; of {sum(recorded.values())} notes "
          f"{recorded['ptxas']} have a verdict of ptxas, {recorded['manual']} a section of the manual")
    return missing


def main():
    if "--coverage" in sys.argv:
        return 1 if coverage() else 0
    wanted, there = files(), existing()
    if "--check" in sys.argv:
        different = sorted(p for p in wanted.keys() | there.keys() if wanted.get(p) != there.get(p))
        for path in different:
            print(f"{path} is not what generate.py writes; run it again")
        return 1 if different else 0
    for path in there.keys() - wanted.keys():
        os.unlink(os.path.join(TESTS, path))
    for path, text in wanted.items():
        os.makedirs(os.path.dirname(os.path.join(TESTS, path)), exist_ok=True)
        with open(os.path.join(TESTS, path), "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
