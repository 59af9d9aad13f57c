/* Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * WASI has no users; System.cpp defines what this header adds.
 */
#ifndef PTXKIT_WASM_UNISTD_H
#define PTXKIT_WASM_UNISTD_H

#include_next <unistd.h>

#ifdef __cplusplus
extern "C"
#endif
    uid_t
    geteuid(void);

#endif
