// The text of a macro that is not known can be where a mnemonic begins.
//
// RUN: ptx-check --stats %s 2>&1 | FileCheck %s
// CHECK: 5 asm statements: 4 checked, 3 of them in part; skipped: 0 empty, 1 not certainly PTX

__device__ unsigned loads(unsigned *p) {
  unsigned a, b, c;
  asm volatile(LOAD_OF_ANOTHER_FILE ".u32 %0, [%1];" : "=r"(a) : "l"(p));
  asm volatile(LOAD_OF_ANOTHER_FILE " %0, [%1];" : "=r"(b) : "l"(p));
  asm volatile("ld.global" OF_ANOTHER_FILE " %0, [%1];" : "=r"(c) : "l"(p));
  asm volatile("bar.sync 0;" ::: "memory");
  asm volatile("movl %eax, %ebx;" LOCK " movl %ebx, %ecx");
  return a + b + c;
}
