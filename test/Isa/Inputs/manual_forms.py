# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the sections of a PTX manual and says what ptx-check knows of them: manual_forms.py PTX-CHECK FOLDER [TABLE].

FOLDER, outside of the source tree, has the sections of chapter 9 as Markdown, one or more a file. Of each section with a syntax block:

- each line of the syntax is a form: it is known if `ptx-check --describe` takes its mnemonic without what is optional, with words
  of the sets;
- each statement of the examples is checked as a statement list for PTX 9.4 and for several targets: it is accepted if one of them takes
  it, but for names that the example does not declare.
- what the notes say came with PTX 9.3 or 9.4, all of the section or words of it, is rejected one version below, and examples of a section
  that "requires `sm_90` or higher" one target below; only examples of instructions of the section are asked.

Writes a table of sections, and lists what is not known or not accepted. Exits with 0; the numbers are for a reader.
"""

import re
import subprocess
import sys
from itertools import islice
from pathlib import Path

TARGETS = ["sm_107a", "sm_103a", "sm_100a", "sm_110a", "sm_120a", "sm_90a", "sm_60"]
# Rules that only say that a name of the example is not declared, or that follow from it, or that it is no whole module.
NEWEST = "9.4"
BEFORE = {"9.3": "9.2", "9.4": "9.3"}
# One target below each that notes name.
BELOW = {"sm_70": "sm_62", "sm_75": "sm_70", "sm_80": "sm_75", "sm_90": "sm_89", "sm_100": "sm_90"}
UNDECLARED = {"PTX2001", "PTX2002", "PTX2003", "PTX2004", "PTX2005", "PTX2020"}


def sections(folder):
    """The title and text of each section of chapter 9 with a syntax."""
    for file in sorted(Path(folder).rglob("*.md")):
        for part in re.split(r"^(?=#+ +9\\?\.7\\?\.)", file.read_text(errors="replace"), flags=re.MULTILINE):
            title = re.match(r"#+ +([\d\\.]+)\s*(.*)", part)
            if title and re.search(r"^Syntax\s*$", part, re.MULTILINE):
                yield title[1].replace("\\", "").rstrip("."), part


def block(part, heading):
    """The code after the line `heading`, or `heading of ...`, up to the next heading."""
    found = re.search(rf"^{heading}(?: of [^\n]*)?\s*$(.*?)(?=^(?:Description|PTX ISA Notes|Semantics|Notes)\s*$|\Z)", part, re.MULTILINE | re.DOTALL)
    return "\n".join(re.findall(r"```(?:ptx)?\n(.*?)```", found[1], re.DOTALL)) if found else ""


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/|^-{5,}$", "", text, flags=re.DOTALL | re.MULTILINE)


SET = re.compile(r"((?:(?:\.|::)?[\w:.-]+\s*=\s*)+)(.*)", re.DOTALL)


def words_of(body):
    """The words of a set: `.a, .b{.c}` has `.a` and `.b`."""
    body = re.sub(r"^\{(.*)\}$", r"\1", body.strip(), flags=re.DOTALL)
    words = (re.sub(r"\{.*?\}", "", word).strip(" *\n\t{}") for word in re.split(r"[,|]|\s+or\s+", body))
    return [word for word in words if re.fullmatch(r"[\w:.]+", word)]


def pieces(text):
    """The syntax lines, as strings, and the sets, as pairs of a name and words, in their order."""
    starts = r";|(?<=\})\s*\n|\n(?=\s*(?:\.|::)?[\w:.-]+(?:\s*=\s*\.[\w:]+)*\s*=)|\n(?=[a-z@][\w.]*\.)"
    for piece in map(str.strip, re.split(starts, without_comments(text))):
        found = SET.match(piece)
        if found:
            for name in re.findall(r"((?:\.|::)?[\w:.-]+)\s*=", found[1]):
                yield name, words_of(found[2])
        elif re.match(r"[a-z]", piece):
            yield " ".join(piece.split())


def lines_and_sets(text):
    """Each syntax line with its sets: of several of a name the next one, or else the last one before it."""
    all_pieces = list(pieces(text))
    for at, line in enumerate(all_pieces):
        if isinstance(line, str):
            before = dict(piece for piece in all_pieces[:at] if isinstance(piece, tuple))
            after = dict(piece for piece in reversed(all_pieces[at:]) if isinstance(piece, tuple))
            yield line, before | after


def expansions(mnemonic, sets):
    """`mnemonic` with words of the sets for their names, which can be in words of other sets."""
    for name in sorted(sets, key=len, reverse=True):
        edges = (r"", r"(?!\w)") if name.startswith("::") else (r"", r"(?![\w:])") if name.startswith(".") else (r"^", r"(?![\w:])")
        place = edges[0] + re.escape(name) + edges[1]
        if sets[name] and re.search(place, mnemonic):
            others = {other: words for other, words in sets.items() if other != name}
            for word in sets[name]:
                dot = "." if name.startswith(".") and word[0] not in ".:" else ""
                yield from expansions(re.sub(place, "" if word == "none" else dot + word, mnemonic), others)
            return
    yield mnemonic


def mnemonics(line, sets):
    """The mnemonics of a line without what is optional, with words of the sets in their order; not more than there is time for."""
    mnemonic, *rest = line.split(" ")
    for part in rest:
        if not part.startswith((".", "{.")):
            break
        mnemonic += part
    mnemonic = re.sub(r"\.\{(\w+)[^{}]*\}", r".\1", mnemonic)
    while re.search(r"\{[^{}]*\}", mnemonic):
        mnemonic = re.sub(r"\{[^{}]*\}", "", mnemonic)
    yield from islice(expansions(mnemonic, sets), 300)


def describes(tool, mnemonic):
    return subprocess.run([tool, "--describe", mnemonic], capture_output=True).returncode == 0


def statements(text):
    for piece in re.split(r"(?<=;)", without_comments(text)):
        statement = re.sub(r"^\s*(?:[\w$]+:\s*|\.\.\.\s*|Example \d+:?\s*)*", "", piece).strip()
        if re.match(r"(?:@!?\w+\s+)?[a-z][\w]*[. ;]", statement) and statement.endswith(";"):
            yield " ".join(statement.split())


def opcode(statement):
    return re.match(r"(?:@!?\w+\s+)?(\w+)", statement)[1]


def codes(tool, statement, target, version=NEWEST):
    done = subprocess.run([tool, "--fragment", f"--target={target}", f"--ptx-version={version}", "--format=json", "-Wno-all", "-"],
                          input=statement, capture_output=True, text=True)
    return set(re.findall(r'"code": *"(PTX\d+)"', done.stdout)) - UNDECLARED


def accepted(tool, statement):
    """None if a target takes the statement, else what the first one says."""
    first = None
    for target in TARGETS:
        found = codes(tool, statement, target)
        if not found:
            return None
        first = first or found
    return first


def notes(part, heading):
    found = re.search(rf"^{heading}\s*$(.*?)(?=^(?:Target ISA Notes?|Examples?)\s*$|\Z)", part, re.MULTILINE | re.DOTALL)
    return re.sub(r"\s+", " ", found[1]) if found else ""


def newer(part):
    """What the notes say came with a version after 9.2: the version and its words; no words for the whole section."""
    for sentence in re.split(r"\.(?= |$)", notes(part, "PTX ISA Notes")):
        version = re.search(r"introduced in PTX ISA version (9\.[34])", sentence, re.IGNORECASE)
        if version:
            words = re.findall(r"`(\.[\w:.]+)`", sentence)
            if words or re.match(r"\s*Introduced", sentence):
                yield version[1], words


def rejected_below(tool, part, statement):
    """For each version and target below which the notes lack `statement`: where it is, and whether it is rejected there."""
    for version, words in newer(part):
        if all(re.search(re.escape(word) + r"(?![\w:])", statement) for word in words):
            taking = [target for target in TARGETS if not codes(tool, statement, target)]
            yield f"PTX {BEFORE[version]}", all(codes(tool, statement, target, BEFORE[version]) for target in taking)
    least = re.search(r"^ ?Requires `(sm_\d+)` or higher", notes(part, "Target ISA Notes?"))
    if least and least[1] in BELOW and any(True for _ in newer(part)):
        yield BELOW[least[1]], bool(codes(tool, statement, BELOW[least[1]]))


def main():
    tool, folder = sys.argv[1:3]
    rows, unknown, refused, early = [], [], [], []
    for section, part in sections(folder):
        forms = [(line, list(mnemonics(line, sets))) for line, sets in lines_and_sets(block(part, "Syntax"))]
        known = [any(describes(tool, mnemonic) for mnemonic in tried) for _, tried in forms]
        unknown += [f"{section}: {tried[0]}    of    {line}" for (line, tried), is_known in zip(forms, known) if not is_known]
        examples = list(statements(block(part, "Examples?")))
        verdicts = [accepted(tool, statement) for statement in examples]
        refused += [f"{section}: {' '.join(sorted(v))}: {s}" for s, v in zip(examples, verdicts) if v]
        own = {re.split(r"[. ]", mnemonic)[0] for _, tried in forms for mnemonic in tried}
        below = [(s, *found) for s, v in zip(examples, verdicts) if not v and opcode(s) in own for found in rejected_below(tool, part, s)]
        early += [f"{section}: {place}: {s}" for s, place, is_rejected in below if not is_rejected]
        rows.append((section, len(forms), sum(known), len(examples), verdicts.count(None), len(below), sum(found[2] for found in below)))
    if len(sys.argv) > 3:
        heading = "section\tforms\tknown\texamples\taccepted\tbelow\trejected\n"
        Path(sys.argv[3]).write_text(heading + "".join("\t".join(map(str, row)) + "\n" for row in rows))
    print("forms that are not known:\n  " + "\n  ".join(unknown))
    print("examples that are not accepted:\n  " + "\n  ".join(refused))
    print("examples that are accepted below their version or target:\n  " + "\n  ".join(early))
    total = [sum(row[i] for row in rows) for i in range(1, 7)]
    print(f"{len(rows)} sections; forms: {total[1]} of {total[0]} known; examples: {total[3]} of {total[2]} accepted; below: "
          f"{total[5]} of {total[4]} rejected")


if __name__ == "__main__":
    main()
