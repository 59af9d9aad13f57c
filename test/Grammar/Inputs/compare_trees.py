# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generates a parser in Python from the installed grammar and compares its trees with those that `ptx-dump --parse-tree` prints.

Usage: compare_trees.py ANTLR GRAMMAR_FOLDER OUTPUT_FOLDER COUNT FOLDER...

Takes the COUNT smallest .ptx files below the folders that have no syntax error; a file in parts is left out. The exit status is 1 if a tree
differs or there are fewer files.
"""

import subprocess
import sys
from pathlib import Path


def generate(antlr, grammar, output):
    """Writes PtxLexer.py and PtxParser.py into `output`, as docs/guide/grammar.md says."""
    for name in ("PtxLexer.g4", "PtxParser.g4"):
        subprocess.run([antlr, "-Dlanguage=Python3", "-no-listener", "-lib", output, "-o", output, name], cwd=grammar, check=True)
    sys.path.insert(0, str(output))


class Places:
    """Lines and columns of the bytes of a text."""

    def __init__(self, text):
        self.text = text
        self.starts = [0] + [i + 1 for i, c in enumerate(text) if c == "\n"]

    def of(self, offset):
        line = sum(start <= offset for start in self.starts)
        return f"{line}:{offset - self.starts[line - 1] + 1}"


def quoted(text):
    """`text` with the escapes of llvm::printEscapedString."""
    return '"' + "".join(c if " " <= c <= "~" and c not in '"\\' else "\\\\" if c == "\\" else f"\\{ord(c):02X}" for c in text) + '"'


def lines(tree, parser, places, depth=0):
    """The lines of the tree, as ptx-dump prints them."""
    from antlr4 import TerminalNode, Token
    end_of_text = len(places.text)

    def begin(token):
        return min(token.start, end_of_text)

    def end(token):
        return max(begin(token), min(token.stop + 1, end_of_text))

    prefix = "  " * min(depth, 40) + (f"{depth} " if depth > 40 else "")
    if isinstance(tree, TerminalNode):
        token = tree.symbol
        name = "EOF" if token.type == Token.EOF else parser.symbolicNames[token.type]
        text = places.text[begin(token):end(token)]
        yield f"{prefix}{name} {places.of(begin(token))}-{places.of(end(token))} {quoted(text)}"
        return
    start = begin(tree.start)
    stop = max(start, end(tree.stop)) if tree.stop else start
    # The run time for Python ends the module before the end of the file, which is a token of it.
    last = tree.children[-1] if tree.children else None
    if isinstance(last, TerminalNode) and last.symbol.type == Token.EOF:
        stop = end_of_text
    yield f"{prefix}{parser.ruleNames[tree.getRuleIndex()]} {places.of(start)}-{places.of(stop)}"
    for child in tree.getChildren():
        yield from lines(child, parser, places, depth + 1)


def parse(text):
    from antlr4 import CommonTokenStream, InputStream
    from PtxLexer import PtxLexer
    from PtxParser import PtxParser
    parser = PtxParser(CommonTokenStream(PtxLexer(InputStream(text))))
    return "\n".join(lines(parser.module(), parser, Places(text))) + "\n"


def main():
    antlr, grammar, output, count = *sys.argv[1:4], int(sys.argv[4])
    generate(antlr, grammar, output)
    files = sorted((file for folder in sys.argv[5:] for file in Path(folder).rglob("*.ptx")), key=lambda file: (file.stat().st_size, file))
    compared = differing = 0
    for file in files:
        text = file.read_bytes().decode("latin-1")
        if compared == count:
            break
        if not text.strip() or "\n// -----" in text:
            continue
        done = subprocess.run(["ptx-dump", "--parse-tree", str(file)], capture_output=True)
        if done.returncode:
            continue
        compared += 1
        if parse(text) != done.stdout.decode("latin-1"):
            print(f"{file}: the trees differ")
            differing += 1
    print(f"{compared} trees compared, {differing} differ")
    return 1 if differing or compared < count else 0


if __name__ == "__main__":
    sys.exit(main())
