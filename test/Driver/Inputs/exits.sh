#!/bin/sh
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# exits.sh STATUS COMMAND...: runs a command and succeeds if its exit status is the one expected.
expected=$1
shift
"$@"
status=$?
if [ "$status" != "$expected" ]; then
  echo "exits.sh: expected exit status $expected but got $status: $*" >&2
  exit 1
fi
