# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Columns of im2col matrices of convolutions, loaded by tensor maps and stored without offsets, compared with NumPy.

    im2col.py TOOL [--seed=<n>] [--count=<n>]

A convolution with padding, stride and dilation in 1 to 3 dimensions has a matrix with a row for each result and a column for each tap of the filter and
channel. The kernel loads rows from a random one on, for one tap; the reference collects them by the definition of a convolution."""

import itertools
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import trials
from tiles import LINES, kernel


def run(tool, folder, rng, spatial, swizzle, inner):
    width = 2
    channels, pixels = inner // width, int(rng.integers(1, 65))
    sizes = [int(rng.integers(3, 8)) for _ in range(spatial)]  # W first, as in the map
    images, all_channels = int(rng.integers(1, 4)), channels * int(rng.integers(1, 3))
    most = {1: 100, 2: 100, 3: 3}[spatial]
    filters = [int(rng.integers(1, min(4, size + 1))) for size in sizes]
    # The bounding box of a store does not leave the tensor.
    stores = bool(rng.integers(2))
    pads = [0 if stores else int(rng.integers(0, min(2, most) + 1)) for _ in sizes]
    dilations = [int(rng.integers(1, 3)) if (f - 1) * 2 < size + 2 * p and (f - 1) * 2 - p < 8 else 1 for f, size, p in zip(filters, sizes, pads)]
    strides = [int(rng.integers(1, 4)) for _ in sizes]
    results = [(size + 2 * p - d * (f - 1) - 1) // s + 1 for size, p, d, f, s in zip(sizes, pads, dilations, filters, strides)]
    tap = [int(rng.integers(0, f)) for f in filters]
    tensor = rng.integers(1, 60000, [images, *sizes[::-1], all_channels]).astype(np.uint16)
    rows = [(n, *place) for n in range(images + 3) for place in itertools.product(*map(range, results[::-1]))]  # the images after the last one are empty
    first = int(rng.integers(0, max(1, images * int(np.prod(results)))))
    channel = int(rng.integers(-2, 3)) * (channels // 2)
    rows = rows[first:first + pixels]
    if len(rows) < pixels:
        pixels = len(rows)
    size = pixels * channels * width
    start = rows[0]
    base = [q * s - p for q, s, p in zip(start[:0:-1], strides, pads)]
    offsets = [t * d for t, d in zip(tap, dilations)]
    at = ", ".join(map(str, [channel, *base, start[0]]))
    store = f"cp.async.bulk.tensor.{spatial + 2}d.global.shared::cta.im2col_no_offs.bulk_group [%p, {{{at}}}], [%a];" if stores else ""
    load = (f"cp.async.bulk.tensor.{spatial + 2}d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%a], [%p, {{{at}}}], [%m], "
            f"{{{', '.join(map(str, offsets))}}};")
    (folder / "k.ptx").write_text(kernel(size, load, store))
    np.save(folder / "from.npy", tensor)
    np.save(folder / "to.npy", np.zeros_like(tensor))
    form = f",pixels={pixels},channels={channels},lower={'x'.join(str(-p) for p in pads)}"
    form += f",upper={'x'.join(str(p - d * (f - 1)) for p, d, f in zip(pads, dilations, filters))},swizzle={swizzle},steps={'x'.join(map(str, [1, *strides, 1]))}"
    done = subprocess.run([tool, folder / "k.ptx", "--block=32", f"--arg=from={folder}/from.npy{form}", f"--arg=to={folder}/to.npy{form}",
                           f"--arg=out=zeros:{size}xu8", f"--out=out={folder}/out.npy", f"--out=to={folder}/after.npy"], capture_output=True, text=True)
    what = f"{tensor.shape} at {channel}, {base}, {start[0]}{form}, offsets {offsets}"
    if done.returncode:
        return f"{what}: {done.stdout}{done.stderr}"
    expected, after = np.zeros(size // 2, np.uint16), np.zeros_like(tensor)
    for number, (n, *place) in enumerate(rows):
        corner = [q * s - p for q, s, p in zip(place[::-1], strides, pads)]
        for c in range(channels):
            inside = lambda position: n < images and 0 <= channel + c < all_channels and all(0 <= x < size for x, size in zip(position, sizes))
            read = [x + o for x, o in zip(corner, offsets)]
            value = tensor[(n, *read[::-1], channel + c)] if inside(read) else 0
            address = (number * channels + c) * width
            address ^= (address >> 7 & LINES[swizzle]) << 4
            expected[address // 2] = value
            if stores and inside(corner):
                after[(n, *corner[::-1], channel + c)] = value
    if (np.load(folder / "out.npy").view(np.uint16) != expected).any():
        return f"{what}: the column differs"
    return "" if (np.load(folder / "after.npy") == after).all() else f"{what}: the stored tensor differs"


def main():
    options = trials.options()
    rng = np.random.default_rng(options.seed)
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(options.count):
            for spatial, (swizzle, inner) in itertools.product((1, 2, 3), (("none", 32), ("32B", 32), ("64B", 64), ("128B", 128))):
                results.append(run(options.tool, Path(folder), rng, spatial, swizzle, inner))
    return trials.summary(results, "columns")


if __name__ == "__main__":
    sys.exit(main())
