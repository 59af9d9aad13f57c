// A register that nothing declares is an error; what the module around can declare is not.
//
// RUN: ptx-check --verify %s

extern "C" __shared__ __align__(16) unsigned warpid[];

__device__ unsigned names(unsigned x) {
  unsigned y;
  // expected-error@+1 {{`t2` is not declared}} [PTX2001]
  asm("{ .reg .b32 t1; add.u32 t1, %1, 1; mul.lo.u32 %0, t1, t2; }" : "=r"(y) : "r"(x));
  // expected-error@+1 {{`q` is not declared}} [PTX2001]
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @q bar.sync 0; }" ::"r"(x) : "memory");
  // expected-error@+1 {{`r` is not declared}} [PTX2001]
  asm volatile("shfl.sync.idx.b32 %0|r, %1, 0, 31, -1;" : "=r"(y) : "r"(x));
  // What is written is no variable.
  // expected-error@+1 {{`u` is not declared}} [PTX2001]
  asm("{ .reg .b32 t; mov.b32 u, %1; add.u32 %0, t, 1; }" : "=r"(y) : "r"(x));
  // No variable of C++ has a name with a percent sign.
  // expected-error@+1 {{`%tidx` is not declared}} [PTX2001]
  asm("mov.u32 %0, %%tidx;" : "=r"(y));
  // expected-error@+1 {{`%address` is not declared}} [PTX2001]
  asm volatile("ld.shared.u32 %0, [%%address+4];" : "=r"(y));
  // A special register without its `%`, which no variable is called.
  // expected-error@+1 {{`laneid` is not declared}} [PTX2001]
  asm("mov.u32 %0, laneid;" : "=r"(y));
  // expected-error@+1 {{`tid` is not declared}} [PTX2001]
  asm("mov.u32 %0, tid.x;" : "=r"(y));
  asm("mov.u32 %0, warpid;" : "=r"(y));
  asm("ld.shared.u32 %0, [clock];" : "=r"(y));
  // The labels of the compiler have no names that are known.
  // expected-error@+1 {{`DONEX` is not declared}} [PTX2001]
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p bra DONEX; bar.sync 0; DONE: }" ::"r"(x) : "memory");
  asm volatile("bra OUT;");
  asm volatile("OUT: bar.sync 0;" ::: "memory");
  asm("ld.shared.u32 %0, [table];" : "=r"(y));
  asm("mov.u32 %0, table;" : "=r"(y));
  asm volatile("call other_function;" ::: "memory");
  return y;
}
