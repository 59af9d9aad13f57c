"""The tests of a small compiler that emits PTX."""

import os
import sys

import lit.formats
import ptxkit.lit

config.name = "polynomials"
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.test_source_root, "build")
config.suffixes = [".test", ".ll", ".ptx", ".cu"]
config.test_format = lit.formats.ShTest(execute_external=False)
ptxkit.lit.configure(config)

# The compiler under test.
config.substitutions.append(("%compile", f"'{sys.executable}' '{config.test_source_root}/compile.py'"))
