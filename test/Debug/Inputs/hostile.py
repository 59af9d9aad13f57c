# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sends what no editor sends to the debug adapter: hostile.py FOLDER SESSIONS [SEED]. A session must end with exit code 0."""

import json
import random
import subprocess
import sys
from pathlib import Path

FOLDER, SESSIONS = Path(sys.argv[1]), int(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
LAUNCH = {"program": str(FOLDER / "sum.ptx"), "entry": "sum", "block": 64, "stopOnEntry": True,
          "args": {"result": "zeros:1xu32", "numbers": "range:64xu32", "count": 64}}
START = [("initialize", {}), ("launch", LAUNCH), ("configurationDone", {}), ("threads", {}), ("stackTrace", {"threadId": 1}),
         ("scopes", {"frameId": 1})]
COMMANDS = ["initialize", "launch", "attach", "setBreakpoints", "setFunctionBreakpoints", "setExceptionBreakpoints", "configurationDone",
            "threads", "stackTrace", "scopes", "variables", "evaluate", "readMemory", "exceptionInfo", "continue", "next", "stepIn", "stepOut",
            "stepToBarrier", "pause", "terminate", "nothing", "", "\ud800"]
MEMBERS = ["threadId", "frameId", "variablesReference", "start", "count", "filter", "expression", "memoryReference", "offset", "source",
           "breakpoints", "filters", "program", "args", "grid", "block", "options", "startFrame", "levels", "entry", "cwd"]
VALUES = [0, 1, 2, 3, 7, -1, 1 << 31, (1 << 63) - 1, -(1 << 63), 1e300, 0.5, True, None, "", "0x7f0000000400", "0xffffffffffffffff",
          "%r1", "%r1[31]", "tile", "tile:8x4xu32,swizzle=128B", "tile:99999999x99999999xf64", "[%rd1]", "[%rd1+0xffffffffffffffff]",
          "[tile+99999]:f64", "tile[18446744073709551615]", "bar[0:1]", "result:0xf32", ":", "[[", "%tid.q", "\ufffd\u0000", "x" * 5000,
          [], {}, [[]], ["findings", 3], {"path": str(FOLDER / "sum.ptx")}, {"path": 5}, [{"line": 30}, {"line": -5}, {"line": 1 << 40}, 7,
          {"line": 33, "condition": "%r1 == x", "logMessage": "{", "hitCondition": "-1"}], [{"name": "twice"}, {"name": 3}]]
BODIES = [b"", b"{", b"[]", b"null", b"5", b'{"type":"request"}', b'{"type":"request","command":5,"seq":"a"}', b"\xff\xfe", b"[" * 100000,
          b'{"seq":1,"type":"response"}', b'{"type":"request","command":"threads","arguments":[]}', b'{"a":' * 300]
RAW = [b"Content-Length: 99999999999999999999\r\n\r\n{}", b"Content-Length: -1\r\n\r\n{}", b"Content-Length: 16777217\r\n\r\n{}", b"\r\n\r\n",
       b"Content-Length: x\r\n\r\n{}", b"A: b\r\n" * 5000, b"Content-Length: 100\r\n\r\n{}", b"Content-Length: 2\n\n{}", b"\0" * 5000,
       b"Content-Length"]


def framed(body):
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def request(number, command, arguments):
    return framed(json.dumps({"seq": number, "type": "request", "command": command, "arguments": arguments}).encode())


def session(rng):
    data = b""
    for number, (command, arguments) in enumerate(START[:rng.choice([0, 2, len(START), len(START)])]):
        data += request(number, command, arguments)
    for number in range(100, 100 + rng.randrange(30)):
        kind = rng.random()
        if kind < 0.06:
            data += framed(rng.choice(BODIES))
        elif kind < 0.08:
            data += rng.choice(RAW)
        else:
            members = rng.sample(MEMBERS, rng.randrange(6))
            data += request(number, rng.choice(COMMANDS), {member: rng.choice(VALUES) for member in members} | (
                {"threadId": 1} if rng.random() < 0.5 else {}))
    return data[:rng.randrange(len(data) + 1)] if rng.random() < 0.2 else data


def main():
    rng = random.Random(SEED)
    for number in range(SESSIONS):
        data = session(rng)
        done = subprocess.run(["ptx-run", "--debug-adapter"], input=data, capture_output=True, timeout=120)
        if done.returncode:
            Path(f"hostile-{number}").write_bytes(data)
            sys.exit(f"session {number}: exit {done.returncode}\n{done.stderr.decode(errors='replace')[-3000:]}")
        text = done.stdout
        while text:  # each answer is a message
            head, _, rest = text.partition(b"\r\n\r\n")
            length = int(head.split(b":")[1])
            json.loads(rest[:length])
            text = rest[length:]


main()
