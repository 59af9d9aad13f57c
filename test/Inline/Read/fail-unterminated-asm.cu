// Statements without their closing parenthesis, and what only looks like one.
//
// RUN: ptx-check --verify %s
// RUN: not ptx-check --stats %s 2>&1 | FileCheck --check-prefix=STATS %s
// STATS: 15 asm statements: 3 checked, {{.*}} 2 not certainly PTX, {{.*}} 10 unreadable

#define OPEN asm volatile("bar.sync %0;" ::"r"(0
#define SEMICOLON asm volatile("bar.sync %0;" ::"r"(0);

__device__ unsigned ends(unsigned x, unsigned *p) {
  unsigned y;
  // expected-note@+2 {{the statement begins here}}
  // expected-error@+1 {{the `asm` statement does not end here; expected `)` after its last operand}} [PTX8008]
  asm("mov.u32 %0, %1;" : "=r"(y) : "r"(x);
  // expected-note@+1 {{the statement begins here}}
  asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(x)
  // expected-error@-1 {{the `asm` statement does not end here}} [PTX8008]
  asm volatile("bar.sync 0;" ::: "memory");
  // A lambda has braces and semicolons of its own.
  asm("mov.u32 %0, %1;" : "=r"(y) : "r"([&] { x += 1; return x; }()));
  asm("mov.u32 %0, %1;" : "=r"(y) : "r"(
#ifdef WIDE
      x));
#endif
  // What is no PTX is the compiler's to read.
  asm("movl %eax, %ebx" ::"a"(x;
  // expected-note@+2 {{the statement begins here}}
  // expected-error@+1 {{the `asm` statement does not end here}} [PTX8008]
  asm volatile("bar.sync 1;" :::"memory"
}

__device__ void first_literal(unsigned x) {
  // expected-note@+2 {{the statement begins here}}
  // expected-error@+1 {{the literal that begins here has no end; expected `"`}} [PTX8008]
  asm volatile("{\n\t
               ".reg .b32 t;\n\t"
               "mov.b32 t, %0;\n\t"
               "}" ::"r"(x));
}

__device__ void literals(unsigned x) {
  // expected-note@+2 {{the statement begins here}}
  // expected-error@+1 {{the literal that begins here has no end; expected `"`}} [PTX8008]
  asm volatile("bar.sync 2;);
  // expected-note@+1 {{the statement begins here}}
  asm volatile("{ .reg .b32 t;\n\t"
               // expected-error@+1 {{the literal that begins here has no end}} [PTX8008]
               "mov.b32 t, %0;\n\t
               "}" ::"r"(x));
  // expected-note@+2 {{the statement begins here}}
  // expected-error@+1 {{the literal that begins here has no end}} [PTX8008]
  asm volatile(u8"bar.sync 3;);
  asm volatile("movl %eax, %ebx);
  // expected-note@+2 {{the statement begins here}}
  // expected-error@+1 {{the literal that begins here has no end}} [PTX8008]
  asm volatile(R"x(bar.sync 4;)");
}
