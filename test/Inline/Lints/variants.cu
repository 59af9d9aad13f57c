// An operand that one branch of an `#if` inside of a statement uses is used.
//
// RUN: ptx-check --verify -Wunused-asm-operand %s

__device__ unsigned uses(unsigned x, unsigned bits) {
  unsigned r;
  asm volatile(
#ifdef LOOSE
      "add.u32 %0, %1, %2;"
#else
      "add.u32 %0, %1, 1;"
#endif
      // expected-warning@+1 {{the template does not use `%3`, which is `"r"(7)`}} [PTX8024]
      : "=r"(r) : "r"(x), "r"(bits), "r"(7));
  return r;
}
