// Statements that run together, and the end of the assembly.
//
// RUN: ptx-check --verify %s

__device__ unsigned ends(unsigned x, unsigned *p) {
  unsigned y, z;
  // expected-error@+1 {{expected `;` after the operands of `mov.u32`, found the end of the assembly}} [PTX1101]
  asm("mov.u32 %0, %1" : "=r"(y) : "r"(x));
  // expected-error@+1 {{expected `;` after the operands of `bar.sync`, found the end of the assembly}} [PTX1101]
  asm volatile("bar.sync 0" ::: "memory");
  // expected-error@+1 {{expected `]` to close the address, found the end of the assembly}} [PTX1101]
  asm volatile("ld.global.u32 %0, [%1" : "=r"(y) : "l"(p));
  // expected-note@+1 {{the statement ends here}}
  asm("mov.u32 %0, %2 "
      // expected-error@+1 {{expected `;` after the operands of `mov.u32`, found `mov`}} [PTX1101]
      "mov.u32 %1, %2;" : "=&r"(y), "=r"(z) : "r"(x));
  // A line that does not end is wrong at its end.
  // expected-error@+1 {{expected `;` after the operands of `mov.u32`, found `mov`}} [PTX1101]
  asm("mov.u32 %0, %2\n"
      "mov.u32 %1, %2;" : "=&r"(y), "=r"(z) : "r"(x));
  // expected-error@+1 {{the register that replaces `%2` runs into `mov`}} [PTX8006]
  asm("mov.u32 %0, %2"
      "mov.u32 %1, %2;" : "=&r"(y), "=r"(z) : "r"(x));
  // A register begins a new token.
  asm("mov.u32%0, %1;" : "=r"(y) : "r"(x));
  return y + z;
}

// What is not an instruction of PTX is PTX all the same if PTX has its modifiers.
__device__ void misspelled() {
  // expected-error@+1 {{`fenze` is not an instruction of PTX}} [PTX3001]
  asm volatile("fenze.proxy.async;" ::: "memory");
}
