// What compilers reject of the parts of a statement: clobbers, colons, commas, percent signs.
//
// RUN: ptx-check --verify %s

__device__ void clobbers(unsigned *p, unsigned x) {
  // expected-error@+1 {{device code cannot clobber `memroy`; expected `memory`}} [PTX8009]
  asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(x) : "memroy");
  // expected-error@+1 {{device code cannot clobber `cc`; expected `memory`}} [PTX8009]
  asm volatile("add.cc.u32 %0, %0, 1;" : "+r"(*p)::"memory", "c" "c");
  asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(x) : "mem" "ory");
#ifdef __CUDA_ARCH__
  asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(x) : "memory");
#else
  asm volatile("add %0, 1" : "+r"(*p)::"cc");
#endif
}

__device__ void parts(unsigned *p, unsigned x) {
  // expected-error@+1 {{a colon too many; expected three at most}} [PTX8011]
  asm volatile("mov.u32 %0, 1;" : "=r"(*p) ::: "memory");
  // expected-error@+1 {{the template ends before an operand; expected `:` before it}} [PTX8011]
  asm volatile("mov.u32 %0, 1;" "=r"(*p));
  // expected-error@+1 {{a comma is not between two operands; expected an operand}} [PTX8011]
  asm volatile("mov.u32 %0, 1;" : "=r"(*p), : );
  // expected-error@+1 {{a comma is not between two operands; expected an operand}} [PTX8011]
  asm volatile("mov.u32 %0, %1;" : "=r"(*p) : , "r"(x));
  // expected-error@+1 {{an operand has a constraint alone; expected its expression in parentheses}} [PTX8011]
  asm volatile("mov.u32 %0, %1;" : "=r" : "r"(x));
  // expected-error@+1 {{an operand has a constraint alone}} [PTX8011]
  asm volatile("mov.u32 %0, %1;" : "=r"(*p) : "r");
  asm volatile("mov.u32 %0, %1;" : "=r"(*p) : SIZE_OF_ANOTHER_HEADER(x) (x));
  // expected-error@+1 {{an operand has no constraint; expected one such as `"r"` before it}} [PTX8011]
  asm volatile("mov.u32 %0, %1;" : (*p) : "r"(x));
  // expected-error@+1 {{a `%` alone is the end of the template; expected `%%`}} [PTX8011]
  asm volatile("mov.u32 %0, 1; // 100%" : "=r"(*p));
  // expected-error@+1 {{a `%` alone is the end of the template}} [PTX8011]
  asm volatile("mov.u32 %0, 1; // 100" "%" : "=r"(*p));
  asm volatile("mov.u32 %0, 1; // 100%%" : "=r"(*p));
  asm goto("bar.sync 0;" :::: out);
out:
  asm volatile("mov.u32 %0, %1;" : "=r"(*p) : "r"(x)
#ifdef MORE
               , "r"(x)
#endif
               :);
}

__device__ void signs(unsigned *p, unsigned x) {
  // expected-note@+2 {{`%%` is a percent sign in the name of a register}}
  // expected-error@+1 {{`%1` is not declared}} [PTX2001]
  asm volatile("add.u32 %0, %%1, 1;" : "=r"(*p) : "r"(x));
  // expected-note@+2 {{without a colon after the template, it is no operand}}
  // expected-error@+1 {{`%0` is not declared}} [PTX2001]
  asm volatile("mov.u32 %0, %laneid;");
  // Registers can have such names.
  asm volatile("{ .reg .b32 %%1; mov.u32 %%1, %1; mov.u32 %0, %%1; }" : "=r"(*p) : "r"(x));
}

__device__ void names(unsigned long long *q, unsigned x) {
  // expected-error@+1 {{`hi` is not declared}} [PTX2001]
  asm volatile("{ .reg .b32 lo; mov.b32 lo, %1; mov.b64 %0, {lo, hi}; }" : "=l"(*q) : "r"(x));
  // expected-error@+1 {{`tid` is not declared}} [PTX2001]
  asm volatile("mov.u32 %0, tid.x;" : "=r"(x));
}

__device__ void constants(unsigned s, const void *g) {
  // expected-note@+2 {{the syntax is}}
  // expected-error@+1 {{operand 3 of `cp.async.cg.shared.global` is 8; expected 16}} [PTX3009]
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" ::"r"(s), "l"(g), "n"(0x8u) : "memory");
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" ::"r"(s), "l"(g), "n"(16) : "memory");
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" ::"r"(s), "l"(g), "n"(SIZE) : "memory");
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" ::"r"(s), "l"(g), "n"(8 + 8) : "memory");
}

__device__ void alone(unsigned u) {
  // expected-error@+1 {{`mov` lacks a type}} [PTX3005]
  asm volatile("mov %0, %%laneid;" : "=r"(u));
}
