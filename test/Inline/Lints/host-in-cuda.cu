// A source of CUDA C++ has code for the host, too. What could be PTX or not is checked there, and only edited where it is
// PTX for certain.
//
// RUN: not ptx-check --output-format=concise %s | FileCheck --check-prefix=FOUND %s
// RUN: not ptx-check --diff %s | FileCheck --check-prefix=FIXED --implicit-check-not='{{^[+]}}' %s

void host(unsigned *p) {
  asm volatile("pause");
  // FOUND: :[[@LINE+1]]:20: error: `.sunc` is not a modifier or type of PTX
  asm volatile("bar.sunc 0;" ::: "memory");
  // FOUND: :[[@LINE+1]]:33: error: missing `,` before `1`
  asm volatile("addc.u32 %0, %0 1;" : "+r"(*p) : : "cc");
}
__device__ void device(unsigned *p) {
  // FOUND: :[[@LINE+1]]:20: error: `.sunc` is not a modifier or type of PTX
  asm volatile("bar.sunc 0;" ::: "memory");
  // FOUND: :[[@LINE+1]]:32: error: missing `,` before `1`
  asm volatile("add.u32 %0, %0 1;" : "+r"(*p));
}
// FIXED:      {{^[+][+][+]}}
// FIXED:      {{^ }}__device__
// FIXED:      {{^[+]}}  asm volatile("bar.sync 0;"
// FIXED:      {{^[+]}}  asm volatile("add.u32 %0, %0, 1;"
