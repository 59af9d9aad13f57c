# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The pages of rules and of instructions, which are too many for one navigation: each gets links to the page before it, to the one after it
and to the list, and the pages of its family for the side of the window; the list of instructions gets their names in alphabetical order."""

import json
import re


def link_each(index, list_name):
    """Puts the links below each page of the tables of `index`, in their order."""
    pages = dict.fromkeys(re.findall(r"^\| [^|]+ \| \[[^\]]+\]\(([^)#]+\.md)\)", index.read_text(encoding="utf-8"), flags=re.MULTILINE))
    titles = {page: _title(index.with_name(page)) for page in pages}
    order = list(pages)
    families = _families(index, order)
    for before, page, after in zip([None, *order], order, [*order[1:], None]):
        # In HTML, which Markdown leaves alone.
        links = [f'<a href="{_html(before)}">← {titles[before]}</a>'] if before else []
        links.append(f'<a href="{_html(index.name)}">{list_name}</a>')
        links += [f'<a href="{_html(after)}">{titles[after]} →</a>'] if after else []
        path = index.with_name(page)
        family, members = families[page]
        # What the template of the theme shows; JSON is YAML.
        around = {"title": family, "here": _html(page), "index": _html(index.name), "pages": [[titles[each], _html(each)] for each in members]}
        head = f"---\naround: {json.dumps(around)}\n---\n"
        path.write_text(head + path.read_text(encoding="utf-8").rstrip("\n") + '\n\n<p class="neighbours">\n' + "\n".join(links) + "\n</p>\n",
                        encoding="utf-8", newline="\n")


def _families(index, pages):
    """For each page the title of its family and its members: rules are below a heading of the index, instructions in a chapter of the manual."""
    headings, heading = {}, ""
    for line in index.read_text(encoding="utf-8").splitlines():
        heading = line[3:] if line.startswith("## ") else heading
        for page in re.findall(r"\]\(([^)#]+\.md)\)", line):
            headings.setdefault(page, heading)
    members = {}
    for page in pages:
        chapter = re.match(r"9\.7\.\d+", page)
        members.setdefault(f"Section {chapter[0]}" if chapter else headings[page], []).append(page)
    return {page: (family, of) for family, of in members.items() for page in of}


def _title(page):
    """The heading of a page, without the number of a section or a code."""
    heading = re.search(r"^# (.*)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1]
    return re.sub(r"^[\d.@]+ | \[PTX\d+\]$|`", "", heading)


def _html(page):
    return f"{page.removesuffix('.md')}.html"


def list_by_name(index):
    """Puts the names of the instructions of a list before its tables, each letter in a line."""
    text = index.read_text(encoding="utf-8")
    letters = {}
    for name, page in sorted(set(re.findall(r"\[`([^`]+)`\]\((9\.7\.[^)]+)\)", text))):
        letters.setdefault(name[0], {}).setdefault(name, []).append(page)
    lines = []
    for names in letters.values():
        links = []
        for name, (first, *others) in names.items():
            links.append(f"[`{name}`]({first})" + "".join(f" [{number}]({page})" for number, page in enumerate(others, 2)))
        lines.append(" · ".join(links))
    head, _, tables = text.partition("\n| section |")
    index.write_text(f"{head}\n## By name\n\n" + "\n\n".join(lines) + f"\n\n## By section\n\n| section |{tables}", encoding="utf-8", newline="\n")
