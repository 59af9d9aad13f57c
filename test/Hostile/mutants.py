# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gives every reader of the tools files with random edits, and the language server random requests.

    mutants.py --bin FOLDER [--seed N] [--mutants N] [--requests N] FOLDER|FILE...

The files below the folders are edited: bytes, words and lines are removed, repeated, swapped, or taken from another file. A tool has to exit
with 0, 1 or 2, or what else it says of an input, in time, and print no internal error; the server has to answer each request. What it does not survive is kept in the present
folder. Prints how many there were; the exit status is 1 if something fell."""

import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SECONDS = 30
PROGRESS_SECONDS = 10
INLINE = {".cu", ".ll", ".mlir", ".py", ".ipynb", ".rs", ".jl", ".cl"}
SOURCES = {".ptx"} | INLINE
HEADER = ".version 9.0\n.target sm_90\n"
ODD = [b"\0", b"\xff", b"\\\n", b"/*", b"*/", b'"', b"//", b"{", b"}", b"(", b")", b"[", b"]", b"<", b">", b"@", b"#", b";", b":", b"%", b"$0",
       b"99999999999999999999", b"0x", b"-", b"\r\n", b"\t", b"~", b"'", b"\n#if 1\n", b"\n#endif\n", b"asm(", b".reg .b32 x;", b".entry k()", b"*", b"**/"]

CONFIGURATION = b"""warnings: [all, -unused-register]
targets: [sm_90a]
exclude: ["gen/**", "*.{a,b}"]
overrides:
  - files: ["a/*.ptx"]
    warnings: [none]
  - entries: ["k*"]
    warnings: ["error=unused-label"]
"""
MAPS = b'{"version": 1, "maps": {"A": {"type": "bf16", "rank": 2, "box": [64, 128], "swizzle": "128B"}}, "kernels": {"k": {"params": {"p": "A"}}}}'
BASELINE = b'{"version": 1, "fingerprint": "ptxkitStatement/v1", "findings": [{"file": "k.ptx", "rule": "operand-type", "message": "m", "fingerprint": "f0"}]}'
DIFF = b"--- a/k.ptx\n+++ b/k.ptx\n@@ -1,2 +1,3 @@\n .version 9.0\n+.target sm_90\n-x\n"
IGNORED = b"*.o\n/build/\n!keep/**/k.ptx\n[a-c]?*.ptx\n\\#x\n"
OPTIONS = b"-arch sm_90 --warn-on-spills -O3 'a b'\n"
LITMUS = b"PTX mp\n{x=0; y=0;}\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | ld.acquire.gpu r0, y ;\n st.release.gpu y, 1 | ld.weak r1, x ;\nexists (1:r0=1 /\\ 1:r1=0)\n"
SPIRV = (b'OpCapability TensorAddressingNV\nOpExtension "SPV_NV_tensor_addressing"\n%u = OpTypeInt 32 0\n%c2 = OpConstant %u 2\n%c0 = OpConstant %u 0\n'
         b"%L = OpTypeTensorLayoutNV %c2 %c0\n%l0 = OpCreateTensorLayoutNV %L\n")

# Sources to begin with, of languages that the given folders may lack.
SEEDS = {
    ".py": b"""import cupy
MODULE = ".version 9.0\\n.target sm_90\\n.entry k() { ret; }"
def add(a, b, n):
    step = f"add.u32 $0, $1, {n};"
    return tl.inline_asm_elementwise(step + "bar.sync 0;", "=r,r", [a], dtype=tl.int32, is_pure=False, pack=1)
