# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the reader in Python says of mnemonics: database_readers.py DATABASE OTHER MNEMONICS OTHER is a file to write for another schema."""

import json
import sys
from pathlib import Path

from ptxkit.database import load

path, other, mnemonics = sys.argv[1:]
database = load(path)
for mnemonic in Path(mnemonics).read_text(encoding="utf-8").splitlines():
    for form in database.matching(mnemonic):
        for target in database.targets:
            print(mnemonic, target.name, form.first_version(mnemonic, target.name))
        words = form.words(mnemonic)
        for operand in form.operands if words else ():
            for length in (0, 2):
                types = database.registers(operand, words, length)
                print(mnemonic, operand.name, length, None if types is None else " ".join(types))
Path(other).write_text(json.dumps({"schemaVersion": 2}), encoding="utf-8")
try:
    load(other)
except ValueError as error:
    print(str(error).replace(other, "the database"))
