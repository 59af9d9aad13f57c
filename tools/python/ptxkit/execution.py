# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels executed with NumPy arrays on the CPU, by `ptx-run`."""

import operator
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from . import programs

Extent = Union[int, Sequence[int]]


class NotComputed(Exception):
    """There are no results: the kernel has an instruction or a value that ptx-run does not support. The text says where."""


class Fault(Exception):
    """The module has an error, or the execution a finding: a race, a hang, an access outside of an array."""


class TensorMap:
    """A tensor map of an array, as an argument of a kernel that accesses the array by it.

    `box` and `steps`, the traversal strides, have the innermost dimension first, as for `cuTensorMapEncodeTiled`; the shape of the array has it
    last. `swizzle` is a name such as `128B`, `fill` is `zero` or `nan`, and `type` is that of the elements, such as `bf16`, if the array has integers.
    Instead of a box, a map for im2col has the arguments of `cuTensorMapEncodeIm2col`: `pixels` of a column, `channels` of a pixel, and the `lower` and
    `upper` corners of the bounding box, W first."""

    def __init__(self, array: Any, box: Optional[Sequence[int]] = None, *, pixels: Optional[int] = None, channels: Optional[int] = None,
                 lower: Sequence[int] = (), upper: Sequence[int] = (), swizzle: str = "none", steps: Optional[Sequence[int]] = None, fill: str = "zero",
                 type: Optional[str] = None) -> None:
        of_im2col = [pixels is not None, channels is not None, bool(lower), bool(upper)]
        if any(of_im2col) if box is not None else not all(of_im2col):
            raise ValueError("a TensorMap has either `box`, or `pixels`, `channels`, `lower` and `upper`")
        self.array = array
        self.text = (f",pixels={pixels},channels={channels}{_sizes('lower', lower)}{_sizes('upper', upper)}" if box is None else _sizes("box", box))
        self.text += f",swizzle={swizzle},fill={fill}"
        self.text += _sizes("steps", steps) if steps is not None else ""
        self.text += f",type={type}" if type is not None else ""


class Texture:
    """A texture of an array, as an argument: a `cudaTextureObject_t`, or a `.texref`.

    `geometry` is `1d`, `2d`, `3d`, or `a1d` or `a2d` with layers. The shape of the array has the width last, or before the number of channels, which
    is 1, 2 or 4; layers come first. `address`, for each coordinate outside of the texture, is `wrap`, `mirror`, `clamp` or `border`, or one for each
    dimension as `wrap/clamp`. With `normalized`, coordinates are from 0 to 1. With `read` as `float`, integers of 8 or 16 bits are read as numbers
    from 0, or from -1, to 1. Texels are not filtered."""

    def __init__(self, array: Any, geometry: str, *, address: str = "clamp", normalized: bool = False, read: str = "element") -> None:
        self.array = array
        self.text = f",texture={geometry},address={address},coordinates={'normalized' if normalized else 'unnormalized'},read={read}"


class Surface:
    """A surface of an array, as an argument: a `cudaSurfaceObject_t`, or a `.surfref`. `geometry` is that of `Texture`."""

    def __init__(self, array: Any, geometry: str) -> None:
        self.array = array
        self.text = f",surface={geometry}"


class Sampler:
    """A `.samplerref`, as an argument. Unless `normalized`, the coordinates of its textures are not normalized."""

    def __init__(self, *, address: str = "clamp", normalized: bool = True) -> None:
        self.text = f"sampler,address={address},coordinates={'normalized' if normalized else 'unnormalized'}"


