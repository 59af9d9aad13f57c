# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A client of ptxkit-mcp: mcp_client.py BROKEN HANGS COMPUTES, three modules. Calls each tool, validates each answer by the tool's own schema, and prints a line for each."""

import asyncio
import json
import os
import sys

from jsonschema import Draft202012Validator
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

BROKEN = open(sys.argv[1], encoding="utf-8").read()
HANGS = open(sys.argv[2], encoding="utf-8").read()
COMPUTES = open(sys.argv[3], encoding="utf-8").read()
LAUNCH = 'saxpy block=32 args={{saxpy_n: 3, saxpy_a: 2.5, saxpy_x: "{}:3xf32", saxpy_y: "fill:1:3xf32"}}'
OBJECT = {"entry": "saxpy", "block": 32, "args": {"saxpy_n": 3, "saxpy_a": 2.5, "saxpy_x": "range:3xf32", "saxpy_y": "fill:1:3xf32"}}
TABLE = ".version 9.0\n.target sm_90\n.address_size 64\n.global .u32 table[20000000];\n.entry k() { ret; }\n"
CALLS = (
    ("check", {"text": BROKEN}, lambda answer: (answer["errors"], answer["findings"][1]["fixes"][0]["description"])),
    ("explain", {"rule": "PTX3002"}, lambda answer: answer["text"].splitlines()[0]),
    ("describe", {"word": "redux.sync"}, lambda answer: answer["instructions"][0]["needs"][0]),
    ("requirements", {"text": HANGS}, lambda answer: (answer["requirements"][0]["version"], min(answer["requirements"][0]["targets"]))),
    ("fix", {"text": BROKEN}, lambda answer: (answer["changed"], answer["remaining"]["errors"])),
    ("layout", {"command": "element", "value": "3,17", "options": {"shape": "64x64", "type": "bf16", "swizzle": "128B"}},
     lambda answer: (answer["legal"], answer["result"]["after"]["byte"])),
    ("sanitize", {"text": HANGS, "launch": "ring block=160 grid=1 args={count: 4}"},
     lambda answer: (answer["launches"][0]["verdict"], answer["report"]["findings"][0]["rule"])),
    ("run", {"text": COMPUTES, "launch": LAUNCH.format("range"), "show": ["saxpy_y"]}, lambda answer: (answer["verdict"], answer["values"])),
    ("run", {"text": COMPUTES, "launch": json.dumps(OBJECT), "show": ["saxpy_y"]}, lambda answer: (answer["verdict"], answer["values"])),
    ("run", {"text": TABLE, "launch": '{"entry": "k", "block": 1}', "show": ["table"]}, lambda answer: answer["values"][0][:23] + answer["values"][0][-6:]),
    # Mistakes of the caller.
    ("run", {"text": COMPUTES, "launch": LAUNCH.format("zero")}, None),
    ("check", {"text": "x" * (1 << 21)}, None),
    ("layout", {"command": "descriptor", "value": "/etc/passwd"}, None),
    ("describe", {"word": "reduks"}, None),
)


def field(value, name, old):
    """An attribute of the SDK, which spelled them in another way before 2.0."""
    return getattr(value, name) if hasattr(value, name) else getattr(value, old)


async def main():
    parameters = StdioServerParameters(command=sys.executable, args=["-B", "-m", "ptxkit.mcp"],
                                       env={name: os.environ[name] for name in ("PATH", "PYTHONPATH")})
    async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        print(*sorted(tools))
        for tool in tools.values():
            assert tool.description and field(tool, "output_schema", "outputSchema"), tool.name
        for name, arguments, shown in CALLS:
            answer = await session.call_tool(name, arguments)
            if field(answer, "is_error", "isError"):
                print(name, "error:", answer.content[0].text)
                continue
            content = field(answer, "structured_content", "structuredContent")
            Draft202012Validator(field(tools[name], "output_schema", "outputSchema")).validate(content)
            print(name, shown(content) if shown else "no error")
        guide = await session.read_resource("ptxkit://guide")
        print(guide.contents[0].text.splitlines()[0])


asyncio.run(main())
