// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The examples of the playground: each has a fault and its correction, and if required a `language` other than PTX or the `launch` that shows the fault.

/** A module of one kernel. */
const module = (version, target, body, parameters = "", before = "") =>
  `.version ${version}
.target ${target}
.address_size 64
${before}
.visible .entry kernel(${parameters})
{
${body.replace(/^\n|\n\s*$/g, "")}
    ret;
}
`;

const out = "\n    .param .u64 .ptr .global .align 16 out\n";

export const examples = [];
const add = (theme, title, about, fault, corrected, others = {}) => examples.push({ theme, title, about, fault, corrected, ...others });

add("Syntax", "A missing semicolon", "The finding points to the end of the line that lacks the `;`.",
  module("8.0", "sm_80", `
    .reg .b32 %r<2>;
    mov.u32 %r0, %tid.x
    add.s32 %r1, %r0, 1;`),
  module("8.0", "sm_80", `
    .reg .b32 %r<2>;
    mov.u32 %r0, %tid.x;
    add.s32 %r1, %r0, 1;`));

add("Syntax", "A misspelled instruction", "The fix inserts the most similar name.",
  module("8.0", "sm_80", `
    .reg .f32 %f<3>;
    mov.f32 %f0, 0f3F800000;
    mov.f32 %f1, %f0;
    fmaa.rn.f32 %f2, %f0, %f1, %f1;`),
  module("8.0", "sm_80", `
    .reg .f32 %f<3>;
    mov.f32 %f0, 0f3F800000;
    mov.f32 %f1, %f0;
    fma.rn.f32 %f2, %f0, %f1, %f1;`));

add("Syntax", "Two roundings", "Each kind of modifier may appear only once.",
  module("8.0", "sm_80", `
    .reg .f32 %f<2>;
    mov.f32 %f0, 0f3F800000;
    add.rn.rz.f32 %f1, %f0, %f0;`),
  module("8.0", "sm_80", `
    .reg .f32 %f<2>;
    mov.f32 %f0, 0f3F800000;
    add.rz.f32 %f1, %f0, %f0;`));

add("Names", "A register without a declaration", "`%r<4>` declares `%r0` to `%r3`.",
  module("8.0", "sm_80", `
    .reg .b32 %r<4>;
    mov.u32 %r4, %tid.x;`),
  module("8.0", "sm_80", `
    .reg .b32 %r<5>;
    mov.u32 %r4, %tid.x;`));

add("Names", "A branch to nowhere", "The branch names a label that does not exist.",
  module("8.0", "sm_80", `
    .reg .pred %p;
    .reg .b32 %r;
    mov.u32 %r, %tid.x;
    setp.gt.u32 %p, %r, 31;
    @%p bra finished;
finish:`),
  module("8.0", "sm_80", `
    .reg .pred %p;
    .reg .b32 %r;
    mov.u32 %r, %tid.x;
    setp.gt.u32 %p, %r, 31;
    @%p bra finish;
finish:`));

add("Types", "A register of another type", "An operand of `add.s64` has 64 bits.",
  module("8.0", "sm_80", `
    .reg .b32 %r;
    .reg .b64 %rd<2>;
    mov.u32 %r, %tid.x;
    ld.param.u64 %rd0, [out];
    add.s64 %rd1, %rd0, %r;`, out),
  module("8.0", "sm_80", `
    .reg .b32 %r;
    .reg .b64 %rd<3>;
    mov.u32 %r, %tid.x;
    ld.param.u64 %rd0, [out];
    cvt.u64.u32 %rd2, %r;
    add.s64 %rd1, %rd0, %rd2;`, out));

add("Types", "A missing rounding modifier", "A conversion to fewer bits requires a rounding modifier.",
  module("8.0", "sm_80", `
    .reg .f32 %f;
    .reg .b16 %h;
    mov.f32 %f, 0f3F800000;
    cvt.f16.f32 %h, %f;`),
  module("8.0", "sm_80", `
    .reg .f32 %f;
    .reg .b16 %h;
    mov.f32 %f, 0f3F800000;
    cvt.rn.f16.f32 %h, %f;`));

add("Types", "A vector in one register", "`%tid` has four components.",
  module("8.0", "sm_80", `
    .reg .b32 %r;
    mov.u32 %r, %tid;`),
  module("8.0", "sm_80", `
    .reg .b32 %r;
    mov.u32 %r, %tid.x;`));

add("Targets", "An instruction of a later target", "The target of the module does not support the instruction.",
  module("8.0", "sm_80", `
    griddepcontrol.wait;`),
  module("8.0", "sm_90", `
    griddepcontrol.wait;`));

