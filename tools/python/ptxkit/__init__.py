# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ptxkit for Python: `ptxkit.agents`, what an agent asks, and `ptxkit.mcp`, its server; `ptxkit.database`, the facts of the instruction set; `ptxkit.edits`, changes of a checked source; `ptxkit.run`, which executes a kernel with NumPy arrays, and `ptxkit.execution`, its errors; `ptxkit.lexer`, colours for Pygments; `ptxkit.library`, the C library;
`ptxkit.lit`, a plug-in of LLVM's test runner; `ptxkit.programs`, the places of the tools; `ptxkit.records`, the types of what the library returns; `ptxkit.update_checks`, which writes the
expectations of tests. Each is loaded when it is used."""

import importlib
from typing import Any, List

_MODULES = ("agents", "database", "edits", "execution", "lexer", "library", "lit", "mcp", "programs", "records", "update_checks")


def __getattr__(name: str) -> Any:
    if name == "run":
        return importlib.import_module(f"{__name__}.execution").run
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> List[str]:
    return [*globals(), *_MODULES, "run"]
