# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The pages of the rules, and the one that lists all."""

import json
import subprocess

# The first two digits of the codes.
FAMILIES = {"10": "Characters", "11": "Syntax", "20": "Names", "30": "Instructions and operands", "31": "Declarations",
            "32": "Constant expressions", "33": "Initializers", "40": "Versions and targets", "50": "Module header and directives",
            "51": "Functions and linkage", "52": "Calls", "53": "Debugging", "54": "Pragmas", "57": "Linking", "60": "Control flow",
            "61": "Memory and order", "65": "Executed launches", "70": "Tensors", "71": "Tensor maps", "80": "Inline assembly", "89": "Comments and configuration",
            "90": "Lints"}


def write_pages(ptx_check, folder):
    """The pages as readers want them: with the facts of each rule, and without the comments by which they are tested."""
    for page in folder.glob("*.md"):
        explained = subprocess.run([ptx_check, "--explain", page.stem], check=True, text=True, capture_output=True)
        page.write_text(explained.stdout, encoding="utf-8", newline="\n")


def write_index(ptx_check, page):
    """One table for each hundred of the codes, with the name, the default and the message of each rule."""
    listed = subprocess.run([ptx_check, "--list-rules", "--output-format=json"], check=True, text=True, capture_output=True)
    families = {}
    for rule in json.loads(listed.stdout)["rules"]:
        families.setdefault(rule["code"][3:5], []).append(rule)
    text = ["# Rules", "", "Every diagnostic has a page, which `ptx-check --explain` prints too. Groups and options are in"
            " [the guide to the tools](../guide/tools.md)."]
    for digits, members in sorted(families.items()):
        text += ["", f"## {FAMILIES[digits]}", "", "| code | rule | default | message |", "|---|---|---|---|"]
        for rule in members:
            message = rule["message"].replace("|", "\\|").replace("<", "&lt;")
            text.append(f"| {rule['code']} | [{rule['name']}]({rule['name']}.md) | {rule['default']} | {message} |")
    page.write_text("\n".join(text) + "\n", encoding="utf-8", newline="\n")
