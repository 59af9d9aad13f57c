#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares ptx-check with `ptxas` on the statements that libcu++ writes: headers.py --ptxas PTXAS --check PTX-CHECK [FOLDER].

pip downloads the package nvidia-cuda-cccl, which NVIDIA publishes under its licence, into FOLDER, build/oracle unless given, and its
headers in cuda/__ptx/instructions/generated are read there. For each asm statement they name the first version and the targets; it is
asked with that version, with the newest ones, and with each of the targets. Nothing of the headers is stored.

What `ptxas` accepts, ptx-check has to accept, and the reverse. Prints what differs, alike ones once, and the numbers. Exits with 1 if
ptx-check rejects what `ptxas` accepts.
"""

import argparse
import collections
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from sweep import TEST, Module, compare

sys.path.insert(0, str(TEST / "Isa" / "Inputs"))
from generated_headers import COMMENT, end_of_call, first_versions, number  # noqa: E402

BUILD = Path(__file__).resolve().parents[2] / "build" / "oracle"
REGISTERS = {"r": "b32", "l": "b64", "h": "b16", "f": "f32", "d": "f64", "q": "b128"}
NEWEST = ["9.4", "9.5"]
# For an operand that is a number known when C++ is compiled.
NUMBER = "8"


def fetch(release, folder):
    """The folder of the headers, fetched if it is not there."""
    package = folder / f"cccl-{release}"
    if not package.exists():
        with tempfile.TemporaryDirectory() as temporary:
            subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", temporary,
                            f"nvidia-cuda-cccl=={release}.*"], check=True)
            for wheel in Path(temporary).glob("*.whl"):
                with zipfile.ZipFile(wheel) as archive:
                    archive.extractall(package, [n for n in archive.namelist() if "/__ptx/instructions/generated/" in n])
    return package


def statement(call):
    """The text of an asm statement with its own registers, as one line; None if it asks for characters."""
    text, place = "", 0
    for literal in re.finditer(r'\s*"((?:[^"\\]|\\.)*)"', call):
        if call[place:literal.start()].strip():
            break
        text, place = text + literal[1], literal.end()
    declared, operands = "", []
    for index, kind in enumerate(re.findall(r'"[=+]?&?([a-zA-Z])"\s*\(', call[place:])):
        if kind == "n":
            operands.append(NUMBER)
        elif kind in REGISTERS:
            declared += f".reg .{REGISTERS[kind]} %x{index}; "
            operands.append(f"%x{index}")
        else:
            return None
    text = re.sub(r"//[^\n]*", "", text.replace("\\n", "\n").replace("\\t", " "))
    text = re.sub(r"%(\d+)", lambda found: operands[int(found[1])], text).replace("%%", "%").replace("\n", " ")
    return f"{{ {declared}{text} }}"


def statements(folder):
    """Each statement with its first version and its targets."""
    found = {}
    for path in sorted(folder.rglob("*.h")):
        text = path.read_text(encoding="utf-8")
        marks = [(m.start(), f"{int(m[1]) // 10}.{int(m[1]) % 10}", tuple(t.lower() for t in re.findall(r"SM_\w+", m[2])))
                 for m in COMMENT.finditer(text)]
        for asm in re.finditer(r"\basm\s*(?:volatile)?\s*(?=\()", text):
            before = [mark for mark in marks if mark[0] < asm.start()]
            line = statement(text[asm.end() + 1:end_of_call(text, asm.end())])
            if before and line:
                found[before[-1][1:], line] = None
    return [(version, targets, line) for (version, targets), line in found]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ptxas", required=True, help="the path of ptxas, of the release of the headers or a later one")
    parser.add_argument("--check", required=True, help="the path of ptx-check")
    parser.add_argument("--package", default="13.3", help="the release of the headers")
    parser.add_argument("folder", type=Path, nargs="?", default=BUILD)
    options = parser.parse_args()
    options.ptxas = Path(options.ptxas).resolve()
    since = first_versions()
    modules = [Module(version, target, line) for first, targets, line in statements(fetch(options.package, options.folder))
               for target in targets for version in sorted({max(first, since.get(target, first), key=number), *NEWEST})]
    counts, differences = collections.Counter(), collections.Counter()
    for module, errors, answer in compare(options, modules):
        counts[answer.verdict] += 1
        if answer.verdict != "C" and (answer.verdict == "A") == bool(errors):
            kind = "falsely rejected" if errors else "missed"
            counts[kind] += 1
            differences[f"{kind}: {errors[0]['message'] if errors else answer.text}: {module.statement[:160]}"] += 1
    print("".join(f"{count} times {text}\n" for text, count in sorted(differences.items())), end="")
    print(f"{counts['A']} accepted by ptxas, {counts['falsely rejected']} of them falsely rejected; {counts['R']} rejected, "
          f"{counts['missed']} of them missed")
    return 1 if counts["falsely rejected"] else 0


if __name__ == "__main__":
    sys.exit(main())
