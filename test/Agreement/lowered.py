# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lowers modules for an older release of CUDA and compares the machine code of `ptxas` before and after.

Usage: lowered.py PTX_FMT [--ptxas=PATH] [--cuda=RELEASE]... [--count=N] [FILE]... Without files: an example of each record of
lib/ptx/Isa/Forms/OlderSpellings.cpp, which must be rewritten, to the same machine code unless it drops a hint. With files: how many
are newer than the release, how many of these can be lowered, and of the first N lowered ones whether the code sections are equal.
"""

import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "Arithmetic"))

from folded import sections

BODY = """.version {version}
.target {target}
.address_size 64
.extern .shared .align 128 .b8 tile[];
.func (.param .b32 result) callee(.param .b32 value)
{{
    .reg .b32 %r<4>;
    {callee}
    st.param.b32 [result], %r1;
    ret;
}}
.visible .entry k(.param .u64 p, .param .b64 q)
{{
    .reg .b64 %rd<8>;
    .reg .b32 %r<8>;
    .reg .b16 %h<8>;
    .reg .pred %p<4>;
    .shared .align 16 .b8 local[1024];
    .shared .align 8 .b64 bar;
    .param .b32 value;
    .param .b32 result;
    ld.param.u64 %rd1, [p];
    ld.param.b64 %rd6, [q];
    mov.u32 %r6, %tid.x;
    cvt.u64.u32 %rd4, %r6;
    mov.u32 %r5, tile;
    {entry}
    st.global.b32 [%rd1], %r1;
    st.global.b64 [%rd1+8], %rd2;
    ret;
}}
"""

LOAD = "ld.param.b32 %r1, [value];"
# The instruction, the older spelling, the release that reads no other, the version of the module, its target. `hint`: the code can differ.
SPELLINGS = [
    ("ld.shared::cta.b32 %r1, [tile];", "ld.shared.b32", "11.7", "9.0", "sm_80"),
    ("atom.shared::cta.add.u32 %r1, [tile], 1;", "atom.shared.add.u32", "11.7", "9.0", "sm_80"),
    ("isspacep.shared::cta %p1, %rd1; selp.b32 %r1, 1, 0, %p1;", "isspacep.shared ", "11.7", "9.0", "sm_80"),
    ("cvta.shared::cta.u64 %rd2, %rd4;", "cvta.shared.u64", "11.7", "9.0", "sm_80"),
    ("cp.async.ca.shared::cta.global [tile], [%rd1], 16;", "cp.async.ca.shared.global", "11.7", "9.0", "sm_80"),
    ("ldmatrix.sync.aligned.m8n8.x1.shared::cta.b16 {%r1}, [%r5];", "m8n8.x1.shared.b16", "11.7", "9.0", "sm_80"),
    ("mbarrier.init.shared::cta.b64 [bar], 3;", "mbarrier.init.shared.b64", "11.7", "9.0", "sm_80"),
    ("bar.cta.sync 0;", "bar.sync", "11.7", "9.0", "sm_80"),
    ("barrier.cta.sync 1, 64;", "barrier.sync 1", "11.7", "9.0", "sm_80"),
    ("barrier.sync.aligned 0;", "bar.sync 0", "8.0", "9.0", "sm_60"),
    ("ld.param::entry.u64 %rd2, [q];", "ld.param.u64", "12.2", "9.0", "sm_80"),
    ("CALLEE ld.param::func.b32 %r1, [value];", "ld.param.b32 %r1", "12.2", "9.0", "sm_80"),
    ("{ .param .b32 v; .param .b32 w; st.param::func.b32 [v], %r6; call.uni (w), callee, (v); ld.param.b32 %r1, [w]; }", "st.param.b32 [v]",
     "12.2", "9.0", "sm_80"),
    ("cvta.param::entry.u64 %rd2, q;", "cvta.param.u64", "12.2", "9.0", "sm_80"),
    ("isspacep.param::entry %p1, %rd1; selp.b32 %r1, 1, 0, %p1;", "isspacep.param ", "12.2", "9.0", "sm_80"),
    ("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;", "barrier.cluster.arrive.aligned", "11.8", "9.0", "sm_90"),
    ("mbarrier.arrive.release.cta.shared.b64 %rd2, [bar];", "mbarrier.arrive.shared.b64", "11.8", "9.0", "sm_80"),
    ("mbarrier.arrive_drop.release.cta.shared.b64 %rd2, [bar];", "mbarrier.arrive_drop.shared.b64", "11.8", "9.0", "sm_80"),
    ("mbarrier.test_wait.acquire.cta.shared.b64 %p1, [bar], %rd4; selp.b32 %r1, 1, 0, %p1;", "mbarrier.test_wait.shared.b64", "11.8", "9.0",
     "sm_80"),
    ("mbarrier.try_wait.acquire.cta.shared.b64 %p1, [bar], %rd4; selp.b32 %r1, 1, 0, %p1;", "mbarrier.try_wait.shared.b64", "11.8", "9.0",
     "sm_90"),
    ("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [local], [%rd1], 1024, [bar];", "cp.async.bulk.shared::cluster.global",
     "12.4", "9.0", "sm_90"),
    ("cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [local], [%rd1, {%r6}], [bar];",
     "cp.async.bulk.tensor.1d.shared::cluster.global", "12.4", "9.0", "sm_90"),
    ("cp.async.bulk.weak.global.shared::cta.bulk_group [%rd1], [local], 1024;", "cp.async.bulk.global", "13.0", "9.3", "sm_90a"),
    ("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f32 [%rd1], [local], 1024;", "bulk_group.add.f32", "13.0", "9.4", "sm_90"),
    ("mbarrier.init.layout::v0.shared::cta.b64 [bar], 3;", "mbarrier.init.shared::cta", "13.0", "9.3", "sm_90"),
    ("mbarrier.pending_count.layout::v0.b64 %r1, %rd4;", "mbarrier.pending_count.b64", "13.0", "9.3", "sm_90"),
    ("mbarrier.try_wait.phase_type::primary.shared::cta.b64 %p1, [bar], %rd4; selp.b32 %r1, 1, 0, %p1;", "mbarrier.try_wait.shared::cta.b64",
     "13.0", "9.3", "sm_90"),
    ("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster::16b [local], [%rd1], 1024, [bar], %h1;",
     "bytes.multicast::cluster [", "13.0", "9.4", "sm_90a"),
    (".pragma \"used_bytes_mask 0xfff\"; ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1];", "", "12.2", "9.0", "sm_80", "hint"),
    (".pragma \"frequency 32\";", "", "12.4", "9.0", "sm_80", "hint"),
    ("ld.global.L1::evict_last.b32 %r1, [%rd1];", "ld.global.b32", "11.3", "9.0", "sm_80", "hint"),
    ("ld.global.L2::128B.b32 %r1, [%rd1];", "ld.global.b32", "11.3", "9.0", "sm_80", "hint"),
]
for _kind, _size, _older in [("mxf8f6f4", "32", "1X"), ("mxf4", "32", "2X"), ("mxf4nvf4", "32", "2X"), ("mxf4nvf4", "16", "4X")]:
    SPELLINGS.append((f"tcgen05.mma.cta_group::1.kind::{_kind}.block_scale.block{_size} [%r5], %rd2, %rd4, %r6, [%r5], [%r5], %p1;",
                      f"kind::{_kind}.block_scale.scale_vec::{_older}", "12.8", "9.0", "sm_100a"))


def lowered(fmt, path, cuda):
    """The module for the release; none, and the message, if there is none."""
    run = subprocess.run([fmt, f"--for-cuda={cuda}", "--no-config", path], capture_output=True, text=True, errors="replace")
    return (run.stdout if run.returncode == 0 else None), run.stderr


def assembled(ptxas, path, folder):
    """The code sections that `ptxas` makes of a module; none if it does not compile."""
    target = re.search(r"^\s*\.target\s+(\w+)", Path(path).read_text(errors="replace"), re.MULTILINE)
    arch = target[1] if target and int(re.sub(r"\D", "", target[1])) >= 75 else "sm_75"
    cubin = os.path.join(folder, "out.cubin")
    run = subprocess.run([ptxas, f"-arch={arch}", path, "-o", cubin], capture_output=True, text=True, errors="replace")
    return (sections(cubin) if run.returncode == 0 else None), run.stderr


def check_spellings(fmt, ptxas, folder):
    counts = collections.Counter()
    for instruction, older, cuda, version, target, *kind in SPELLINGS:
        in_callee = instruction.startswith("CALLEE ")
        source = BODY.format(version=version, target=target, callee=instruction[7:] if in_callee else "ld.param.b32 %r1, [value];",
                             entry="" if in_callee else instruction)
        path = os.path.join(folder, "new.ptx")
        Path(path).write_text(source)
        text, message = lowered(fmt, path, cuda)
        if text is None or older not in re.sub(" +", " ", text):
            print(f"not rewritten: {instruction}\n{message}")
            counts["not rewritten"] += 1
            continue
        old = os.path.join(folder, "old.ptx")
        # Targets that this `ptxas` makes no code for are compared for one that it does.
        Path(old).write_text(re.sub(r"^\.version .*", f".version {version}", text))
        before, message = assembled(ptxas, path, folder)
        after, other = assembled(ptxas, old, folder)
        if "Unsupported .version" in message:
            counts["newer than ptxas"] += 1
        elif before is None or after is None:
            print(f"not assembled: {instruction}\n{message}{other}")
            counts["not assembled"] += 1
        elif before == after:
            counts["equal"] += 1
        else:
            counts["different, a hint" if kind else "different"] += 1
            if not kind:
                print(f"different code: {instruction}")
    print(", ".join(f"{count} {name}" for name, count in sorted(counts.items())))
    return not (counts["not rewritten"] or counts["different"])


def check_files(fmt, ptxas, folder, files, releases, limit):
    good = True
    for cuda in releases:
        counts, obstacles = collections.Counter(), collections.Counter()
        for path in files:
            text, message = lowered(fmt, path, cuda)
            original = Path(path).read_text(errors="replace")
            if text is None:
                counts["not lowered"] += 1
                for note in re.findall(r"note: (.*)", message) or re.findall(r"error: (.*)", message)[:1]:
                    obstacles[note] += 1
                continue
            version = re.search(r"^\s*\.version\s+(\S+)", original, re.MULTILINE)
            if version and version[0].strip() in text:
                counts["old enough"] += 1
                continue
            counts["lowered"] += 1
            if not ptxas or counts["lowered"] > limit:
                continue
            old = os.path.join(folder, "old.ptx")
            Path(old).write_text(text)
            before, _ = assembled(ptxas, path, folder)
            after, message = assembled(ptxas, old, folder)
            if before is None:
                counts["not assembled before"] += 1
            elif after == before:
                counts["same code"] += 1
            else:
                counts["other code" if after else "rejected after"] += 1
                print(f"{cuda}: {path}: {'other code' if after else message.splitlines()[0]}")
                good = good and after is not None
        print(f"CUDA {cuda}: " + ", ".join(f"{count} {name}" for name, count in sorted(counts.items())))
        for note, count in obstacles.most_common(12):
            print(f"    {count} {note}")
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fmt")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--ptxas", default=shutil.which("ptxas"))
    parser.add_argument("--cuda", action="append")
    parser.add_argument("--count", type=int, default=100)
    options = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.files:
            releases = options.cuda or ["11.8", "12.0", "12.4", "12.8"]
            return 0 if check_files(options.fmt, options.ptxas, folder, options.files, releases, options.count) else 1
        if not options.ptxas:
            print("skipped: there is no ptxas")
            return 0
        return 0 if check_spellings(options.fmt, options.ptxas, folder) else 1


if __name__ == "__main__":
    sys.exit(main())
