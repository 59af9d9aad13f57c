# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of Gluon, TileLang, CuTe DSL and CUTLASS for languages.py: cases, compilers, and edits that make them wrong."""

import os
import re
import subprocess
import tempfile
from math import erf
from pathlib import Path

import numpy as np

from kernel_cases import D, F, H, I, L, U, Case, load
from runs import Out, Part


def gluon_cases(rng):
    real = lambda *shape: rng.uniform(-2, 2, shape).astype(F)
    whole = lambda low, high, *shape: rng.integers(low, high, shape, I)

    def case(name, grid, types, args, *expected, tolerance=0.0, targets=(), **constants):
        signature = {t.split(":")[0]: t.split(":")[1] for t in types.split()}
        assert len(signature) == len(args)
        return Case("gluon", name, grid, None, list(args), expected, tolerance, {"signature": signature, "constants": constants}, targets=targets)

    n = 300
    x, y = real(n), real(n)
    yield case("add", 3, "out:*fp32 x:*fp32 y:*fp32 n:i32", [Out(np.zeros(n, F)), x, y, n], x + y, B=128)
    h = x.astype(H)
    yield case("scaled", 2, "out:*fp16 x:*fp16 a:fp32 n:i32", [Out(np.zeros(n, H)), h, F(1.5), n], (h.astype(D) * 1.5 + 1).astype(H), tolerance=1e-3, B=256)
    m = real(32, 64)
    d = m.astype(D)
    shape = {"M": 32, "N": 64}
    empty = Out(np.zeros_like(m))
    yield case("row_sums", 1, "out:*fp32 x:*fp32", [Out(np.zeros(32, F)), m], d.sum(1), tolerance=1e-5, **shape)
    yield case("column_maxima", 1, "out:*fp32 x:*fp32", [Out(np.zeros(64, F)), m], m.max(0), **shape)
    e = np.exp(d - d.max(1, keepdims=True))
    yield case("softmax", 1, "out:*fp32 x:*fp32", [empty, m], e / e.sum(1, keepdims=True), tolerance=2e-6, **shape)
    scale = real(64)
    normal = (d - d.mean(1, keepdims=True)) / np.sqrt(d.var(1, keepdims=True) + 1e-5)
    yield case("layer_norm", 1, "out:*fp32 x:*fp32 scale:*fp32", [empty, m, scale], normal * scale, tolerance=2e-5, **shape)
    yield case("transpose", 1, "out:*fp32 x:*fp32", [Out(np.zeros((64, 32), F)), m], m.T, **shape)
    yield case("other_layout", 1, "out:*fp32 x:*fp32", [Out(np.zeros((64, 32), F)), m], m.T * 2, **shape)
    steps = real(6, 128)
    total = np.zeros(128)
    for step in steps:
        total = total * 0.5 + step
    yield case("ring", 1, "out:*fp32 x:*fp32 count:i32", [Out(np.zeros(128, F)), steps, 6], total, tolerance=1e-6, B=128)
    k = whole(-50, 50, 3, 256)
    yield case("running_sum", 3, "out:*i32 x:*i32", [Out(np.zeros_like(k)), k], np.cumsum(k, 1), B=256)
    r = real(2, 256)
    yield case("running_maximum", 2, "out:*fp32 x:*fp32", [Out(np.zeros_like(r)), r], np.maximum.accumulate(r, 1), B=256)
    at = whole(0, 128, 128)
    yield case("choose", 1, "out:*fp32 x:*fp32 index:*i32", [Out(np.zeros(128, F)), x[:128].copy(), at], x[:128][at], B=128)
    yield case("interleave", 1, "out:*fp32 x:*fp32 y:*fp32", [Out(np.zeros(256, F)), x[:128].copy(), y[:128].copy()],
               np.stack([x[:128] + F(1), y[:128] - F(1)], 1), B=128)
    letters = whole(0, 99, n)
    yield case("count", 3, "out:*i32 x:*i32 n:i32", [Out(np.zeros(16, I)), letters, n], np.bincount(letters % 16, minlength=16), B=128)
    v = np.abs(x.astype(D)) + 0.5
    yield case("functions", 3, "out:*fp32 x:*fp32 n:i32", [Out(np.zeros(n, F)), x, n], np.log2(v) + np.exp2(v) + np.sqrt(v) + np.floor(np.abs(x) + F(0.5)),
               tolerance=1e-5, B=128)
    p = np.ones(n)
    for step in range(5):
        p = p * x + step + 1
    yield case("polynomial", 3, "out:*fp32 x:*fp32 n:i32", [Out(np.zeros(n, F)), x, n], p, tolerance=1e-5, B=128)
    words = whole(-(1 << 31), (1 << 31) - 1, n)
    yield case("by_assembly", 3, "out:*i32 x:*i32 n:i32", [Out(np.zeros(n, I)), words, n], (words & 0xFF00FF) ^ 7, B=128)
    a, b = real(64, 32).astype(H), real(32, 16).astype(H)
    wanted = a.astype(D) @ b.astype(D)
    kinds = "out:*fp32 a:*fp16 b:*fp16"
    yield case("product", 1, kinds, [Out(np.zeros((64, 16), F)), a, b], wanted, tolerance=1e-5, M=64, N=16, K=32)
    yield case("shared_product", 1, kinds, [Out(np.zeros((64, 16), F)), a, b], wanted, tolerance=1e-5, M=64, N=16, K=32)
    p, q = real(32), real(64)
    yield case("outer_sum", 1, "out:*fp32 x:*fp32 y:*fp32", [empty, p, q], np.where(np.arange(32)[:, None] >= np.arange(64), np.outer(p, q), F(-1)), **shape)


