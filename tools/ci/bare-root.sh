#!/bin/sh
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs one of README's two commands in a bare Debian, made for it by mmdebstrap: nothing is there but what apt itself needs. It shows whether
# tools/setup.sh lists every package. To be run by hand before a release, as root:
#
#   tools/ci/bare-root.sh <suite> <command> [<folder>]
#   tools/ci/bare-root.sh trixie tools/run-example.sh
#   tools/ci/bare-root.sh bookworm tools/run-tests.sh /var/tmp/bookworm
#
# The folder (by default a temporary one) must not exist; it is removed afterwards unless it was named. What is checked is the commit that
# is checked out. At the end the time and the disk space that the command took are printed.
set -eu
suite=${1:?a suite of Debian, such as trixie}
command=${2:?a command, such as tools/run-example.sh}
root=${3:-}
source=$(cd "$(dirname "$0")/../.." && pwd)

if [ "${PTXKIT_BARE_ROOT:-}" != inside ]; then
  [ -n "$root" ] || root=$(mktemp -d)/root
  echo "bare-root.sh: making $suite in $root"
  mmdebstrap --quiet --variant=minbase "$suite" "$root"
  # The mounts below are seen by this process alone and end with it.
  status=0
  PTXKIT_BARE_ROOT=inside unshare --mount "$0" "$suite" "$command" "$root" || status=$?
  [ -n "${3:-}" ] || rm -rf "${root%/root}"
  exit "$status"
fi

mount --rbind /dev "$root/dev" # with the terminals that tests open
mount -t proc proc "$root/proc"
cp /etc/resolv.conf "$root/etc/resolv.conf"
mkdir "$root/home/ptxkit"
git -C "$source" archive HEAD | tar -x -C "$root/home/ptxkit"
before=$(du -smx "$root" | cut -f1)
start=$(date +%s)
status=0
chroot "$root" env -i HOME=/home PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -c "cd /home/ptxkit && $command" || status=$?
echo "bare-root.sh: $suite, $command: exit status $status after $(($(date +%s) - start)) s; $(($(du -smx "$root" | cut -f1) - before)) MB more on disk," \
  "$(du -smx "$root/home/ptxkit" | cut -f1) MB of them in the folder of ptxkit"
exit "$status"
