# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Textures and surfaces in ptx-run, compared with a reference in NumPy:

    textures.py --tool=<build>/bin/ptx-run [--count=<cases>] [--seed=<n>] [--nvcc]

Random cases have one instruction each, with random texels, geometry, address modes and coordinates. With --nvcc, the kernels of
Inputs/textures.cu are compiled and executed."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

TYPES = {"u8": np.uint8, "s8": np.int8, "u16": np.uint16, "s16": np.int16, "u32": np.uint32, "s32": np.int32, "f16": np.float16, "f32": np.float32}
THREADS = 64
HEADER = ".version 8.6\n.target sm_90\n.address_size 64\n"


def texel_index(mode, index, size):
    """The texel by the pages of CUDA: the fraction of a coordinate that wraps, or its reflection; None outside of a border."""
    if mode == "wrap":
        return index % size
    if mode == "mirror":
        period, rest = divmod(index, size)
        return size - 1 - rest if period % 2 else rest
    if mode == "clamp":
        return min(max(index, 0), size - 1)
    return index if 0 <= index < size else None


def mirrored(x, size):
    """The texel of a normalized coordinate: CUDA replaces x by frac(x) if floor(x) is even, else by 1 - frac(x)."""
    whole = np.floor(x)
    place = x - whole if whole % 2 == 0 else 1 - (x - whole)
    return min(int(np.floor(place * size)), size - 1)


class Image:
    """Random texels, by layer, depth, height, width and channel."""

    def __init__(self, random, kind, geometries):
        self.geometry = str(random.choice(geometries))
        self.dimensions = int(self.geometry[-2])
        self.is_layered = self.geometry[0] == "a"
        self.channels = int(random.choice([1, 2, 4]))
        self.kind = kind
        size = [int(n) for n in random.integers(1, 9, self.dimensions + self.is_layered)]
        shape = size + [self.channels] * (self.channels > 1 or bool(random.integers(2)))
        dtype = TYPES[kind]
        if np.issubdtype(dtype, np.floating):
            self.array = random.standard_normal(shape).astype(dtype)
        else:
            limits = np.iinfo(dtype)
            self.array = random.integers(limits.min, limits.max, shape, dtype, endpoint=True)
        self.extents = size[::-1][: self.dimensions]
        self.layers = size[0] if self.is_layered else 1
        self.texels = self.array.reshape([self.layers] + [1] * (3 - self.dimensions) + self.extents[::-1] + [self.channels])

    def texel(self, layer, place):
        x, y, z = list(place) + [0] * (3 - len(place))
        return self.texels[layer, z, y, x]


def fetched(value, dtype, reads_float, kind):
    if reads_float:
        limits = np.iinfo(TYPES[kind])
        return np.float32(max(np.float32(value) / np.float32(limits.max), np.float32(-1)))
    return value.astype({"f32": np.float32, "u32": np.uint32, "s32": np.int32}[dtype])