def tilelang_cases(rng):
    real = lambda *shape: rng.uniform(-2, 2, shape).astype(F)

    def case(name, grid, block, args, *expected, tolerance=0.0, targets=()):
        return Case("tilelang", name, grid, block, args, expected, tolerance, targets=targets)

    x, y = real(64, 128), real(64, 128)
    d = x.astype(D)
    yield case("add", "2,2", 128, [x, y, Out(np.zeros_like(x))], x + y)
    yield case("gated", "2,2", 128, [x, y, Out(np.zeros_like(x))], d * y / (1 + np.exp(-y.astype(D))), tolerance=2e-6)
    yield case("row_sums", 2, 128, [x, Out(np.zeros(64, F))], d.sum(1), tolerance=1e-5)
    yield case("row_maxima", 2, 128, [x, Out(np.zeros(64, F))], x.max(1))
    e = np.exp(d - d.max(1, keepdims=True))
    yield case("softmax", 2, 128, [x, Out(np.zeros_like(x))], e / e.sum(1, keepdims=True), tolerance=3e-6)
    scale = real(128)
    yield case("rms_norm", 2, 128, [x, scale, Out(np.zeros_like(x))], d / np.sqrt((d * d).mean(1, keepdims=True) + 1e-5) * scale, tolerance=2e-5)
    yield case("transpose", "4,2", 128, [x, Out(np.zeros((128, 64), F))], x.T)
    yield case("clipped", "2,2", 128, [x, Out(np.zeros_like(x))], np.clip(x, -1, 1) * F(2))
    h = x.astype(H)
    yield case("convert", "2,2", 128, [h, Out(np.zeros_like(x))], h.astype(F) + F(1))
    # For later targets the host makes tensor maps.
    a, b = real(64, 64).astype(H), real(64, 64).astype(H)
    wanted = a.astype(D) @ b.astype(D)
    yield case("product", "2,2", 128, [a, b, Out(np.zeros((64, 64), F))], wanted, tolerance=2e-5, targets=(80,))
    yield case("product_of_transposed", "2,2", 128, [a, b, Out(np.zeros((64, 64), F))], a.astype(D) @ b.astype(D).T, tolerance=2e-5, targets=(80,))
    yield case("product_and_bias", "2,2", 128, [a, b, scale[:64].copy(), Out(np.zeros((64, 64), F))], np.maximum(wanted + scale[:64], 0), tolerance=2e-5)
    yield case("matrix_vector", 2, 128, [x, scale, Out(np.zeros(64, F))], d @ scale.astype(D), tolerance=2e-5)
    yield case("block_sums", 2, 128, [x, Out(np.zeros((2, 128), F))], d.reshape(2, 32, 128).sum(1), tolerance=1e-5)


