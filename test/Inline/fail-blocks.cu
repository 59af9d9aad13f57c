// Blocks side by side can declare the same names; outside of its block a name is not known.
//
// RUN: ptx-check --verify %s

__device__ unsigned blocks(unsigned x) {
  unsigned y;
  asm("{ .reg .b32 t; mov.b32 t, %1; mov.b32 %0, t; } { .reg .b64 t; mov.b64 t, 1; }" : "=r"(y) : "r"(x));
  // expected-error@+1 {{`t` is not declared}} [PTX2001]
  asm("{ .reg .b32 t; mov.b32 t, %1; } add.u32 %0, t, 1;" : "=r"(y) : "r"(x));
  // expected-note@below {{`t` declared `.b32` here}}
  // expected-error@+1 {{`t` is already declared}} [PTX2003]
  asm("{ .reg .b32 t, t; mov.b32 t, %1; mov.b32 %0, t; }" : "=r"(y) : "r"(x));
  return y;
}
