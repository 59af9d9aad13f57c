# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links between pages: those of the sources that leave docs, and those of the site that lead nowhere."""

import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")


def keep_inside(pages, source):
    """Links to folders with an index lead to it. Others, and those to files beside docs, become names: the site does not have them."""
    for page in pages.rglob("*.md"):
        original = page.read_text(encoding="utf-8")

        def inside(match):
            text, target = match.groups()
            path, _, _ = target.partition("#")
            place = (page.parent / path).resolve()
            if not path or "://" in path or (place.is_relative_to(pages.resolve()) and not place.is_dir()):
                return match.group(0)
            if (place / "index.md").exists():
                return f"[{text}]({path.rstrip('/')}/index.md)"
            name = (source / "docs" / page.parent.relative_to(pages) / path).resolve().relative_to(source)
            return text if str(name) in text else f"{text} (`{name}`)"

        changed = LINK.sub(inside, original)
        if changed != original:
            page.write_text(changed, encoding="utf-8", newline="\n")


class _Page(HTMLParser):
    """The links of a page and the places in it."""

    def __init__(self, text):
        super().__init__()
        self.links, self.places = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("id", "name"):
                self.places.add(value)
            elif value and (name == "href" or (name == "src" and tag in ("img", "script"))):
                self.links.append(value)


def broken_links(site):
    """Pairs of a page and a link of it to a file or a place that does not exist."""
    parsed = {page.resolve(): _Page(page.read_text(encoding="utf-8")) for page in site.rglob("*.html")}
    result = []
    for page, content in parsed.items():
        for link in content.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or page.name == "404.html":
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if target.is_dir():
                target /= "index.html"
            place = unquote(parts.fragment)
            if not target.exists() or (place and target in parsed and not place.startswith("__")
                                       and place not in parsed[target].places):
                result.append((page.relative_to(site.resolve()), link))
    return result
