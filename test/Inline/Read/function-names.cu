// Findings are told with the function around them: operators by their names, a lambda as what it is in, or as nothing.
//
// RUN: not ptx-check %s 2>&1 | FileCheck %s --implicit-check-not="in function"

struct V {
  unsigned x;
  // CHECK: in function `operator-=`:
  __device__ V &operator-=(const V &o) { asm("sub.u33 %0, %0, %1;" : "+r"(x) : "r"(o.x)); return *this; }
  // CHECK: in function `operator unsigned`:
  __device__ operator unsigned() const { unsigned r; asm("mov.u33 %0, %1;" : "=r"(r) : "r"(x)); return r; }
  // CHECK: in function `V`:
  __device__ V(unsigned y) : x{y} { if (y) { asm("mov.u33 %0, %0;" : "+r"(x)); } }
};
// CHECK: in function `outer`:
__device__ unsigned outer(unsigned a) {
  auto inner = [&] __device__ (unsigned b) { asm("mov.u33 %0, %0;" : "+r"(b)); return b; };
  return inner(a);
}
// CHECK: function-names.cu:[[#@LINE+1]]:
auto lambda = [] __host__ __device__ (unsigned a) { asm("mov.u33 %0, %0;" : "+r"(a)); return a; };
