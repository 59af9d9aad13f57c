# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The options and the summary of the scripts that compare random kernels with a reference: TOOL [--seed=<n>] [--count=<n>] [--only=<text>]."""

import argparse
import os


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
