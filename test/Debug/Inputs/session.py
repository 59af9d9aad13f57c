# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Debugs kernels as an editor does: session.py FOLDER. The numbers of lines are those of sum.ptx."""

import base64
import sys
import tempfile
import unittest
from pathlib import Path

from client import Client, Refused

HERE = Path(sys.argv.pop())
SUM = HERE / "sum.ptx"
TEXT = SUM.read_text(encoding="utf-8").splitlines()
LAUNCH = {"entry": "sum", "block": 64, "args": {"result": "zeros:1xu32", "numbers": "range:64xu32", "count": 64}}


def line(text):
    """The number of the first line with a text."""
    return next(number for number, content in enumerate(TEXT, 1) if text in content)


class Session(unittest.TestCase):
    def test_breakpoints_and_steps(self):
        with Client() as client:
            answers = client.launch(SUM, [{"line": line("call (%r3)")}, {"line": line("DONE:") + 9}], **LAUNCH)
            self.assertTrue(answers[0]["verified"])
            self.assertFalse(answers[1]["verified"])
            stop = client.wait("stopped")
            self.assertEqual((stop["reason"], stop["threadId"], stop["allThreadsStopped"]), ("breakpoint", 1, True))
            threads = client.request("threads")["threads"]
            self.assertEqual([thread["name"] for thread in threads], ["CTA 0 warp 0", "CTA 0 warp 1"])
            self.assertEqual(client.top(1)["line"], line("call (%r3)"))
            client.request("stepIn", threadId=1)
            self.assertEqual(client.wait("stopped")["reason"], "step")
            frames = client.request("stackTrace", threadId=1)["stackFrames"]
            self.assertEqual([(frame["name"], frame["line"]) for frame in frames], [("twice", line("add.u32 %out")), ("sum", line("call (%r3)"))])
            self.assertEqual(client.value(frames[0]["id"], "%in[7]"), "7")
            self.assertEqual(client.value(frames[1]["id"], "%r2[7]"), "7")
            client.request("stepOut", threadId=1)
            client.wait("stopped")
            self.assertEqual(client.top(1)["line"], line("cvt.rn"))
            client.request("next", threadId=1)
            client.wait("stopped")
            top = client.top(1)
            self.assertEqual(top["line"], line("mov.u32 %r4, tile"))
            self.assertEqual(client.value(top["id"], "%f[3:6]"), "6 8 10")
            client.request("continue", threadId=1)
            self.assertEqual(client.wait("stopped")["threadId"], 2)
            client.request("next", threadId=2)
            client.wait("stopped")
            self.assertEqual(client.top(2)["line"], line("cvt.rn"))
            client.request("continue", threadId=2)
            client.wait("terminated")
            client.request("disconnect")
        self.assertEqual(client.code, 0)

    def test_the_next_barrier(self):
        with Client() as client:
            client.launch(SUM, stopOnEntry=True, **LAUNCH)
            self.assertEqual(client.wait("stopped")["reason"], "entry")
            places = []
            for request in ("stepToBarrier", "stepOut", "stepToBarrier", "next", "next"):
                client.request(request, threadId=1)
                client.wait("stopped")
                places.append(client.top(1)["line"])
            self.assertEqual(places[0], line("mbarrier.init"))
            self.assertEqual(places[1:], [line("bar.sync"), line("mbarrier.arrive"), line("@%p1 bra DONE"), line("mbarrier.try_wait")])
            client.request("disconnect")

    def test_values(self):
        with Client() as client:
            client.launch(SUM, [{"line": line("ld.shared.u32 %r6")}], **LAUNCH)
            stop = client.wait("stopped")
            frame = client.top(stop["threadId"])["id"]
            registers = client.scope(frame, "Registers")
            self.assertEqual(registers["%r3"]["type"], ".b32")
            self.assertEqual(client.parts(registers["%r3"], start=30, count=2)["[31]"]["value"], "62")
            self.assertEqual(registers["%f"]["value"], "0")
            self.assertEqual(client.scope(frame, "Parameters")["count"]["value"], "64")
            self.assertEqual(client.scope(frame, "Special registers")["%ntid.x"]["value"], "64")
            tile = client.scope(frame, "Shared memory")["tile"]
            self.assertEqual(tile["value"], "0 2 4 6 8 10 12 14 ...")
            self.assertEqual(list(client.parts(tile, start=60, count=3)), ["[60]", "[61]", "[62]"])
            bar = client.scope(frame, "mbarrier objects")["bar"]
            self.assertEqual(bar["value"], "phase 1, 64 of 64 arrivals pending")
            self.assertEqual({name: part["value"] for name, part in client.parts(bar).items()},
                             {"phase": "1", "parity": "1", "expected arrivals": "64", "pending arrivals": "64", "pending bytes": "0",
                              "waiting threads": "0"})
            self.assertEqual(client.scope(frame, "Arrays")["numbers"]["value"], "0 1 2 3 4 5 6 7 ...")
            for expression, value in {
                    "%r2[0]": "0", "%tid.x[5]": "5", "tile[63]": "126", "tile[2:4]": "4 6", "[tile+8]": "4", "[tile+8]:u8": "4",
                    "numbers[63]": "63", "[%r4]": "0", "bar": "phase 1, 64 of 64 arrivals pending", "bar:u8[8]": None, "%r1:f32[0]": None, "nothing": None, "tile[64]": None, "%r1[32]": None,
                    "tile:4xf99": None, "tile:u32,swizzle=3": None, "": None, "[": None, "[]": None, "tile[": None}.items():
                if value is None:
                    with self.assertRaises(Refused, msg=expression):
                        client.value(frame, expression)
                else:
                    self.assertEqual(client.value(frame, expression), value, expression)
            matrix = client.request("evaluate", expression="tile:4x16xu32", frameId=frame)
            self.assertEqual(client.parts(matrix)["[1]"]["value"], " ".join(str(2 * i) for i in range(16, 32)))
            # Of 128 bytes in a row, chunk k of row r is at chunk k xor r. The tile begins at a multiple of 1,024 bytes.
            swizzled = client.request("evaluate", expression="tile:2x32xu32,swizzle=128B", frameId=frame)
            row = [2 * (32 + (chunk ^ 1) * 4 + i) for chunk in range(8) for i in range(4)]
            self.assertEqual(client.parts(swizzled)["[1]"]["value"], " ".join(map(str, row)))
            memory = client.request("readMemory", memoryReference=tile["memoryReference"], offset=4, count=8)
            self.assertEqual(base64.b64decode(memory["data"]), bytes([2, 0, 0, 0, 4, 0, 0, 0]))
            self.assertEqual(client.request("readMemory", memoryReference="0x10", count=4)["unreadableBytes"], 4)
            client.request("disconnect")

    def test_copies_and_tensor_memory(self):
        text = (HERE / "copy.ptx").read_text(encoding="utf-8").splitlines()
        place = lambda word: next(number for number, content in enumerate(text, 1) if word in content)
        with Client() as client:
            client.launch(HERE / "copy.ptx", [{"line": place("bar.sync")}, {"line": place("tcgen05.dealloc")}])
            client.wait("stopped")
            self.assertEqual(client.request("threads")["threads"][0]["name"], "CTA 0 warp 0 (copies)")
            bar = client.scope(client.top(1)["id"], "mbarrier objects")["bar"]["value"]
            self.assertEqual(bar, "phase 0, 0 of 1 arrivals pending, 128 bytes pending")
            client.request("continue", threadId=1)
            client.wait("stopped")
            frame = client.top(1)["id"]
            self.assertEqual(client.scope(frame, "mbarrier objects")["bar"]["value"], "phase 1, 1 of 1 arrivals pending")
            # A local variable of a C++ function has the name of its source, too, unless an array has it.
            self.assertEqual(client.value(frame, "columns"), client.value(frame, "_ZZ4copyE7columns"))
            self.assertEqual(client.value(frame, "from[7]"), "7")
            memory = client.scope(frame, "Tensor memory")["columns 0 to 31"]
            self.assertEqual(client.parts(memory, start=7, count=1)["[7]"]["value"].split()[0], "21")
            client.request("continue", threadId=1)
            # The other cluster has a warp of its own.
            self.assertEqual(client.wait("stopped")["threadId"], 2)
            client.request("disconnect")

    def test_source_lines(self):
        with Client() as client:
            client.request("initialize")
            client.request("launch", program=str(SUM), view="source", **LAUNCH)
            client.wait("initialized")
            points = client.request("setBreakpoints", source={"path": "/home/user/sum.cu"}, breakpoints=[{"line": 11}])["breakpoints"]
            self.assertEqual((points[0]["verified"], points[0]["line"]), (True, 12))
            client.request("configurationDone")
            stop = client.wait("stopped")
            top = client.top(stop["threadId"])
            self.assertEqual((top["line"], top["source"]["name"]), (12, "sum.cu"))
            client.request("setBreakpoints", source={"path": "/home/user/sum.cu"}, breakpoints=[])
            client.request("next", threadId=stop["threadId"])
            client.wait("stopped")
            self.assertEqual(client.top(stop["threadId"])["line"], 14)
            client.request("disconnect")

    def test_conditions_counts_and_messages(self):
        with Client() as client:
            client.launch(SUM, [{"line": line("shl.b32"), "condition": "%tid.x == 40"},
                                {"line": line("cvt.rn"), "logMessage": "twice {%r2[1]} is {%r3[1]}"},
                                {"line": line("bar.sync"), "hitCondition": "2"}], **LAUNCH, print=["result"])
            self.assertEqual(client.wait("stopped")["threadId"], 2)
            client.request("continue", threadId=2)
            stop = client.wait("stopped")
            self.assertEqual((stop["threadId"], client.top(stop["threadId"])["line"]), (1, line("bar.sync")))
            client.request("continue", threadId=1)
            client.wait("terminated")
            self.assertIn("CTA 0 warp 1: twice 33 is 66\n", client.output())
            self.assertIn("result[0:1] = 126\n", client.output())
            client.request("disconnect")

    def test_function_breakpoints(self):
        with Client() as client:
            client.request("initialize")
            client.request("launch", program=str(SUM), **LAUNCH)
            client.wait("initialized")
            points = client.request("setFunctionBreakpoints", breakpoints=[{"name": "twice"}, {"name": "other"}])["breakpoints"]
            self.assertEqual([point["verified"] for point in points], [True, False])
            client.request("configurationDone")
            self.assertEqual(client.top(client.wait("stopped")["threadId"])["name"], "twice")
            client.request("terminate")
            client.wait("terminated")
            client.request("disconnect")

    def test_an_end_before_the_end_writes_no_results(self):
        with tempfile.TemporaryDirectory() as folder, Client() as client:
            file = Path(folder, "result.npy")
            client.launch(SUM, **LAUNCH, stopOnEntry=True, out={"result": str(file)})
            client.wait("stopped")
            client.request("terminate")
            self.assertEqual(client.wait("exited")["exitCode"], 4)
            self.assertFalse(file.exists())
            client.request("disconnect")

    def test_findings_are_exceptions(self):
        short = {**LAUNCH, "args": {**LAUNCH["args"], "numbers": "range:60xu32"}}
        with Client() as client:
            client.launch(SUM, **short)
            stop = client.wait("stopped")
            self.assertEqual((stop["reason"], stop["threadId"]), ("exception", 2))
            self.assertEqual(client.top(2)["line"], line("ld.global.u32"))
            info = client.request("exceptionInfo", threadId=2)
            self.assertEqual(info["exceptionId"], "PTX6522")
            self.assertIn("reads `numbers[60]`, and `numbers` has 60 elements", info["description"])
            client.request("setExceptionBreakpoints", filters=[])
            client.request("continue", threadId=2)
            self.assertEqual(client.wait("exited")["exitCode"], 1)
            client.request("disconnect")

    def test_a_hang_is_an_exception(self):
        with Client() as client:
            client.launch(HERE / "hang.ptx", entry="hang", block=64)
            stop = client.wait("stopped")
            self.assertEqual(stop["reason"], "exception")
            self.assertIn("waits for", client.request("threads")["threads"][0]["name"])
            client.request("disconnect")

    def test_a_pause_stops_an_endless_loop(self):
        with Client() as client:
            client.launch(HERE / "endless.ptx", entry="endless", block=32)
            client.request("pause", threadId=1)
            stop = client.wait("stopped")
            self.assertEqual(stop["reason"], "pause")
            self.assertEqual(client.value(client.top(1)["id"], "%r1") != "", True)
            client.request("disconnect")
        self.assertEqual(client.code, 0)

    def test_a_breakpoint_stops_each_cluster(self):
        with Client() as client:
            client.launch(HERE / "sum.ptx", [{"line": 46, "condition": "%tid.x == 0"}], entry="sum", grid=5, block=64,
                          args={"result": "zeros:1xu32", "numbers": "range:64xu32", "count": 64})
            for number in range(5):
                thread = client.wait("stopped")["threadId"]
                self.assertEqual(client.value(client.top(thread)["id"], "%ctaid.x"), str(number))
                client.request("continue", threadId=thread)
            client.wait("terminated")
            client.request("disconnect")
        self.assertEqual(client.code, 0)

    def test_launches_that_cannot_be(self):
        for launch, text in {("none.ptx",): "cannot read", ("sum.ptx", "entry", "other"): "no entry `other`",
                             ("sum.ptx", "grid", 0): "expected up to three positive numbers", ("client.py",): "PTX1013"}.items():
            with Client() as client:
                client.request("initialize")
                with self.assertRaisesRegex(Refused, text):
                    client.request("launch", program=str(HERE / launch[0]), **dict([launch[1:]] if launch[1:] else []))
                with self.assertRaises(Refused):
                    client.request("stackTrace", threadId=1)
                client.request("disconnect")


unittest.main()
