# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that ptxkit.run executes: run_kernels.py SAXPY TOOL."""

import re
import sys

import numpy as np

import ptxkit
import ptxkit.execution
from ptxkit.execution import Surface, Texture

SAXPY, TOOL = sys.argv[1:]
TEXT = open(SAXPY, encoding="utf-8").read()
REPLACE = "tensormap.replace.tile.rank.global.b1024.b32 [%x], 1;"


def attempt(*args, **options):
    try:
        ptxkit.run(*args, **options, tool=TOOL)
    except (ptxkit.execution.Fault, ptxkit.execution.NotComputed, ValueError) as error:
        found = (re.search(pattern, str(error)) for pattern in (r"thread \d.*elements", r"line \d.*", "the value .*", "the parameter .*", "the argument .*", "argument .*", "the kernel.*", "the a.*", "the part .*", "'(grid|scratch)'.*"))
        print(type(error).__name__, next(match[0] for match in found if match))


x = np.arange(4, dtype=np.float32)
y = np.full(4, 2.5, np.float32)
ptxkit.run(SAXPY, "saxpy", 2, 2, [4, 3.5, x, y], tool=TOOL)
print(y.tolist())
print(x.tolist())
y[:] = 2.5
ptxkit.run(TEXT, "saxpy", (4, 1), (1,), {"saxpy_y": y, "saxpy_x": x, "saxpy_n": np.int32(4), "saxpy_a": np.float32(3.5)}, checked=False, tool=TOOL)
print(y.tolist())


class Other:
    """An array of another library."""

    def __init__(self, array):
        self.__array_interface__ = array.__array_interface__
        self.shape = array.shape
        self.array = array


z = Other(np.ones(3, np.float32) * 2)
ptxkit.run(SAXPY, "saxpy", 1, 4, [3, 4, Other(np.arange(1, 4, dtype=np.float32)), z], tool=TOOL)
print(z.array.tolist())
attempt(SAXPY, "saxpy", 2, 4, [5, 1.0, x, np.zeros(8, np.float32)])
attempt(SAXPY, "saxpy", 1, 4, [4, 1.0, np.zeros(8, np.float32)[::2], y])
attempt(SAXPY, "saxpy", 1, 4, [4, 1.0, x, x[:2]])
attempt(SAXPY, "saxpy", 1, 4, [4, "1.0", x, y])
attempt(SAXPY, "saxpy", 1, 4, [4, 1.0, x])
attempt(SAXPY, "saxpy", 1, 4, [4, 1.0, x, Surface(5, "2d")])
attempt(SAXPY, "saxpy", 1, 4, [4, 1.0, Texture(x, "2d"), Texture(y, "1d", address="repeat")])
attempt(SAXPY, "saxpy", 1, 4, [4, 1.0, x.astype(">f4"), y])
attempt(SAXPY, "saxpy", 2.0, 4, [4, 1.0, x, y])
before = np.ones(4, np.float32)
before.flags.writeable = False
attempt(SAXPY, "saxpy", 1, 4, [4, 1.0, x, before])
for box, others in ((64, {}), ("64", {}), ([6.4], {}), ([64], {"pixels": 3})):
    try:
        ptxkit.execution.TensorMap(x, box, **others)
    except ValueError as error:
        print(error)
attempt(TEXT.replace(".version 8.0\n.target sm_80", ".version 8.3\n.target sm_90a").replace("ld.param.u64    %x", f"{REPLACE}\n    ld.param.u64    %x"), "saxpy", 1, 4, [4, 1.0, x, y])

STRUCTURE = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .align 8 .b8 p[16], .param .u64 out)
{
    .reg .b32 %r<2>;
    .reg .b64 %rd<3>;
    .reg .f32 %f<3>;
    ld.param.f32 %f1, [p+4];
    ld.param.u64 %rd1, [p+8];
    ld.param.u64 %rd2, [out];
    ld.global.u32 %r1, [%rd1];
    cvt.rn.f32.u32 %f2, %r1;
    add.f32 %f1, %f1, %f2;
    st.global.f32 [%rd2], %f1;
    add.u32 %r1, %r1, 1;
    st.global.u32 [%rd1], %r1;
    ret;
}
"""
counter, result = np.array([7], np.uint32), np.zeros(1, np.float32)
ptxkit.run(STRUCTURE, "k", 1, 1, [{4: np.float32(0.5), 8: counter}, result], tool=TOOL)
print(counter.tolist(), result.tolist())
attempt(STRUCTURE, "k", 1, 1, [{4: 0.5, 8: counter}, result])

FLIP = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 from, .param .u64 to)
{
    .reg .b32 %r<2>, %h<4>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [from];
    ld.param.u64 %rd2, [to];
    mov.u32 %r0, %tid.x;
    sub.u32 %r1, 3, %r0;
    shl.b32 %r0, %r0, 2;
    tex.1d.v4.u32.s32 {%h0, %h1, %h2, %h3}, [%rd1, {%r1}];
    sust.b.1d.b32.zero [%rd2, {%r0}], %h0;
    ret;
}
"""
texels, flipped = np.array([5, 6, 7], np.uint32), np.zeros(4, np.uint32)
ptxkit.run(FLIP, "k", 1, 8, [Texture(texels, "1d", address="border"), Surface(flipped, "1d")], tool=TOOL)
print(flipped.tolist())
attempt(FLIP, "k", 1, 8, [Texture(texels, "2d"), Surface(flipped, "1d")])

# Working memory can get unknown values.
SCRATCH = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 room)
{
    .reg .b32 %r<3>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [room];
    mov.u32 %r1, 5;
    st.global.u32 [%rd1], %r1;
    st.global.u32 [%rd2], %r2;
    ret;
}
"""
out, room = np.zeros(1, np.uint32), np.full(1, 3, np.uint32)
attempt(SCRATCH, "k", 1, 1, [out, room])
ptxkit.run(SCRATCH, "k", 1, 1, [out, room], scratch=[1], tool=TOOL)
print(out.tolist(), room.tolist())
attempt(SCRATCH, "k", 1, 1, [out, room], scratch=["rooms"])
ptxkit.run(SCRATCH, "k", 1, 1, {"out": out, "room": room}, scratch="room", tool=TOOL)
print(out.tolist(), room.tolist())
attempt(SCRATCH, "k", 1, 1, [out, room], scratch=[0, 1])
