#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the tree-sitter grammar of PTX: generate.py LEXER PARSER DATABASE FOLDER.

`grammar.js` is the grammar of ANTLR, written in tree-sitter's language. Three of its rules differ: a file may be a module or the text of an
asm statement, and labels, instructions and calls have rules of their own, since a tree for editors has a node for each. The queries for
colours have the words of the database. Helix and Zed name some colours differently, so each gets queries of its own.
"""

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from ptxkit import database  # noqa: E402

HEADER = """Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

# Rules that replace those of the parser's grammar, which are made for a parser that looks one token ahead.
REPLACED = """
sourceFile : (versionDirective | targetDirective | addressSizeDirective | moduleItem | statement)* ;
moduleItem
  : linkedDeclaration | entry | deviceFunction | Common variableDeclaration | aliasDirective | fileDirective | sectionDirective
  | intermediateSection | metadataSection | dwarfDirective
  ;
linkedDeclaration : linkage (entry | deviceFunction | variableDeclaration) ;
statement
  : label | instruction | callInstruction | variableDeclaration | locDirective | locIntermediate | pragmaDirective | block
  ;
label : name Colon labelledDirective? ;
instruction : guard? lineContinuation? opcode modifier* operands? Semicolon ;
opcode : Identifier | Generic | FunctionName | InlinedAt ;
callInstruction : guard? Call modifier* callOperands Semicolon ;
"""
# Rules whose nodes a tree does not have: their parts are parts of the rule that names them.
HIDDEN = {"statement", "moduleItem", "name", "plainName", "qualifier", "count", "operand", "destination", "linkage", "operands", "callOperands",
          "constantStart", "constantTerm", "constantPrimary", "constantAtom", "constantRest", "constantPrefix", "binaryOperator", "entryDirective",
          "firstDimension", "initializer", "initializerElement", "sectionValue", "metadataItem", "lineContinuation", "modifier",
          "labelledDirective", "dwarfValue"}
# A declaration of a function without a body has no end of its own: a brace after it begins the body.
RIGHT = {"deviceFunction"}
START = "sourceFile"


# ----- The notation of ANTLR ----------------------------------------------------------------------------------------------------------------

TOKEN = re.compile(r"""'(?:\\.|[^'\\])*'|\[(?:\\.|[^\]\\])*\]|//[^\n]*|\w+|->|[:;|*+?()~.]|\s+""")


class Reader:
    """Reads rules as trees: ("seq" or "choice", parts), ("?", "*", "+" or "*?", part), ("literal" or "set" or "name", text), ("not", part)."""

    def __init__(self, text):
        tokens = TOKEN.findall(text)
        assert "".join(tokens) == text, "unknown notation in a grammar"
        self.tokens = [token for token in tokens if not token.isspace() and not token.startswith("//")]
        self.at = 0

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def rules(self):
        result, skipped, fragments = {}, set(), set()
        while self.peek():
            if self.peek() in ("lexer", "parser", "grammar"):
                while self.next() != ";":
                    pass
                continue
            is_fragment = self.peek() == "fragment"
            if is_fragment:
                self.next()
            name = self.next()
            if is_fragment:
                fragments.add(name)
            assert self.next() == ":", name
            result[name] = self.choice()
            if self.peek() == "->":
                assert [self.next(), self.next()] == ["->", "skip"]
                skipped.add(name)
            assert self.next() == ";", name
        return result, skipped, fragments

    def choice(self):
        parts = [self.sequence()]
        while self.peek() == "|":
            self.next()
            parts.append(self.sequence())
        return parts[0] if len(parts) == 1 else ("choice", parts)

    def sequence(self):
        parts = []
        while self.peek() not in ("|", ")", ";", "->"):
            parts.append(self.repeated())
        return parts[0] if len(parts) == 1 else ("seq", parts)

    def repeated(self):
        part = self.primary()
        while self.peek() in ("?", "*", "+"):
            kind = self.next()
            if kind == "*" and self.peek() == "?":
                kind += self.next()
            part = (kind, part)
        return part

    def primary(self):
        token = self.next()
        if token == "(":
            inner = self.choice()
            assert self.next() == ")"
            return inner
        if token == "~":
            return ("not", self.primary())
        if token[0] == "'":
            return ("literal", token[1:-1].replace("\\\\", "\\").replace("\\n", "\n").replace("\\r", "\r").replace("\\'", "'"))
        return ("set" if token[0] == "[" else "any" if token == "." else "name", token)


