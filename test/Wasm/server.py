# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls the tools of the server in the package for npm, by a client of the official SDK: server.py SOURCE MODULE PROGRAMS FOLDER.

The answers must be those of `ptxkit.agents`; where Python has the SDK, also the lists of tools, and the answers, of its server. Exits with 77 where
Node, the module, or the SDK is missing. It is looked for in the folder PTXKIT_NODE_MODULES and where npm installs for all."""

import dataclasses
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from package import install

source, module, programs, folder = (Path(each).resolve() for each in sys.argv[1:])
sys.path.insert(0, str(source / "tools/python"))
os.environ["PATH"] = f"{programs}{os.pathsep}{os.environ['PATH']}"


def sdk():
    """The folder of modules that has the SDK, or None."""
    places = [os.environ.get("PTXKIT_NODE_MODULES", "")]
    if shutil.which("npm"):
        places.append(subprocess.run(["npm", "root", "--global"], check=False, text=True, capture_output=True).stdout.strip())
    return next((Path(place) for place in places if place and (Path(place) / "@modelcontextprotocol/sdk").is_dir()), None)


modules = sdk() if shutil.which("node") and module.exists() else None
if modules is None:
    print("node, its package @modelcontextprotocol/sdk, or the module of tools/wasm/build.sh is missing")
    sys.exit(77)
from ptxkit import agents  # noqa: E402

examples = source / "docs/examples"
BROKEN, GOOD, RING, CUDA = ((examples / name).read_text(encoding="utf-8") for name in ("saxpy-broken.ptx", "saxpy.ptx", "ring-too-early.ptx", "warp-sum.cu"))
ENTRY = ".version 9.0\n.target sm_90\n.entry k() {{ {} }}\n"
TILE = {"shape": "64x64", "type": "bf16", "swizzle": "128B"}
LAUNCH = 'saxpy block=32 args={{saxpy_n: {}, saxpy_a: 2.5, saxpy_x: "range:3xf32", saxpy_y: "[1, 1, 1]xf32"}}'
CALLS = [
    ("check", {"text": BROKEN}), ("check", {"text": GOOD, "all_warnings": True}), ("check", {"text": CUDA, "language": "cuda"}),
    ("check", {"text": "add.s32 %r1, %r2;", "language": "fragment"}), ("check", {"text": GOOD, "targets": ["sm_75", "sm_90"], "ptx_version": "6.2"}),
    ("check", {"text": ENTRY.format("nosuch;\n" * 30), "most_findings": 2}), ("check", {"text": ENTRY.format("/* \u00fc */ ret")}),
    ("explain", {"rule": "PTX3002"}), ("explain", {"rule": "operand-type"}), ("explain", {"rule": "T059"}), ("explain", {"rule": "C7515"}),
    ("explain", {"rule": "Arguments mismatch for instruction 'add'"}),
    ("describe", {"word": "redux.sync"}), ("describe", {"word": "cvt"}), ("describe", {"word": "redux.sync", "evidence": True}),
    ("describe", {"word": "%laneid"}), ("describe", {"word": ".maxntid"}), ("describe", {"word": "mbarrier"}),
    ("requirements", {"text": RING}), ("requirements", {"text": CUDA, "language": "cuda"}), ("requirements", {"text": "nosuch"}),
    ("fix", {"text": BROKEN}), ("fix", {"text": GOOD}), ("fix", {"text": BROKEN, "unsafe": True}), ("fix", {"text": BROKEN, "rules": ["syntax-error", "operand-type"]}),
    ("layout", {"command": "element", "value": "3,17", "options": TILE}), ("layout", {"command": "descriptor", "value": "0x4000004000010000", "options": {"arch": "sm_100a"}}),
    ("layout", {"command": "swizzle", "value": "128B"}),
    ("sanitize", {"text": RING, "launch": "ring block=160 grid=1 args={count: 4}"}), ("sanitize", {"text": RING}), ("sanitize", {"text": BROKEN}),
    ("sanitize", {"text": ENTRY.format("ret;")}), ("run", {"text": GOOD, "launch": LAUNCH.format(3), "show": ["saxpy_y", "saxpy_x[1]"]}),
    ("run", {"text": GOOD, "launch": json.dumps({"entry": "saxpy", "block": 32, "args": {"saxpy_n": 2, "saxpy_a": 2.5, "saxpy_x": "range:300xf32", "saxpy_y": "range:300xf32"}}), "show": ["saxpy_y"]}),
    ("run", {"text": GOOD, "launch": LAUNCH.format(4), "show": ["saxpy_y"]}), ("run", {"text": BROKEN, "launch": LAUNCH.format(3)}), ("requirements", {"text": ENTRY.format("ret;")}),
    # Mistakes of the caller.
    ("check", {"text": GOOD, "language": "c"}), ("check", {"text": GOOD, "targets": ["sm_999"]}), ("describe", {"word": "reduks"}), ("describe", {"word": "%nosuch"}),
    ("explain", {"rule": "nosuch"}), ("layout", {"command": "descriptor", "value": "../k.ptx"}), ("layout", {"command": "encode", "options": {"output": "k"}}),
]
# Errors whose words are those of another program.
OTHER_WORDS = [("check", {"text": "x" * (1 << 21)}), ("check", {}), ("fix", {"text": GOOD, "rules": ["nosuch"]}), ("sanitize", {"text": GOOD, "launch": "nosuch"})]

install(source, module, folder)
(folder / "node_modules/@modelcontextprotocol").symlink_to(modules / "@modelcontextprotocol")
(folder / "calls.json").write_text(json.dumps(CALLS + OTHER_WORDS), encoding="utf-8")
shutil.copy(source / "test/Wasm/client.mjs", folder)


def answered(*server):
    done = subprocess.run(["node", "client.mjs", "calls.json", *server], cwd=folder, check=False, text=True, capture_output=True, timeout=240,
                          env={**os.environ, "PYTHONPATH": str(source / "tools/python"), "PYTHONDONTWRITEBYTECODE": "1"})
    if done.returncode:
        sys.exit(f"{server}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def ours(name, given):
    try:
        return dataclasses.asdict(getattr(agents, name)(**given))
    except ValueError as error:
        return {"error": str(error)}


def plain(schema, definitions):
    """A schema without titles, descriptions and references."""
    if isinstance(schema, list):
        return [plain(each, definitions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return plain(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "properties" in schema:
        members = {name: plain(each, definitions) for name, each in schema["properties"].items()}
        return {"type": "object", "properties": members, "required": schema.get("required", [])}
    return {key: plain(value, definitions) for key, value in schema.items() if key not in ("title", "description", "$defs")}


def listed(tools):
    return [(tool["name"], " ".join(tool["description"].split()), *(plain(tool[key], tool[key].get("$defs")) for key in ("inputSchema", "outputSchema"))) for tool in tools]


failed = 0


def expect(what, found, wanted):
    global failed
    if found != wanted:
        failed += 1
        print(f"{what}:\n{json.dumps(found)[:3000]}\nexpected:\n{json.dumps(wanted)[:3000]}")


found = answered("node", "node_modules/ptxkit/mcp.mjs")
for (name, given), answer in zip(CALLS, found["answers"]):
    expect(f"{name} {str(given)[:100]}", answer, ours(name, given))
for (name, given), answer in zip(OTHER_WORDS, found["answers"][len(CALLS):]):
    expect(f"{name} {str(given)[:100]}", list(answer), ["error"])
expect("the guide", found["guide"], agents.guide())
compared = ""
if importlib.util.find_spec("mcp"):
    other = answered(sys.executable, "-m", "ptxkit.mcp")
    for (name, given), answer, same in zip(CALLS + OTHER_WORDS, found["answers"], other["answers"]):
        if "error" in answer:
            expect(f"the server in Python, {name}", list(same), ["error"])
        else:
            expect(f"the server in Python, {name} {str(given)[:100]}", answer, same)
    expect("the tools", listed(found["tools"]), listed(other["tools"]))
    expect("the instructions", found["instructions"], other["instructions"])
    expect("the resources", [each["uri"] for each in found["resources"]], [each["uri"] for each in other["resources"]])
    compared = ", with the server in Python, too"
print(f"{len(CALLS) + len(OTHER_WORDS)} calls{compared}, {failed} differences")
sys.exit(1 if failed else 0)
