// Outputs `=` that are read before they are written.
//
// RUN: ptx-check --verify %s

__device__ void reads(unsigned x, unsigned z) {
  unsigned y, w;
  // expected-warning@+1 {{`add.u32` reads `%0`, which is the output `"=r"(y)` and has no value yet}} [PTX8030]
  asm("add.u32 %0, %0, 1;" : "=r"(y));
  // expected-warning@+1 {{`mov.u32` reads `%1`, which is the output `"=r"(w)` and has no value yet}} [PTX8030]
  asm("mov.u32 %0, %1; mov.u32 %1, 1;" : "=r"(y), "=r"(w));
  asm("{ .reg .pred p; setp.ne.u32 p, %1, 0;"
      // expected-warning@+1 {{`add.u32` reads `%0`}} [PTX8030]
      "@p add.u32 %0, %0, 1; @!p mov.u32 %0, 0; }" : "=r"(y) : "r"(x));

  // Written before, perhaps; tied, or declared `+`.
  asm("mov.u32 %0, %1; add.u32 %0, %0, 1;" : "=r"(y) : "r"(x));
  asm("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p mov.u32 %0, 1; add.u32 %0, %0, 1; }" : "=r"(y) : "r"(x));
  asm("add.u32 %0, %0, 1;" : "+r"(y));
  // Control can come from where it is written.
  asm("{ .reg .pred p; bra START; LOOP: add.u32 %0, %0, 1; setp.lt.u32 p, %0, %1; @p bra LOOP; bra END; START: mov.u32 %0, 0;"
      "bra LOOP; END: }" : "=r"(y) : "r"(x));
}
__host__ __device__ void tied(unsigned x) {
  unsigned y;
  asm("add.u32 %0, %0, 1;" : "=r"(y) : "0"(x));
}
