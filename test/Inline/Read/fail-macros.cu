// Macros with parameters are replaced where they are used in the same file.
//
// RUN: ptx-check --verify --stats %s 2>&1 | FileCheck %s
// CHECK: 13 asm statements: 13 checked, 3 of them in part

// A statement in a macro, with arguments as text, in names and as constraints.
#define LOAD(space, type, t, letter) __device__ type load_##space(type *p) { type r; asm volatile("ld." #space "." t " %0, [%1];" : "=" letter(r) : "l"(p)); return r; }
LOAD(global, unsigned, "u32", "r")
// expected-error@+1 {{`.globl` is not a modifier or type of PTX}} [PTX3003]
LOAD(globl, unsigned, "u32", "r")

#define TEXT(x) #x
#define TEXT_OF(x) TEXT(x)
#define COUNT 64
#define RED(op, ...) asm volatile("red.global." #op __VA_ARGS__ " [%0], 1;" :: "l"(p) : "memory")
#define POINTER(x) "l"(x)

__device__ void uses(unsigned *p, unsigned &x) {
  asm volatile("bar.sync 1, " TEXT_OF(COUNT) ";");
  // expected-note@+2 {{expected `.global`}} [PTX3003]
  // expected-error@+1 {{`.glob` is not a modifier or type of PTX}} [PTX3003]
  asm volatile("st." TEXT(glob) ".u32 [%0], 1;" :: "l"(p) : "memory");
  // expected-error@+2 {{`%1` is `"l"(p)`, 64 bits; operand 2 of `mov.u32` takes a 32-bit integer register}} [PTX8005]
  // expected-note@+1 {{the syntax is `mov.u32 d, a`}}
  asm volatile("mov.u32 %0, %1;" : "=r"(x) : POINTER(p));
  RED(add, ".u32");
  RED(and, ".b32");
  // expected-error@+1 {{`.adc` is not a modifier or type of PTX}} [PTX3003]
  RED(adc, ".u32");
}

// The definition that counts is the last one before the use.
#define MOVE(t) asm("mov." #t " %0, 1;" : "=r"(x))
__device__ void first(unsigned &x) { MOVE(u32); }
#undef MOVE
// expected-note@+2 {{the syntax is `mov.u32 d, a`}}
// expected-error@+1 {{`%0` is `"=l"(x)`, 64 bits; operand 1 of `mov.u32` takes a 32-bit integer register}} [PTX8005]
#define MOVE(t) asm("mov." #t " %0, 1;" : "=l"(x))
__device__ void second(unsigned long &x) { MOVE(u64); }
// expected-note@+1 {{`MOVE` is used here}}
__device__ void third(unsigned long &x) { MOVE(u32); }

// One in each branch of an `#if`.
#if USE_HINT
#define HINT(n) ".L2::" #n "B"
#else
#define HINT(n)
#endif
__device__ void hints(unsigned &x, unsigned *p) {
  // expected-error@+1 {{`.L2::127B` is not a modifier or type of PTX}} [PTX3003]
  asm volatile("ld.global" HINT(127) ".u32 %0, [%1];" : "=r"(x) : "l"(p));
  asm volatile("ld.global" HINT(128) ".u32 %0, [%1];" : "=r"(x) : "l"(p));
}

// What is not used is checked as far as it is known.
#define UNUSED(op) asm volatile("bar.sync 0; red.global." #op ".u32 [%0], 1;" :: "l"(p) : "memory")
// Names of macros that call themselves or have other numbers of arguments are none.
#define LOOP(x) LOOP(x) "bar.sync 0;"
#define TWO(a, b) a b
__device__ void odd() {
  asm volatile(LOOP(1));
  asm volatile("bar.sync 0; " TWO("bar.sync 0;"));
}

// In the definition of a macro, the argument of another one can be a parameter.
#define TEXT(x) #x
#define NAMED(op) asm volatile(TEXT(op) ".u32 %0, %0, 1;" : "+r"(x))
__device__ void named(unsigned x) {
  NAMED(add);
  // expected-error@+1 {{`adx` is not an instruction of PTX}} [PTX3001]
  NAMED(adx);
}
