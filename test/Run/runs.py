# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes kernels by ptx-run with arrays of NumPy, and compares what they write with a reference."""

import subprocess

import numpy as np


class Out:
    """An array that the kernel writes, with its values before."""

    def __init__(self, array):
        self.array = np.ascontiguousarray(array)


class Part:
    """A structure: its fields, each an offset, a value and a type; an array has no type."""

    def __init__(self, *fields):
        self.fields = fields


def execute(tool, folder, module, entry, grid, block, args, shared=0):
    """The exit code of ptx-run, its output, and the arrays that the kernel writes."""
    command = [tool, str(module), f"--entry={entry}", f"--grid={grid}", f"--block={block}"]
    if shared:
        command.append(f"--dynamic-shared={shared}")
    outputs = []

    def give(name, value, kind=None):
        array = value.array if isinstance(value, Out) else value
        if isinstance(array, np.ndarray):
            path = folder / f"{name.replace('+', '-')}.npy"
            np.save(path, np.ascontiguousarray(array))
            command.append(f"--arg={name}={path}")
            if isinstance(value, Out):
                outputs.append(folder / f"out-{name.replace('+', '-')}.npy")
                outputs[-1].unlink(missing_ok=True)
                command.append(f"--out={name}={outputs[-1]}")
            return
        number = f"{float(array)!r}" if isinstance(array, (float, np.floating)) else f"{array}"
        command.append(f"--arg={name}={number}" + (f":{kind}" if kind else ""))

    for number, value in enumerate(args):
        if isinstance(value, Part):
            for offset, part, kind in value.fields:
                give(f"{number}+{offset}", part, kind)
        else:
            give(str(number), value)
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=1200)
    return done.returncode, done.stdout + done.stderr, [np.load(path) if path.exists() else None for path in outputs]


def differs(expectations, tolerance, results):
    """Why the results are not those of the reference; empty if they are. A tuple has a tolerance for each result."""
    for number, (found, expected) in enumerate(zip(results, expectations)):
        if found is None:
            return f"output {number} is missing"
        expected = np.asarray(expected).reshape(found.shape)
        most = tolerance[number] if isinstance(tolerance, tuple) else tolerance
        if most:
            error = np.abs(found.astype(np.float64) - expected) / np.maximum(1, np.abs(expected))
            if not (error <= most).all():
                return f"output {number} is off by {np.nanmax(error):.3g}"
        elif not np.array_equal(found, expected.astype(found.dtype)):
            at = np.flatnonzero(found.ravel() != expected.astype(found.dtype).ravel())[0]
            return f"output {number}: element {at} is {found.ravel()[at]}, not {expected.ravel()[at]}"
    return ""
