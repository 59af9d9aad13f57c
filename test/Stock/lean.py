# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows that the production parser is a plain recursive descent: it never predicts, and nothing in its
library refers to ANTLR's run time. Each finding is checked against a build that does both."""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

RUN_TIME = re.compile(r"\bantlr(?:4|cpp)::")
NOT_LL1 = "grammar Lookahead; s : 'a' 'b' | 'a' 'c' ;"


def predictions(generated):
    """How often the generated parser `generated` asks the simulator which alternative to take."""
    return generated.count("adaptivePredict")


def run_time_references(nm, archive):
    """The undefined symbols of `archive` that are members of ANTLR's run time."""
    output = subprocess.run([nm, "--demangle", "--undefined-only", archive],
                            check=True, capture_output=True, text=True).stdout
    symbols = {line.split(None, 1)[1] for line in output.splitlines() if " U " in line}
    return sorted(symbol for symbol in symbols if RUN_TIME.search(symbol.split("(")[0]))


def generate(antlr, grammar):
    """The parser that ANTLR makes of the text `grammar`."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "Lookahead.g4").write_text(grammar)
        subprocess.run([antlr, "-Dlanguage=Cpp", "Lookahead.g4"], cwd=folder, check=True)
        return Path(folder, "LookaheadParser.cpp").read_text()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("nm", "antlr", "archive", "parser", "stock-archive"):
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()

    failures = []
    count = predictions(Path(options.parser).read_text())
    print(f"adaptivePredict in the generated parser: {count}")
    if count:
        failures.append("the grammar is not LL(1)")
    if predictions(generate(options.antlr, NOT_LL1)) == 0:
        failures.append("a grammar that is not LL(1) goes unnoticed")

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
