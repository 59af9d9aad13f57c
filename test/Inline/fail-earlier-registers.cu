// Registers that an earlier statement of the function declares have the types they have there.
//
// RUN: ptx-check --verify %s

__device__ unsigned earlier(unsigned x) {
  unsigned y;
  // expected-note@+1 {{`wide` declared `.b64` here}}
  asm volatile(".reg .b64 wide; .reg .b32 %%narrow<4>;" ::);
  // expected-note@+2 {{the syntax is `add.u32 d, a, b`}}
  // expected-error@+1 {{operand 2 of `add.u32` has type `.b64`}} [PTX3002]
  asm volatile("add.u32 %0, wide, 1;" : "=r"(y));
  asm volatile("mov.b64 wide, {%0, %%narrow3};" ::"r"(x));
  // A block can have its own.
  asm volatile("{ .reg .b32 wide; mov.b32 wide, %1; mov.b32 %0, wide; }" : "=r"(y) : "r"(x));
  return y;
}

__device__ unsigned other(unsigned x) {
  unsigned y;
  // Of another function the names alone are known.
  asm volatile("add.u32 %0, wide, 1;" : "=r"(y));
  return y;
}

// So can one within the statement.
__device__ void nested() {
  asm volatile(".reg .b64 wide; { .reg .b32 wide; mov.b32 wide, 1; }");
  // expected-note@+2 {{`twice` declared `.b64` here}}
  // expected-error@+1 {{`twice` is already declared}} [PTX2003]
  asm volatile("{ .reg .b64 twice; .reg .b64 twice; }");
}
