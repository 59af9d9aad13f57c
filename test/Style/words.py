# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reports words that docs/style.md does not want in messages, in --help and on the pages of rules and, of some words, on the other pages.

Usage: words.py SOURCE_ROOT [--long]. Prints one line per fault; the exit status is 1 if there is any. With `--long` it lists sentences of more
than 40 words of all pages instead, which are not faults.
"""

import re
import sys
from pathlib import Path

# Unwanted on all pages, except those that record history or quote.
PAGE_WORDS = [
    (r"\b(?:some|no)body\b", "a user, a thread, no thread"),
    (r"\bleft alone\b|\bleaves? (?:it|them|that|this) alone\b", "ignored, skipped, not changed"),
    (r"\bon (?:every|some|any|all) ways?\b|\bin all ways\b", "on every path, on some path"),
    (r"\bmakes? (?:no )?code\b", "generates code"),
    (r"\b(?:is|are|was|were) (?:not )?looked at\b", "analysed, checked, read"),
    (r"\b(?:its|their) like\b|\band the like\b", "and similar ones"),
]
QUOTING_PAGES = ["docs/changelog.md", "docs/ptxas-differences.md", "docs/style.md"]
# Unwanted words, and what to write. Each has a row in the tables or lists of docs/style.md.
WORDS = [
    (r"\bneeds?\b", "requires"),
    (r"`ptxas` (?:takes|took|swallows|lets fall)\b", "`ptxas` accepts or ignores"),
    (r"\b(?:tells?|told)\b", "reports"),
    (r"\bbehind\b|\bin front of\b", "after, before, follows"),
    (r"\bmemory location\b", "variable, address"),
    *PAGE_WORDS,
    (r"\bcomes? to\b", "reaches"),
    (r"\b(?:simply|just|of course|surely|gravest)\b", "nothing"),
]
# In messages alone.
MESSAGE_WORDS = [*WORDS, (r"\bkernels?\b", "entry")]
LONG = 40

LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
# Names are not words: a placeholder of a message, the heading of a page, code but for `ptxas`.
NAMES = re.compile(r"\{\w+\}|^# .*|`(?!ptxas`)[^`]*`")
CODE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


def literals(text):
    """Pairs of a line number and a text between quotes that is no single word: those of comments and of `Ptxas` are not ours."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.lstrip().startswith(("//", "let Ptxas", "let Section", "include")):
            for literal in LITERAL.findall(line):
                if " " in literal:
                    yield number, literal


def prose(text):
    """Pairs of a line number and a line outside of blocks of code."""
    text = CODE.sub(lambda block: re.sub(r"[^\n]", "", block[0]), text)
    yield from enumerate(text.splitlines(), 1)


def faults_of(root, folder, pattern, lines, words):
    for path in sorted((root / folder).glob(pattern)):
        if str(path.relative_to(root)) in QUOTING_PAGES:
            continue
        for number, line in lines(path.read_text(encoding="utf-8")):
            for unwanted, wanted in words:
                for found in re.findall(unwanted, NAMES.sub("`", line)):
                    yield f"{path.relative_to(root)}:{number}: `{found}`: write {wanted}"


def check(root):
    """All unwanted words."""
    return [*faults_of(root, "lib/ptx/Diagnostics/Catalogue", "*.td", literals, MESSAGE_WORDS),
            *faults_of(root, "lib/ptx/Driver/Options", "*.td", literals, WORDS),
            *faults_of(root, "docs/rules", "*.md", prose, WORDS),
            *faults_of(root, "docs", "*.md", prose, PAGE_WORDS),
            *faults_of(root, "docs/guide", "*.md", prose, PAGE_WORDS)]


def long_sentences(root):
    """Sentences of more than LONG words, with their page and their first words."""
    for path in sorted(page for pattern in ("README.md", "docs/*.md", "docs/guide/*.md", "docs/rules/*.md") for page in root.glob(pattern)):
        text = CODE.sub("", path.read_text(encoding="utf-8"))
        text = "\n".join(line for line in text.splitlines() if not line.startswith(("|", "#", "    ")))
        for sentence in re.split(r"(?<=[.:;?])\s+|\n\s*\n|\n- ", text):
            words = sentence.split()
            if len(words) > LONG:
                yield f"{path.relative_to(root)}: {len(words)} words: {' '.join(words[:8])} ..."


if __name__ == "__main__":
    source = Path(sys.argv[1])
    if "--long" in sys.argv:
        print("\n".join(long_sentences(source)))
        sys.exit(0)
    faults = check(source)
    print("\n".join(faults) or "no unwanted word")
    sys.exit(1 if faults else 0)
