#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws a command and its coloured output as on a terminal, as SVG on standard output: terminal.py COMMAND [ARGUMENT]..."""

import html
import os
import re
import subprocess
import sys

SIZE, LINE, ADVANCE, MARGIN = 13, 18, 7.85, 14  # pixels; the advance is that of the widest usual monospaced font of this size
COLOURS = {"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "34": "#79c0ff", "35": "#d2a8ff", "36": "#76e3ea"}
ESCAPE = re.compile(r"\x1b\[([\d;]*)m")


def spans(line):
    """A line in SVG: a part for each change of colour or weight. Browsers join ordinary spaces."""
    style, result = "", ""
    for index, part in enumerate(ESCAPE.split(line)):
        if index % 2 == 0:
            text = html.escape(part).replace(" ", "&#160;")
            result += f"<tspan{style}>{text}</tspan>" if part and style else text
        else:
            codes = part.split(";")
            colour = next((COLOURS[code] for code in codes if code in COLOURS), None)
            style = f' fill="{colour}"' if colour else ""
            style += ' font-weight="bold"' if "1" in codes else ""
    return result


def picture(lines):
    width = round(2 * MARGIN + ADVANCE * max(len(ESCAPE.sub("", line)) for line in lines))
    height = 2 * MARGIN + LINE * len(lines)
    texts = "\n".join(f'<text x="{MARGIN}" y="{MARGIN + LINE * index + SIZE}">{spans(line)}</text>' for index, line in enumerate(lines))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">\n'
            f'<rect width="{width}" height="{height}" rx="6" fill="#0d1117"/>\n'
            f'<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="{SIZE}" fill="#c9d1d9">\n'
            f"{texts}\n</g>\n</svg>\n")


def main():
    command = sys.argv[1:]
    done = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=os.environ | {"CLICOLOR_FORCE": "1"})
    if done.returncode > 1:
        sys.exit(done.stdout)
    sys.stdout.write(picture([f"$ {' '.join(command)}", *done.stdout.splitlines()]))


main()
