// A constant of unknown value in a modifier: what is wrong with each value that makes a modifier of the word is reported.
//
// RUN: ptx-check --verify %s
// RUN: not ptx-check --stats %s 2>&1 | FileCheck %s
// CHECK: C++: 1 file, 13 asm statements: 13 checked, 4 of them in part

template <int N> __device__ void right(unsigned s, unsigned &a, unsigned &b, float &f, unsigned long long l) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x%3.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(s), "n"(N));
  asm volatile("tcgen05.commit.cta_group::%1.mbarrier::arrive::one.shared::cluster.b64 [%0];" :: "r"(s), "n"(N) : "memory");
  asm volatile("cp.async.cg.shared.global.L2::%2B [%0], [%1], 16;" :: "r"(s), "l"(l), "n"(N) : "memory");
  asm volatile("{ .reg .b%1 t; mov.b%1 t, %1; }" : "+r"(a) : "n"(N));
  asm volatile("mma.sync.aligned.m16n8k%4.row.col.f32.tf32.tf32.f32 {%0, %0, %0, %0}, {%1, %2, %1, %2}, {%1, %2}, {%0, %0, %0, %0};" : "+f"(f) : "r"(a), "r"(b), "r"(s), "n"(N));
}

template <int N> __device__ void wrong(unsigned s, unsigned &a, unsigned &b, unsigned long long l) {
  // expected-error@+1 {{`.shrd` is not a modifier or type of PTX}} [PTX3003]
  asm volatile("ldmatrix.sync.aligned.m8n8.x%3.shrd.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(s), "n"(N));
  // expected-error@+2 {{`%0` is `"l"(l)`, 64 bits; operand 1 of `tcgen05.dealloc.cta_group::%2.sync.aligned.b32` takes a 32-bit integer register or an integer}} [PTX8005]
  // expected-note@+1 {{the syntax is `tcgen05.dealloc.cta_group::%2.sync.aligned.b32 taddr, nCols`}}
  asm volatile("tcgen05.dealloc.cta_group::%2.sync.aligned.b32 %0, %1;" :: "l"(l), "r"(s), "n"(N));
  // expected-error@+1 {{expected `]` to close the address}} [PTX1101]
  asm volatile("cp.async.cg.shared.global.L2::%2B [%0, [%1], 16;" :: "r"(s), "l"(l), "n"(N) : "memory");
  // expected-error@+1 {{`%4`, but the statement has `%0` to `%3`}} [PTX8001]
  asm volatile("ldmatrix.sync.aligned.m8n8.x%3.shared.b16 {%0, %1}, [%4];" : "=r"(a), "=r"(b) : "r"(s), "n"(N));
}

// No number makes a modifier of these, or there is more than one unknown part.
template <int N, int M> __device__ void unknown(unsigned s, unsigned &a) {
  asm volatile("shfl.sync.bfly%2.b32 %0, %1, 1, 31, -1;" : "=r"(a) : "r"(s), "n"(N));
  asm volatile("ldmatrix.sync.aligned.m8n%3.x%2.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(s), "n"(N), "n"(M));
  asm volatile("add.%2 %0, %1, 1;" : "=r"(a) : "r"(s), "C"("u32"));
  asm volatile("add.u%2 %0, %1, 1;" : "=r"(a) : "r"(s), "n"(N));
}