add("Targets", "An instruction of a later version", "`fence.proxy.async` requires PTX 8.0.",
  module("7.8", "sm_90", `
    fence.proxy.async;`),
  module("8.0", "sm_90", `
    fence.proxy.async;`));

add("Targets", "A feature of one architecture", "`wgmma` requires sm_90a.",
  module("8.0", "sm_90", `
    wgmma.fence.sync.aligned;`),
  module("8.0", "sm_90a", `
    wgmma.fence.sync.aligned;`));

add("Memory", "A vector that is not aligned", "An access of 16 bytes requires an address that is a multiple of 16.",
  module("8.0", "sm_80", `
    .reg .b64 %rd;
    .reg .b32 %r;
    mov.u32 %r, 0;
    ld.param.u64 %rd, [out];
    st.global.v4.b32 [%rd+8], {%r, %r, %r, %r};`, out),
  module("8.0", "sm_80", `
    .reg .b64 %rd;
    .reg .b32 %r;
    mov.u32 %r, 0;
    ld.param.u64 %rd, [out];
    st.global.v4.b32 [%rd+16], {%r, %r, %r, %r};`, out));

add("Memory", "An access beyond a variable", "The array has only 16 bytes.",
  module("8.0", "sm_80", `
    .reg .b32 %r;
    mov.u32 %r, 0;
    st.shared.b32 [buffer+16], %r;`, "", "\n.shared .align 4 .b8 buffer[16];\n"),
  module("8.0", "sm_80", `
    .reg .b32 %r;
    mov.u32 %r, 0;
    st.shared.b32 [buffer+12], %r;`, "", "\n.shared .align 4 .b8 buffer[16];\n"));

add("Memory", "A store to constant memory", "`.const` is read-only.",
  module("8.0", "sm_80", `
    .reg .b32 %r;
    mov.u32 %r, 0;
    st.const.b32 [table], %r;`, "", "\n.const .b32 table = 1;\n"),
  module("8.0", "sm_80", `
    .reg .b32 %r;
    mov.u32 %r, 0;
    st.global.b32 [table], %r;`, "", "\n.global .b32 table = 1;\n"));

add("Order", "A copy that is read too early", "The copied bytes may be read only after a wait.",
  module("8.0", "sm_80", `
    .reg .b64 %rd;
    .reg .b32 %r;
    ld.param.u64 %rd, [out];
    cp.async.ca.shared.global [tile], [%rd], 16;
    ld.shared.b32 %r, [tile];
    st.global.b32 [%rd], %r;`, out, "\n.shared .align 16 .b8 tile[16];\n"),
  module("8.0", "sm_80", `
    .reg .b64 %rd;
    .reg .b32 %r;
    ld.param.u64 %rd, [out];
    cp.async.ca.shared.global [tile], [%rd], 16;
    cp.async.wait_all;
    ld.shared.b32 %r, [tile];
    st.global.b32 [%rd], %r;`, out, "\n.shared .align 16 .b8 tile[16];\n"));

add("Order", "A barrier for too few threads", "The number of threads must be a multiple of 32.",
  module("8.0", "sm_80", `
    bar.sync 0, 100;`),
  module("8.0", "sm_80", `
    bar.sync 0, 128;`));

add("Order", "A product that is read too early", "`wgmma` is asynchronous: its result may be read only after a wait.",
  module("8.0", "sm_90a", `
    .reg .b64 %rd<2>;
    .reg .f32 %f<4>;
    .reg .b64 %p;
    ld.param.u64 %p, [out];
    mov.b64 %rd0, 0x4000004000010040;
    mov.f32 %f0, 0f00000000;
    mov.f32 %f1, %f0;
    mov.f32 %f2, %f0;
    mov.f32 %f3, %f0;
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd0, %rd0, 1, 1, 1, 0, 0;
    wgmma.commit_group.sync.aligned;
    st.global.f32 [%p], %f0;`, out),
  module("8.0", "sm_90a", `
    .reg .b64 %rd<2>;
    .reg .f32 %f<4>;
    .reg .b64 %p;
    ld.param.u64 %p, [out];
    mov.b64 %rd0, 0x4000004000010040;
    mov.f32 %f0, 0f00000000;
    mov.f32 %f1, %f0;
    mov.f32 %f2, %f0;
    mov.f32 %f3, %f0;
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd0, %rd0, 1, 1, 1, 0, 0;
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    st.global.f32 [%p], %f0;`, out));

