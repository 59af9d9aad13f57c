// The assembly of other processors is left alone.
//
// RUN: ptx-check --verify %s
// RUN: ptx-check --stats %s 2>&1 | FileCheck %s
// CHECK: 12 asm statements: 1 checked, 0 of them in part; skipped: 1 empty, 10 not certainly PTX

__device__ void gpu() { asm volatile("bar.sync 0;" ::: "memory"); }

void x86(unsigned long long low, unsigned long long high, unsigned *p, double x) {
  asm volatile("rdtsc" : "=a"(low), "=d"(high));
  asm volatile("pause" ::: "memory");
  asm volatile("lock; cmpxchg16b %0" : "+m"(*p) : "a"(low), "d"(high), "b"(low), "c"(high));
  asm volatile("movl %%eax, %0\n\tret" : "=m"(*p));
  asm volatile("" : "+x"(x));
#if defined(__x86_64__)
  asm volatile("ret");
#endif
}

void arm(unsigned long long t, float *p) {
  asm volatile("mrs %0, cntvct_el0" : "=r"(t));
  asm volatile("yield" ::: "memory");
  asm volatile("fmla v0.4s, v1.4s, v2.4s\n\tb.ne 1b" ::: "v0");
  asm volatile("vadd.f32 %q0, %q1, %q1" : "=w"(t) : "w"(t));
}

void amd(unsigned v) {
  asm volatile("s_waitcnt vmcnt(0)\n\tv_add_f32 %0, %0, 1.0" : "+v"(v));
}

extern "C" int renamed() asm("other_name");
