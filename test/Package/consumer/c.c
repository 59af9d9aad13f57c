/* Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The header of the C interface is C. */
#include "ptxkit/ptxkit.h"

int same_interface(void);
int same_interface(void) { return ptxkit_api_version() == PTXKIT_API_VERSION; }
