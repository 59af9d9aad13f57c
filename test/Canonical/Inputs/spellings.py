# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the examples of the table of spellings: spellings.py PAGE FOLDER.

The second and third column of each row of `| what | written | canonical | manual |` become a line
of FOLDER/written.txt and of FOLDER/canonical.txt.
"""

import os
import re
import sys

page, folder = sys.argv[1:]
with open(page, encoding="utf-8") as file:
    table = file.read().split("| what | written | canonical | manual |\n", 1)[1].split("\n\n", 1)[0]
rows = re.findall(r"^\|[^|]*\| `([^`]+)` \| `([^`]+)` \|[^|]*\|$", table, re.MULTILINE)
if len(rows) + 1 != table.count("\n") + 1:
    sys.exit("a row of the table has no two examples")
os.makedirs(folder)
for column, name in enumerate(("written.txt", "canonical.txt")):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.writelines(row[column] + "\n" for row in rows)
