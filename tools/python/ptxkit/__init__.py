# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ptxkit has for Python: `ptxkit.lit`, a plug-in of LLVM's test runner, and `ptxkit.library`, the C library."""
