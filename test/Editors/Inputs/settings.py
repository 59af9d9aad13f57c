# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the settings of the extension, made of the server's table, with the table of a page: settings.py SETTINGS PAGE."""

import json
import re
import sys
from pathlib import Path

declared = {name.removeprefix("ptxkit.") for name in json.loads(Path(sys.argv[1]).read_text())}
text = Path(sys.argv[2]).read_text().partition("| setting | meaning |")[2].partition("\n\n")[0]
shown = set(re.findall(r"^\| `([\w.]+)` \|", text, re.MULTILINE))
if not declared or declared != shown:
    sys.exit(f"declared {sorted(declared)}, on the page {sorted(shown)}")
