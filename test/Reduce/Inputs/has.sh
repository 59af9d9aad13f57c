#!/bin/sh
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# has.sh <pattern>... <file>: exits with 0 if the file has a line for each basic regular expression.
for file; do :; done
while [ $# -gt 1 ]; do
  grep -q -e "$1" "$file" || exit 1
  shift
done
