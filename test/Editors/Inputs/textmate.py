# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows how a grammar of TextMate colours a file: textmate.py GRAMMAR FILE. One line `LINE:COLUMN TEXT SCOPE` a token.

Knows what such a grammar needs to be tried: rules that match within a line, or from a beginning to an end, and captures."""

import json
import re
import sys
from pathlib import Path


class Grammar:
    def __init__(self, path):
        self.whole = json.loads(path.read_text())

    def rules(self, patterns):
        """The rules of a list, with those that it includes in their place."""
        for pattern in patterns:
            if "include" in pattern:
                yield from self.rules([self.whole["repository"][pattern["include"][1:]]])
            elif "match" in pattern or "begin" in pattern:
                yield pattern
            else:
                yield from self.rules(pattern["patterns"])

    def first(self, rules, line, start, stop):
        """The match that begins first; of several, that of the first rule."""
        found = [(match.start(), number, match) for number, rule in enumerate(rules)
                 if (match := re.compile(rule.get("match") or rule["begin"]).search(line, start, stop))]
        if not found:
            return None, None
        _, number, match = min(found, key=lambda each: each[:2])
        return rules[number], match

    def tokens(self, patterns, line, start, stop):
        """What is coloured in a part of a line: triples of start, end and scope. The last may be the rule that the line ends in."""
        rules = list(self.rules(patterns))
        while start < stop:
            rule, match = self.first(rules, line, start, stop)
            if not match:
                return
            start = max(match.end(), match.start() + 1)
            if "begin" in rule:
                end = re.compile(rule["end"]).search(line, match.end(), stop)
                start = end.end() if end else stop
                yield match.start(), start, rule["name"]
                if not end:
                    yield rule
            elif "captures" in rule:
                for number, capture in rule["captures"].items():
                    if "name" in capture:
                        yield *match.span(int(number)), capture["name"]
                    else:
                        yield from self.tokens(capture["patterns"], line, *match.span(int(number)))
            else:
                yield *match.span(), rule["name"]


def main(grammar, file):
    grammar = Grammar(Path(grammar))
    inside = None  # the rule that a line before began
    for number, line in enumerate(Path(file).read_text().splitlines(), 1):
        start = 0
        if inside:
            end = re.search(inside["end"], line)
            start = end.end() if end else len(line)
            print(f"{number}:1 {line[:start]} {inside['name'].removesuffix('.ptx')}")
            inside = None if end else inside
        for token in grammar.tokens(grammar.whole["patterns"], line, start, len(line)):
            if isinstance(token, dict):
                inside = token
            else:
                print(f"{number}:{token[0] + 1} {line[token[0]:token[1]]} {token[2].removesuffix('.ptx')}")


if __name__ == "__main__":
    main(*sys.argv[1:])
