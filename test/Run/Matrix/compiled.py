# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of matrices that Triton and nvcc compile, executed by ptx-run and compared with NumPy.

    compiled.py TOOL [--targets=80,89,90,100] [--only=<text>] [--no-nvcc]

Triton 3.9 uses `mma` for sm_80 and sm_89, `wgmma` for sm_90 and `tcgen05` for sm_100, and tensor maps for descriptors. nvcc compiles `wmma`. Each wrong kernel is an edit of a right one, and must give a finding, or a result that differs."""

import argparse
import itertools
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import ml_dtypes
import numpy as np
import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

NUMPY = {"fp16": np.float16, "bf16": ml_dtypes.bfloat16, "fp32": np.float32, "i8": np.int8, "fp8e4nv": ml_dtypes.float8_e4m3fn, "fp8e5": ml_dtypes.float8_e5m2}
SUMS = {"fp32": ("f32", tl.float32), "i32": ("s32", tl.int32), "fp16": ("f16", tl.float16)}
CUDA = {"half": np.float16, "__nv_bfloat16": ml_dtypes.bfloat16, "wmma::precision::tf32": np.float32, "double": np.float64, "signed char": np.int8,
        "unsigned char": np.uint8, "float": np.float32, "int": np.int32}
SWIZZLES = ["none", "32B", "64B", "128B"]


@triton.jit
def by_pointers(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, TA: tl.constexpr, TB: tl.constexpr, SUM: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), dtype=SUM)
    for k in range(0, K, BK):
        rk = k + tl.arange(0, BK)
        x = tl.load(a + (rk[None, :] * M + rm[:, None] if TA else rm[:, None] * K + rk[None, :]))
        y = tl.load(b + (rn[None, :] * K + rk[:, None] if TB else rk[:, None] * N + rn[None, :]))
        total = tl.dot(x, y, total, out_dtype=SUM)
    tl.store(c + rm[:, None] * N + rn[None, :], total)


@triton.jit
def by_maps(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, TB: tl.constexpr):
    m, n = tl.program_id(0) * BM, tl.program_id(1) * BN
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        y = b.load([n, k]).T if TB else b.load([k, n])
        total = tl.dot(a.load([m, k]), y, total)
    c.store([m, n], total.to(tl.float16))


def raw(array):
    """The array, as integers of the same size if NumPy files do not have its type."""
    array = np.ascontiguousarray(array)
    return array.view({1: np.uint8, 2: np.uint16}[array.itemsize]) if array.dtype.kind == "V" or array.dtype.name.startswith(("bf", "float8")) else array


def operands(rng, kind, m, n, k):
    if np.dtype(kind).kind in "iu":
        low = -100 if np.dtype(kind).kind == "i" else 0
        return rng.integers(low, 100, (m, k)).astype(kind), rng.integers(low, 100, (k, n)).astype(kind)
    return rng.standard_normal((m, k)).astype(kind), rng.standard_normal((k, n)).astype(kind)


class Runner:
    def __init__(self, tool, folder):
        self.tool, self.folder, self.count, self.failures, self.wrong, self.found = tool, folder, 0, [], 0, 0

    def save(self, name, array):
        np.save(self.folder / f"{name}.npy", raw(array))
        return f"{self.folder}/{name}.npy"

    def execute(self, ptx, arguments, grid, block, shared, output):
        (self.folder / "k.ptx").write_text(ptx)
        done = subprocess.run([self.tool, "--quiet", self.folder / "k.ptx", f"--grid={grid}", f"--block={block}", f"--dynamic-shared={shared}",
                               *[f"--arg={name}={value}" for name, value in arguments.items()], f"--out={output}={self.folder}/out.npy"],
                              capture_output=True, text=True)
        return done.stdout + done.stderr if done.returncode else np.load(self.folder / "out.npy")

    def compare(self, what, got, a, b, tolerance, addend=0.0, factor=1.0):
        if isinstance(got, str):
            return f"{what}: {got[:400]}"
        wide = np.float64
        exact = factor * (a.astype(wide) @ b.astype(wide) + addend)
        size = factor * (np.abs(a.astype(wide)) @ np.abs(b.astype(wide)) + np.abs(addend))
        error = np.max(np.abs(got.astype(wide) - exact) / np.maximum(size, 1e-30))
        return "" if error <= tolerance else f"{what}: a relative error of {error}"

    def check(self, *arguments, **options):
        self.count += 1
        failure = self.compare(*arguments, **options)
        self.failures += [failure] if failure else []

    def check_wrong(self, what, *arguments):
        self.wrong += 1
        if self.compare(what, *arguments):
            self.found += 1
        else:
            self.failures.append(f"{what}: not found")


# The edits that make a kernel wrong: a wait is missing, another matrix, another row of a block of 8, another place of a tile.
WRONG = [("no wait", r"(?:wgmma\.wait_group\.sync\.aligned|tcgen05\.wait::ld\.sync\.aligned|cp\.async\.wait_group) *\t*\d*;", ""),
         ("swapped factors", r"(mma\.sync\S+\s*\{[^}]*\}, *\{)\s*(%\w+),\s*(%\w+)", r"\1 \3, \2"),
         ("other descriptor", r"(or\.b64\s+%rd\d+, %rd\d+, )(\d+)", lambda m: f"{m[1]}{int(m[2]) + (1 << 32)}")]


def pointers(runner, target, kind, bm, bn, bk, ta, tb, sum_type="fp32", m=None, n=None, k=None):
    m, n, k = m or bm, n or bn, k or 2 * bk
    constants = {"BM": bm, "BN": bn, "BK": bk, "TA": ta, "TB": tb, "SUM": SUMS[sum_type][1]}
    signature = {"a": "*" + kind, "b": "*" + kind, "c": "*" + sum_type, "M": "i32", "N": "i32", "K": "i32", **dict.fromkeys(constants, "constexpr")}
    source = ASTSource(fn=by_pointers, signature=signature, constexprs=constants, attrs={(i,): [["tt.divisibility", 16]] for i in range(6)})
    kernel = triton.compile(source, target=GPUTarget("cuda", target, 32), options={"num_warps": 4})
    ptx = kernel.asm["ptx"]
    a, b = operands(np.random.default_rng(47), NUMPY[kind], m, n, k)
    arguments = {0: runner.save("a", a.T if ta else a), 1: runner.save("b", b.T if tb else b), 2: f"zeros:{m}x{n}x{SUMS[sum_type][0]}", 3: m, 4: n, 5: k}
    arguments.update(scratch(ptx, 6))
    what = f"sm_{target} {kind} {bm}x{bn}x{bk} {'T' if ta else 'N'}{'T' if tb else 'N'} {sum_type}"
    tolerance = {"i32": 0, "fp16": 2e-3, "fp32": k * 2.0 ** -23 + (1.0 / 512 if kind == "fp32" else 0)}[sum_type]
    launch = (f"{m // bm},{n // bn}", 128, kernel.metadata.shared, 2)
    runner.check(what, runner.execute(ptx, arguments, *launch), a, b, tolerance)
    for name, pattern, replacement in WRONG if kind == "fp16" and not ta and not tb else []:
        wrong = re.sub(pattern, replacement, ptx)
        if wrong != ptx:
            runner.check_wrong(f"{what}, {name}", runner.execute(wrong, arguments, *launch), a, b, tolerance)


def scratch(ptx, first):
    """The arguments that Triton adds."""
    head = ptx.split(".entry")[1].split(")")[0]
    return {int(i): "zeros:16xu32" if t == ".u64" else 0 for t, i in re.findall(r"\.param (?:\.align \d+ )?(\.\w+)[^,\n]*_param_(\d+)", head) if int(i) >= first}


def maps(runner, target, bm, bn, bk, m, n, k, tb):
    constants = {"BM": bm, "BN": bn, "BK": bk, "TB": tb}
    boxes = {"a": [bm, bk], "b": [bn, bk] if tb else [bk, bn], "c": [bm, bn]}
    signature = {name: f"tensordesc<fp16{box}>" for name, box in boxes.items()} | {"M": "i32", "N": "i32", "K": "i32", **dict.fromkeys(constants, "constexpr")}
    kernel = triton.compile(ASTSource(fn=by_maps, signature=signature, constexprs=constants), target=GPUTarget("cuda", target, 32), options={"num_warps": 4})
    ptx = kernel.asm["ptx"]
    a, b = operands(np.random.default_rng(47), np.float16, m, n, k)
    arrays = [(runner.save("a", a), a.shape), (runner.save("b", b.T if tb else b), (n, k) if tb else (k, n)), (f"zeros:{m}x{n}xf16", (m, n))]
    arguments = {}
    for (array, shape), meta in zip(arrays, kernel.metadata.tensordesc_meta):
        box = "x".join(map(str, meta["block_size"][::-1]))
        for value in (f"{array},box={box},swizzle={SWIZZLES[meta['swizzle']]}", *shape, shape[1], 1):
            arguments[len(arguments)] = value
    output = len(arguments) - 5
    for value in (m, n, k):
        arguments[len(arguments)] = value
    arguments.update(scratch(ptx, len(arguments)))
    block = re.search(r"\.reqntid (\d+)", ptx)[1]
    launch = (f"{m // bm},{n // bn}", block, kernel.metadata.shared, output)
    what = f"sm_{target} maps {bm}x{bn}x{bk} {'T' if tb else 'N'}"
    runner.check(what, runner.execute(ptx, arguments, *launch), a, b, 2e-3)
    other = {**arguments, 0: arguments[0].replace("swizzle=128B", "swizzle=none")}
    runner.check_wrong(f"{what}, other swizzle", runner.execute(ptx, other, *launch), a, b, 2e-3)
    turned = {**arguments, 0: arguments[0].replace(str(arguments[0]).split(",")[0], runner.save("r", np.roll(a, 1, 0)))}
    runner.check_wrong(f"{what}, other rows", runner.execute(ptx, turned, *launch), a, b, 2e-3)


def fragments(runner, kind, total, m, n, k, layouts):
    la, lb, lc = layouts
    pitch = lambda layout, rows, columns: columns if layout == "row" else rows
    source = runner.folder / "k.cu"
    source.write_text(f"""#include <mma.h>
