#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the site: build.py --build FOLDER --output FOLDER [--mkdocs PROGRAM] [--module FILE] [--npm PROGRAM].

--build is a build tree with ptx-check, ptx-layout and the pages of instructions. Puts into the output folder `pages`, which are the
pages of docs, those of this folder and those that the tools know the content of, and `html`, which mkdocs makes of them. A link that
leads nowhere is an error. With the module for WebAssembly the site has the playground (play.py)."""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import availability
import colours
import figures
import instructions
import links
import neighbours
import play
import rules

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parents[1]


def copy_pages(build, pages):
    """What is written already: docs, the pages of this folder, those of the build."""
    shutil.copytree(SOURCE / "docs", pages, ignore=shutil.ignore_patterns(".*"))
    (pages / "README.md").unlink()  # the index of the repository; the site has its own
    shutil.copytree(HERE / "pages", pages, dirs_exist_ok=True)
    shutil.copytree(build / "docs" / "instructions", pages / "instructions")
    shutil.copy(HERE / "site.css", pages)
    for page in pages.rglob("*.md"):
        # Words after the language of a block are for our tests; mkdocs would not see the block.
        text = re.sub(r"^```(\w+) .*$", r"```\1", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
        page.write_text(text, encoding="utf-8", newline="\n")


def make_pages(build, pages):
    """All pages, as mkdocs reads them."""
    tools = build / "bin"
    copy_pages(build, pages)
    instructions.add_examples(SOURCE / "test" / "Isa", pages / "instructions")
    availability.write_page(SOURCE, build / "share" / "ptxkit" / "instructions.json", pages / "instructions")
    rules.write_pages(tools / "ptx-check", pages / "rules")
    rules.write_index(tools / "ptx-check", pages / "rules" / "index.md")
    neighbours.link_each(pages / "rules" / "index.md", "All rules")
    neighbours.link_each(pages / "instructions" / "index.md", "All instructions")
    neighbours.list_by_name(pages / "instructions" / "index.md")
    figures.write_page(tools / "ptx-layout", pages / "layouts")
    links.keep_inside(pages, SOURCE)
    colours.name_lexers(pages)
    prefer_guide(pages)


def prefer_guide(pages):
    """Lets a search list the guide before the pages of rules and of contributors, from version 9 of the theme on."""
    for page in (pages / "guide").glob("*.md"):
        text = page.read_text(encoding="utf-8")
        page.write_text(f"---\nsearch:\n  boost: 1.5\n---\n{text}", encoding="utf-8", newline="\n")


# A word with a hyphen that fits in a line of a narrow window, such as `--fix`.
HYPHENATED = re.compile(r"(<[^>]*>)|(?<![\w-])(?=[\w-]{2,24}(?![\w-]))[\w-]*-[\w-]*")


def keep_words_whole(site):
    """Marks code that the style keeps in one line: browsers break lines at each hyphen, also in `--fix`. Short code in a text is kept
    whole; in longer code, and in the console output of tools, each word is. Other blocks of code scroll."""

    def mark(code):
        return HYPHENATED.sub(lambda word: word[0] if word[1] else f'<span class="short">{word[0]}</span>', code[0])

    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        text = re.sub(r"(?<!<pre>)<code>(?=[^<\n]{1,28}</code>)", '<code class="short">', text)
        text = re.sub(r"(?<!<pre>)<code>[^<\n]{29,}(?=</code>)", mark, text)
        text = re.sub(r'<div class="language-ptxkit-console.*?</code>', mark, text, flags=re.DOTALL)
        page.write_text(text, encoding="utf-8", newline="\n")


def keep_terms_apart(site):
    """Corrects the theme's search (lunr 2.3), which finds nothing for some words: it writes a node of its index as the letters and numbers
    of its edges without a mark between them, so that two nodes with digits among the letters can be written alike."""
    wrong = "e=e+s+o.id}return e}"
    for worker in (site / "assets/javascripts/workers").glob("search.*.js"):
        text = worker.read_text(encoding="utf-8")
        if wrong not in text:
            print(f"{worker.name}: the search has other code, which was not corrected", file=sys.stderr)
        worker.write_text(text.replace(wrong, 'e=e+s+o.id+","}return e}'), encoding="utf-8", newline="\n")


def add_playground(pages, options):
    """The playground, and a button for it on the first page."""
    play.write(pages / "playground", options.module, options.build / "share" / "ptxkit" / "instructions.json", options.npm)
    first = pages / "index.md"
    text = first.read_text(encoding="utf-8")
    button = '<a class="md-button" href="playground/index.html">Playground</a>\n'
    after = text.index("\n", text.index('href="guide/tutorial.html"')) + 1
    first.write_text(text[:after] + button + text[after:], encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, required=True, help="a build tree")
    parser.add_argument("--output", type=Path, required=True, help="is made anew")
    parser.add_argument("--mkdocs", default="mkdocs", help="the program, if it is elsewhere")
    parser.add_argument("--module", type=Path, help="the module for WebAssembly; without it there is no playground")
    parser.add_argument("--npm", help="the program that fetches the editor of the playground")
    options = parser.parse_args()
    pages = options.output / "pages"
    shutil.rmtree(options.output, ignore_errors=True)
    options.output.mkdir(parents=True)

    make_pages(options.build, pages)
    if options.module is not None and options.module.exists():
        add_playground(pages, options)
    colours.install(SOURCE, options.build, options.output / "python")
    shutil.copy(HERE / "mkdocs.yml", options.output)
    shutil.copytree(HERE / "theme", options.output / "theme")
    done = subprocess.run([options.mkdocs, "build", "--strict", "--quiet", "--config-file", options.output / "mkdocs.yml"],
                          env=os.environ | {"PYTHONPATH": str(options.output / "python")}, check=False)
    if done.returncode:
        sys.exit(done.returncode)
    keep_words_whole(options.output / "html")
    keep_terms_apart(options.output / "html")
    broken = links.broken_links(options.output / "html")
    for page, link in broken:
        print(f"{page}: no such place: {link}", file=sys.stderr)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
