// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linked into static tools. LLVMSupport can expand `~` in a path through the password database, for
// which a static program would have to load glibc's name-service modules at run time. The tools
// never ask for it; these two functions, which find no user, keep that machinery out of the binary.

#include <pwd.h>

extern "C" int getpwnam_r(const char *, passwd *, char *, size_t, passwd **result) {
  *result = nullptr;
  return 0;
}

extern "C" int getpwuid_r(uid_t, passwd *, char *, size_t, passwd **result) {
  *result = nullptr;
  return 0;
}
