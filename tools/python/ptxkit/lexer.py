# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Colours for Pygments, which Sphinx, MkDocs, LaTeX and GitLab's tools use: PTX (`ptxkit`, and `ptx` where Pygments has no lexer of that name),
and what the tools of ptxkit print (`ptxkit-console`).

The words of PTX come from the TextMate grammar beside this module, which is generated from the tables of the instruction set."""

import json
import re
from pathlib import Path

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

# The scopes of the grammar, without `.ptx`.
TOKENS = {
    "comment.block": Comment.Multiline,
    "comment.line.double-slash": Comment.Single,
    "constant.numeric.binary": Number.Bin,
    "constant.numeric.float": Number.Float,
    "constant.numeric.hex": Number.Hex,
    "constant.numeric.integer": Number.Integer,
    "entity.name.function": Name.Function,
    "entity.name.label": Name.Label,
    "keyword.control.instruction": Keyword,
    "keyword.operator": Operator,
    "keyword.other.directive": Keyword.Declaration,
    "storage.modifier": Name.Attribute,
    "storage.type": Keyword.Type,
    "string.quoted.double": String.Double,
    "variable.language": Name.Builtin.Pseudo,
    "variable.other": Name.Variable,
}


def _token(named):
    return TOKENS[named["name"].rpartition(".")[0]]


def _captured(captures):
    """An action of a lexer: each group of a match as the grammar says, and what is between them as plain text."""

    def action(lexer, match, _=None):
        at = match.start()
        for number, capture in sorted((int(number), capture) for number, capture in captures.items()):
            begin, end = match.span(number)
            if at < begin:
                yield at, Text, match.string[at:begin]
            if "name" in capture:
                yield begin, _token(capture), match[number]
            else:
                # A group of several tokens has a state of its own, named after the rules that it includes.
                for index, token, text in lexer.get_tokens_unprocessed(match[number], (_state(capture),)):
                    yield begin + index, token, text
            at = end
        if at < match.end():
            yield at, Text, match.string[at:match.end()]

    return action


def _state(capture):
    return "+".join(pattern["include"][1:] for pattern in capture["patterns"])


def _states(grammar):
    """The states of a lexer for a grammar: `root`, and one for each group with rules of its own."""
    states = {}

    def rules(patterns):
        for pattern in patterns:
            if "include" in pattern:
                yield from rules([grammar["repository"][pattern["include"][1:]]])
            elif "begin" in pattern:
                yield f"{pattern['begin']}[\\s\\S]*?(?:{pattern['end']}|\\Z)", _token(pattern)
            elif "captures" in pattern:
                for capture in pattern["captures"].values():
                    if "patterns" in capture:
                        states[_state(capture)] = [*rules(capture["patterns"]), (r"\.[\w:]*", Name)]
                yield pattern["match"], _captured(pattern["captures"])
            elif "match" in pattern:
                yield pattern["match"], _token(pattern)
            else:
                yield from rules(pattern["patterns"])

    states["root"] = [*rules(grammar["patterns"]), (r"\s+", Whitespace), (r"[A-Za-z_$][\w$]*", Name), (r"[^\s\w]", Punctuation), (r".", Text)]
    return states


class PtxLexer(RegexLexer):
    """PTX, NVIDIA's virtual instruction set."""

    name = "PTX of ptxkit"
    aliases = ["ptxkit", "ptx"]
    filenames = ["*.ptx"]
    mimetypes = ["text/x-ptx"]

    @classmethod
    def get_tokendefs(cls):
        return _states(json.loads(Path(__file__).with_name("ptx.tmLanguage.json").read_text(encoding="utf-8")))


class ConsoleLexer(RegexLexer):
    """Commands behind `$`, and what the tools of ptxkit print."""

    name = "Terminal with ptxkit"
    aliases = ["ptxkit-console"]
    flags = re.MULTILINE
    tokens = {
        "root": [
            (r"^(\$ )(.*\n?)", bygroups(Generic.Prompt, Text)),
            (r"^([^\s:]+:\d+:\d+: )(error:)(.*\n?)", bygroups(Generic.Strong, Generic.Error, Generic.Strong)),
            (r"^([^\s:]+:\d+:\d+: )(warning:)(.*\n?)", bygroups(Generic.Strong, Generic.Subheading, Generic.Strong)),
            (r"^([^\s:]+:\d+:\d+: )(note:|help:)(.*\n?)", bygroups(Generic.Strong, Generic.Heading, Generic.Output)),
            (r"^( +\| )([ ^~]*[~^][ ^~]*\n?)", bygroups(Generic.Output, Generic.Inserted)),
            (r"^\+.*\n?", Generic.Inserted),
            (r"^-.*\n?", Generic.Deleted),
            (r".*\n|.+", Generic.Output),
        ]
    }
