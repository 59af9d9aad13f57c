// Messages name the operands of the statement that they are about.
//
// RUN: ptx-check --verify %s

__device__ unsigned cancelled(unsigned long long a, unsigned b) {
  unsigned y;
  asm volatile("{\n\t.reg .b64 t;");
  asm volatile("mov.b64 t, %0;" ::"l"(a));
  // expected-note@below {{the syntax is}}
  // expected-error@+1 {{`%0` is `"r"(b)`, 32 bits; operand 3 of `add.u64` takes}} [PTX8005]
  asm volatile("add.u64 t, t, %0;" ::"r"(b));
  asm volatile("cvt.u32.u64 %0, t;\n\t}" : "=r"(y));
  return y;
}

// What is declared between the braces is known in all statements, and nothing else is.
__device__ void names(unsigned b) {
  asm volatile("{\n\t.reg .b32 t; .reg .pred p; LOOP:");
  // expected-error@+1 {{`s` is not declared}} [PTX2001]
  asm volatile("setp.eq.u32 p, s, %0;" ::"r"(b));
  asm volatile("@p bra LOOP;\n\t}");
}

__device__ void other(unsigned b) {
  // expected-error@+1 {{`AGAIN` is not declared}} [PTX2001]
  asm volatile("{ .reg .pred q; setp.eq.u32 q, %0, 0; @q bra AGAIN; }" ::"r"(b));
}
