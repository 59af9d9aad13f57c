# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws where the instructions of a check go, as an SVG:

    picture.py --check PROGRAM > docs/images/cost.svg

It counts a check of `regular.ptx` of inputs.py with valgrind's callgrind."""

import argparse
import re
import subprocess
import tempfile
from pathlib import Path

import inputs

# Each part of the picture, the function whose cost, with all that it calls, it is, and the part of which
# it is a part.
PARTS = [
    ("finding bodies", "ptx::ModuleOutline::ModuleOutline", None),
    ("tokens", "ptx::tokenize", None),
    ("grammar and tree", "PtxParser::fragmentModule()", None),
    ("names", "ptx::BodyChecker::resolve(ptx::Id", "the rest of the checks"),
    ("operands", "ptx::BodyChecker::checkOperands", "the rest of the checks"),
    ("the rest of the checks", "ptx::ModuleChecker::checkBody", None),
    ("lints", "ptx::ModuleLinter::lintBody", None),
]
COLORS = ["#8da0cb", "#66c2a5", "#a6d854", "#ffd92f", "#fc8d62", "#e5c494", "#e78ac3", "#b3b3b3"]


def inclusive_costs(program, folder):
    """The total, and the cost of each function by its name."""
    path = inputs.write(folder, {"regular": 2_000_000})["regular"]
    counts = Path(folder, "counts")
    subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={counts}", program, "-j1", path],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    text = subprocess.run(["callgrind_annotate", "--inclusive=yes", "--threshold=100", counts],
                          stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = re.findall(r"^ *([\d,]+) \([ \d.]+%\)  (?:\S*?:)?(.*)$", text, re.MULTILINE)
    costs = {}
    for cost, name in rows:
        costs.setdefault(name, int(cost.replace(",", "")))
    return costs["PROGRAM TOTALS"] if "PROGRAM TOTALS" in costs else max(costs.values()), costs


def shares(total, costs):
    """Name and share of each part; what is left is the last."""
    found = {}
    for part, function, _ in PARTS:
        matching = [cost for name, cost in costs.items() if name.startswith(function)]
        if not matching:
            raise SystemExit(f"picture.py: no function {function}")
        found[part] = max(matching) / total
    for part, _, around in PARTS:
        if around:
            found[around] -= found[part]
    found["all else"] = 1 - sum(found.values())
    return found


def draw(parts):
    width, top, height = 800, 40, 44
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top + height + 90}" '
             'font-family="sans-serif" font-size="13">',
             "<title>Where the instructions of a check go</title>",
             '<text x="0" y="20" font-size="15">Where the instructions of a check go, in per cent</text>']
    x = 0.0
    for i, (name, share) in enumerate(parts.items()):
        step = share * width
        lines.append(f'<rect x="{x:.1f}" y="{top}" width="{step:.1f}" height="{height}" fill="{COLORS[i]}"/>')
        if share > 0.03:
            lines.append(f'<text x="{x + step / 2:.1f}" y="{top + height / 2 + 5:.0f}" '
                         f'text-anchor="middle">{100 * share:.0f}</text>')
        key_x, key_y = 200 * (i % 4), top + height + 28 + 24 * (i // 4)
        lines.append(f'<rect x="{key_x}" y="{key_y - 11}" width="12" height="12" fill="{COLORS[i]}"/>')
        lines.append(f'<text x="{key_x + 18}" y="{key_y}">{name}</text>')
        x += step
    return "\n".join([*lines, "</svg>"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--check", required=True, help="the program ptx-check")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(draw(shares(*inclusive_costs(options.check, folder))))


if __name__ == "__main__":
    main()
