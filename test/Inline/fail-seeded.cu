// One fault of each kind that authors make, and where it is found: a column of a template is 6 more than what precedes
// the fault in its literal.
//
// RUN: not ptx-check --output-format=concise %s | FileCheck --implicit-check-not=error: --implicit-check-not=warning: %s

__device__ void width(unsigned long long x, unsigned n) {
  unsigned long long y;
  // CHECK: :[[@LINE+2]]:22: error: `%2` is `"r"(n)`, 32 bits; operand 3 of `add.u64` takes a 64-bit integer register
  asm(
    "add.u64 %0, %1, %2;"
    : "=l"(y) : "l"(x), "r"(n));
}
__device__ void index(unsigned x) {
  unsigned y;
  // CHECK: :[[@LINE+2]]:18: error: `%2`, but the statement has `%0` to `%1`
  asm(
    "mov.u32 %0, %2;"
    : "=r"(y) : "r"(x));
}
__device__ void symbol(unsigned x) {
  unsigned y;
  // CHECK: :[[@LINE+2]]:18: error: `%[x]` names an operand by its symbol, which `nvcc` does not know
  asm(
    "mov.u32 %0, %[x];"
    : "=r"(y) : [x] "r"(x));
}
__device__ void constraint(unsigned x) {
  unsigned y;
  // CHECK: :[[@LINE+3]]:17: error: constraint `k` of `%1` is not one of `nvcc`
  asm(
    "mov.u32 %0, %1;"
    : "=r"(y) : "k"(x));
}
__device__ void one_sign() {
  unsigned y;
  // CHECK: :[[@LINE+2]]:18: error: `nvcc` reads `%r` of `%r1` as a modifier of an operand
  asm(
    "{ .reg .b32 %r1;\n\t"
    "mov.u32 %%r1, 1;\n\t"
    "mov.u32 %0, %%r1; }"
    : "=r"(y));
}
__device__ void modifier_misspelled() {
  // CHECK: :[[@LINE+2]]:9: error: `.snyc` is not a modifier or type of PTX
  asm volatile(
    "bar.snyc 0;" ::: "memory");
}
__device__ void modifier_of_others(unsigned x) {
  unsigned y;
  // CHECK: :[[@LINE+2]]:9: error: `add` does not take `.wide`
  asm(
    "add.wide.u32 %0, %1, 1;"
    : "=r"(y) : "r"(x));
}
__device__ void type(unsigned x) {
  unsigned y;
  // CHECK: :[[@LINE+2]]:9: error: `.u23` is not a modifier or type of PTX
  asm(
    "mov.u23 %0, %1;"
    : "=r"(y) : "r"(x));
}
__device__ void instruction(unsigned x) {
  unsigned y;
  // CHECK: :[[@LINE+2]]:6: error: `mvo` is not an instruction of PTX
  asm(
    "mvo.u32 %0, %1;"
    : "=r"(y) : "r"(x));
}
__device__ void vector(unsigned *p) {
  unsigned a, b, c;
  // CHECK: :[[@LINE+2]]:23: error: operand 1 of `ld.global.v4.u32` is a vector of 3; expected a vector of 4 for `.v4`
  asm volatile(
    "ld.global.v4.u32 {%0, %1, %2}, [%3];"
    : "=r"(a), "=r"(b), "=r"(c) : "l"(p) : "memory");
}
__device__ void comma(unsigned x) {
  unsigned y;
  // CHECK: :[[@LINE+2]]:21: error: missing `,` before `1`
  asm(
    "add.u32 %0, %1 1;"
    : "=r"(y) : "r"(x));
}
__device__ void comma_of_operands(unsigned *p, unsigned x) {
  // CHECK: :[[@LINE+3]]:15: warning: a comma is missing between two operands; `nvcc` accepts that
  asm volatile(
    "st.global.u32 [%0], %1;"
    :: "l"(p) "r"(x) : "memory");
}
__device__ void semicolon(unsigned x) {
  unsigned y;
  // CHECK: :[[@LINE+2]]:18: error: expected `;` after the operands of `mov.u32`, found `add`
  asm(
    "mov.u32 %0, %1\n\t"
    "add.u32 %0, %0, 1;"
    : "=r"(y) : "r"(x));
}
__device__ void bracket(unsigned *p, unsigned x) {
  // CHECK: :[[@LINE+2]]:23: error: expected `]` to close the address, found `,`
  asm volatile(
    "st.global.u32 [%0, %1;"
    :: "l"(p), "r"(x) : "memory");
}
__device__ void no_brackets(unsigned *p) {
  unsigned y;
  // CHECK: :[[@LINE+2]]:24: error: operand 2 of `ld.global.u32` is the register `%1`; expected an address
  asm volatile(
    "ld.global.u32 %0, %1;"
    : "=r"(y) : "l"(p) : "memory");
}
__device__ void label(unsigned x) {
  unsigned y = 0;
  // CHECK: :[[@LINE+4]]:13: error: `DNOE` is not declared
  asm(
    "{ .reg .pred p;\n\t"
    "setp.eq.u32 p, %1, 0;\n\t"
    "@p bra DNOE;\n\t"
    "mov.u32 %0, 1;\n\t"
    "DONE: }"
    : "+r"(y) : "r"(x));
}
__device__ void undeclared(unsigned x) {
  unsigned y;
  // CHECK: :[[@LINE+3]]:14: error: `u` is not declared
  asm(
    "{ .reg .b32 t;\n\t"
    "mov.b32 u, %1;\n\t"
    "add.u32 %0, t, 1; }"
    : "=r"(y) : "r"(x));
}
__device__ void too_many(unsigned x) {
  unsigned y;
  // CHECK: :[[@LINE+2]]:25: error: operand 4 of `add.u32` is one too many; expected `add.u32 d, a, b`
  asm(
    "add.u32 %0, %1, 1, 2;"
    : "=r"(y) : "r"(x));
}
__device__ void too_few(unsigned x) {
  unsigned y;
  // CHECK: :[[@LINE+2]]:20: error: operand 3 of `add.u32`, `b`, is missing; expected `add.u32 d, a, b`
  asm(
    "add.u32 %0, %1;"
    : "=r"(y) : "r"(x));
}
__device__ void destination(unsigned x) {
  // CHECK: :[[@LINE+2]]:14: error: operand 1 of `mov.u32` is the number 5; expected a 32-bit integer register
  asm volatile(
    "mov.u32 5, %0;" :: "r"(x));
}
__device__ void parenthesis() {
  // CHECK: :[[@LINE+2]]:31: error: the `asm` statement does not end here; expected `)` after its last operand
  asm volatile(
    "bar.sync 0;" ::: "memory";
}
__device__ void quote() {
  // CHECK: :[[@LINE+2]]:5: error: the literal that begins here has no end; expected `"`
  asm volatile(
    "bar.sync 0;
    ::: "memory");
}
