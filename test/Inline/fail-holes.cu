// What is not known is left out, and the rest is checked.
//
// RUN: ptx-check --verify %s

#define SUFFIX ".u32"
#define BOTH "add" SUFFIX " %0, %1, 1;"
#define LOAD(mod, y, p)                                        \
  asm volatile("{ ld." #mod ".u32 %0, [%1]; }" : "=r"(y) : "l"(p))
#ifdef OLD
#define EITHER ".u32"
#define SOURCE "%1"
#define POINTER "r"
#else
#define EITHER ".s32"
#define SOURCE "17"
#define POINTER "l"
#endif
#ifdef LONG
#define THIRD ", 2"
#else
#define THIRD ""
#endif
#define AGAIN ".u32"
#undef AGAIN
#define AGAIN ".s32"

__device__ void holes(unsigned x) {
  unsigned y;
  // Macros of this file that are literals are known.
  asm("add" SUFFIX " %0, %1, 1;" : "=r"(y) : "r"(x));
  asm(BOTH : "=r"(y) : "r"(x));
  // expected-error@+1 {{operand 4 of `add.u32` is one too many}} [PTX3040]
  asm("add" SUFFIX " %0, %1, 1, 2;" : "=r"(y) : "r"(x));

  // Those with a definition in each branch of an `#if` are known in each branch.
  asm("add" EITHER " %0, %1, 1;" : "=r"(y) : "r"(x));
  // expected-error@+2 {{operand 4 of `add.s32` is one too many}} [PTX3040]
  // expected-error@+1 {{operand 4 of `add.u32` is one too many}} [PTX3040]
  asm("add" EITHER " %0, %1, 1, 2;" : "=r"(y) : "r"(x));
  asm("mov" EITHER " %0, " SOURCE ";" : "=r"(y) : POINTER(x));
  // What depends on two conditions is not.
  asm("add" EITHER " %0, %1, 1" THIRD ";" : "=r"(y) : "r"(x));
  // Of what is defined again the last one before the use counts.
  // expected-error@+1 {{operand 4 of `add.s32` is one too many}} [PTX3040]
  asm("add" AGAIN " %0, %1, 1, 2;" : "=r"(y) : "r"(x));

  // Nothing is claimed of a statement that is not known whole.
  asm("add" OF_ANOTHER_FILE " %0, %1, 1, 2;" : "=r"(y) : "r"(x));
  asm(STRINGIFY(add) ".u32 %0, %1, 1, 2;" : "=r"(y) : "r"(x));
  // expected-error@+1 {{operand 4 of `sub.u32` is one too many}} [PTX3040]
  asm("add" OF_ANOTHER_FILE " %0, {%1, 1}; sub.u32 %0, %0, 1, 2;" : "=r"(y) : "r"(x));
  // A vector can follow what is not known, and there can be a brace in it.
  asm(OF_ANOTHER_FILE "{%0, %0}, {%1, %1}; sub.u32 %0, %0, 1;" : "=r"(y) : "r"(x));
  // expected-error@+1 {{operand 4 of `sub.u32` is one too many}} [PTX3040]
  asm(OF_ANOTHER_FILE "{%0, %0}, {%1, %1}; sub.u32 %0, %0, 1, 2;" : "=r"(y) : "r"(x));
  // expected-error@+1 {{operand 4 of `sub.u32` is one too many}} [PTX3040]
  asm(OF_ANOTHER_FILE "{ .reg .b32 t; sub.u32 %0, %0, 1, 2; }" : "=r"(y) : "r"(x));
  asm(OPEN(t) "mov.b32 t, %0; add.u32 %0, t, 1; }" : "+r"(y));
  asm("{ .reg .b32 t; mov.b32 t, %0; add.u32 %0, t, 1;" CLOSE : "+r"(y));
  // Operands whose constraint is not known have any type.
  asm("add.u32 %0, %1, 1;" : "=r"(y) : POINTER_CONSTRAINT(x));
}