# ----- Tokens -------------------------------------------------------------------------------------------------------------------------------

def literal_pattern(text):
    return "".join("\\n" if each == "\n" else "\\r" if each == "\r" else re.sub(r"[.*+?()|{}\[\]^$\\/]", r"\\\g<0>", each) for each in text)


def up_to(end):
    """A pattern of all that precedes the first `end`, and of `end`: these patterns have no repetition that stops early."""
    first, count = end[0], len(end)
    assert first not in end[1:]
    begun = "(?:" + "|".join(literal_pattern(end[:n]) for n in range(count - 1, 0, -1)) + ")"
    stopped = "|".join(f"{literal_pattern(end[:n])}[^{literal_pattern(first + end[n])}]" for n in range(1, count))
    return f"(?:[^{literal_pattern(first)}]|{begun}*(?:{stopped}))*{begun}*{literal_pattern(end)}"


class Tokens:
    def __init__(self, rules):
        self.rules = rules

    def pattern(self, tree):
        kind, part = tree
        if kind == "name":
            return self.pattern(self.rules[part])
        if kind == "literal":
            return literal_pattern(part)
        if kind == "set":
            return part.replace("\\u001A", "\\x1a").replace("/", "\\/")
        if kind == "not":
            return "[^" + (part[1][1:-1] if part[0] == "set" else literal_pattern(part[1])) + "]"
        if kind == "choice":
            return "|".join(map(self.pattern, part))
        if kind == "seq":
            if part[1][0] == "*?":
                return self.pattern(part[0]) + up_to(part[2][1])
            return "".join(f"(?:{self.pattern(each)})" if self.whole(each)[0] == "choice" else self.pattern(each) for each in part)
        text = self.pattern(part)
        is_single = self.whole(part)[0] in ("set", "not") or re.fullmatch(r"\\?.", text)
        return (text if is_single else f"(?:{text})") + kind

    def whole(self, tree):
        return self.whole(self.rules[tree[1]]) if tree[0] == "name" else tree

    def words(self, name):
        """The words of a token that has only words, or None."""
        tree = self.rules[name]
        parts = tree[1] if tree[0] == "choice" else [tree]
        return [part[1] for part in parts] if all(part[0] == "literal" for part in parts) else None


# ----- Rules --------------------------------------------------------------------------------------------------------------------------------

