# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wrong values of --arg: arguments.py PTX-RUN FOLDER. Each is refused with a message that names the argument, the part, and what fits."""

import struct
import subprocess
import sys
from pathlib import Path

tool, folder = sys.argv[1], Path(sys.argv[2])
# What a user writes, the argument that the message names, and two words of it: what is wrong, and what fits.
CASES = """\
A|A|found `A`|`<name>=`
A=|argument `A`|a value is missing|A=zeros:64xf32
p+0=|argument `p+0`|a value is missing|p+0=5:s32
=zeros:64xf32|=zeros|found `=zeros:64xf32`|`<name>=`
A==zeros:64xf32|argument `A`|=zeros|`zeros:`
A =zeros:64xf32|parameter `A `|no parameter|did you mean `A`
B=zeros:64xf32|parameter `B`|no parameter|k
A=zeros|argument `A`|found `zeros`|zeros:1024xf32
A=zeros:|argument `A`|a shape is missing|64xf32
A=zeros:64|argument `A`|`64` has no type|`64xf32`
A=zeros:f32|argument `A`|`f32` has no sizes|`64xf32`
A=zeros:64f32|argument `A`|`64f32` is not a shape|`64x32xf32`
A=zeros:64xfloat32|argument `A`|`float32`|did you mean `f32`
A=zeros:64xint32|argument `A`|`int32`|did you mean `s32`
A=zeros:64xi8|argument `A`|`i8`|did you mean `s8`
A=zeros:64xfloat|argument `A`|`float`|did you mean `f32`
A=zeros:64xbfloat16|argument `A`|`bfloat16`|did you mean `bf16`
A=zeros:64xdouble|argument `A`|`double`|did you mean `f64`
A=zeros:64xF32|argument `A`|`F32`|did you mean `f32`
A=zeros:64xe4m3|argument `A`|`e4m3`|f16, bf16, f32
A=zeros:64x|argument `A`|ends with `x`|type of elements
A=zeros:-4xf32|argument `A`|`-4`|64x32xf32
A=zeros:4.5xf32|argument `A`|`4.5`|64x32xf32
A=zeros:64,64xf32|argument `A`|`64xf32` has no meaning|separated by `x`
A=zeros:64*64xf32|argument `A`|`64*64`|64x32xf32
A=zeros:100000x100000xf32|argument `A`|`100000x100000xf32`|more than 4 GiB
A=zero:64xf32|argument `A`|`zero:`|did you mean `zeros:`
A=ones:64xf32|argument `A`|`ones:64xf32`|`fill:`
A=64xf32|argument `A`|`64xf32`|did you mean `zeros:64xf32`
A=fill:64xf32|argument `A`|`fill:64xf32`|`fill:1:64xf32`
A=fill:1|`A`|`fill:1`|zeros:1024xf32
A=fill:one:64xf32|argument `A`|`one`|number of type `f32`
A=fill:1.5:64xu32|argument `A`|`1.5`|number of type `u32`
A=fill:300:64xu8|argument `A`|`300`|number of type `u8`
A=range:0:64xf32|argument `A`|`0:64`|64x32xf32
A=random:64xf32:0|argument `A`|`0` is not a bound|positive integer
A=random:64xf32:1.5|argument `A`|`1.5` is not a bound|positive integer
A=random:64xu8:1000|argument `A`|`1000` is not a bound|type `u8`
A=[1, 2]|argument `A`|`[1, 2]`|`[1, 2.5]xf32`
A=[1, two]xf32|argument `A`|`two`|number of type `f32`
A=[1, 2.5]xu8|argument `A`|`2.5`|number of type `u8`
A=none.npy|argument `A`|cannot read `none.npy`|such file
A=12:30.npy|argument `A`|cannot read `12:30.npy`|such file
A=a.npz|argument `A`|`a.npz`|`.npy`
A=big.npy|argument `A`|`big.npy`|little-endian
A=a.npy,|argument `A`|nothing follows a comma|box=64x32
A=a.npy,64x64|argument `A`|`64x64` has no meaning|`box=64x32`
A=a.npy,bxo=64x4|argument `A`|`bxo=`|did you mean `box=`
A=a.npy,Box=64x4|argument `A`|`Box=`|did you mean `box=`
A=a.npy,colour=red|argument `A`|`colour=`|`swizzle=`
A=a.npy,box|argument `A`|`box` has no meaning|`box=64x32`
A=a.npy,box=|argument `A`|`box=` requires|innermost dimension first
A=a.npy,box=64|tensor map `A`|1 box sizes|expected 2
A=a.npy,box=64,4|argument `A`|`4` has no meaning|`box=64x32`
A=a.npy,box=64x4,box=64x2|argument `A`|`box=`|occurs twice
A=a.npy,box=64x4,texture=2d|argument `A`|`box=` makes|`texture=` a texture
A=a.npy,texture=2d,swizzle=128B|argument `A`|`swizzle=`|part of a tiled tensor map
A=a.npy,box=64x4,pixels=4|argument `A`|`box=` makes|`pixels=`
A=a.npy,pixels=4,channels=2|argument `A`|`lower=` is missing|`upper=`
A=a.npy,swizzle=128B|argument `A`|`swizzle=`|requires `box=`
A=a.npy,address=wrap|argument `A`|`address=`|requires `texture=`
A=a.npy,box=64x4,swizzle=100|argument `A`|found `100`|`128B`
A=a.npy,box=64x4,type=float|argument `A`|found `float`|`type=bf16`
A=a.npy,box=64x4,type=f16|argument `A`|32 bits|16
A=a.npy,box=64x4,fill=1|argument `A`|found `1`|`zero` or `nan`
A=a.npy,texture=|argument `A`|`texture=` requires|`2d`
A=a.npy,texture=3d|argument `A`|4x64 elements|3 dimensions
A=a.npy,texture=2d,surface=2d|argument `A`|`texture=` makes|`surface=` a surface
A=a.npy,surface=2d,address=wrap|argument `A`|`surface=` makes|`address=`
A=a.npy,texture=2d,address=repeat|argument `A`|found `repeat`|`wrap`, `mirror`
A=a.npy,texture=2d,address=wrap/|argument `A`|found `wrap/`|one for each dimension
A=a.npy,texture=2d,filter=linear|argument `A`|found `linear`|`point`
A=a.npy,texture=2d,coordinates=yes|argument `A`|found `yes`|`normalized`
A=a.npy,texture=2d,read=float|argument `A`|`read=float`|8 or 16 bits
A=sampler,texture=2d|argument `A`|`texture=`|`address=`
A=,box=64x4|argument `A`|an array is missing|box=
A=5,box=64x4|argument `A`|found `5`|an array
n=1.5|parameter `n`|`.u32`|an integer of 32 bits
n=1,024|argument `n`|`024`|a part has a name
n=1_024|argument `n`|`1_024`|a number
n=4294967296|parameter `n`|`.u32`|an integer of 32 bits
n=5:u33|argument `n`|`u33`|did you mean `u32`
n=300:u8|argument `n`|`300`|number of type `u8`
n=1&n=2|argument `n`|two values|n
n=1&1=2|argument `n`|two values|argument `1`
a=1.5f|argument `a`|`1.5f`|a number
a=zeros:1xf32|parameter `a`|`.f32`|a number of 32 bits
p+0=5|argument `p+0`|type|`5:s32`
p+0=1.5:s32|argument `p+0`|`1.5`|number of type `s32`
p+14=5:s32|`p`|byte 14|16 bytes
p=5|parameter `p`|`.b8[16]`|an array of 16 bytes
"""


