# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tiles of tensors of 1 to 5 dimensions, copied to shared memory and back by tensor map: all swizzles, elements outside, both fills.

    tiles.py TOOL [--seed=<n>] [--count=<n>]

The kernel loads a tile, copies the bytes of shared memory to an array, and stores the tile to another tensor."""

import itertools
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import trials

KERNEL = """.version 8.6
.target sm_90a
.address_size 64
.visible .entry k(.param .align 64 .b8 from[128], .param .u64 out, .param .align 64 .b8 to[128])
{{
    .reg .b64 %p, %q;
    .reg .b32 %t, %m, %v, %a;
    .reg .pred %other, %done;
    .shared .align 1024 .b8 tile[{room}];
    .shared .align 8 .b64 bar;
    mov.u32 %t, %tid.x;
    mov.u32 %m, bar;
    mov.u32 %a, tile;
    setp.ne.u32 %other, %t, 0;
    @%other bra WAIT;
    mbarrier.init.shared.b64 [%m], 1;
    fence.mbarrier_init.release.cluster;
    mbarrier.arrive.expect_tx.shared.b64 %q, [%m], {size};
    mov.b64 %p, from;
    cvta.param.u64 %p, %p;
    {load}
WAIT:
    bar.sync 0;
POLL:
    mbarrier.try_wait.parity.shared.b64 %done, [%m], 0;
    @!%done bra POLL;
    ld.param.u64 %p, [out];
    add.u32 %a, %a, %t;
    cvt.u64.u32 %q, %t;
    add.u64 %p, %p, %q;
    mov.u32 %m, %t;
COPY:
    setp.ge.u32 %done, %m, {size};
    @%done bra STORE;
    ld.shared.u8 %v, [%a];
    st.global.u8 [%p], %v;
    add.u32 %m, %m, 32;
    add.u32 %a, %a, 32;
    add.u64 %p, %p, 32;
    bra COPY;
STORE:
    bar.sync 0;
    @%other bra END;
    mov.u32 %a, tile;
    mov.b64 %p, to;
    cvta.param.u64 %p, %p;
    {store}
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
END:
    ret;
}}
"""
# The bits of an address that swizzling combines with higher bits. (Manual 5.5.7)
LINES = {"none": 0, "32B": 1, "64B": 3, "128B": 7}
NANS = {"f16": 0x7FFF, "f32": 0x7FFFFFFF}


def kernel(size, load, store):
    """The module, with the instructions that load and store `size` bytes."""
    return KERNEL.format(room=(size + 127) // 128 * 128, size=size, load=load, store=store)


def run(tool, folder, rng, rank, swizzle, inner, kind, fill):
    element = np.dtype({"f16": np.float16, "f32": np.float32, "u8": np.uint8}[kind])
    width = element.itemsize
    box = [inner // width] + [int(rng.integers(1, 4)) for _ in range(rank - 1)]
    dims = [box[0] * 2] + [int(rng.integers(2, 6)) for _ in range(rank - 1)]
    at = [int(rng.integers(-box[0] // 2, dims[0]))] + [int(rng.integers(-2, d)) for d in dims[1:]]
    tensor = rng.integers(1, 250, dims[::-1]).astype(element)
    size = int(np.prod(box)) * width
    place = ", ".join(map(str, at))
    load = f"cp.async.bulk.tensor.{rank}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%a], [%p, {{{place}}}], [%m];"
    store = f"cp.async.bulk.tensor.{rank}d.global.shared::cta.tile.bulk_group [%p, {{{place}}}], [%a];"
    (folder / "k.ptx").write_text(kernel(size, load, store))
    np.save(folder / "from.npy", tensor)
    np.save(folder / "to.npy", np.zeros_like(tensor))
    form = f",box={'x'.join(map(str, box))},swizzle={swizzle},fill={fill}"
    done = subprocess.run([tool, "--quiet", folder / "k.ptx", "--block=32", f"--arg=from={folder}/from.npy{form}", f"--arg=to={folder}/to.npy{form}",
                           f"--arg=out=zeros:{size}xu8", f"--out=out={folder}/out.npy", f"--out=to={folder}/after.npy"], capture_output=True, text=True)
    what = f"{rank} dimensions, {swizzle}, {kind}, {fill}, box {box} at {at} of {dims}"
    if done.returncode:
        return f"{what}: {done.stdout}{done.stderr}"
    expected, after = np.zeros(size, np.uint8), np.zeros_like(tensor)
    for number, steps in enumerate(itertools.product(*map(range, box[::-1]))):
        place = tuple(a + s for a, s in zip(at[::-1], steps))
        inside = all(0 <= p < d for p, d in zip(place, tensor.shape))
        value = tensor[place].tobytes() if inside else (NANS.get(kind, 0) if fill == "nan" else 0).to_bytes(width, "little")
        if inside:
            after[place] = tensor[place]
        address = number * width
        address ^= (address >> 7 & LINES[swizzle]) << 4
        expected[address:address + width] = np.frombuffer(value, np.uint8)
    if (np.load(folder / "out.npy") != expected).any():
        return f"{what}: the tile differs"
    return "" if (np.load(folder / "after.npy") == after).all() else f"{what}: the stored tensor differs"


def main():
    options = trials.options()
    rng = np.random.default_rng(options.seed)
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(options.count):
            for rank, (swizzle, inner), (kind, fill) in itertools.product(
                    range(1, 6), (("none", 32), ("32B", 32), ("64B", 64), ("128B", 128)),
                    (("f16", "zero"), ("f16", "nan"), ("f32", "zero"), ("f32", "nan"), ("u8", "zero"))):
                results.append(run(options.tool, Path(folder), rng, rank, swizzle, inner, kind, fill))
    return trials.summary(results, "tiles")


if __name__ == "__main__":
    sys.exit(main())
