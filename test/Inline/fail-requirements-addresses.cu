// An address that no compiler accepts for the targets of the statement is an error with
// --requirements as without it: `griddepcontrol` requires sm_90.
// RUN: ptx-check --verify %s
// RUN: not ptx-check --requirements %s 2>&1 | FileCheck %s
// CHECK: error: address `%1` is {{.*}} [PTX8012]

__device__ unsigned load(unsigned address) {
  unsigned value;
  asm volatile("griddepcontrol.wait; ld.global.u32 %0, [%1];" : "=r"(value) : "r"(address));
  // expected-error@-1 {{no compiler generates code from it for `sm_90` or newer}} [PTX8012]
  return value;
}
