// Outputs that are written only on some ways, or before an input is read.
//
// RUN: ptx-check --verify -Wguarded-output -Wearly-clobber %s

__device__ void guards(unsigned x, unsigned z) {
  unsigned y;
  asm("{ .reg .pred p; setp.ne.b32 p, %1, 0; @p bra L; mov.u32 %0, 1; L: }"
      // expected-warning@+1 {{has no value where control does not come to what writes it}} [PTX8025]
      : "=r"(y) : "r"(x));
  asm("{ .reg .pred p, q; setp.ne.b32 p, %1, 0; setp.eq.b32 q, %2, 0; @p mov.u32 %0, 1; @!q mov.u32 %0, 2; }"
      // expected-warning@+1 {{has no value where the guard of what writes it is false}} [PTX8025]
      : "=r"(y) : "r"(x), "r"(z));

  // Written under both values of a predicate, before the guard, on both ways, or kept.
  asm("{ .reg .pred p; setp.ne.b32 p, %1, 0; @p mov.u32 %0, 1; @!p mov.u32 %0, 2; }" : "=r"(y) : "r"(x));
  asm("{ .reg .pred p; setp.ne.b32 p, %1, 0; mov.u32 %0, 0; @p mov.u32 %0, 1; }" : "=r"(y) : "r"(x));
  asm("{ .reg .pred p; setp.ne.b32 p, %1, 0; @p bra A; mov.u32 %0, 1; bra B; A: mov.u32 %0, 2; B: }"
      : "=r"(y) : "r"(x));
  asm("{ .reg .pred p; setp.ne.b32 p, %1, 0; @p mov.u32 %0, 1; }" : "+r"(y) : "r"(x));
  // The predicates of a comparison are opposites.
  asm("{ .reg .pred p, q; setp.eq.u32 p|q, %1, 0; @p mov.u32 %0, 1; @q mov.u32 %0, 2; }" : "=r"(y) : "r"(x));
  asm("{ .reg .pred p, q; setp.eq.u32 p|q, %1, 0; @!q mov.u32 %0, 1; @!p mov.u32 %0, 2; }" : "=r"(y) : "r"(x));
  asm("{ .reg .pred p, q; setp.eq.u32 p|q, %1, 0; @p mov.u32 %0, 1; @!q mov.u32 %0, 2; }"
      // expected-warning@+1 {{has no value where the guard of what writes it is false}} [PTX8025]
      : "=r"(y) : "r"(x));
  // With a third operand they are not, nor for pairs of numbers, nor after one of them has changed.
  asm("{ .reg .pred p, q; setp.ne.u32 q, %1, 1; setp.eq.and.u32 p|q, %1, 0, q; @p mov.u32 %0, 1; @q mov.u32 %0, 2; }"
      // expected-warning@+1 {{has no value where the guard of what writes it is false}} [PTX8025]
      : "=r"(y) : "r"(x));
  asm("{ .reg .pred p, q; setp.eq.f16x2 p|q, %1, %2; @p mov.u32 %0, 1; @q mov.u32 %0, 2; }"
      // expected-warning@+1 {{has no value where the guard of what writes it is false}} [PTX8025]
      : "=r"(y) : "r"(x), "r"(z));
  asm("{ .reg .pred p, q; setp.eq.u32 p|q, %1, 0; setp.ne.u32 q, %2, 1; @p mov.u32 %0, 1; @q mov.u32 %0, 2; }"
      // expected-warning@+1 {{has no value where the guard of what writes it is false}} [PTX8025]
      : "=r"(y) : "r"(x), "r"(z));
  // A thread that ends does not come to the end.
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %1, 0; @p exit; mov.u32 %0, 1; }" : "=r"(y) : "r"(x));
}

__device__ void order(unsigned x, unsigned z, unsigned n, float f) {
  unsigned y, w;
  asm("add.u32 %0, %2, 1;\n"
      // expected-warning@+2 {{`sub.u32` reads `%2`, which is the input `"r"(x)`, after `%0` is written; without `&` in `=r`}} [PTX8026]
      // expected-note@-2 {{`%0` is written here}}
      "sub.u32 %1, %2, 1;" : "=r"(y), "=r"(w) : "r"(x));

  // One instruction reads all before what it writes; what is equal or of another type.
  asm("add.u32 %0, %1, %2;" : "=r"(y) : "r"(x), "r"(z));
  asm("add.u32 %0, %2, 1; sub.u32 %1, %2, 1;" : "=&r"(y), "=r"(w) : "r"(x));
  asm("mov.u32 %0, %1; add.u32 %0, %0, %1;" : "=r"(y) : "r"(x));
  asm("mov.u32 %0, 1; cvt.rzi.u32.f32 %0, %1;" : "=r"(y) : "f"(f));
  // Of these one runs.
  asm("{ .reg .pred p; setp.ne.b32 p, %3, 0; @p mov.u32 %0, %1; @!p mov.u32 %0, %2; }"
      : "=r"(y) : "r"(x), "r"(z), "r"(n));
}
