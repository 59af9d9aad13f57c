// What helpers in another header open, declare or close is not known here: a brace alone, a register that one statement
// writes and another reads.
//
// RUN: ptx-check --verify %s

struct Inliner {
  __device__ void open() { asm volatile("{ .reg .b32 %t;"); }
  __device__ void close() { asm volatile("}"); }
};
__device__ unsigned borrowed(unsigned x) {
  unsigned y;
  asm volatile("setp.lt.u32 %%c1, %0, 5;" ::"r"(x));
  asm volatile("@%%c2 mov.u32 %0, 1;" : "=r"(y));
  asm volatile("selp.b32 %0, 1, 2, %%c1;" : "=r"(y));
  // Nothing writes this one.
  // expected-error@+1 {{`%tidx` is not declared}} [PTX2001]
  asm volatile("mov.u32 %0, %%tidx;" : "=r"(y));
  // Neither is this one handed on.
  // expected-error@+1 {{`%once` is not declared}} [PTX2001]
  asm volatile("mov.u32 %%once, %0;" ::"r"(x));
  return y;
}
__device__ void forgotten(unsigned x) {
  // expected-error@+1 {{expected `}` to close the block, found the end of the assembly}} [PTX1101]
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %0, 5;" ::"r"(x));
}
