# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks ptx-lsp about a file, and prints the answers in short lines for FileCheck.

Usage: ask.py FILE COMMAND... [-- OPTION OF PTX-LSP...]. A place is `LINE:COLUMN`, both from 1, `@NAME`: where the comment
`/*NAME*/` of the file ends, or `^NAME`: where it begins. The commands:

    hover=PLACE  definition=PLACE  references=PLACE  highlight=PLACE  rename=PLACE,NAME  prepare=PLACE
    complete=PLACE  signature=PLACE  symbols  workspace=QUERY  folds  tokens  hints  lenses  format  format=LINE-LINE
    actions=PLACE  fixall  typed=PLACE  callers=PLACE  callees=PLACE  requirements  canonical  explain=RULE
    launch  launch=NUMBER  findings

What edits the text prints the lines that differ, as `-` and `+`.
"""

import difflib
import json
import subprocess
import sys
from pathlib import Path

URI = "file:///dir/"
CAPABILITIES = {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
                                 "completion": {"completionItem": {"snippetSupport": True}}}}


class Session:
    """A server with one document."""

    def __init__(self, path, options):
        self.text = path.read_bytes().decode()
        self.id = {"uri": URI + path.name}
        self.count = 0
        self.findings = []  # those that were published last, before the last answer
        self.server = subprocess.Popen(["ptx-lsp", *options], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE)
        hints = {"inlayHints": {"types": True, "targets": True}}
        self.capabilities = self.ask("initialize", {"capabilities": CAPABILITIES,
                                                    "initializationOptions": hints})["capabilities"]
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": {
            **self.id, "languageId": "", "version": 1, "text": self.text}}})

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(text), text))
        self.server.stdin.flush()

    def ask(self, method, params):
        """The answer to a request; of an error, the message."""
        self.count += 1
        self.send({"id": self.count, "method": method, "params": params})
        while (answer := self.receive()).get("id") != self.count:
            pass
        return answer["result"] if "result" in answer else answer["error"]

    def receive(self):
        """The next message."""
        size = 0
        while (header := self.server.stdout.readline().strip()):
            size = int(header.split(b":")[1])
        if not size:
            sys.exit("the server has ended")
        message = json.loads(self.server.stdout.read(size))
        if message.get("method") == "textDocument/publishDiagnostics":
            self.findings = message["params"]["diagnostics"]
        return message

    def about(self, method, **params):
        return self.ask("textDocument/" + method, {"textDocument": self.id, **params})

    def position(self, place):
        """A position of the protocol."""
        if place[0] in "@^":
            mark = f"/*{place[1:]}*/"
            offset = self.text.index(mark) + (len(mark) if place[0] == "@" else 0)
            before = self.text[:offset]
            line = before.count("\n")
            column = before[before.rfind("\n") + 1:]
        else:
            line, number = (int(n) - 1 for n in place.split(":"))
            column = self.text.split("\n")[line][:number]
        return {"line": line, "character": len(column.encode("utf-16-le")) // 2}

    def offset(self, position):
        """The place in the text of a position of the protocol."""
        lines = self.text.split("\n")
        line = lines[position["line"]].encode("utf-16-le")
        return (sum(len(before) + 1 for before in lines[:position["line"]])
                + len(line[:2 * position["character"]].decode("utf-16-le")))

    def show_edits(self, edits):
        """Prints what edits change."""
        after = self.text
        for edit in sorted(edits, key=lambda e: self.offset(e["range"]["start"]), reverse=True):
            begin, end = (self.offset(edit["range"][side]) for side in ("start", "end"))
            after = after[:begin] + edit["newText"] + after[end:]
        diff = difflib.unified_diff(self.text.splitlines(), after.splitlines(), n=0, lineterm="")
        for line in [*diff][2:]:
            if not line.startswith("@@"):
                print("  " + line)

    def show_answer_with_edits(self, answer):
        if "changes" in answer:
            self.show_edits(answer["changes"][self.id["uri"]])
        else:
            print("  " + answer["message"])


def at(span):
    """A range as `LINE:COLUMN-COLUMN`, from 1."""
    start, end = span["start"], span["end"]
    last = "" if start["line"] == end["line"] else f"{end['line'] + 1}:"
    return f"{start['line'] + 1}:{start['character'] + 1}-{last}{end['character'] + 1}"


def show_symbols(symbols, indent=1):
    for s in symbols:
        print("  " * indent + f"{s['kind']} {s['name']} {s.get('detail', '')} {at(s['selectionRange'])} of {at(s['range'])}")
        show_symbols(s.get("children", []), indent + 1)


def show_tokens(session):
    legend = session.capabilities["semanticTokensProvider"]["legend"]
    data = session.about("semanticTokens/full")["data"]
    line = column = 0
    for i in range(0, len(data), 5):
        lines, columns, width, kind, flags = data[i:i + 5]
        line, column = line + lines, columns + (0 if lines else column)
        begin = session.offset({"line": line, "character": column})
        end = session.offset({"line": line, "character": column + width})
        names = [n for bit, n in enumerate(legend["tokenModifiers"]) if flags >> bit & 1]
        print(f"  {line + 1}:{column + 1} {session.text[begin:end]} "
              + " ".join([legend["tokenTypes"][kind], *names]))


def show_completion(answer):
    items = answer["items"] if isinstance(answer, dict) else answer
    for item in sorted(items, key=lambda i: i.get("sortText", i["label"])):
        print(f"  {item['label']} | {item.get('detail', '')}")


def run(session, command, value):
    """Runs one command and prints what comes back."""
    place = {} if command in ("format", "workspace", "explain", "launch") or not value else \
        {"position": session.position(value.split(",")[0])}
    if command == "hover":
        answer = session.about("hover", **place)
        print("  none" if answer is None else
              f"  {at(answer['range'])}\n  " + answer["contents"]["value"].replace("\n", "\n  "))
    elif command in ("definition", "references"):
        for found in session.about(command, **place, context={"includeDeclaration": True}):
            print(f"  {at(found['range'])}")
    elif command == "highlight":
        for found in session.about("documentHighlight", **place):
            print(f"  {at(found['range'])} {['', 'text', 'read', 'write'][found['kind']]}")
    elif command == "prepare":
        answer = session.about("prepareRename", **place)
        print("  " + (f"{at(answer['range'])} {answer['placeholder']}" if "range" in answer
                      else answer["message"]))
    elif command == "rename":
        session.show_answer_with_edits(
            session.about("rename", **place, newName=value.split(",")[1]))
    elif command == "symbols":
        show_symbols(session.about("documentSymbol"))
    elif command == "workspace":
        for found in session.ask("workspace/symbol", {"query": value}):
            print(f"  {found['name']} in {found.get('containerName', '')} {at(found['location']['range'])}")
    elif command == "folds":
        for fold in session.about("foldingRange"):
            print(f"  {fold['startLine'] + 1}-{fold['endLine'] + 1} {fold.get('kind', '')}")
    elif command == "tokens":
        show_tokens(session)
    elif command == "complete":
        show_completion(session.about("completion", **place))
    elif command == "signature":
        answer = session.about("signatureHelp", **place)
        for number, each in enumerate((answer or {}).get("signatures", [])):
            active = "*" if number == answer["activeSignature"] else " "
            names = [p["label"] if isinstance(p["label"], str)
                     else each["label"][slice(*p["label"])] for p in each["parameters"]]
            print(f"  {active} {each['label']} | {answer['activeParameter']} of {' '.join(names)}")
    elif command == "hints":
        end = {"line": session.text.count("\n") + 1, "character": 0}
        for hint in session.about("inlayHint", range={"start": {"line": 0, "character": 0}, "end": end}):
            print(f"  {hint['position']['line'] + 1}:{hint['position']['character'] + 1} {hint['label']}")
    elif command == "lenses":
        for lens in session.about("codeLens"):
            print(f"  {at(lens['range'])} {lens['command']['title']}", *lens['command'].get('arguments', [])[1:])
    elif command == "format" and value:
        first, last = (int(n) for n in value.split("-"))
        span = {"start": {"line": first - 1, "character": 0}, "end": {"line": last, "character": 0}}
        session.show_edits(session.about("rangeFormatting", range=span, options={}))
    elif command == "format":
        session.show_edits(session.about("formatting", options={}))
    elif command == "typed":
        session.show_edits(session.about("onTypeFormatting", **place, ch=";", options={}))
    elif command in ("callers", "callees"):
        method, side = {"callers": ("incoming", "from"), "callees": ("outgoing", "to")}[command]
        for item in session.about("prepareCallHierarchy", **place):
            print(f"  {item['detail']} {item['name']} {at(item['selectionRange'])} of {at(item['range'])}")
            for call in session.ask(f"callHierarchy/{method}Calls", {"item": item}):
                print(f"    {call[side]['name']} {' '.join(at(r) for r in call['fromRanges'])}")
    elif command == "launch":
        answer = session.ask("workspace/executeCommand", {
            "command": "ptx-lsp.checkLaunch", "arguments": [session.id["uri"], *([int(value)] if value else [])]})
        executed = isinstance(answer, str)
        text = answer if executed else answer["message"]
        print("  " + text.rstrip("\n").replace("\n", "\n  "))
        # What an execution shows is published when the server has nothing else to do.
        while executed and session.receive().get("method") != "textDocument/publishDiagnostics":
            pass
    elif command == "findings":
        for finding in session.findings:
            print(f"  {at(finding['range'])} {finding['code']} {finding['message']}")
    elif command in ("requirements", "canonical", "explain"):
        name = {"canonical": "canonicalForm"}.get(command, command)
        answer = session.ask("workspace/executeCommand", {
            "command": f"ptx-lsp.{name}", "arguments": [value or session.id["uri"]]})
        text = answer if isinstance(answer, str) else answer["message"]
        print("  " + text.rstrip("\n").replace("\n", "\n  "))
    elif command in ("actions", "fixall"):
        start = place.get("position", {"line": 0, "character": 0})
        context = {"diagnostics": []}
        if command == "fixall":
            context["only"] = ["source.fixAll"]
        for action in session.about("codeAction", range={"start": start, "end": start}, context=context):
            print(f"  {action['kind']}{' preferred' if action.get('isPreferred') else ''}: {action['title']}"
                  + "".join(f" [{d['code']}]" for d in action.get("diagnostics", [])))
            session.show_answer_with_edits(action["edit"])
    else:
        sys.exit(f"unknown command {command}")


def main(arguments):
    options = []
    if "--" in arguments:
        split = arguments.index("--")
        arguments, options = arguments[:split], arguments[split + 1:]
    session = Session(Path(arguments[0]), options)
    for argument in arguments[1:]:
        command, _, value = argument.partition("=")
        print(argument)
        run(session, command, value)
    session.ask("shutdown", None)
    session.send({"method": "exit"})
    return session.server.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