def run(module: Union[str, "os.PathLike[str]"], entry: str, grid: Extent, block: Extent, args: Union[Sequence[Any], Mapping[str, Any]], *,
        cluster: Optional[Extent] = None, dynamic_shared: Optional[int] = None, checked: bool = True, strict: bool = False,
        step_limit: Optional[int] = None, scratch: Iterable[Union[int, str]] = (), tool: Optional[str] = None) -> str:
    """Executes the kernel `entry` of a module, a path or the text itself, and changes the arrays among `args` in place.

    `args` has the arguments in order, or by the names of parameters, and of variables of type `.texref`, `.samplerref` or `.surfref`. An argument
    is an array of NumPy, or what has `__array_interface__`, in C order; a `TensorMap`, `Texture` or `Surface` of one; a `Sampler`; an integer; a
    float, for a floating-point parameter; or, for a structure, its parts by the numbers of their first bytes: `{0: numpy.int32(4), 8: x}` has a
    number of NumPy, whose type is that of the part, and a pointer to an array. `scratch` has the positions or names of arrays that the kernel uses as
    working memory: unknown values are allowed there at the end, and the arrays are not changed. Returns the report. Raises `Fault`, `NotComputed`, or `ValueError` if the launch makes no sense or the
    kernel changes a read-only array; the arrays are then unchanged."""
    import numpy

    program = tool or programs.find("ptx-run")
    if program is None:
        raise FileNotFoundError("ptx-run is not installed")
    given = list(args.items()) if isinstance(args, Mapping) else [(str(number), value) for number, value in enumerate(args)]
    named: List[Tuple[str, Any]] = []
    for name, value in given:
        named += [(f"{name}+{offset}", part) for offset, part in value.items()] if isinstance(value, Mapping) else [(name, value)]
    working = {scratch} if isinstance(scratch, str) else {str(name) for name in scratch}
    if unknown := sorted(working.difference(name for name, _ in named)):
        raise ValueError(f"'scratch' names {unknown[0]!r}, which is not an argument")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        command = [program, f"--entry={entry}", f"--grid={_extent('grid', grid)}", f"--block={_extent('block', block)}"]
        command += [f"--cluster={_extent('cluster', cluster)}"] if cluster is not None else []
        command += [f"--dynamic-shared={dynamic_shared}"] if dynamic_shared is not None else []
        command += [f"--step-limit={step_limit}"] if step_limit is not None else []
        command += ([] if checked else ["--unchecked"]) + (["--strict"] if strict else [])
        arrays: List[Tuple[str, Any, Path]] = []
        for name, argument in named:
            value, form = (argument.array, argument.text) if isinstance(argument, (TensorMap, Texture, Surface)) else (argument, "")
            if _is_array(value):
                array = numpy.asarray(value)
                if not array.flags.c_contiguous:
                    raise ValueError(f"the array of {name!r} is not in C order")
                if any(numpy.may_share_memory(array, other) for _, other, _ in arrays):
                    raise ValueError(f"the array of {name!r} shares memory with another one; a kernel gets each array apart from others")
                numpy.save(folder / f"{len(arrays)}.npy", array)
                command.append(f"--arg={name}={folder}/{len(arrays)}.npy{form}")
                if name not in working:
                    command.append(f"--out={name}={folder}/{len(arrays)}-after.npy")
                arrays.append((name, array, folder / f"{len(arrays)}-after.npy"))
            elif form:
                raise ValueError(f"the argument {name!r} is a {type(argument).__name__} of an object of type {type(value).__name__}, which is not an array")
            elif isinstance(value, Sampler):
                command.append(f"--arg={name}={value.text}")
            elif "+" in name:
                if not isinstance(value, numpy.number):
                    raise ValueError(f"the part {name!r} of a structure is neither an array nor a number of NumPy, which has a type")
                kind = value.dtype.kind.replace("i", "s") + str(value.dtype.itemsize * 8)
                number = repr(float(value)) if value.dtype.kind == "f" else str(int(value))
                command.append(f"--arg={name}={number}:{kind}")
            elif isinstance(value, (int, numpy.integer)):
                command.append(f"--arg={name}={int(value)}")
            elif isinstance(value, (float, numpy.floating)):
                command.append(f"--arg={name}={float(value)!r}")
            else:
                raise ValueError(f"the argument {name!r} is of type {type(value).__name__}, which is neither an array nor a number")
        results = [result for result in arrays if result[0] not in working]
        # Without one, ptx-run would require known values in all arrays.
        if arrays and not results:
            raise ValueError("'scratch' names all arrays, and none is left for results")
        is_text = isinstance(module, str) and "\n" in module
        done = subprocess.run([*command, "-" if is_text else os.fspath(module)], input=module if is_text else None, capture_output=True, text=True,
                              check=False)
        text = done.stdout + done.stderr
        if done.returncode:
            raise {1: Fault, 2: ValueError, 4: NotComputed}.get(done.returncode, RuntimeError)(text.strip())
        for name, array, path in results:
            if not array.flags.writeable and not numpy.array_equal(_bytes_of(array), _elements_in(path, array)):
                raise ValueError(f"the kernel changes the array of {name!r}, which is read-only")
        for _, array, path in results:
            if array.flags.writeable:
                _bytes_of(array)[:] = _elements_in(path, array)
    return text


def _bytes_of(array: Any) -> Any:
    """The bytes of an array of NumPy in C order, as a view."""
    return array.reshape(-1).view("uint8")


def _elements_in(path: Path, array: Any) -> Any:
    """The bytes of the elements in a file that ptx-run wrote for `array`."""
    import numpy

    return numpy.fromfile(path, "uint8", offset=path.stat().st_size - array.nbytes)


def _sizes(name: str, numbers: Any) -> str:
    """The part of an argument with several integers."""
    try:
        return f",{name}=" + "x".join(str(operator.index(number)) for number in numbers)
    except TypeError:
        raise ValueError(f"{name!r} of a TensorMap is a sequence of integers, and not {numbers!r}") from None


def _is_array(value: Any) -> bool:
    return hasattr(value, "__array_interface__") and getattr(value, "shape", None) != ()


def _extent(name: str, extent: Extent) -> str:
    try:
        numbers = list(extent) if isinstance(extent, Iterable) else [extent]
        return ",".join(str(operator.index(number)) for number in numbers)
    except TypeError:
        raise ValueError(f"{name!r} is an integer or a sequence of up to three, and not {extent!r}") from None
