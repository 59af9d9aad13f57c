# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The options, the summary and a loop of the scripts that compare random kernels with a reference: TOOL [--seed=<n>] [--count=<n>] [--only=<text>]."""

import argparse
import os

# The 128 threads copy `size` bytes from the global address `%p` to the shared address `%a`.
COPY_LOOP = """    mul.lo.u32 %i, %t, 4;
{label}:
    cvt.u64.u32 %q, %i;
    add.u64 %q, %q, %p;
    ld.global.b32 %v, [%q];
    add.u32 %b, %a, %i;
    st.shared.b32 [%b], %v;
    add.u32 %i, %i, 512;
    setp.lt.u32 %c, %i, {size};
    @%c bra {label};
"""


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool", type=os.path.abspath)
    parser.add_argument("--seed", type=int, default=47)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--only", default="", help="of the cases whose names contain it")
    return parser.parse_args()


def summary(results, noun):
    """Prints the differences, which are the texts that are not empty. The exit code: whether there are any."""
    failures = [result for result in results if result]
    print(f"{len(results)} {noun}, {len(failures)} differences", *failures[:20], sep="\n")
    return bool(failures)
