# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds pages that name another newest version than the tools: ceiling.py SOURCE VERSION.

`PLACES` has what pages say of it. Each of them must be there, and name VERSION. Prints what does not and exits with 1.
"""

import re
import sys
from pathlib import Path

# Each file with patterns; `#` takes the place of the version.
PLACES = {
    "README.md": ["supports all versions up to PTX #,"],
    "docs/guide/tools.md": ["They support PTX up to version #", "PTX # is the newest version", "It is checked as PTX #,"],
    "docs/guide/instructions.md": ["every instruction of PTX #"],
    "docs/rules/newer-version.md": ["the module is checked as PTX #"],
    "docs/changelog.md": ["`ptx-verify` for PTX #"],
    "docs/ptxas-differences.md": ["in a module newer than PTX #"],
    "grammar/PtxLexer.g4": ["structure of PTX #"],
    "grammar/PtxParser.g4": ["syntax of PTX #"],
}


def main():
    source, version = Path(sys.argv[1]), sys.argv[2]
    problems = []
    for name, patterns in PLACES.items():
        text = (source / name).read_text()
        for pattern in patterns:
            before, after = pattern.split("#")
            found = re.findall(before + r"(\d+\.\d+)" + after, text)
            if not found or set(found) != {version}:
                problems.append(f"{name}: `{pattern}` names {', '.join(found) or 'no version'}, not {version}")
    print("\n".join(problems) or f"{len(PLACES)} files name PTX {version}")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
