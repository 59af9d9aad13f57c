# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures ptx-lsp on modules:

    measure.py completion FOLDER COUNT     COUNT instructions, cut before each modifier and each operand: is what followed offered, and where?
                                           With the rest of the module, and without it.
    measure.py rename FOLDER COUNT         COUNT names get another one: does the module check as before, and does nothing else differ?
    measure.py latency FILE COUNT          COUNT edits of one character: after how long are there findings? FILE is a module or C++.
    measure.py hover FILE COUNT            COUNT edits of one character, each with a hover over the instruction: after how long is there an
                                           answer? FILE is a module.

FOLDER holds modules; those above 100 kB are left out, and those that a table `verdicts.tsv` of the folder does not accept. The same
arguments choose the same places."""

import csv
import json
import os
import random
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

LARGEST = 100_000
INSTRUCTION = re.compile(r"^[ \t]*(?:@!?[%\w$]+[ \t]+)?([a-z]\w*(?:\.[\w:]+)+)[ \t]+([^;{}/]*);[ \t]*$", re.MULTILINE)
OPERAND = re.compile(r"(?<=[ \t,\[])[%$A-Za-z_][\w$.]*(?=[ \t]*(?:[,\]+]|$))")
IN_LITERAL = re.compile(r';(?=(?:\\n)?")')
NAME = re.compile(r"[%$A-Za-z_][\w$]*")


class Server:
    def __init__(self):
        self.process = subprocess.Popen(["ptx-lsp", "--no-config"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count = self.version = 0
        self.published = None
        self.ask("initialize", {"capabilities": {"general": {"positionEncodings": ["utf-32"]}}})

    def send(self, method, params, **more):
        text = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(text), text))
        self.process.stdin.flush()

    def read(self):
        size = 0
        while (header := self.process.stdout.readline().strip()):
            size = int(header.split(b":")[1])
        if not size:
            sys.exit("the server has ended")
        message = json.loads(self.process.stdout.read(size))
        if message.get("method") == "textDocument/publishDiagnostics":
            self.published = message["params"]
        return message

    def ask(self, method, params):
        self.count += 1
        self.send(method, params, id=self.count)
        while (answer := self.read()).get("id") != self.count:
            pass
        return answer.get("result", answer.get("error"))

    def about(self, method, **params):
        return self.ask("textDocument/" + method, {"textDocument": {"uri": self.uri}, **params})

    def open(self, text, suffix=".ptx"):
        self.version += 1
        self.published = None
        self.uri = f"file:///{self.version}{suffix}"
        self.send("textDocument/didOpen", {"textDocument": {
            "uri": self.uri, "languageId": "", "version": 0, "text": text}})

    def close(self):
        self.send("textDocument/didClose", {"textDocument": {"uri": self.uri}})

    def change(self, change):
        self.version += 1
        self.send("textDocument/didChange", {"textDocument": {"uri": self.uri, "version": self.version}, "contentChanges": [change]})

    def findings(self):
        """What is published of the document as it is now."""
        while not self.published or self.published["uri"] != self.uri or self.published.get("version") not in (0, self.version):
            self.read()
        published, self.published = self.published, None
        return sorted((d["code"], d["range"]["start"]["line"]) for d in published["diagnostics"])


def position(text, offset):
    before = text[:offset]
    return {"line": before.count("\n"), "character": offset - before.rfind("\n") - 1}


def modules(folder):
    table = Path(folder) / "verdicts.tsv"
    rows = csv.DictReader(table.open(), delimiter="\t") if table.exists() else []
    rejected = {row["path"] for row in rows if row["fe_verdict"] != "accept"}
    for path in sorted(Path(folder).rglob("*.ptx")):
        if path.stat().st_size <= LARGEST and str(path.relative_to(folder)) not in rejected:
            try:
                yield path.read_text(encoding="ascii").replace("\r", "")
            except UnicodeDecodeError:
                pass


def rank(server, text, at, rest, wanted):
    """The rank of `wanted` at the offset, after which there is only `rest`; None if it is not offered."""
    cut = text[:at] + "\n" + rest
    server.open(cut)
    answer = server.about("completion", position=position(cut, at))
    server.close()
    labels = [item["label"] for item in sorted(answer["items"], key=lambda item: item["sortText"])]
    return labels.index(wanted) + 1 if wanted in labels else None


def completion(server, folder, count):
    found = {what + rest: [] for what in ("modifiers", "operands") for rest in ("", ", nothing after them")}
    texts = [(text, places) for text in modules(folder) if (places := list(INSTRUCTION.finditer(text)))]
    for _ in range(count):
        text, places = random.choice(texts)
        instruction = random.choice(places)
        words = [("modifiers", instruction.start(1) + word.start() + 1, word[0])
                 for word in re.finditer(r"\.[\w:]+", instruction[1])]
        words += [("operands", at, operand[0]) for operand in OPERAND.finditer(instruction[0])
                  if (at := instruction.start() + operand.start()) >= instruction.start(2)]
        for what, at, word in words:
            found[what].append(rank(server, text, at, text[instruction.end():], word))
            found[what + ", nothing after them"].append(rank(server, text, at, "}\n", word))
    for kind, all_ranks in found.items():
        offered = [rank for rank in all_ranks if rank]
        if offered:
            tenth = statistics.quantiles([*offered, *offered], n=10)[-1]
            print(f"{kind}: {len(all_ranks)} places, {len(offered)} offered, median rank {statistics.median(offered):g}, "
                  f"90% within {tenth:g}, first in {sum(rank == 1 for rank in offered)}")


def renamed(server, text, offset, name):
    """Why a name cannot be renamed, or what is wrong after it was; None if all is well."""
    new = ("%" if name.startswith("%") else "") + "renamed_name"
    server.open(text)
    before = server.findings()
    answer = server.about("rename", position=position(text, offset), newName=new)
    if "changes" not in answer:
        server.close()
        return "refused: " + answer["message"]
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    after = text
    edits = [[starts[e["range"][side]["line"]] + e["range"][side]["character"] for side in ("start", "end")] + [e["newText"]]
             for e in answer["changes"][server.uri]]
    for begin, end, put in sorted(edits, reverse=True):
        after = after[:begin] + put + after[end:]
    server.change({"text": after})
    found = server.findings()
    server.close()
    if found != before:
        return f"other findings: {before} {found}"
    # One of several registers gets a declaration of its own.
    back = after.replace(f", {new}", "", 1) if f">, {new}" in after else after
    return None if back.replace(new, name) == text else "another text"


def rename(server, folder, count):
    results = {}
    texts = list(modules(folder))
    done = 0
    while done < count:
        text = random.choice(texts)
        places = list(NAME.finditer(text))
        if not places or "renamed_name" in text:
            continue
        place = random.choice(places)
        server.open(text)
        can = server.about("prepareRename", position=position(text, place.start()))
        server.close()
        if "range" not in can:
            continue
        done += 1
        result = renamed(server, text, place.start(), can["placeholder"]) or "as before, but for the name"
        results[result] = results.get(result, 0) + 1
    for result, times in sorted(results.items(), key=lambda pair: -pair[1]):
        print(f"{times} {result}")


def processor_time(server):
    """The seconds that the server has computed, which other programs of the machine hardly change."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_time(server):
    """The same in a finer unit: the sum over the threads, in ns."""
    tasks = Path(f"/proc/{server.process.pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks)


def hover(server, path, count):
    text = Path(path).read_text(encoding="ascii")
    places = list(INSTRUCTION.finditer(text))
    server.open(text)
    server.findings()
    times, spent = [], []
    for _ in range(count):
        # A blank at the end of a line, so that places stay what they are.
        place = random.choice(places)
        where = position(text, place.end())
        mnemonic = position(text, place.start(1))
        start, before = time.perf_counter(), run_time(server)
        server.change({"range": {"start": where, "end": where}, "text": " "})
        answer = server.about("hover", position=mnemonic)
        times.append((time.perf_counter() - start) * 1000)
        spent.append((run_time(server) - before) / 1e6)
        if not answer or "contents" not in answer:
            sys.exit(f"no answer at {mnemonic}")
        server.findings()
    at = lambda values, percent: sorted(values)[min(count - 1, count * percent // 100)]
    print(f"{count} edits: hover p50 {at(times, 50):.2f} ms, p99 {at(times, 99):.2f} ms; "
          f"processor time until the answer p50 {at(spent, 50):.2f} ms, p99 {at(spent, 99):.2f} ms")


def latency(server, path, count):
    text = Path(path).read_text(encoding="ascii")
    # In C++, in the literals of `asm` statements.
    places = list((INSTRUCTION if path.endswith(".ptx") else IN_LITERAL).finditer(text))
    server.open(text, Path(path).suffix)
    server.findings()
    before = processor_time(server)
    times = []
    for _ in range(count):
        # Blanks at the ends of lines, so that places stay what they are.
        where = position(text, random.choice(places).end())
        start = time.perf_counter()
        server.change({"range": {"start": where, "end": where}, "text": " "})
        server.findings()
        times.append((time.perf_counter() - start) * 1000)
    times.sort()
    peak = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{server.process.pid}/status").read_text())
    spent = (processor_time(server) - before) * 1000 / count
    print(f"{count} edits: p50 {times[count // 2]:.2f} ms, p99 {times[min(count - 1, count * 99 // 100)]:.2f} ms, "
          f"{spent:.2f} ms of processor time each, memory at most {int(peak[1]) / 1024:.0f} MB")


def main(what, path, count):
    random.seed(0)
    server = Server()
    {"completion": completion, "rename": rename, "latency": latency, "hover": hover}[what](server, path, int(count))
    server.ask("shutdown", None)
    server.send("exit", None)
    return server.process.wait()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
