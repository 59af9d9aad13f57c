// What nvcc 13.0 rejects of the operands, and what it takes.
//
// RUN: ptx-check --verify %s

__device__ void operands(unsigned x, unsigned *p) {
  unsigned y;
  // expected-error@+1 {{`%3`, but the statement has `%0` to `%1`}} [PTX8001]
  asm("mov.u32 %0, %3;" : "=r"(y) : "r"(x));
  // expected-error@+1 {{`%0`, but the statement has no operand}} [PTX8001]
  asm volatile("bar.sync %0;" ::: "memory");
  // expected-error@+1 {{constraint `z` of `%1` is not one of `nvcc`}} [PTX8002]
  asm("mov.u32 %0, %1;" : "=r"(y) : "z"(x));
  // expected-error@+1 {{constraint `r` of `%0` of an output lacks its first character; expected `=` or `+`}} [PTX8002]
  asm("mov.u32 %0, %1;" : "r"(y) : "r"(x));
  // expected-error@+1 {{`%[x]` names an operand by its symbol}} [PTX8003]
  asm("mov.u32 %0, %[x];" : "=r"(y) : [x] "r"(x));
  // expected-error@+1 {{reads `%f` of `%f1` as a modifier}} [PTX8004]
  asm("mov.u32 %0, %f1;" : "=r"(y) : "r"(x));
  // expected-warning@+1 {{a comma is missing between two operands}} [PTX8020]
  asm("add.u32 %0, %1, %2;" : "=r"(y) : "r"(x) "r"(x));

  // Without a colon `%` is not special.
  asm volatile("{ .reg .b32 %r1; mov.u32 %r1, %laneid; }");
  // A special register has one `%` or two; `%=` is a number.
  asm("mov.u32 %0, %laneid;" : "=r"(y));
  asm("mov.u32 %0, %%laneid;" : "=r"(y));
  // The value of a constant is not known here: also in an address, and where only some will do.
  asm("ld.global.u32 %0, [%1+%2];" : "=r"(y) : "l"(p), "n"(-4));
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(x), "l"(p), "n"(16));
  // Text can be put into words.
  asm volatile("mov.u32 %0, t%1; ld.%2.u32 %0, [%3];" : "=r"(y) : "n"(1), "C"("global"), "l"(p));
}
