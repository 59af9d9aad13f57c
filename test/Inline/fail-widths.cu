// The width of an operand is said with the expression that has it.
//
// RUN: ptx-check --verify %s

__device__ void widths(unsigned curr_desc_A, unsigned long long q, float f, double d, short h) {
  unsigned y;
  // expected-note@below {{the syntax is}}
  // expected-error@+1 {{`%1` is `"l"(q)`, 64 bits; operand 2 of `add.u32` takes a 32-bit integer register}} [PTX8005]
  asm("add.u32 %0, %1, 1;" : "=r"(y) : "l"(q));
  // expected-note@below {{the syntax is}}
  // expected-error@+1 {{`%1` is `"f"(f)`, 32 bits of floating point; operand 2 of `add.u32` takes}} [PTX8005]
  asm("add.u32 %0, %1, 1;" : "=r"(y) : "f"(f));

  // Addresses have 64 bits; those of some spaces can have 32.
  // expected-warning@+1 {{address `%1` is `"r"(curr_desc_A)`, 32 bits; a `.global` address has 64}} [PTX8031]
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(y) : "r"(curr_desc_A));
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(y) : "r"(curr_desc_A));

  // Registers of 32 bits are signed and unsigned, and loads extend.
  asm("add.s32 %0, %1, 1;" : "=r"(y) : "r"(curr_desc_A));
  asm("add.u32 %0, %1, 1;" : "=r"(y) : "r"(curr_desc_A));
  asm("ld.global.u8 %0, [%1];" : "=r"(y) : "l"(q));
  asm("mov.b64 %0, {%1, %2};" : "=l"(q) : "r"(y), "r"(y));
  asm("cvt.f64.f32 %0, %1;" : "=d"(d) : "f"(f));
  asm("add.f16 %0, %0, %0;" : "+h"(h));
}

__host__ __device__ void tied(unsigned y) {
  asm("add.u32 %0, %1, 1;" : "=r"(y) : "0"(y));
}
