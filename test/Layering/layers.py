# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the includes of the source tree and reports every arrow that the layers do not allow, arrows that nothing uses, and
folders with too many files.

Usage: layers.py SOURCE_ROOT. Prints one line per violation; the exit status is 1 if there is any.
"""

import re
import sys
from pathlib import Path

# The folders of lib/ptx, and what each may use directly. Arrows are transitive.
ARROWS = {
    "Support": [],
    "Diagnostics": ["Support"],
    "Tensor": ["Support"],
    "Isa": ["Support"],
    "Arithmetic": ["Isa"],
    "Syntax": ["Diagnostics", "Isa"],
    "Antlr": ["Support"],
    "Format": ["Syntax"],
    "Sema": ["Syntax", "Isa"],
    "Canonical": ["Sema", "Format"],
    "Analysis": ["Sema", "Tensor"],
    "Lint": ["Analysis", "Tensor"],
    "Check": ["Lint"],
    "Inline": ["Check", "Format"],
    "Memory": ["Check"],
    "Execution": ["Check", "Layout", "Arithmetic"],
    "Proof": ["Execution"],
    # The checker of certificates shares no code with what it checks.
    "Certificate": ["Sema"],
    "Debug": ["Execution"],
    "Reduce": ["Check", "Format"],
    "Diff": ["Check", "Canonical"],
    "Layout": ["Check", "Tensor"],
    "Lsp": ["Inline", "Layout", "Canonical", "Execution"],
    "Driver": ["Inline", "Layout", "Memory", "Canonical", "Certificate", "Proof", "Debug", "Reduce", "Diff"],
}

# The rooms of a folder, which are its subfolders, and what each may use besides itself and the files outside of rooms. Folders that
# are not here have rooms that use each other.
ROOMS = {
    "Syntax": {"Lex": [], "Tree": ["Lex"], "Parse": ["Lex", "Tree"], "Errors": ["Lex", "Parse"]},
    "Isa": {"Chapters": [], "Platform": [], "Vocabulary": ["Platform"], "Forms": ["Platform", "Vocabulary"],
            "Reference": ["Forms", "Platform", "Vocabulary"]},
    "Tensor": {"Maps": [], "Descriptors": [], "Foreign": ["Maps"]},
    "Analysis": {"Flow": [], "Values": ["Flow"], "Tensor": ["Flow", "Values"]},
    "Lint": {"Functions": [], "Addresses": [], "Unused": [], "Registers": ["Functions"], "Instructions": ["Functions", "Registers"],
             "Ordering": ["Addresses", "Functions", "Registers"], "Tensor": ["Functions"],
             "Clusters": ["Addresses", "Functions", "Ordering"], "Groups": ["Ordering"], "Mbarriers": ["Addresses", "Threads"],
             "Threads": ["Ordering", "Registers"]},
    "Memory": {"Read": [], "Solve": [], "Model": ["Solve"], "Show": ["Model"], "Strengthen": ["Model"]},
    "Layout": {"Foreign": []},
    "Reduce": {"Passes": [], "Tests": []},
    "Diff": {"Writers": []},
    "Lsp": {"Documents": [], "Requests": ["Documents"]},
}

# A folder of lib or test has no more files, so that one can look through it. Inputs and data are lists by a name that one knows.
MOST_FILES = 48
LISTS = {"Inputs", "data"}

# Where opcodes may be named outside of Isa, and how often at most: what an instruction does is in its record.
OPCODE = re.compile(r"\bOpcode::\w")
OPCODES = {}

# What the public interface in lib/ptxkit may use, and its headers that may use nothing of it.
FACADE = ["Inline", "Canonical", "Execution", "Layout"]
FACADE_PUBLIC = {"Check.h", "Diagnostic.h", "Expected.h", "Instructions.h", "Options.h", "Requirements.h", "Sanitize.h", "Tree.h", "ptxkit.h"}

# Where ANTLR, or a header that it wrote, may be included.
ANTLR_USERS = ["lib/ptx/Antlr", "lib/ptx/Syntax", "test/Stock"]

# Where a header of clang may be included.
CLANG_USER = "lib/ptx/Inline/Read/CppTokens.cpp"

C_HEADERS = {"stddef.h", "stdint.h"}
SOURCES = {".h", ".cpp", ".def", ".inc", ".td"}
INCLUDE = re.compile(
    r'^[ \t]*(?:#[ \t]*include[ \t]*[<"]|include[ \t]+")([^">]+)[">]', re.MULTILINE)
ANTLR = re.compile(r"antlr4|(^|/)Ptx(Lexer|Parser)\w*\.h$")
ADD_LIBRARY = re.compile(r"ptx_add_library\(\s*(\w+)([^)]*)\)")


def reachable(folder):
    """The folders that `folder` may include: itself and all below it."""
    seen = {folder}
    for below in ARROWS.get(folder, []):
        seen |= reachable(below)
    return seen


def includes(path):
    """Pairs of line number and included name."""
    text = path.read_text(encoding="utf-8")
    for match in INCLUDE.finditer(text):
        yield text.count("\n", 0, match.start(1)) + 1, match.group(1)


def check_library_include(folder, name):
    """What is wrong with `name` included in a file of lib/ptx/`folder`, or None."""
    if not name.startswith("ptx/"):
        return None
    target = name.split("/")[1]
    if target not in reachable(folder):
        return f"{folder} must not use {target}"
    if name.endswith(".inc") and target != folder:
        return f"{name} is private to {target}"
    return None


def check_room_include(path, name):
    """What is wrong with `name` included in `path`, a file below lib/ptx/<folder>, or None."""
    folder, *room = path.parts[2:-1]
    target = name.split("/")[1:-1]
    if not room or len(target) < 2 or target[0] != folder or folder not in ROOMS:
        return None
    if target[1] != room[0] and target[1] not in ROOMS[folder].get(room[0], []):
        return f"{folder}/{room[0]} must not use {folder}/{target[1]}"
    return None


def check_facade_include(file, name):
    """What is wrong with `name` included in lib/ptxkit/`file`, or None."""
    if file in FACADE_PUBLIC:
        if name.startswith("ptxkit/") and name.split("/")[1] in FACADE_PUBLIC:
            return None
        return None if "/" not in name and not name.endswith(".h") or name in C_HEADERS \
            else "public headers include public ones and the standard library alone"
    if name.startswith("ptx/"):
        allowed = set().union(*(reachable(folder) for folder in FACADE))
        if name.split("/")[1] not in allowed:
            return f"the public interface must not use {name.split('/')[1]}"
        if name.endswith(".inc"):
            return f"{name} is private to {name.split('/')[1]}"
    return None


def check_tool_include(tool, name):
    """What is wrong with `name` included in a file of tools/`tool`, or None."""
    if not name.startswith("ptx/"):
        return None
    if tool in ("ptx-tblgen", "ptx-leanparser"):
        return f"{tool} is built before the library and cannot use it"
    if name.endswith(".inc"):
        return f"{name} is not a public header"
    return None


def check_sources(root):
    for path in sorted(p for top in ("lib", "tools", "test") for p in (root / top).rglob("*")):
        if path.suffix not in SOURCES or not path.is_file():
            continue
        relative = path.relative_to(root)
        for line, name in includes(path):
            where = f"{relative}:{line}"
            if ANTLR.search(name) and not any(relative.is_relative_to(u) for u in ANTLR_USERS):
                yield f"{where}: {name}: only {', '.join(ANTLR_USERS)} may use ANTLR"
            elif name.startswith("clang/") and str(relative) != CLANG_USER:
                yield f"{where}: {name}: only {CLANG_USER} may use clang"
            elif relative.parts[:2] == ("lib", "ptxkit"):
                problem = check_facade_include(relative.name, name)
                if problem:
                    yield f"{where}: {name}: {problem}"
            elif relative.parts[0] == "lib":
                problem = check_library_include(relative.parts[2], name) or check_room_include(relative, name)
                if not problem and path.parent.joinpath(name).exists():
                    problem = f"include it as \"{relative.relative_to('lib').parent}/{name}\""
                if problem:
                    yield f"{where}: {name}: {problem}"
            elif relative.parts[0] == "tools":
                problem = check_tool_include(relative.parts[1], name)
                if problem:
                    yield f"{where}: {name}: {problem}"


def check_targets(root):
    """The same arrows, in the CMake targets; and every folder is a target that the table knows."""
    for folder in sorted(p for p in (root / "lib/ptx").iterdir() if p.is_dir()):
        listing = folder / "CMakeLists.txt"
        where = listing.relative_to(root)
        if folder.name not in ARROWS:
            yield f"{where}: {folder.name} is not among the layers"
            continue
        if not listing.exists():
            yield f"{where}: missing"
            continue
        targets = ADD_LIBRARY.findall(listing.read_text(encoding="utf-8"))
        if [name for name, _ in targets] != [folder.name]:
            yield f"{where}: expected one ptx_add_library({folder.name} ...)"
            continue
        words = targets[0][1].split()
        depends = False
        for word in words:
            if word.isupper():
                depends = word == "DEPENDS"
            elif depends and word not in reachable(folder.name) - {folder.name}:
                yield f"{where}: {folder.name} must not depend on {word}"


def check_unused(root):
    """Arrows of the tables that no include follows. A target that others reach through an arrow alone needs a use as well."""
    used = set()
    for path in sorted((root / "lib/ptx").rglob("*")):
        if path.suffix in SOURCES and path.is_file():
            source = path.relative_to(root / "lib").parts
            for _, name in includes(path):
                target = name.split("/")
                if target[0] == "ptx" and len(target) > 2:
                    used.add((source[1], target[1]))
                    used.add((source[1:3], tuple(target[1:3])))
    for folder in (folder for folder in ARROWS if (root / "lib/ptx" / folder).exists()):
        for target in ARROWS[folder]:
            if (root / "lib/ptx" / target).exists() and (folder, target) not in used:
                yield f"{folder} does not use {target}"
        for room, targets in ROOMS.get(folder, {}).items():
            if not (root / "lib/ptx" / folder / room).exists():
                yield f"{folder}/{room} is not there"
                continue
            for target in targets:
                if ((folder, room), (folder, target)) not in used:
                    yield f"{folder}/{room} does not use {folder}/{target}"


def check_opcodes(root):
    """Folders that name more opcodes than they may."""
    for folder in (folder for folder in ARROWS if folder != "Isa"):
        count = sum(len(OPCODE.findall(path.read_text())) for path in (root / "lib/ptx" / folder).rglob("*") if path.suffix in {".h", ".cpp"})
        if count > OPCODES.get(folder, 0):
            yield f"{folder} names {count} opcodes, of {OPCODES.get(folder, 0)} at most; ask the record what the instruction does"


def check_rooms(root):
    """Subfolders that the table of their folder does not have, and folders with too many files."""
    for folder, rooms in ROOMS.items():
        for room in sorted(p for p in (root / "lib/ptx" / folder).glob("*") if p.is_dir() and p.name not in rooms):
            yield f"{room.relative_to(root)}: {room.name} is not among the rooms of {folder}"
    for top in ("lib", "test"):
        for folder in sorted(p for p in (root / top).rglob("*") if p.is_dir()):
            count = sum(path.is_file() for path in folder.iterdir())
            if count > MOST_FILES and not LISTS & set(folder.relative_to(root).parts):
                yield f"{folder.relative_to(root)}: {count} files, of {MOST_FILES} at most; move those of one subject into a folder"


def check(root):
    """All violations of the tree at `root`."""
    return [*check_targets(root), *check_sources(root), *check_unused(root), *check_opcodes(root), *check_rooms(root)]


if __name__ == "__main__":
    violations = check(Path(sys.argv[1]))
    print("\n".join(violations) or "every include follows the layers")
    sys.exit(1 if violations else 0)