add("Calls", "A missing argument", "The function has two parameters.",
  module("8.0", "sm_80", `
    .reg .b32 %r;
    mov.u32 %r, 1;
    call helper, (%r);`, "", "\n.func helper(.reg .b32 %a, .reg .b32 %b)\n{\n    ret;\n}\n"),
  module("8.0", "sm_80", `
    .reg .b32 %r;
    mov.u32 %r, 1;
    call helper, (%r, %r);`, "", "\n.func helper(.reg .b32 %a, .reg .b32 %b)\n{\n    ret;\n}\n"));

add("Calls", "A function that is not declared", "A function must be declared before the call.",
  module("8.0", "sm_80", `
    call helper;`),
  module("8.0", "sm_80", `
    call helper;`, "", "\n.func helper\n{\n    ret;\n}\n"));

add("Tensors", "A matrix shape that does not exist", "The shapes depend on the types.",
  module("8.0", "sm_80", `
    .reg .b32 %a<4>, %b<2>;
    .reg .f32 %d<4>;
    mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%d0, %d1, %d2, %d3}, {%a0, %a1, %a2, %a3}, {%b0, %b1}, {%d0, %d1, %d2, %d3};`),
  module("8.0", "sm_80", `
    .reg .b32 %a<4>, %b<2>;
    .reg .f32 %d<4>;
    mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%d0, %d1, %d2, %d3}, {%a0, %a1, %a2, %a3}, {%b0, %b1}, {%d0, %d1, %d2, %d3};`));

const cuda = { language: "cuda" };

add("CUDA C++ with asm", "A missing operand in asm", "The finding points into the string.", `// Adds the numbers of a warp's lanes.
__device__ unsigned sum(unsigned value) {
  unsigned lane, result;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile("redux.sync.add.u32 %0, %1;" : "=r"(result) : "r"(value));
  return lane == 0 ? result : 0;
}
`, `// Adds the numbers of a warp's lanes.
__device__ unsigned sum(unsigned value) {
  unsigned lane, result;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile("redux.sync.add.u32 %0, %1, -1;" : "=r"(result) : "r"(value));
  return lane == 0 ? result : 0;
}
`, cuda);

add("CUDA C++ with asm", "A pointer in 32 bits", "The constraints determine the types of the registers.", `__device__ void store(float *place, float value) {
  asm volatile("st.global.f32 [%0], %1;" ::"r"(place), "r"(value) : "memory");
}
`, `__device__ void store(float *place, float value) {
  asm volatile("st.global.f32 [%0], %1;" ::"l"(place), "f"(value) : "memory");
}
`, cuda);

// Faults of several threads, which an execution finds.
const launch = { launch: "kernel block=64" };
const exchange = (barrier) => `.version 8.0
.target sm_80
.address_size 64

.shared .align 4 .b8 buffer[256];

.visible .entry kernel(
    .param .u64 .ptr .global .align 16 out
)
{
    .reg .b32 %i, %place, %base, %r;
    .reg .b64 %p, %offset;
    mov.u32 %i, %tid.x;
    mov.u32 %base, buffer;
    mad.lo.u32 %place, %i, 4, %base;
    st.shared.u32 [%place], %i;
${barrier}    xor.b32 %place, %i, 32;
    mad.lo.u32 %place, %place, 4, %base;
    ld.shared.u32 %r, [%place];
    ld.param.u64 %p, [out];
    mul.wide.u32 %offset, %i, 4;
    add.u64 %p, %p, %offset;
    st.global.u32 [%p], %r;
    ret;
}
`;
const handover = (arrivals) => `.version 8.0
.target sm_90
.address_size 64

.shared .align 8 .b64 full;

.visible .entry kernel()
{
    .reg .b32 %i;
    .reg .b64 %state;
    .reg .pred %first, %late, %done;
    mov.u32 %i, %tid.x;
    setp.eq.u32 %first, %i, 0;
    @%first mbarrier.init.shared.b64 [full], ${arrivals};
    bar.sync 0;
    setp.ge.u32 %late, %i, 32;
    @%late bra consumer;
    @%first mbarrier.arrive.shared.b64 %state, [full];
    ret;
consumer:
    mbarrier.try_wait.parity.shared.b64 %done, [full], 0;
    @!%done bra consumer;
    ret;
}
`;

add("Launches", "A missing barrier", "Each thread reads an element that a thread of the other warp writes.", exchange(""), exchange("    bar.sync 0;\n"), launch);

add("Launches", "A kernel that hangs", "One thread arrives at the mbarrier object, which expects two arrivals.", handover(2), handover(1), launch);
