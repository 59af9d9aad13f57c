#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes packages for npm:
npm.py --version VERSION --machine NAME --output FOLDER [--notice FILE]... --database FILE --schema FILE --guide FILE --program FILE NAME...

`@ptxkit/linux-x64` (or `-arm64`) has the static program. `ptxkit` has a launcher with each NAME, and depends on the package of the platform
where it is installed, as an optional dependency, of which npm installs the one that fits. `ptxkit/database` reads the database of instructions.
With a module for WebAssembly (--module), `ptxkit` itself is the library, for Node and browsers, and the launcher runs some tools without a program."""

import argparse
import io
import json
import tarfile
from pathlib import Path

import records
import tools

HERE = Path(__file__).resolve().parent
PROCESSORS = {"x86_64": "x64", "aarch64": "arm64"}
# What a program can ask for.
EXPORTS = {
    "./database": {"types": "./database.d.ts", "default": "./database.js"},
    "./instructions.json": "./instructions.json",
    "./instruction-database.schema.json": "./instruction-database.schema.json",
    "./package.json": "./package.json",
}
# With the module.
LIBRARY = {".": {"types": "./ptxkit.d.ts", "default": "./ptxkit.mjs"}, "./ptxkit.wasm": "./ptxkit.wasm"}
# The server for agents, which is of the library. Only those who run it need the SDK.
SERVER = {"ptxkit-mcp": "mcp.mjs"}
SDK = {"peerDependencies": {"@modelcontextprotocol/sdk": ">=1.10"}, "peerDependenciesMeta": {"@modelcontextprotocol/sdk": {"optional": True}}}
COMMON = {"license": "Apache-2.0 WITH LLVM-exception"}


def write(path, files):
    """Writes an archive of npm, whose files are below `package`: the name, the mode and the bytes of each."""
    with tarfile.open(path, "w:gz") as archive:
        for name, mode, data in files:
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size, entry.mode = len(data), mode
            archive.addfile(entry, io.BytesIO(data))
    print(path)


def described(**fields):
    return "package.json", 0o644, (json.dumps(fields | COMMON, indent=2) + "\n").encode()


def database(options):
    """The files of the database, its reader, and the types of its records."""
    schema = options.schema.read_bytes()
    yield "instructions.json", 0o644, options.database.read_bytes()
    yield "instruction-database.schema.json", 0o644, schema
    for name in ("database.js", "database.d.ts"):
        yield name, 0o644, (HERE / name).read_bytes()
    yield "records.d.ts", 0o644, records.declarations(json.loads(schema)).encode()


def library(module):
    """The library for Node and browsers, and the server."""
    yield "ptxkit.wasm", 0o644, module.read_bytes()
    # The module has other libraries in it than the programs.
    for notice in sorted((module.parent / "notices").glob("*")):
        yield f"ptxkit.wasm.{notice.name}", 0o644, notice.read_bytes()
    for name in ("ptxkit.mjs", "ptxkit.d.ts", "agents.mjs", "portable.mjs"):
        yield name, 0o644, (HERE / name).read_bytes()
    yield "mcp.mjs", 0o755, (HERE / "mcp.mjs").read_bytes()
    yield "tools.json", 0o644, (json.dumps(tools.described(), indent=1) + "\n").encode()


def unpacked(folder, module, guide=HERE.parent.parent / "docs/guide/agents.md"):
    """Writes the library as a package into a folder, for tests and pages."""
    files = [described(name="ptxkit", version="0.0.0", exports=LIBRARY, bin=SERVER), *library(module), ("agents.md", 0o644, guide.read_bytes())]
    for name, _, data in files:
        (folder / name).write_bytes(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--version", required=True)
    parser.add_argument("--machine", choices=PROCESSORS, required=True, help="the architecture, as uname calls it")
    parser.add_argument("--output", type=Path, required=True, help="the folder of the packages")
    parser.add_argument("--notice", type=Path, action="append", default=[])
    parser.add_argument("--database", type=Path, required=True, help="the database of instructions")
    parser.add_argument("--schema", type=Path, required=True, help="its schema")
    parser.add_argument("--guide", type=Path, required=True, help="the page of instructions for agents")
    parser.add_argument("--module", type=Path, help="the module for WebAssembly; left out if it does not exist")
    parser.add_argument("--program", type=Path, required=True, help="the program that all names run")
    parser.add_argument("names", nargs="+", help="a name of a tool")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    version, processor = options.version, PROCESSORS[options.machine]
    notices = [(notice.name, 0o644, notice.read_bytes()) for notice in options.notice]
    write(options.output / f"ptxkit-linux-{processor}-{version}.tgz", [
        described(name=f"@ptxkit/linux-{processor}", version=version, description="The program of ptxkit for this platform",
                  os=["linux"], cpu=[processor]),
        ("bin/ptxkit", 0o755, options.program.read_bytes()), *notices])
    names = ["ptxkit", *options.names]
    has_module = options.module is not None and options.module.exists()
    write(options.output / f"ptxkit-{version}.tgz", [
        described(name="ptxkit", version=version, description="Linter, formatter and language server for PTX",
                  keywords=["ptx", "cuda", "gpu", "linter", "formatter"], exports=(LIBRARY if has_module else {}) | EXPORTS, **(SDK if has_module else {}),
                  bin={name: f"bin/{name}.js" for name in names} | (SERVER if has_module else {}),
                  optionalDependencies={f"@ptxkit/linux-{one}": version for one in PROCESSORS.values()}),
        ("README.md", 0o644, (HERE / "README.md").read_bytes()), *database(options),
        *(library(options.module) if has_module else ()),
        ("agents.md", 0o644, options.guide.read_bytes()),
        *((f"bin/{name}.js", 0o755, (HERE / "launcher.js").read_bytes()) for name in names), *notices])


if __name__ == "__main__":
    main()
