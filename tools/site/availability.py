# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page of what each instruction requires on each target, from the database of instructions, and the database itself."""

import shutil
import sys

# Those that are asked for; of the targets with a suffix the ones that code is made for.
TARGETS = ("sm_70", "sm_75", "sm_80", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_100a", "sm_103a", "sm_110a", "sm_120", "sm_120a")
HEADING = """\
# Instructions by target

The first `.version` at which a form of an instruction can be used on a target; nothing if no version has one. Programs read it from the
[database of instructions](instructions.json) ([schema](../instruction-database.schema.json), [how to read it](../guide/instructions.md#as-data)).

"""


def row(instruction, versions):
    cells = [f"[`{instruction.name}`]({instruction.section}.md)", instruction.section]
    return "| " + " | ".join([*cells, *versions]) + " |\n"


def table(database, key):
    yield HEADING
    yield "| instruction | section | " + " | ".join(f"`{target}`" for target in TARGETS) + " |\n"
    yield "|---" * (len(TARGETS) + 2) + "|\n"
    for instruction in database.instructions:
        found = ([form.targets[target] for form in instruction.forms if target in form.targets] for target in TARGETS)
        yield row(instruction, [min(versions, key=key, default="") for versions in found])


def write_page(source, path, folder):
    """The page and the database in the folder of the pages of instructions."""
    sys.path.insert(0, str(source / "tools" / "python"))
    from ptxkit import database
    facts = database.load(path)
    (folder / "by-target.md").write_text("".join(table(facts, database.version_key)), encoding="utf-8", newline="\n")
    shutil.copy(path, folder)
