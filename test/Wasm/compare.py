# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the answers of the module for WebAssembly with those of the library: compare.py --module FILE --library FILE FOLDER...

Each file of the folders, and each part of those that split-file divides, is checked, formatted, fixed, and its launches are executed, by requests
that must have equal answers. Prints the times of both. Needs `wasmtime` of PyPI; exits with 77 where it or the module is missing. All inputs of the tests, by hand: compare.py ... test"""

import argparse
import ctypes
import json
import re
import sys
import time
from pathlib import Path

KINDS = {".ptx", ".cu", ".cuh", ".cpp", ".h", ".py", ".ipynb", ".rs", ".jl", ".ll", ".mlir", ".cl", ".hip", ".test", ".txt", ".json", ".cc", ".c"}


class Native:
    def __init__(self, path):
        self.library = ctypes.CDLL(str(path))
        self.library.ptxkit_request.restype = ctypes.c_void_p
        self.library.ptxkit_free.argtypes = [ctypes.c_void_p]

    def ask(self, request):
        answer = self.library.ptxkit_request(request, ctypes.c_size_t(len(request)))
        text = ctypes.string_at(answer)
        self.library.ptxkit_free(answer)
        return text


class Module:
    """The module in an engine that compiles it."""

    def __init__(self, wasmtime, path):
        self.wasmtime = wasmtime
        engine = wasmtime.Engine()
        self.linker = wasmtime.Linker(engine)
        self.linker.define_wasi()
        self.module = wasmtime.Module.from_file(engine, str(path))
        self.engine = engine
        self.start()

    def start(self):
        self.store = self.wasmtime.Store(self.engine)
        self.store.set_wasi(self.wasmtime.WasiConfig())
        self.exports = self.linker.instantiate(self.store, self.module).exports(self.store)
        self.exports["_initialize"](self.store)

    def ask(self, request):
        store, exports = self.store, self.exports
        given = exports["ptxkit_allocate"](store, len(request) + 1)
        memory = exports["memory"]
        memory.write(store, request, given)
        try:
            answer = exports["ptxkit_request"](store, given, len(request))
        except self.wasmtime.Trap as trap:
            self.start()
            return str(trap).encode()
        exports["ptxkit_free"](store, given)
        base = ctypes.addressof(memory.data_ptr(store).contents)
        text = ctypes.string_at(base + answer)
        exports["ptxkit_free"](store, answer)
        return text


def parts_of(path):
    """The texts of a file with their names: the file, and its parts, which begin with a line such as `//--- NAME`."""
    text = path.read_bytes().decode("utf-8", "replace")
    yield path.name, text
    pieces = re.split(r"^(?://|#|;)--- (\S+)[^\n]*\n", text, flags=re.MULTILINE)
    yield from zip(pieces[1::2], pieces[2::2])


def requests_of(name, text, launches):
    """The requests about a text."""
    whole = {"text": text, "name": name}
    yield {"method": "check", **whole}
    yield {"method": "check", **whole, "options": {"W": ["all"], "ptxas-compat": True}}
    yield {"method": "report", "format": "text", **whole}
    yield {"method": "fix", "unsafe": True, **whole}
    yield {"method": "requirements", **whole}
    if name.endswith(".ptx"):
        yield {"method": "format", **whole}
        yield {"method": "format", "canonical": True, **whole}
        yield {"method": "lower", **whole, "options": {"for-cuda": "12.8"}}
        for launch in launches:
            yield {"method": "sanitize", "launch": launch, **whole, "options": {"step-limit": 200000}}


def facts():
    """Requests without a file."""
    yield {"method": "instructions"}
    yield {"method": "registers"}
    for value in ("0x4000004000010040", "0xc000004000010001", "0x4000404000010040"):
        yield {"method": "layout", "command": "descriptor", "arguments": [value], "layout": {"arch": "sm_100a"}}
    for mode in ("none", "32B", "64B", "128B"):
        yield {"method": "layout", "command": "swizzle", "arguments": [mode]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--module", type=Path, required=True)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=0, help="how many files, evenly chosen; 0 means all")
    parser.add_argument("folders", nargs="+", type=Path)
    options = parser.parse_args()
    try:
        import wasmtime
    except ImportError:
        print("wasmtime is not installed")
        sys.exit(77)
    if not options.module.exists():
        print("tools/wasm/build.sh was not run")
        sys.exit(77)

    native = Native(options.library)
    start = time.monotonic()
    module = Module(wasmtime, options.module)
    print(f"compiled in {time.monotonic() - start:.1f} s")
    files = sorted(path for folder in options.folders for path in folder.rglob("*") if path.suffix in KINDS and path.is_file())
    if options.limit and len(files) > options.limit:
        files = [files[i * len(files) // options.limit] for i in range(options.limit)]
    asked = differing = texts = 0
    spent = [0.0, 0.0]

    def compare(where, request):
        nonlocal asked, differing
        text = json.dumps(request).encode()
        answers = []
        for which, each in enumerate((native, module)):
            begin = time.process_time()
            answers.append(each.ask(text))
            spent[which] += time.process_time() - begin
        asked += 1
        if answers[0] != answers[1]:
            differing += 1
            print(f"{where}: {request['method']}: {answers[0][:300]!r} but {answers[1][:300]!r}")
        return answers[0]

    for request in facts():
        compare("facts", request)
    for path in files:
        for name, text in parts_of(path):
            texts += 1
            launches = json.loads(native.ask(json.dumps({"method": "launches", "text": text, "name": name}).encode())).get("result", [])
            for request in requests_of(name, text, launches[:2]):
                compare(f"{path}: {name}", request)
    print(f"{len(files)} files, {texts} texts, {asked} requests, {differing} differ; {spent[0]:.2f} s native, {spent[1]:.2f} s in the module")
    sys.exit(1 if differing else 0)


main()
