// Addresses of 32 bits where they have 64, and what `ptxas` alone rejects.
//
// RUN: ptx-check --verify %s
// RUN: not ptx-check --target=sm_80 %s 2>&1 | FileCheck --check-prefix=OLD %s
// RUN: not ptx-check --target=sm_90 %s 2>&1 | FileCheck --check-prefix=NEW %s
//
// OLD: warning: address `%1` {{.*}} [PTX8031
// NEW: error: address `%1` {{.*}} [PTX8012

__device__ unsigned narrow(unsigned address, float *all) {
  unsigned x, y;
  unsigned long wide;
  // expected-warning@+1 {{address `%1` is `"r"(address)`, 32 bits; a `.global` address has 64}} [PTX8031]
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(x) : "r"(address));
  // expected-error@+1 {{a generic address has 64; an address in shared memory is one of `.shared`; no compiler generates code from it for `sm_90` or newer}} [PTX8012]
  asm volatile("mbarrier.arrive.expect_tx.b64 _, [%0], 16;" :: "r"(address) : "memory");
  // expected-warning@+1 {{address `%0` is `"r"(address)`, 32 bits; a generic address has 64}} [PTX8031]
  asm volatile("mbarrier.init.b64 [%0], 1;" :: "r"(address) : "memory");
  // expected-warning@+3 {{address `t` is in a register of 32 bits; a `.global` address has 64}} [PTX8031]
  // expected-note@+2 {{`t` declared `.b32` here}}
  // expected-note@+1 {{declare the register `.b64`, or extend the address with `cvt.u64.u32`}}
  asm volatile("{ .reg .b32 t; mov.b32 t, %1; ld.global.u32 %0, [t]; }" : "=r"(x) : "r"(address));
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 16;" :: "r"(address) : "memory");
  // `ptxas` extends these.
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.b16 {%0}, [%1];" : "=r"(x) : "r"(address));
  asm volatile("cp.async.mbarrier.arrive.b64 [%0];" :: "r"(address) : "memory");

  // expected-error@+2 {{`ptxas` rejects `ld.shared.v2.b32`: operand 1 is of type `.b64`; expected the type of the elements before it}} [PTX8013]
  // expected-note@+1 {{`%1` is `"=l"(wide)`, 64 bits}}
  asm volatile("ld.shared.v2.b32 {%0, %1}, [%2];" : "=r"(y), "=l"(wide) : "r"(address));
  // expected-note@below {{the syntax is}}
  // expected-error@+1 {{operand 2 of `multimem.red.relaxed.sys.global.add.f32` is a vector of 1; expected a scalar}} [PTX3008]
  asm volatile("multimem.red.relaxed.sys.global.add.f32 [%0], {%1};" :: "l"(all), "f"(1.f) : "memory");
  return x + y + wide;
}

// In code for addresses of either size nothing is said.
__device__ void sizes(unsigned *p) {
#if defined(__LP64__)
  asm volatile("prefetch.L1 [%0];" :: "l"(p));
#else
  asm volatile("prefetch.L1 [%0];" :: "r"(p));
#endif
}