def cute_cases(rng):
    real = lambda *shape: rng.uniform(-2, 2, shape).astype(F)
    whole = lambda low, high, *shape: rng.integers(low, high, shape, I)

    def case(name, grid, block, args, *expected, tolerance=0.0, targets=()):
        # A tensor of known layout is a structure with its pointer.
        given = [Part((0, value, None)) if isinstance(value, (Out, np.ndarray)) else value for value in args]
        return Case("cute", name, grid, block, given, expected, tolerance, {"values": args}, targets=targets)

    n = 300
    x, y = real(n), real(n)
    yield case("axpy", 3, 128, [Out(y), x, I(n), F(1.5)], (x.astype(D) * 1.5 + y).astype(F), tolerance=1e-6)
    yield case("activate", 3, 128, [Out(np.zeros(n, F)), x, I(n)], x / (1 + np.exp(-x.astype(D))), tolerance=1e-6)
    few, numbers = x[:128].copy(), whole(-1000, 1000, 128)
    yield case("warp_sums", 1, 128, [Out(np.zeros(4, F)), few], few.astype(D).reshape(4, 32).sum(1), tolerance=1e-5)
    yield case("warp_prefix", 1, 128, [Out(np.zeros(128, I)), numbers], np.cumsum(numbers.reshape(4, 32), 1))
    m = real(32, 32)
    yield case("transpose", 1, 128, [Out(np.zeros((32, 32), F)), m], m.T)
    a, b = real(8, 20), real(20, 16)
    yield case("product", 1, 128, [Out(np.zeros((8, 16), F)), a, b], a.astype(D) @ b.astype(D), tolerance=1e-5)
    a, b = real(16, 64), real(64, 16)
    yield case("tiled_product", 1, 256, [Out(np.zeros((16, 16), F)), a, b], a.astype(D) @ b.astype(D), tolerance=1e-5)
    letters = whole(0, 99, n)
    yield case("histogram", 3, 128, [Out(np.zeros(16, I)), letters, I(n)], np.bincount(letters % 16, minlength=16))
    smooth = np.zeros(n)
    smooth[1:-1] = 0.25 * (x[:-2].astype(D) + x[2:]) + 0.5 * x[1:-1]
    yield case("smooth", 3, 128, [Out(np.zeros(n, F)), x, I(n)], smooth, tolerance=1e-6)
    p, q = whole(1, 100000, 128), whole(1, 100000, 128)
    yield case("divisor", 1, 128, [Out(np.zeros(128, I)), p, q], np.gcd(p, q))
    yield case("bits", 1, 128, [Out(np.zeros(128, I)), p], np.array([bin(v).count("1") * 64 + 32 - int(v).bit_length() for v in p]))
    yield case("votes", 1, 128, [Out(np.zeros(128, I)), numbers], np.repeat((numbers.reshape(4, 32) > 0).sum(1), 32))
    yield case("reverse", 1, 128, [Out(np.zeros(128, I)), numbers], numbers[::-1])
    t = rng.uniform(-2, 2, 128)
    total = np.ones(128)
    for k in range(5):
        total = total * t + k
    yield case("polynomial", 1, 128, [Out(np.zeros(128)), t], total, tolerance=1e-14)
    wide = real(512)
    yield case("vectors", 1, 128, [Out(np.zeros(512, F)), wide], wide.astype(D) ** 2 + 1, tolerance=1e-6)
    rows = whole(-1000, 1000, 256)
    yield case("block_sum", 2, 128, [Out(np.zeros(2, I)), rows], rows.reshape(2, 128).sum(1))
    a, b = real(32, 32).astype(H), real(16, 32).astype(H)
    yield case("matrix_units", 1, 128, [Out(np.zeros((32, 16), F)), a, b], a.astype(D) @ b.astype(D).T, tolerance=1e-5)


