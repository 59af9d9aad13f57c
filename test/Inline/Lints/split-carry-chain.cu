// Carry flags that go from one statement to another.
//
// RUN: ptx-check --verify -Wsplit-carry-chain %s

__device__ void carries(unsigned &lo, unsigned &hi, unsigned a, unsigned b) {
  // expected-warning@+1 {{`mad.lo.cc.u32` writes the carry flag, which nothing reads after it}} [PTX8029]
  asm volatile("mad.lo.cc.u32 %0, %1, %2, %0;" : "+r"(lo) : "r"(a), "r"(b));
  // expected-warning@+2 {{`madc.hi.cc.u32` reads the carry flag, which nothing writes}} [PTX8029]
  // expected-warning@+1 {{`madc.hi.cc.u32` writes the carry flag, which nothing reads after it}} [PTX8029]
  asm volatile("madc.hi.cc.u32 %0, %1, %2, %0;" : "+r"(hi) : "r"(a), "r"(b));

  asm("sub.cc.u32 %0, %0, %2; subc.cc.u32 %1, %1, %3; subc.u32 %1, %1, 0;"
      : "+r"(lo), "+r"(hi) : "r"(a), "r"(b));
}