def snake(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Rules:
    def __init__(self, rules, tokens):
        self.rules, self.tokens = rules, tokens
        self.used = set()
        self.nullable = set()
        while True:
            found = {name for name, tree in rules.items() if self.is_nullable(tree)} - {START}
            if found == self.nullable:
                break
            self.nullable = found

    def is_nullable(self, tree):
        kind, part = tree
        if kind == "name":
            return part in self.nullable
        if kind == "seq":
            return all(map(self.is_nullable, part))
        if kind == "choice":
            return any(map(self.is_nullable, part))
        return kind in ("?", "*")

    def not_empty(self, tree):
        """The tree without the empty text, which no rule of tree-sitter may match."""
        kind, part = tree
        if not self.is_nullable(tree) or kind == "name":
            return tree
        if kind == "?":
            return self.not_empty(part)
        if kind == "*":
            return ("+", part)
        if kind == "choice":
            return ("choice", [self.not_empty(each) for each in part if each != ("seq", [])])
        if len(part) == 1:
            return self.not_empty(part[0])
        rest = ("seq", part[1:])
        return ("choice", [("seq", [self.not_empty(part[0]), *part[1:]]), self.not_empty(rest)])

    def reference(self, name):
        if name in self.rules:
            return "$." + ("_" if name in HIDDEN else "") + snake(name)
        words = self.tokens.words(name)
        if not words:
            self.used.add(name)
            return "$." + snake(name)
        texts = [json.dumps(word) for word in words]
        return texts[0] if len(texts) == 1 else f"choice({', '.join(texts)})"

    def javascript(self, tree, alias=None):
        kind, part = tree
        if kind == "name":
            if alias and part not in self.rules and snake(part) != alias:
                texts = map(json.dumps, self.tokens.words(part)) if self.tokens.words(part) else [self.reference(part)]
                return ", ".join(f"alias({text}, $.{alias})" for text in texts)
            text = self.reference(part)
            return f"optional({text})" if part in self.nullable else text
        if kind in ("seq", "choice"):
            inner = ", ".join(self.javascript(each, alias) for each in part)
            return inner if len(part) == 1 and inner else f"{kind}({inner})"
        call = {"?": "optional", "*": "repeat", "+": "repeat1"}[kind]
        if self.is_nullable(part):
            call, part = "optional" if call == "optional" else "repeat", self.not_empty(part)
        return f"{call}({self.javascript(part, alias)})"

    def rule(self, name):
        tree = self.rules[name] if name == START else self.not_empty(self.rules[name])
        # Words of the syntax are names and modifiers elsewhere.
        alias = {"name": "identifier", "plainName": "identifier", "opcode": "identifier", "modifier": "modifier"}.get(name)
        text = self.javascript(tree, alias)
        return f"prec.right({text})" if name in RIGHT else text


def read(lexer, parser):
    """The tokens, and the rules that a file can reach."""
    tokens, skipped, fragments = Reader(lexer.read_text(encoding="utf-8")).rules()
    # The parser's grammar lists the tokens of a name where an operand begins with one.
    text = re.sub(r"options \{.*?\}", "", parser.read_text(encoding="utf-8"))
    rules = Reader(text).rules()[0]
    names = sorted(rules["name"][1])

    def named(tree):
        kind, part = tree
        if kind == "choice" and all(each[0] == "name" for each in part) and sorted(part) == names:
            return ("name", "name")
        return (kind, [named(each) for each in part] if isinstance(part, list) else named(part) if isinstance(part, tuple) else part)
    rules = {**{name: tree if name == "name" else named(tree) for name, tree in rules.items()}, **Reader(REPLACED).rules()[0]}
    reached, waiting = {}, [START]
    while waiting:
        name = waiting.pop(0)
        if name in rules and name not in reached:
            reached[name] = rules[name]
            waiting += re.findall(r"\('name', '(\w+)'\)", str(rules[name]))
    return tokens, skipped, fragments, reached


def grammar(tokens, skipped, fragments, rules):
    patterns = Tokens(tokens)
    made = Rules(rules, patterns)
    lines = [f"    {made.reference(name)[2:]}: $ => {made.rule(name)}," for name in rules]
    # Of two patterns of one length, tree-sitter selects the first one, as ANTLR does.
    for name in tokens:
        if name in made.used or name in skipped and name != "WhiteSpace":
            lines.append(f"    {snake(name)}: $ => /{patterns.pattern(tokens[name])}/,")
    extras = [f"/{patterns.pattern(tokens['WhiteSpace'])}/", *(f"$.{snake(name)}" for name in tokens if name in skipped and name != "WhiteSpace")]
    return (notice("//") + "//\n// Made from the grammar of ANTLR.\n\nmodule.exports = grammar({\n  name: \"ptx\",\n"
            + f"  extras: $ => [{', '.join(extras)}],\n  word: $ => $.identifier,\n  rules: {{\n" + "\n".join(lines) + "\n  },\n});\n")


# ----- Colours ------------------------------------------------------------------------------------------------------------------------------

def notice(comment):
    return "".join(f"{comment} {line}\n" for line in HEADER.splitlines())


def any_of(capture, words, is_negated=False):
    return f"(#{'not-' if is_negated else ''}any-of? @{capture} {' '.join(map(json.dumps, words))})"


def highlights(facts, tokens, rules):
    """The names of colours are those of Neovim. No two patterns match the same node, since editors differ in which one then counts."""
    patterns = Tokens(tokens)
    named = set(re.findall(r"\('name', '(\w+)'\)", str(list(rules.values()))))
    words = sorted({word for name in named if name in tokens for word in patterns.words(name) or []})
    spaces = sorted(word for word in words if word in {space.name for space in facts.state_spaces})
    directives = sorted(word for word in words if word[0] in ".@" and len(word) > 1 and word not in spaces and word not in patterns.words("Vector"))
    operators = sorted(word for word in words if re.fullmatch(r"[^\w\s.(){}\[\],;:\\@]+", word))
    types = sorted("." + kind.name for kind in facts.types)
    specials = sorted(register.name for register in facts.special_registers)

    def listed(texts):
        return "[" + " ".join(map(json.dumps, texts)) + "]"

    return notice(";") + f"""
[(line_comment) (block_comment) (line_marker)] @comment
(string) @string
(integer) @number
[(float) (float32) (float64)] @number.float
"WARP_SZ" @constant.builtin
{listed(directives)} @keyword.directive
[{' '.join(map(json.dumps, spaces))} (const_bank)] @keyword.storage
((modifier) @type.builtin {any_of("type.builtin", types)})
((modifier) @attribute {any_of("attribute", types, True)})
(opcode) @keyword
(call_instruction "call" @keyword)
(entry (identifier) @function)
(device_function (identifier) @function)
(label (identifier) @label)
((identifier) @variable.builtin {any_of("variable.builtin", specials)})
((identifier) @variable (#match? @variable "^[%]") {any_of("variable", specials, True)})
(guard ["@" "!"] @operator)
{listed(word for word in operators if word != "!")} @operator
["(" ")" "[" "]" "{{" "}}"] @punctuation.bracket
["," ";" ":"] @punctuation.delimiter
"""


DESCRIPTION = {
    "grammars": [{"name": "ptx", "camelcase": "PTX", "scope": "source.ptx", "path": ".", "file-types": ["ptx"], "injection-regex": "^ptx$",
                  "highlights": "queries/highlights.scm", "locals": "queries/locals.scm"}],
    "metadata": {"version": None, "license": "Apache-2.0 WITH LLVM-exception", "description": "PTX, the assembly language of NVIDIA's GPUs"},
}
# The names of Neovim's colours in themes of the others.
COLOURS = {
    "helix": {"number.float": "constant.numeric.float", "number": "constant.numeric", "keyword.storage": "keyword.storage.modifier"},
    "zed": {"variable.builtin": "variable.special", "type.builtin": "type", "number.float": "number", "constant.builtin": "constant"},
}
LOCALS = """
[(entry) (device_function) (block)] @local.scope
(declarator (identifier) @local.definition)
(parameter (identifier) @local.definition)
(label (identifier) @local.definition)
(identifier) @local.reference
"""
FOLDS = """
[(body) (block) (section_directive) (intermediate_section) (metadata_section) (block_comment)] @fold
"""


def main():
    lexer, parser, facts, folder = (Path(each) for each in sys.argv[1:])
    syntax, facts = read(lexer, parser), database.load(facts)
    DESCRIPTION["metadata"]["version"] = facts.ptxkit
    colours = highlights(facts, syntax[0], syntax[3])
    files = {"grammar.js": grammar(*syntax), "tree-sitter.json": json.dumps(DESCRIPTION, indent=2) + "\n",
             "queries/highlights.scm": colours, "queries/locals.scm": notice(";") + LOCALS, "queries/folds.scm": notice(";") + FOLDS}
    for editor, place in (("helix", "helix/queries/ptx"), ("zed", "zed/languages/ptx")):
        files[place + "/highlights.scm"] = re.sub(r"@([\w.]+)", lambda found, names=COLOURS[editor]: "@" + names.get(found[1], found[1]), colours)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
