# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decides the tests of a page, and compares with the verdict that follows each: shapes.py [--write] PAGE FOLDER.

A picture after a verdict has to be of that test, by its title; with --write it is drawn anew. Which execution a picture shows is up to
the solver.
"""

import html
import pathlib
import re
import subprocess
import sys

TEST = re.compile(
    r"^```(?:ptx|text)\n(?P<text>.*?)^```\n\n\*\*(?P<verdict>Allowed|Forbidden)\*\*.*?(?=^```|^#|\Z)", re.MULTILINE | re.DOTALL)
PICTURE = re.compile(r"!\[[^\]]+\]\((\S+\.svg)\)")

arguments = sys.argv[1:]
writes = arguments[0] == "--write"
page, folder = map(pathlib.Path, arguments[-2:])
folder.mkdir(parents=True, exist_ok=True)
text = page.read_text(encoding="utf-8")
tests = pictures = 0
for number, test in enumerate(TEST.finditer(text)):
    path = folder / f"{number}.ptx"
    path.write_text(test["text"], encoding="utf-8")
    run = subprocess.run(["ptx-litmus", path], capture_output=True, text=True)
    title = (run.stdout or run.stderr).splitlines()[0]
    if f": {test['verdict'].lower()}: " not in title or run.returncode:
        sys.exit(f"{page}: {test['verdict']}, exit 0 expected: exit {run.returncode}, {title}\n{test['text']}")
    tests += 1
    for name in PICTURE.findall(test[0]):
        picture = page.parent / name
        if writes:
            drawn = subprocess.run(["ptx-litmus", "--format=svg", path], capture_output=True, text=True, check=True)
            picture.write_text(drawn.stdout, encoding="utf-8")
        if html.escape(title, quote=False) not in picture.read_text(encoding="utf-8"):
            sys.exit(f"{picture} is not of {title}")
        pictures += 1
if text.count("\n```\n") != tests:
    sys.exit(f"{page}: {tests} tests, other blocks lack a verdict")
print(tests, "tests,", pictures, "pictures")