KERNEL = cupy.RawKernel(r'''__global__ void k(unsigned a) { asm volatile("add.u32 %0, %0, 1;" : "+r"(a)); }''', "k")
""",
    ".ipynb": b"""{"cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": 1, "source": ["%%writefile k.cu\\n",
 "void f(int a) { asm(\\"add.u32 %0, %0, 1;\\" : \\"+r\\"(a)); }"]}, {"cell_type": "code", "metadata": {}, "source": "x = llvm.inline_asm(i32, [a], \\"add.u32 $0, $1;\\", \\"=r,r\\")"}],
 "metadata": {"kernelspec": {"language": "python"}}, "nbformat": 4, "nbformat_minor": 5}
""",
    ".rs": b"""unsafe fn f(a: u32) -> u32 {
    let mut r: u32;
    #[cfg(target_arch = "nvptx64")]
    asm!("add.u32 {r}, {a}, 1;", "bar.sync {};", const 0, r = out(reg32) r, a = in(reg32) a, options(nostack));
    core::arch::asm!(concat!("{{ .reg .pred p;", r#" setp.eq.u32 p, {0}, 0; }}"#), in(reg32) a);
    r
}
""",
    ".jl": b"""permute(a, b, s) = @asmcall("prmt.b32 \\$0, \\$1, \\$2, \\$3;", "=r,r,r,r", UInt32, Tuple{UInt32, UInt32, UInt32}, a, b, s)
f(a) = Base.llvmcall((raw"define void @f() { call void asm sideeffect \"bar.sync $0;\", \"\"() ret void }", "f"), Cvoid, Tuple{})
""",
    ".cl": b"""inline uint add_cc(uint a, uint b) {
  uint r;
#ifdef IS_AMD
  __asm__ volatile("v_add_co_u32 %0, vcc, %1, %2" : "=v"(r) : "v"(a), "v"(b));
#else
  asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
#endif
  return r;
}
""",
}
KERNEL = b""".version 9.0
.target sm_90
//@launch k block=64 cluster=2 grid=4 dynamic-shared=1024 args={n: 4, 0: -1} box-bytes={p: 256}
.visible .entry k(.param .b32 n, .param .b64 p) {
.reg .pred %p; .reg .b32 %r<9>; .reg .b64 %d<9>; .shared .align 8 .b64 m; .extern .shared .b32 s[];
ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x; mov.u32 %r3, s; mov.u32 %r4, m;
setp.eq.u32 %p, %r2, 0; @%p mbarrier.init.shared.b64 [%r4], 32; bar.sync 0;
L: st.shared.u32 [%r3+8], %r2; ld.shared.u32 %r5, [%r3]; atom.shared.add.u32 %r6, [%r3+4], 1;
@%p bra M; mbarrier.arrive.shared.b64 %d1, [%r4];
M: sub.u32 %r1, %r1, 1; setp.ne.u32 %p, %r1, 0; @%p bra L;
bar.warp.sync -1; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; ret;
}
"""
LAUNCHES = b"""{"file": "k.ptx", "entry": "k", "block": [64, 1, 1], "cluster": 1, "grid": [4, 2], "dynamic_shared": 1024, "args": {"n": 4}, "tensor_maps": [{"param": "p", "type": "f16", "box": [64, 8]}]}
{"file": "k.ptx", "threads": {"threadIdx.x": 32, "blockIdx.x": 2}, "facts": {"n": 3}, "source_args": [{"name": "a", "type": "tensordesc<f16>", "fact": "of [4, n]"}], "ptx_params": [{"name": "p", "type": "u64"}, {"name": "n", "type": "u32"}]}
"""

# What is read by another option than as an input: the tool, its arguments ({} is the file), a file to begin with.
SIDE_FILES = [
    (["ptx-check", "--config", "{}", "k.ptx"], CONFIGURATION), (["ptx-fmt", "--check", "--config", "{}", "k.ptx"], CONFIGURATION),
    (["ptx-check", "--tensor-maps", "{}", "k.ptx"], MAPS), (["ptx-check", "--baseline", "{}", "k.ptx"], BASELINE),
    (["ptx-check", "--diff-from", "{}", "k.ptx"], DIFF), (["ptx-check", "repository"], IGNORED), (["ptx-verify", "-optf", "{}", "k.ptx"], OPTIONS),
    (["ptx-litmus", "{}"], LITMUS), (["ptx-layout", "spirv", "{}"], SPIRV), (["ptx-layout", "map", "A", "--tensor-maps", "{}"], MAPS),
    (["ptx-sanitize", "--step-limit=20000", "--launches", "{}"], LAUNCHES), (["ptx-sanitize", "--step-limit=20000", "{}"], KERNEL),
    (["ptx-sanitize", "--step-limit=20000", "--strict", "{}"], KERNEL), (["ptx-dump", "--parse-tree", "{}"], KERNEL), (["ptx-dump", "--ast=json", "{}"], KERNEL),
    (["ptx-diff", "-j1", "--form=json", "{}", "/dev/null"], KERNEL), (["ptx-diff", "-j1", "/dev/null", "{}"], KERNEL),
    (["ptx-run", "--step-limit=20000", "--grid=2", "{}"], KERNEL), (["ptx-run", "--step-limit=20000", "--arg", "0=range:64xf32", "{}"], KERNEL),
    (["ptx-reduce", "-j1", "--test=true", "--any", "--time-limit=1", "{}"], KERNEL),
]
# A command that reads sources, and which.
SOURCE_RUNS = [
    (["ptx-check", "-j1", "-Weverything", "--no-config"], SOURCES), (["ptx-check", "-j1", "--diff", "--unsafe-fixes", "--no-config"], SOURCES),
    (["ptx-check", "-j1", "--verify", "--no-config"], SOURCES), (["ptx-check", "-j1", "--requirements", "--no-config"], SOURCES),
    (["ptx-check", "-j1", "-Wall", "--no-config"], INLINE), (["ptx-fmt", "-j1", "--check", "--canonical", "--no-config"], {".ptx"}),
    (["ptx-fmt", "-j1", "--check", "--inline", "--no-config"], {".cu", ".ll", ".mlir"}), (["ptx-verify", "-arch", "sm_90"], {".ptx"}),
    (["ptx-sanitize", "--step-limit=20000", "--schedules=2"], {".ptx"}),
]
# What tools exit with besides 0, 1 and 2: a file that is not valid, and a launch that is not decided.
OTHER_CODES = {"ptx-verify": 255, "ptx-sanitize": 4, "ptx-run": 4}


class Mutator:
    def __init__(self, rng, texts):
        self.rng, self.texts = rng, texts

    def piece(self, text):
        """The place of a byte, a word, or some lines of `text`."""
        at = self.rng.randrange(len(text) + 1)
        kind = self.rng.randrange(3)
        if kind == 0:
            return at, min(at + 1, len(text))
        if kind == 1:
            found = re.compile(rb"[\w.%]+").search(text, at)
            return found.span() if found else (at, at)
        begin = text.rfind(b"\n", 0, at) + 1
        end = begin
        for _ in range(self.rng.randrange(1, 5)):
            end = text.find(b"\n", end) + 1 or len(text)
        return begin, end

    def mutant(self, text):
        for _ in range(self.rng.choice([1, 1, 1, 2, 3, 8])):
            begin, end = self.piece(text)
            kind = self.rng.randrange(7)
            if kind == 0:
                new = b""
            elif kind == 1:
                new = text[begin:end] * self.rng.choice([2, 3, 50])
            elif kind == 2:
                other = self.rng.choice(self.texts)
                new = other[slice(*self.piece(other))]
            elif kind == 3:
                new = self.rng.choice(ODD)
            elif kind == 4:
                new = text[begin:end] + self.rng.choice(ODD)
            elif kind == 5:
                new = bytes(self.rng.randrange(256) for _ in range(self.rng.randrange(1, 4)))
            else:
                return text[:begin]
            text = text[:begin] + new + text[end:]
        return text


class Run:
    def __init__(self, options, rng):
        self.bin, self.rng, self.failures, self.count = options.bin, rng, 0, 0
        self.counts = collections.Counter()  # mutants that each tool has read
        self.seconds = collections.Counter()  # what these took
        self.begin = self.told = time.monotonic()

    def has_read(self, tool, count, since):
        """Adds `count` mutants that `tool` has read since a time, and tells now and then how far it is."""
        now = time.monotonic()
        self.count += count
        self.counts[tool] += count
        self.seconds[tool] += now - since
        if now - self.told > PROGRESS_SECONDS:
            self.told = now
            self.tell()

    def tell(self):
        seconds = time.monotonic() - self.begin
        print(f"{self.count} mutants in {seconds:.0f} s, {self.count / seconds:.0f} a second, {self.failures} fell", file=sys.stderr, flush=True)

    def fails(self, command, folder):
        """Why a run is not as it should be, if it is not."""
        try:
            done = subprocess.run([os.path.join(self.bin, command[0]), *command[1:]], cwd=folder, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return f"more than {SECONDS} s"
        if done.returncode not in (0, 1, 2, OTHER_CODES.get(command[0])) or b"internal error" in done.stdout or b"out of memory" in done.stdout:
            return f"exit {done.returncode}: {done.stdout[-200:]!r}"
        return None

    def keep(self, command, why, text):
        self.failures += 1
        path = Path(f"fallen-{self.failures}")
        path.write_bytes(text)
        print(f"{path}: {' '.join(command)}: {why}", flush=True)

    def sources(self, folder, paths, count, batch=100):
        """Many mutants in a run; those of one that falls are tried again, each by itself."""
        texts = {suffix: [text] for suffix, text in SEEDS.items()}
        for path in paths:
            if path.suffix in SOURCES and path.stat().st_size < 40_000:
                texts.setdefault(path.suffix, []).append(path.read_bytes())
        mutator = Mutator(self.rng, [text for of_suffix in texts.values() for text in of_suffix])
        while count > 0:
            names = []
            command, suffixes = self.rng.choice(SOURCE_RUNS)
            suffixes = sorted(suffixes & texts.keys())
            for i in range(batch):
                suffix = self.rng.choice(suffixes)
                names.append(f"m{i}{suffix}")
                (folder / names[-1]).write_bytes(mutator.mutant(self.rng.choice(texts[suffix])))
            since = time.monotonic()
            if self.fails([*command, *names], folder):
                for name in names:
                    if why := self.fails([*command, name], folder):
                        self.keep(command, why, (folder / name).read_bytes())
            for name in names:
                (folder / name).unlink()
            count -= batch
            self.has_read(command[0], batch, since)

    def side_files(self, folder, count):
        mutator = Mutator(self.rng, [text for _, text in SIDE_FILES])
        (folder / "k.ptx").write_bytes(KERNEL)
        repository = folder / "repository"
        (repository / ".git").mkdir(parents=True)
        (repository / "k.ptx").write_text(HEADER)
        for _ in range(count):
            command, text = self.rng.choice(SIDE_FILES)
            text = mutator.mutant(text)
            path = repository / ".gitignore" if "repository" in command else folder / "side"
            path.write_bytes(text)
            command = [str(path) if argument == "{}" else argument for argument in command]
            if os.path.exists(os.path.join(self.bin, command[0])):
                since = time.monotonic()
                if why := self.fails(command, folder):
                    self.keep(command, why, text)
                self.has_read(command[0], 1, since)


def server_requests():
    """The methods of the requests of the language server, by its table; `initialize` begins a session."""
    table = Path(__file__).resolve().parents[2] / "lib/ptx/Lsp/Server.h"
    return re.findall(r'REQUEST\("(\w+/[^"]+)"', table.read_text(encoding="utf-8"))



class Server:
    """A language server and what it has been asked."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.last = 0
        self.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.notify("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def request(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        while True:
            length = 0
            while (line := self.process.stdout.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not line:
                raise EOFError
            message = json.loads(self.process.stdout.read(length))
            if message.get("id") == self.last and "method" not in message:
                return message


def ask(program, rng, paths, count):
    """Sends `count` requests about documents under edits. Returns how many servers fell."""
    texts = [(path, path.read_bytes()) for path in paths if path.suffix in SOURCES and path.stat().st_size < 20_000]
    mutator = Mutator(rng, [text for _, text in texts])
    fallen, asked, server, history = 0, 0, None, []
    methods = server_requests()
    while asked < count:
        if server is None:
            server = Server(program)
        path, data = rng.choice(texts)
        uri, version, text = f"untitled:{path.name}", 0, data.decode("latin-1")
        try:
            history = [text]
            server.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": path.suffix[1:], "version": 0, "text": text}})
            for _ in range(rng.randrange(1, 30)):
                lines = text.split("\n")
                place = lambda: {"line": rng.randrange(len(lines) + 2), "character": rng.randrange(80)}
                begin, end = sorted((place(), place()), key=lambda p: (p["line"], p["character"]))
                if rng.random() < 0.5:
                    version += 1
                    text = mutator.mutant(text.encode("latin-1")).decode("latin-1")
                    history.append(text)
                    change = {"text": text}
                    if rng.random() < 0.5:
                        change = {"range": {"start": begin, "end": rng.choice([begin, end])}, "text": rng.choice(ODD).decode("latin-1")}
                    server.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]})
                for _ in range(rng.randrange(1, 6)):
                    document = {"uri": uri if rng.random() < 0.98 else "untitled:other"}
                    server.request(rng.choice(methods), {
                        "textDocument": document, "position": place(), "range": {"start": begin, "end": end}, "newName": rng.choice(["%r1", "x", "", "a b", "\0"]),
                        "context": {"diagnostics": [], "includeDeclaration": True}, "options": {"tabSize": 4, "insertSpaces": True}, "query": "k", "ch": ";", "previousResultId": "1",
                        "command": "ptx-lsp.canonicalForm", "arguments": [uri],
                        "item": {"name": "k", "kind": 12, "uri": uri, "range": {"start": begin, "end": end}, "selectionRange": {"start": begin, "end": end}}})
                    asked += 1
            server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        except (EOFError, BrokenPipeError, json.JSONDecodeError) as error:
            fallen += 1
            Path(f"fallen-server-{fallen}.json").write_text(json.dumps(history))
            print(f"the server fell: {error!r}, exit {server.process.wait()}", flush=True)
            server = None
    if server:
        server.process.kill()
    print(f"{asked} requests, {fallen} servers fell")
    return fallen


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--bin", required=True, help="folder of the tools")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--mutants", type=int, default=10_000, help="of sources; of other files a third as many")
    parser.add_argument("--requests", type=int, default=1_000)
    parser.add_argument("paths", nargs="+", help="files to edit, or folders of them")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    paths = sorted(file for path in map(Path, options.paths) for file in ([path] if path.is_file() else path.rglob("*")) if file.is_file())
    run = Run(options, rng)
    for mutate in (lambda folder: run.sources(folder, paths, options.mutants), lambda folder: run.side_files(folder, options.mutants // 3)):
        with tempfile.TemporaryDirectory() as folder:
            mutate(Path(folder))
    run.tell()
    by_tool = ", ".join(f"{tool} {count} ({run.seconds[tool]:.0f} s)" for tool, count in sorted(run.counts.items()))
    print(f"{run.count} mutants, {run.failures} fell; read by {by_tool}", flush=True)
    server = os.path.join(options.bin, "ptx-lsp")
    fallen = ask(server, rng, paths, options.requests) if os.path.exists(server) and options.requests else 0
    return 1 if run.failures or fallen else 0


if __name__ == "__main__":
    sys.exit(main())
