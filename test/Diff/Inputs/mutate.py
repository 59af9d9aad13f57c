# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a module that is the same but for names and order, or that differs in some places.

Usage: mutate.py rename|reorder|edit=<n> SEED < module > other

`rename` gives all registers and labels other names, in each body anew; `reorder` shuffles the functions and the variables of the
module, of which none may depend on the order; `edit` changes, removes or adds n instructions, no two of which are neighbours.
It knows modules as compilers write them: one statement on a line, functions that end in a `}` at the start of a line.
"""

import random
import re
import sys

HEADER = re.compile(r"^\s*\.(version|target|address_size)\b")
REGISTERS = re.compile(r"^(\s*\.reg\s+\.\w+\s+)(%?[\w$]+)<(\d+)>;")
LABEL = re.compile(r"^\s*([$\w]+):\s*$")
# What an edit can change: an instruction without control flow, alone on its line.
PLAIN = re.compile(r"^\s+(add|sub|mul|mad|fma|ld|st|mov|and|or|xor|shl|shr|cvt|min|max)\.[^{}]*;\s*$")


def pieces(lines):
    """The header, then the functions and other statements outside of bodies, each a list of lines."""
    result, current, depth = [], [], 0
    for line in lines:
        current.append(line)
        code = line.split("//")[0]
        depth += code.count("{") - code.count("}")
        ends = code.rstrip().endswith((";", "}")) or HEADER.match(line)
        if depth == 0 and ends:
            result.append(current)
            current = []
    return result + ([current] if current else [])


def rename(piece, rng):
    """One function with other names of registers and labels."""
    names = {}
    declared = []
    for line in piece:
        if match := REGISTERS.match(line):
            declared.append((match[2], int(match[3])))
        elif match := LABEL.match(line):
            names[match[1]] = f"$Renamed_{rng.randrange(10**6)}_{len(names)}"
    for stem, count in declared:
        numbers = list(range(count))
        rng.shuffle(numbers)
        names.update({f"{stem}{i}": f"%renamed_{len(stem)}{stem.strip('%')}_{n}" for i, n in enumerate(numbers)})
    result = []
    for line in piece:
        if match := REGISTERS.match(line):
            stem = f"%renamed_{len(match[2])}{match[2].strip('%')}_"
            line = f"{match[1]}{stem}<{match[3]}>;\n"
        result.append(re.sub(r"[%$\w]+", lambda m: names.get(m[0], m[0]), line))
    return result


def edit(lines, count, rng):
    """`count` places, each of which differs for a reader of instructions."""
    places = [i for i, line in enumerate(lines) if PLAIN.match(line)]
    rng.shuffle(places)
    taken = []
    for place in places:
        if len(taken) < count and all(abs(place - other) > 8 for other in taken):
            taken.append(place)
    if len(taken) < count:
        sys.exit(f"there is no room for {count} edits")
    for place in sorted(taken, reverse=True):
        kind = rng.choice(["remove", "add", "change"])
        if kind == "remove":
            del lines[place]
        elif kind == "add":
            lines.insert(place, "\tnanosleep.u32 100;\n")
        else:
            lines[place] = f"\tnanosleep.u32 {place + 1};\n"
    return lines


def main():
    action, seed = sys.argv[1:]
    rng = random.Random(int(seed))
    lines = sys.stdin.readlines()
    if action.startswith("edit="):
        sys.stdout.writelines(edit(lines, int(action[5:]), rng))
        return
    parts = pieces(lines)
    head = [part for part in parts if any(map(HEADER.match, part))]
    rest = [part for part in parts if part not in head]
    if action == "rename":
        rest = [rename(part, rng) for part in rest]
    else:
        rng.shuffle(rest)
    for part in head + rest:
        sys.stdout.writelines(part)


main()