#include <cuda_bf16.h>
using namespace nvcuda;
extern "C" __global__ void k(const {'float' if 'tf32' in kind else kind} *a, const {'float' if 'tf32' in kind else kind} *b, const {total} *c, {total} *d) {{
  __shared__ alignas(32) {total} s[{m * n}];
  wmma::fragment<wmma::matrix_a, {m}, {n}, {k}, {kind}, wmma::{la}_major> fa;
  wmma::fragment<wmma::matrix_b, {m}, {n}, {k}, {kind}, wmma::{lb}_major> fb;
  wmma::fragment<wmma::accumulator, {m}, {n}, {k}, {total}> fc;
  wmma::load_matrix_sync(fa, a, {pitch(la, m, k)});
  wmma::load_matrix_sync(fb, b, {pitch(lb, k, n)});
  wmma::load_matrix_sync(fc, c, {pitch(lc, m, n)}, wmma::mem_{lc}_major);
  wmma::mma_sync(fc, fa, fb, fc);
  for (int i = 0; i < fc.num_elements; i++) fc.x[i] = fc.x[i] + fc.x[i];
  wmma::store_matrix_sync(s, fc, {pitch(lc, m, n)}, wmma::mem_{lc}_major);
  __syncwarp();
  for (int i = threadIdx.x; i < {m * n}; i += 32) d[i] = s[i];
}}
""")
    subprocess.run(["nvcc", "-arch=sm_80", "-ptx", source, "-o", runner.folder / "n.ptx"], check=True)
    rng = np.random.default_rng(47)
    a, b = operands(rng, CUDA[kind], m, n, k)
    c = (rng.standard_normal((m, n)) * (1000 if total == "int" else 1)).astype(CUDA[total])
    turn = lambda array, layout: array if layout == "row" else array.T
    arguments = {0: runner.save("a", turn(a, la)), 1: runner.save("b", turn(b, lb)), 2: runner.save("c", turn(c, lc)), 3: runner.save("d", np.zeros_like(turn(c, lc)))}
    got = runner.execute((runner.folder / "n.ptx").read_text(), arguments, 1, 32, 0, 3)
    tolerance = {"float": 1.0 / 512 if "tf32" in kind else 2e-6, "half": 2e-3, "double": 1e-15, "int": 0}[total]
    runner.check(f"wmma {kind} {total} {m}x{n}x{k} {layouts}", got if isinstance(got, str) else turn(got, lc), a, b, tolerance, addend=c.astype(np.float64), factor=2.0)


def cases(runner, targets, use_nvcc):
    for target in targets:
        bm, bn, bk = (32, 32, 32) if target < 90 else (128, 64, 64)
        for kind in ("fp16", "bf16") if target != 89 else ():
            for ta, tb in itertools.product((False, True), repeat=2):
                yield f"sm_{target} {kind}", pointers, (target, kind, bm, bn, bk, ta, tb)
        for tb in (False, True):
            if target != 89:
                yield f"sm_{target} fp32", pointers, (target, "fp32", bm, bn, 32, False, tb)
                yield f"sm_{target} i8", pointers, (target, "i8", bm, bn, bk, False, tb, "i32")
        if target > 80:
            for kind in ("fp8e4nv", "fp8e5"):
                yield f"sm_{target} {kind}", pointers, (target, kind, bm, bn, max(bk, 32), False, True)
        if target >= 90:
            for shape in ((64, 32, 64), (64, 16, 32), (128, 256, 64)):
                yield f"sm_{target} fp16", pointers, (target, "fp16", *shape, False, False)
            yield f"sm_{target} large", pointers, (target, "fp16", 128, 128, 32, False, False, "fp32", 256, 256, 256)
            for tb in (False, True):
                yield f"sm_{target} maps", maps, (target, 128, 64, 64, 256, 128, 192, tb)
    shapes = ((16, 16, 16), (8, 32, 16), (32, 8, 16))
    kinds = [(kind, total, shapes) for kind, total in (("half", "float"), ("half", "half"), ("__nv_bfloat16", "float"), ("signed char", "int"), ("unsigned char", "int"))]
    for kind, total, list_ in [*kinds, ("wmma::precision::tf32", "float", ((16, 16, 8),)), ("double", "double", ((8, 8, 4),))] if use_nvcc else []:
        for shape in list_:
            for layouts in itertools.product(("row", "col"), repeat=3):
                yield f"wmma {kind}", fragments, (kind, total, *shape, layouts)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--targets", default="80,89,90,100")
    parser.add_argument("--only", default="")
    parser.add_argument("--no-nvcc", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(options.tool, Path(folder))
        for name, run, arguments in cases(runner, [int(t) for t in options.targets.split(",")], not options.no_nvcc):
            if options.only in name:
                run(runner, *arguments)
    print(f"{runner.count} kernels, {runner.wrong} wrong ones of which {runner.found} are found, {len(runner.failures)} failures")
    print("\n".join(runner.failures[:20]), end="")
    return bool(runner.failures)


if __name__ == "__main__":
    sys.exit(main())
