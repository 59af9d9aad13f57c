# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reports records of the diagnostics catalogue that nothing emits or that no test expects, and code that looks into messages.

Usage: catalogue.py SOURCE_ROOT [--where NAME]. Prints one line per fault; the exit status is 1 if there is any. With a rule, by its
name, code or record, or with an instruction or directive, prints where its record, emitter, tests and page are instead.

A record is emitted if a source of lib/ names `diag::<Record>`. It is expected if a test input or a
rule page has its code on a line with `expected-` (a comment of `ptx-check --verify`) or, for inputs
that can hold no such comment, with `CHECK` (a line of FileCheck).
"""

import re
import sys
from pathlib import Path

RECORD = re.compile(r'^def\s+(\w+)\s*:\s*\w+<\s*(\d+)\s*,\s*"([a-z0-9-]+)"', re.MULTILINE)
EMITTED = re.compile(r"\bdiag::(\w+)\b(?!::id\b)")
EXPECTED = re.compile(r"^.*(?:expected-|CHECK).*$", re.MULTILINE)
CODE = re.compile(r"\[PTX(\d{4})(?: [a-z0-9-]+)?\]")

# Code that decides by the text of a message. A diagnostic has arguments, with generated names, for that.
ASKED = re.compile(r"(?:\.|->)message\)?\s*\.\s*(?:contains|count|starts_with|ends_with|find|rfind|split|rsplit|substr|slice|consume_\w+|"
                   r"take_\w+|drop_\w+)\b")

# Tests of the machinery around the catalogue, with codes of their own.
NO_INPUTS = {"Catalogue", "TableGen", "Unit"}


def read(folder, suffixes, excluded=frozenset()):
    """The text of the files below `folder` with one of `suffixes`, by path."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in suffixes and not excluded & set(path.relative_to(folder).parts[:1]):
            yield path, path.read_text(encoding="utf-8", errors="replace")


def records(root):
    """Code to (name of the record, name of the rule)."""
    return {int(code): (record, rule)
            for _, text in read(root / "lib/ptx/Diagnostics", {".td"})
            for record, code, rule in RECORD.findall(text)}


def emitted(root):
    """The names of the records that the library emits."""
    return {name for _, text in read(root / "lib", {".h", ".cpp"})
            for name in EMITTED.findall(text)}


def asked(root):
    """The places of lib/ that look into a message."""
    for path, text in read(root / "lib", {".h", ".cpp"}):
        for number, line in enumerate(text.splitlines(), 1):
            if ASKED.search(line):
                yield f"{path.relative_to(root)}:{number}: looks into a message; ask for an argument of the diagnostic"


def expected(root):
    """Code to the first file that expects it."""
    files = [*read(root / "test", {".ptx", ".test"}, NO_INPUTS),
             *read(root / "docs/rules", {".md"})]
    codes = {}
    for path, text in files:
        for line in EXPECTED.findall(text):
            for code in CODE.findall(line):
                codes.setdefault(int(code), path.relative_to(root))
    return codes


def check(root):
    """All faults of the tree at `root`."""
    catalogue, used, tested = records(root), emitted(root), expected(root)
    pages = {path.stem for path, _ in read(root / "docs/rules", {".md"})}
    yield from asked(root)
    # The build makes sure of this; here it shows that no record was overlooked.
    for rule in sorted(pages ^ {rule for _, rule in catalogue.values()}):
        yield f"{rule}: is a page or a record, and not both"
    for code, (record, rule) in sorted(catalogue.items()):
        if record not in used:
            yield f"PTX{code} {rule}: no source of lib/ emits diag::{record}"
        if code not in tested:
            yield f"PTX{code} {rule}: no test input expects it"
    for code, path in sorted(tested.items()):
        # PTX0000 stands for a code that does not exist.
        if code != 0 and code not in catalogue:
            yield f"{path}: expects PTX{code}, which is not in the catalogue"


def places(root, pattern, folder, suffixes, excluded=frozenset()):
    """The lines below a folder in which a pattern is found, as `path:line`; of a file the first one."""
    for path, text in read(root / folder, suffixes, excluded):
        if found := re.search(pattern, text, re.MULTILINE):
            yield f"{path.relative_to(root)}:{text.count(chr(10), 0, found.start()) + 1}"


def where(root, name):
    """Pairs of a kind of file and the files of a rule, an instruction or a directive."""
    for code, (record, rule) in records(root).items():
        if name.lower() not in (record.lower(), rule, f"ptx{code}", str(code)):
            continue
        yield "record", places(root, rf"^def\s+{record}\b", "lib/ptx/Diagnostics", {".td"})
        yield "emitter", places(root, rf"\bdiag::{record}\b", "lib", {".h", ".cpp"})
        yield "test", places(root, rf"^.*(?:expected-|CHECK).*\[PTX{code}\]", "test", {".ptx", ".test", ".cu", ".ll", ".mlir"}, NO_INPUTS)
        yield "unit test", places(root, rf"\b(?:diag|DiagId)::{record}\b", "test/Unit", {".cpp"})
        yield "page", [f"docs/rules/{rule}.md"]
        return
    if name.startswith("."):
        yield "record", places(root, rf'\bDirective<"{re.escape(name)}"', "lib/ptx/Isa/Vocabulary", {".td"})
        yield "test", places(root, rf"{re.escape(name)}\b", "test/Sema/Module", {".ptx"})
        return
    opcode = re.escape(name)
    yield "record", places(root, rf'^def\s+{opcode.replace(chr(92), "").replace(".", "_")}\b|Instruction<"{opcode}"', "lib/ptx/Isa", {".td"})
    stem = re.escape(name.replace(".", "-"))
    yield "test", (str(path.relative_to(root)) for path in sorted((root / "test/Isa").rglob("*.ptx"))
                   if re.fullmatch(rf"(fail-)?{stem}(-shapes)?", path.stem))
    yield "code", places(root, rf"\bOpcode::{opcode.replace(chr(92) + '.', '_')}\b", "lib", {".h", ".cpp"})


if __name__ == "__main__" and "--where" in sys.argv:
    found = [(kind, place) for kind, all_places in where(Path(sys.argv[1]), sys.argv[3]) for place in all_places]
    print("\n".join(f"{kind:10}{place}" for kind, place in found) or f"nothing is called {sys.argv[3]}")
    sys.exit(0 if found else 1)

if __name__ == "__main__":
    faults = list(check(Path(sys.argv[1])))
    print("\n".join(faults) or "every diagnostic is emitted and expected")
    sys.exit(1 if faults else 0)
