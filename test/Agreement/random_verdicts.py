# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The common part of the scripts that compare ptx-check with a `ptxas` on random statements: their options, and differences that are known."""

import argparse
import re
import shutil
import subprocess


def release_of(ptxas):
    run = subprocess.run([ptxas, "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"release (13\.[0-5])", run.stdout)
    return found[1] if found else None


def options_parser(description, count):
    """The options that all scripts have, `count` being the default of --count."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", default="ptx-check")
    parser.add_argument("--ptxas", default="ptxas")
    parser.add_argument("--seed", required=True)
    parser.add_argument("--count", type=int, default=count)
    return parser


def with_release(options):
    """The options with `release`, which is None after a message if there is no `ptxas` of a known release; `other_release` is None for
    the release that ptx-check follows without an option."""
    options.ptxas = shutil.which(options.ptxas)
    options.check = shutil.which(options.check) or options.check
    options.release = release_of(options.ptxas) if options.ptxas else None
    options.other_release = None if options.release == "13.5" else options.release
    if not options.release:
        print("there is no ptxas of a release that is known")
    return options


def read_options(description, count):
    return with_release(options_parser(description, count).parse_args())


def reason_of(explained, text):
    """The reason of the first pair of pattern and reason that the text matches; None if there is none."""
    return next((reason for pattern, reason in explained if re.search(pattern, text)), None)


def print_explained(reasons):
    for reason, count in reasons.most_common():
        print(f"explained: {count}: {reason}")