def cutlass_cases(rng):
    real = lambda *shape: rng.uniform(-2, 2, shape).astype(F)

    def case(name, args, *expected, tolerance=0.0):
        return Case("cutlass", name, 1, 128, args, expected, tolerance)

    m = real(32, 32)
    yield case("transpose", [Out(np.zeros((32, 32), F)), m], m.T)
    a, b = real(32, 64), real(32, 64)
    h, k = a.astype(H), b.astype(H)
    wanted = h.astype(D) @ k.astype(D).T
    square = lambda kind: Out(np.zeros((32, 32), kind))
    yield case("half_product", [square(F), h, k], wanted, tolerance=1e-5)
    yield case("staged_product", [square(F), h, k], wanted, tolerance=1e-5)
    yield case("narrow_product", [square(H), h, k], wanted, tolerance=2e-2)
    p, q = rng.integers(-128, 128, (32, 64), np.int8), rng.integers(-128, 128, (32, 64), np.int8)
    yield case("byte_product", [square(I), p, q], p.astype(I) @ q.astype(I).T)
    u, v = rng.uniform(-2, 2, (32, 64)), rng.uniform(-2, 2, (32, 64))
    yield case("double_product", [square(D), u, v], u @ v.T, tolerance=1e-13)
    yield case("scalar_product", [square(F), a, b], a.astype(D) @ b.astype(D).T, tolerance=2e-5)
    x = real(512)
    yield case("to_halves", [Out(np.zeros(512, H)), x], x.astype(H) + H(1))
    few = x[:128].copy()
    magnitude, sign = np.abs(few.astype(D)), np.sign(few)
    step = np.exp2(np.maximum(np.floor(np.log2(magnitude)), -6) - 3)  # three bits of fraction
    yield case("through_bytes", [Out(np.zeros(128, F)), few], sign * np.round(magnitude / step) * step)
    brain = lambda values: ((values.view(U) + 0x7FFF + (values.view(U) >> 16 & 1)) >> 16).astype(np.uint16)
    narrow = (brain(few).astype(U) << 16).view(F)
    yield case("brain_floats", [Out(np.zeros(128, np.uint16)), few], brain(narrow * narrow))
    words = rng.integers(0, 1 << 32, 128, U)
    nibbles = np.stack([words >> 4 * i & 15 for i in range(8)], 1).astype(I)
    yield case("nibbles", [Out(np.zeros((128, 8), H)), words], np.where(nibbles < 8, nibbles, nibbles - 16))
    w = few.astype(D)
    gelu = np.array([0.5 * t * (1 + erf(t * 0.7071067811865476)) for t in w])
    yield case("activations", [Out(np.zeros(128, F)), few], gelu + w / (1 + np.exp(-w)), tolerance=2e-6)
    z = (x[:256] / 2).copy()
    number = z[::2].astype(D) + 1j * z[1::2]
    total = np.ones(128, complex)
    for _ in range(3):
        total = total * number + number.conj()
    yield case("complex_powers", [Out(np.zeros((128, 2), F)), z], np.stack([total.real, total.imag], 1), tolerance=1e-5)
    positive = rng.integers(0, 1 << 30, 128, I)
    quotient = positive // 77
    folded = (quotient.astype(L) * 1000 + positive % 77).astype(U).view(I)
    yield case("divisions", [Out(np.zeros(128, I)), positive, 77], folded)
    i, j = np.arange(128) % 8, np.arange(128) // 8
    yield case("offsets", [Out(np.zeros(128, I))], i % 2 + i // 2 * 16 + j % 4 * 2 + j // 4 * 64)


CASES = {"gluon": gluon_cases, "tilelang": tilelang_cases, "cute": cute_cases, "cutlass": cutlass_cases}
FILES = {"gluon": "gluon_kernels.py", "tilelang": "tilelang_kernels.py", "cute": "cute_kernels.py", "cutlass": "cutlass_kernels.cu"}

EDITS = [
    ("gluon", "row_sums", "gl.sum(value, 1)", "gl.sum(value * 2, 1) - gl.max(value, 1)"),
    ("gluon", "column_maxima", "gl.max(value, 0)", "gl.min(value, 0)"),
    ("gluon", "softmax", "gl.sum(value, 1)", "gl.max(value, 1)"),
    ("gluon", "layer_norm", "gl.sum(value * value, 1) / N", "gl.sum(value * value, 1)"),
    ("gluon", "transpose", "i[:, None] * N + j", "i[:, None] * M + j"),
    ("gluon", "transpose", "k[:, None] * M", "k[:, None] * N"),
    ("gluon", "other_layout", "l[None, :] * M", "l[None, :] * N"),
    ("gluon", "ring", "wait_group(1)", "wait_group(2)"),
    ("gluon", "ring", "buffers.index(k % 2).load", "buffers.index((k + 1) % 2).load"),
    ("gluon", "ring", "(k + 1) * B", "k * B"),
    ("gluon", "interleave", "(second, line)", "(first, line)"),
    ("gluon", "count", "i < n, other=0) % 16, 1, i < n", "i < n, other=0) % 16, 1"),
    ("gluon", "by_assembly", "0x6a", "0x6c"),
    ("gluon", "shared_product", "a + i[:, None] * K", "a + i[:, None] * N"),
    ("gluon", "shared_product", "out + m[:, None] * N", "out + m[:, None] * M"),
    ("gluon", "product", "k[None, :]), left", "k[None, :] // 2 * 2), left"),
    ("tilelang", "softmax", "/ sums[i]", "* sums[i]"),
    ("tilelang", "row_sums", "clear=True", "clear=False"),
    ("tilelang", "transpose", "tile[j, i]", "tile[i, j]"),
    ("tilelang", "product", "b[k * 32, bx * 32]", "b[0, bx * 32]"),
    ("tilelang", "product_of_transposed", "transpose_B=True", "transpose_B=False"),
    ("tilelang", "rms_norm", "squares[i] / 128", "squares[i] / 64"),
    ("cute", "warp_sums", "16 >> k", "8 >> k"),
    ("cute", "warp_prefix", "lane >= (1 << k)", "lane > (1 << k)"),
    ("cute", "transpose", "    cute.arch.sync_threads()\n", ""),
    ("cute", "transpose", "stride=(33, 1)", "stride=(34, 1)"),
    ("cute", "tiled_product", "        cute.arch.sync_threads()\n    c[", "    c["),
    ("cute", "tiled_product", "right[j, column]", "right[column, j]"),
    ("cute", "histogram", "if i < n:", "if i <= n:"),
    ("cute", "smooth", "i < n - 1", "i < n"),
    ("cute", "reverse", "    cute.arch.sync_threads()\n", ""),
    ("cute", "block_sum", "        cute.arch.sync_threads()\n    if", "    if t == 200:\n        tile[t] = 0\n    if"),
    ("cute", "vectors", "part.load() * part.load()", "part.load() + part.load()"),
    ("cutlass", "transpose", "  __syncthreads();\n", ""),
    ("cutlass", "transpose", "tile(i % 32, i / 32)", "tile(i / 32, i % 32)"),
    ("cutlass", "staged_product", "  cp_async_wait<0>();\n", ""),
    ("cutlass", "staged_product", "  __syncthreads();\n", ""),
    ("cutlass", "staged_product", "mine.partition_S(gB), mine.partition_D(sB)", "mine.partition_S(gA), mine.partition_D(sB)"),
    ("cutlass", "nibbles", "i < 8", "i < 7"),
    ("cutlass", "complex_powers", "cutlass::conj(x[threadIdx.x])", "x[threadIdx.x]"),
    ("cutlass", "divisions", "quotient * 1000 + rest", "quotient + rest * 1000"),
    ("cutlass", "offsets", "make_stride(_1{}, _16{})", "make_stride(_16{}, _1{})"),
]


def compile_text(source, target, folders=()):
    """The PTX of a file of CUDA C++."""
    with tempfile.TemporaryDirectory() as scratch:
        result = Path(scratch, "k.ptx")
        include = [f"-I{folder}" for folder in folders]
        suffix = "a" if target >= 90 else ""
        subprocess.run(["nvcc", "-ptx", "-std=c++17", "--expt-relaxed-constexpr", f"-arch=sm_{target}{suffix}", *include, "-o", str(result), str(source)],
                       check=True, stderr=subprocess.DEVNULL)
        return result.read_text()


class TileLangCompiler:
    def __init__(self):
        import tilelang

        self.folder = Path(tilelang.__file__).parent

    def compile(self, source, case, target):
        import tilelang

        suffix = "a" if target >= 90 else ""
        gpu = tilelang.tvm.target.Target({"kind": "cuda", "arch": f"sm_{target}{suffix}"})
        function = getattr(load(source), case.name)()
        with gpu:
            made = tilelang.lower(function, target=gpu)
        with tempfile.TemporaryDirectory() as scratch:
            text = Path(scratch, "k.cu")
            text.write_text(made.kernel_source)
            ptx = compile_text(text, target, [self.folder / "src", self.folder / "3rdparty" / "cutlass" / "include"])
        # The parameters of the kernel have the order of their uses.
        names = [function.buffer_map[parameter].name for parameter in function.params]
        given = re.findall(r"(\w+)\s*(?:,|$)", re.search(r"kernel_kernel\(([^)]*)\)", made.kernel_source).group(1))
        args = [case.args[names.index(name)] for name in given]
        return ptx, re.search(r"\.entry (\w+)", ptx).group(1), case.block, 100_000 if "extern __shared__" in made.kernel_source else 0, args


class CuteCompiler:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        os.environ.update(CUTE_DSL_KEEP_PTX="1", CUTE_DSL_DUMP_DIR=self.folder.name)
        os.environ.setdefault("CUTE_DSL_ARCH", "sm_80")
        import cutlass.cute  # noqa: F401

    def compile(self, source, case, target):
        import cutlass
        import cutlass.cute as cute
        from cutlass.cute.runtime import make_fake_compact_tensor

        os.environ["CUTE_DSL_ARCH"] = f"sm_{target}{'a' if target >= 90 else ''}"
        types = {"float32": cutlass.Float32, "float16": cutlass.Float16, "float64": cutlass.Float64, "int32": cutlass.Int32}
        module = load(source)
        args = []
        for value in case.options["values"]:
            array = value.array if isinstance(value, Out) else value
            kind = types[array.dtype.name]
            order = tuple(reversed(range(array.ndim)))
            args.append(make_fake_compact_tensor(kind, array.shape, stride_order=order) if isinstance(array, np.ndarray) else kind(array.item()))
        launch = getattr(module, f"launch_{case.name}", None) or getattr(module, f"launch{len(args)}")
        text = cute.compile(launch, getattr(module, case.name), case.block, *args).__ptx__
        return text, re.search(r"\.entry (\w+)", text).group(1), case.block, 20_000, case.args


class CutlassCompiler:
    def __init__(self):
        if not os.environ.get("CUTLASS_PATH"):
            raise OSError("CUTLASS_PATH is not set")
        self.include = Path(os.environ["CUTLASS_PATH"], "include")
        self.texts = {}

    def compile(self, source, case, target):
        key = source.read_text(), target
        if key not in self.texts:
            if source.parent.name != "Inputs":
                # An edited copy is compiled for one kernel.
                parts = re.split(r'(?=^extern "C" __global__|^template |^///)', key[0], flags=re.M)
                source.write_text("".join(part for part in parts if 'extern "C"' not in part or f" {case.name}(" in part))
            self.texts[key] = compile_text(source, target, [self.include])
        return self.texts[key], case.name, case.block, 0, case.args


COMPILERS = {"tilelang": TileLangCompiler, "cute": CuteCompiler, "cutlass": CutlassCompiler}
