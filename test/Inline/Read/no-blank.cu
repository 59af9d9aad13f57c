// Directives need no blank before a type, in one statement or in several.
//
// RUN: ptx-check --verify %s

__device__ unsigned add(unsigned a, unsigned b) {
  asm volatile("{ .reg.pred p;");
  asm volatile("setp.lt.u32 p, %0, %1;" ::"r"(a), "r"(b));
  asm volatile("@p add.u32 %0, %0, 7;" : "+r"(a));
  asm volatile("}");
  asm volatile(".reg.b32 t1;");
  asm volatile("mov.b32 t1, %0;" ::"r"(a));
  // expected-error@+1 {{`s` is not declared}} [PTX2001]
  asm volatile("{.reg.b32 u; add.u32 u, u, s; }");
  return a;
}