def write_array(name, shape, kind, size):
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (53 - len(header) % 64) + "\n"
    (folder / name).write_bytes(b"\x93NUMPY\x01\0" + struct.pack("<H", len(header)) + header.encode() + bytes(size))


def refused(*given):
    """The messages for these arguments, beside right ones for the other parameters."""
    right = {"A": "A=zeros:64xf32", "n": "n=1", "a": "a=1", "p": "p=zeros:16xu8"}
    for text in given:
        right.pop(text.partition("=")[0].partition("+")[0], None)
    arguments = [f"--arg={text}" for text in (*right.values(), *given)]
    done = subprocess.run([tool, "k.ptx", "--block=1", *arguments], cwd=folder, check=False, text=True, capture_output=True)
    return (done.returncode, done.stderr)


folder.mkdir(exist_ok=True)
(folder / "k.ptx").write_text(""".version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 A, .param .u32 n, .param .f32 a, .param .align 8 .b8 p[16]) { ret; }
""")
write_array("a.npy", "(4, 64)", "<f4", 1024)
write_array("big.npy", "(2,)", ">f4", 8)
count = 0
for case in CASES.splitlines():
    text, *words = case.split("|")
    code, message = refused(*text.split("&"))
    if code != 2 or any(word not in message for word in words):
        print(f"{text}: exit code {code}, {message}")
    count += 1
print(count, "wrong values")
print(*(line.partition(": error: k.ptx: ")[2] for line in refused("A=zero:64xf32", "n=many", "a=1.5f", "q=4", "p+0=5")[1].splitlines()), sep="\n")
