# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts instructions into a litmus test, one at a time, and prints why each is refused: refused.py FOLDER."""

import pathlib
import subprocess
import sys

TEST = """.version 9.5
.target sm_107a
.address_size 64
.global .u32 x = 0;
.global .surfref surface;
.global .texref texture;
.shared .align 128 .b8 tile[128];
.func (.reg .u32 %h) helper() {{ mov.u32 %h, 1; ret; }}
//@litmus thread
.entry T() {{
    .reg .u32 %r<4>;
    .reg .b32 %b0;
    .reg .u64 %rd0;
    .reg .b16 %h;
    .reg .f32 %f0;
    .reg .pred %p;
    mov.u64 %rd0, x;
    ld.u32 %r1, [x];
    setp.eq.u32 %p, %r1, 1;
    {};
    ret;
}}
//@litmus exists x == 0
"""
INSTRUCTIONS = """ld.global.nc.u32 %r0, [x]
suld.b.1d.b32.trap %r0, [surface, {%r1}]
multimem.st.relaxed.gpu.global.u32 [%rd0], %r0
tex.1d.v4.u32.s32 {%r0, %r1, %r2, %r3}, [texture, {%r1}]
multimem.ld_reduce.acquire.gpu.global.add.u32 %r0, [%rd0]
fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster
tensormap.replace.tile.rank.shared::cta.b1024.b32 [tile], 1
cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes [tile], [%rd0, {%r0, %r0, %r0, %r0, %r0}], [tile]
fence.acquire.sync_restrict::shared::cluster.cluster
fence.alias.sync_restrict::read.release.sys
cp.async.bulk.wait_group.sync_restrict::proxy::async 0
fabric.wait.sync_restrict::read 0
st.async.release.gpu.global.u32 [%rd0], %r0
red.async.release.gpu.global.add.u32 [%rd0], %r0
ld.global.u32.proxy::readonly %r0, [x]
cp.async.bulk.relaxed.sys.shared::cta.global.mbarrier::complete_tx::bytes.b128 [tile], [x], 16, [tile]
cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.mbarrier::report::validity::per_element::ff [tile], [x], 16, [tile]
mbarrier.expect_tx.relaxed.cluster.shared::cluster.multicast::cluster::32b.b64 [tile], 16, %r0
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [tile], [%rd0], 16, [tile], %h
cp.async.ca.shared.global [tile], [x], 4
discard.global.L2 [x], 128
stmatrix.sync.aligned.m8n8.x1.shared.b16 [tile], {%r0}
add.f32 %f0, %f0, %f0
add.sat.s32 %r0, %r0, %r0
add.u16x2 %b0, %b0, %b0
min.relu.s32 %r0, %r0, %r0
call (%r0), helper, ()
@%p barrier.cluster.arrive""".splitlines()

folder = pathlib.Path(sys.argv[1])
folder.mkdir(exist_ok=True)
for number, instruction in enumerate(INSTRUCTIONS):
    path = folder / f"{number}.ptx"
    path.write_text(TEST.format(instruction))
    run = subprocess.run(["ptx-litmus", path], capture_output=True, text=True)
    if run.returncode != 1 or run.stdout:
        sys.exit(f"{instruction}: exit {run.returncode}\n{run.stdout}")
    reason = run.stderr.strip().split("`: ", 1)[-1].split(" of thread T: ")[-1]
    print(f"{instruction}: {reason}")
