# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A compiled kernel, its launch, and what it must compute."""

import collections
import importlib.util
import sys

import numpy as np

D, F, H, I, U, L = np.float64, np.float32, np.float16, np.int32, np.uint32, np.int64
# args: the parameters of the PTX. `texts`: what vprintf prints. `exit`: the exit code of ptx-run. `targets`: all, if there are none.
Case = collections.namedtuple("Case", "language name grid block args expected tolerance options texts exit targets", defaults=(0.0, {}, None, 0, ()))


def load(path):
    """The module of a file with kernels."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module
