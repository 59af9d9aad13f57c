// An `asm` after a declarator says how it is called, wherever lines of the preprocessor are between.
//
// RUN: ptx-check --verify %s
// RUN: ptx-check --stats %s 2>&1 | FileCheck %s
// CHECK: 4 asm statements: 3 checked, {{.*}} skipped: 0 empty, 1 not certainly PTX

__device__ int load(int *p)
#if CUDA_VERSION >= 13000
    __asm__("intrinsic.load.i32");
#elif CUDA_VERSION >= 12000
    __asm__("intrinsic.load.s32");
#else
    __asm__("intrinsic.load.f32");
#endif
extern int table[] asm("ld.global");
extern "C" int variable asm("st.shared.b32");
__device__ int find(int) noexcept __asm__("mov.b32");
#define RENAMED(name) int name() asm("bar.sync")

__global__ void k(int *p) {
  asm volatile("bar.sync 0;");
  if (p)
    asm volatile("trap;");
  else
    asm("brkpt;");
#if HOST
  asm("nop");
#endif
}