def texture_case(random, tool, folder):
    """`tex` or `tld4`, with all four results of each thread as bits."""
    kind = str(random.choice(list(TYPES)))
    gathers = bool(random.integers(4) == 0)
    image = Image(random, kind, ["2d", "a2d"] if gathers else ["1d", "2d", "3d", "a1d", "a2d"])
    reads_float = kind in ("u8", "s8", "u16", "s16") and bool(random.integers(2))
    dtype = "f32" if kind[0] == "f" or reads_float else str(random.choice(["u32", "s32"]))
    is_integer = not gathers and bool(random.integers(3) == 0)
    normalized = not is_integer and bool(random.integers(2))
    modes = [str(random.choice(["wrap", "mirror", "clamp", "border"])) for _ in range(3)]
    offset = [int(n) for n in random.integers(-8, 8, 4)] if random.integers(2) else None
    if is_integer:
        coordinates = random.integers(-4, 13, (THREADS, image.dimensions)).astype(np.int32)
    else:
        coordinates = (random.integers(-64, 200, (THREADS, image.dimensions)) / 16).astype(np.float32)
        if normalized:
            coordinates = (coordinates / 4).astype(np.float32)
    layer = random.integers(0, image.layers, THREADS).astype(np.uint32)
    channel = int(random.integers(image.channels))
    words = np.zeros((THREADS, 4), np.uint32)
    words[:, 0] = layer
    first = int(image.is_layered)
    words[:, first:first + image.dimensions] = coordinates.view(np.uint32)
    count = {"1d": 1, "2d": 2, "a1d": 2}.get(image.geometry, 4)
    names = "{" + ", ".join(["%c0", "%c1", "%c2", "%c3"][:count]) + "}"
    ctype = "s32" if is_integer else "f32"
    more = ""
    if offset:
        more = ", {" + ", ".join(str(n) for n in offset[: {1: 1, 2: 2, 3: 4}[image.dimensions]]) + "}"
    name = f"tld4.{'rgba'[channel]}" if gathers else "tex"
    separate = bool(random.integers(2))
    uses = "[t, s, " if separate else "[%t, "
    opaque = ".global .texref t;\n.global .samplerref s;\n" if separate else ""
    mode_line = ".target sm_90, texmode_independent\n" if separate else ".target sm_90\n"
    module = f""".version 8.6
{mode_line}.address_size 64
{opaque}.visible .entry k({'' if separate else '.param .u64 t, '}.param .u64 at, .param .u64 out)
{{
    .reg .b64 %t, %at, %out;
    .reg .b32 %i, %c<4>, %d<4>;
    .reg .pred %p;
    {'' if separate else 'ld.param.u64 %t, [t];'}
    ld.param.u64 %at, [at];
    ld.param.u64 %out, [out];
    mov.u32 %i, %tid.x;
    mad.wide.u32 %at, %i, 16, %at;
    mad.wide.u32 %out, %i, {4 * (4 if gathers else image.channels)}, %out;
    ld.global.v4.b32 {{%c0, %c1, %c2, %c3}}, [%at];
    {name}.{image.geometry}.v4.{dtype}.{ctype} {{%d0, %d1, %d2, %d3}}|%p, {uses}{names}]{more};
    @!%p trap;
"""
    results = 4 if gathers else image.channels
    for i in range(results):
        module += f"    st.global.b32 [%out+{4 * i}], %d{i};\n"
    module += "    ret;\n}\n"
    form = f"address={'/'.join(modes)},coordinates={'normalized' if normalized else 'unnormalized'}"
    read = ",read=float" if reads_float else ""
    expected = np.zeros((THREADS, results), np.uint32)
    for i in range(THREADS):
        for step in range(4 if gathers else 1):
            right, down = [(0, 1), (1, 1), (1, 0), (0, 0)][step] if gathers else (0, 0)
            place = []
            for d in range(image.dimensions):
                value = coordinates[i, d]
                if modes[d] == "mirror" and normalized and not gathers and not offset:
                    place.append(mirrored(float(value), image.extents[d]))
                    continue
                if not is_integer:
                    scaled = float(value) * (image.extents[d] if normalized else 1)
                    value = np.floor(scaled - (0.5 if gathers else 0))
                index = int(value) + (offset[d] if offset else 0) + (right, down, 0)[d]
                mode = modes[d]
                if not normalized and mode in ("wrap", "mirror"):
                    mode = "clamp"
                place.append(texel_index(mode, index, image.extents[d]))
            zero = None in place
            values = np.zeros(image.channels, TYPES[kind]) if zero else image.texel(layer[i], place)
            for c in [channel] if gathers else range(image.channels):
                value = fetched(values[c], dtype, reads_float and not zero, kind)
                expected[i, step if gathers else c] = np.asarray(value).view(np.uint32)
    arguments = {"at": (words, ""), "out": (np.zeros_like(expected), "")}
    sampler = form
    if separate:
        # The texture is in normalized coordinates, which its sampler can override.
        arguments["t"] = (image.array, f",texture={image.geometry},coordinates=normalized{read}")
        return check(tool, folder, module, arguments, {"out": expected}, [f"--arg=s=sampler,{sampler}"])
    arguments["t"] = (image.array, f",texture={image.geometry},{form}{read}")
    return check(tool, folder, module, arguments, {"out": expected}, [])


