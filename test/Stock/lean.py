# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows that the production parser is a plain recursive descent: a grammar that needs a prediction is refused, and nothing in the
library refers to ANTLR's run time. The second is checked against a build that does."""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

RUN_TIME = re.compile(r"\bantlr(?:4|cpp)::")
NOT_LL1 = "grammar Lookahead; s : 'a' 'b' | 'a' 'c' ;"
LL1 = "grammar Lookahead; s : 'a' 'b' | 'c' ;"


def run_time_references(nm, archive):
    """The undefined symbols of `archive` that are members of ANTLR's run time."""
    output = subprocess.run([nm, "--demangle", "--undefined-only", archive],
                            check=True, capture_output=True, text=True).stdout
    symbols = {line.split(None, 1)[1] for line in output.splitlines() if " U " in line}
    return sorted(symbol for symbol in symbols if RUN_TIME.search(symbol.split("(")[0]))


def refusal(antlr, leanparser, grammar):
    """What `leanparser` says of the parser that ANTLR makes of the text `grammar`; empty if it takes it."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "Lookahead.g4").write_text(grammar)
        subprocess.run([antlr, "-Dlanguage=Cpp", "Lookahead.g4"], cwd=folder, check=True)
        done = subprocess.run([leanparser, folder, "-grammar", "Lookahead", "-known-versions", "all", "-o", folder],
                              capture_output=True, text=True)
        return done.stderr if done.returncode else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("nm", "antlr", "leanparser", "archive", "stock-archive"):
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()

    failures = []
    if "more than one token of look-ahead" not in refusal(options.antlr, options.leanparser, NOT_LL1):
        failures.append("a grammar that is not LL(1) goes unnoticed")
    if refusal(options.antlr, options.leanparser, LL1):
        failures.append("a grammar that is LL(1) is refused")

    references = run_time_references(options.nm, options.archive)
    print(f"references into ANTLR's run time: {len(references)}")
    failures += references
    if not any("antlr4::Parser::" in symbol
               for symbol in run_time_references(options.nm, options.stock_archive)):
        failures.append("the references of ANTLR's own build go unnoticed")

    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
