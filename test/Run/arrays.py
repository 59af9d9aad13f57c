# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes kernels by ptx-run with arrays of NumPy, and compares the arrays that they write."""

import subprocess

import numpy as np


class Out:
    """An array that the kernel writes, with its values before."""

    def __init__(self, array):
        self.array = np.ascontiguousarray(array)


class Part:
    """A value in a structure."""

    def __init__(self, *fields):
        self.fields = fields  # offset, value, type; an array has no type


def execute(tool, module, entry, grid, block, shared, args, folder):
    """The exit code of ptx-run, its output, and the arrays that the kernel writes, each None if it is missing."""
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


def differs(results, expected, tolerance):
    """The first difference between the results and those of the reference; empty if there is none. A tuple has a tolerance for each result."""
    for number, (found, wanted) in enumerate(zip(results, expected)):
        if found is None:
            return f"output {number} is missing"
        wanted = np.asarray(wanted).reshape(found.shape)
        allowed = tolerance[number] if isinstance(tolerance, tuple) else tolerance
        if allowed:
            error = np.abs(found.astype(np.float64) - wanted) / np.maximum(1, np.abs(wanted))
            if not (error <= allowed).all():
                return f"output {number} is off by {np.nanmax(error):.3g}"
        elif not np.array_equal(found, wanted.astype(found.dtype)):
            at = np.flatnonzero(found.ravel() != wanted.astype(found.dtype).ravel())[0]
            return f"output {number}: element {at} is {found.ravel()[at]}, not {wanted.ravel()[at]}"
    return ""