def check(tool, folder, module, arguments, expected, more):
    path = folder / "k.ptx"
    path.write_text(module)
    command = [tool, "--quiet", str(path), f"--block={THREADS}", *more]
    for name, (array, form) in arguments.items():
        np.save(folder / f"{name}.npy", array)
        command.append(f"--arg={name}={folder}/{name}.npy{form}")
    command += [f"--out={name}={folder}/out-{name}.npy" for name in expected]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return f"exit {done.returncode}: {done.stdout}{done.stderr}"
    for name, values in expected.items():
        found = np.load(folder / f"out-{name}.npy")
        if not np.array_equal(found.view(np.uint8), np.ascontiguousarray(values).view(np.uint8)):
            at = np.flatnonzero(found.view(np.uint8).ravel() != np.ascontiguousarray(values).view(np.uint8).ravel())[0]
            return f"`{name}` differs at byte {at}: {' '.join(command)}"
    return ""


def surface_case(random, tool, folder):
    """`suld.b`, `sust.b` or `sured.b` with `.zero` or `.clamp`, of which each thread has another place inside."""
    kind = str(random.choice(["u8", "u16", "u32", "s32", "f32"]))
    operation = str(random.choice(["suld", "sust", "sured"]))
    image = Image(random, "u32" if operation == "sured" else kind, ["1d", "2d", "3d"] if operation == "sured" else ["1d", "2d", "3d", "a1d", "a2d"])
    clamp = "zero" if operation == "sust" else str(random.choice(["zero", "clamp"]))
    texel_bytes = image.channels * image.array.itemsize
    width = 4 if operation == "sured" else texel_bytes
    row = image.extents[0] * texel_bytes
    element, count = {1: ("b8", 1), 2: ("b16", 1), 4: ("b32", 1), 8: ("b32", 2), 16: ("b32", 4)}[width]
    first = int(image.is_layered)
    last = [row // width - 1] + [n - 1 for n in image.extents[1:]]
    if operation == "sust":
        # Each thread has a place of its own.
        numbers = random.permutation(max(THREADS, 4 * int(np.prod([n + 1 for n in last]))))[:THREADS]
        places = np.stack([numbers // int(np.prod([n + 2 for n in last[:d]], dtype=np.int64)) % (last[d] + 2) - (0 if d else 1)
                           for d in range(image.dimensions)], 1)
        places = np.array([place if list(place) not in places[:i].tolist() else [-1] + list(place[1:]) for i, place in enumerate(places)])
    else:
        places = np.stack([random.integers(-2, n + 3, THREADS) for n in last], 1)
    layer = np.full(THREADS, random.integers(0, image.layers), np.uint32)
    words = np.zeros((THREADS, 4), np.int32)
    words[:, 0] = layer
    words[:, first:first + image.dimensions] = places
    words[:, first] *= width
    data = random.integers(0, 1 << 32, (THREADS, 4), np.uint32)
    if element != "b32":
        data %= 1 << 8 * width
    names = "{" + ", ".join(["%c0", "%c1", "%c2", "%c3"][: {"1d": 1, "2d": 2, "a1d": 2}.get(image.geometry, 4)]) + "}"
    values = ["%d0", "%d1", "%d2", "%d3"][:count]
    vec = {1: "", 2: ".v2", 4: ".v4"}[count]
    registers = "{" + ", ".join(values) + "}" if count > 1 else values[0]
    reduction, wide = str(random.choice(["add", "min", "max"])), str(random.choice(["u32", "s32"]))
    # `ptxas` requires 16-bit registers for bytes.
    narrow = element != "b32"
    text = {"suld": f"suld.b.{image.geometry}{vec}.{element}.{clamp} {'%h' if narrow else registers}, [%t, {names}];",
            "sust": f"sust.b.{image.geometry}{vec}.{element}.{clamp} [%t, {names}], {'%h' if narrow else registers};",
            "sured": f"sured.b.{reduction}.{image.geometry}.{wide}.{clamp} [%t, {names}], %d0;"}[operation]
    module = f"""{HEADER}.visible .entry k(.param .u64 t, .param .u64 at, .param .u64 data)
{{
    .reg .b64 %t, %at, %data;
    .reg .b32 %i, %c<4>, %d<4>;
    .reg .b16 %h;
    ld.param.u64 %t, [t];
    ld.param.u64 %at, [at];
    ld.param.u64 %data, [data];
    mov.u32 %i, %tid.x;
    mad.wide.u32 %at, %i, 16, %at;
    mad.wide.u32 %data, %i, 16, %data;
    ld.global.v4.b32 {{%c0, %c1, %c2, %c3}}, [%at];
    ld.global.v4.b32 {{%d0, %d1, %d2, %d3}}, [%data];
    cvt.u16.u32 %h, %d0;
    {text}
    {'cvt.u32.u16 %d0, %h;' if narrow else ''}
    st.global.v4.b32 [%data], {{%d0, %d1, %d2, %d3}};
    ret;
}}
"""
    after, data_after = image.texels.copy(), data.copy()
    flat = after.reshape(image.layers, *after.shape[1:3], -1).view(np.uint8)
    for i in range(THREADS):
        place = [int(n) for n in places[i]]
        inside = all(0 <= p <= n for p, n in zip(place, last))
        if not inside and clamp == "zero":
            if operation == "suld":
                data_after[i, :count] = 0
            continue
        place = [min(max(p, 0), n) for p, n in zip(place, last)]
        x, y, z = (place + [0, 0])[:3]
        cell = flat[layer[i], z, y, x * width:(x + 1) * width]
        if operation == "suld":
            if narrow:
                data_after[i, 0] = int.from_bytes(cell.tobytes(), "little")
            else:
                data_after[i, :count] = cell.view(np.uint32)
        elif operation == "sust":
            cell[:] = data[i].view(np.uint8)[:width]
        else:
            kinds = np.int32 if wide == "s32" else np.uint32
            old, new = cell.view(kinds), data[i, :1].view(kinds)
            cell[:] = {"add": lambda a, b: (a.view(np.uint32) + b.view(np.uint32)).view(kinds), "min": np.minimum, "max": np.maximum}[reduction](
                old, new).view(np.uint8)
    arguments = {"t": (image.array, f",surface={image.geometry}"), "at": (words, ""), "data": (data, "")}
    return check(tool, folder, module, arguments, {"t": after.reshape(image.array.shape), "data": data_after}, [])


def compiled(tool, folder, random):
    """The kernels of Inputs/textures.cu."""
    source, module = Path(__file__).resolve().parent / "Inputs/textures.cu", folder / "textures.ptx"
    failures = []
    for target in ("80", "90", "100"):
        subprocess.run(["nvcc", "-ptx", f"-arch=sm_{target}", "-o", str(module), str(source)], check=True)

        def case(entry, grid, block, arguments, expected):
            command = [tool, "--quiet", str(module), f"--entry={entry}", f"--grid={grid}", f"--block={block}"]
            for number, value in arguments.items():
                if isinstance(value, (int, str)):
                    command.append(f"--arg={number}={value}")
                    continue
                array, form = value if isinstance(value, tuple) else (value, "")
                np.save(folder / f"c{number}.npy", array)
                command.append(f"--arg={number}={folder}/c{number}.npy{form}")
            command += [f"--out={number}={folder}/r{number}.npy" for number in expected]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                failures.append(f"{entry}, sm_{target}: exit {done.returncode}: {done.stdout}{done.stderr}")
                return
            for number, values in expected.items():
                if not np.array_equal(np.load(folder / f"r{number}.npy"), values):
                    failures.append(f"{entry}, sm_{target}: argument {number} differs")

        image = random.integers(-99, 99, (9, 20)).astype(np.float32)
        # Sums of whole numbers are exact.
        framed = np.pad(image, 1, mode="edge")
        sums = sum(framed[j:j + 9, i:i + 20] for j in range(3) for i in range(3))
        case("blur", "1,9", 32, {"0": (image, ",texture=2d"), "1": np.zeros_like(image), "2": 20, "3": 9}, {"1": sums})
        framed = np.pad(image, 1)
        sums = sum(framed[j:j + 9, i:i + 20] for j in range(3) for i in range(3))
        case("blur", "1,9", 32, {"0": (image, ",texture=2d,address=border"), "1": np.zeros_like(image), "2": 20, "3": 9}, {"1": sums})
        table, at = random.standard_normal(50).astype(np.float32), random.integers(-9, 60, 100).astype(np.int32)
        inside = np.where((at >= 0) & (at < 50), table[np.clip(at, 0, 49)], 0)
        case("lookup", 4, 32, {"0": (table, ",texture=1d,address=border"), "1": at, "2": np.zeros(100, np.float32), "3": 100}, {"2": inside})
        colours = random.integers(0, 256, (8, 16, 4)).astype(np.uint8)
        for mode, pick in (("wrap", lambda i, n: i % n), ("mirror", lambda i, n: n - 1 - i % n if i // n % 2 else i % n)):
            rows = [pick(int(np.floor(2 * y - 1.5)), 8) for y in range(8)]
            columns = [pick(int(np.floor(3 * x - 2.5)), 16) for x in range(16)]
            case("scaled", 8, 16, {"0": (colours, f",texture=2d,address={mode},coordinates=normalized,read=float"),
                                   "1": np.zeros((8, 16, 4), np.float32), "2": 16, "3": 8},
                 {"1": colours[np.ix_(rows, columns)].astype(np.float32) / np.float32(255)})
        case("swapped", 8, 16, {"0": (colours, ",surface=2d"), "1": 16}, {"0": colours[:, :, ::-1]})
        shorts = random.integers(-32768, 32768, (3, 4, 8)).astype(np.int16)
        case("layers", 4, 8, {"0": (shorts, ",texture=a2d"), "1": (np.zeros_like(shorts), ",surface=a2d"), "2": 3}, {"1": shorts[::-1]})
        cube = random.standard_normal((4, 4, 4)).astype(np.float32)
        # The element for x, y, z is that of depth x, row z, column y.
        case("volume", 4, "4,4", {"0": (cube, ",texture=3d"), "1": (np.zeros_like(cube), ",surface=3d")}, {"1": cube.transpose(1, 2, 0)})
        pairs = random.standard_normal((6, 7, 2)).astype(np.float32)
        green = pairs[:, :, 1]
        corners = np.stack([green[1:, :-1], green[1:, 1:], green[:-1, 1:], green[:-1, :-1]], 2)
        case("corners", 5, 6, {"0": (pairs, ",texture=2d"), "1": np.zeros((5, 6, 4), np.float32), "2": 6}, {"1": corners})
        words = random.integers(0, 1 << 32, 40, np.uint32)
        case("packed", 1, 32, {"0+0": (words, ",texture=1d"), "0+8": "5:s32", "0+16": (np.zeros(20, np.uint32), ",surface=1d")},
             {"0+16": words[5:25]})
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nvcc", action="store_true")
    options = parser.parse_args()
    failures = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for number in range(options.count):
            random = np.random.default_rng([options.seed, number])
            case = surface_case if number % 3 == 2 else texture_case
            failure = case(random, options.tool, folder)
            if failure:
                failures.append(f"case {number}: {failure}")
        if options.nvcc:
            failures += compiled(options.tool, folder, np.random.default_rng(options.seed))
    print("\n".join(failures[:5]))
    print(f"seed {options.seed}: {options.count} cases, {len(failures)} failures")
    return 1 if failures else 0


sys.exit(main())
